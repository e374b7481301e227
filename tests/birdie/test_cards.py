"""Chapter "Cards"."""

import copy
import pickle
from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.birdie.play import final
from tests.birdie.table import END_SCORING, PASS, bird, birds, dealt, played

from lexludi import birdie
from lexludi.birdie.cards import PRINTED, canonical
from lexludi.core.errors import BadInput, DecodeError


def test_deck__four_of_each_pairing() -> None:
    deck = birdie.deck(birdie.Rules(players=4))
    assert len(deck) == 64
    assert Counter(deck) == dict.fromkeys(PRINTED, 4)
    assert {(card.species, card.season) for card in deck} == {(s, t) for s in birdie.Species for t in birdie.Season}


def test_deck__small_worlds_take_the_first_species_and_seasons() -> None:
    rules = birdie.Rules(players=2, species=2, seasons=3, copies=4)
    assert Counter(birdie.deck(rules)) == dict.fromkeys(birds("W1 W2 W3 P1 P2 P3"), 4)


def test_deck__stop_is_no_bird_card() -> None:
    with pytest.raises(DecodeError):
        birdie.card("STOP")
    assert all(isinstance(card, birdie.Card) for card in birdie.deck(birdie.Rules(players=2)))
    assert not isinstance(birdie.STOP, birdie.Card)


def test_card_order__species_before_season() -> None:
    assert canonical(birds("O2 O1 P4")) == birds("P4 O1 O2")
    assert list(PRINTED) == sorted(PRINTED, key=lambda card: (card.species.index, card.season.index))


def test_card_order__categories_species_first() -> None:
    names = [category.value for category in birdie.CATEGORIES]
    assert names == ["WOODPECKER", "PIGEON", "OWL", "ROBIN", "SPRING", "SUMMER", "AUTUMN", "WINTER"]
    assert [category.index for category in birdie.CATEGORIES] == list(range(8))


def test_card_order__cards_are_one_object_a_token() -> None:
    owl = bird("O1")
    assert birdie.card("OWL-SPRING") is owl
    assert pickle.loads(pickle.dumps(owl)) is copy.copy(owl) is copy.deepcopy(owl) is owl
    assert pickle.loads(pickle.dumps(birdie.STOP)) is copy.deepcopy(birdie.STOP) is copy.copy(birdie.STOP)


def sizes(state: birdie.State) -> dict[str, int]:
    return {name: len(cards) for name, cards in birdie.zones(state).items() if cards}


def test_conservation__all_in_the_box_before_the_first_deal() -> None:
    state = birdie.start(birdie.Rules(players=2))
    assert birdie.zones(state)["box"] == (*birdie.deck(state.rules), birdie.STOP)
    assert sizes(state) == {"box": 65}


def test_conservation__two_players_after_the_deal() -> None:
    expected = {"hand 0": 2, "hand 1": 2, "display": 4, "draw_pile": 22, "stop": 1, "under_stop": 2, "other_half": 32}
    assert sizes(dealt()) == expected


def test_conservation__cards_of_round_1_go_to_the_box_with_two_players() -> None:
    state = played(dealt(), PASS, PASS, END_SCORING, END_SCORING)
    assert (state.round, sizes(state)["box"], "other_half" in sizes(state)) == (2, 32, False)
    lying = Counter(card.token for zone in birdie.zones(state).values() for card in zone)
    assert lying == Counter([card.token for card in birdie.deck(state.rules)] + ["STOP"])


def test_conservation__with_more_players_the_box_stays_empty() -> None:
    state = final(birdie.Rules(players=3), Random(1))
    assert "box" not in sizes(state)
    assert birdie.zones(state)["stop"] == (birdie.STOP,)


@pytest.mark.parametrize("wrong", [None, b"GAIA", ["GAIA"], 5])
def test_cards_are_read_from_a_text_alone(wrong: Any) -> None:
    with pytest.raises(BadInput) as caught:
        birdie.cards(wrong)
    assert type(caught.value) is BadInput
    assert str(caught.value) == f"tokens: {wrong!r}, expected a text of tokens, such as 'ROBIN-WINTER OWL-SPRING'"
