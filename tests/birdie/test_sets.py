"""Chapter "Sets"."""

import pytest
from tests.birdie.table import END_SCORING, END_TURN, PASS, birds, board, dealt, lay, pair, played, refusal, scoring

from lexludi import birdie
from lexludi.birdie import Phase, Season, Species
from lexludi.birdie.sets import possible_sets
from lexludi.birdie.state import EMPTY_BOARD

Set = birdie.ScoreSet
OWL, WINTER, SPRING = Species.OWL, Season.WINTER, Season.SPRING


def test_row__as_the_pile_was_built() -> None:
    state = played(dealt("O1 O4", "R4"), pair("O1 O4"), lay("O1"), lay("O4"), lay("R4"), END_TURN, PASS, PASS)
    assert state.phase is Phase.SCORE
    assert birdie.view(state, 1).rows == (birds("O1 O4 R4"), ())


def test_set_run__at_least_two_cards() -> None:
    state = scoring("O1 O4 O4 O2 O3")
    for length in (1, 0, -2):
        assert refusal(state, Set(0, length, OWL)) == ("set-too-short", "birdie/set-run")
    assert refusal(state, Set(3, 2, OWL)) is None


@pytest.mark.parametrize(("start", "length"), [(4, 2), (-1, 2), (0, 6), (10**30, 2)])
def test_set_run__within_the_row(start: int, length: int) -> None:
    assert refusal(scoring("O1 O4 O4 O2 O3"), Set(start, length, OWL)) == ("set-outside", "birdie/set-run")


def test_set_run__too_short_before_outside() -> None:
    assert refusal(scoring("O1 O4 O4 O2 O3"), Set(4, 1, OWL)) == ("set-too-short", "birdie/set-run")


def test_set_disjoint__a_card_counts_once() -> None:
    state = played(scoring("O1 O4 R4"), Set(0, 2, OWL))
    assert state.last_end == 2
    assert refusal(state, Set(1, 2, WINTER)) == ("set-overlaps", "birdie/set-disjoint")


def test_set_disjoint__neighbouring_sets_may_touch() -> None:
    state = played(scoring("O1 O4 R4 P4"), Set(0, 2, OWL), Set(2, 2, WINTER))
    assert birdie.project(state)["boards"][0]["sets"] == {"OWL": 2, "WINTER": 2}


def test_set_uniform__one_species_or_season() -> None:
    state = scoring("O1 O4 R4")
    assert refusal(state, Set(0, 2, WINTER)) == ("set-mixed", "birdie/set-uniform")
    assert refusal(state, Set(0, 3, OWL)) == ("set-mixed", "birdie/set-uniform")
    assert refusal(state, Set(0, 2, OWL)) is None
    assert refusal(state, Set(1, 2, WINTER)) is None


def test_category_once__in_the_same_round() -> None:
    state = played(scoring("O1 O4 R4 O1 O2"), Set(0, 2, OWL))
    assert refusal(state, Set(3, 2, OWL)) == ("category-scored", "birdie/category-once")


def test_category_once__in_the_whole_game() -> None:
    state = scoring("", "O1 O2 O2 O3 O4", round=2, boards=[board(), board({OWL: 2})])
    assert refusal(state, Set(0, 5, OWL)) == ("category-scored", "birdie/category-once")
    assert refusal(state, Set(1, 2, Season.SUMMER)) is None


def test_category_once__each_player_for_oneself() -> None:
    state = played(scoring("O1 O2", "O3 O4"), Set(0, 2, OWL), END_SCORING)
    assert refusal(state, Set(0, 2, OWL)) is None


def test_set_choice__every_part_of_a_run() -> None:
    state = scoring("O1 O4 O4 R4")
    assert birdie.legal_actions(state) == (
        Set(0, 2, OWL),
        Set(0, 3, OWL),
        Set(1, 2, OWL),
        Set(1, 2, WINTER),
        Set(1, 3, WINTER),
        Set(2, 2, WINTER),
        END_SCORING,
    )


def test_set_choice__nothing_is_imposed() -> None:
    state = played(scoring("O1 O4 O4 R4"), END_SCORING)
    assert state.boards[0].crosses == 0


def test_set_choice__equal_cards_go_to_either_category() -> None:
    state = scoring("O1 O1")
    assert birdie.legal_actions(state) == (Set(0, 2, OWL), Set(0, 2, SPRING), END_SCORING)


def test_set_choice__the_most_that_a_row_of_32_may_offer() -> None:
    row = birds(" ".join([*["O1"] * 4, *["O2"] * 4, *["O3"] * 4, *["O4"] * 4]))
    row += birds(" ".join([*["R4"] * 4, *["R1"] * 4, *["R2"] * 4, *["R3"] * 4]))
    assert len(list(possible_sets(row, 0, EMPTY_BOARD))) == 304


def test_set_points__one_a_card() -> None:
    state = played(scoring("P1 P2 P3 P4"), Set(0, 4, Species.PIGEON))
    assert birdie.project(state)["boards"][0]["sets"] == {"PIGEON": 4}
    assert birdie.project(state)["totals"] == [4 + 1, 0]


def test_set_cross__one_a_set() -> None:
    state = played(scoring("O1 O4 R4 P4 P2 P3"), Set(0, 2, OWL), Set(2, 2, WINTER), Set(4, 2, Species.PIGEON))
    assert state.boards[0].crosses == 3
    assert state.boards[1].crosses == 0
