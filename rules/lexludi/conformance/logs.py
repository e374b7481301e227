"""Logs: games as another program wrote them down, with what it observed at some of the steps."""

from __future__ import annotations

from typing import Any

import attrs

from lexludi.conformance.blame import blame
from lexludi.conformance.compare import as_told, differences
from lexludi.core.codec import CONVERTER, expect, from_json
from lexludi.core.errors import IllegalAction, Words, shorten_key
from lexludi.core.files import check_header
from lexludi.core.game import Game, game_named
from lexludi.core.jsontext import dumps
from lexludi.core.records import Fault, Record, find_fault

__all__ = ["LOG", "Log", "find_log_fault", "read_log"]

#: Format name of a log.
LOG = "lexludi-log/1"

_KEYS = ("game", "rules", "steps", "outcome")


@attrs.frozen
class Log:
    """A record, and beside some of its steps what the program that wrote it observed after them."""

    #: The game and its steps.
    record: Record
    #: By step: the keys of an observation that are told, as JSON; None where nothing is.
    observations: tuple[Any, ...] = attrs.field(eq=False)


def read_log(data: Any) -> Log:
    """The log that a JSON value tells. BadInput, with the path, for anything that is none.

    A log is a record of the format `LOG` whose steps may have an `observation`, and whose `outcome` may
    be left out.
    """
    fields = check_header(data, LOG)
    unknown = sorted(set(fields) - set(_KEYS))
    expect(not unknown, Words("unknown field"), f"format, {', '.join(_KEYS)} alone", shorten_key("".join(unknown[:1])))
    steps = fields.get("steps")
    expect(isinstance(steps, list), steps, "an array", "steps")
    assert isinstance(steps, list)
    told = []
    for index, step in enumerate(steps):
        expect(isinstance(step, dict), step, "an object", f"steps[{index}]")
        seen = step.get("observation")
        expect(seen is None or isinstance(seen, dict), seen, "an object", f"steps[{index}].observation")
        told.append(seen)
    bare = [{key: value for key, value in step.items() if key != "observation"} for step in steps]
    record = from_json(Record, {"format": "lexludi-record/1", "outcome": None, **fields, "steps": bare})
    game = game_named(record.game)
    for index, seen in enumerate(told):
        for key in seen or ():
            known = f"some of {', '.join(game.OBSERVES)}"
            expect(
                key in game.OBSERVES, Words("unknown field"), known, f"steps[{index}].observation.{shorten_key(key)}"
            )
    return Log(record, tuple(told))


def find_log_fault(log: Log) -> Fault | None:
    """The first point of a log where no legal game fits: an action, an observation, or the outcome; or None.

    Raises BadInput for an observation that has not the form of one.
    """
    record, game = log.record, game_named(log.record.game)
    state = game.start(record.rules)
    for index, (step, seen) in enumerate(zip(record.steps, log.observations, strict=True)):
        try:
            after = game.apply(state, step.action, step.seat)
        except IllegalAction as refusal:
            return Fault(index, refusal.violation.clause, refusal.violation.code, refusal.violation.message)
        fault = None if seen is None else _misfit(game, state, step.action, after, seen, index)
        if fault is not None:
            return fault
        state = after
    return find_fault(record)


def _misfit(game: Game, state: Any, action: Any, after: Any, seen: Any, index: int) -> Fault | None:
    """Where an observation does not fit the state after a step."""
    expected = game.project(after)
    for key, value in seen.items():
        alike = None in (value, expected[key]) or type(value) is type(expected[key])
        expect(alike, value, _JSON_NAMES[type(expected[key])], f"steps[{index}].observation.{key}")
    found = list(differences(expected, seen))
    if not found:
        return None
    clause, root = blame(game, state, action, game.explain(state, action), found, found)
    told = as_told(root.path, expected, seen)
    where = ".".join(map(str, told.path))
    due, got = (None if isinstance(one, Words) else one for one in (told.expected, told.got))
    return Fault(index, clause, None, f"{where}: expected {dumps(due)}, got {dumps(got)}")


#: Type of a JSON value → what it is called.
_JSON_NAMES = {list: "an array", dict: "an object", str: "a string", int: "an integer", bool: "true or false"}
_JSON_NAMES[type(None)] = "null"


CONVERTER.register_structure_hook(Log, lambda data, _: read_log(data))
