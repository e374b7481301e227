"""Happened: the events of a step that are of certain kinds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["happened"]


def happened(events: Iterable[Any], *names: str) -> list[Any]:
    """Those of `events` whose class has one of these names, in their order.

    >>> from lexludi.birdie import events
    >>> happened((events.StopRevealed(), events.RoundEnded(1)), "StopRevealed", "Passed")
    [StopRevealed(clause='birdie/stop-card')]
    """
    return [event for event in events if type(event).__name__ in names]
