"""Chapter "Turns"."""

from random import Random

import attrs
import pytest
from tests.birdie.play import game, worlds
from tests.birdie.table import END_TURN, PASS, birds, dealt, lay, pair, played, refusal, take

from lexludi import birdie
from lexludi.birdie import Phase, PileOrder, Rules

FREE = Rules(players=2, pile_order=PileOrder.FREE)
#: 20 cards, 10 a round: nothing is left to draw once the display lies.
TINY = Rules(players=2, species=2, seasons=2, copies=5)


def test_turn_order__clockwise_without_those_who_passed() -> None:
    state = dealt("O1 O2", rules=Rules(players=4))
    state = played(state, take("O1"), PASS, PASS)
    assert state.to_act == 3
    state = birdie.apply(state, birdie.legal_actions(state)[0])
    assert state.to_act == 0
    assert birdie.apply(state, birdie.legal_actions(state)[0]).to_act == 3


def test_turn_order__a_pair_keeps_the_turn_until_it_is_ended() -> None:
    state = played(dealt("O1 O2"), pair("O1 O2"))
    assert (state.phase, state.to_act) == (Phase.LAY, 0)
    state = played(state, lay("O1"), lay("O2"))
    assert state.to_act == 0
    assert played(state, END_TURN).to_act == 1


def test_take_one__into_the_hand_and_the_turn_is_over() -> None:
    state = played(dealt("O1 O1 R4 P2", "W1"), take("R4"))
    assert state.hands[0] == birds("W1 W1 R4")
    assert (state.phase, state.to_act, state.piles[0]) == (Phase.TURN, 1, ())


def test_take_one__only_what_is_displayed() -> None:
    state = dealt("O1 O1 R4 P2", "O2")
    assert refusal(state, take("O2")) == ("card-not-displayed", "birdie/take-one")


def test_take_pair__leaves_the_display_and_waits_to_be_laid() -> None:
    state = played(dealt("O1 O2 R4 P2"), pair("P2 O1"))
    assert state.pair == birds("P2 O1")
    assert state.display == birds("O2 R4")


def test_take_pair__copy_by_copy() -> None:
    state = dealt("O1 O2 R4 P2")
    assert refusal(state, pair("O1 O1")) == ("card-not-displayed", "birdie/take-pair")
    assert refusal(state, pair("O1 O3")) == ("card-not-displayed", "birdie/take-pair")
    assert refusal(dealt("O1 O1 R4 P2"), pair("O1 O1")) is None


def test_take_pair__has_no_order() -> None:
    assert pair("R4 O1") == pair("O1 R4")
    assert pair("R4 O1").cards == birds("O1 R4")


def test_which_copy__leftmost_and_the_gap_closes() -> None:
    state = dealt("O1 P1 O1 R4", draw="W2")
    assert played(state, take("O1")).display == birds("P1 O1 R4 W2")
    assert played(state, pair("O1 O1")).display == birds("P1 R4")


def test_which_copy__pair_before_hand() -> None:
    state = played(dealt("O1 O4", "O1 R1"), pair("O1 O4"), lay("O1"))
    assert (state.pair, state.hands[0]) == (birds("O4"), birds("O1 R1"))
    state = played(state, lay("O4"), lay("O1"))
    assert (state.hands[0], state.piles[0]) == (birds("R1"), birds("O1 O4 O1"))


def test_lay__one_at_a_time_on_top() -> None:
    state = played(dealt("O1 O4", "R4 R3"), pair("O1 O4"), lay("O4"), lay("O1"), lay("R4"))
    assert state.piles[0] == birds("O4 O1 R4")
    assert birdie.legal_actions(state) == (lay("R3"), END_TURN)


def test_lay__only_from_pair_and_hand() -> None:
    state = played(dealt("O1 O4", "R4 R3"), pair("O1 O4"))
    assert refusal(state, lay("P1")) == ("card-not-held", "birdie/lay")
    assert refusal(played(state, lay("O1")), lay("O1")) == ("card-not-held", "birdie/lay")


def test_hand_with_pair__nothing_is_laid_without_one() -> None:
    state = dealt("O1 O4", "R4 R3")
    assert refusal(state, lay("R4")) == ("wrong-phase", "birdie/phases")
    after = played(state, take("O1"))
    assert (after.phase, after.to_act) == (Phase.TURN, 1)


def test_pair_first__hand_cards_wait_for_the_pair() -> None:
    state = played(dealt("O1 O4", "R4"), pair("O1 O4"))
    assert refusal(state, lay("R4")) == ("display-first", "birdie/pair-first")
    assert refusal(played(state, lay("O1")), lay("R4")) == ("display-first", "birdie/pair-first")
    assert refusal(played(state, lay("O1"), lay("O4")), lay("R4")) is None


def test_pair_first__free_lets_them_go_between() -> None:
    state = played(dealt("O1 O4", "R4", rules=FREE), pair("O1 O4"), lay("O1"), lay("R4"), lay("O4"))
    assert state.piles[0] == birds("O1 R4 O4")


def test_pair_order__either_goes_down_first() -> None:
    state = played(dealt("O1 R1"), pair("O1 R1"))
    assert birdie.legal_actions(state) == (lay("O1"), lay("R1"))
    assert played(state, lay("R1"), lay("O1")).piles[0] == birds("R1 O1")


def test_end_turn__when_both_of_the_pair_lie() -> None:
    state = played(dealt("O1 R1"), pair("O1 R1"))
    assert refusal(state, END_TURN) == ("pair-not-laid", "birdie/end-turn")
    assert refusal(played(state, lay("O1")), END_TURN) == ("pair-not-laid", "birdie/end-turn")
    assert refusal(played(state, lay("O1"), lay("R1")), END_TURN) is None


def test_end_turn__asked_with_an_empty_hand() -> None:
    state = played(dealt("O1 R1", "P1 P2"), pair("O1 R1"), *[lay(short) for short in ("O1", "R1", "P1", "P2")])
    assert birdie.legal_actions(state) == (END_TURN,)


def test_end_turn__free_order_may_use_up_the_hand_and_still_owes_the_pair() -> None:
    state = played(dealt("O1 R1", "P1 P2", rules=FREE), pair("O1 R1"), lay("P1"), lay("P2"))
    assert refusal(state, END_TURN) == ("pair-not-laid", "birdie/end-turn")


def test_pile_fixed__piles_grow_on_top_until_scoring() -> None:
    random = Random(11)
    for rules in worlds()[:6]:
        for before, action, after in game(rules, random):
            if before.phase not in (Phase.TURN, Phase.LAY) or after.round != before.round:
                continue
            for seat, (pile, now) in enumerate(zip(before.piles, after.piles, strict=True)):
                assert now[: len(pile)] == pile
                grown = isinstance(action, birdie.Lay) and seat == before.to_act
                assert len(now) == len(pile) + grown


def test_pass__out_for_the_round_with_the_hand_kept() -> None:
    state = played(dealt("O1 O2", "", "R1 R2", rules=Rules(players=3)), take("O1"), PASS)
    assert state.passed == (None, 2, None)
    assert state.hands[1] == birds("R1 R2")
    state = birdie.apply(state, birdie.legal_actions(state)[0])
    state = birdie.apply(state, birdie.legal_actions(state)[0])
    assert state.to_act == 2


def test_pass__not_once_a_pair_is_taken() -> None:
    assert refusal(played(dealt("O1 O2"), pair("O1 O2")), PASS) == ("wrong-phase", "birdie/phases")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pass_points__counts_those_still_in(players: int) -> None:
    state = played(dealt(rules=Rules(players=players)), *[PASS] * players)
    assert state.passed == tuple(range(players - 1, -1, -1))
    assert [board.pass_points for board in state.boards] == list(range(players - 1, -1, -1))


def test_pass_points__of_both_rounds_add_up() -> None:
    state = played(dealt(), PASS, PASS, birdie.EndScoring(), birdie.EndScoring(), PASS)
    assert state.passed == (None, 1)
    assert [board.pass_points for board in state.boards] == [1, 1]


def test_refill__up_to_four_new_cards_to_the_right() -> None:
    state = dealt("O1 P1 O2 R4", draw="W1 W2 W3")
    state = played(state, take("P1"))
    assert state.display == birds("O1 O2 R4 W1")
    state = played(state, pair("O1 R4"))
    assert state.display == birds("O2 W1")
    state = played(state, lay("R4"), lay("O1"), END_TURN)
    assert state.display == birds("O2 W1 W2 W3")
    assert len(state.draw_pile) == 19


def nearly_drawn(left: str) -> birdie.State:
    """Two players, seat 0 to act, `left` still to draw; the rest is in the hand of seat 1."""
    state = dealt("O1 P1 O2 R4", draw=left)
    keep = len(left.split())
    hand = tuple(sorted((*state.hands[1], *state.draw_pile[keep:]), key=lambda card: card.index))
    return attrs.evolve(state, draw_pile=state.draw_pile[:keep], hands=(state.hands[0], hand))


def test_stop_card__comes_up_when_a_card_is_missing() -> None:
    state = played(nearly_drawn("W1"), pair("O1 P1"), lay("O1"), lay("P1"), END_TURN)
    assert (state.display, state.stop_revealed) == (birds("O2 R4 W1"), True)
    assert len(state.under_stop) == 2


def test_stop_card__stays_covered_when_the_last_card_suffices() -> None:
    state = played(nearly_drawn("W1 W2"), pair("O1 P1"), lay("O1"), lay("P1"), END_TURN)
    assert (len(state.display), state.draw_pile, state.stop_revealed) == (4, (), False)
    assert played(state, take("O2")).stop_revealed


def test_stop_card__display_shrinks_to_nothing_and_play_goes_on() -> None:
    state = played(nearly_drawn(""), take("O1"))
    sizes = [len(state.display)]
    while state.display:
        state = birdie.apply(state, birdie.legal_actions(state)[0])
        sizes.append(len(state.display))
    assert sizes == [3, 2, 1, 0]
    assert len(state.under_stop) == 2


def test_stop_card__passing_does_not_bring_it_up() -> None:
    state = played(dealt(rules=TINY), PASS)
    assert not state.stop_revealed


def test_must_pass__with_an_empty_display() -> None:
    state = played(dealt("W1 W2 P1 P2", rules=TINY), take("W1"), take("W2"), take("P1"), take("P2"))
    assert state.display == ()
    assert birdie.legal_actions(state) == (PASS,)
    assert played(state, PASS).passed == (1, None)


def test_must_pass__one_card_can_still_be_taken() -> None:
    state = played(dealt("W1 W2 P1 P2", rules=TINY), take("W1"), take("W2"), take("P1"))
    assert birdie.legal_actions(state) == (take("P2"), PASS)
    assert refusal(state, pair("P2 P2")) == ("card-not-displayed", "birdie/take-pair")


def test_last_player__plays_on_without_limit_as_written() -> None:
    state = played(dealt(), PASS)
    for _ in range(6):
        state = birdie.apply(state, birdie.legal_actions(state)[0])
        assert (state.phase, state.to_act, state.alone) == (Phase.TURN, 1, 0)


def test_last_player__one_more_turn() -> None:
    state = played(dealt("O1 O2", draw="R1", rules=Rules.published(2)), PASS, take("O1"))
    assert (state.phase, state.passed) == (Phase.SCORE, (1, 0))
    assert state.display[-1] is birds("R1")[0]
    assert state.boards[1].pass_points == 0
    assert state.alone == 0


def test_last_player__a_turn_with_a_pair_is_one_turn() -> None:
    state = played(dealt("O1 O2", "", "R1", rules=Rules.published(2)), PASS, pair("O1 O2"), lay("O1"), lay("O2"))
    assert state.phase is Phase.LAY
    state = played(state, lay("R1"), END_TURN)
    assert (state.phase, state.piles[1]) == (Phase.SCORE, birds("O1 O2 R1"))


def test_last_player__n_more_turns_each_round() -> None:
    rules = Rules(players=3, lone_turns=3)
    state = played(dealt(rules=rules), PASS, PASS)
    for count in (1, 2):
        state = birdie.apply(state, birdie.legal_actions(state)[0])
        assert (state.phase, state.alone) == (Phase.TURN, count)
    assert birdie.apply(state, birdie.legal_actions(state)[0]).passed == (2, 1, 0)


def test_last_player__may_pass_before() -> None:
    state = played(dealt(rules=Rules.published(3)), PASS, PASS, PASS)
    assert (state.phase, state.passed) == (Phase.SCORE, (2, 1, 0))


def test_last_player__turns_before_being_alone_do_not_count() -> None:
    state = dealt(rules=Rules.published(2))
    for _ in range(4):
        state = birdie.apply(state, birdie.legal_actions(state)[0])
        assert state.phase is Phase.TURN


def test_round_end__starter_scores_first() -> None:
    state = played(dealt(rules=Rules(players=3, starters=(2, 0))), PASS, PASS, PASS)
    assert (state.phase, state.to_act, state.last_end, state.effect) == (Phase.SCORE, 2, 0, None)
