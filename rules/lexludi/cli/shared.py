"""What several commands share: arguments, files, and how things are told on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from lexludi.conformance.logs import LOG, Log
from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import BadInput, BadRules, LexludiError, Words, escaped
from lexludi.core.game import Game, game_named
from lexludi.core.jsontext import MAX_TEXT, loads
from lexludi.core.records import Record, Step
from lexludi.core.writing import check_writable, write_whole

__all__ = [
    "ERR",
    "GAME",
    "OUT",
    "PLAYERS",
    "RULES",
    "check_out",
    "folder_at",
    "progress",
    "read_record",
    "read_records",
    "read_text",
    "rules_of",
    "standard_input",
    "tell_action",
    "tell_event",
    "write_out",
]

#: Width of what is not printed on a terminal, which has none of its own.
WIDE = 132


class Terminal(Console):
    """A console that shows one line of text, whoever wrote it, for what it is."""

    def tell(self, text: str) -> None:
        """Print one line: no markup in it, and what would be none of its letters is escaped."""
        self.print(escaped(text), markup=False, soft_wrap=True)


#: Where results go.
OUT = Terminal(highlight=False, soft_wrap=True, width=None if sys.stdout.isatty() else WIDE)

#: Where progress goes.
ERR = Terminal(stderr=True, highlight=False)


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error; where that is no terminal, a line at each quarter.

    Gives the function that is told how many more are done.
    """
    if ERR.is_terminal:
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        with Progress(*columns, console=ERR, transient=True) as bar:
            task = bar.add_task(what, total=total)
            yield lambda done: bar.advance(task, done)
        return
    done_so_far = 0

    def advance(done: int) -> None:
        nonlocal done_so_far
        before, done_so_far = done_so_far, done_so_far + done
        if before * 4 // total < done_so_far * 4 // total:
            ERR.print(f"{what}: {done_so_far} of {total}")

    yield advance


class _GameName(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    name = "game"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        return game_named(value)


GAME = click.argument("game", type=_GameName())
RULES = click.option("--rules", "rules_text", metavar="JSON", default="{}", help='Rules as JSON, e.g. {"rounds":1}.')
PLAYERS = click.option("--players", type=int, default=None, help="Number of players.")


def rules_of(game: Game, players: int | None, text: str, default: int) -> Any:
    """The rules that a command line asks for: those of `--rules`, with `--players` in front."""
    data = loads(text, "--rules")
    if not isinstance(data, dict):
        raise BadRules("--rules", data, "a JSON object")
    if players is not None:
        if data.get("players", players) != players:
            raise BadRules("--players", players, f"the number that --rules tells, {data['players']}")
        data["players"] = players
    data.setdefault("players", default)
    return from_json(game.Rules, data)


def read_record(path: str) -> Record:
    """The one record in a file, or on standard input for `-`. BadInput, naming the file, for anything else."""
    records = read_records(path)
    if len(records) > 1:
        raise BadInput(path, Words(f"{len(records)} records, a line each"), "one record: `audit` takes several")
    return records[0]


def read_records(path: str) -> list[Record]:
    """The records in a file, or on standard input for `-`: one, or several with a line each.

    BadInput, naming the file (and the line), for anything else.
    """
    return [_decoded(Record, data, name) for name, data in read_values(path)]


def standard_input() -> BinaryIO:
    """Standard input. LexludiError where whoever started us has closed it."""
    if sys.stdin is None:
        raise LexludiError("standard input is closed")
    return sys.stdin.buffer


def read_text(path: str) -> str:
    """The text of a file, or on standard input for `-`. BadInput, naming it, when it cannot be read or is not UTF-8."""
    name = "standard input" if path == "-" else path
    if not path:
        raise BadInput(repr(path), Words("no name"), "a readable file")
    try:
        data = standard_input().read(MAX_TEXT) if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8")
    except OSError as error:
        raise BadInput(name, Words(error.strerror or "unreadable"), "a readable file") from None
    except UnicodeDecodeError:
        raise BadInput(name, Words("not UTF-8"), "a text in UTF-8") from None


def check_out(option: str, name: str, stdout: str = "") -> None:
    """Refuse, before anything is done, the name of a file that could not be written when all is done.

    `-` is standard output: refused too when `stdout` tells what else has it for itself.
    """
    if name == "-":
        if stdout:
            raise BadInput(option, name, f"a file, as {stdout} has standard output for itself")
        return
    try:
        check_writable(Path(name))
    except OSError as error:
        raise BadInput(option, name, f"a file that can be written: {error.strerror}") from None


def write_out(name: str, text: str) -> None:
    """Write a file, whole or not at all, or for `-` on standard output. LexludiError, naming it, when that fails."""
    if name == "-":
        click.echo(text, nl=False)
        return
    try:
        write_whole(Path(name), text)
    except OSError as error:
        raise LexludiError(f"{name}: {error.strerror}") from None


def folder_at(option: str, name: str) -> Path:
    """A folder to write files in, made if it is not there. BadInput where that cannot be done."""
    if name in ("", "-"):
        raise BadInput(option, name, "the name of a folder")
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
        check_writable(Path(name, ".lexludi"))
    except OSError as error:
        raise BadInput(option, name, f"a folder in which files can be written: {error.strerror}") from None
    return Path(name)


def read_values(path: str) -> list[tuple[str, Any]]:
    """The JSON value in a file, or on standard input for `-`, or the values of its lines; each with where it stood."""
    name = "standard input" if path == "-" else path
    text = read_text(path)
    lines = text.splitlines()
    if len(lines) > 1 and all(line.startswith("{") and line.endswith("}") for line in lines):
        return [(f"{name}, line {at}", loads(line, f"{name}, line {at}")) for at, line in enumerate(lines, start=1)]
    return [(name, loads(text, name))]


def _decoded(cls: Any, data: Any, name: str) -> Any:
    try:
        return from_json(cls, data)
    except BadInput as error:
        raise type(error)(f"{name}: {error.field}", error.value, error.expected) from None


def read_logs(path: str) -> list[Log]:
    """The records or logs in a file, or on standard input for `-`; a record is a log without observations."""
    found = []
    for name, data in read_values(path):
        if isinstance(data, dict) and data.get("format") == LOG:
            found.append(_decoded(Log, data, name))
        else:
            record = _decoded(Record, data, name)
            found.append(Log(record, (None,) * len(record.steps)))
    return found


def tell_action(step: Step) -> str:
    """An action on one line.

    >>> from lexludi import druids
    >>> tell_action(Step(2, druids.Play(druids.card("R5"))))
    'seat 2: play card R5'
    """
    told = to_json(step.action)
    who = "deal" if step.seat is None else f"seat {step.seat}: {told['type']}"
    return " ".join([who, *_told_fields(told)]) if step.seat is not None else who


def tell_event(event: Any) -> str:
    """An event on one line, with its clause.

    >>> from lexludi.druids.events import Played
    >>> from lexludi.druids import card
    >>> tell_event(Played(2, card("R5")))
    'played: seat 2, card R5 [druids/turn-order]'
    """
    told = to_json(event)
    fields = ", ".join(_told_fields(told))
    return f"{told['type'].replace('_', ' ')}{': ' if fields else ''}{fields} [{told['clause']}]"


def _told_fields(told: dict[str, Any]) -> list[str]:
    return [
        f"{key} {' '.join(map(str, value)) if isinstance(value, list) else value}"
        for key, value in told.items()
        if key not in ("type", "clause") and value is not None
    ]
