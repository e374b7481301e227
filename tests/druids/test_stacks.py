"""Chapter Stacks of the specification, clause by clause."""

import pytest
from tests.druids.table import after, code, dealt, every_game, every_state, legal, refusal, run, stacks, table, tokens

from lexludi import druids
from lexludi.druids import events

MOON = druids.Rules(players=3, sun_and_moon=True)
HIGHEST = druids.Top.HIGHEST


def test_sort_trick__every_domain_goes_on_its_own_stack() -> None:
    state = after(table("R9 V1", "G2 V2", "R4 V3", "B5 V4", displays=["Y1 | R1"]), "R9 G2 R4 B5")
    assert stacks(state, 0) == {"Y": "Y1", "R": "R1 R9 R4", "G": "G2", "B": "B5"}


def test_sort_trick__example_of_the_clause() -> None:
    before = table("R9 V1", "G2 V2", "R4 V3", "SICKLE V4", displays=["R1 | Y9"])
    happened = druids.explain(after(before, "R9 G2 R4"), druids.Play(druids.SICKLE))
    told = [events.StackGrew(0, druids.Domain("G"), druids.cards("G2"))]
    told += [events.StackGrew(0, druids.Domain("R"), druids.cards("R9 R4"))]
    assert [event for event in happened if isinstance(event, events.StackGrew)] == told
    assert events.SpecialsWon(0, druids.cards("SICKLE")) in happened


def test_sort_trick__only_the_winner_gets_cards() -> None:
    before = table("R9 V1", "G2 V2", "R4 V3", displays=["", "G1", "R2"])
    state = after(before, "R9 G2 R4")
    assert stacks(state, 0) == {"G": "G2", "R": "R9 R4"}
    assert state.displays[1:] == before.displays[1:]


def test_sort_trick__all_cards_go_to_a_winner_who_did_not_lead() -> None:
    state = after(table("R4 V1", "G2 V2", "R9 V3"), "R4 G2 R9")
    assert (stacks(state, 0), stacks(state, 1), stacks(state, 2)) == ({}, {}, {"G": "G2", "R": "R9 R4"})
    assert (state.trick, state.to_act) == (None, 2)


def test_sort_trick__specials_wait_in_canonical_order() -> None:
    before = table("R9 V1", "MISTLETOE V2", "SICKLE V3", "MISTLETOE V4", displays=["Y9 | B9"])
    state = after(before, "R9 MISTLETOE SICKLE MISTLETOE")
    assert tokens(state.pending) == "SICKLE MISTLETOE MISTLETOE"
    assert state.phase is druids.Phase.SICKLE


def test_top_card__the_lowest_of_the_trick_lies_on_top() -> None:
    state = after(table("R4 V1", "R9 V2", "R7 V3"), "R4 R9 R7")
    assert state.displays[1][2][-1] is druids.card("R4")


def test_top_card__a_top_may_rise_for_only_this_tricks_cards_are_compared() -> None:
    state = after(table("R9 V1", "R4 V2", "B1 V3", displays=["R1"]), "R9 R4 B1")
    assert state.displays[0][2][-1] is druids.card("R4")


def test_top_card__a_top_may_fall_when_the_highest_counts() -> None:
    rules = druids.Rules(players=3, sun_and_moon=True)
    state = table("R9 V1", "R4 V2", "B1 V3", displays=["R12"], rules=rules, top=HIGHEST)
    assert after(state, "R9 R4 B1").displays[0][2][-1] is druids.card("R9")


def test_top_card__off_domain_cards_are_compared_among_themselves() -> None:
    state = after(table("R9 V1", "G8 V2", "G3 V3", "G5 V4"), "R9 G8 G3 G5")
    assert stacks(state, 0)["G"] == "G8 G5 G3"


def test_stack_order__falls_towards_the_top_when_the_lowest_counts() -> None:
    state = after(table("R4 V1", "R9 V2", "R7 V3", displays=["", "R1"]), "R4 R9 R7")
    assert stacks(state, 1) == {"R": "R1 R9 R7 R4"}


def test_stack_order__rises_towards_the_top_when_the_highest_counts() -> None:
    state = table("R4 V1", "R9 V2", "R7 V3", displays=["", "R1"], rules=MOON, top=HIGHEST)
    assert stacks(after(state, "R4 R9 R7"), 1) == {"R": "R1 R4 R7 R9"}


def test_stack_order__goes_by_value_not_by_spelling() -> None:
    state = after(table("R10 V1", "R9 V2", "R11 V3"), "R10 R9 R11")
    assert stacks(state, 2) == {"R": "R11 R10 R9"}


def test_gaia_aside__she_goes_out_of_play_with_her_trick() -> None:
    hands = (f"GAIA {run('Y', 1, 12)} R1 R2", f"{run('G', 1, 12)} V1 V2 V3", f"{run('B', 1, 12)} V4 V5 V6")
    state = dealt(*hands)
    assert druids.GAIA not in state.aside
    state = after(state, "GAIA>R G12 B3")
    assert stacks(state, 0) == {"G": "G12", "B": "B3"}
    assert state.aside.count(druids.GAIA) == 1
    assert state.to_act == 0


def test_gaia_aside__also_when_she_loses() -> None:
    hands = (f"GAIA {run('Y', 1, 12)} R1 R2", f"{run('G', 1, 12)} V1 V2 V3", f"{run('B', 1, 12)} R3 V5 V6")
    state = after(dealt(*hands), "GAIA>R G12 R3")
    assert stacks(state, 2) == {"G": "G12", "R": "R3"}
    assert druids.GAIA in state.aside


def test_gaia_aside__she_is_in_no_stack_ever() -> None:
    for state in every_state():
        assert all(druids.GAIA not in stack for display in state.displays for stack in display)


def test_fifth_domain__all_domains_lose_the_round() -> None:
    before = table("V5 G3", "V6 Y8", "V7 G9", displays=["", "", "G1 | Y2 | R3 | B4"])
    state = after(before, "V5 V6 V7")
    assert state.phase is druids.Phase.DEAL
    assert state.scores[2] == (-3,)


def test_fifth_domain__is_looked_at_before_the_sickle() -> None:
    before = table("V3 G3", "SICKLE Y8", "V2 G9", displays=["G1 | Y2 | R3 | B4"])
    state = after(before, "V3 SICKLE V2")
    assert state.scores[0] == (-3,)
    assert stacks(state, 0) == {"G": "G1", "Y": "Y2", "R": "R3", "B": "B4", "V": "V3 V2"}


def test_fifth_domain__four_of_five_lose_nothing() -> None:
    before = table("V3 G3", "V1 Y8", "V2 G9", displays=["G1 | Y2 | R3"])
    state = after(before, "V3 V1 V2")
    assert (state.phase, state.to_act) == (druids.Phase.PLAY, 0)


def test_fifth_domain__a_stack_lost_to_a_sickle_does_not_count() -> None:
    before = table("V3 G3", "SICKLE B8", "V2 G9", displays=["G1 | Y2 | R9"])
    state = after(before, "V3 SICKLE V2")
    assert set(stacks(state, 0)) == {"G", "Y", "V"}
    state = after(state, "G3 B8 G9")
    assert state.phase is druids.Phase.DEAL  # all is played; four domains of seat 2
    assert state.scores == ((1 + 2 + 2,), (0,), (3 + 8,))


@pytest.mark.parametrize(("domains", "display"), [(1, ""), (2, "Y1"), (3, "Y1 | R2"), (4, "Y1 | R2 | B3")])
def test_fifth_domain__a_small_world_loses_with_as_many_as_it_has(domains: int, display: str) -> None:
    size = (domains * 12 + 4) // 6 + 1
    rules = druids.Rules(players=3, domains=domains, hand_size=size)
    before = table("G5 G9", "G6 G10", "G7 G11", displays=["", "", display], rules=rules)
    state = after(before, "G5 G6 G7")
    assert (state.phase, state.scores[2]) == (druids.Phase.DEAL, (-3,))


def test_fifth_domain__may_come_with_a_single_trick() -> None:
    state = after(table("G5 G6", "Y1 Y2", "R1 R2", "B1 B2", "V1 V2"), "G5 Y1 R1 B1 V1")
    assert (state.phase, state.scores) == (druids.Phase.DEAL, ((-3,), (0,), (0,), (0,), (0,)))


def test_fifth_domain_ends_round__at_once_with_cards_left_in_hand() -> None:
    before = table("V5 G3 V8", "V6 Y8 R8", "V7 G9 Y9", displays=["G12", "", "G1 | Y2 | R3 | B4"])
    state = after(before, "V5 V6 V7")
    assert (state.phase, state.to_act, state.round) == (druids.Phase.DEAL, None, 2)
    assert [tokens(hand) for hand in state.hands] == ["G3 V8", "Y8 R8", "G9 Y9"]
    assert legal(state) == ""
    assert state.scores == ((12,), (0,), (-3,))


def test_fifth_domain_ends_round__not_the_game() -> None:
    before = table(
        "V9 G3",
        "V6 Y8",
        "V7 G9",
        displays=["G1 | Y2 | R3 | B4"],
        scores=[(5,), (4,), (6,)],
        dealer=1,
        rules=druids.Rules(players=3, first_dealer=2),
    )
    state = after(before, "V9 V6 V7")
    assert (state.phase, state.round, state.scores[0]) == (druids.Phase.DEAL, 3, (5, -3))
    state = dealt("", "GAIA", "", rules=state.rules, state=state)
    assert (state.phase, state.round, state.to_act) == (druids.Phase.PLAY, 3, 1)


def test_fifth_domain_specials__they_go_aside_unplaced() -> None:
    hands = ("V9 G3", "SICKLE Y8", "MISTLETOE G9", "V1 G10")
    before = table(*hands, displays=["G1 | Y12 | R3 | B4"])
    state = after(before, "V9 SICKLE MISTLETOE V1")
    assert stacks(state, 0) == {"G": "G1", "Y": "Y12", "R": "R3", "B": "B4", "V": "V9 V1"}
    assert state.pending == ()
    assert state.aside.count(druids.SICKLE) == before.aside.count(druids.SICKLE) + 1 == 2
    assert state.aside.count(druids.MISTLETOE) == before.aside.count(druids.MISTLETOE) + 1 == 2


def test_fifth_domain_specials__nobody_is_asked_about_a_tie() -> None:
    before = table("V4 G3", "SICKLE Y8", "V1 G9", displays=["G8 | Y2 | R8 | B8"])
    assert after(before, "V4 SICKLE V1").phase is druids.Phase.DEAL


def test_specials_order__first_the_sickles_then_the_mistletoes() -> None:
    hands = ("R9 V1", "MISTLETOE V2", "SICKLE V3", "MISTLETOE V4")
    state = after(table(*hands, displays=["Y1 | B2"]), "R9 MISTLETOE SICKLE MISTLETOE")
    # The sickle has taken red; each mistletoe then waits for a choice between yellow and blue.
    assert stacks(state, 0) == {"Y": "Y1", "B": "B2"}
    assert (state.phase, tokens(state.pending)) == (druids.Phase.MISTLETOE, "MISTLETOE MISTLETOE")
    state = after(state, "MISTLETOE>B")
    assert (state.phase, tokens(state.pending)) == (druids.Phase.MISTLETOE, "MISTLETOE")
    state = after(state, "MISTLETOE>B")
    assert stacks(state, 0) == {"Y": "Y1", "B": "MISTLETOE MISTLETOE B2"}
    assert (state.phase, state.pending, state.to_act) == (druids.Phase.PLAY, (), 0)


def test_specials_order__a_mistletoe_waits_while_a_sickle_is_to_be_placed() -> None:
    state = after(table("R9 V1", "MISTLETOE V2", "SICKLE V3", displays=["Y9"]), "R9 MISTLETOE SICKLE")
    assert state.phase is druids.Phase.SICKLE
    assert code(state, "MISTLETOE>Y") == "wrong-phase"
    state = after(state, "SICKLE>Y")
    assert stacks(state, 0) == {"R": "MISTLETOE R9"}


def test_specials_order__no_mistletoe_goes_out_with_a_sickle_of_its_own_trick() -> None:
    before = table("R9 V1", "MISTLETOE V2", "SICKLE V3", displays=["Y1"])
    state = after(before, "R9 MISTLETOE SICKLE")
    assert stacks(state, 0) == {"Y": "MISTLETOE Y1"}
    assert state.aside.count(druids.MISTLETOE) == before.aside.count(druids.MISTLETOE)


def test_sickle__takes_the_highest_stack_out_of_play() -> None:
    before = table("G4 V1", "SICKLE V2", "G7 V3", displays=["", "", "R11 | B9"])
    state = after(before, "G4 SICKLE G7")
    assert stacks(state, 2) == {"G": "G7 G4", "B": "B9"}
    assert set(state.aside) - set(before.aside) == {druids.card("R11")}
    assert state.aside.count(druids.SICKLE) == 2
    assert state.to_act == 2


def test_sickle__takes_the_whole_stack_mistletoes_included() -> None:
    before = table("G4 V1", "SICKLE V2", "G7 V3", displays=["MISTLETOE G1", "", "MISTLETOE R1 R11 | B9"])
    state = after(before, "G4 SICKLE G7")
    assert stacks(state, 2) == {"G": "G7 G4", "B": "B9"}
    assert stacks(state, 0) == {"G": "MISTLETOE G1"}
    assert tokens(tuple(card for card in state.aside if card not in before.aside)) == "R1 R11 MISTLETOE"


def test_sickle__only_the_top_card_counts() -> None:
    state = after(table("G4 V1", "SICKLE V2", "G2 V3", displays=["R12 R1 | B3"]), "G4 SICKLE G2")
    assert stacks(state, 0) == {"R": "R12 R1", "G": "G4 G2"}


def test_sickle__may_take_the_stack_of_its_own_trick() -> None:
    state = after(table("G9 V1", "SICKLE V2", "G8 V3", displays=["R1"]), "G9 SICKLE G8")
    assert stacks(state, 0) == {"R": "R1"}


def test_sickle__takes_the_winners_stack_whoever_played_it() -> None:
    before = table("SICKLE V1", "R2 V2", "R1 V3", displays=["G12", "", "Y11"])
    state = after(before, "SICKLE R2 R1")
    assert (stacks(state, 0), stacks(state, 1), stacks(state, 2)) == ({"G": "G12"}, {}, {"Y": "Y11"})


def test_sickle__refusals() -> None:
    state = after(table("G8 V1", "SICKLE V2", "G9 V3", displays=["", "", "R8 | V4"]), "G8 SICKLE G9")
    assert (state.phase, legal(state)) == (druids.Phase.SICKLE, "SICKLE>G SICKLE>R")
    assert refusal(state, "SICKLE>V") == ("druids/sickle", "not-highest-stack")
    assert refusal(state, "SICKLE>B") == ("druids/sickle", "no-such-stack")


def test_second_sickle__takes_the_stack_that_is_highest_then() -> None:
    before = table("G4 V1", "SICKLE V2", "SICKLE V3", displays=["R11 | B9"])
    state = after(before, "G4 SICKLE SICKLE")
    assert stacks(state, 0) == {"G": "G4"}
    assert set(state.aside) - set(before.aside) == {*druids.cards("R11 B9 SICKLE")}


def test_second_sickle__may_meet_a_tie_once_the_first_is_placed() -> None:
    state = after(table("G4 V1", "SICKLE V2", "SICKLE V3", displays=["R11 | B4"]), "G4 SICKLE SICKLE")
    assert (state.phase, tokens(state.pending), legal(state)) == (druids.Phase.SICKLE, "SICKLE", "SICKLE>G SICKLE>B")
    assert stacks(after(state, "SICKLE>B"), 0) == {"G": "G4"}


def test_sickle_tie__the_winner_chooses() -> None:
    before = after(table("G8 V1", "SICKLE V2", "G9 V4", displays=["", "", "R8 | V3"]), "G8 SICKLE")
    state = after(before, "G9")
    assert (state.phase, state.to_act, legal(state)) == (druids.Phase.SICKLE, 2, "SICKLE>G SICKLE>R")
    assert stacks(after(state, "SICKLE>G"), 2) == {"R": "R8", "V": "V3"}
    state = after(state, "SICKLE>R")
    assert stacks(state, 2) == {"G": "G9 G8", "V": "V3"}
    assert (state.phase, state.to_act, state.pending) == (druids.Phase.PLAY, 2, ())
    assert druids.card("R8") in state.aside


def test_sickle_tie__one_highest_stack_is_no_choice() -> None:
    state = after(table("G8 V1", "SICKLE V2", "G9 V4", displays=["", "", "R7 | V3"]), "G8 SICKLE G9")
    assert state.phase is druids.Phase.PLAY


def test_sickle_tie__is_asked_even_if_two_sickles_take_both() -> None:
    state = after(table("G8 V1", "SICKLE V2", "SICKLE V4", displays=["R8 | V3"]), "G8 SICKLE SICKLE")
    assert legal(state) == "SICKLE>G SICKLE>R"
    ends = {after(state, choice) for choice in ("SICKLE>G", "SICKLE>R")}
    assert len(ends) == 1
    assert stacks(ends.pop(), 0) == {"V": "V3"}


def test_sickle_tie__three_equal_stacks_are_all_asked_for_twice() -> None:
    state = after(table("G8 V1", "SICKLE V2", "SICKLE V4", displays=["R8 | B8"]), "G8 SICKLE SICKLE")
    assert legal(state) == "SICKLE>G SICKLE>R SICKLE>B"
    state = after(state, "SICKLE>R")
    assert (state.phase, legal(state)) == (druids.Phase.SICKLE, "SICKLE>G SICKLE>B")
    assert stacks(after(state, "SICKLE>G"), 0) == {"B": "B8"}


def test_sickle_no_stack__it_is_set_aside_without_effect() -> None:
    before = table("SICKLE G1", "MISTLETOE G2", "SICKLE G3")
    state = after(before, "SICKLE MISTLETOE SICKLE")
    assert stacks(state, 0) == {}
    assert tokens(state.aside[-4:]) == "SICKLE SICKLE MISTLETOE MISTLETOE"
    assert (state.pending, state.phase, state.to_act) == ((), druids.Phase.PLAY, 0)


def test_sickle_no_stack__one_stack_and_two_sickles() -> None:
    before = table("G4 V1", "SICKLE V2", "SICKLE V3")
    state = after(before, "G4 SICKLE SICKLE")
    assert stacks(state, 0) == {}
    assert state.aside.count(druids.SICKLE) == 2
    assert druids.card("G4") in state.aside


def test_mistletoe__goes_to_the_bottom_of_a_stack_of_choice() -> None:
    state = after(table("B5 V1", "MISTLETOE V2", "B2 V3", displays=["G7 G2"]), "B5 MISTLETOE B2")
    assert (state.phase, state.to_act, legal(state)) == (druids.Phase.MISTLETOE, 0, "MISTLETOE>G MISTLETOE>B")
    assert stacks(after(state, "MISTLETOE>B"), 0) == {"G": "G7 G2", "B": "MISTLETOE B5 B2"}
    placed = after(state, "MISTLETOE>G")
    assert stacks(placed, 0) == {"G": "MISTLETOE G7 G2", "B": "B5 B2"}
    assert (placed.phase, placed.pending, placed.to_act) == (druids.Phase.PLAY, (), 0)
    assert placed.aside == state.aside


def test_mistletoe__changes_no_top_and_no_points() -> None:
    state = after(table("B5", "MISTLETOE", "B2", displays=["G7 G2"]), "B5 MISTLETOE B2")
    ends = [after(state, choice) for choice in ("MISTLETOE>G", "MISTLETOE>B")]
    assert [ended.scores[0] for ended in ends] == [(4,), (4,)]


def test_mistletoe__a_second_one_goes_below_the_first() -> None:
    state = after(table("B5 V1", "MISTLETOE V2", "B2 V3", displays=["MISTLETOE G7 | R1"]), "B5 MISTLETOE B2")
    assert stacks(after(state, "MISTLETOE>G"), 0)["G"] == "MISTLETOE MISTLETOE G7"


def test_mistletoe__a_stack_that_is_not_there_is_refused() -> None:
    state = after(table("B5 V1", "MISTLETOE V2", "B2 V3", displays=["G7", "R1"]), "B5 MISTLETOE B2")
    assert refusal(state, "MISTLETOE>R") == ("druids/mistletoe", "no-such-stack")
    assert refusal(state, "MISTLETOE>V") == ("druids/mistletoe", "no-such-stack")


def test_mistletoe_own_stacks__the_only_one_takes_it_without_being_asked() -> None:
    state = after(table("B5 V1", "MISTLETOE V2", "B2 V3", displays=["", "G9 | R9", "Y9"]), "B5 MISTLETOE B2")
    assert stacks(state, 0) == {"B": "MISTLETOE B5 B2"}
    assert (state.phase, state.pending) == (druids.Phase.PLAY, ())


def test_mistletoe_own_stacks__two_go_under_the_only_stack() -> None:
    state = after(table("B5 V1", "MISTLETOE V2", "MISTLETOE V3"), "B5 MISTLETOE MISTLETOE")
    assert stacks(state, 0) == {"B": "MISTLETOE MISTLETOE B5"}


def test_mistletoe_own_stacks__without_a_stack_it_is_set_aside() -> None:
    rules = druids.Rules(players=3, domains=2, values=3, sickles=1, mistletoes=1, hand_size=2)
    state = dealt("GAIA G1", "SICKLE G2", "MISTLETOE G3", rules=rules)
    before = state.aside
    state = after(state, "GAIA>Y SICKLE MISTLETOE")
    assert stacks(state, 0) == {}
    assert tokens(state.aside) == tokens(before) + " GAIA SICKLE MISTLETOE"
    assert (state.phase, state.to_act) == (druids.Phase.PLAY, 0)


def test_mistletoe_own_stacks__a_stack_of_another_player_cannot_be_chosen() -> None:
    state = after(table("SICKLE V1", "MISTLETOE V2", "B2 V3", displays=["G1", "Y1", "R9"]), "SICKLE MISTLETOE B2")
    # The sickle took R9; blue is the only own stack.
    assert stacks(state, 2) == {"B": "MISTLETOE B2"}
    assert (stacks(state, 0), stacks(state, 1)) == ({"G": "G1"}, {"Y": "Y1"})


def test_stacks_hold_one_domain_above_their_mistletoes_in_every_state() -> None:
    seen = 0
    for state in every_state():
        for display in state.displays:
            for domain, stack in zip(druids.Domain, display, strict=False):
                plain = [card for card in stack if card is not druids.MISTLETOE]
                seen += len(plain) < len(stack)
                assert all(card.domain is domain for card in plain)
                assert stack == (druids.MISTLETOE,) * (len(stack) - len(plain)) + tuple(plain)
                assert bool(plain) is bool(stack)
    assert seen > 100


def test_choices_really_come_up_in_random_games() -> None:
    phases = [state.phase for played in every_game() for state, _ in played]
    assert phases.count(druids.Phase.SICKLE) > 10
    assert phases.count(druids.Phase.MISTLETOE) > 50
