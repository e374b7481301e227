"""Pipes: a program that is asked without a thread between it and us, which halves the cost of a question."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from lexludi.conformance.leftovers import Mark
from lexludi.conformance.targets import MAX_REPLY, Process, Target, TargetBroken, ask
from lexludi.core.jsontext import dumps

__all__ = ["Program", "posed", "started"]


def posed(target: Target, op: str, **fields: Any) -> Callable[[], dict[str, Any]]:
    """Ask a target something, and give the function that waits for the reply; a `Program` works meanwhile."""
    if isinstance(target, Program):
        target.pose(op, **fields)
        return partial(target.reply, op)
    return partial(ask, target, op, **fields)


class Program(Process):
    """A program that speaks the protocol, waited for with `poll`; all else is as in `Process`."""

    def __init__(self, command: Sequence[str], timeout: float = 10.0) -> None:
        """Start `command`; `timeout` is how many seconds it may take over one reply. Raises TargetBroken."""
        self._timeout = timeout
        self._id = 0
        self._complaints: deque[str] = deque(maxlen=1)
        self._mark = Mark()
        self._said = bytearray()
        self._deadline, self._unsent = 0.0, memoryview(b"")
        try:
            self._process = subprocess.Popen(
                list(command),
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env=self._mark.environment(),
            )
        except (OSError, IndexError) as error:
            name = command[0] if command else "no command"
            raise TargetBroken(f"{name} cannot be started: {getattr(error, 'strerror', error)}") from None
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._to, self._from = process.stdin.fileno(), process.stdout.fileno()
        os.set_blocking(self._to, False)
        self._reading, self._both = select.poll(), select.poll()
        self._reading.register(self._from, select.POLLIN)
        self._both.register(self._from, select.POLLIN)
        self._both.register(self._to, select.POLLOUT)
        threading.Thread(target=self._listen, args=[process.stderr], daemon=True).start()

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The reply to one request. Raises TargetBroken."""
        self.pose(op, **fields)
        return self.reply(op)

    def pose(self, op: str, **fields: Any) -> None:
        """Send a request; `reply` must be called for it."""
        self._id += 1
        self._deadline = time.monotonic() + self._timeout
        self._unsent = self._send(memoryview(dumps({"id": self._id, "op": op, **fields}).encode() + b"\n"))

    def reply(self, op: str) -> dict[str, Any]:
        """The reply to the request sent last. Raises TargetBroken."""
        self._id -= 1  # which `ask` counts up again
        return super().ask(op)

    def _exchange(self, op: str, request: bytes) -> bytes:
        """The next line: what `ask` would send has been sent."""
        return self._line(op)

    def _line(self, op: str) -> bytes:
        """The next line that the program says: with its end, or what was said before the program ended."""
        deadline, unsent = self._deadline, self._unsent
        while True:
            if unsent:
                unsent = self._send(unsent)
            end = self._said.find(b"\n")
            if end >= 0 or len(self._said) > MAX_REPLY:
                length = min(end + 1 or MAX_REPLY + 1, MAX_REPLY + 1)
                line = bytes(self._said[:length])
                del self._said[:length]
                return line
            left = deadline - time.monotonic()
            ready = (self._both if unsent else self._reading).poll(max(0, left) * 1000)
            if not ready and left <= 0:
                raise TargetBroken(f"no reply to {op!r} within {self._timeout:g} s")
            if any(descriptor == self._from for descriptor, _ in ready):
                said = os.read(self._from, 1 << 16)
                if not said:
                    line, self._said = bytes(self._said), bytearray()
                    return line
                self._said += said

    def _send(self, unsent: memoryview) -> memoryview:
        """Send what the pipe takes now: what is left. Nothing is left to say to a program that is gone."""
        try:
            return unsent[os.write(self._to, unsent) :]
        except BlockingIOError:
            return unsent
        except OSError:
            return unsent[:0]

    def close(self) -> None:
        """Ask the program to stop, and end it and all that it started if it does not. Nobody listens any more."""
        with contextlib.suppress(OSError):
            if self._process.stdout is not None:
                self._process.stdout.close()
        super().close()


def started(command: Sequence[str], timeout: float) -> Process:
    """A program, started; where pipes cannot be polled, with a thread that reads."""
    return Program(command, timeout) if hasattr(select, "poll") else Process(command, timeout)
