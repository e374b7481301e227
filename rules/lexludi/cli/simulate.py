"""`lexludi simulate`: whole random games, and what they came to."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table

from lexludi.cli.shared import ERR, GAME, OUT, PLAYERS, RULES, check_out, folder_at, progress, rules_of, write_out
from lexludi.core.errors import BadInput
from lexludi.core.game import Game
from lexludi.core.jsontext import dumps
from lexludi.core.spec import clauses
from lexludi.simulation import Series, SimulationFailed, Tally, run

#: Labels that every game has, in the order of the table.
_COMMON = ("games", "points", "wins")


@click.command()
@GAME
@click.option("--games", type=int, default=100, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the series.")
@click.option("--first", type=int, default=0, show_default=True, help="Number of the first game of the series.")
@click.option("--all", "every", is_flag=True, help="All numbers of players and presets of the game in turn.")
@click.option("--check", is_flag=True, help="Check every step against the specification; count the clauses reached.")
@click.option("--every-clause", is_flag=True, help="With --check: exit status 1 when a clause was never at work.")
@click.option("--workers", type=int, default=1, show_default=True, help="Number of processes.")
@click.option(
    "--out", metavar="FILE", default=None, help="Write the records there, one JSON object a line; - for stdout."
)
@click.option("--resume", metavar="FOLDER", default=None, help="Keep finished parts there, and do not play them again.")
@click.option("--part-size", type=int, default=50, show_default=True, help="Games in a part.")
@PLAYERS
@RULES
def simulate(
    game: Game,
    games: int,
    seed: int,
    first: int,
    every: bool,
    check: bool,
    every_clause: bool,
    workers: int,
    out: str | None,
    resume: str | None,
    part_size: int,
    players: int | None,
    rules_text: str,
) -> int:
    """Play whole random games of GAME and sum them up, by number of players and seat.

    Game number i of a series depends on the seed and i alone. Exit status 1 when a check fails; the
    message then has the command that repeats the game.
    """
    for name, value, least in (
        ("--games", games, 1),
        ("--first", first, 0),
        ("--workers", workers, 1),
        ("--part-size", part_size, 1),
    ):
        if value < least:
            raise BadInput(name, value, f"an integer of at least {least}")
    if every_clause and not check:
        raise BadInput("--every-clause", "without --check", "--check beside it")
    if every and (players is not None or rules_text != "{}"):
        raise BadInput("--all", "beside --players or --rules", "one or the other")
    rules = tuple(game.simulated_rules()) if every else (rules_of(game, players, rules_text, default=4),)
    series = Series(game.NAME, rules, seed, first, games, check)
    records: list[Any] | None = None if out is None else []
    if out is not None and resume is not None:
        raise BadInput("--out", "beside --resume", "one or the other: finished parts keep no records")
    if out is not None:
        check_out("--out", out)
    folder = None if resume is None else folder_at("--resume", resume)
    told = ERR if out == "-" else OUT  # the records have standard output for themselves
    try:
        with progress(game.NAME, games) as advance:
            tally = run(
                series,
                workers=workers,
                part_size=part_size,
                resume=folder,
                out=None if records is None else records.extend,
                progress=advance,
            )
    except SimulationFailed as failure:
        told.tell(failure.told)
        told.tell(f"repeat it with: {failure.repeat}")
        return 1
    if out is not None and records is not None:
        write_out(out, "".join(dumps(record) + "\n" for record in records))
    if out != "-":
        _tell(game, tally)
    return 1 if every_clause and _missed(game, tally) else 0


def _tell(game: Game, tally: Tally) -> None:
    counts = tally.counts
    labels = list(dict.fromkeys(key.split("/", 2)[2] for key in tally.seats))
    table = Table("players", "seat", *(label if label in ("games",) else f"{label} a game" for label in labels))
    for place in sorted({key.rsplit("/", 1)[0] for key in tally.seats}):
        players, seat = place.split("/")
        number = tally.seats[f"{place}/games"]
        means = (f"{tally.seats[f'{place}/{label}'] / number:.2f}" for label in labels if label != "games")
        table.add_row(players, seat, str(number), *means)
    OUT.print(table)
    length = counts["moves"] / counts["games"]
    games = f"{counts['games']} game{'' if counts['games'] == 1 else 's'}"
    OUT.print(f"{games}, {counts['moves']} moves ({length:.1f} a game), {counts['deals']} deals")
    OUT.print(f"at most {tally.largest['legal actions']} legal actions at once")
    if tally.reached:
        _tell_checks(game, tally)


def _clauses_of(game: Game) -> list[str]:
    return [slug for slug, clause in clauses().items() if clause.game == game.NAME]


def _missed(game: Game, tally: Tally) -> list[str]:
    return [slug for slug in _clauses_of(game) if not tally.reached[slug]]


def _tell_checks(game: Game, tally: Tally) -> None:
    counts = tally.counts
    table = Table("clause", "steps in which it was at work")
    slugs = _clauses_of(game)
    for slug in slugs:
        table.add_row(slug, str(tally.reached[slug]))
    OUT.print(table)
    missed = _missed(game, tally)
    OUT.print(
        f"every step kept every invariant; {counts['refusals']} refusals, {counts['round trips']} round trips "
        f"and {counts['records']} records checked; {len(slugs) - len(missed)} of {len(slugs)} clauses reached"
    )
    if missed:
        OUT.print(f"not reached: {', '.join(missed)}")
