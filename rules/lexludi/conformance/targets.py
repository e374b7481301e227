"""Targets: the programs that are held to the rules, each something that answers requests."""

from __future__ import annotations

import queue
import subprocess
import threading
from collections.abc import Sequence
from typing import Any, Protocol

from lexludi.conformance.server import Server
from lexludi.core.errors import BadInput, LexludiError, shorten
from lexludi.core.jsontext import dumps, loads

__all__ = ["InProcess", "Process", "Target", "TargetBroken"]

#: Longest reply line that is read, in bytes.
MAX_REPLY = 4_000_000


class TargetBroken(LexludiError):
    """The program does not speak the protocol: it died, fell silent, or answered something else."""


class Target(Protocol):
    """What is tested: it answers requests with replies, both JSON objects."""

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The reply to one request. Raises TargetBroken."""

    def close(self) -> None:
        """End the conversation, and the program if there is one."""


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
    """A program that speaks the protocol over its standard input and output."""

    def __init__(self, command: Sequence[str], timeout: float = 10.0) -> None:
        """Start `command`; `timeout` is how many seconds it may take over one reply. Raises TargetBroken."""
        self._timeout = timeout
        self._id = 0
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise TargetBroken(f"{command[0]} cannot be started: {error.strerror}") from None
        self._lines: queue.Queue[bytes] = queue.Queue(maxsize=1000)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Read lines on a thread of its own, so that a silent program can be left waiting."""
        stream = self._process.stdout
        assert stream is not None
        while line := stream.readline(MAX_REPLY):
            self._lines.put(line)
        self._lines.put(b"")

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The reply to one request. Raises TargetBroken."""
        self._id += 1
        request = dumps({"id": self._id, "op": op, **fields}).encode() + b"\n"
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(request)
            self._process.stdin.flush()
            line = self._lines.get(timeout=self._timeout)
        except OSError:
            raise TargetBroken(f"the program ended before it was asked for {op!r}") from None
        except queue.Empty:
            raise TargetBroken(f"no reply to {op!r} within {self._timeout:g} s") from None
        if not line:
            raise TargetBroken(f"the program ended (status {self._process.poll()}) instead of answering {op!r}")
        try:
            reply = loads(line.decode("utf-8", "replace"), f"reply to {op!r}")
        except BadInput as error:
            raise TargetBroken(str(error)) from None
        if not isinstance(reply, dict) or reply.get("id") != self._id:
            raise TargetBroken(f"reply to {op!r}: {shorten(reply)}, expected an object with id {self._id}")
        return reply

    def close(self) -> None:
        """Ask the program to stop, and end it if it does not."""
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(dumps({"id": self._id + 1, "op": "stop"}).encode() + b"\n")
            self._process.stdin.close()
            self._process.wait(timeout=2)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
