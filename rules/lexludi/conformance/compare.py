"""Compare: observations leaf by leaf, and which differences follow from earlier ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from lexludi.core.errors import ABSENT

__all__ = ["INFLUENCES", "STEERING", "Difference", "Path", "Taint", "differences", "leaves"]

#: Where a leaf lies in an observation: `("displays", 2, "R")`.
Path = tuple[Any, ...]

#: Keys whose value is a list with an entry a seat.
_BY_SEAT = frozenset({"hands", "displays", "tops", "scores", "totals", "piles", "passed", "boards"})

#: Keys without which a game cannot be followed: who acts, in which phase, with which cards.
STEERING = frozenset({"phase", "to_act", "round", "hands", "dealer", "display", "pair"})

#: Game → key → keys that it follows from. Keys by seat follow from those of the same seat alone.
INFLUENCES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "druids": {
        "displays": ("tops", "pending"),
        "tops": ("displays", "pending"),
        "pending": ("displays", "tops"),
        "aside": ("displays", "tops", "pending"),
        "scores": ("displays", "tops"),
        "totals": ("scores", "displays", "tops"),
        "winners": ("totals", "scores", "displays", "tops"),
        "dealer": ("scores", "displays", "tops"),
        "phase": ("displays", "tops", "pending"),
        "to_act": ("displays", "tops", "pending", "trick"),
        "round": ("displays", "tops", "pending"),
        "hands": ("dealer",),
        "trick": ("to_act",),
    },
    "birdie": {
        "draw_pile": ("display",),
        "stop_revealed": ("display", "draw_pile"),
        "boards": ("piles", "passed", "hands"),
        "trophies": ("boards",),
        "totals": ("boards", "passed", "trophies"),
        "winners": ("totals", "boards", "trophies", "passed"),
        "phase": ("passed", "display"),
        "to_act": ("passed", "display", "phase"),
        "round": ("passed", "phase"),
        "piles": ("pair", "hands"),
    },
}


@attrs.frozen
class Difference:
    """A leaf on which the program and the rules do not agree."""

    path: Path
    expected: Any
    got: Any


def leaves(observation: Mapping[str, Any]) -> dict[Path, Any]:
    """The leaves of an observation: lists by seat and objects are taken apart, other lists are leaves.

    >>> leaves({"displays": [{"R": ["R5"]}, {}], "aside": ["GAIA"]})
    {('displays', 0, 'R'): ['R5'], ('aside',): ['GAIA']}
    """
    found: dict[Path, Any] = {}
    for key, value in observation.items():
        if key in _BY_SEAT and isinstance(value, list):
            for seat, item in enumerate(value):
                _take_apart((key, seat), item, found)
        else:
            _take_apart((key,), value, found)
    return found


def _take_apart(path: Path, value: Any, found: dict[Path, Any]) -> None:
    if isinstance(value, dict):
        for key, item in value.items():
            _take_apart((*path, key), item, found)
    else:
        found[path] = value


def differences(expected: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[Difference]:
    """The leaves that differ, of the keys that both observe. Truth values and numbers are not alike."""
    common = [key for key in expected if key in got]
    if all(_same(expected[key], got[key]) for key in common):
        return
    ours = leaves({key: expected[key] for key in common})
    theirs = leaves({key: got[key] for key in common})
    for path in dict.fromkeys((*ours, *theirs)):
        one, other = ours.get(path, ABSENT), theirs.get(path, ABSENT)
        if not _same(one, other):
            yield Difference(path, one, other)


def _same(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


class Taint:
    """The leaves on which a program has gone astray in a game: what follows from them is not its fault again."""

    def __init__(self, game: str) -> None:
        self._influences = INFLUENCES.get(game, {})
        self._leaves: set[Path] = set()

    def __bool__(self) -> bool:
        return bool(self._leaves)

    def excuses(self, path: Path) -> bool:
        """Whether a difference at `path` may follow from an earlier one."""
        if path in self._leaves:
            return True
        sources = (path[0], *self._influences.get(path[0], ()))
        seat = path[1] if len(path) > 1 and isinstance(path[1], int) else None
        return any(
            leaf[0] in sources and (seat is None or len(leaf) == 1 or not isinstance(leaf[1], int) or leaf[1] == seat)
            for leaf in self._leaves
        )

    def now(self, differing: set[Path]) -> None:
        """These leaves differ now; all others agree (again)."""
        self._leaves = differing
