"""Conformance: holding other people's programs to the rules, over a protocol that any language speaks.

`check` runs all of it on a program in this process (or any `Target`) and gives a report; `machine_for` makes a
Hypothesis state machine of it for one's own tests (extra `testing`). Both are loaded when they are first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lexludi.conformance.machine import machine_for
    from lexludi.conformance.runner import check
    from lexludi.conformance.targets import Target

__all__ = ["Target", "check", "machine_for"]

_PLACES = {"Target": "targets", "check": "runner", "machine_for": "machine"}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
