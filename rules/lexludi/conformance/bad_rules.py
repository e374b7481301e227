"""Bad rules: rules that no game can be played under, field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import BadInput
from lexludi.core.game import Game
from lexludi.core.jsontext import dumps

__all__ = ["bad_rules"]

#: Game → field → integers just outside its bounds, where they do not hang on other fields.
_BOUNDS: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "druids": {
        "rounds": (0, -1),
        "domains": (0, 6),
        "values": (0, 13),
        "sickles": (-1, 3),
        "mistletoes": (-1, 3),
        "hand_size": (0, -1),
    },
    "birdie": {"lone_turns": (0, -1), "species": (0, 5), "seasons": (0, 5), "copies": (0, -1)},
}

#: Game → fields that make rules impossible, alone or together.
_UNFIT: Mapping[str, tuple[dict[str, Any], ...]] = {
    "druids": (
        {"hand_size": 14},
        {"players": 2, "hand_size": 16},
        {"players": 2, "domains": 1, "values": 4, "sickles": 0, "mistletoes": 0, "hand_size": 1},
        {"players": 2, "domains": 1, "values": 4, "sickles": 0, "mistletoes": 0, "hand_size": 3},
        {"players": 3, "domains": 1, "values": 4, "sickles": 0, "mistletoes": 0},
        {"players": 2, "first_dealer": 2},
    ),
    "birdie": (
        {"pile_order": "any"},
        {"pile_order": "FREE"},
        {"crosses": [0] * 8},
        {"crosses": [0] * 10},
        {"crosses": ["0"] * 9},
        {"crosses": [None] * 9},
        {"crosses": [True] * 9},
        {"crosses": [0.5] * 9},
        {"trophy": 0.5},
        {"abilities": []},
        {"abilities": {"OWL": "fly"}},
        {"abilities": {"OWL": "SWAP"}},
        {"abilities": {"OWL": None}},
        {"abilities": {"OWL": ["swap"]}},
        {"abilities": {"owl": "swap"}},
        {"abilities": {"CROW": "none"}},
        {"species": 2, "abilities": {"OWL": "swap"}},
        {"species": 3, "abilities": {"ROBIN": "none"}},
        {"starters": [0]},
        {"starters": [0, 1, 0]},
        {"starters": [0, 4]},
        {"starters": [4, 0]},
        {"starters": [-1, 0]},
        {"starters": [0, -1]},
        {"starters": ["0", "1"]},
        {"starters": [None, 1]},
        {"starters": [False, True]},
        {"players": 3, "starters": [0, 3]},
        {"players": 2, "species": 2, "seasons": 2, "copies": 4},
        {"players": 3, "species": 1, "seasons": 3, "copies": 4},
        {"players": 4, "species": 1, "seasons": 3, "copies": 5},
    ),
}


def bad_rules(game: Game) -> Iterator[Any]:
    """Rules that no game can be played under, each for a reason of its own: what our rules take is left out.

    Never a number like 2.0, for not everything that reads JSON can tell it from 2.
    """
    seen = set()
    for told in _near(game):
        try:
            from_json(game.Rules, told)
        except BadInput:
            if (text := dumps(told)) not in seen:
                seen.add(text)
                yield told


def _near(game: Game) -> Iterator[Any]:
    """Rules that are none, or nearly so."""
    players = game.PLAYERS[-1]
    base: dict[str, Any] = {"players": players}
    usual = to_json(game.Rules(players=players))
    yield from ({}, None, [], "rules", players, [base], dumps(base))
    yield from ({**base, "colour": "red"}, {**base, "colour": None}, {"Players": players}, {**base, "Players": players})
    yield from ({"players": n} for n in (game.PLAYERS[0] - 1, players + 1, -players, 0, 9))
    for field, value in usual.items():
        for wrong in (None, {}, [], [value], *_of_another_type(value)):
            yield {**base, field: wrong}
    yield from ({**base, field: n} for field, some in _BOUNDS[game.NAME].items() for n in some)
    if "first_dealer" in usual:
        yield from ({**base, "first_dealer": n} for n in (-1, -players, players, players + 1))
    yield from ({**base, **unfit} for unfit in _UNFIT[game.NAME])


def _of_another_type(value: Any) -> tuple[Any, ...]:
    """What stands for a value in another type."""
    if isinstance(value, bool):
        return (int(value), str(value).lower(), "")
    if isinstance(value, int):
        return (str(value), value + 0.5, True, False)
    if isinstance(value, str):
        return (value.upper(), "", 0, True)
    return (dumps(value), 0, True) if value is not None else ("null", "", 0.5, True, False)
