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


#: A value of a field, and whether it can be played with at a published table of three.
_VALUES: tuple[tuple[str, Any, bool], ...] = (
    ("players", True, False),
    ("players", "3", False),
    ("pile_order", birdie.PileOrder.FREE, True),
    ("pile_order", "free", False),
    ("pile_order", None, False),
    ("lone_turns", 1, True),
    ("lone_turns", True, False),
    ("lone_turns", "1", False),
    ("crosses", tuple(range(9)), True),
    ("crosses", tuple(range(8)), False),
    ("crosses", tuple(range(10)), False),
    ("crosses", (*range(8), "8"), False),
    ("crosses", [0] * 9, False),
    ("trophy", -1, True),
    ("trophy", 0, True),
    ("trophy", None, False),
    ("trophy", 1.5, False),
    ("species", None, False),
    ("seasons", "4", False),
    ("copies", 2.0, False),
    ("abilities", {}, True),
    ("abilities", {birdie.Species.OWL: birdie.Effect.SWAP}, True),
    ("abilities", {"OWL": birdie.Effect.SWAP}, False),
    ("abilities", {birdie.Species.OWL: "swap"}, False),
    ("abilities", {birdie.Season.SPRING: birdie.Effect.SWAP}, False),
    ("abilities", (birdie.Effect.MOVE,) * 4, True),
    ("abilities", (birdie.Effect.MOVE,) * 3, False),
    ("abilities", (birdie.Effect.MOVE,) * 5, False),
    ("abilities", [birdie.Effect.MOVE] * 4, False),
    ("abilities", None, False),
    ("starters", (2, 2), True),
    ("starters", (0,), False),
    ("starters", (0, 1, 2), False),
    ("starters", (0, True), False),
    ("starters", [0, 1], False),
)


def check_values() -> None:
    """Values of the wrong type or number are refused, by an error that names the field. birdie/rules-fields."""
    for field, value, due in _VALUES:
        given: Any = {"players": 3, field: value}
        try:
            birdie.Rules(**given)
            found = None
        except BadRules as refused:
            found = refused.field
        _demand("birdie/rules-fields", found, None if due else field, f"the refused field with {field}={value!r}")


def _possible(data: Any) -> bool:
    try:
        from_json(birdie.Rules, data)
    except BadInput:
        return False
    return True


def _demand(clause: str, found: object, due: object, what: str) -> None:
    if found != due or type(found) is not type(due):
        raise CheckFailed(clause, f"{what}: {due!r}, not {found!r}", None)
