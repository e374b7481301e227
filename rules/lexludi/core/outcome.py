"""How a finished game ended."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

__all__ = ["Outcome", "outcome_of"]


@attrs.frozen
class Outcome:
    """The result of a finished game."""

    #: Points by seat.
    scores: tuple[int, ...]
    #: Rank by seat, 1 the best; equal scores share a rank and the next one is skipped (1, 2, 2, 4).
    ranks: tuple[int, ...]
    #: Seats with the most points, ascending. More than one when they tie.
    winners: tuple[int, ...]
    #: Why the game ended, a slug.
    reason: str


def outcome_of(scores: Sequence[int], reason: str) -> Outcome:
    """The outcome of a game in which the most points win and equal points share the win.

    >>> outcome_of([7, 9, 9, 1], "rounds-played")
    Outcome(scores=(7, 9, 9, 1), ranks=(3, 1, 1, 4), winners=(1, 2), reason='rounds-played')
    """
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return Outcome(tuple(scores), ranks, winners, reason)
