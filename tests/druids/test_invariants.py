"""Invariants: kept by every state of a game, broken by states that no game reaches."""

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from tests.druids.table import after, dealt, every_game, every_state, table

from lexludi import druids
from lexludi.core.errors import DecodeError
from lexludi.druids.invariants import INVARIANTS, broken, check
from lexludi.druids.state import Trick, changed

Change = Callable[[druids.State], dict[str, Any]]


def test_every_state_of_a_game_keeps_all() -> None:
    for state in every_state():
        assert broken(state) is None


def test_every_invariant_names_a_clause_and_says_what_it_demands(clauses: frozenset[str]) -> None:
    assert {invariant.clause for invariant in INVARIANTS} <= clauses
    assert all(invariant.says for invariant in INVARIANTS)


def lying() -> druids.State:
    """A trick in progress, with stacks, in round 2."""
    before = table(
        *("R9 G1", "R5 G2", "B7 G3"),
        displays=["MISTLETOE Y7 | B5", "", "V6"],
        scores=[(4,), (9,), (12,)],
        rules=druids.Rules(players=3),
    )
    return after(before, "R9")


def due() -> druids.State:
    """A mistletoe waits for a choice."""
    return after(table("B5 V1", "MISTLETOE V2", "B2 V3", displays=["G7 G2"]), "B5 MISTLETOE B2")


def tie() -> druids.State:
    return after(table("G8 V1", "SICKLE V2", "G9 V4", displays=["", "", "R8 | V3"]), "G8 SICKLE G9")


def gaia() -> druids.State:
    return dealt("GAIA", "", "")


def lost() -> druids.State:
    return after(table("V5 G3", "V6 Y8", "V7 G9", displays=["", "", "G1 | Y2 | R3 | B4"]), "V5 V6 V7")


def last() -> druids.State:
    """The last trick of a round is due."""
    return table("G1", "G2", "G3")


def large_hands(state: druids.State) -> dict[str, Any]:
    """Hands of 16 cards for three players, one more than they are dealt."""
    cards = [card for card in druids.deck(state.rules) if card is not druids.GAIA]
    hands = tuple(tuple(cards[seat * 16 : seat * 16 + 16]) for seat in range(3))
    return {"hands": hands, "aside": (*cards[48:60], druids.GAIA, *cards[60:])}


def trick(state: druids.State, **fields: Any) -> Trick:
    """The trick on the table, changed."""
    assert state.trick is not None
    return attrs.evolve(state.trick, **fields)


C = druids.cards
PLAYING = {"phase": druids.Phase.PLAY, "to_act": 0, "round": 1, "dealer": 0}
ENDED = {"phase": druids.Phase.DEAL, "to_act": None, "round": 2, "dealer": 1}

BROKEN: list[tuple[str, Callable[[], druids.State], Change]] = [
    ("druids/players", lying, lambda s: {"hands": s.hands[:2]}),
    ("druids/players", lying, lambda s: {"hands": (*s.hands, ())}),
    ("druids/players", lying, lambda s: {"scores": s.scores[:2]}),
    ("druids/players", lying, lambda s: {"displays": s.displays[:2]}),
    ("druids/players", lying, lambda s: {"displays": tuple(display[:4] for display in s.displays)}),
    ("druids/players", lying, lambda s: {"dealer": 3}),
    ("druids/players", lying, lambda s: {"dealer": -1}),
    ("druids/players", lying, lambda s: {"to_act": 3}),
    ("druids/deck", lying, lambda s: {"aside": s.aside[1:]}),
    ("druids/deck", lying, lambda s: {"aside": (s.aside[0], *s.aside)}),
    ("druids/deck", lying, lambda s: {"aside": (*s.aside[:-1], s.aside[0])}),
    ("druids/deck", lying, lambda s: {"trick": None}),
    ("druids/card-order", lying, lambda s: {"aside": s.aside[::-1]}),
    ("druids/card-order", lying, lambda s: {"hands": (s.hands[0], s.hands[1][::-1], s.hands[2])}),
    ("druids/rounds", lying, lambda s: {"round": 0}),
    ("druids/rounds", lying, lambda s: {"round": 6}),
    ("druids/rounds", lying, lambda s: {"round": 1}),
    ("druids/rounds", lying, lambda s: {"scores": ((), (), ())}),
    ("druids/rounds", lying, lambda s: {"scores": ((4,), (9,), ())}),
    ("druids/next-dealer", lying, lambda s: {"dealer": 1}),
    ("druids/turn-order", lying, lambda s: {"to_act": None}),
    ("druids/turn-order", lying, lambda s: {"to_act": 2}),
    ("druids/turn-order", lying, lambda s: {"to_act": 0}),
    ("druids/turn-order", lying, lambda s: {"trick": trick(s, leader=2)}),
    ("druids/turn-order", lying, lambda s: {"trick": trick(s, leader=-3)}),
    ("druids/turn-order", gaia, lambda s: {"phase": druids.Phase.DEAL}),
    ("druids/turn-order", lost, lambda s: {"to_act": 1}),
    ("druids/turn-order", lying, lambda s: {"trick": Trick(1, None, ()), "hands": (C("G1 R9"), *s.hands[1:])}),
    ("druids/turn-order", lying, lambda s: {"hands": (s.hands[0], C("G2"), C("G3 R5 B7"))}),
    ("druids/trick-domain", lying, lambda s: {"trick": trick(s, domain=None)}),
    ("druids/trick-domain", lying, lambda s: {"trick": trick(s, domain=druids.Domain("G"))}),
    ("druids/gaia-leads", gaia, lambda s: {"to_act": 1}),
    ("druids/gaia-leads", gaia, lambda s: {"top": druids.Top.HIGHEST}),
    ("druids/fifth-domain", lost, lambda s: {**PLAYING, "scores": ((), (), ())}),
    ("druids/specials-order", due, lambda s: {"phase": druids.Phase.SICKLE}),
    ("druids/specials-order", due, lambda s: {"phase": druids.Phase.PLAY}),
    ("druids/specials-order", tie, lambda s: {"phase": druids.Phase.MISTLETOE}),
    ("druids/specials-order", tie, lambda s: {"to_act": 0}),
    ("druids/specials-order", lying, lambda s: {"phase": druids.Phase.SICKLE}),
    ("druids/round-end", last, lambda s: {"hands": ((), (), ()), "aside": druids.deck(s.rules)}),
    # The round has not ended, or has ended otherwise.
    ("druids/round-end", last, lambda s: {**ENDED, "scores": ((0,), (0,), (0,))}),
    ("druids/round-end", lost, lambda s: {"scores": ((0,), (0,), (7,)), "dealer": 1}),
    ("druids/hand-size", last, large_hands),
    ("druids/round-points", lying, lambda s: {"scores": ((-4,), (9,), (12,))}),
    ("druids/round-points", lying, lambda s: {"scores": ((4,), (9,), (49,))}),
    ("druids/sun-and-moon", lying, lambda s: {"top": druids.Top.HIGHEST}),
]


@pytest.mark.parametrize(("clause", "make", "change"), BROKEN)
def test_a_state_that_no_game_reaches_breaks_one(clause: str, make: Callable[[], druids.State], change: Change) -> None:
    state = make()
    check(state)
    other = changed(state, **change(state))
    first = broken(other)
    assert first is not None
    with pytest.raises(DecodeError, match=first.clause):
        check(other)
    assert not all(invariant.holds(other) for invariant in INVARIANTS if invariant.clause == clause)


def exchanged(state: druids.State, one: str, other: str) -> druids.State:
    """The state with two cards in each other's place."""
    swap = {druids.card(one): druids.card(other), druids.card(other): druids.card(one)}

    def put(zone: tuple[druids.Card, ...]) -> tuple[druids.Card, ...]:
        return tuple(swap.get(card, card) for card in zone)

    return changed(
        state,
        hands=tuple(tuple(sorted(put(hand), key=lambda card: card.index)) for hand in state.hands),
        displays=tuple(tuple(put(stack) for stack in display) for display in state.displays),
        aside=tuple(sorted(put(state.aside), key=lambda card: card.index)),
    )


@pytest.mark.parametrize(
    ("clause", "one", "another"),
    [
        ("druids/gaia-aside", "GAIA", "Y7"),
        ("druids/sort-trick", "R1", "Y7"),
        ("druids/sort-trick", "SICKLE", "Y7"),
        ("druids/gaia-leads", "GAIA", "G1"),
    ],
)
def test_a_card_in_the_wrong_place_breaks_one(clause: str, one: str, another: str) -> None:
    state = table("G1 R9", "G2 R5", "G3 B7", displays=["Y8 Y7 | B5", "", "V6"])
    other = exchanged(state, one, another)
    found = [invariant.clause for invariant in INVARIANTS if not invariant.holds(other)]
    assert clause in found


def test_first_dealer__nothing_lies_on_the_table_before_the_first_deal() -> None:
    """The first state is the one that `start` gives, whatever a file says."""
    state = changed(last(), phase=druids.Phase.DEAL, to_act=None)
    assert broken(state) is not None
    with pytest.raises(DecodeError):
        check(state)


def test_every_step_of_a_game_keeps_all_step_invariants(clauses: frozenset[str]) -> None:
    assert {invariant.clause for invariant in druids.STEP_INVARIANTS} <= clauses
    for played in every_game():
        for state, action in played:
            following = druids.apply(state, action)
            assert [kept.says for kept in druids.STEP_INVARIANTS if not kept.holds(state, action, following)] == []


def skipping(kinds: tuple[type, ...]) -> list[bool]:
    """For each step of many games that an action of these kinds follows: whether doing both at once is noticed."""
    return [
        any(not kept.holds(state, action, later) for kept in druids.STEP_INVARIANTS)
        for played in every_game()
        for (state, action), (_, skipped), (later, _) in zip(played, played[1:], played[2:], strict=False)
        if isinstance(skipped, kinds)
    ]


def test_turn_order__a_play_that_nobody_made_is_noticed() -> None:
    noticed = skipping((druids.Deal, druids.Play, druids.LeadGaia))
    assert all(noticed)
    assert len(noticed) > 1000


def test_sickle_tie__a_choice_taken_from_the_winner_is_noticed() -> None:
    noticed = skipping((druids.PlaceSickle,))
    assert all(noticed)
    assert len(noticed) > 10


def test_mistletoe__a_choice_taken_from_the_winner_is_noticed() -> None:
    noticed = skipping((druids.PlaceMistletoe,))
    assert all(noticed)
    assert len(noticed) > 50


def test_sort_trick__a_mistletoe_lies_at_the_bottom_only() -> None:
    state = table("G1 R9", "G2 R5", "G3 B7", displays=["MISTLETOE Y8 Y7 | B5", "", "V6"])
    for stack in (C("Y8 MISTLETOE Y7"), C("Y8 Y7 MISTLETOE")):
        display = (*state.displays[0][:1], stack, *state.displays[0][2:])
        other = changed(state, displays=(display, *state.displays[1:]))
        first = broken(other)
        assert first is not None
        assert first.clause == "druids/sort-trick"
