"""The checks of a step: what they blame."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from lexludi import birdie, druids
from lexludi.core.game import Game
from lexludi.druids.events import TrickWon
from lexludi.testing.checks import CheckFailed, check_step
from lexludi.testing.playouts import Moment, game_random, moments


def told_otherwise(game: Game, **faulty: Any) -> Any:
    """A game with some functions exchanged."""
    names = [name for name in dir(game) if not name.startswith("_")]
    return SimpleNamespace(**{name: getattr(game, name) for name in names} | faulty)


def blamed(game: Any, moment: Moment) -> str:
    with pytest.raises(CheckFailed, match="its events fold") as caught:
        check_step(game, moment)
    return caught.value.clause


def steps(game: Game, players: int = 3) -> list[Moment]:
    return list(moments(game, game.Rules(players=players), game_random(1, 1)))


def test_the_clause_of_the_event_that_tells_it_wrong() -> None:
    """A trick goes to another seat: the clause of the trick's winner, not that of lists of legal actions."""

    def explain(state: Any, action: Any) -> tuple[Any, ...]:
        return tuple(
            attrs.evolve(event, seat=(event.seat + 2) % 3) if isinstance(event, TrickWon) else event
            for event in druids.explain(state, action)
        )

    won = next(
        moment
        for moment in steps(druids)
        for event in druids.explain(moment.state, moment.action)
        if isinstance(event, TrickWon) and event.clause == "druids/trick-winner"
    )
    assert check_step(druids, won)
    assert blamed(told_otherwise(druids, explain=explain), won) == "druids/trick-winner"


def test_an_event_that_is_missing_blames_those_that_are_there() -> None:
    moment = next(one for one in steps(birdie) if len(birdie.explain(one.state, one.action)) > 1)
    events = birdie.explain(moment.state, moment.action)
    game = told_otherwise(birdie, explain=lambda state, action: events[:1])
    assert blamed(game, moment) == events[0].clause
    nothing = told_otherwise(birdie, explain=lambda state, action: ())
    assert blamed(nothing, moment) == "birdie/action-form"
