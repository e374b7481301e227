"""Deals of one's choice."""

from random import Random

import pytest
from tests.birdie.table import END_SCORING, PASS, birds, played

from lexludi import birdie
from lexludi.birdie import Rules
from lexludi.core.errors import BadInput
from lexludi.testing.birdie_deals import deal_giving


@pytest.mark.parametrize("players", [2, 3, 4])
def test_gives_what_is_asked_for(players: int) -> None:
    rules = Rules(players=players, starters=(1, 0))
    hands = [birds("O1 O2"), *[()] * (players - 1)]
    deal = deal_giving(hands, birds("R1 R1 R1 R1"), rules, draw=birds("P4 P3"), under=birds("W4"))
    state = birdie.apply(birdie.start(rules), deal)
    assert state.hands[0] == birds("O1 O2")
    assert state.display == birds("R1 R1 R1 R1")
    assert state.draw_pile[:2] == birds("P4 P3")
    assert state.under_stop[:1] == birds("W4")


def test_gives_the_second_deal_from_its_own_starter() -> None:
    rules = Rules(players=3)
    state = birdie.apply(birdie.start(rules), birdie.shuffled(birdie.start(rules), Random(1)))
    state = played(state, PASS, PASS, PASS, *[END_SCORING] * 3)
    deal = deal_giving([birds("O1 O2"), (), birds("R4")], (), rules, round=2)
    state = birdie.apply(state, deal)
    assert state.hands[0] == birds("O1 O2")
    assert birds("R4")[0] in state.hands[2]


def test_gives_the_other_half_with_two_players() -> None:
    rules = Rules(players=2)
    deal = deal_giving([(), ()], (), rules, other_half=birds("O1 O2 O3 O4"))
    state = birdie.apply(birdie.start(rules), deal)
    assert state.other_half[:4] == birds("O1 O2 O3 O4")


def test_refuses_what_cannot_be_given() -> None:
    rules = Rules(players=2)
    with pytest.raises(BadInput, match=r"hands: 1, expected 2 hands"):
        deal_giving([()], (), rules)
    with pytest.raises(BadInput, match=r"hands\[0\]"):
        deal_giving([birds("O1 O1 O1"), ()], (), rules)
    with pytest.raises(BadInput, match="draw"):
        deal_giving([birds("O1 O1"), ()], birds("O1 O1"), rules, draw=birds("O1"))
    with pytest.raises(BadInput, match="display"):
        deal_giving([(), ()], birds("O1 O2 O3 O4 R1"), rules)
    with pytest.raises(BadInput, match="other_half"):
        deal_giving([(), (), ()], (), Rules(players=3), other_half=birds("O1"))
