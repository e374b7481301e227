"""Chapter "View"."""

from random import Random
from typing import Any

import attrs
import pytest
from tests.birdie.play import game, worlds
from tests.birdie.table import END_SCORING, END_TURN, PASS, bird, birds, dealt, lay, pair, played, scoring, take

from lexludi import birdie, to_json
from lexludi.birdie import Phase, Rules, Species, events
from lexludi.core.errors import BadInput

#: Keys in the order of the format.
OBSERVED = [
    "phase",
    "round",
    "to_act",
    "display",
    "pair",
    "draw_pile",
    "stop_revealed",
    "hands",
    "piles",
    "passed",
    "boards",
    "trophies",
    "totals",
    "winners",
]
SEEN = [
    "seat",
    "phase",
    "round",
    "to_act",
    "display",
    "pair",
    "draw_pile",
    "stop_revealed",
    "hand",
    "hand_sizes",
    "pile_sizes",
    "rows",
    "passed",
    "boards",
    "trophies",
    "totals",
    "winners",
]


def test_view__tells_what_the_contract_names() -> None:
    state = dealt(rules=Rules(players=4))
    assert list(birdie.project(state)) == OBSERVED
    assert list(to_json(birdie.view(state, 2))) == SEEN


def test_view__four_players_after_the_deal() -> None:
    seen = to_json(birdie.view(dealt("O1 P1 O2 R4", "W1 W2", rules=Rules(players=4)), 0))
    empty: dict[str, Any] = {"sets": {}, "crosses": 0, "pass_points": 0, "abilities_used": []}
    assert seen == {
        "seat": 0,
        "phase": "turn",
        "round": 1,
        "to_act": 0,
        "display": ["OWL-SPRING", "PIGEON-SPRING", "OWL-SUMMER", "ROBIN-WINTER"],
        "pair": [],
        "draw_pile": 48,
        "stop_revealed": False,
        "hand": ["WOODPECKER-SPRING", "WOODPECKER-SUMMER"],
        "hand_sizes": [2, 2, 2, 2],
        "pile_sizes": [0, 0, 0, 0],
        "rows": None,
        "passed": [None] * 4,
        "boards": [empty] * 4,
        "trophies": {"WOODPECKER": None, "PIGEON": None, "OWL": None, "ROBIN": None},
        "totals": [0, 0, 0, 0],
        "winners": None,
    }


@pytest.mark.parametrize("seat", [2, -1, None, True, 1.0, "0"])
def test_view__only_for_a_seat_at_the_table(seat: Any) -> None:
    with pytest.raises(BadInput, match="seat"):
        birdie.view(dealt(), seat)
    if seat is not None:
        with pytest.raises(BadInput, match="seat"):
            birdie.explain(dealt(), take("O1"), viewer=seat)


def test_view__observation_of_a_referee_tells_hands_and_piles() -> None:
    state = played(dealt("O1 O2", "W1 W2", "P1 P2"), pair("O1 O2"), lay("O2"))
    seen = birdie.project(state)
    assert seen["hands"] == [["WOODPECKER-SPRING", "WOODPECKER-SUMMER"], ["PIGEON-SPRING", "PIGEON-SUMMER"]]
    assert (seen["piles"], seen["pair"], seen["draw_pile"]) == ([["OWL-SUMMER"], []], ["OWL-SPRING"], 22)


def resampled(state: birdie.State, seat: int, random: Random) -> birdie.State:
    """A state that differs in nothing but what `seat` cannot know."""
    piles_hidden = state.phase in (Phase.TURN, Phase.LAY)
    unknown = [*state.draw_pile, *state.under_stop, *state.other_half]
    for other, held in enumerate(state.hands):
        unknown += held if other != seat else ()
    for pile in state.piles if piles_hidden else ():
        unknown += pile
    random.shuffle(unknown)

    def some(cards: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(unknown.pop() for _ in cards)

    def hand(cards: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(sorted(some(cards), key=lambda card: card.index))

    return attrs.evolve(
        state,
        draw_pile=some(state.draw_pile),
        under_stop=some(state.under_stop),
        other_half=some(state.other_half),
        hands=tuple(cards if other == seat else hand(cards) for other, cards in enumerate(state.hands)),
        piles=tuple(some(pile) for pile in state.piles) if piles_hidden else state.piles,
    )


def test_hidden_cards__views_do_not_depend_on_them() -> None:
    random = Random(5)
    for rules in worlds()[:7]:
        for _, _, state in game(rules, random):
            seat = random.randrange(rules.players)
            assert birdie.view(resampled(state, seat, random), seat) == birdie.view(state, seat)


def test_hidden_cards__what_others_lay_from_the_hand() -> None:
    state = played(dealt("O1 O4", "R4 R3"), pair("O1 O4"), lay("O1"), lay("O4"))
    (seen,) = birdie.explain(state, lay("R4"), viewer=1)
    assert seen == events.Laid(0, True, None)
    assert birdie.explain(state, lay("R4"), viewer=0) == (events.Laid(0, True, bird("R4")),)
    after = birdie.view(played(state, lay("R4")), 1)
    assert (after.hand_sizes, after.pile_sizes) == ((1, 2), (3, 0))


def test_hidden_cards__of_a_deal_one_learns_the_own_hand_and_the_display() -> None:
    state = birdie.start(Rules(players=2))
    told = birdie.explain(state, birdie.shuffled(state, Random(3)), viewer=1)
    shown = [getattr(event, "cards", None) for event in told]
    after = birdie.apply(state, birdie.shuffled(state, Random(3)))
    assert [cards for cards in shown if cards] == [after.hands[1], after.display]
    assert [event.count for event in told if isinstance(event, events.HalfKept | events.StopLaid)] == [32, 2]


def test_hidden_cards__the_same_when_round_2_is_laid_out() -> None:
    state = played(dealt(), PASS, PASS, END_SCORING)
    told = birdie.explain(state, END_SCORING, viewer=0)
    after = birdie.apply(state, END_SCORING)
    dealt_to = [event for event in told if isinstance(event, events.Dealt)]
    assert [event.cards for event in dealt_to] == [after.hands[0], None]
    assert all(event.cards is None for event in told if isinstance(event, events.DrawPileLeft | events.StopLaid))


def test_hidden_cards__events_do_not_depend_on_them() -> None:
    random = Random(6)
    for rules in worlds()[:7]:
        for state, action, _ in game(rules, random):
            seat = random.randrange(rules.players)
            other = resampled(state, seat, random)
            last_turn = isinstance(action, birdie.Pass | birdie.Take | birdie.EndTurn | birdie.EndScoring)
            if birdie.verify(other, action) is None and not last_turn and not isinstance(action, birdie.Deal):
                assert birdie.explain(other, action, seat) == birdie.explain(state, action, seat)


def test_hidden_cards__hands_stay_hidden_at_the_end() -> None:
    state = scoring("", "", hands=["O1", "R4"], round=2)
    state = played(state, END_SCORING, END_SCORING)
    seen = birdie.view(state, 0)
    assert (seen.hand, seen.hand_sizes) == (birds("O1"), (1, 1))


def test_hidden_cards__a_discard_is_seen() -> None:
    state = scoring("", hands=["O1"])
    told = birdie.explain(state, birdie.UseAbility(Species.OWL, bird("O1")), viewer=1)
    assert told == (events.AbilityUsed(0, Species.OWL, bird("O1")),)


def test_hidden_piles__not_even_the_own_until_scoring() -> None:
    state = played(dealt("O1 O2", "R1"), pair("O1 O2"), lay("O1"), lay("O2"), lay("R1"))
    assert birdie.view(state, 0).rows is None
    assert birdie.view(state, 0).pile_sizes == (3, 0)
    state = played(state, END_TURN, PASS, PASS)
    for seat in (0, 1):
        assert birdie.view(state, seat).rows == (birds("O1 O2 R1"), ())


def test_hidden_piles__open_until_the_next_round_is_laid_out() -> None:
    state = scoring("O1 O2", "", "")
    state = played(state, *[END_SCORING] * 3)
    assert state.phase is Phase.DEAL
    assert birdie.view(state, 2).rows == (birds("O1 O2"), (), ())
    state = birdie.apply(state, birdie.shuffled(state, Random(1)))
    assert birdie.view(state, 2).rows is None
    assert birdie.view(birdie.start(state.rules), 0).rows is None


def test_hidden_piles__are_turned_up_before_everybody() -> None:
    state = played(dealt("O1 O2"), pair("O1 O2"), lay("O1"), lay("O2"), END_TURN, PASS)
    told = birdie.explain(state, PASS, viewer=1)
    rows = [event for event in told if isinstance(event, events.RowShown)]
    assert rows == [events.RowShown(0, birds("O1 O2")), events.RowShown(1, ())]


def test_open_pair__all_see_what_is_still_to_be_laid() -> None:
    state = played(dealt("O1 R1"), pair("O1 R1"))
    assert birdie.explain(state, lay("O1"), viewer=1) == (events.Laid(0, False, bird("O1")),)
    state = played(state, lay("O1"))
    assert [birdie.view(state, seat).pair for seat in (0, 1)] == [birds("R1")] * 2


def test_open_pair__a_single_card_that_is_taken_is_seen_too() -> None:
    told = birdie.explain(dealt("O1 R1", draw="P4"), take("O1"), viewer=1)
    assert told == (events.Taken(0, bird("O1")), events.Refilled(birds("P4")), events.TurnDue(1))
