"""Malformed: writings near a legal action that are none, and seats that are not the one to act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lexludi.core.jsontext import dumps

__all__ = ["form_of", "no_seats", "spoilt", "wrong_seats"]

#: What is no action, whatever the game.
_NONE_AT_ALL: tuple[Any, ...] = (None, "pass", [], {}, 1, True, {"type": None}, {"type": 1}, {"type": "sing"})

#: Game → the keys that some action has, each with a value that it may have there.
_KEYS: Mapping[str, Mapping[str, Any]] = {
    "druids": {"card": "G1", "domain": "G", "top": "lowest", "pile": []},
    "birdie": {"card": "OWL-SPRING", "cards": [], "kind": "swap", "at": 0, "species": "OWL", "start": 0, "pile": []},
}

#: Game → words that no world has where an action has a word.
_WORDS: Mapping[str, tuple[str, ...]] = {
    "druids": ("", "G0", "G13", "X", "X1", "LOWEST", "gaia"),
    "birdie": ("", "STOP", "OWL-", "SPRING-OWL", "CROW", "CROW-SPRING", "none"),
}

#: Far away, and yet the same number in 32 bits.
_WRAPPED = 2**32


def form_of(action: Mapping[str, Any]) -> tuple[str, ...]:
    """What tells forms of actions apart: type, kind and keys."""
    return (str(action["type"]), str(action.get("kind", "")), *sorted(action))


def spoilt(game: str, action: Mapping[str, Any]) -> Iterator[Any]:
    """Writings near an action that are most of them none: a null, a key too many or too few, another type.

    Some are well-formed and to be refused for something else, a position that counts from the end or wraps
    around; what is legal in the end is for the caller to leave out. Never a number like 2.0, for not
    everything that reads JSON can tell it from 2.
    """
    yield from _NONE_AT_ALL
    yield from (
        [action],
        dumps(action),
        {**action, "type": action["type"].upper()},
        {**action, "type": [action["type"]]},
    )
    yield {key: value for key, value in action.items() if key != "type"}
    for key, value in {**_KEYS[game], "seat": 0, "extra": 1}.items():
        if key not in action:
            yield {**action, key: None}
            yield {**action, key: value}
    for key, value in action.items():
        if key == "type":
            continue
        yield {other: one for other, one in action.items() if other != key}
        yield {**{other: one for other, one in action.items() if other != key}, key.upper(): value}
        others: tuple[Any, ...] = (None, True, {}, [], *_wrong(game, value))
        yield from ({**action, key: wrong} for wrong in others)


def _wrong(game: str, value: Any) -> Iterator[Any]:
    """What is of another type than a value, or not in the world."""
    if isinstance(value, str):
        yield from (value.lower(), value.upper(), f" {value}", [value], {value: value}, 0, *_WORDS[game])
    elif isinstance(value, list):
        yield from (value[:1], [*value, *value[:1]], dumps(value), dict.fromkeys(value))
        others: tuple[Any, ...] = (None, 0, [], *_WORDS[game])
        yield from ([*value[:-1], wrong] for wrong in others)
    else:
        yield from (str(value), value + 0.5, [value], False, -1, -2, -3, value + _WRAPPED, value - _WRAPPED)


def wrong_seats(seat: int | None, players: int) -> Sequence[Any]:
    """Integers that are not the seat to act: others at the table, before and behind it, and far away.

    Among them are those that some languages take for it: counted from the end, around the table, in 32 bits.
    """
    near = {*range(players), -1, players}
    if seat is not None:
        near |= {seat - players, seat + players, seat + _WRAPPED, seat - _WRAPPED}
    return sorted(near - {seat})


def no_seats(seat: int | None) -> Sequence[Any]:
    """What is no seat at all."""
    named = 0 if seat is None else seat
    return (str(named), named + 0.5, [named], {}, True, False)
