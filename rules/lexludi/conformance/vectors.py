"""Vectors: small games with what must be seen after each step, shipped as data for any language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from lexludi.conformance.breaks import Declared
from lexludi.conformance.match import MAY_BE_SKIPPED
from lexludi.conformance.sent import deal_extras
from lexludi.conformance.shipped import read_shipped, shipped_texts
from lexludi.conformance.targets import Target, ask
from lexludi.core.codec import expect, from_json
from lexludi.core.errors import BadInput, Words
from lexludi.core.game import Game, game_named
from lexludi.core.jsontext import loads

__all__ = ["VECTOR", "Difference", "Vector", "load_vector", "replay", "shipped_vectors"]

#: Format name of a vector.
VECTOR = "lexludi-vector/1"

_KEYS = ("id", "clauses", "purpose", "game", "rules", "steps", "_info")
_STEP_KEYS = {"seat", "action", "expect", "views", "reject"}


@attrs.frozen
class Vector:
    """One vector. Its JSON parts stay JSON: they go to programs as they are."""

    #: Immutable slug.
    id: str
    #: Slugs of the clauses that it exercises.
    clauses: tuple[str, ...]
    #: What it shows, in a sentence.
    purpose: str
    #: Name of the game.
    game: str
    #: The text of the file, from which rules and steps are read anew at each use.
    text: str

    @property
    def rules(self) -> Any:
        """The rules, as JSON."""
        return loads(self.text)["rules"]

    @property
    def steps(self) -> list[dict[str, Any]]:
        """The steps, as JSON."""
        steps: list[dict[str, Any]] = loads(self.text)["steps"]
        return steps

    @property
    def info(self) -> dict[str, Any]:
        """Spec version and content hash, as they stand in the file."""
        told: dict[str, Any] = loads(self.text)["_info"]
        return told


@attrs.frozen
class Difference:
    """Where a program's answer differs from a vector."""

    #: Id of the vector.
    vector: str
    #: Index of the step, from 0.
    step: int
    #: What was looked at: `ok`, `code`, an observation key, or `view 2 hand`.
    where: str
    #: What the vector says.
    expected: Any
    #: What the program said.
    got: Any


def load_vector(text: str, name: str = "vector") -> Vector:
    """The vector of a file's text. DecodeError for anything that is none."""
    data = read_shipped(text, VECTOR, _KEYS, name)
    slugs = data["clauses"]
    good = isinstance(slugs, list) and slugs and all(isinstance(slug, str) for slug in slugs)
    expect(good, slugs, "an array of clauses, not empty", f"{name}: clauses")
    for index, step in enumerate(data["steps"]):
        where = f"{name}: steps[{index}]"
        expect(isinstance(step, dict) and "action" in step and "seat" in step, step, "seat and action", where)
        unknown = sorted(set(step) - _STEP_KEYS)
        expect(not unknown, unknown, "none but " + ", ".join(sorted(_STEP_KEYS)), where)
        one = ("reject" in step) is not ("expect" in step or "views" in step)
        expect(one or set(step) == {"seat", "action"}, step, "either reject, or expect and views", where)
    return Vector(data["id"], tuple(data["clauses"]), data["purpose"], data["game"], text)


def shipped_vectors(game: str | None = None) -> Iterator[Vector]:
    """The vectors of the specification, by id; of one game or of all."""
    return (load_vector(text, name) for text, name in shipped_texts("vectors", game))


def replay(vector: Vector, target: Target, declared: Declared | None = None) -> Iterator[Difference]:
    """Take a program through a vector and tell where it answers otherwise.

    It is asked as `declared` says: for refusals only if it refuses. Keys that a reply leaves out are not compared,
    nor codes that it does not send. Raises TargetBroken when it does not speak the protocol, Skipped when it does
    not support what the vector needs or nothing of it could be compared, IllegalAction when our own rules refuse a
    step that the vector takes.
    """
    game = game_named(vector.game)
    state = game.start(from_json(game.Rules, vector.rules))
    declared = declared or Declared(players=game.PLAYERS)
    why_not = declared.why_not(state.rules)
    if why_not is not None:
        raise Skipped("skipped", why_not, "an answer")
    _answered(ask(target, "new_game", game=vector.game, rules=vector.rules))
    seen = False
    for index, step in declared.due(vector.steps):
        extras: dict[str, Any] = {}
        if "reject" not in step:
            before, state = state, game.apply(state, from_json(game.Action, step["action"]), step["seat"])
            extras = {} if step["seat"] is not None else _extras(game, step["action"], before, state)
        reply = ask(target, "apply", seat=step["seat"], action=step["action"], **extras)
        for where, expected, got in _compared(step, reply, target):
            seen = seen or where != "ok" or got is not True
            if expected != got or _kinds(expected) != _kinds(got):
                yield Difference(vector.id, index, where, expected, got)
                if where == "ok":  # from here on the program plays another game
                    return
    if not seen:
        raise Skipped("skipped", Words("nothing that it expects is in the replies"), "an answer")


def _extras(game: Game, told: Any, before: Any, after: Any) -> dict[str, Any]:
    """What is sent beside an action without a seat: a deal's hands; an action of whoever is to act has none."""
    return deal_extras(game, before, after) if told["type"] == "deal" else {}


class Skipped(BadInput):
    """The program does not support something, and says so."""


def _answered(reply: dict[str, Any]) -> dict[str, Any]:
    for key in ("skipped", "error"):
        if key in reply:
            raise Skipped(key, reply[key], "an answer")
    return reply


def _compared(step: dict[str, Any], reply: dict[str, Any], target: Target) -> Iterator[tuple[str, Any, Any]]:
    """What the step expects beside what was got: (where, expected, got)."""
    if "reject" in step:
        if "skipped" not in reply or not _may_be_skipped(step["action"]):
            yield "ok", False, _answered(reply).get("ok")
            yield "code", step["reject"], reply.get("code", step["reject"])
        return
    if "skipped" in reply and _may_be_skipped(step["action"]):
        reply = {"ok": True}
    yield "ok", True, _answered(reply).get("ok")
    observation = reply.get("observation")
    for key, value in step.get("expect", {}).items():
        if isinstance(observation, dict) and key in observation:
            yield key, value, observation[key]
    for seat, wanted in step.get("views", {}).items():
        reply = ask(target, "view", seat=int(seat))
        if "skipped" in reply:
            continue
        view = _answered(reply).get("view")
        for key, value in wanted.items():
            if isinstance(view, dict) and key in view:
                yield f"view {seat} {key}", value, view[key]


def _may_be_skipped(action: Any) -> bool:
    return isinstance(action, dict) and action.get("type") in MAY_BE_SKIPPED


def _kinds(value: Any) -> Any:
    """The value with truth values marked, for in Python 1 equals true."""
    if isinstance(value, dict):
        return {key: _kinds(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_kinds(item) for item in value]
    return isinstance(value, bool)
