"""Chapter "Scoring"."""

from tests.birdie.table import END_SCORING, board, played, refusal, scoring

from lexludi import birdie
from lexludi.birdie import Phase, Rules, Season, Species

Set = birdie.ScoreSet
OWL, ROBIN, WINTER = Species.OWL, Species.ROBIN, Season.WINTER


def test_scoring_order__clockwise_from_the_starter() -> None:
    state = scoring("O1 O2", "", "R1 R2", rules=Rules(players=3, starters=(1, 0)))
    order = [state.to_act]
    while state.round == 1:
        state = played(state, END_SCORING)
        order.append(state.to_act)
    assert order == [1, 2, 0, None]


def test_scoring_order__left_to_right_within_a_row() -> None:
    state = played(scoring("O1 O2 R1 R2"), Set(2, 2, ROBIN))
    assert refusal(state, Set(0, 2, OWL)) == ("set-overlaps", "birdie/set-disjoint")
    assert birdie.legal_actions(state) == (END_SCORING,)


def test_scoring_order__written_down_at_once() -> None:
    assert birdie.view(played(scoring("O1 O2"), Set(0, 2, OWL)), 1).totals == (3, 0)


def test_end_scoring__with_nothing_to_declare() -> None:
    state = scoring("")
    assert birdie.legal_actions(state) == (END_SCORING,)
    assert played(state, END_SCORING).to_act == 1


def test_end_scoring__the_next_seat_begins_at_the_left() -> None:
    state = played(scoring("O1 O2", "R1 R2"), Set(0, 2, OWL), END_SCORING)
    assert (state.to_act, state.last_end) == (1, 0)
    assert refusal(state, Set(0, 2, ROBIN)) is None


def test_trophy__goes_to_who_has_most_in_round_1() -> None:
    state = scoring("O1 O2 O3", "O1 O2", "")
    state = played(state, Set(0, 3, OWL), END_SCORING, Set(0, 2, OWL))
    assert state.trophies == (None,) * 4
    state = played(state, END_SCORING, END_SCORING)
    assert birdie.project(state)["trophies"] == {"WOODPECKER": None, "PIGEON": None, "OWL": 0, "ROBIN": None}
    assert state.phase is Phase.DEAL


def test_trophy__moves_to_who_has_more_in_round_2() -> None:
    state = scoring("", "O1 O2 O3 O4", round=2, boards=[board({OWL: 3})], trophies={OWL: 0})
    state = played(state, Set(0, 4, OWL), END_SCORING)
    assert state.trophies[OWL.index] == 0
    assert played(state, END_SCORING).trophies[OWL.index] == 1


def test_trophy__seasons_have_none() -> None:
    state = played(scoring("O1 R1"), Set(0, 2, Season.SPRING), END_SCORING, END_SCORING)
    assert state.trophies == (None,) * 4


def test_trophy_tie__nobody_gets_it_in_round_1() -> None:
    state = played(scoring("O1 O2", "O3 O4"), Set(0, 2, OWL), END_SCORING, Set(0, 2, OWL), END_SCORING)
    assert state.trophies[OWL.index] is None


def test_trophy_tie__stays_with_its_holder_among_others() -> None:
    rules = Rules(players=3, starters=(0, 1))
    state = scoring("", "O1 O2 O3 O4", "O1 O2 O3 O4", round=2, rules=rules, boards=[board({OWL: 3})], trophies={OWL: 0})
    state = played(state, Set(0, 4, OWL), END_SCORING, Set(0, 4, OWL), END_SCORING, END_SCORING)
    assert state.trophies[OWL.index] == 0


def test_trophy_tie__an_equal_number_does_not_take_it() -> None:
    state = scoring("", "O1 O2 O3", round=2, boards=[board({OWL: 3})], trophies={OWL: 0})
    assert played(state, Set(0, 3, OWL), END_SCORING, END_SCORING).trophies[OWL.index] == 0


def test_trophy_tie__settled_in_round_2() -> None:
    state = scoring("", "", round=2, boards=[board({OWL: 3}), board({OWL: 3})])
    assert played(state, END_SCORING, END_SCORING).trophies[OWL.index] is None


def over(rules: Rules, *boards: birdie.Board, trophies: dict[Species, int]) -> birdie.State:
    state = scoring(*[""] * rules.players, rules=rules, round=2, boards=boards, trophies=trophies)
    return played(state, *[END_SCORING] * rules.players)


FIVE = board({OWL: 3, ROBIN: 4, WINTER: 2, Season.SPRING: 2, Season.SUMMER: 2})


def test_cross_value__read_off_the_table_by_number() -> None:
    crosses = (0, 0, 1, 1, 2, 3, 4, 6, 8)
    state = over(Rules(players=2, crosses=crosses, trophy=0), FIVE, trophies={OWL: 0, ROBIN: 0})
    # 13 for sets, 2 for passing first twice, 3 for five crosses.
    assert birdie.project(state)["totals"] == [18, 0]


def test_cross_value__of_all_eight() -> None:
    every = board(dict.fromkeys(birdie.CATEGORIES, 2))
    holder = dict.fromkeys(Species, 0)
    state = over(Rules(players=2, crosses=(*[0] * 8, 9), trophy=0), every, trophies=holder)
    assert birdie.project(state)["totals"] == [16 + 2 + 9, 0]


def test_cross_value__nothing_as_written() -> None:
    state = over(Rules(players=2, trophy=0), FIVE, trophies={OWL: 0, ROBIN: 0})
    assert birdie.project(state)["totals"] == [15, 0]


def test_cross_value__no_cross_has_a_value_too() -> None:
    state = over(Rules(players=2, crosses=(-1, *[0] * 8), trophy=0), FIVE, trophies={OWL: 0, ROBIN: 0})
    assert birdie.project(state)["totals"] == [15, -1]


def test_trophy_value__the_same_for_each() -> None:
    state = over(Rules(players=2), FIVE, trophies={OWL: 0, ROBIN: 0})
    assert birdie.project(state)["totals"] == [15 + 6, 0]
    assert over(Rules(players=2, trophy=5), FIVE, trophies={OWL: 0, ROBIN: 0}) != state


def test_trophy_value__seat_0_is_somebody() -> None:
    state = over(Rules(players=2), board(), board({OWL: 2}), trophies={OWL: 1})
    assert birdie.project(state)["totals"] == [2, 5]


def test_total__crosses_and_trophies_join_at_the_end() -> None:
    rules = Rules(players=2, crosses=(0, 0, 7, *[0] * 6))
    boards = [board({OWL: 3, WINTER: 4})]
    state = scoring("", "", rules=rules, round=2, boards=boards, trophies={OWL: 0})
    assert birdie.view(state, 0).totals == (3 + 4 + 2, 0)
    state = played(state, END_SCORING)
    assert birdie.view(state, 0).totals == (9, 0)
    state = played(state, END_SCORING)
    assert birdie.view(state, 0).totals == (9 + 3 + 7, 0)
