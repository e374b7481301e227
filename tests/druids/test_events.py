"""Events: what an action sets off, folded back into a state, and told to one seat."""

import random

import pytest
from tests.druids.table import after, dealt, every_game, move, run, table
from tests.druids.test_view import hidden_again

from lexludi import druids
from lexludi.core.errors import IllegalAction
from lexludi.druids import events
from lexludi.druids.events import (
    EVENTS,
    DealerNamed,
    Dealt,
    DomainSet,
    Event,
    GaiaSetAside,
    GameEnded,
    Gathered,
    LeadDue,
    LeftOver,
    MistletoePlaced,
    Played,
    RoundEnded,
    RoundScored,
    SickleTook,
    SpecialSetAside,
    SpecialsWon,
    StackGrew,
    TopNamed,
    TrickWon,
)
from lexludi.druids.state import changed

D, C = druids.Domain, druids.card
MOON = druids.Rules(players=3, sun_and_moon=True)


def told(state: druids.State, text: str, viewer: int | None = None) -> list[Event]:
    return list(druids.explain(state, move(text), viewer))


def test_deal_order__a_deal_is_told_hand_by_hand() -> None:
    rules = druids.Rules(players=2, domains=2, values=3, sickles=1, mistletoes=0, hand_size=2)
    pile = druids.cards("G1 GAIA Y2 SICKLE G2 G3 Y1 Y3")
    state = druids.start(rules)
    assert list(druids.explain(state, druids.Deal(pile))) == [
        Gathered(),
        Dealt(0, 2, druids.cards("GAIA SICKLE")),
        Dealt(1, 2, druids.cards("G1 Y2")),
        LeftOver(4, druids.cards("G2 G3 Y1 Y3")),
        LeadDue(0),
    ]


def test_turn_order__a_card_on_a_trick_is_one_event() -> None:
    assert told(after(table("R9 G1", "R5 G2", "B7 G3"), "R9"), "R5") == [Played(1, C("R5"))]


def test_trick_domain__is_told_when_it_is_set() -> None:
    state = table("SICKLE G1", "R5 G2", "B7 G3")
    assert told(state, "SICKLE") == [Played(0, druids.SICKLE)]
    assert told(after(state, "SICKLE"), "R5") == [Played(1, C("R5")), DomainSet(D("R"))]
    assert told(state, "G1") == [Played(0, C("G1")), DomainSet(D("G"))]


def test_gaia_leads__her_lead_is_told_with_her_domain() -> None:
    state = dealt("GAIA", "", "")
    assert told(state, "GAIA>B") == [
        Played(0, druids.GAIA, "druids/gaia-leads"),
        DomainSet(D("B"), "druids/gaia-domain"),
    ]


def test_sun_and_moon__the_top_is_told() -> None:
    state = dealt("GAIA", "", "", rules=MOON)
    assert told(state, "GAIA>B>highest") == [
        Played(0, druids.GAIA, "druids/gaia-leads"),
        DomainSet(D("B"), "druids/gaia-domain"),
        TopNamed(druids.Top.HIGHEST),
    ]
    assert TopNamed(druids.Top.LOWEST) in told(state, "GAIA>B>lowest")


def test_sort_trick__is_told_stack_by_stack() -> None:
    state = after(table("R9 V1", "G2 V2", "R4 V3"), "R9 G2")
    assert told(state, "R4") == [
        Played(2, C("R4")),
        TrickWon(0),
        StackGrew(0, D("G"), druids.cards("G2")),
        StackGrew(0, D("R"), druids.cards("R9 R4")),
    ]


def test_gaia_aside__is_told() -> None:
    hands = (f"GAIA {run('Y', 1, 12)} R1 R2", f"{run('G', 1, 12)} V1 V2 V3", f"{run('B', 1, 12)} V4 V5 V6")
    assert told(after(dealt(*hands), "GAIA>R G12"), "B3") == [
        Played(2, C("B3")),
        TrickWon(0),
        StackGrew(0, D("G"), druids.cards("G12")),
        StackGrew(0, D("B"), druids.cards("B3")),
        GaiaSetAside(),
    ]


def test_specials_trick__and_a_sickle_without_a_stack_are_told() -> None:
    state = after(table("SICKLE G1", "MISTLETOE G2", "SICKLE G3"), "SICKLE MISTLETOE")
    assert told(state, "SICKLE") == [
        Played(2, druids.SICKLE),
        TrickWon(0, "druids/specials-trick"),
        SpecialsWon(0, druids.cards("SICKLE SICKLE MISTLETOE")),
        SpecialSetAside(0, druids.SICKLE, "druids/sickle-no-stack"),
        SpecialSetAside(0, druids.SICKLE, "druids/sickle-no-stack"),
        SpecialSetAside(0, druids.MISTLETOE, "druids/mistletoe-own-stacks"),
    ]


def test_sickle__and_a_mistletoe_settled_alone_are_told() -> None:
    state = after(table("G4 V1", "SICKLE V2", "MISTLETOE V3", displays=["R1 R11"]), "G4 SICKLE")
    assert told(state, "MISTLETOE") == [
        Played(2, druids.MISTLETOE),
        TrickWon(0),
        StackGrew(0, D("G"), druids.cards("G4")),
        SpecialsWon(0, druids.cards("SICKLE MISTLETOE")),
        SickleTook(0, D("R"), 2, druids.cards("R1 R11")),
        MistletoePlaced(0, D("G"), "druids/mistletoe-own-stacks"),
    ]


def test_sickle_tie__the_choice_is_told() -> None:
    state = after(table("G8 V1", "SICKLE V2", "SICKLE V4", displays=["R3 R8 | V3"]), "G8 SICKLE SICKLE")
    assert told(state, "SICKLE>R") == [
        SickleTook(0, D("R"), 2, druids.cards("R3 R8"), "druids/sickle-tie"),
        SickleTook(0, D("G"), 1, druids.cards("G8")),
    ]


def test_mistletoe__the_choice_is_told() -> None:
    state = after(table("B5 V1", "MISTLETOE V2", "B2 V3", displays=["G7"]), "B5 MISTLETOE B2")
    assert told(state, "MISTLETOE>G") == [MistletoePlaced(0, D("G"))]


def test_round_end__is_told_with_points_and_next_dealer() -> None:
    state = after(table("G9", "G8", "G7", displays=["", "R5"]), "G9 G8")
    assert told(state, "G7")[-3:] == [RoundEnded(None), RoundScored((7, 5, 0)), DealerNamed(2)]


def test_dealer_tie__is_told() -> None:
    state = after(table("G9", "G8", "G7"), "G9 G8")
    assert told(state, "G7")[-1] == DealerNamed(1, "druids/dealer-tie")


def test_fifth_domain_specials__a_lost_round_is_told() -> None:
    state = after(table("V3 G3", "SICKLE Y8", "V2 G9", displays=["G1 | Y2 | R3 | B4", "R7", "R6"]), "V3 SICKLE")
    assert told(state, "V2")[-5:] == [
        SpecialsWon(0, druids.cards("SICKLE")),
        RoundEnded(0, "druids/fifth-domain-ends-round"),
        SpecialSetAside(0, druids.SICKLE, "druids/fifth-domain-specials"),
        RoundScored((-3, 7, 6), "druids/round-lost"),
        DealerNamed(0),
    ]


def test_game_end__is_told_with_the_winners() -> None:
    rules = druids.Rules(players=3, rounds=1)
    state = after(table("G1", "G2", "G3", displays=["R1"], rules=rules), "G1 G2")
    assert told(state, "G3")[-1] == GameEnded((0, 2))


def test_folding_the_events_gives_the_state_that_apply_gives() -> None:
    kinds: set[type] = set()
    for played in every_game():
        for state, action in played:
            happened = druids.explain(state, action)
            kinds.update(type(event) for event in happened)
            assert druids.fold(state, happened) == druids.apply(state, action)
    assert kinds == set(EVENTS)


def test_every_event_has_a_clause_of_the_specification(clauses: frozenset[str]) -> None:
    told_clauses = {
        event.clause for played in every_game() for state, action in played for event in druids.explain(state, action)
    }
    assert told_clauses <= clauses
    assert len(told_clauses) > 20


def test_an_illegal_action_is_not_explained() -> None:
    state = after(table("R9 G1", "R5 G2", "Y1 Y2"), "R9")
    for viewer in (None, 0):
        with pytest.raises(IllegalAction) as caught:
            druids.explain(state, move("G2"), viewer)
        assert caught.value.violation.code == "must-follow-domain"


def test_hidden_hands__a_viewer_sees_only_the_own_hand_dealt() -> None:
    state = druids.start(druids.Rules(players=4))
    deal = druids.shuffled(state, random.Random(1))
    hands = druids.apply(state, deal).hands
    for viewer in range(4):
        hidden = [event for event in druids.explain(state, deal, viewer) if isinstance(event, Dealt)]
        assert hidden == [Dealt(seat, 14, hands[seat] if seat == viewer else None) for seat in range(4)]


def test_undealt_hidden__a_viewer_learns_their_number() -> None:
    state = druids.start(druids.Rules(players=4))
    deal = druids.shuffled(state, random.Random(1))
    for viewer in range(4):
        assert LeftOver(9, None) in druids.explain(state, deal, viewer)


def test_closed_stacks__a_viewer_does_not_see_what_a_sickle_takes() -> None:
    state = after(table("G4 V1", "SICKLE V2", "G1 V3", displays=["R1 R11"]), "G4 SICKLE")
    for viewer in range(3):
        assert told(state, "G1", viewer)[-1] == SickleTook(0, D("R"), 2, None)


def test_hidden_hands__deals_that_differ_for_others_only_are_told_alike() -> None:
    rules = druids.Rules(players=3)
    state = druids.start(rules)
    pile = druids.shuffled(state, random.Random(4)).pile
    at = pile.index(druids.GAIA)
    viewer = (at + 1) % 3  # the seat that gets Gaia: seat 1 gets the first card
    places = [place for place in range(65) if place >= 45 or (place + 1) % 3 != viewer]
    turned = list(pile)
    for place, source in zip(places, reversed(places), strict=True):
        turned[place] = pile[source]
    other = druids.Deal(tuple(turned))
    assert druids.explain(state, other) != druids.explain(state, druids.Deal(pile))
    assert druids.explain(state, other, viewer) == druids.explain(state, druids.Deal(pile), viewer)
    outsider = (viewer + 1) % 3
    assert druids.explain(state, other, outsider) != druids.explain(state, druids.Deal(pile), outsider)


def test_hidden_hands__nothing_hidden_changes_what_a_viewer_learns_in_any_state() -> None:
    source, compared = random.Random(8), 0
    for played in every_game():
        for state, action in played:
            viewer = source.randrange(state.rules.players)
            other = hidden_again(state, viewer, source)
            if isinstance(action, druids.Play) and state.to_act != viewer:
                other = holding(other, action.card)
            if isinstance(action, druids.LeadGaia) and state.to_act != viewer:
                other = holding(other, druids.GAIA)
            if druids.verify(other, action) is None:
                compared += other != state
                assert druids.explain(other, action, viewer) == druids.explain(state, action, viewer)
    assert compared > 1500


def holding(state: druids.State, card: druids.Card) -> druids.State:
    """The state with `card` in the hand of the seat to act instead of that hand's first card."""
    seat = state.to_act
    assert seat is not None
    hands = list(state.hands)
    hands[seat] = tuple(sorted((card, *hands[seat][1:]), key=lambda held: held.index))
    return changed(state, hands=tuple(hands))


def test_events_of_one_seat_cannot_be_folded() -> None:
    state = druids.start(druids.Rules(players=3))
    deal = druids.shuffled(state, random.Random(1))
    with pytest.raises(ValueError, match="viewer"):
        druids.fold(state, druids.explain(state, deal, 0))


def test_every_event_class_is_listed_with_a_type_of_its_own() -> None:
    listed = {getattr(events, name) for name in events.__all__ if isinstance(getattr(events, name), type)}
    assert listed == set(EVENTS)
    assert len(set(EVENTS.values())) == len(EVENTS)
