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


#: Values that a table of four may have.
_GOOD: tuple[tuple[str, Any], ...] = (
    ("sun_and_moon", True),
    ("rounds", 1),
    ("rounds", 99),
    ("first_dealer", 3),
    ("sickles", 0),
    ("mistletoes", 0),
    ("hand_size", 9),
    ("hand_size", 16),
)

_GAIA = "more than 8 for 4 players: Gaia, one of the 33 top cards, must be dealt"

#: Values of a field that it may not have, and what the error says was expected.
_BAD: tuple[tuple[str, Any, str], ...] = (
    *[("players", value, "an integer from 2 to 5") for value in (-1, 1, 6, True, "3", None)],
    *[("sun_and_moon", value, "true or false") for value in (1, None)],
    *[("rounds", value, "an integer of at least 1") for value in (0, -1, True)],
    *[("first_dealer", value, "an integer of at least 0") for value in (-1, None)],
    *[("first_dealer", value, "a seat from 0 to 3") for value in (4, 5)],
    *[("domains", value, "an integer from 1 to 5") for value in (-1, 0, 6, "5")],
    *[("values", value, "an integer from 1 to 12") for value in (-1, 0, 13, 12.0)],
    *[("sickles", value, "an integer from 0 to 2") for value in (-1, 3, None)],
    *[("mistletoes", value, "an integer from 0 to 2") for value in (-1, 3, None)],
    *[("hand_size", value, "an integer of at least 1") for value in (-1, 0, "14", None)],
    ("hand_size", 17, "at most 16 for 4 players and 65 cards"),
    ("hand_size", 8, _GAIA),
)


def check_values() -> None:
    """Impossible values are refused, by an error that tells the truth. druids/players and the other fields."""
    for field, value in _GOOD:
        _demand("druids/players", _refused(field, value), None, f"the error for {field}={value!r}")
    for field, value, expected in _BAD:
        _demand("druids/players", _refused(field, value), (field, value, expected), f"the error for {field}={value!r}")


def _refused(field: str, value: Any) -> tuple[str, Any, str] | None:
    """Field, value and what was expected, as the error says that refuses the rules; None if nothing does."""
    given: dict[str, Any] = {"players": 4, field: value}
    try:
        druids.Rules(**given)
    except BadRules as error:
        return error.field, error.value, error.expected
    return None


def _demand(clause: str, found: object, due: object, what: str) -> None:
    if found != due or type(found) is not type(due):
        raise CheckFailed(clause, f"{what}: {due!r}, not {found!r}", None)
