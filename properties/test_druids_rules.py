"""Which rules can be played under, and what they are when a field is left out.

Clauses druids/players, druids/rounds, druids/hand-size, druids/first-dealer, druids/small-worlds.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexludi import BadInput, druids, from_json, to_json
from lexludi.testing.strategies import druids_rules
from properties.checks import check_start
from properties.druids_contract import DEFAULTS, Druids
from properties.druids_tables import check_defaults, check_values, check_worlds


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_field_left_out_is_as_the_contract_says(players: int) -> None:
    """In Python and in JSON alike."""
    check_defaults(players)


def test_exactly_the_possible_worlds_are_accepted() -> None:
    """All small worlds, counted out: no possible one is refused, no impossible one accepted."""
    assert check_worlds() > 1000


def test_errors_tell_the_truth() -> None:
    """The field, the value, and what would have been accepted."""
    check_values()


@given(
    rules=druids_rules(),
    field=st.sampled_from(["players", *DEFAULTS]),
    value=st.sampled_from([-1, 99, None, "3", 3.0, [3]]),
)
def test_an_impossible_value_of_any_field_is_refused(rules: druids.Rules, field: str, value: Any) -> None:
    """With one clear error, which names the field."""
    if (field, value) == ("rounds", 99):
        value = 0
    with pytest.raises(BadInput) as refused:
        from_json(druids.Rules, {**to_json(rules), field: value})
    # A world that does not fit together is refused by the field that the sizes leave no room for.
    assert refused.value.field in (field, "hand_size", "first_dealer")


@given(rules=druids_rules())
def test_rules_survive_json_and_no_field_more_is_taken(rules: druids.Rules) -> None:
    """Written in full, read strictly."""
    assert from_json(druids.Rules, to_json(rules)) == rules
    assert to_json(rules) == Druids().rules_json(rules)
    with pytest.raises(BadInput):
        from_json(druids.Rules, {**to_json(rules), "jokers": 1})


@given(rules=druids_rules())
def test_a_game_begins_with_the_deck_in_the_box(rules: druids.Rules) -> None:
    """And every action but a deal is refused."""
    check_start(Druids(), rules)
    assert len(Druids().deck(rules)) == rules.deck_size
