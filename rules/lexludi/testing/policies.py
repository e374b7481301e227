"""Policies: how the random players of a game choose, so that random games get to its rules."""

from __future__ import annotations

from random import Random
from typing import Any

from lexludi.birdie import EndScoring, EndTurn, Lay, Pass, ScoreSet, Take, TakePair, UseAbility
from lexludi.core.game import Game
from lexludi.testing.playouts import Policy, uniform

__all__ = ["POLICIES", "policy_of"]

#: How much likelier a type of action is chosen than another, in Birdie; all edits together have 1.
_BIRDIE_WEIGHTS: dict[type, float] = {
    Take: 1.0,
    TakePair: 2.0,
    Pass: 0.06,
    Lay: 2.0,
    EndTurn: 2.0,
    UseAbility: 6.0,
    ScoreSet: 6.0,
    EndScoring: 1.0,
}


#: The weight of a pass for a player who is alone: nobody waits, and few take all that is left.
_ALONE = 1.5


def _birdie(state: Any, actions: tuple[Any, ...], random: Random) -> Any:
    """A player who chooses a type of action first, a pass rarely, and then any action of that type.

    Were all actions alike, most rounds would end before anybody had a pile worth scoring. Of the sets that
    might be scored it takes, half of the time, the longest of those furthest to the left, so that there
    is often room for more to the right.
    """
    by_kind: dict[type, list[Any]] = {}
    for action in actions:
        by_kind.setdefault(type(action), []).append(action)
    weights = dict(_BIRDIE_WEIGHTS)
    if state.passed.count(None) == 1:
        weights[Pass] = _ALONE
    left = random.random() * sum(weights.get(kind, 1.0) for kind in by_kind)
    kind = next(iter(by_kind))
    for kind in by_kind:
        left -= weights.get(kind, 1.0)
        if left < 0:
            break
    if kind is ScoreSet and random.random() < 0.5:
        return max(by_kind[kind], key=lambda one: (-one.start, one.length))
    return uniform(state, tuple(by_kind[kind]), random)


#: Name of a game → its policy, where choosing uniformly would leave most of its rules untouched.
POLICIES: dict[str, Policy] = {"birdie": _birdie}


def policy_of(game: Game) -> Policy:
    """The policy of a game's random players."""
    return POLICIES.get(game.NAME, uniform)
