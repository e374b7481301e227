"""Chapter "Abilities"."""

from typing import Any

import pytest
from tests.birdie.table import END_SCORING, bird, birds, board, played, refusal, scoring

from lexludi import birdie
from lexludi.birdie import Effect, Insert, Move, Phase, Remove, Rules, Species, Swap

Set, Use = birdie.ScoreSet, birdie.UseAbility
OWL, ROBIN = Species.OWL, Species.ROBIN


def use(short: str) -> birdie.UseAbility:
    card = bird(short)
    return Use(card.species, card)


def bound(effect: str, *rows: str, hands: tuple[str, ...] = ()) -> birdie.State:
    """Two players in scoring, the owl's ability bound to an effect."""
    return scoring(*rows, hands=hands, rules=Rules(players=2, abilities={OWL: Effect(effect)}))


def test_ability_cost__a_card_of_the_species_from_the_hand() -> None:
    state = scoring("", hands=["O1 R4"])
    assert refusal(state, Use(OWL, bird("R4"))) == ("ability-needs-card", "birdie/ability-cost")
    assert refusal(state, use("O2")) == ("card-not-held", "birdie/ability-cost")
    after = played(state, use("O1"), use("R4"))
    assert (after.hands[0], after.out) == ((), birds("O1 R4"))
    assert (after.phase, after.to_act) == (Phase.SCORE, 0)


def test_ability_cost__one_copy_is_enough_and_the_other_stays() -> None:
    state = played(scoring("", hands=["O1 O1"]), use("O1"))
    assert state.hands[0] == birds("O1")


def test_ability_cost__one_action_a_token() -> None:
    state = scoring("", hands=["O1 O1 O2"])
    assert birdie.legal_actions(state) == (use("O1"), use("O2"), END_SCORING)


def test_ability_once__in_the_whole_game() -> None:
    state = scoring("", "", round=2, hands=["", "O1 R1"], boards=[board(used=[ROBIN]), board(used=[OWL])])
    assert refusal(state, use("O1")) == ("ability-used", "birdie/ability-once")
    assert refusal(state, use("R1")) is None
    assert played(state, use("R1")).boards[1].abilities_used == (OWL, ROBIN)


def test_ability_once__used_comes_before_the_card() -> None:
    state = scoring("", "", round=2, hands=["", "R1"], boards=[board(), board(used=[OWL])])
    assert refusal(state, Use(OWL, bird("R1"))) == ("ability-used", "birdie/ability-once")


def test_ability_timing__before_the_first_set() -> None:
    state = scoring("O1 O2", hands=["R4"])
    assert refusal(state, use("R4")) is None
    after = played(state, Set(0, 2, OWL))
    assert refusal(after, use("R4")) == ("wrong-phase", "birdie/ability-timing")
    assert birdie.legal_actions(after) == (END_SCORING,)


def test_ability_timing__before_whose_turn_it_is() -> None:
    after = played(scoring("O1 O2", hands=["R4"]), Set(0, 2, OWL))
    assert refusal(after, use("R4"), 1) == ("wrong-phase", "birdie/ability-timing")


def test_ability_timing__each_seat_has_its_own() -> None:
    state = played(scoring("O1 O2", hands=["", "R4"]), Set(0, 2, OWL), END_SCORING)
    assert refusal(state, use("R4")) is None


@pytest.mark.parametrize(
    ("effect", "row", "hand", "possible"),
    [
        ("none", "", "O1", True),
        ("remove", "", "O1", False),
        ("remove", "R1", "O1", True),
        ("move", "R1", "O1 O2", False),
        ("move", "R1 R2", "O1", True),
        ("swap", "R1", "O1", False),
        ("swap", "R1 R1", "O1", True),
        ("insert", "R1", "O1", False),
        ("insert", "", "O1 O1", True),
    ],
)
def test_ability_effect__only_one_that_can_be_carried_out(effect: str, row: str, hand: str, possible: bool) -> None:
    state = bound(effect, row, hands=(hand,))
    assert refusal(state, use("O1")) == (None if possible else ("ability-no-effect", "birdie/ability-effect"))
    assert (use("O1") in birdie.legal_actions(state)) is possible


def test_ability_effect__is_due_at_once() -> None:
    state = played(bound("swap", "O1 R4", hands=("O2",)), use("O2"))
    assert (state.phase, state.effect, state.to_act) == (Phase.EDIT, Effect.SWAP, 0)


def test_ability_effect__none_goes_on_scoring() -> None:
    state = played(bound("none", "O1 R4", hands=("O2",)), use("O2"))
    assert (state.phase, state.effect) == (Phase.SCORE, None)


def test_edit__of_the_kind_that_is_due() -> None:
    state = played(bound("swap", "O1 R4", hands=("O2",)), use("O2"))
    assert refusal(state, Remove(0)) == ("bad-edit", "birdie/edit")
    assert refusal(state, Insert(bird("P1"), 0)) == ("bad-edit", "birdie/edit")
    assert refusal(state, Move(0, 1)) == ("bad-edit", "birdie/edit")


def test_edit__cannot_be_declined() -> None:
    state = played(bound("swap", "O1 R4", hands=("O2",)), use("O2"))
    assert refusal(state, END_SCORING) == ("wrong-phase", "birdie/phases")
    assert birdie.legal_actions(state) == (Swap(0),)


def test_edit__goes_back_to_scoring_before_the_first_set() -> None:
    state = played(bound("swap", "O1 R4 O4", hands=("O2 R1",)), use("O2"), Swap(0))
    assert (state.phase, state.effect, state.last_end, state.to_act) == (Phase.SCORE, None, 0, 0)
    assert birdie.legal_actions(state) == (use("R1"), Set(1, 2, OWL), END_SCORING)


def edits(effect: str, row: str, hand: str = "O2") -> tuple[Any, ...]:
    return birdie.legal_actions(played(bound(effect, row, hands=(hand,)), use("O2")))


def test_effect_remove__neighbours_become_adjacent() -> None:
    state = played(bound("remove", "O1 R4 O4", hands=("O2",)), use("O2"), Remove(1))
    assert (state.piles[0], state.out) == (birds("O1 O4"), birds("O2 R4"))
    assert refusal(state, Set(0, 2, OWL)) is None


def test_effect_remove__at_a_card_of_the_row() -> None:
    state = played(bound("remove", "O1 R4 O4", hands=("O2",)), use("O2"))
    for at in (-1, 3):
        assert refusal(state, Remove(at)) == ("bad-edit", "birdie/effect-remove")
    assert edits("remove", "O1 R4 O4") == (Remove(0), Remove(1), Remove(2))


def test_effect_remove__may_empty_the_row() -> None:
    state = played(bound("remove", "R1", hands=("O2",)), use("O2"), Remove(0))
    assert state.piles[0] == ()
    assert birdie.legal_actions(state) == (END_SCORING,)


@pytest.mark.parametrize(
    ("from_", "to", "row"),
    [(0, 2, "R4 O4 O1"), (2, 0, "O4 O1 R4"), (0, 1, "R4 O1 O4"), (1, 0, "R4 O1 O4")],
)
def test_effect_move__ends_up_at_its_new_place(from_: int, to: int, row: str) -> None:
    state = played(bound("move", "O1 R4 O4", hands=("O2",)), use("O2"), Move(from_, to))
    assert state.piles[0] == birds(row)


def test_effect_move__to_another_place_in_the_row() -> None:
    state = played(bound("move", "O1 R4 O4", hands=("O2",)), use("O2"))
    for from_, to in ((1, 1), (0, 3), (3, 0), (-1, 0), (0, -1)):
        assert refusal(state, Move(from_, to)) == ("bad-edit", "birdie/effect-move")
    assert edits("move", "O1 R4") == (Move(0, 1), Move(1, 0))


def test_effect_swap__with_the_right_neighbour() -> None:
    state = played(bound("swap", "O1 R4 O4", hands=("O2",)), use("O2"), Swap(0))
    assert state.piles[0] == birds("R4 O1 O4")


def test_effect_swap__needs_a_right_neighbour() -> None:
    state = played(bound("swap", "O1 R4 O4", hands=("O2",)), use("O2"))
    for at in (-1, 2, 3):
        assert refusal(state, Swap(at)) == ("bad-edit", "birdie/effect-swap")
    assert edits("swap", "O1 R4 O4") == (Swap(0), Swap(1))


def test_effect_swap__of_equal_cards_changes_nothing() -> None:
    state = played(bound("swap", "R4 R4", hands=("O2",)), use("O2"), Swap(0))
    assert state.piles[0] == birds("R4 R4")


def test_effect_insert__at_either_end_or_between() -> None:
    assert edits("insert", "P1 P2", "O2 R4 R4") == tuple(Insert(bird("R4"), at) for at in range(3))
    state = played(bound("insert", "P1 P2", hands=("O2 R4 R4",)), use("O2"), Insert(bird("R4"), 1))
    assert (state.piles[0], state.hands[0]) == (birds("P1 R4 P2"), birds("R4"))


def test_effect_insert__a_card_still_in_hand() -> None:
    state = played(bound("insert", "P1", hands=("O2 R4",)), use("O2"))
    assert refusal(state, Insert(bird("O2"), 0)) == ("bad-edit", "birdie/effect-insert")
    for at in (-1, 2):
        assert refusal(state, Insert(bird("R4"), at)) == ("bad-edit", "birdie/effect-insert")


def test_effect_insert__makes_a_row_of_one() -> None:
    state = played(bound("insert", "", hands=("O2 R1",)), use("O2"), Insert(bird("R1"), 0))
    assert state.piles[0] == birds("R1")
