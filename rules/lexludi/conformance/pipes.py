"""Pipes: a program that is asked without a thread between it and us, which halves the cost of a question."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import IO

from lexludi.conformance.leftovers import Mark
from lexludi.conformance.lines import MAX_REPLY, Lines
from lexludi.conformance.targets import TargetBroken
from lexludi.core.errors import shorten
from lexludi.core.jsontext import dumps

__all__ = ["Process"]


class Process(Lines):
    """A program that speaks the protocol over its standard input and output.

    It runs in a process group of its own, which `close` ends whole, and with it what has left the group;
    whatever it says, little more than one line of it is ever held.
    """

    def __init__(self, command: Sequence[str], timeout: float = 10.0) -> None:
        """Start `command`; `timeout` is how many seconds it may take over one reply. Raises TargetBroken."""
        super().__init__()
        self._timeout = timeout
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
            name = (command[0] or repr("")) if command else "no command"
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

    def _listen(self, stream: IO[bytes]) -> None:
        """Keep the last line that the program complained with."""
        with contextlib.suppress(ValueError, OSError):
            while line := stream.readline(2000):
                if line.strip():
                    self._complaints.append(line.decode("utf-8", "replace").strip())

    def _say(self, request: bytes) -> None:
        """Send a request, as much of it as the pipe takes now."""
        self._deadline = time.monotonic() + self._timeout
        self._unsent = self._send(memoryview(request))

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

    def _how(self) -> str:
        """How the program ended, and its last complaint, if any."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1)
        status = self._process.poll()
        told = "" if status is None else f" (status {status})"
        return told + (f", saying {shorten(self._complaints[-1])}," if self._complaints else "")

    def close(self) -> None:
        """Ask the program to stop, and end it and all that it started if it does not. Nobody listens any more."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(OSError):
            process.stdout.close()
        with contextlib.suppress(OSError, ValueError):
            process.stdin.write(dumps({"id": self._id + 1, "op": "stop"}).encode() + b"\n")
            process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=1)
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        self._mark.end()
