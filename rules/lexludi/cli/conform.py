"""`lexludi conform`: a program in any language held to the rules, clause by clause."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from math import isfinite
from typing import Any

import click
from rich.table import Table

from lexludi.cli.shared import ERR, GAME, OUT, check_out, folder_at, read_text, write_out
from lexludi.conformance.breaks import KINDS, Break
from lexludi.conformance.pipes import Process
from lexludi.conformance.repeat import repeat
from lexludi.conformance.report import Report, break_vector, to_junit, verdict
from lexludi.conformance.runner import check, hello, known_failures
from lexludi.conformance.targets import TargetBroken
from lexludi.conformance.vectors import load_vector
from lexludi.core.errors import BadInput, LexludiError, Words, escaped
from lexludi.core.game import Game
from lexludi.core.jsontext import dumps


@click.command()
@GAME
@click.argument("command", nargs=-1, metavar="-- COMMAND…")
@click.option("--games", type=int, default=200, show_default=True, help="How many random games.")
@click.option("--seconds", type=float, default=60.0, show_default=True, help="Time for the random games.")
@click.option("--shrink", type=float, default=5.0, show_default=True, help="Seconds spent on shrinking each break.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random games.")
@click.option("--timeout", type=float, default=10.0, show_default=True, help="Seconds that COMMAND has for a reply.")
@click.option(
    "--known", metavar="FILE", default=None, help="Known failures: a clause a line. They do not fail the run."
)
@click.option(
    "--json", "json_file", metavar="FILE", default=None, help="Write the report there, as JSON; - for stdout."
)
@click.option("--junit", metavar="FILE", default=None, help="Write the report there, as JUnit XML; - for stdout.")
@click.option(
    "--save", metavar="FOLDER", default=None, help="Write the shortest game of each break there, as a vector."
)
@click.option("--vector", metavar="FILE", default=None, help="Only put this vector to COMMAND (- for standard input).")
def conform(
    game: Game,
    command: tuple[str, ...],
    games: int,
    seconds: float,
    shrink: float,
    seed: int,
    timeout: float,
    known: str | None,
    json_file: str | None,
    junit: str | None,
    save: str | None,
    vector: str | None,
) -> int:
    """Hold a program that speaks lexludi-conformance/1 to the rules of GAME.

    First whether its adapter is sound, then the shipped vectors, then situations that luck does not
    bring, then random games; each break is shrunk to a short game. Exit status 1 when the program
    breaks a clause, 2 when it does not speak the protocol.
    """
    if not command:
        raise BadInput("COMMAND", "missing", "the command that starts the program, after --")
    for name, value in (("--games", games), ("--seconds", seconds), ("--shrink", shrink), ("--timeout", timeout)):
        if not isfinite(value) or value < 0 or (value == 0 and name in ("--games", "--timeout")):
            raise BadInput(
                name, value, "a number above 0" if name in ("--games", "--timeout") else "a number of seconds"
            )
    beside = {"--json": json_file, "--junit": junit, "--save": save, "--known": known}
    if vector is not None and any(value is not None for value in beside.values()):
        given = ", ".join(name for name, value in beside.items() if value is not None)
        raise BadInput(
            "--vector", Words(f"{given} beside it"), "--vector alone: it tells what differs, and writes nothing"
        )
    listed = [] if known is None else known_failures(read_text(known), known)
    _check_files(json_file, junit)
    folder = None if save is None else folder_at("--save", save)
    try:
        if vector is not None:
            return _put(vector, game, command, timeout)
        program = Process(command, timeout)
        report = _checked(program, game, command, timeout, games, seconds, shrink, seed, listed)
    except TargetBroken as error:
        told = f"COMMAND does not speak lexludi-conformance/1: {error}"
        if vector is None:
            _write_report(Report.of_broken(game.NAME, told), json_file, junit)
        raise LexludiError(told) from None
    if "-" not in (json_file, junit) and not report.nothing_compared:
        _tell(report, command)
    _write_report(report, json_file, junit)
    if folder is not None:
        for one in report.breaks:
            made = break_vector(report.game, one)
            write_out(str(folder / f"{made['id']}.json"), dumps(made, indent=1) + "\n")
    if report.nothing_compared:
        raise LexludiError(f"COMMAND: {report.nothing_compared}")
    return 0 if report.conforms else 1


def _checked(
    target: Process,
    game: Game,
    command: Sequence[str],
    timeout: float,
    games: int,
    seconds: float,
    shrink: float,
    seed: int,
    listed: Sequence[str],
) -> Report:
    """The report on a program. All processes of it have ended when this returns or raises."""
    programs = [target]

    def renew() -> Process:
        programs.append(Process(command, timeout))
        hello(programs[-1], game)
        return programs[-1]

    stages: set[str] = set()

    def progress(stage: str, done: int) -> None:
        if stage not in stages:
            stages.add(stage)
            ERR.tell(f"{game.NAME}: {stage}")

    try:
        return check(
            target,
            game,
            games=games,
            seconds=seconds,
            shrink_seconds=shrink,
            seed=seed,
            known=listed,
            renew=renew,
            progress=progress,
        )
    finally:
        for one in programs:
            one.close()


def _check_files(json_file: str | None, junit: str | None) -> None:
    """Refuse, before anything is started, the names of reports that could not be written when all is done."""
    if json_file is not None:
        check_out("--json", json_file)
    if junit is not None:
        check_out("--junit", junit, stdout="--json" if json_file == "-" else "")


def _write_report(report: Report, json_file: str | None, junit: str | None) -> None:
    if json_file is not None:
        write_out(json_file, dumps(report.to_json(), indent=1) + "\n")
    if junit is not None:
        # Text of the program is in it, and XML has no word for most control characters.
        write_out(junit, "\n".join(map(escaped, to_junit([report]).split("\n"))))


def _put(name: str, game: Game, command: Sequence[str], timeout: float) -> int:
    """Put one vector to a program."""
    vector = load_vector(read_text(name), name)
    if vector.game != game.NAME:
        raise BadInput(f"{name}: game", vector.game, f"{game.NAME}, the game that is asked for")
    target = Process(command, timeout)
    try:
        found = repeat(vector, target)
    finally:
        target.close()
    for one in found:
        OUT.tell(str(one))
    OUT.tell(f"{vector.id}: {'broken' if found else 'kept'}")
    return 1 if found else 0


def _tell(report: Report, command: Sequence[str]) -> None:
    table = Table("clause", "status", "at work in so many counted steps")
    for slug, status in report.statuses().items():
        shown = f"{status} (known)" if status == "broken" and slug in report.known else status
        table.add_row(slug, shown, str(report.exercised.get(slug, 0)))
    OUT.print(table)
    for one in report.breaks:
        _tell_break(report, one, command)
    if report.situations:
        told = ", ".join(f"{name} {number}" for name, number in report.situations.items())
        OUT.tell(f"built situations played through: {told}")
    for why, number in sorted(report.abandoned.items(), key=lambda item: -item[1])[:8]:
        OUT.tell(f"could not go on in {number} games: {_cut(why)}")
    kept, broken, skipped = report.vectors
    OUT.print(f"vectors: {kept} kept, {broken} broken, {skipped} skipped")
    if report.unreported:
        OUT.tell(f"claimed but never reported: {', '.join(report.unreported)}")
    statuses = list(report.statuses().values())
    counts = ", ".join(f"{statuses.count(one)} {one}" for one in ("kept", "broken", "not exercised", "skipped"))
    name = _cut(str(report.implementation.get("implementation")))
    OUT.tell(f"{name}: {report.games} games, {report.steps} steps compared; clauses: {counts}")
    for slug in report.unexpectedly_kept:
        OUT.tell(f"{slug} is listed as a known failure and is kept: take it off the list")
    OUT.tell(verdict(report))


def _cut(text: str) -> str:
    """A text of the program, of bounded length."""
    return text if len(text) <= 200 else f"{text[:200]} …"


#: Longer games and vectors than these are not printed, but saved with `--save`.
_STEPS, _LETTERS = 24, 3000


def _tell_break(report: Report, one: Break, command: Sequence[str]) -> None:
    number = f"{len(one.steps)} {'step' if len(one.steps) == 1 else 'steps'}"
    OUT.print(f"\n[bold]{one.clause}[/bold] {KINDS[one.kind]} ({number})")
    OUT.tell(f"  {one.where}: expected {dumps(one.expected)}, got {dumps(one.got)}")
    if one.perhaps:
        OUT.tell(f"  perhaps because of {one.perhaps}, which is at work in the same step")
    OUT.tell(f"  rules {dumps(one.rules)}")
    skipped = max(0, len(one.steps) - _STEPS)
    if skipped:
        OUT.print(f"  … {skipped} steps …")
    for place, step in enumerate(one.steps[skipped:], start=skipped + 1):
        OUT.tell(f"  {place:2} {_told(step)}")
    vector = dumps(break_vector(report.game, one))
    if len(vector) > _LETTERS:
        OUT.print(
            "  repeat: with --save FOLDER this game is written to a file, which --vector FILE puts to the program"
        )
        return
    asked = f"lexludi conform {report.game} --vector - -- {shlex.join(command)}"
    # The command is the caller's own, and stays as it is.
    OUT.print(f"  repeat: printf %s {escaped(shlex.quote(vector))} | {asked}", markup=False)


def _told(step: Any) -> str:
    """A step on one line."""
    action, seat = step["action"], step["seat"]
    if not isinstance(action, dict):
        told = dumps(action)
    else:
        fields = [" ".join(map(str, value)) if isinstance(value, list) else str(value) for value in action.values()]
        told = " ".join(fields)
    who = "" if seat is None else f"seat {seat}: "
    return who + told + (f" (to be refused: {step['reject']})" if "reject" in step else "")
