"""Situations: games built to reach what luck does not bring, and in them an action of each form."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial

from lexludi.conformance.attempts import Attempt, sweep
from lexludi.conformance.malformed import form_of
from lexludi.core.codec import to_json
from lexludi.core.game import Game
from lexludi.core.records import Record
from lexludi.testing import awkward, birdie_awkward

__all__ = ["first_of_each_form", "situations"]


def situations(game: Game) -> Iterator[tuple[str, int, Callable[[], Record]]]:
    """The rare situations of a game, by construction: name, number of players, and what makes the record."""
    for one in {"druids": awkward, "birdie": birdie_awkward}[game.NAME].AWKWARD:
        for players in one.players:
            yield one.make.__name__, players, partial(one.make, players)


def first_of_each_form(game: Game, players: Collection[int]) -> Iterator[tuple[Record, int, list[Attempt]]]:
    """The first action of each form in the situations: the record, the index of its step, and all to try there."""
    seen: set[tuple[str, ...]] = set()
    for _, number, make in situations(game):
        if number not in players:
            continue
        record = make()
        state = game.start(record.rules)
        for index, step in enumerate(record.steps):
            form = form_of(to_json(step.action))
            if form not in seen:
                seen.add(form)
                yield record, index, sweep(game, state, step.action, step.seat)
            state = game.apply(state, step.action, step.seat)
