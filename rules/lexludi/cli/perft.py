"""`lexludi perft`: how many lines of play there are, a number that other programs can compare."""

from __future__ import annotations

from random import Random

import click
from click.core import ParameterSource

from lexludi.cli.shared import GAME, OUT, PLAYERS, RULES, read_record, rules_of
from lexludi.conformance.perft import counted, shipped_tables, state_of
from lexludi.core.errors import BadInput, IllegalAction, Words
from lexludi.core.game import Game
from lexludi.core.records import states


@click.command()
@GAME
@click.option("--depth", type=int, default=4, show_default=True, help="Greatest number of player actions.")
@click.option("--record", "path", metavar="RECORD", default=None, help="Start where this record ends.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the deal, without --record.")
@click.option("--tables", is_flag=True, help="Show the shipped tables of GAME instead.")
@click.option("--check", is_flag=True, help="Count the shipped tables of GAME anew and compare.")
@PLAYERS
@RULES
def perft(
    game: Game,
    depth: int,
    path: str | None,
    seed: int,
    tables: bool,
    check: bool,
    players: int | None,
    rules_text: str,
) -> int:
    """Count the sequences of 1 to DEPTH player actions from a dealt state of GAME.

    A due deal and the end are leaves: no sequence goes on beyond them. With --check, exit status 1 when
    our rules give another number than a shipped table has.
    """
    if tables or check:
        name = "--check" if check else "--tables"
        _alone(name, f"{name} alone: a table has its own state, rules and depth", "--tables", "--check")
        return _tables(game, check)
    if depth < 1:
        raise BadInput("--depth", depth, "a number of actions, at least 1")
    if path is None:
        state = game.start(rules_of(game, players, rules_text, default=4))
        state = game.apply(state, game.shuffled(state, Random(seed)))
    else:
        _alone("--record", "at most --depth: a record has its own deal and rules", "--record", "--depth")
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


def _alone(name: str, expected: str, *fit: str) -> None:
    """Refuse the options that are given beside the option `name` and are none of those that `fit` it."""
    context = click.get_current_context()
    given = [
        parameter.opts[0]
        for parameter in context.command.params
        if isinstance(parameter, click.Option)
        and parameter.opts[0] not in fit
        and context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
    ]
    if given:
        raise BadInput(name, Words(f"{', '.join(given)} beside it"), expected)


def _tables(game: Game, check: bool) -> int:
    """Show the shipped tables of a game; compare them, if asked to, with what our rules give."""
    kept = broken = 0
    for table in shipped_tables(game.NAME):
        OUT.tell(f"{table.id}: {table.purpose}")
        counts = counted(*state_of(table), len(table.counts) - 1) if check else table.counts
        for plies, (due, found) in enumerate(zip(table.counts, counts, strict=True)):
            OUT.print(f"{plies:3} {due}" + (f", counted {found}" if due != found else ""))
        kept, broken = kept + (table.counts == counts), broken + (table.counts != counts)
    if check:
        OUT.print(f"{kept + broken} tables: {kept} kept, {broken} broken")
    return 1 if broken or not kept else 0
