"""Chapter View of the specification, clause by clause, and the observation of a referee."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.druids.table import after, dealt, end, every_game, every_state, table, tokens

from lexludi import druids, to_json
from lexludi.core.errors import BadInput
from lexludi.druids.cards import Cards, canonical
from lexludi.druids.state import changed


def hidden_again(state: druids.State, viewer: int, source: random.Random) -> druids.State:
    """A state that differs from `state` only where `viewer` may not look, and as much there as can be.

    Other hands, the cards aside and all that lies in stacks below the top change cards at random.
    """
    pool: list[druids.Card] = [card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand]
    pool += state.aside
    pool += [card for display in state.displays for stack in display for card in stack[:-1]]
    source.shuffle(pool)

    def drawn(count: int) -> Cards:
        taken = tuple(pool[:count])
        del pool[:count]
        return taken

    return changed(
        state,
        hands=tuple(hand if seat == viewer else canonical(drawn(len(hand))) for seat, hand in enumerate(state.hands)),
        aside=canonical(drawn(len(state.aside))),
        displays=tuple(
            tuple((*drawn(len(stack) - 1), stack[-1]) if stack else () for stack in display)
            for display in state.displays
        ),
    )


def swapped(state: druids.State, change: Callable[[druids.State], dict[str, Any]]) -> druids.State:
    other = changed(state, **change(state))
    assert other != state
    return other


def test_hidden_hands__others_show_only_how_many_they_hold() -> None:
    state = after(table("R9 G1", "R5 G2", "R7 G3"), "R9 R5")
    view = druids.view(state, 2)
    assert (view.seat, tokens(view.hand), view.hand_sizes) == (2, "G3 R7", (1, 1, 2))
    assert "G1" not in repr(view)
    assert "G2" not in repr(view)


def test_hidden_hands__two_hands_exchanged_are_the_same_to_the_third() -> None:
    state = dealt("", "GAIA", "")
    other = swapped(state, lambda s: {"hands": (s.hands[2], s.hands[1], s.hands[0])})
    assert druids.view(state, 1) == druids.view(other, 1)
    assert druids.view(state, 0) != druids.view(other, 0)


def test_hidden_hands__stay_hidden_after_an_early_end() -> None:
    hands = ("V5 G3 V8 B1", "V6 Y8 R8 B2", "V7 G9 Y9 B3")
    state = after(table(*hands, displays=["", "", "G1 | Y2 | R3 | B4"]), "V5 V6 V7")
    assert state.phase is druids.Phase.DEAL
    view = druids.view(state, 0)
    assert (view.hand_sizes, tokens(view.hand)) == ((3, 3, 3), "G3 B1 V8")
    for token in ("Y8", "R8", "B2", "G9", "Y9", "B3"):
        assert token not in repr(view)


def test_hidden_hands__stay_hidden_when_the_game_is_over() -> None:
    rules = druids.Rules(players=3, rounds=1)
    state = after(table("V5 G3", "V6 Y8", "V7 G9", displays=["", "", "G1 | Y2 | R3 | B4"], rules=rules), "V5 V6 V7")
    view = druids.view(state, 1)
    assert (view.hand_sizes, tokens(view.hand), view.winners) == ((1, 1, 1), "Y8", (0, 1))
    other = swapped(state, lambda s: {"hands": (s.hands[2], s.hands[1], s.hands[0])})
    assert druids.view(other, 1) == view


def test_hidden_hands__nothing_hidden_changes_a_view_in_any_state() -> None:
    source, differing = random.Random(3), 0
    for played in every_game():
        for state, _ in played:
            viewer = source.randrange(state.rules.players)
            other = hidden_again(state, viewer, source)
            differing += other != state
            assert druids.view(other, viewer) == druids.view(state, viewer)
    assert differing > 1000


def test_hidden_hands__the_own_hand_is_seen_whole() -> None:
    for state in every_state():
        for seat, hand in enumerate(state.hands):
            assert druids.view(state, seat).hand == hand


def test_closed_stacks__top_and_number_are_seen() -> None:
    state = table("V1", "V2", "V3", displays=["MISTLETOE G7 G2 | B5", "", "R9"])
    for seat in range(3):
        shown = to_json(druids.view(state, seat))
        assert shown["tops"] == [{"G": "G2", "B": "B5"}, {}, {"R": "R9"}]
        assert shown["stack_sizes"] == [{"G": 3, "B": 1}, {}, {"R": 1}]


def test_closed_stacks__what_lies_below_is_hidden_even_from_the_owner() -> None:
    one = table("V1", "V2", "V3", displays=["G12 G7 G2 | B5", "", "R9"])
    other = table("V1", "V2", "V3", displays=["MISTLETOE G11 G2 | B5", "", "R9"])
    for seat in range(3):
        assert druids.view(one, seat) == druids.view(other, seat)
    deeper = table("V1", "V2", "V3", displays=["G11 G2 | B5", "", "R9"])
    assert druids.view(one, 0) != druids.view(deeper, 0)


def test_undealt_hidden__only_their_number_is_shown() -> None:
    state = dealt("", "", "", "")
    assert [druids.view(state, seat).aside for seat in range(4)] == [9, 9, 9, 9]


def test_undealt_hidden__cards_that_were_open_once_are_hidden_among_them() -> None:
    state = after(table("G4 V1", "SICKLE V2", "G7 V3", displays=["", "", "R11 | B9"]), "G4 SICKLE G7")
    assert druids.card("R11") in state.aside
    view = druids.view(state, 0)
    assert view.aside == len(state.aside)
    assert "R11" not in repr(view)


def test_undealt_hidden__another_pile_below_the_hands_is_the_same_to_all_of_equal_hands() -> None:
    rules = druids.Rules(players=4)
    state = druids.start(rules)
    pile = druids.shuffled(state, random.Random(3)).pile
    turned = druids.Deal((*pile[:56], *reversed(pile[56:])))
    assert druids.apply(state, druids.Deal(pile)) == druids.apply(state, turned)


@pytest.mark.parametrize("seat", [-1, 3, 1.0, True, None, "0"])
def test_a_view_is_that_of_a_seat_at_the_table(seat: Any) -> None:
    with pytest.raises(BadInput, match=r"^seat: "):
        druids.view(dealt("", "", ""), seat)
    if seat is not None:
        state = druids.start(druids.Rules(players=3))
        with pytest.raises(BadInput, match=r"^seat: "):
            druids.explain(state, druids.shuffled(state, random.Random(1)), viewer=seat)


def test_closed_stacks__the_whole_view_as_json() -> None:
    hands = ("R9 G1", "SICKLE G3", "B7 Y3", "R4 G4")
    before = table(*hands, displays=["MISTLETOE G7 G2 | B5", "", "", "V6"])
    assert to_json(druids.view(after(before, "R9 SICKLE B7"), 2)) == {
        "seat": 2,
        "phase": "play",
        "round": 1,
        "dealer": 0,
        "to_act": 3,
        "hand": ["Y3"],
        "hand_sizes": [1, 1, 1, 2],
        "trick": {
            "leader": 0,
            "domain": "R",
            "plays": [{"seat": 0, "card": "R9"}, {"seat": 1, "card": "SICKLE"}, {"seat": 2, "card": "B7"}],
        },
        "pending": [],
        "tops": [{"G": "G2", "B": "B5"}, {}, {}, {"V": "V6"}],
        "stack_sizes": [{"G": 3, "B": 1}, {}, {}, {"V": 1}],
        "aside": 65 - 8 - 5,
        "top": "lowest",
        "scores": [[], [], [], []],
        "totals": [0, 0, 0, 0],
        "winners": None,
    }


def test_closed_stacks__pending_cards_are_open() -> None:
    state = after(table("G8 V1", "SICKLE V2", "MISTLETOE V4", displays=["R8"]), "G8 SICKLE MISTLETOE")
    shown = to_json(druids.view(state, 1))
    assert (shown["pending"], shown["aside"]) == (["SICKLE", "MISTLETOE"], 65 - 3 - 2 - 2)


def test_hidden_hands__scores_and_winners_are_open() -> None:
    over = end(druids.Rules(players=3), 1)
    for seat in range(3):
        view = druids.view(over, seat)
        assert (view.scores, view.totals) == (over.scores, over.totals)
        assert view.winners is not None
        assert [over.totals[winner] for winner in view.winners] == [max(over.totals)] * len(view.winners)


def test_observation_is_the_whole_truth() -> None:
    before = table("R9 G1", "SICKLE G3", "B7 Y3", "R4 G4", displays=["MISTLETOE G7 G2 | B5", "", "", "V6"])
    state = after(before, "R9 SICKLE B7")
    aside = [card.token for card in state.aside]
    assert druids.project(state) == {
        "phase": "play",
        "round": 1,
        "dealer": 0,
        "to_act": 3,
        "hands": [["G1"], ["G3"], ["Y3"], ["G4", "R4"]],
        "trick": {
            "leader": 0,
            "domain": "R",
            "plays": [{"seat": 0, "card": "R9"}, {"seat": 1, "card": "SICKLE"}, {"seat": 2, "card": "B7"}],
        },
        "pending": [],
        "displays": [{"G": ["MISTLETOE", "G7", "G2"], "B": ["B5"]}, {}, {}, {"V": ["V6"]}],
        "tops": [{"G": "G2", "B": "B5"}, {}, {}, {"V": "V6"}],
        "aside": aside,
        "top": "lowest",
        "scores": [[], [], [], []],
        "totals": [0, 0, 0, 0],
        "winners": None,
    }
    assert len(aside) == 52


def test_observation_before_the_first_deal_shows_empty_zones() -> None:
    assert druids.project(druids.start(druids.Rules(players=3, first_dealer=1))) == {
        "phase": "deal",
        "round": 1,
        "dealer": 1,
        "to_act": None,
        "hands": [[], [], []],
        "trick": None,
        "pending": [],
        "displays": [{}, {}, {}],
        "tops": [{}, {}, {}],
        "aside": [],
        "top": "lowest",
        "scores": [[], [], []],
        "totals": [0, 0, 0],
        "winners": None,
    }


def test_observation_of_a_trick_of_specials_has_no_domain() -> None:
    state = after(table("SICKLE G1", "MISTLETOE G2", "B7 Y3", to_act=1), "MISTLETOE")
    assert druids.project(state)["trick"] == {
        "leader": 1,
        "domain": None,
        "plays": [{"seat": 1, "card": "MISTLETOE"}],
    }


def test_observation_when_a_deal_is_due_shows_the_table_as_the_round_ended() -> None:
    state = after(table("V5 G3", "V6 Y8", "V7 G9", displays=["", "", "G1 | Y2 | R3 | B4"]), "V5 V6 V7")
    shown = druids.project(state)
    assert (shown["phase"], shown["to_act"], shown["round"], shown["dealer"]) == ("deal", None, 2, 2)
    assert shown["hands"] == [["G3"], ["Y8"], ["G9"]]
    assert shown["displays"][2] == {"G": ["G1"], "Y": ["Y2"], "R": ["R3"], "B": ["B4"], "V": ["V7", "V6", "V5"]}
    assert (shown["scores"], shown["totals"], shown["winners"]) == ([[0], [0], [-3]], [0, 0, -3], None)


def test_observation_when_the_game_is_over() -> None:
    rules = druids.Rules(players=3, rounds=1)
    shown = druids.project(after(table("G1", "G2", "G3", displays=["R1"], rules=rules), "G1 G2 G3"))
    assert (shown["phase"], shown["round"], shown["dealer"]) == ("over", 1, 0)
    assert (shown["totals"], shown["winners"]) == ([1, 0, 1], [0, 2])
