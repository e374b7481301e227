"""Solver: the most that a row can score. It serves bots, hints and tests; no rule asks it anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import attrs

from lexludi.birdie.actions import ScoreSet
from lexludi.birdie.cards import CATEGORIES, Cards, Category
from lexludi.birdie.sets import LEAST, set_points, shares

__all__ = ["BestSets", "best_sets"]

#: A set's worth in one number: points first, crosses only between equal points. No row gives 16 crosses.
_POINT, _CROSS = 16, 1
#: The worth of a set when it has just become long enough.
_FIRST = set_points(LEAST) * _POINT + _CROSS


@attrs.frozen
class BestSets:
    """The most that a row can score, and sets that score it."""

    #: Points of all sets.
    points: int
    #: Crosses: the number of sets.
    crosses: int
    #: The sets from left to right, as they would be declared.
    sets: tuple[ScoreSet, ...]


def best_sets(row: Cards, open_categories: Iterable[Category]) -> BestSets:
    """The most points, and among equal points the most crosses, that `row` can score, with sets that do.

    Only the categories in `open_categories` may be scored, each once. Of several best choices it
    names the one whose first set starts furthest to the left, then the longest, then the category that
    comes first; and so on. Exact: dynamic programming over the position and the categories that are left.

    >>> from lexludi.birdie.cards import cards
    >>> best_sets(cards("OWL-SPRING OWL-WINTER OWL-WINTER ROBIN-WINTER"), CATEGORIES)
    BestSets(points=4, crosses=2,
        sets=(ScoreSet(start=0, length=2, category=OWL), ScoreSet(start=2, length=2, category=WINTER)))
    """
    wanted = set(open_categories)
    neighbours = [
        [category for category in (left.species, left.season) if category in wanted and shares(right, category)]
        for left, right in pairwise(row)
    ]
    useful = [category for category in CATEGORIES if any(category in shared for shared in neighbours)]
    bits = {category: 1 << place for place, category in enumerate(useful)}
    runs = [[(category, bits[category]) for category in shared] for shared in neighbours]
    return _told(runs, _worths(len(row), runs, len(useful)))


#: For each position, the categories, with their bits, that its card shares with its right neighbour.
_Runs = list[list[tuple[Category, int]]]


def _worths(size: int, runs: _Runs, categories: int) -> list[list[int]]:
    """best[i][mask]: the worth of the row from i on, when the categories whose bits are in `mask` are left.

    grown[i][bit][mask] is the same when a set of the category `bit`, which is in `mask`, has reached i with
    cards enough: it ends there, or takes the next card too. It is asked for only where a run does reach i.
    """
    masks = 1 << categories
    having = {1 << place: [mask for mask in range(masks) if mask >> place & 1] for place in range(categories)}
    best = [[0] * masks] * (size + 1)
    grown: list[dict[int, list[int]]] = [{} for _ in range(size + 1)]
    for at in range(size, -1, -1):
        if at + LEAST <= size:
            now = best[at + 1].copy()
            for _, bit in runs[at]:
                reached = grown[at + LEAST][bit]
                for mask in having[bit]:
                    worth = _FIRST + reached[mask]
                    if worth > now[mask]:  # noqa: PLR1730 (a third faster than max)
                        now[mask] = worth
            best[at] = now
        if at >= LEAST:
            ended = best[at]
            for _, bit in runs[at - LEAST]:
                worths = [0] * masks
                further = grown[at + 1].get(bit) if at < size else None
                for mask in having[bit]:
                    worth = ended[mask ^ bit]
                    if further is not None and further[mask] + _POINT > worth:
                        worth = further[mask] + _POINT
                    worths[mask] = worth
                grown[at][bit] = worths
    return best


def _shared(run: list[tuple[Category, int]], bit: int) -> bool:
    return any(other == bit for _, other in run)


def _told(runs: _Runs, best: list[list[int]]) -> BestSets:
    """The worth of the whole row, and the first choice of sets that has it."""
    sets: list[ScoreSet] = []
    at, mask = 0, len(best[0]) - 1
    while best[at][mask]:
        found = next(_choices(runs, best, at, mask), None)
        if found is None:
            at += 1
            continue
        chosen, bit = found
        sets.append(chosen)
        at, mask = at + chosen.length, mask ^ bit
    return BestSets(sum(set_points(chosen.length) for chosen in sets), len(sets), tuple(sets))


def _choices(runs: _Runs, best: list[list[int]], at: int, mask: int) -> Iterator[tuple[ScoreSet, int]]:
    """The sets that start at `at` and are part of a best choice, with their categories' bits: longest first."""
    size = len(best) - 1
    if at + LEAST > size:
        return
    for length in range(size - at, LEAST - 1, -1):
        for category, bit in runs[at]:
            if mask & bit and all(_shared(run, bit) for run in runs[at : at + length - 1]):
                worth = set_points(length) * _POINT + _CROSS + best[at + length][mask ^ bit]
                if worth == best[at][mask]:
                    yield ScoreSet(at, length, category), bit
