"""Chapter Scoring of the specification, clause by clause."""

import pytest
from tests.druids.table import after, dealt, end, every_game, stacks, table, tokens

from lexludi import druids
from lexludi.core.outcome import Outcome
from lexludi.druids.scoring import next_dealer


def points(state: druids.State) -> tuple[int, ...]:
    """The points of the round that has just ended, by seat."""
    return tuple(rounds[-1] for rounds in state.scores)


def test_round_end__when_all_cards_are_played() -> None:
    state = after(table("G1", "G2", "G3"), "G1 G2")
    assert state.phase is druids.Phase.PLAY
    state = after(state, "G3")
    assert (state.phase, state.to_act, state.trick) == (druids.Phase.DEAL, None, None)
    assert points(state) == (0, 0, 1)


def test_round_end__not_while_cards_are_left() -> None:
    state = after(table("G1 Y1", "G2 Y2", "G3 Y3"), "G1 G2 G3")
    assert (state.phase, state.scores) == (druids.Phase.PLAY, ((), (), ()))


def test_round_end__the_last_trick_counts_once() -> None:
    state = after(table("G9", "G8", "G7", displays=["R5"]), "G9 G8 G7")
    assert state.scores == ((7 + 5,), (0,), (0,))


def test_round_end__a_sickle_in_the_last_trick_acts_first() -> None:
    state = after(table("G9", "SICKLE", "G7", displays=["R5"]), "G9 SICKLE G7")
    assert points(state) == (5, 0, 0)


def test_round_end__the_winner_of_the_last_trick_chooses_first() -> None:
    state = after(table("G9", "MISTLETOE", "G7", displays=["R5"]), "G9 MISTLETOE G7")
    assert (state.phase, state.to_act, state.scores) == (druids.Phase.MISTLETOE, 0, ((), (), ()))
    state = after(state, "MISTLETOE>R")
    assert (state.phase, state.to_act, points(state)) == (druids.Phase.DEAL, None, (12, 0, 0))
    state = after(table("G7", "SICKLE", "G8", displays=["", "", "R7 | B2"]), "G7 SICKLE G8")
    assert (state.phase, state.to_act, state.scores) == (druids.Phase.SICKLE, 2, ((), (), ()))
    assert points(after(state, "SICKLE>G")) == (0, 0, 9)


def test_round_end__at_once_when_a_player_has_all_domains() -> None:
    state = after(table("G9 Y9", "G8 Y8", "G7 Y7", displays=["Y1 | R1 | B1 | V1"]), "G9 G8 G7")
    assert (state.phase, state.to_act) == (druids.Phase.DEAL, None)
    assert points(state) == (-3, 0, 0)


def test_round_end__the_last_trick_may_complete_the_domains() -> None:
    state = after(table("G9", "SICKLE", "G7", displays=["Y1 | R1 | B1 | V1", "B2"]), "G9 SICKLE G7")
    assert points(state) == (-3, 2, 0)
    assert tokens(state.aside[-4:]) == "SICKLE SICKLE MISTLETOE MISTLETOE"


def test_round_end__every_seat_scores_every_round_once() -> None:
    for played in every_game():
        for state, action in played:
            following = druids.apply(state, action)
            ended = following.phase in (druids.Phase.DEAL, druids.Phase.OVER)
            assert [len(rounds) for rounds in following.scores] == [len(rounds) + ended for rounds in state.scores]


def test_round_points__worked_example_of_26_points() -> None:
    state = after(table("Y9", "Y5", "Y7", displays=["R12 | B9 B3 | V6"]), "Y9 Y5 Y7")
    assert stacks(state, 0) == {"R": "R12", "B": "B9 B3", "Y": "Y9 Y7 Y5", "V": "V6"}
    assert 12 + 3 + 5 + 6 == 26
    assert points(state) == (26, 0, 0)
    assert state.totals == (26, 0, 0)


def test_round_points__only_top_cards_count_and_no_mistletoe() -> None:
    state = after(table("G9", "G8", "G7", displays=["", "MISTLETOE Y12 Y2 | R1", "B10"]), "G9 G8 G7")
    assert points(state) == (7, 3, 10)


def test_round_points__no_stack_scores_0() -> None:
    assert points(after(table("SICKLE", "SICKLE", "MISTLETOE"), "SICKLE SICKLE MISTLETOE")) == (0, 0, 0)


def test_round_points__highest_cards_score_when_they_lie_on_top() -> None:
    rules = druids.Rules(players=3, sun_and_moon=True)
    state = table("G9", "G8", "G7", displays=["R5"], rules=rules, top=druids.Top.HIGHEST)
    assert points(after(state, "G9 G8 G7")) == (14, 0, 0)


def test_round_points__gaia_scores_nothing() -> None:
    rules = druids.Rules(players=3, domains=2, values=2, sickles=0, mistletoes=0, hand_size=1)
    state = dealt("GAIA", "G1", "G2", rules=rules)
    state = after(state, "GAIA>Y G1 G2")
    assert (stacks(state, 0), points(state)) == ({"G": "G2 G1"}, (1, 0, 0))


def test_round_lost__scores_minus_3() -> None:
    displays = ["G12 | Y9", "G10 | Y10 | R10 | B8", "R2"]
    state = after(table("V1 Y1", "V3 Y2", "V2 Y3", displays=displays), "V1 V3 V2")
    assert points(state) == (21, -3, 2)


def test_round_lost__minus_3_stands_instead_of_40_points() -> None:
    displays = ["", "G10 | Y10 | R10 | B8", ""]
    state = after(table("V4 Y1", "V12 Y2", "V2 Y3", displays=displays), "V4 V12 V2")
    assert sum(stack[-1].value for stack in state.displays[1]) == 40
    assert points(state) == (0, -3, 0)


def test_round_lost__totals_may_fall_below_0() -> None:
    state = after(table("V9", "V3", "V2", displays=["G10 | Y10 | R10 | B8"]), "V9 V3 V2")
    assert state.totals == (-3, 0, 0)


@pytest.mark.parametrize(
    ("gained", "dealer", "following"),
    [((9, -3, 14), 0, 1), ((9, -3, 14), 1, 1), ((9, -3, 14), 2, 1), ((0, 5, 6, 7), 3, 0), ((8, 5, 6, 7, 1), 2, 4)],
)
def test_next_dealer__has_the_fewest_points_of_the_round(gained: tuple[int, ...], dealer: int, following: int) -> None:
    assert next_dealer(gained, dealer) == following


def test_next_dealer__example_of_the_clause_whatever_the_totals() -> None:
    rules = druids.Rules(players=3, first_dealer=0)
    before = table(
        *("V1 Y1", "V3 Y2", "V2 Y3"),
        displays=["G9", "G10 | Y10 | R10 | B8", "R12 | B2"],
        scores=[(0,), (48,), (0,)],
        dealer=2,
        rules=rules,
    )
    state = after(before, "V1 V3 V2")
    assert points(state) == (9, -3, 14)
    assert (state.round, state.dealer, state.totals) == (3, 1, (9, 45, 14))


def test_next_dealer__deals_and_gaias_holder_leads_all_the_same() -> None:
    state = after(table("G1", "G2", "G3", displays=["R9", "R8"]), "G1 G2 G3")
    assert (points(state), state.dealer) == ((9, 8, 1), 2)
    state = dealt("", "GAIA", "", rules=state.rules, state=state)
    assert (state.dealer, state.to_act) == (2, 1)


def test_next_dealer__dealers_of_random_games_follow_from_the_round_before() -> None:
    alone = shared = 0
    for played in every_game():
        for state, action in played:
            following = druids.apply(state, action)
            if following.phase is not druids.Phase.DEAL:
                continue
            gained, n = points(following), following.rules.players
            low = [seat for seat in range(n) if gained[seat] == min(gained)]
            order = [(state.dealer + j) % n for j in range(1, n + 1)]
            assert following.dealer == next(seat for seat in order if seat in low)
            assert following.round == state.round + 1
            alone, shared = alone + (len(low) == 1), shared + (len(low) > 1)
    assert min(alone, shared) > 10


@pytest.mark.parametrize(
    ("gained", "dealer", "following"),
    [
        ((4, 4, 9, 9), 1, 0),
        ((4, 4, 9, 9), 0, 1),
        ((4, 9, 4, 4), 1, 2),
        ((4, 9, 4, 4), 2, 3),
        ((4, 9, 4, 4), 3, 0),
        ((0, 0, 0), 0, 1),
        ((0, 0, 0), 2, 0),
        ((-3, 5, -3, 5, 5), 0, 2),
    ],
)
def test_dealer_tie__first_clockwise_from_the_old_dealer(gained: tuple[int, ...], dealer: int, following: int) -> None:
    assert next_dealer(gained, dealer) == following


def test_dealer_tie__example_of_the_clause() -> None:
    before = table("R1", "SICKLE", "Y3", "R4", displays=["", "", "G7", "B5 | V12"], dealer=1)
    state = after(before, "R1 SICKLE Y3 R4")
    assert points(state) == (0, 0, 7, 5 + 3 + 1)
    assert state.dealer == 0


def test_game_end__after_the_last_round() -> None:
    rules = druids.Rules(players=3, rounds=1, first_dealer=1)
    state = after(table("G1", "G2", "G3", rules=rules, dealer=1), "G1 G2 G3")
    assert (state.phase, state.round, state.dealer, state.to_act) == (druids.Phase.OVER, 1, 1, None)
    assert druids.is_over(state)


def test_game_end__not_before() -> None:
    for played in every_game():
        for state, _ in played:
            assert not druids.is_over(state)
            assert state.phase is not druids.Phase.OVER
            assert druids.outcome(state) is None
        last = druids.apply(*played[-1])
        assert druids.is_over(last)
        assert (last.round, last.dealer) == (last.rules.rounds, played[-1][0].dealer)


def test_game_end__after_round_5_the_round_is_still_5() -> None:
    over = end(druids.Rules(players=3), 1)
    assert (over.phase, over.round, over.to_act) == (druids.Phase.OVER, 5, None)


def test_game_end__a_lost_last_round_ends_the_game_too() -> None:
    rules = druids.Rules(players=3, rounds=1)
    state = after(table("G9 Y9", "G8 Y8", "G7 Y7", displays=["Y1 | R1 | B1 | V1"], rules=rules), "G9 G8 G7")
    assert (state.phase, state.scores) == (druids.Phase.OVER, ((-3,), (0,), (0,)))
    assert [tokens(hand) for hand in state.hands] == ["Y9", "Y8", "Y7"]


def last_round(*before: int) -> druids.State:
    """The end of a game of three rounds; round 3 is worth 3 points to seat 0, and none to the others.

    `before` is what each seat had before it.
    """
    dealer, scores = 0, [(points - points // 2, points // 2) for points in before]
    for gained in zip(*scores, strict=True):
        dealer = min([(dealer + j) % 3 for j in (1, 2, 3)], key=gained.__getitem__)
    state = table("G1", "R2", "R3", scores=scores, dealer=dealer, rules=druids.Rules(players=3, rounds=3))
    state = after(state, "G1 R2 R3")
    assert stacks(state, 0) == {"G": "G1", "R": "R3 R2"}
    return state


def test_winners__most_points_over_all_rounds() -> None:
    state = last_round(30, 34, 10)
    assert state.totals == (33, 34, 10)
    assert druids.outcome(state) == Outcome((33, 34, 10), (2, 1, 3), (1,), "rounds-played")


def test_winners__equally_many_share_the_win() -> None:
    state = last_round(68, 80, 80)
    assert druids.outcome(state) == Outcome((71, 80, 80), (3, 1, 1), (1, 2), "rounds-played")


def test_winners__all_may_win() -> None:
    state = last_round(7, 10, 10)
    assert druids.outcome(state) == Outcome((10, 10, 10), (1, 1, 1), (0, 1, 2), "rounds-played")


def test_winners__one_good_round_does_not_win() -> None:
    outcome = druids.outcome(last_round(0, 1, 20))
    assert outcome is not None
    assert (outcome.winners, outcome.ranks) == ((2,), (2, 3, 1))


def test_winners__none_until_the_game_is_over() -> None:
    state = druids.start(druids.Rules(players=3))
    assert druids.project(state)["winners"] is None
    assert druids.outcome(state) is None
    assert druids.project(last_round(7, 10, 10))["winners"] == [0, 1, 2]


def test_winners__totals_are_sums_of_the_rounds() -> None:
    over = end(druids.Rules(players=4), 1)
    totals = [sum(rounds) for rounds in over.scores]
    assert list(over.totals) == totals
    outcome = druids.outcome(over)
    assert outcome is not None
    assert list(outcome.scores) == totals
    assert list(outcome.winners) == [seat for seat in range(4) if totals[seat] == max(totals)]
