"""Random games of Birdie that reach scoring with something to score: they rarely pass."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from lexludi import birdie

#: How likely a policy is to pick an action of each type, against the others.
WEIGHTS: dict[type, float] = {
    birdie.Take: 1.0,
    birdie.TakePair: 2.0,
    birdie.Lay: 2.0,
    birdie.EndTurn: 2.0,
    birdie.Pass: 0.06,
    birdie.UseAbility: 2.0,
    birdie.ScoreSet: 6.0,
    birdie.EndScoring: 1.0,
}


def choice(state: birdie.State, random: Random) -> Any:
    """A type of action first, rarely a pass, then any action of that type; a deal when one is due."""
    actions = birdie.legal_actions(state)
    if not actions:
        return birdie.shuffled(state, random)
    kinds = list(dict.fromkeys(type(action) for action in actions))
    kind = random.choices(kinds, [WEIGHTS.get(kind, 1.0) for kind in kinds])[0]
    return random.choice([action for action in actions if type(action) is kind])


def game(rules: birdie.Rules, random: Random) -> Iterator[tuple[birdie.State, Any, birdie.State]]:
    """A whole game: each state, the action taken in it, and the state after it."""
    state = birdie.start(rules)
    while not birdie.is_over(state):
        action = choice(state, random)
        after = birdie.apply(state, action)
        yield state, action, after
        state = after


def final(rules: birdie.Rules, random: Random) -> birdie.State:
    """The last state of a random game."""
    return list(game(rules, random))[-1][2]


def worlds() -> list[birdie.Rules]:
    """Both presets with 2, 3 and 4 players, each effect bound to every species, and small worlds."""
    rules = [make(players) for players in (2, 3, 4) for make in (birdie.Rules.as_written, birdie.Rules.published)]
    for players, effect in ((2, "remove"), (3, "move"), (4, "swap"), (2, "insert")):
        bound = dict.fromkeys(birdie.Species, birdie.Effect(effect))
        rules.append(birdie.Rules(players=players, abilities=bound, crosses=tuple(range(9)), lone_turns=2))
    mixed = dict(zip(birdie.Species, list(birdie.Effect)[1:], strict=True))
    rules.append(birdie.Rules(players=3, abilities=mixed, pile_order=birdie.PileOrder.FREE, starters=(2, 2)))
    rules.append(birdie.Rules(players=2, species=3, seasons=3, copies=3, starters=(1, 0)))
    rules.append(birdie.Rules(players=2, species=2, seasons=2, copies=5, lone_turns=1))
    rules.append(birdie.Rules(players=4, species=1, seasons=4, copies=4, trophy=-2))
    return rules
