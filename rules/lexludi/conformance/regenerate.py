"""Regenerate: vectors written anew from what they describe, so that no expectation is typed by hand.

The scenario of a vector is its rules, its steps, which of them must be refused, and which keys are looked at.
What stands at those keys, the reason codes, spec version and content hash follow from the rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from lexludi.conformance.attempts import Attempt, refusal_of
from lexludi.conformance.shipped import info
from lexludi.conformance.vectors import load_vector
from lexludi.core.codec import expect, from_json, to_json
from lexludi.core.errors import BadInput, shorten
from lexludi.core.game import Game, game_named
from lexludi.core.jsontext import dumps, loads

__all__ = ["changes", "regenerated"]

#: Longest line of a vector's file, in characters, where it can be broken; the brackets that close it may follow.
_WIDTH = 124


def regenerated(text: str, name: str = "vector") -> str:
    """The text of a vector with all that follows from its scenario, laid out as all vectors are.

    In a scenario that is new, `expect` and each of the `views` may be an array of keys, and `reject` an empty string.
    Raises BadInput for a step that the rules take though it is to be refused, or the other way round.
    """
    load_vector(text, name)
    data = loads(text, name)
    game = game_named(data["game"], f"{name}: game")
    state = game.start(from_json(game.Rules, data["rules"]))
    for index, step in enumerate(data["steps"]):
        state = _told(game, state, step, f"{name}: steps[{index}]")
    data["_info"] = info(data)
    return _laid_out(data) + "\n"


def _told(game: Game, state: Any, step: dict[str, Any], where: str) -> Any:
    """Write into a step what the rules say of it. The state after it."""
    refusal = refusal_of(game, state, Attempt(step["seat"], step["action"]))
    if "reject" in step:
        if refusal is None:
            raise BadInput(where, step["action"], "an action that the rules refuse")
        step["reject"] = refusal.code
        return state
    if refusal is not None:
        raise BadInput(where, step["action"], f"an action that the rules take, for it has no reject: {refusal.message}")
    after = game.apply(state, from_json(game.Action, step["action"]), step["seat"])
    if "expect" in step:
        step["expect"] = _picked(game.project(after), step["expect"], f"{where}.expect")
    if "views" in step:
        expect(isinstance(step["views"], dict), step["views"], "an object of seats", f"{where}.views")
        for seat, keys in step["views"].items():
            at = f"{where}.views.{shorten(seat)}"
            expect(seat.isdecimal() and len(seat) < 3, seat, "a seat, as a string", at)
            step["views"][seat] = _picked(to_json(game.view(after, int(seat))), keys, at)
    return after


def _picked(whole: dict[str, Any], keys: Any, where: str) -> dict[str, Any]:
    expect(isinstance(keys, dict | list), keys, "keys", where)
    for key in keys:
        expect(isinstance(key, str) and key in whole, key, f"one of {', '.join(whole)}", where)
    return {key: whole[key] for key in keys}


def changes(before: str, after: str) -> Iterator[str]:
    """What two texts of the same vector say otherwise, a line each, to be looked at by eye."""
    old, new = loads(before), loads(after)
    for index, (was, now) in enumerate(zip(old["steps"], new["steps"], strict=True)):
        for part in ("reject", "expect", "views"):
            if was.get(part) != now.get(part):
                yield f"{new['id']} step {index}: {part}: {dumps(was[part])} becomes {dumps(now[part])}"
    if old["_info"] != new["_info"]:
        yield f"{new['id']}: _info becomes {dumps(new['_info'])}"


def _laid_out(value: Any, indent: int = 0, used: int = 0) -> str:
    """JSON text in lines of at most `_WIDTH`: a value stands on one line, or its items on lines of their own.

    Of objects and of arrays of words a line holds as many as fit. The first line begins after `used` characters.
    """
    line = json.dumps(value, ensure_ascii=False)
    if used + len(line) < _WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner, brackets = indent + 1, "{}" if isinstance(value, dict) else "[]"
    if isinstance(value, dict):
        keys = {key: f"{dumps(key)}: " for key in value}
        parts = [told + _laid_out(value[key], inner, inner + len(told)) for key, told in keys.items()]
    else:
        parts = [_laid_out(item, inner, inner) for item in value]
    if indent and (isinstance(value, dict) or not isinstance(value[0], dict | list)):
        parts = list(_filled(parts, _WIDTH - inner))
    pad = "\n" + " " * inner
    return brackets[0] + pad + f",{pad}".join(parts) + brackets[1]


def _filled(parts: list[str], width: int) -> Iterator[str]:
    """Parts with commas between them, in lines that are full; one of several lines stands alone."""
    line = ""
    for part in parts:
        if line and ("\n" in line + part or len(line) + len(part) + 3 > width):
            yield line
            line = part
        else:
            line = f"{line}, {part}" if line else part
    yield line
