"""Which tables Birdie can be played at, counted out, and what is so when a field of the rules is left out.

Clauses birdie/rules-fields, birdie/rules-strict, birdie/small-worlds, birdie/presets.
"""

from __future__ import annotations

import itertools
from typing import Any

from lexludi import BadInput, BadRules, birdie, from_json, to_json
from lexludi.testing.checks import CheckFailed
from properties.birdie_contract import DEFAULTS, Birdie, possible_rules
from properties.checks import check_start

__all__ = ["check_defaults", "check_meaning", "check_values", "check_worlds"]


def check_defaults(players: int) -> None:
    """A field left out is as the contract says, in Python and in JSON alike; and what the presets say besides."""
    due = {"players": players, **DEFAULTS}
    for rules in (
        birdie.Rules(players=players),
        from_json(birdie.Rules, {"players": players}),
        birdie.Rules.as_written(players),
    ):
        _demand("birdie/rules-fields", to_json(rules), due, f"the rules for {players}")
    published = {**due, "pile_order": "free", "lone_turns": 1}
    _demand("birdie/presets", to_json(birdie.Rules.published(players)), published, f"the published rules for {players}")
    check_start(Birdie(), birdie.Rules(players=players))
    check_start(Birdie(), birdie.Rules.published(players))


def check_worlds() -> int:
    """Of all small worlds exactly the possible ones are accepted; their number. birdie/small-worlds."""
    accepted = 0
    for world in itertools.product(range(1, 6), range(6), range(6), range(26)):
        players, species, seasons, copies = world
        within = 2 <= players <= 4 and 1 <= species <= 4 and 1 <= seasons <= 4 and copies >= 1
        due = within and possible_rules(*world)
        try:
            rules = birdie.Rules(players=players, species=species, seasons=seasons, copies=copies)
            _demand("birdie/deck", rules.deck_size, species * seasons * copies, f"the cards of {world}")
            possible = True
        except BadRules:
            possible = False
        _demand("birdie/small-worlds", possible, due, f"players, species, seasons, copies {world}")
        accepted += possible
    return accepted


def check_meaning() -> None:
    """No turn for a last player, seats not there, effects of a species not there are refused. birdie/rules-strict."""
    for lone_turns, first, second in itertools.product((None, -1, 0, 1, 7), range(-1, 5), range(-1, 5)):
        due = lone_turns in (None, 1, 7) and 0 <= first < 3 and 0 <= second < 3
        data: dict[str, Any] = {"players": 3, "lone_turns": lone_turns, "starters": [first, second]}
        _demand("birdie/rules-strict", _possible(data), due, str(data))
    for size, bound in itertools.product(range(1, 5), birdie.Species):
        for effect in birdie.Effect:
            data = {"players": 3, "species": size, "copies": 13, "abilities": {bound.value: effect.value}}
            _demand("birdie/rules-strict", _possible(data), list(birdie.Species).index(bound) < size, str(data))


_OWL, _ROBIN, _SWAP = birdie.Species.OWL, birdie.Species.ROBIN, birdie.Effect.SWAP

#: Values that a table of three may have.
_GOOD: tuple[dict[str, Any], ...] = (
    {"pile_order": birdie.PileOrder.FREE},
    {"lone_turns": 1},
    {"crosses": tuple(range(9))},
    {"trophy": -1},
    {"abilities": {}},
    {"abilities": {_OWL: _SWAP}},
    {"abilities": (_SWAP,) * 4},
    {"starters": (2, 2)},
)

_SEATS, _NINE = "seats from 0 to 2", "a tuple of exactly 9 integers"
_EFFECTS, _TWO = "4 effects, one a species", "a tuple of exactly 2 integers"
_ORDERS = "a member of PileOrder: DISPLAY_FIRST, FREE"
_BIRDS = "a member of Species: WOODPECKER, PIGEON, OWL, ROBIN"

#: Values of a field that it may not have, and what the error says was expected.
_BAD: tuple[tuple[str, Any, str], ...] = (
    *[("players", value, "an integer from 2 to 4") for value in (-1, 0, 1, 5, True, "3", None)],
    *[("pile_order", value, _ORDERS) for value in ("free", None)],
    *[("lone_turns", value, "an integer of at least 0") for value in (-1, True, "1")],
    ("lone_turns", 0, "null or an integer of at least 1"),
    *[("crosses", value, _NINE) for value in ((0,) * 8, (0,) * 10, (*range(8), "8"), (*range(8), True), [0] * 9)],
    *[("trophy", value, "an integer") for value in (None, 1.5, True)],
    *[(field, value, "an integer from 1 to 4") for field in ("species", "seasons") for value in (-1, 0, 5, "4", None)],
    *[("copies", value, "an integer of at least 1") for value in (-1, 0, 2.0, None)],
    *[
        ("abilities", value, _EFFECTS)
        for value in ((_SWAP,) * 3, (_SWAP,) * 5, [_SWAP] * 4, ("swap",) * 4, (*[_SWAP] * 3, "swap"), None)
    ],
    *[("starters", value, _TWO) for value in ((0,), (0, 1, 2), (0, True), [0, 1], None)],
    *[("starters", value, _SEATS) for value in ((0, 3), (-1, 0))],
)


def check_values() -> None:
    """Values of the wrong type or number are refused, by an error that tells the truth. birdie/rules-fields."""
    for good in _GOOD:
        _demand("birdie/rules-fields", _refused({"players": 3, **good}), None, f"the error for {good}")
    for field, value, expected in _BAD:
        found = _refused({"players": 3, field: value})
        _demand("birdie/rules-fields", found, (field, value, expected), f"the error for {field}={value!r}")
    for mapping, key, expected in (
        ({"OWL": _SWAP}, "OWL", _BIRDS),
        ({birdie.Season.SPRING: _SWAP}, birdie.Season.SPRING, _BIRDS),
    ):
        found = _refused({"players": 3, "abilities": mapping})
        _demand("birdie/rules-fields", found, ("abilities", key, expected), f"the error for {mapping}")
    for size, bound, effect in itertools.product(range(1, 5), birdie.Species, birdie.Effect):
        given = {"players": 3, "species": size, "copies": 13, "abilities": {bound: effect}}
        there = list(birdie.Species).index(bound) < size
        unknown = None if there else ("abilities", bound, f"one of the first {size} species")
        _demand("birdie/rules-strict", _refused(given), unknown, f"the error for {given}")
        given = {
            **given,
            "abilities": tuple(effect if each is bound else birdie.Effect.NONE for each in birdie.Species),
        }
        unknown = None if effect is birdie.Effect.NONE else unknown
        _demand("birdie/rules-strict", _refused(given), unknown, f"the error for {given}")
    for wrong in (0, "4", None):  # the species that it is bound to are no matter then
        given = {"players": 3, "species": wrong, "abilities": {birdie.Species.WOODPECKER: _SWAP}}
        _demand(
            "birdie/rules-fields",
            _refused(given),
            ("species", wrong, "an integer from 1 to 4"),
            f"the error for {given}",
        )
    for players, copies, least, size in ((2, 1, 10, 8), (4, 1, 16, 12), (3, 1, 13, 12)):
        given = {"players": players, "seasons": 4 if players == 2 else 3, "copies": copies}
        error = ("copies", copies, f"enough for {least} cards a round; this world has {size}")
        _demand("birdie/small-worlds", _refused(given), error, f"the error for {given}")


def _refused(given: dict[str, Any]) -> tuple[str, Any, str] | None:
    """Field, value and what was expected, as the error says that refuses the rules; None if nothing does."""
    try:
        birdie.Rules(**given)
    except BadRules as error:
        return error.field, error.value, error.expected
    return None


def _possible(data: Any) -> bool:
    try:
        from_json(birdie.Rules, data)
    except BadInput:
        return False
    return True


def _demand(clause: str, found: object, due: object, what: str) -> None:
    if found != due or type(found) is not type(due):
        raise CheckFailed(clause, f"{what}: {due!r}, not {found!r}", None)
