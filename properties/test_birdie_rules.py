"""Which rules can be played under, and what they are when a field is left out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexludi import BadInput, birdie, from_json, to_json
from lexludi.testing.strategies import birdie_rules
from properties.birdie_contract import DEFAULTS, Birdie
from properties.birdie_tables import check_defaults, check_meaning, check_values, check_worlds
from properties.checks import check_start


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_field_left_out_is_as_the_contract_says(players: int) -> None:
    """In Python and in JSON alike; and what the presets say besides."""
    check_defaults(players)


def test_exactly_the_possible_worlds_are_accepted() -> None:
    """All small worlds, counted out: no possible one is refused, no impossible one accepted. birdie/small-worlds."""
    assert check_worlds() > 700


def test_numbers_without_a_meaning_are_refused_and_unusual_ones_are_not() -> None:
    """No turn for a last player, seats that are not there, effects of a species not there. birdie/rules-strict."""
    check_meaning()


def test_errors_tell_the_truth() -> None:
    """The field, the value, and what would have been accepted. birdie/rules-fields."""
    check_values()


@given(
    rules=birdie_rules(),
    field=st.sampled_from(["players", *DEFAULTS]),
    value=st.sampled_from([-1, 99, None, True, "3", 3.5, [3], {"3": 3}, [0, 9], [0] * 8]),
)
def test_an_impossible_value_of_any_field_is_refused(rules: birdie.Rules, field: str, value: Any) -> None:
    """With one clear error, which names the field."""
    if (field in ("trophy", "lone_turns", "copies") and value == 99) or (field, value) in (
        ("trophy", -1),
        ("lone_turns", None),
    ):
        value = "many"
    with pytest.raises(BadInput) as refused:
        from_json(birdie.Rules, {**to_json(rules), field: value})
    # The error names a place within the field, where there is one; too few species leave others without a bird.
    assert refused.value.field.startswith((field, "abilities") if field == "species" else field)


@given(rules=birdie_rules())
def test_rules_survive_json_and_no_field_more_is_taken(rules: birdie.Rules) -> None:
    """Written in full, read strictly."""
    assert from_json(birdie.Rules, to_json(rules)) == rules
    assert to_json(rules) == Birdie().rules_json(rules)
    with pytest.raises(BadInput):
        from_json(birdie.Rules, {**to_json(rules), "hand": 2})


@given(rules=birdie_rules())
def test_a_game_begins_with_the_deck_in_the_box(rules: birdie.Rules) -> None:
    """And every action but a deal is refused."""
    check_start(Birdie(), rules)
    assert len(Birdie().deck(rules)) == rules.deck_size + 1
