"""Kernels of Birdie: the heart of its rules in integers, each with a contract that CrossHair proves.

Cards are 0 … 15, four seasons a species; categories 0 … 3 the species, 4 … 7 the seasons. Of fewer than four
players the rest do not count. `pre` is the range, `post` what is proved, said otherwise than the body does it.
"""

from __future__ import annotations

from properties.kernels.words import (  # noqa: F401  (some in contracts alone)
    NONE,
    is_alone,
    is_next_in,
    leads,
    refusal_of,
)

__all__ = ["cross_points", "lone_turn", "next_active", "pass_points", "points_after", "set_refusal", "trophy"]


def pass_points(players: int, seat: int, a: bool, b: bool, c: bool, d: bool) -> int:
    """The points of a seat that passes, by who has passed before.

    pre: 2 <= players <= 4 and 0 <= seat < players and not (a, b, c, d)[seat]
    post: __return__ == [a, b, c, d][:players].count(False) - 1
    """
    points = 0
    for other, passed in enumerate((a, b, c, d)[:players]):
        if other != seat and not passed:
            points += 1
    return points


def next_active(players: int, seat: int, a: bool, b: bool, c: bool, d: bool) -> int:
    """The seat that acts after `seat`, by who has passed; −1 when all have.

    pre: 2 <= players <= 4 and 0 <= seat < players
    post: -1 <= __return__ < players and (__return__ == NONE) == all((a, b, c, d)[:players])
    post: __return__ == NONE or is_next_in(__return__, seat, (a, b, c, d)[:players])
    """
    for step in (1, 2, 3, 4):
        other = (seat + step) % players
        if not (a, b, c, d)[other]:
            return other
    return NONE


def lone_turn(players: int, limit: int, alone: int, seat: int, a: bool, b: bool, c: bool, d: bool) -> int:
    """The turns finished alone after a turn of `seat`, by who has passed; −1 when it was the last that `limit` allows.

    pre: 2 <= players <= 4 and 0 <= seat < players and limit >= -1 and alone >= 0
    post: (__return__ == NONE) == (is_alone(seat, (a, b, c, d)[:players]) and limit != NONE and alone >= limit - 1)
    post: __return__ == NONE or __return__ - alone == (limit != NONE and is_alone(seat, (a, b, c, d)[:players]))
    """
    active = [other for other, passed in enumerate((a, b, c, d)[:players]) if not passed]
    if limit == NONE or active != [seat]:
        return alone
    return alone + 1 if alone + 1 < limit else NONE


def set_refusal(
    size: int, a: int, b: int, c: int, d: int, last: int, start: int, length: int, category: int, scored: bool
) -> int:
    """Why a set is refused, in a row of up to four cards of which the first `last` are used up.

    1: too short, 2: outside the row, 3: overlapping, 4: mixed, 5: its category has been scored; 0: not refused.

    pre: 0 <= last <= size <= 4 and 0 <= category <= 7 and all(0 <= card <= 15 for card in (a, b, c, d))
    post: __return__ == refusal_of(size, (a, b, c, d), last, start, length, category, scored)
    """
    if length < 2:
        return 1
    if start < 0 or start + length > size:
        return 2
    if start < last:
        return 3
    for card in (a, b, c, d)[start : start + length]:
        if category not in (card // 4, card % 4 + 4):
            return 4
    return 5 if scored else 0


def points_after(category: int, length: int, watched: int, before: int) -> int:
    """The points of the category `watched` (−1: not scored) once a set of `length` cards is scored for `category`.

    pre: 0 <= category <= 7 and 0 <= watched <= 7 and length >= 2
    post: __return__ == length or watched != category
    post: __return__ == before or watched == category
    """
    return length if watched == category else before


def cross_points(n: int, a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int) -> int:
    """What n crosses are worth by a table.

    pre: 0 <= n <= 8
    post: all(place != n or __return__ == worth for place, worth in enumerate((a, b, c, d, e, f, g, h, i)))
    """
    return (a, b, c, d, e, f, g, h, i)[n]


def trophy(players: int, holder: int, a: int, b: int, c: int, d: int) -> int:
    """The seat (−1: none) that holds the trophy of a species, once a round is scored, by points for that species.

    pre: 2 <= players <= 4 and -1 <= holder < players
    post: __return__ == holder or leads(__return__, (a, b, c, d)[:players])
    post: not any(leads(seat, (a, b, c, d)[:players]) and seat != __return__ for seat in range(players))
    """
    points = (a, b, c, d)[:players]
    best = max(points)
    return points.index(best) if points.count(best) == 1 else holder
