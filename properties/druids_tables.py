"""Which tables Druids can be played at, counted out, and what is so when a field of the rules is left out.

Clauses druids/players, druids/rounds, druids/hand-size, druids/first-dealer, druids/small-worlds.
"""

from __future__ import annotations

import itertools
from typing import Any

from lexludi import BadRules, druids, from_json, to_json
from lexludi.testing.checks import CheckFailed
from properties.checks import check_start
from properties.druids_contract import DEFAULTS, Druids, possible_rules

__all__ = ["check_defaults", "check_values", "check_worlds"]


def check_defaults(players: int) -> None:
    """A field left out is as the contract says, in Python and in JSON alike."""
    due = {"players": players, **DEFAULTS, "hand_size": 18 - players}
    for rules in (druids.Rules(players=players), from_json(druids.Rules, {"players": players})):
        _demand("druids/hand-size", to_json(rules), due, f"the rules for {players}")
    check_start(Druids(), druids.Rules(players=players))


#: Numbers of sickles and mistletoes, of values, and cards a hand: all that matter, and a quick choice of them.
_MANY = (range(3), (1, 2, 3, 11, 12), range(1, 34))
_FEW = ((0, 2), (1, 3, 12), (1, 2, 3, 5, 13, 14, 15, 16, 32, 33))


def check_worlds(*, all_of_them: bool = True) -> int:
    """Of the small worlds exactly the possible ones are accepted; their number. druids/small-worlds."""
    accepted = 0
    specials, some_values, sizes = _MANY if all_of_them else _FEW
    numbers = ((2, 3, 4, 5), (0, 1, 4), range(1, 6), some_values, specials, specials, sizes)
    for players, dealer, domains, values, sickles, mistletoes, hand_size in itertools.product(*numbers):
        due = possible_rules(players, dealer, domains, values, sickles + mistletoes, hand_size)
        try:
            rules = druids.Rules(
                players=players,
                first_dealer=dealer,
                domains=domains,
                values=values,
                sickles=sickles,
                mistletoes=mistletoes,
                hand_size=hand_size,
            )
            cards = domains * values + sickles + mistletoes + 1
            _demand("druids/deck", rules.deck_size, cards, f"the cards of {rules}")
            _demand("druids/pile", rules.top_half, (cards - 1) // 2, f"the top half of {rules}")
            found = None
        except BadRules as refused:
            found = refused.field
        _demand("druids/small-worlds", found is None, due, str((players, dealer, domains, values, hand_size)))
        accepted += found is None
    return accepted


#: A value of a field, and whether it can be played with at a published table of four.
_VALUES: tuple[tuple[str, Any, bool], ...] = (
    ("players", 1, False),
    ("players", 6, False),
    ("players", True, False),
    ("players", "3", False),
    ("players", None, False),
    ("sun_and_moon", True, True),
    ("sun_and_moon", 1, False),
    ("sun_and_moon", None, False),
    ("rounds", 1, True),
    ("rounds", 99, True),
    ("rounds", 0, False),
    ("rounds", True, False),
    ("first_dealer", 3, True),
    ("first_dealer", 4, False),
    ("first_dealer", -1, False),
    ("first_dealer", None, False),
    ("domains", 6, False),
    ("domains", 0, False),
    ("values", 13, False),
    ("values", 0, False),
    ("values", 12.0, False),
    ("sickles", 3, False),
    ("sickles", -1, False),
    ("sickles", 0, True),
    ("mistletoes", 3, False),
    ("mistletoes", -1, False),
    ("mistletoes", 0, True),
    ("hand_size", 0, False),
    ("hand_size", 9, True),
    ("hand_size", 16, True),
    ("hand_size", 17, False),
    ("hand_size", 8, False),
    ("hand_size", "14", False),
)


def check_values() -> None:
    """Impossible values are refused, by an error that names the field."""
    for field, value, due in _VALUES:
        given: Any = {"players": 4, field: value}
        try:
            druids.Rules(**given)
            found = None
        except BadRules as refused:
            found = refused.field
        _demand("druids/small-worlds", found, None if due else field, f"the refused field with {field}={value!r}")


def _demand(clause: str, found: object, due: object, what: str) -> None:
    if found != due or type(found) is not type(due):
        raise CheckFailed(clause, f"{what}: {due!r}, not {found!r}", None)
