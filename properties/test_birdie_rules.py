"""Which rules can be played under, and what they are when a field is left out."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexludi import BadInput, BadRules, birdie, from_json, to_json
from lexludi.testing.strategies import birdie_rules
from properties.birdie_contract import DEFAULTS, Birdie, possible_rules
from properties.checks import check_start


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_field_left_out_is_as_the_contract_says(players: int) -> None:
    """In Python and in JSON alike; and what the presets say besides."""
    due = {"players": players, **DEFAULTS}
    assert to_json(birdie.Rules(players=players)) == due
    assert to_json(from_json(birdie.Rules, {"players": players})) == due
    assert to_json(birdie.Rules.as_written(players)) == due
    assert to_json(birdie.Rules.published(players)) == {**due, "pile_order": "free", "lone_turns": 1}
    check_start(Birdie(), birdie.Rules(players=players))
    check_start(Birdie(), birdie.Rules.published(players))


def test_exactly_the_possible_worlds_are_accepted() -> None:
    """All small worlds, counted out: no possible one is refused, no impossible one accepted. birdie/small-worlds."""
    accepted = 0
    for world in itertools.product(range(1, 6), range(6), range(6), range(26)):
        players, species, seasons, copies = world
        within = 2 <= players <= 4 and 1 <= species <= 4 and 1 <= seasons <= 4 and copies >= 1
        due = within and possible_rules(*world)
        try:
            birdie.Rules(players=players, species=species, seasons=seasons, copies=copies)
            possible = True
        except BadRules:
            possible = False
        assert possible is due, world
        accepted += possible
    assert accepted > 700


def test_numbers_without_a_meaning_are_refused_and_unusual_ones_are_not() -> None:
    """No turn for a last player, seats that are not there, effects of a species not there. birdie/rules-strict."""
    for lone_turns, first, second in itertools.product((None, -1, 0, 1, 7), range(-1, 5), range(-1, 5)):
        due = lone_turns in (None, 1, 7) and 0 <= first < 3 and 0 <= second < 3
        assert _possible({"players": 3, "lone_turns": lone_turns, "starters": [first, second]}) is due
    for size, bound in itertools.product(range(1, 5), birdie.Species):
        for effect in birdie.Effect:
            world = {"players": 3, "species": size, "copies": 13, "abilities": {bound.value: effect.value}}
            assert _possible(world) is (list(birdie.Species).index(bound) < size), world


def _possible(data: Any) -> bool:
    try:
        from_json(birdie.Rules, data)
    except BadInput:
        return False
    return True


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
