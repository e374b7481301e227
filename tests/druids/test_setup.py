"""Chapter Setup of the specification, clause by clause."""

import random
from collections import Counter
from typing import Any

import pytest
from tests.druids.table import PUBLISHED, SMALL, after, code, dealt, every_game, game, refusal, stacks, table, tokens

from lexludi import birdie, druids
from lexludi.core.errors import BadInput, IllegalAction
from lexludi.druids.state import changed

#: m = 11, so Gaia is one of the 6 top cards.
ODD = druids.Rules(players=2, domains=3, values=3, sickles=1, mistletoes=1, hand_size=4, rounds=2)
#: m = 10, so Gaia is one of the 6 top cards here too.
EVEN = druids.Rules(players=2, domains=3, values=3, sickles=1, mistletoes=0, hand_size=4, rounds=2)


def test_first_dealer__is_seat_0() -> None:
    assert druids.start(druids.Rules(players=4)).dealer == 0


def test_first_dealer__may_be_another_seat_that_the_rules_name() -> None:
    state = druids.start(druids.Rules(players=4, first_dealer=2))
    assert state.dealer == 2
    pile = druids.shuffled(state, random.Random(1)).pile
    assert pile[0] in druids.apply(state, druids.Deal(pile)).hands[3]


@pytest.mark.parametrize("wrong", [None, {"players": 3}, druids.Rules, birdie.Rules(players=3), "x" * 1000])
def test_first_dealer__under_rules_of_druids_alone(wrong: Any) -> None:
    with pytest.raises(BadInput) as caught:
        druids.start(wrong)
    assert (caught.value.field, caught.value.value) == ("rules", wrong)
    assert str(caught.value).endswith(", expected a lexludi.druids.Rules")
    assert len(str(caught.value)) < 200


def test_first_dealer__first_state_holds_nothing_but_that() -> None:
    rules = druids.Rules(players=3, domains=4, hand_size=15, first_dealer=1)
    state = druids.start(rules)
    assert state == druids.State.of(
        rules=rules,
        phase=druids.Phase.DEAL,
        round=1,
        dealer=1,
        to_act=None,
        hands=((), (), ()),
        trick=None,
        pending=(),
        displays=((((),) * 4),) * 3,
        aside=(),
        top=druids.Top.LOWEST,
        scores=((), (), ()),
    )


def pile_with_gaia_at(rules: druids.Rules, place: int) -> druids.Deal:
    others = [card for card in druids.deck(rules) if card is not druids.GAIA]
    return druids.Deal((*others[:place], druids.GAIA, *others[place:]))


@pytest.mark.parametrize("rules", [ODD, EVEN, druids.Rules(players=3), druids.Rules(players=5)])
def test_pile__gaia_is_in_the_top_half(rules: druids.Rules) -> None:
    state = druids.start(rules)
    deepest = (len(druids.deck(rules)) - 1) // 2
    for place in range(len(druids.deck(rules))):
        expected = None if place <= deepest else ("druids/pile", "bad-deal")
        assert refusal(state, pile_with_gaia_at(rules, place)) == expected


def test_pile__with_65_cards_gaia_is_one_of_the_top_33() -> None:
    state = druids.start(druids.Rules(players=4))
    assert code(state, pile_with_gaia_at(state.rules, 32)) is None
    assert code(state, pile_with_gaia_at(state.rules, 33)) == "bad-deal"


def test_pile__holds_exactly_the_deck() -> None:
    state = druids.start(druids.Rules(players=3))
    good = druids.shuffled(state, random.Random(1)).pile
    plain = next(place for place, card in enumerate(good) if card.domain)
    other = next(place for place, card in enumerate(good) if card.domain and place > plain)
    bad = {
        "one card twice and another missing": (*good[:plain], good[other], *good[plain + 1 :]),
        "a card missing": good[:plain] + good[plain + 1 :],
        "a card too many": (*good, good[plain]),
        "no Gaia": tuple(card for card in good if card is not druids.GAIA),
        "Gaia twice": (druids.GAIA, *good),
        "three sickles": (*good, druids.SICKLE),
        "no card": (),
    }
    assert {why: code(state, druids.Deal(pile)) for why, pile in bad.items()} == dict.fromkeys(bad, "bad-deal")
    assert code(state, druids.Deal(good)) is None


def test_pile__refusal_says_in_one_line_what_is_wrong() -> None:
    state = druids.start(ODD)
    violation = druids.verify(state, druids.Deal(druids.deck(ODD)[1:]))
    assert violation is not None
    assert "G1" in violation.message
    assert "\n" not in violation.message
    violation = druids.verify(state, pile_with_gaia_at(ODD, 6))
    assert violation is not None
    assert "GAIA" in violation.message


def test_pile__shuffled_ones_are_always_possible() -> None:
    for rules in (*PUBLISHED, *SMALL):
        source = random.Random(5)
        for _ in range(40):
            state = druids.start(rules)
            assert druids.verify(state, druids.shuffled(state, source)) is None


def test_pile__gaia_lies_in_every_place_of_the_top_half_about_equally_often() -> None:
    source, state = random.Random(11), druids.start(ODD)
    places = Counter(druids.shuffled(state, source).pile.index(druids.GAIA) for _ in range(3000))
    assert set(places) == set(range(6))
    assert all(400 < count < 600 for count in places.values())  # 500 each; 5 standard deviations are 102


def test_pile__every_other_card_lies_everywhere_about_equally_often() -> None:
    source, state = random.Random(12), druids.start(ODD)
    depths: Counter[tuple[str, int]] = Counter()
    for _ in range(3000):
        pile = [card for card in druids.shuffled(state, source).pile if card is not druids.GAIA]
        depths.update((card.token, place) for place, card in enumerate(pile))
    assert len(depths) == 11 * 11
    assert all(180 < count < 370 for count in depths.values())  # 273 each; 5 standard deviations are 79


def test_pile__depends_on_the_random_source_alone() -> None:
    state = druids.start(druids.Rules(players=4))
    piles = [druids.shuffled(state, random.Random(seed)).pile for seed in (7, 7, 8)]
    assert piles[0] == piles[1] != piles[2]


def test_pile__is_shuffled_only_when_a_deal_is_due() -> None:
    state = dealt("", "", "")
    with pytest.raises(IllegalAction) as caught:
        druids.shuffled(state, random.Random(1))
    assert caught.value.violation.code == "wrong-phase"


def test_deal_order__example_of_the_clause() -> None:
    rules = druids.Rules(players=3, hand_size=11)
    start = druids.cards("G7 SICKLE R2 B9 GAIA")
    rest = Counter(druids.deck(rules)) - Counter(start)
    state = druids.apply(druids.start(rules), druids.Deal((*start, *rest.elements())))
    one, two, nought = state.hands[1], state.hands[2], state.hands[0]
    assert {druids.card("G7"), druids.card("B9")} <= set(one)
    assert {druids.SICKLE, druids.GAIA} <= set(two)
    assert druids.card("R2") in nought


@pytest.mark.parametrize(
    ("dealer", "hands"),
    [
        (0, ["G3 R1 R2", "G1 Y1 GAIA", "G2 Y2 Y3"]),
        (1, ["G2 Y2 Y3", "G3 R1 R2", "G1 Y1 GAIA"]),
        (2, ["G1 Y1 GAIA", "G2 Y2 Y3", "G3 R1 R2"]),
    ],
)
def test_deal_order__one_at_a_time_clockwise_from_the_dealers_left(dealer: int, hands: list[str]) -> None:
    world = {"domains": 3, "values": 3, "sickles": 1, "mistletoes": 1, "hand_size": 3}
    rules = druids.Rules(players=3, first_dealer=dealer, **world)  # type: ignore[arg-type]
    pile = druids.cards("G1 G2 G3 GAIA Y2 R1 Y1 Y3 R2 R3 SICKLE MISTLETOE")
    state = druids.apply(druids.start(rules), druids.Deal(pile))
    assert [tokens(hand) for hand in state.hands] == hands


def test_deal_order__a_later_round_begins_at_the_left_of_its_own_dealer() -> None:
    seen = set()
    for played in every_game():
        for state, action in played:
            if isinstance(action, druids.Deal):
                hands, n = druids.apply(state, action).hands, state.rules.players
                for place in range(n * state.rules.hand_size):
                    assert action.pile[place] in hands[(state.dealer + 1 + place) % n]
                seen.add((state.round > 1, state.dealer > 0))
    assert (True, True) in seen


@pytest.mark.parametrize(("players", "left"), [(3, 20), (4, 9), (5, 0)])
def test_undealt__20_or_9_or_no_cards_stay_out(players: int, left: int) -> None:
    state = dealt(*[""] * players)
    assert len(state.aside) == left


def test_undealt__are_the_last_cards_of_the_pile() -> None:
    pile = druids.cards("G1 G2 G3 GAIA Y2 R1 Y1 Y3 R3 MISTLETOE R2 SICKLE")
    state = druids.apply(druids.start(ODD), druids.Deal(pile))
    assert tokens(state.aside) == "R2 R3 SICKLE MISTLETOE"


def test_undealt__stay_out_of_play_for_the_round() -> None:
    (first, deal), *played = game(druids.Rules(players=4, rounds=1), 2)
    out = Counter(druids.apply(first, deal).aside)
    assert out.total() == 9
    for state, action in played:
        assert out <= Counter(druids.apply(state, action).aside)


EARLY = table("V5 G3 V8", "V1 Y8 R8", "R9 Y9 G9", displays=["G1 | Y2 | R3 | B4", "R7", "B11"])


def test_clear_table__the_table_lies_as_the_round_ended() -> None:
    ended = after(EARLY, "V5 V1 R9")
    assert ended.phase is druids.Phase.DEAL
    assert [tokens(hand) for hand in ended.hands] == ["G3 V8", "Y8 R8", "G9 Y9"]
    assert stacks(ended, 0) == {"G": "G1", "Y": "Y2", "R": "R3 R9", "B": "B4", "V": "V5 V1"}
    assert (stacks(ended, 1), stacks(ended, 2)) == ({"R": "R7"}, {"B": "B11"})
    assert ended.aside == EARLY.aside


def test_clear_table__only_scores_phase_round_and_dealer_change_at_the_end() -> None:
    before = after(table("G1", "G2", "G3", displays=["R1", "B2", ""]), "G1 G2")
    ended = druids.apply(before, druids.Play(druids.card("G3")))
    expected = changed(
        before,
        phase=druids.Phase.DEAL,
        round=2,
        dealer=2,  # points 1, 2, 1 with dealer 0: 2 is asked before 0
        to_act=None,
        trick=None,
        hands=((), (), ()),
        displays=(before.displays[0], before.displays[1], (druids.cards("G3 G2 G1"), (), (), (), ())),
        scores=((1,), (2,), (1,)),
    )
    assert ended == expected


def test_clear_table__the_next_deal_clears_it() -> None:
    ended = after(EARLY, "V5 V1 R9")
    state = dealt("", "", "GAIA", rules=ended.rules, state=ended)
    assert state.displays == ((((),) * 5),) * 3
    assert (state.trick, state.pending, state.top) == (None, (), druids.Top.LOWEST)
    assert [len(hand) for hand in state.hands] == [15, 15, 15]
    assert (state.phase, state.round, state.dealer) == (druids.Phase.PLAY, ended.round, ended.dealer)
    assert state.scores == ended.scores
    assert len(state.aside) == 20


def test_clear_table__a_deal_makes_the_holder_of_gaia_act() -> None:
    for seat in range(4):
        hands = ["GAIA" if place == seat else "" for place in range(4)]
        assert dealt(*hands).to_act == seat


def test_clear_table__the_top_card_said_lasts_until_the_next_deal() -> None:
    rules = druids.Rules(players=2, domains=1, values=2, sickles=0, mistletoes=0, hand_size=1, sun_and_moon=True)
    ended = after(dealt("GAIA", "G1", rules=rules), "GAIA>G>highest G1")
    assert (ended.phase, ended.top) == (druids.Phase.DEAL, druids.Top.HIGHEST)
    assert dealt("GAIA", "G1", rules=rules, state=ended).top is druids.Top.LOWEST


def test_clear_table__no_deal_while_a_round_is_played() -> None:
    state = dealt("", "", "")
    again = druids.Deal(druids.shuffled(druids.start(state.rules), random.Random(1)).pile)
    assert code(state, again) == "wrong-phase"
