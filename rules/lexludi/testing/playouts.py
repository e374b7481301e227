"""Playouts: whole games by simple players, each repeatable from a seed and a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import attrs

from lexludi.core.game import Game, Seat
from lexludi.core.records import Record, RecordBuilder

__all__ = ["Moment", "Policy", "game_random", "moments", "playout", "uniform"]

#: Chooses one of the legal actions of a state.
Policy = Callable[[Any, tuple[Any, ...], Random], Any]


def uniform(state: Any, actions: tuple[Any, ...], random: Random) -> Any:
    """A player to whom all legal actions are alike."""
    return actions[int(random.random() * len(actions))]


def game_random(seed: int, number: int) -> Random:
    """The random source of one game of a series: it depends on the seed and the game's number alone."""
    return Random(f"{seed}/{number}")


@attrs.frozen
class Moment:
    """One step of a game as it is played."""

    #: The state before the step.
    state: Any
    #: The seat that acts; None for a deal.
    seat: Seat | None
    #: What it does.
    action: Any
    #: The state after it.
    after: Any


def moments(game: Game, rules: Any, random: Random, policy: Policy = uniform) -> Iterator[Moment]:
    """The steps of one whole game."""
    state = game.start(rules)
    while not game.is_over(state):
        seat, actions = game.to_act(state), game.legal_actions(state)
        action = policy(state, actions, random) if actions else game.shuffled(state, random)
        after = game.apply(state, action, seat)
        yield Moment(state, seat, action, after)
        state = after


def playout(game: Game, rules: Any, random: Random, policy: Policy = uniform) -> Record:
    """The record of one whole game.

    >>> from lexludi import druids
    >>> record = playout(druids, druids.Rules(players=3, rounds=1), game_random(7, 0))
    >>> record.outcome is not None
    True
    """
    builder = RecordBuilder(game, rules)
    for moment in moments(game, rules, random, policy):
        builder.apply(moment.action, moment.seat)
    return builder.record()
