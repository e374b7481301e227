"""Chapter Tricks of the specification, clause by clause."""

from itertools import pairwise

import pytest
from tests.druids.table import after, code, dealt, every_game, game, legal, refusal, run, stacks, table, tokens

from lexludi import druids
from lexludi.druids.state import Trick
from lexludi.druids.tricks import trick_winner

FOUR = druids.Rules(players=4)


def test_gaia_leads__her_holder_must_lead_her_and_nothing_else() -> None:
    state = dealt("R4 GAIA", "", "")
    assert state.to_act == 0
    assert refusal(state, "R4") == ("druids/gaia-leads", "must-lead-gaia")
    assert refusal(state, "GAIA") == ("druids/gaia-leads", "must-lead-gaia")
    assert refusal(state, "GAIA>R") is None


def test_gaia_leads__a_card_not_held_is_refused_for_the_same_reason() -> None:
    state = dealt("R4 GAIA", "R5", "")
    assert refusal(state, "R5") == ("druids/gaia-leads", "must-lead-gaia")
    assert refusal(state, "SICKLE") == ("druids/gaia-leads", "must-lead-gaia")


def test_gaia_leads__she_lies_and_the_next_seat_acts() -> None:
    before = dealt("", "", "R4 GAIA", "")
    state = after(before, "GAIA>B")
    assert state.trick == Trick(2, druids.Domain("B"), (druids.GAIA,))
    assert state.to_act == 3
    assert tokens(state.hands[2]) == tokens(before.hands[2]).replace(" GAIA", "")
    assert [state.hands[seat] for seat in (0, 1, 3)] == [before.hands[seat] for seat in (0, 1, 3)]


def test_gaia_leads__in_a_later_trick_she_is_not_held() -> None:
    state = table("R4 G1", "R5 G2", "R6 G3")
    assert refusal(state, "GAIA>R") == ("druids/gaia-leads", "card-not-held")
    assert refusal(after(state, "R4"), "GAIA>R") == ("druids/gaia-leads", "card-not-held")
    assert refusal(state, "GAIA") == ("druids/hold-card", "card-not-held")


def test_gaia_leads__nobody_else_begins_whoever_deals() -> None:
    for dealer in range(4):
        rules = druids.Rules(players=4, first_dealer=dealer)
        assert dealt("", "", "", "GAIA", rules=rules).to_act == 3


def test_gaia_leads__she_is_the_first_card_of_every_round() -> None:
    rounds = 0
    for played in every_game():
        for (_, before), (_, action) in pairwise(played):
            assert isinstance(before, druids.Deal) is isinstance(action, druids.LeadGaia)
            rounds += isinstance(before, druids.Deal)
    assert rounds > 100


@pytest.mark.parametrize("letter", ["G", "Y", "R", "B", "V"])
def test_gaia_domain__may_be_any_held_or_not(letter: str) -> None:
    state = dealt(f"{run('G', 1, 12)} Y1 Y2 GAIA", "", "")
    trick = after(state, f"GAIA>{letter}").trick
    assert trick is not None
    assert trick.domain == druids.Domain(letter)


def test_gaia_domain__everybody_else_must_follow_it() -> None:
    state = after(dealt("GAIA", f"B3 B7 {run('G', 1, 12)} SICKLE", f"R1 {run('Y', 1, 12)} MISTLETOE SICKLE"), "GAIA>B")
    assert legal(state) == "B3 B7 SICKLE"
    assert code(state, "G3") == "must-follow-domain"
    assert legal(after(state, "B3")) == f"{run('Y', 1, 12)} R1 SICKLE MISTLETOE"


def test_gaia_domain__cannot_be_one_that_this_world_lacks() -> None:
    rules = druids.Rules(players=2, domains=2, values=3, sickles=0, mistletoes=0, hand_size=3)
    state = dealt("GAIA", "", rules=rules)
    assert legal(state) == "GAIA>G GAIA>Y"
    assert refusal(state, "GAIA>R") == ("druids/well-formed", "malformed")


MOON = druids.Rules(players=3, sun_and_moon=True)


@pytest.mark.parametrize("top", ["lowest", "highest"])
def test_sun_and_moon__whoever_leads_gaia_also_says_the_top(top: str) -> None:
    state = dealt("GAIA", "", "", rules=MOON)
    assert state.top is druids.Top.LOWEST
    assert after(state, f"GAIA>R>{top}").top is druids.Top(top)


def test_sun_and_moon__what_was_said_holds_for_the_whole_round() -> None:
    for rules in (MOON, druids.Rules(players=5, sun_and_moon=True)):
        said, tops = druids.Top.LOWEST, set()
        for state, action in game(rules, 1):
            if isinstance(action, druids.LeadGaia):
                assert action.top is not None
                said = action.top
                tops.add(said)
            elif not isinstance(action, druids.Deal):
                assert state.top is said
        assert tops == {druids.Top.LOWEST, druids.Top.HIGHEST}


def test_sun_and_moon__without_the_variant_nobody_is_asked_and_the_lowest_lies_on_top() -> None:
    state = dealt("GAIA", "", "")
    assert legal(state) == "GAIA>G GAIA>Y GAIA>R GAIA>B GAIA>V"
    assert after(state, "GAIA>R").top is druids.Top.LOWEST
    assert refusal(state, "GAIA>R>highest") == ("druids/well-formed", "malformed")
    assert refusal(state, "GAIA>R>lowest") == ("druids/well-formed", "malformed")


def test_sun_and_moon__with_the_variant_the_top_must_be_said() -> None:
    assert refusal(dealt("GAIA", "", "", rules=MOON), "GAIA>R") == ("druids/well-formed", "malformed")


def test_sun_and_moon__highest_puts_the_highest_card_of_the_trick_on_top() -> None:
    hands = (f"{run('G', 1, 12)} GAIA", f"R9 {run('Y', 1, 12)}", f"R4 {run('B', 1, 12)}")
    for top, stack in (("highest", "R4 R9"), ("lowest", "R9 R4")):
        state = after(dealt(*hands, rules=MOON), f"GAIA>R>{top} R9 R4")
        assert stacks(state, 1) == {"R": stack}


def test_turn_order__is_clockwise_one_card_each() -> None:
    state = table("G1 G5", "G2 G6", "G3 G7", "G4 G8", to_act=3)
    acting = []
    for card in ("G4", "G1", "G2", "G3"):
        acting.append(state.to_act)
        state = after(state, card)
    assert acting == [3, 0, 1, 2]
    assert [tokens(hand) for hand in state.hands] == ["G5", "G6", "G7", "G8"]


def test_turn_order__cards_lie_in_the_order_in_which_they_were_played() -> None:
    before = table("R9 G1", "R5 G2", "R7 G3", to_act=1)
    state = after(before, "R5 R7")
    assert state.trick == Trick(1, druids.Domain("R"), druids.cards("R5 R7"))
    assert state.to_act == 0
    assert [tokens(hand) for hand in state.hands] == ["G1 R9", "G2", "G3"]
    assert (state.displays, state.aside, state.scores) == (before.displays, before.aside, before.scores)


@pytest.mark.parametrize("seat", [0, 2, 3, -1, 4, 99])
def test_turn_order__no_other_seat_plays(seat: int) -> None:
    state = table("G1 G5", "G2 G6", "G3 G7", "G4 G8", to_act=1)
    assert refusal(state, "G2", seat) == ("druids/turn-order", "out-of-turn")


def test_turn_order__the_seat_to_act_is_meant_if_none_is_named() -> None:
    state = table("G1 G5", "G2 G6", "G3 G7", "G4 G8", to_act=1)
    assert code(state, "G2") is None
    assert code(state, "G2", 1) is None
    assert druids.apply(state, druids.Play(druids.card("G2"))) == druids.apply(state, druids.Play(druids.card("G2")), 1)


def test_turn_order__nobody_acts_twice_in_a_trick() -> None:
    state = after(table("G1 G5", "G2 G6", "G3 G7"), "G1")
    assert code(state, "G5", 0) == "out-of-turn"


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_turn_order__a_deal_is_nobodys(seat: int) -> None:
    state = druids.start(FOUR)
    deal = druids.Deal((druids.GAIA, *(card for card in druids.deck(FOUR) if card is not druids.GAIA)))
    assert refusal(state, deal, seat) == ("druids/turn-order", "out-of-turn")
    assert refusal(state, deal) is None


def test_turn_order__only_the_winner_places_specials() -> None:
    state = after(table("R8 G1", "V2 B2", "SICKLE G3", displays=["Y8"]), "R8 V2 SICKLE")
    assert (state.phase, state.to_act) == (druids.Phase.SICKLE, 0)
    assert refusal(state, "SICKLE>R", 1) == ("druids/turn-order", "out-of-turn")
    assert refusal(state, "SICKLE>R", 0) is None
    state = after(table("R8 G1", "V2 B2", "MISTLETOE G3"), "R8 V2 MISTLETOE")
    assert (state.phase, state.to_act) == (druids.Phase.MISTLETOE, 0)
    assert refusal(state, "MISTLETOE>R", 2) == ("druids/turn-order", "out-of-turn")
    assert refusal(state, "MISTLETOE>R", 0) is None


def test_hold_card__only_cards_in_the_own_hand_can_be_played() -> None:
    state = table("G3 R5", "R6 G2", "B1 B2")
    assert refusal(state, "R6") == ("druids/hold-card", "card-not-held")
    assert refusal(state, "SICKLE") == ("druids/hold-card", "card-not-held")
    assert refusal(state, "G3") is None


def test_hold_card__a_card_once_played_is_held_no_more() -> None:
    state = after(table("G3 R5", "G2 R6", "G1 B2"), "G3 G2 G1")
    assert state.to_act == 0
    assert refusal(state, "G3") == ("druids/hold-card", "card-not-held")


def test_lead_any__every_card_in_hand_may_be_led() -> None:
    state = table("G3 R5 SICKLE MISTLETOE", "G1 G2 G4 G5", "Y1 Y2 Y3 Y4")
    assert legal(state) == "G3 R5 SICKLE MISTLETOE"


def test_lead_any__example_of_the_clause() -> None:
    state = table("G3 MISTLETOE", "G1 G2", "Y1 Y2")
    for card in ("G3", "MISTLETOE"):
        assert code(state, card) is None
        assert after(state, card).to_act == 1


def test_lead_any__a_domain_led_before_does_not_bind_a_new_lead() -> None:
    state = after(table("R9 R1 G3", "R5 Y1 Y2", "R7 B1 B2"), "R9 R5 R7")
    assert legal(state) == "G3 R1"


def test_trick_domain__is_that_of_the_card_led() -> None:
    state = after(table("R9 G1", "R5 G2", "B7 G3"), "R9")
    assert state.trick is not None
    assert state.trick.domain is druids.Domain("R")
    state = after(state, "R5")
    assert state.trick is not None
    assert state.trick.domain is druids.Domain("R")


def test_trick_domain__the_first_domain_card_after_specials_sets_it() -> None:
    state = table("SICKLE G1", "MISTLETOE G2", "V4 G3", "R12 G4")
    domains = []
    for card in ("SICKLE", "MISTLETOE", "V4"):
        state = after(state, card)
        assert state.trick is not None
        domains.append(state.trick.domain)
    assert domains == [None, None, druids.Domain("V")]


def test_trick_domain__nobody_follows_before_it_is_set() -> None:
    state = after(table("SICKLE G1", "MISTLETOE G2", "V4 G3", "R12 V5"), "SICKLE")
    assert legal(state) == "G2 MISTLETOE"
    state = after(state, "MISTLETOE")
    assert legal(state) == "G3 V4"
    assert legal(after(state, "V4")) == "V5"


def test_trick_domain__a_card_of_another_domain_does_not_change_it() -> None:
    state = after(table("R9 G1", "B5 G2", "R7 B3", "B9 R1"), "R9 B5")
    assert state.trick is not None
    assert state.trick.domain is druids.Domain("R")
    assert legal(state) == "R7"
    assert legal(after(state, "R7")) == "R1"


def test_follow_domain__whoever_holds_the_domain_must_follow() -> None:
    state = after(table("R9 G1 G2", "G3 R5 SICKLE", "Y1 Y2 Y3"), "R9")
    assert legal(state) == "R5 SICKLE"
    assert refusal(state, "G3") == ("druids/follow-domain", "must-follow-domain")


def test_follow_domain__whoever_holds_none_plays_any_card() -> None:
    state = after(table("R9 G1", "G3 SICKLE", "Y1 Y2"), "R9")
    assert legal(state) == "G3 SICKLE"


def test_follow_domain__specials_need_not_follow() -> None:
    state = after(table("R9 G1 G2", "R5 SICKLE MISTLETOE", "Y1 Y2 Y3"), "R9")
    assert code(state, "SICKLE") is None
    assert code(state, "MISTLETOE") is None


def test_follow_domain__all_cards_of_the_domain_may_be_played_high_or_low() -> None:
    state = after(table("R5 G1 G2", "R1 R4 R12", "Y1 Y2 Y3"), "R5")
    assert legal(state) == "R1 R4 R12"


def test_follow_domain__the_trick_counts_not_the_last_card() -> None:
    state = after(table("R9 G1", "B5 G2", "B7 R3"), "R9 B5")
    assert legal(state) == "R3"
    assert code(state, "B7") == "must-follow-domain"


def test_follow_domain__specials_led_leave_the_first_domain_card_free() -> None:
    state = after(table("MISTLETOE G1", "B5 R2", "B7 R3"), "MISTLETOE")
    assert legal(state) == "R2 B5"
    assert legal(after(state, "R2")) == "R3"


def winner(leader: int, domain: str | None, cards: str) -> int:
    return trick_winner(leader, druids.Domain(domain) if domain else None, druids.cards(cards))


@pytest.mark.parametrize(
    ("leader", "domain", "cards", "wins"),
    [
        (1, "R", "GAIA G12 R2 SICKLE", 3),
        (1, "R", "GAIA G12 B2 SICKLE", 1),
        (0, "Y", "Y1 R12 V12", 0),
        (0, "Y", "Y2 Y12 Y3", 1),
        (0, "Y", "Y9 Y10 Y11", 2),
        (2, "B", "B10 B9 B2", 2),
        (3, "V", "SICKLE V1 MISTLETOE G9", 0),
        (2, "G", "MISTLETOE R9 G1 SICKLE G11", 1),
        (4, "R", "R3 SICKLE R4 MISTLETOE R2", 1),
        # By the formal statement; at the table Gaia is always led.
        (0, "R", "SICKLE G12 GAIA", 2),
    ],
)
def test_trick_winner__highest_card_of_the_domain(leader: int, domain: str, cards: str, wins: int) -> None:
    assert winner(leader, domain, cards) == wins


def test_trick_winner__cards_count_by_value_at_the_table() -> None:
    assert after(table("Y9 G1", "Y10 G2", "Y2 G3"), "Y9 Y10 Y2").to_act == 1
    assert after(table("Y1 G1", "R12 G2", "V12 G3"), "Y1 R12 V12").to_act == 0


GAIAS = f"GAIA {run('V', 1, 12)} Y12"
GREEN = f"{run('G', 1, 12)} Y1 Y2"


def test_trick_winner__gaia_loses_to_the_2_of_her_domain() -> None:
    state = dealt("SICKLE", GAIAS, GREEN, f"R2 {run('B', 1, 12)} R3")
    assert after(state, "GAIA>R G12 R2 SICKLE").to_act == 3


def test_trick_winner__gaia_wins_if_nobody_else_played_her_domain() -> None:
    state = dealt("SICKLE", GAIAS, GREEN, f"{run('B', 1, 12)} Y3 Y4")
    state = after(state, "GAIA>R G12 B2 SICKLE")
    assert state.to_act == 1
    assert stacks(state, 1) == {"B": "B2"}


def test_specials_trick__goes_to_its_leader() -> None:
    state = table("SICKLE G1", "MISTLETOE G2", "SICKLE G3", to_act=2)
    assert after(state, "SICKLE SICKLE MISTLETOE").to_act == 2


@pytest.mark.parametrize("leader", [0, 1, 2, 3])
def test_specials_trick__whoever_that_is(leader: int) -> None:
    state = table("SICKLE G1", "MISTLETOE G2", "SICKLE G3", "MISTLETOE G4", to_act=leader)
    while len(state.hands[leader - 1]) == 2:
        state = druids.apply(state, druids.legal_actions(state)[-1])
    assert state.to_act == leader
    assert state.phase is druids.Phase.PLAY


def test_specials_trick__a_special_never_wins_against_a_domain_card() -> None:
    assert after(table("SICKLE G1", "MISTLETOE G2", "B1 G3"), "SICKLE MISTLETOE B1").to_act == 2
    assert winner(0, "B", "B1 SICKLE SICKLE MISTLETOE") == 0
    assert winner(0, "B", "GAIA SICKLE MISTLETOE") == 0


def test_winner_leads__the_next_trick() -> None:
    state = after(table("R1 G1 Y1", "R5 G5 Y5", "R9 G9 Y9"), "R1 R5 R9")
    assert (state.to_act, state.trick, state.phase) == (2, None, druids.Phase.PLAY)
    assert after(state, "G9 G1 G5").to_act == 2
    assert after(state, "Y9 Y1 Y5").to_act == 2


def test_winner_leads__after_placing_the_specials() -> None:
    state = table("MISTLETOE G1", "R2 G2", "R1 G3", "R9 G4", displays=["", "", "", "B2"], to_act=3)
    state = after(state, "R9 MISTLETOE R2 R1")
    assert (state.phase, state.to_act) == (druids.Phase.MISTLETOE, 3)
    state = after(state, "MISTLETOE>B")
    assert (state.phase, state.to_act, state.trick) == (druids.Phase.PLAY, 3, None)
    assert legal(state) == "G4"
