"""Writings: the ways in which one legal action may be written, and which clause says that they are one."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from lexludi.core.codec import to_json
from lexludi.core.game import Game, Seat, form_clause
from lexludi.core.jsontext import dumps

__all__ = ["Writing", "another", "is_canonical", "of_step"]


class Writing(NamedTuple):
    """A legal action as it is sent: the seat beside it, its JSON, and the clause by which that will do.

    The clause is empty for the canonical writing.
    """

    seat: Seat | None
    told: Any
    clause: str = ""


def another(game: Game, state: Any, action: Any, random: Random, *, unnamed: bool) -> Writing:
    """A legal action of the seat to act written in another way, if it has one; deals have none.

    A pair may be named in either order, an object's keys may stand in any, and the seat need not be named, if
    `unnamed` says so: a program that keeps to what it is told may not know who is to act.
    """
    seat, told = game.to_act(state), to_json(action)
    if seat is None:
        return Writing(None, told)
    ways = [Writing(None, told, _nobody_named(game, state, action)) if unnamed else Writing(seat, told)]
    if len(told) > 1:
        ways.append(Writing(seat, dict(reversed(told.items())), form_clause(game, state.rules)))
    if len(set(told.get("cards", ()))) > 1:
        ways += [Writing(seat, {**told, "cards": told["cards"][::-1]}, form_clause(game, state.rules))] * 2
    return ways[int(random.random() * len(ways))]


def of_step(game: Game, state: Any, action: Any, step: Mapping[str, Any]) -> Writing:
    """The writing that a step of a vector has."""
    seat, told = step["seat"], step["action"]
    if seat is None and game.to_act(state) is not None:
        return Writing(None, told, _nobody_named(game, state, action))
    return Writing(seat, told, "" if is_canonical(action, told) else form_clause(game, state.rules))


def is_canonical(action: Any, told: Any) -> bool:
    """Whether an action is told as lexludi writes it, to the order of the keys."""
    return dumps(to_json(action)) == dumps(told)


def _nobody_named(game: Game, state: Any, action: Any) -> str:
    """The clause that says who acts when no seat is named: the one by which others are out of turn."""
    refusal = game.verify(state, action, -1)
    assert refusal is not None
    return refusal.clause
