"""Lines: requests and replies as JSON, a line each, whatever carries them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from lexludi.conformance.targets import Target, TargetBroken, ask
from lexludi.core.errors import BadInput, shorten
from lexludi.core.jsontext import dumps, loads

__all__ = ["MAX_REPLY", "Lines", "posed"]

#: Longest reply line that is read, in bytes; the longest sensible one is an observation of a few kilobytes.
MAX_REPLY = 1_000_000

#: So much of a line that is no reply is looked at to tell of it, in bytes.
_SAID = 200


def posed(target: Target, op: str, **fields: Any) -> Callable[[], dict[str, Any]]:
    """Ask a target something, and give the function that waits for the reply; a program works meanwhile."""
    if isinstance(target, Lines):
        target.pose(op, **fields)
        return partial(target.reply, op)
    return partial(ask, target, op, **fields)


class Lines:
    """A program that is asked by lines. What carries them is for those who inherit: `_say`, `_line` and `_how`."""

    def __init__(self) -> None:
        self._id = 0

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The reply to one request. Raises TargetBroken."""
        self.pose(op, **fields)
        return self.reply(op)

    def pose(self, op: str, **fields: Any) -> None:
        """Send a request; `reply` must be called for it."""
        self._id += 1
        self._say(dumps({"id": self._id, "op": op, **fields}).encode() + b"\n")

    def reply(self, op: str) -> dict[str, Any]:
        """The reply to the request sent last. Raises TargetBroken."""
        line = self._line(op)
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

    def close(self) -> None:
        """End the conversation. Here: nothing to end."""

    def _say(self, request: bytes) -> None:
        """Send a line."""
        raise NotImplementedError

    def _line(self, op: str) -> bytes:
        """The next line that the program says: with its end, or what was said before the program ended."""
        raise NotImplementedError

    def _how(self) -> str:
        """How the program ended, in words that follow "the program ended"."""
        return ""


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
