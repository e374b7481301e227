"""Compare: observations leaf by leaf, and which differences follow from earlier ones."""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from lexludi.core.errors import ABSENT

__all__ = ["CAUSES", "STEERING", "Difference", "Path", "Taint", "alike", "as_told", "differences", "leaves", "same"]

#: Where a leaf lies in an observation: `("displays", 2, "R")`.
Path = tuple[Any, ...]

#: A key of an observation, with the seat for those that have an entry a seat.
_Part = tuple[str, int | None]

#: Keys whose value is a list with an entry a seat.
_BY_SEAT = frozenset({"hands", "displays", "tops", "scores", "totals", "piles", "passed", "boards"})

#: Keys that hold words alone: where they are equal, they are alike.
_WORDS = frozenset({"phase", "hands", "pending", "displays", "tops", "aside", "top", "display", "pair", "piles"})

#: Keys without which a game cannot be followed: who acts, and in which phase.
STEERING = frozenset({"phase", "to_act"})


@attrs.frozen
class Causes:
    """What a key follows from in one step: from keys before it, and from keys after it."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    #: Whether a new deal makes it anew, from these keys before it alone; None: it stays as it was.
    deal: tuple[str, ...] | None = None
    #: A key that settles it alone, where that is observed.
    settled: str = ""


#: Game → key → what it follows from. `after` names keys further up only. Keys by seat follow from those
#: of the same seat.
CAUSES: Mapping[str, Mapping[str, Causes]] = {
    "druids": {
        "trick": Causes(("trick",), deal=()),
        "hands": Causes(("hands",), deal=("dealer",)),
        "top": Causes(("top",), deal=()),
        "displays": Causes(("displays", "trick", "top", "pending"), deal=()),
        "tops": Causes(("displays", "tops", "trick", "top", "pending"), ("displays",), deal=(), settled="displays"),
        "pending": Causes(("pending", "trick"), ("displays", "tops"), deal=()),
        "aside": Causes(("aside", "trick", "pending"), ("displays", "tops", "pending"), deal=()),
        "phase": Causes(("phase", "round"), ("displays", "tops", "pending", "hands"), deal=()),
        "scores": Causes(("scores", "displays", "tops"), ("displays", "tops", "phase")),
        "totals": Causes((), ("scores",)),
        "round": Causes(("round",), ("phase",)),
        "dealer": Causes(("dealer",), ("scores", "phase")),
        "to_act": Causes(("to_act", "trick"), ("phase", "hands"), deal=("dealer",)),
        "winners": Causes((), ("totals", "phase")),
    },
    "birdie": {
        "pair": Causes(("pair",), deal=()),
        "hands": Causes(("hands", "pair"), deal=()),
        "display": Causes(("display", "draw_pile"), deal=()),
        "draw_pile": Causes(("draw_pile",), ("display",), deal=()),
        "stop_revealed": Causes(("stop_revealed",), ("display", "draw_pile"), deal=()),
        "piles": Causes(("piles",), deal=()),
        "passed": Causes(("passed",), deal=()),
        "boards": Causes(("boards",), ("passed",)),
        "trophies": Causes(("trophies",), ("boards",)),
        "phase": Causes(("phase",), ("passed",)),
        "round": Causes(("round",), ("phase",)),
        "to_act": Causes(("to_act",), ("passed", "phase")),
        "totals": Causes((), ("boards", "trophies", "phase")),
        "winners": Causes((), ("totals", "phase")),
    },
}


@attrs.frozen
class Difference:
    """A leaf on which the program and the rules do not agree."""

    path: Path
    expected: Any
    got: Any

    @property
    def part(self) -> _Part:
        """The key that it belongs to, with the seat."""
        by_seat = self.path[0] in _BY_SEAT and len(self.path) > 1
        return self.path[0], self.path[1] if by_seat else None


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
    differing = [
        key
        for key, value in got.items()
        if key in expected and (value != expected[key] or not (key in _WORDS or alike(expected[key], value)))
    ]
    if not differing:
        return
    ours = leaves({key: expected[key] for key in expected if key in differing})
    theirs = leaves({key: got[key] for key in differing})
    for path in dict.fromkeys((*ours, *theirs)):
        one, other = ours.get(path, ABSENT), theirs.get(path, ABSENT)
        if not same(one, other):
            yield Difference(path, one, other)
    shown = {path[0] for path in (*ours, *theirs)}
    # What has no leaves on either side may still differ: an empty display for one seat, or for three.
    yield from (Difference((key,), expected[key], got[key]) for key in differing if key not in shown)


def as_told(path: Path, expected: Mapping[str, Any], got: Mapping[str, Any]) -> Difference:
    """The difference at a leaf as people are told of it: with all that either side has there.

    It is told further up where one side has a leaf and the other goes on, and where one has a null and the
    other nothing, which is told as null too.

    >>> as_told(("trick", "x"), {"trick": None}, {"trick": {"x": 1}})
    Difference(path=('trick',), expected=None, got={'x': 1})
    >>> as_told(("tops", 0, "R"), {"tops": [{}]}, {"tops": [{"R": None}]})
    Difference(path=('tops', 0), expected={}, got={'R': None})
    """
    one: Any = expected
    other: Any = got
    for depth, step in enumerate(path):
        if type(one) is not type(other) or not isinstance(one, (dict, list)):
            return Difference(path[:depth], one, other)
        inner = _within(one, step), _within(other, step)
        if depth and ABSENT in inner and None in inner:
            return Difference(path[:depth], one, other)
        one, other = inner
    return Difference(path, one, other)


def _within(value: Any, step: Any) -> Any:
    """What an object has under a key, or a list at an index; ABSENT when there is nothing."""
    if isinstance(value, dict):
        return value.get(step, ABSENT)
    return value[step] if step < len(value) else ABSENT


def alike(one: Any, other: Any) -> bool:
    """What `same` says, sooner for values that are alike."""
    if one != other:
        return False
    try:
        return marshal.dumps(one, 2) == marshal.dumps(other, 2) or same(one, other)
    except ValueError:  # no JSON value at all
        return same(one, other)


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal, and of the same types throughout: in Python 1 equals true."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


class Taint:
    """Where a program has gone astray in a game: what follows from there is not its fault again.

    A key that is observed is tainted while it differs. One that is not observed is tainted from when it
    may have gone wrong, by what it follows from, until a deal makes it anew.
    """

    def __init__(self, game: str, players: int) -> None:
        self._causes = CAUSES.get(game, {})
        self._seats = range(players)
        self._parts: set[_Part] = set()

    def __bool__(self) -> bool:
        return bool(self._parts)

    def step(self, found: Iterable[Difference], observed: Iterable[str], deals: bool) -> list[Difference]:
        """Go on by one step: the differences that do not follow from others, in that step or earlier.

        `observed` are the keys that the program reports, `deals` says whether a round was laid out.
        """
        found = list(found)
        if not found and not self._parts:
            return []
        before, after = self._parts, {one.part for one in found}
        known = set(observed)
        excused: set[_Part] = set()
        for key, causes in self._causes.items():
            anew = deals and causes.deal is not None
            sources = (causes.deal or ()) if anew else causes.before
            for seat in self._seats if key in _BY_SEAT else (None,):
                part = (key, seat)
                if causes.settled in known:
                    follows = _touched(after, (causes.settled,), seat)
                else:
                    follows = _touched(before, sources, seat) or _touched(after, causes.after, seat)
                if key in known:
                    if follows or (part in before and not anew):
                        excused.add(part)
                elif follows:
                    after.add(part)
        self._parts = after
        return [one for one in found if one.part not in excused]


def _touched(tainted: set[_Part], keys: Iterable[str], seat: int | None) -> bool:
    """Whether one of these keys is tainted, at the same seat where both have one."""
    return any(key in keys and (seat is None or where is None or where == seat) for key, where in tainted)
