"""`lexludi play`: a game against simple opponents, in a terminal."""

from __future__ import annotations

import random
from typing import Any

import click

from lexludi.cli import play_birdie, play_druids
from lexludi.cli.shared import GAME, OUT, PLAYERS, RULES, check_out, rules_of, standard_input, tell_event, write_out
from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import BadInput
from lexludi.core.game import Game
from lexludi.core.jsontext import dumps
from lexludi.core.records import RecordBuilder
from lexludi.core.violations import Violation
from lexludi.testing.policies import policy_of

#: Name of a game → how it is drawn and what one types to play it.
_TABLES: dict[str, Any] = {"druids": play_druids, "birdie": play_birdie}


class _Quit(Exception):
    """The player has had enough."""


@click.command()
@GAME
@click.option("--seat", type=int, default=0, show_default=True, help="Your seat.")
@click.option("--seed", type=int, default=None, help="Seed of the deals and of the opponents.")
@click.option("--out", metavar="FILE", default=None, help="Write the record there, however far the game goes.")
@PLAYERS
@RULES
def play(game: Game, seat: int, seed: int | None, out: str | None, players: int | None, rules_text: str) -> int:
    """Play GAME against simple opponents. You see what your seat may see, and no more.

    Type the number of an action, or what it asks for (a card, a domain …); ? lists the actions again,
    q ends the game. A refused action tells the clause that refuses it.
    """
    rules = rules_of(game, players, rules_text, default=3)
    builder = RecordBuilder(game, rules)
    game.view(builder.state, seat)  # refuses a seat that is not at the table
    if out is not None:
        check_out("--out", out, stdout="the game")
    standard_input()  # refuses to begin where nothing can be typed
    source = random.Random(seed)
    try:
        while not game.is_over(builder.state):
            _step(game, builder, seat, source)
        _farewell(game, builder.state, seat)
    except _Quit:
        OUT.print("The game ends here.")
    if out is not None:
        write_out(out, dumps(to_json(builder.record()), indent=1) + "\n")
        OUT.tell(f"The record is in {out}.")
    return 0


def _step(game: Game, builder: RecordBuilder, seat: int, source: random.Random) -> None:
    """One action of whoever is to act, told as `seat` learns it."""
    state = builder.state
    actor, actions = game.to_act(state), game.legal_actions(state)
    if actor is None:
        action = game.shuffled(state, source)
    elif actor == seat:
        action = _asked(game, state, seat, actions)
    else:
        action = policy_of(game)(state, actions, source)
    for event in game.explain(state, action, seat):
        OUT.tell(f"  {tell_event(event)}")
    builder.apply(action, actor)


def _asked(game: Game, state: Any, seat: int, actions: tuple[Any, ...]) -> Any:
    """The legal action that the player types."""
    table = _TABLES[game.NAME]
    OUT.print(table.drawn(game.view(state, seat)))
    _list(table, actions)
    while True:
        try:
            typed = input(f"seat {seat}> ").strip()
        except EOFError:
            raise _Quit from None
        if typed in ("q", "quit"):
            raise _Quit
        if typed in ("", "?"):
            _list(table, actions)
            continue
        action = _meant(game, table, typed, actions)
        if action is None:
            OUT.tell(f"'{typed}' is none of the actions; ? lists them")
            continue
        refusal = game.verify(state, action, seat)
        if refusal is None:
            return action
        _tell_refusal(refusal)


def _meant(game: Game, table: Any, typed: str, actions: tuple[Any, ...]) -> Any:
    """The action that a text means: a number of the list, or what it asks for; None when it means none."""
    if typed.isdecimal():
        number = int(typed)
        return actions[number - 1] if 1 <= number <= len(actions) else None
    told = table.typed(typed.upper().split(), actions)
    try:
        return None if told is None else from_json(game.Action, told)
    except BadInput:
        return None


def _list(table: Any, actions: tuple[Any, ...]) -> None:
    for number, action in enumerate(actions, start=1):
        OUT.tell(f"  {number:3}  {table.named(action)}")


def _tell_refusal(refusal: Violation) -> None:
    OUT.tell(f"  {refusal.message} ({refusal.code}, {refusal.clause})")


def _farewell(game: Game, state: Any, seat: int) -> None:
    outcome = game.outcome(state)
    assert outcome is not None
    for place, (points, rank) in enumerate(zip(outcome.scores, outcome.ranks, strict=True)):
        you = "  (you)" if place == seat else ""
        OUT.print(f"  seat {place}: {points} points, rank {rank}{you}")
    OUT.print("You win." if seat in outcome.winners else "You do not win.")
