"""Blame at ends: whether a program takes a phase to be another one, and what it took from the table too early."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from lexludi.conformance.compare import Difference, leaves
from lexludi.core.errors import ABSENT

__all__ = ["gone", "said"]

#: What stands where nothing lies, or nothing was said; of Druids' `top`, what a deal brings.
_CLEARED = (None, 0, "lowest")


def said(found: Sequence[Difference], key: str, expected: Any) -> Any:
    """What the program says of a key that is one leaf: what should be there, where that does not differ.

    >>> said([Difference(("phase",), "play", "deal")], "phase", "play")
    'deal'
    """
    return next((one.got for one in found if one.path == (key,)), expected)


def gone(observed: Mapping[str, Any], new: Sequence[Difference], keys: Collection[str]) -> list[Difference]:
    """Where something is gone that lay there before the step and should lie there still.

    `observed` is the observation before the step; only differences of `keys` count, and none if the program has
    anything too much there: then it did something else, and did not clear the table.

    >>> was = {"hands": [["G1", "R2"], []], "aside": []}
    >>> [one.path for one in gone(was, [Difference(("hands", 0), ["R2"], [])], ("hands",))]
    [('hands', 0)]
    >>> gone(was, [Difference(("aside",), ["GAIA"], [])], ("aside",))
    []
    """
    before = leaves(observed)
    there = [one for one in new if one.path[0] in keys]
    if any(_cards(one.got) - _cards(one.expected) for one in there):
        return []
    return [one for one in there if _is_gone(before.get(one.path, ABSENT), one)]


def _is_gone(before: Any, one: Difference) -> bool:
    if isinstance(before, list):
        return bool((_cards(before) & _cards(one.expected)) - _cards(one.got))
    return bool(before == one.expected) and (one.got is ABSENT or one.got in _CLEARED)


def _cards(value: Any) -> Counter[str]:
    return Counter(map(str, value)) if isinstance(value, list) else Counter()
