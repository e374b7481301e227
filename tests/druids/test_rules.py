"""Chapter Rules of the specification, clause by clause."""

from typing import Any

import pytest
from tests.druids.table import after, dealt, end, game, table

from lexludi import druids
from lexludi.core.errors import BadRules


def refused(**fields: Any) -> str:
    """The field that is blamed when rules with these fields are refused."""
    with pytest.raises(BadRules) as caught:
        druids.Rules(**fields)
    assert "\n" not in str(caught.value)
    return caught.value.field


@pytest.mark.parametrize("players", [3, 4, 5])
def test_players__three_to_five_play(players: int) -> None:
    state = druids.start(druids.Rules(players=players))
    assert len(state.hands) == len(state.displays) == len(state.scores) == players


@pytest.mark.parametrize("players", [-1, 0, 1, 6, 10**30])
def test_players__no_other_number_plays(players: int) -> None:
    assert refused(players=players) == "players"


def test_players__two_play_in_a_small_world_only() -> None:
    assert druids.Rules(players=2, domains=3, values=3, sickles=1, mistletoes=1, hand_size=4).players == 2
    assert refused(players=2) == "hand_size"


def test_players__must_be_given() -> None:
    with pytest.raises(TypeError):
        druids.Rules()  # type: ignore[call-arg]


def test_players__clockwise_of_the_last_seat_sits_the_first() -> None:
    state = after(table("G1 G5", "G2 G6", "G3 G7", "G4 G8", to_act=3), "G4")
    assert state.to_act == 0


def test_rounds__are_five() -> None:
    assert druids.Rules(players=4).rounds == 5
    for players in (3, 4, 5):
        over = end(druids.Rules(players=players), 1)
        assert [len(rounds) for rounds in over.scores] == [5] * players


def test_rounds__run_from_1_to_the_last() -> None:
    rules = druids.Rules(players=3)
    assert list(dict.fromkeys(state.round for state, _ in game(rules, 1))) == [1, 2, 3, 4, 5]


def test_rounds__one_gives_a_game_that_is_over_after_one_deal() -> None:
    rules = druids.Rules(players=3, rounds=1)
    deals = [action for _, action in game(rules, 1) if isinstance(action, druids.Deal)]
    assert len(deals) == 1
    assert druids.is_over(end(rules, 1))


@pytest.mark.parametrize(("players", "size"), [(3, 15), (4, 14), (5, 13)])
def test_hand_size__is_15_or_14_or_13(players: int, size: int) -> None:
    state = dealt(*[""] * players)
    assert druids.Rules(players=players).hand_size == size
    assert [len(hand) for hand in state.hands] == [size] * players


def test_hand_size__may_be_given() -> None:
    state = dealt("", "", "", rules=druids.Rules(players=3, hand_size=11))
    assert [len(hand) for hand in state.hands] == [11, 11, 11]


DEFAULTS = {
    "sun_and_moon": False,
    "rounds": 5,
    "first_dealer": 0,
    "domains": 5,
    "values": 12,
    "sickles": 2,
    "mistletoes": 2,
    "hand_size": 14,
}


def test_small_worlds__a_field_left_out_is_the_published_game() -> None:
    assert druids.Rules(players=4) == druids.Rules(players=4, **DEFAULTS)  # type: ignore[arg-type]


BOUNDS = [
    ("players", 1, False),
    ("players", 3, True),
    ("players", 5, True),
    ("players", 6, False),
    ("rounds", -1, False),
    ("rounds", 0, False),
    ("rounds", 1, True),
    ("rounds", 10**6, True),
    ("first_dealer", -1, False),
    ("first_dealer", 0, True),
    ("first_dealer", 2, True),
    ("first_dealer", 3, False),
    ("domains", 0, False),
    ("domains", 6, False),
    ("values", 0, False),
    ("values", 12, True),
    ("values", 13, False),
    ("sickles", -1, False),
    ("sickles", 0, True),
    ("sickles", 2, True),
    ("sickles", 3, False),
    ("mistletoes", -1, False),
    ("mistletoes", 0, True),
    ("mistletoes", 2, True),
    ("mistletoes", 3, False),
    ("hand_size", -1, False),
    ("hand_size", 0, False),
]


@pytest.mark.parametrize(("field", "value", "fine"), BOUNDS)
def test_small_worlds__bounds_of_every_field(field: str, value: int, fine: bool) -> None:
    fields: dict[str, Any] = {"players": 3, "hand_size": 11, field: value}
    if fine:
        assert getattr(druids.Rules(**fields), field) == value
    else:
        assert refused(**fields) == field


@pytest.mark.parametrize("domains", [1, 5])
@pytest.mark.parametrize("values", [1, 12])
def test_small_worlds__smallest_and_largest_sizes(domains: int, values: int) -> None:
    size = (domains * values) // 4 + 1
    rules = druids.Rules(players=2, domains=domains, values=values, sickles=0, mistletoes=0, hand_size=size)
    assert rules.deck_size == domains * values + 1


@pytest.mark.parametrize("field", ["players", *DEFAULTS])
@pytest.mark.parametrize("value", [2.0, "3", None, [3], float("nan")])
def test_small_worlds__numbers_are_integers(field: str, value: object) -> None:
    assert refused(**{"players": 3, field: value}) == field


@pytest.mark.parametrize("field", [name for name in ["players", *DEFAULTS] if name != "sun_and_moon"])
@pytest.mark.parametrize("value", [True, False])
def test_small_worlds__true_and_false_are_no_numbers(field: str, value: bool) -> None:
    assert refused(**{"players": 3, field: value}) == field


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_small_worlds__sun_and_moon_is_true_or_false(value: object) -> None:
    assert refused(players=3, sun_and_moon=value) == "sun_and_moon"


@pytest.mark.parametrize(("size", "fine"), [(2, False), (3, True), (4, True), (5, True), (6, True), (7, False)])
def test_small_worlds__example_of_the_clause(size: int, fine: bool) -> None:
    fields = {"players": 2, "domains": 3, "values": 3, "sickles": 1, "mistletoes": 1, "hand_size": size}
    if fine:
        assert druids.Rules(**fields).hand_size == size  # type: ignore[arg-type]
    else:
        assert refused(**fields) == "hand_size"


@pytest.mark.parametrize(("size", "fine"), [(15, False), (16, False), (17, True), (32, True), (33, False)])
def test_small_worlds__two_with_the_full_deck_need_17_cards_each(size: int, fine: bool) -> None:
    if fine:
        assert druids.Rules(players=2, hand_size=size).hand_size == size
    else:
        assert refused(players=2, hand_size=size) == "hand_size"


def test_small_worlds__the_default_hand_of_two_is_refused_at_full_size() -> None:
    assert refused(players=2) == "hand_size"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("specials", [0, 1, 2])
def test_small_worlds__exactly_the_hand_sizes_that_surely_deal_gaia(players: int, specials: int) -> None:
    world = {"players": players, "domains": 3, "values": 5, "sickles": specials, "mistletoes": specials}
    others = 15 + 2 * specials
    for size in range(1, 20):
        if others // 2 < players * size <= others + 1:
            assert druids.Rules(**world, hand_size=size).hand_size == size  # type: ignore[arg-type]
        else:
            assert refused(**world, hand_size=size) == "hand_size"


def test_small_worlds__the_default_hand_is_checked_like_any_other() -> None:
    assert refused(players=2, domains=3, values=3, sickles=1, mistletoes=1) == "hand_size"
    assert refused(players=5, domains=4) == "hand_size"  # 5 × 13 = 65 cards of 53


def test_small_worlds__gaia_lying_as_deep_as_she_can_is_dealt() -> None:
    rules = druids.Rules(players=2, domains=3, values=3, sickles=1, mistletoes=1, hand_size=3)
    pile = druids.cards("G1 G2 G3 Y1 Y2 GAIA Y3 R1 R2 R3 SICKLE MISTLETOE")
    state = druids.apply(druids.start(rules), druids.Deal(pile))
    assert druids.GAIA in state.hands[0]


def test_small_worlds__an_unknown_field_is_refused() -> None:
    with pytest.raises(TypeError):
        druids.Rules(players=3, crosses=4)  # type: ignore[call-arg]


def test_small_worlds__a_message_names_field_value_and_what_would_do() -> None:
    with pytest.raises(BadRules, match=r"^values: 13, expected an integer from 1 to 12$"):
        druids.Rules(players=3, values=13)


NESTED: list[object] = [["\n" * 9] * 9] * 9


@pytest.mark.parametrize("value", [10**5000, "x" * 10**5, [[NESTED] * 9] * 9], ids=["number", "text", "list"])
def test_small_worlds__a_message_is_one_short_line_whatever_the_value(value: Any) -> None:
    with pytest.raises(BadRules) as caught:
        druids.Rules(players=value)
    assert len(str(caught.value)) < 500
    assert "\n" not in str(caught.value)


def test_rules_survive_every_round_of_a_game() -> None:
    rules = druids.Rules(players=3, sun_and_moon=True, rounds=3, first_dealer=2)
    assert all(state.rules is rules for state, _ in game(rules, 3))
