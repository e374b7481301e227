"""Targets: the programs that are held to the rules, each something that answers requests."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Sequence
from typing import IO, Any, Protocol

from lexludi.conformance.leftovers import Mark
from lexludi.conformance.server import Server
from lexludi.core.errors import BadInput, LexludiError, shorten
from lexludi.core.jsontext import dumps, loads

__all__ = ["InProcess", "Process", "Target", "TargetBroken", "ask"]

#: Longest reply line that is read, in bytes; the longest sensible one is an observation of a few kilobytes.
MAX_REPLY = 1_000_000

#: So much of a line that is no reply is looked at to tell of it, in bytes.
_SAID = 200

#: So many lines may lie unread before the program is left waiting.
MAX_UNREAD = 8


class TargetBroken(LexludiError):
    """The program does not speak the protocol: it died, fell silent, or answered something else."""


class Target(Protocol):
    """What is tested: it answers requests with replies, both JSON objects, and may raise TargetBroken.

    A request has `op` and what belongs to it; its `id` is a matter of the pipe, so a target in this process
    need not echo one.
    """

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The reply to one request. Raises TargetBroken."""

    def close(self) -> None:
        """End the conversation, and the program if there is one."""


def ask(target: Target, op: str, **fields: Any) -> dict[str, Any]:
    """The reply of a target that may be anybody's code: whatever goes wrong is a TargetBroken."""
    try:
        reply = target.ask(op, **fields)
    except LexludiError:
        raise
    except Exception as error:
        raise TargetBroken(f"{op}: the program raised {type(error).__name__}: {shorten(str(error))}") from error
    if not isinstance(reply, dict):
        raise TargetBroken(f"reply to {op!r}: {shorten(reply)}, expected an object")
    return reply


def _read(line: bytes, op: str) -> Any:
    """The JSON value of a line. TargetBroken, with the beginning of what was said, when it is none."""
    try:
        return loads(line.decode("utf-8"), f"reply to {op!r}")
    except UnicodeDecodeError as error:
        said = line[:_SAID].decode("utf-8", "replace").strip()
        raise TargetBroken(f"reply to {op!r}: {shorten(said)}: byte {error.start} is no UTF-8") from None
    except BadInput as error:
        said = line[:_SAID].decode("utf-8", "replace").strip()
        raise TargetBroken(f"reply to {op!r}: {shorten(said)}, expected valid JSON: {error.value!r}") from None


class InProcess:
    """Our own rules, asked without a pipe."""

    def __init__(self) -> None:
        self._server = Server()

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The reply to one request."""
        return self._server.reply({"id": 0, "op": op, **fields}) or {}

    def close(self) -> None:
        """Nothing to end."""


class Process:
    """A program that speaks the protocol over its standard input and output.

    It runs in a process group of its own, which `close` ends whole, and with it what has left the group;
    whatever it says, no more than a few lines of it are ever held.
    """

    def __init__(self, command: Sequence[str], timeout: float = 10.0) -> None:
        """Start `command`; `timeout` is how many seconds it may take over one reply. Raises TargetBroken."""
        self._timeout = timeout
        self._id = 0
        self._complaints: deque[str] = deque(maxlen=1)
        self._mark = Mark()
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                env=self._mark.environment(),
            )
        except (OSError, IndexError) as error:
            name = command[0] if command else "no command"
            raise TargetBroken(f"{name} cannot be started: {getattr(error, 'strerror', error)}") from None
        self._lines: queue.Queue[bytes] = queue.Queue(maxsize=MAX_UNREAD)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        threading.Thread(target=self._read, args=[self._process.stdout], daemon=True).start()
        threading.Thread(target=self._listen, args=[self._process.stderr], daemon=True).start()

    def _read(self, stream: IO[bytes]) -> None:
        """Read replies on a thread of its own, so that a silent program can be left waiting."""
        with contextlib.suppress(ValueError, OSError):
            while line := stream.readline(MAX_REPLY + 1):
                self._lines.put(line)
        self._lines.put(b"")

    def _listen(self, stream: IO[bytes]) -> None:
        """Keep the last line that the program complained with."""
        with contextlib.suppress(ValueError, OSError):
            while line := stream.readline(2000):
                if line.strip():
                    self._complaints.append(line.decode("utf-8", "replace").strip())

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The reply to one request. Raises TargetBroken."""
        self._id += 1
        line = self._exchange(op, dumps({"id": self._id, "op": op, **fields}).encode() + b"\n")
        if not line:
            raise TargetBroken(f"the program ended{self._how()} instead of answering {op!r}")
        if len(line) > MAX_REPLY:
            raise TargetBroken(f"reply to {op!r}: a line of more than {MAX_REPLY} bytes")
        if not line.endswith(b"\n"):
            raise TargetBroken(f"the program ended{self._how()} in the middle of its reply to {op!r}")
        reply = _read(line, op)
        if not isinstance(reply, dict):
            raise TargetBroken(f"reply to {op!r}: {shorten(reply)}, expected an object")
        if type(reply.get("id")) is not int or reply["id"] != self._id:
            raise TargetBroken(f"reply to {op!r}: id {shorten(reply.get('id'))}, expected {self._id}")
        return reply

    def _exchange(self, op: str, request: bytes) -> bytes:
        """Send a request and wait for a line. The write is on a thread: a program may leave its input unread."""
        stdin = self._process.stdin
        assert stdin is not None
        try:
            if len(request) < 4096:  # less than any pipe holds, so it cannot block for one request at a time
                stdin.write(request)
                stdin.flush()
            else:
                writer = threading.Thread(target=self._write, args=[request], daemon=True)
                writer.start()
            return self._lines.get(timeout=self._timeout)
        except (OSError, ValueError):
            with contextlib.suppress(queue.Empty):
                return self._lines.get(timeout=0.2)
            return b""
        except queue.Empty:
            raise TargetBroken(f"no reply to {op!r} within {self._timeout:g} s") from None

    def _write(self, request: bytes) -> None:
        with contextlib.suppress(OSError, ValueError):
            assert self._process.stdin is not None
            self._process.stdin.write(request)
            self._process.stdin.flush()

    def _how(self) -> str:
        """How the program ended, and its last complaint, if any."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1)
        status = self._process.poll()
        told = "" if status is None else f" (status {status})"
        return told + (f", saying {shorten(self._complaints[-1])}," if self._complaints else "")

    def close(self) -> None:
        """Ask the program to stop, and end it and all that it started if it does not."""
        stdin = self._process.stdin
        assert stdin is not None
        with contextlib.suppress(OSError, ValueError):
            stdin.write(dumps({"id": self._id + 1, "op": "stop"}).encode() + b"\n")
            stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1)
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._mark.end()
