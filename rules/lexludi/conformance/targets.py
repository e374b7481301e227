"""Targets: the programs that are held to the rules, each something that answers requests."""

from __future__ import annotations

from typing import Any, Protocol

from lexludi.conformance.server import Server
from lexludi.core.errors import LexludiError, shorten

__all__ = ["InProcess", "Target", "TargetBroken", "ask"]


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


class InProcess:
    """Our own rules, asked without a pipe."""

    def __init__(self) -> None:
        self._server = Server()

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The reply to one request."""
        return self._server.reply({"id": 0, "op": op, **fields}) or {}

    def close(self) -> None:
        """Nothing to end."""
