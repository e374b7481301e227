"""`lexludi perft`: how many lines of play there are, a number that other programs can compare."""

from __future__ import annotations

from random import Random

import click

from lexludi.cli.shared import GAME, OUT, PLAYERS, RULES, read_record, rules_of
from lexludi.core.errors import BadInput, IllegalAction
from lexludi.core.game import Game
from lexludi.core.records import states


@click.command()
@GAME
@click.option("--depth", type=int, default=4, show_default=True, help="Greatest number of player actions.")
@click.option("--record", "path", metavar="RECORD", default=None, help="Start where this record ends.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the deal, without --record.")
@PLAYERS
@RULES
def perft(game: Game, depth: int, path: str | None, seed: int, players: int | None, rules_text: str) -> int:
    """Count the sequences of 1 to DEPTH player actions from a dealt state of GAME.

    A due deal and the end are leaves: no sequence goes on beyond them.
    """
    if depth < 1:
        raise BadInput("--depth", depth, "a number of actions, at least 1")
    if path is None:
        state = game.start(rules_of(game, players, rules_text, default=4))
        state = game.apply(state, game.shuffled(state, Random(seed)))
    else:
        record = read_record(path)
        if record.game != game.NAME:
            raise BadInput(f"{path}: game", record.game, repr(game.NAME))
        try:
            *_, state = states(record)
        except IllegalAction as refusal:
            raise BadInput(path, str(refusal), "a record that keeps the rules") from None
    for plies in range(1, depth + 1):
        OUT.print(f"{plies:3} {game.perft(state, plies)}")
    return 0
