"""Chapter Cards of the specification, clause by clause."""

from collections import Counter
from typing import Any

import pytest
from tests.druids.table import SMALL, after, code, dealt, every_state, legal, run, stacks, table, tokens

from lexludi import druids
from lexludi.core.errors import BadInput, DecodeError
from lexludi.druids.cards import canonical
from lexludi.druids.tricks import trick_winner

RED = druids.Domain("R")


def test_domains__are_five_in_this_order() -> None:
    assert [domain.value for domain in druids.Domain] == ["G", "Y", "R", "B", "V"]
    assert [domain.name for domain in druids.Domain] == [
        "HEALING",
        "DIVINATION",
        "SHAPESHIFTING",
        "ASTROLOGY",
        "FINE_ARTS",
    ]
    assert [domain.index for domain in druids.Domain] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_domains__a_small_world_takes_the_first_ones(count: int) -> None:
    rules = druids.Rules(players=3, domains=count, values=3, sickles=0, mistletoes=0, hand_size=count)
    assert {card.domain.value for card in druids.deck(rules) if card.domain} == set("GYRBV"[:count])


def test_domains__a_card_of_another_domain_is_not_of_that_world() -> None:
    rules = druids.Rules(players=2, domains=2, values=6, sickles=0, mistletoes=0, hand_size=4)
    assert druids.card("R5") not in druids.deck(rules)
    assert code(dealt("GAIA", "", rules=rules), "R5") == "malformed"


def test_deck__has_65_cards() -> None:
    deck = Counter(card.token for card in druids.deck(druids.Rules(players=3)))
    expected = {f"{letter}{value}": 1 for letter in "GYRBV" for value in range(1, 13)}
    assert deck == {**expected, "GAIA": 1, "SICKLE": 2, "MISTLETOE": 2}
    assert deck.total() == 65


def test_deck__is_the_same_for_any_number_of_players() -> None:
    three, four, five = (druids.deck(druids.Rules(players=n)) for n in (3, 4, 5))
    assert three == four == five


def test_deck__of_a_small_world_has_what_its_rules_say() -> None:
    rules = druids.Rules(players=2, domains=3, values=2, sickles=1, mistletoes=2, hand_size=5)
    assert tokens(druids.deck(rules)) == "G1 G2 Y1 Y2 R1 R2 GAIA SICKLE MISTLETOE MISTLETOE"
    assert rules.deck_size == 10


def test_deck__may_lack_sickles_and_mistletoes_but_never_gaia() -> None:
    rules = druids.Rules(players=2, domains=1, values=2, sickles=0, mistletoes=0, hand_size=1)
    assert tokens(druids.deck(rules)) == "G1 G2 GAIA"


def test_deck__lies_in_the_box_before_the_first_deal_and_never_after() -> None:
    rules = druids.Rules(players=3)
    before, later = druids.zones(druids.start(rules)), druids.zones(dealt("", "", ""))
    assert {name for name, cards in before.items() if cards} == {"box"}
    assert before["box"] == druids.deck(rules)
    assert later["box"] == ()


def test_deck__is_what_all_zones_hold_together_in_every_state() -> None:
    for state in every_state():
        lying = Counter(card for zone in druids.zones(state).values() for card in zone)
        assert lying == Counter(druids.deck(state.rules))


def test_gaia__has_value_0_and_no_domain() -> None:
    assert (druids.GAIA.value, druids.GAIA.domain, druids.GAIA.is_special) == (0, None, False)


def test_gaia__led_as_red_is_beaten_by_the_red_1_and_not_by_the_green_12() -> None:
    assert trick_winner(0, RED, druids.cards("GAIA R1 G12")) == 1
    assert trick_winner(0, RED, druids.cards("GAIA G12 SICKLE")) == 0


def test_gaia__stands_for_the_named_domain_in_her_trick_at_the_table() -> None:
    state = dealt("GAIA", f"R1 {run('B', 1, 12)}", f"{run('G', 1, 12)} Y1 Y2 Y3")
    assert after(state, "GAIA>R R1 G12").to_act == 1
    state = dealt("GAIA", run("B", 1, 12) + " V1 V2 V3", f"{run('G', 1, 12)} Y1 Y2 Y3")
    assert after(state, "GAIA>R B1 G12").to_act == 0


@pytest.mark.parametrize("special", [druids.SICKLE, druids.MISTLETOE])
def test_specials__belong_to_no_domain(special: druids.Card) -> None:
    assert special.domain is None
    assert special.is_special


def test_specials__set_no_domain_when_led() -> None:
    state = after(table("SICKLE G1", "MISTLETOE G2", "R5 G3"), "SICKLE MISTLETOE")
    assert state.trick is not None
    assert state.trick.domain is None
    assert legal(state) == "G3 R5"


def test_specials__follow_no_domain_yet_may_be_played_on_any() -> None:
    state = after(table("R9 G1", "R5 SICKLE", "B1 MISTLETOE"), "R9")
    assert legal(state) == "R5 SICKLE"
    assert legal(after(state, "SICKLE")) == "B1 MISTLETOE"


def test_specials__score_nothing_and_count_as_no_stack() -> None:
    state = after(table("SICKLE", "MISTLETOE", "SICKLE"), "SICKLE MISTLETOE SICKLE")
    assert stacks(state, 0) == {}
    assert state.scores == ((0,), (0,), (0,))


def test_specials_alike__two_copies_give_one_way_to_play() -> None:
    state = table("SICKLE SICKLE", "G1 G2", "MISTLETOE MISTLETOE")
    assert legal(state) == "SICKLE"
    assert legal(after(state, "SICKLE G1")) == "MISTLETOE"


def test_specials_alike__copies_are_equal() -> None:
    first, second = druids.cards("SICKLE SICKLE")
    assert first == second
    assert hash(first) == hash(second)
    assert druids.SICKLE != druids.MISTLETOE


def test_specials_alike__playing_one_of_two_keeps_the_other() -> None:
    state = after(table("SICKLE SICKLE", "G1 G2", "MISTLETOE MISTLETOE"), "SICKLE")
    assert tokens(state.hands[0]) == "SICKLE"


def test_card_order__is_domain_then_value_then_gaia_sickles_mistletoes() -> None:
    everything = [*(f"{letter}{value}" for letter in "GYRBV" for value in range(1, 13)), "GAIA"]
    everything += ["SICKLE", "SICKLE", "MISTLETOE", "MISTLETOE"]
    assert tokens(druids.deck(druids.Rules(players=3))).split() == everything
    assert tokens(canonical(druids.cards(" ".join(reversed(everything))))).split() == everything


def test_card_order__example_of_the_clause() -> None:
    assert tokens(canonical(druids.cards("MISTLETOE B2 G11 GAIA G3"))) == "G3 G11 B2 GAIA MISTLETOE"


def test_card_order__hands_are_dealt_into_it() -> None:
    rules = druids.Rules(players=2, domains=2, values=3, sickles=1, mistletoes=1, hand_size=4)
    pile = druids.cards("MISTLETOE SICKLE Y2 GAIA G3 Y3 G1 G2 Y1")
    state = druids.apply(druids.start(rules), druids.Deal(pile))
    assert tokens(state.hands[1]) == "G1 G3 Y2 MISTLETOE"
    assert tokens(state.hands[0]) == "G2 Y3 GAIA SICKLE"


def test_card_order__is_kept_by_hands_pending_cards_and_cards_aside_in_every_state() -> None:
    for state in every_state():
        for zone in (*state.hands, state.pending, state.aside):
            assert [card.index for card in zone] == sorted(card.index for card in zone)


def test_card_order__does_not_touch_the_order_of_play() -> None:
    state = after(table("R9 G1", "R5 G2", "R7 G3"), "R9 R5")
    assert state.trick is not None
    assert tokens(state.trick.cards) == "R9 R5"


@pytest.mark.parametrize("token", ["r5", "R0", "R13", "R", "R05", " R5", "", "gaia", "X1", "G1\n", 5, None, ["R5"]])
def test_a_token_is_written_exactly_so(token: object) -> None:
    with pytest.raises(DecodeError):
        druids.card(token)


def test_there_is_one_object_a_token() -> None:
    for rules in SMALL:
        for card in druids.deck(rules):
            assert druids.card(card.token) is card
            assert repr(card) == card.token


@pytest.mark.parametrize("wrong", [None, b"GAIA", ["GAIA"], 5])
def test_cards_are_read_from_a_text_alone(wrong: Any) -> None:
    with pytest.raises(BadInput) as caught:
        druids.cards(wrong)
    assert type(caught.value) is BadInput
    assert str(caught.value) == f"tokens: {wrong!r}, expected a text of tokens, such as 'V3 GAIA R5'"
