"""Figures: numbers about a finished game, by seat, for summaries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lexludi.druids.rules import Rules
from lexludi.druids.scoring import ROUND_LOST
from lexludi.druids.state import State

__all__ = ["figures", "simulated_rules"]


def figures(state: State) -> Mapping[str, tuple[int, ...]]:
    """Label → number by seat: rounds lost by a stack of every domain, the best and the worst round.

    >>> from lexludi import druids
    >>> from lexludi.druids.state import changed
    >>> state = druids.start(druids.Rules(players=3))
    >>> figures(changed(state, scores=((-3, 9), (12, 0), (7, 21))))
    {'rounds lost': (1, 0, 0), 'best round': (9, 12, 21), 'worst round': (-3, 0, 7)}
    """
    return {
        "rounds lost": tuple(rounds.count(ROUND_LOST) for rounds in state.scores),
        "best round": tuple(max(rounds, default=0) for rounds in state.scores),
        "worst round": tuple(min(rounds, default=0) for rounds in state.scores),
    }


def simulated_rules() -> Iterator[Rules]:
    """Rules that a simulation of the whole game takes in turn: 3, 4 and 5 players, without and with the
    variant, another first dealer, and a small world.

    >>> [rules.players for rules in simulated_rules()]
    [3, 4, 5, 3, 4, 5, 3]
    """
    for sun_and_moon in (False, True):
        for players in (3, 4, 5):
            yield Rules(players=players, sun_and_moon=sun_and_moon, first_dealer=2 * sun_and_moon)
    yield Rules(players=3, domains=4, values=4, rounds=3, hand_size=6)
