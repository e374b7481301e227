"""The formats of files that hold games: records and states."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from lexludi.core.codec import CONVERTER, expect, inside, register_shape, to_json
from lexludi.core.errors import ABSENT, BadInput, BadRecord, DecodeError, Words, shorten_key
from lexludi.core.game import game_named
from lexludi.core.outcome import Outcome
from lexludi.core.records import Fault, Record, Step
from lexludi.core.violations import Violation

__all__ = ["RECORD", "STATE", "check_header", "register_state"]

#: Format name of a record.
RECORD = "lexludi-record/1"
#: Format name of a state.
STATE = "lexludi-state/1"


def _check_outcome(outcome: Outcome) -> None:
    """The form alone: whether the ranks are those of the scores is a question of the rules."""
    n = len(outcome.scores)
    expect(n > 1, list(outcome.scores), "the scores of at least two seats", "scores")
    expect(len(outcome.ranks) == n, list(outcome.ranks), f"the ranks of {n} seats", "ranks")
    expect(all(1 <= rank <= n for rank in outcome.ranks), list(outcome.ranks), f"ranks from 1 to {n}", "ranks")
    seats = outcome.winners and list(outcome.winners) == sorted(set(outcome.winners) & set(range(n)))
    expect(seats, list(outcome.winners), f"seats from 0 to {n - 1}, ascending, at least one", "winners")
    expect(_SLUG.fullmatch(outcome.reason), outcome.reason, "a slug", "reason")


_SLUG = re.compile("[a-z]+(-[a-z]+)*")

register_shape(Outcome, check=_check_outcome)
for _cls in (Violation, Fault):
    register_shape(_cls)


def check_header(data: Any, expected: str) -> dict[str, Any]:
    """The fields of a file's object but `format`, which must be `expected`. DecodeError otherwise."""
    expect(isinstance(data, dict), data, "an object")
    found = data.get("format")
    expect(found == expected, found, f"the format {expected!r}", "format")
    return {key: value for key, value in data.items() if key != "format"}


def _record_to_json(record: Record) -> dict[str, Any]:
    return {
        "format": RECORD,
        "game": record.game,
        "rules": to_json(record.rules),
        "steps": [{"seat": step.seat, "action": to_json(step.action)} for step in record.steps],
        "outcome": to_json(record.outcome),
    }


def _record_from_json(data: Any, _: Any) -> Record:
    fields = check_header(data, RECORD)
    for key in ("game", "rules", "steps", "outcome"):
        if key not in fields:
            raise BadRecord(key, ABSENT, "a value: is the record cut off?")
    unknown = sorted(set(fields) - {"game", "rules", "steps", "outcome"})
    expect(
        not unknown,
        Words("unknown field"),
        "format, game, rules, steps and outcome alone",
        shorten_key("".join(unknown[:1])),
    )
    try:
        game = game_named(fields["game"])
    except BadInput as error:
        raise BadRecord(error.field, error.value, error.expected) from None
    with inside("rules"):
        rules = CONVERTER.structure(fields["rules"], game.Rules)
    expect(isinstance(fields["steps"], list), fields["steps"], "an array", "steps")
    steps = tuple(_step(game, item, f"steps[{index}]", rules.players) for index, item in enumerate(fields["steps"]))
    with inside("outcome"):
        outcome = None if fields["outcome"] is None else CONVERTER.structure(fields["outcome"], Outcome)
    return Record(game.NAME, rules, steps, outcome)


def _step(game: Any, data: Any, path: str, players: int) -> Step:
    expect(isinstance(data, dict), data, "an object", path)
    expect(set(data) == {"seat", "action"}, data, "an object with seat and action alone", path)
    seat = data["seat"]
    with inside(f"{path}.action"):
        action = CONVERTER.structure(data["action"], game.Action)
    if isinstance(action, game.Deal):
        expect(seat is None, seat, "null: a deal is nobody's action", f"{path}.seat")
    else:
        known = type(seat) is int and 0 <= seat < players
        expect(known, seat, f"a seat from 0 to {players - 1}: a record names it always", f"{path}.seat")
    return Step(seat, action)


def _no_step_alone(data: Any, _: Any) -> Step:
    raise DecodeError("", data, "a record: a step alone does not say of which game it is")


CONVERTER.register_structure_hook(Step, _no_step_alone)
CONVERTER.register_structure_hook(Record, _record_from_json)
CONVERTER.register_unstructure_hook(Record, _record_to_json)


def register_state(
    cls: type[Any],
    game: str,
    *,
    check: Callable[[Any], None],
    read_as: Callable[[dict[str, Any]], dict[str, Any]],
    written_as: Callable[[Any, dict[str, Any]], dict[str, Any]],
    made_from: type[Any] | None = None,
) -> None:
    """Read and write a game's states as files of the format `STATE`; the rest as in `register_shape`.

    `check` raises BadInput for a state that no game reaches.
    """

    def fields(data: dict[str, Any]) -> dict[str, Any]:
        data = check_header(data, STATE)
        name = data.pop("game", ABSENT)
        expect(name == game, name, repr(game), "game")
        return read_as(data)

    def with_header(state: Any, data: dict[str, Any]) -> dict[str, Any]:
        return {"format": STATE, "game": game, **written_as(state, data)}

    header = ("format", "game")
    register_shape(cls, check=check, read_as=fields, written_as=with_header, made_from=made_from, header=header)
