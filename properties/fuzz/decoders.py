"""Decoders: what reads files and values, what it may raise, and what must hold of what it accepts."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs

import lexludi
from lexludi.birdie.solver import BestSets
from lexludi.cli.shared import read_logs, read_records, read_text, rules_of
from lexludi.conformance.logs import LOG, Log, find_log_fault
from lexludi.conformance.perft import PerftTable, load_table, state_of
from lexludi.conformance.regenerate import changes, regenerated
from lexludi.conformance.repeat import repeat
from lexludi.conformance.runner import known_failures
from lexludi.conformance.targets import InProcess, TargetBroken
from lexludi.conformance.vectors import Vector, load_vector
from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import BadInput, IllegalAction, LexludiError
from lexludi.core.game import Game
from lexludi.core.jsontext import dumps, load, loads
from lexludi.core.outcome import Outcome
from lexludi.core.records import Fault, find_fault
from lexludi.core.violations import Violation
from lexludi.testing.playouts import Moment
from properties.fuzz import material
from properties.fuzz.mutate import Mutator
from properties.fuzz.series import Case
from properties.fuzz.sessions import read_reply, replies

__all__ = ["Decoder", "decoders"]

#: The file that an input is written to, when what reads it reads files.
_FILE = Path(tempfile.gettempdir()) / f"lexludi-fuzz-{os.getpid()}.json"


@attrs.define(slots=False)
class Decoder:
    """What reads one kind of file, line or value. It may raise what `refuses` says, and nothing else."""

    name: str
    weight: int
    #: The texts that are spoilt.
    texts: Callable[[], Sequence[bytes]]
    #: What reads an input.
    read: Callable[[bytes], Any]
    #: The text of what was read, which is read again.
    written: Callable[[Any], str]
    #: What is done with all that is accepted; it too may refuse it.
    use: Callable[[Any], object] = lambda read: None
    #: The exceptions by which it refuses.
    refuses: tuple[type[LexludiError], ...] = (BadInput,)

    @cached_property
    def _mutator(self) -> Mutator:
        return Mutator(self.texts())

    def put(self, case: Case) -> None:
        """Spoil a text and read it: it is refused, or accepted, and then read again from its own text."""
        data = self._mutator(case.random)
        with case.input(data):
            try:
                read = self.read(data)
                self.use(read)
            except self.refuses as error:
                case.refused_by(error)
                return
        case.accepted()
        text = self.written(read)
        again = self.read(text.encode())
        if again != read or self.written(again) != text:
            case.wrong("accepted, and not the same when it is written and read again")


def _value(data: bytes) -> Any:
    """The JSON value of an input, as from a file."""
    try:
        return loads(data.decode(), "input")
    except UnicodeDecodeError:
        _FILE.write_bytes(data)
        return load(_FILE)


def _in_file(read: Callable[[str], Any], data: bytes) -> Any:
    _FILE.write_bytes(data)
    return read(str(_FILE))


def decoders() -> list[Decoder]:
    """The decoders of all games' types and files."""
    found = [_typed("best sets", 1, BestSets, material.best)]
    for game in lexludi.GAMES.values():
        found += _of(game)
    return found


def remove_file() -> None:
    """Remove the file that inputs are written to."""
    _FILE.unlink(missing_ok=True)


def _typed(
    name: str,
    weight: int,
    cls: Any,
    values: Callable[[], Sequence[Any]],
    use: Callable[[Any], object] = lambda read: None,
) -> Decoder:
    """The decoder of a type."""
    return Decoder(
        name,
        weight,
        lambda: material.texts([to_json(value) for value in values()]),
        lambda data: from_json(cls, _value(data)),
        lambda read: dumps(to_json(read)),
        use,
    )


def _of(game: Game) -> list[Decoder]:
    name = game.NAME

    def moments() -> list[Moment]:
        return [moment for one in material.played(game) for moment in one.moments[::7]]

    def views() -> list[Any]:
        return [game.view(moment.after, place % moment.after.rules.players) for place, moment in enumerate(moments())]

    def events() -> list[Any]:
        return [event for moment in moments() for event in game.explain(moment.state, moment.action)]

    usual = game.start(next(iter(game.simulated_rules())))
    return [
        _typed(f"{name} rules", 10, game.Rules, lambda: [one.rules for one in material.played(game)], game.start),
        _typed(
            f"{name} action",
            12,
            game.Action,
            lambda: [moment.action for one in material.played(game) for moment in one.moments],
            lambda action: game.verify(usual, action),
        ),
        _typed(f"{name} state", 8, game.State, lambda: [moment.after for moment in moments()], partial(_seen, game)),
        _typed(f"{name} view", 8, game.View, views),
        _typed(f"{name} event", 10, import_module(f"lexludi.{name}").Event, events),
        _typed(f"{name} outcome", 4, Outcome, lambda: [one.record.outcome for one in material.played(game)]),
        Decoder(f"{name} violation", 3, partial(material.violations, game), *_plain(Violation)),
        Decoder(f"{name} fault", 3, partial(material.faults, game), *_plain(Fault)),
        Decoder(
            f"{name} record",
            6,
            partial(material.records, game),
            partial(_in_file, read_records),
            lambda read: "\n".join(dumps(to_json(record)) for record in read),
            lambda read: [find_fault(record) for record in read],
        ),
        Decoder(
            f"{name} log",
            5,
            partial(material.logs, game),
            partial(_in_file, read_logs),
            lambda read: "\n".join(_log_text(log) for log in read),
            lambda read: [find_log_fault(log) for log in read],
        ),
        Decoder(
            f"{name} vector",
            2,
            partial(material.vectors, game),
            _read_vector,
            lambda vector: vector.text,
            _use_vector,
        ),
        Decoder(
            f"{name} perft",
            3,
            partial(material.tables, game),
            _read_table,
            lambda table: table.text,
            state_of,
            (BadInput, IllegalAction),
        ),
        Decoder(
            f"{name} known failures",
            3,
            partial(material.known, game),
            lambda data: known_failures(_in_file(read_text, data), "known"),
            "\n".join,
        ),
        Decoder(
            f"{name} --rules",
            3,
            lambda: material.texts([to_json(one.rules) for one in material.played(game)]),
            # As an argument comes that is no UTF-8.
            lambda data: rules_of(game, None, data.decode(errors="surrogateescape"), 3),
            lambda read: dumps(to_json(read)),
        ),
        Decoder(f"{name} reply", 12, partial(replies, game), read_reply, dumps, refuses=(TargetBroken,)),
    ]


def _plain(cls: Any) -> tuple[Callable[[bytes], Any], Callable[[Any], str]]:
    return lambda data: from_json(cls, _value(data)), lambda read: dumps(to_json(read))


def _seen(game: Game, state: Any) -> None:
    """Look at a state as a program does that has read it."""
    game.legal_actions(state)
    game.project(state)
    game.view(state, 0)


def _log_text(log: Log) -> str:
    data = {**to_json(log.record), "format": LOG}
    for step, seen in zip(data["steps"], log.observations, strict=True):
        step["observation"] = seen
    return dumps(data)


def _read_vector(data: bytes) -> Vector:
    """The vector in an input, its text as we would write it."""
    vector = load_vector(_in_file(read_text, data), "vector")
    return attrs.evolve(vector, text=dumps(loads(vector.text)))


def _read_table(data: bytes) -> PerftTable:
    """The perft table in an input, its text as we would write it."""
    table = load_table(_in_file(read_text, data), "perft")
    return attrs.evolve(table, text=dumps(loads(table.text)))


def _use_vector(vector: Vector) -> None:
    """Put a vector to our own rules, and write it anew."""
    repeat(vector, InProcess())
    list(changes(vector.text, regenerated(vector.text)))
