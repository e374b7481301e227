"""Chapter "Setup"."""

from random import Random
from typing import Any

import pytest
from tests.birdie.play import final, game
from tests.birdie.table import END_SCORING, PASS, birds, dealt, pair, played, refusal, take

from lexludi import birdie, druids
from lexludi.birdie import Deal, Phase, Rules
from lexludi.core.errors import BadInput, IllegalAction


def piled(rules: Rules, seed: int = 1) -> Deal:
    return birdie.shuffled(birdie.start(rules), Random(seed))


def test_start__nothing_on_the_table() -> None:
    state = birdie.start(Rules(players=3))
    assert (state.phase, state.round, state.to_act) == (Phase.DEAL, 1, None)
    assert state.trophies == (None,) * 4
    assert birdie.project(state)["totals"] == [0, 0, 0]
    assert birdie.legal_actions(state) == ()


@pytest.mark.parametrize("wrong", [None, {"players": 3}, Rules, druids.Rules(players=3), "x" * 1000])
def test_start__under_rules_of_birdie_alone(wrong: Any) -> None:
    with pytest.raises(BadInput) as caught:
        birdie.start(wrong)
    assert (caught.value.field, caught.value.value) == ("rules", wrong)
    assert str(caught.value).endswith(", expected a lexludi.birdie.Rules")
    assert len(str(caught.value)) < 200


def test_start__a_trophy_for_each_species_of_the_world() -> None:
    state = birdie.start(Rules(players=2, species=3, seasons=2, copies=5))
    assert birdie.project(state)["trophies"] == {"WOODPECKER": None, "PIGEON": None, "OWL": None}


def test_deal__takes_exactly_the_bird_cards() -> None:
    state = birdie.start(Rules(players=3))
    pile = piled(state.rules).pile
    assert refusal(state, Deal(pile)) is None
    assert refusal(state, Deal(pile[1:])) == ("bad-deal", "birdie/deal")
    assert refusal(state, Deal((*pile, pile[0]))) == ("bad-deal", "birdie/deal")
    five_owls = (birds("O1")[0], *(card for card in pile if card is not birds("W1")[0]), *birds("W1 W1 W1"))
    assert refusal(state, Deal(five_owls)) == ("bad-deal", "birdie/deal")


def test_deal__shuffled_takes_a_random_source_and_nothing_else() -> None:
    state = birdie.start(Rules(players=2))
    assert birdie.shuffled(state, Random(5)) == birdie.shuffled(state, Random(5)) != birdie.shuffled(state, Random(6))


def test_deal__no_deal_while_a_round_goes_on() -> None:
    state = dealt()
    assert refusal(state, piled(state.rules)) == ("wrong-phase", "birdie/phases")
    with pytest.raises(IllegalAction):
        birdie.shuffled(state, Random(1))


def test_halves__upper_half_first() -> None:
    deal = piled(Rules(players=2))
    state = birdie.apply(birdie.start(Rules(players=2)), deal)
    assert state.other_half == deal.pile[32:]
    assert state.display == deal.pile[4:8]
    second = played(state, PASS, PASS, END_SCORING, END_SCORING)
    assert (second.phase, second.round, second.other_half) == (Phase.TURN, 2, ())
    assert second.display == deal.pile[36:40]


def test_halves__not_with_more_players() -> None:
    deal = piled(Rules(players=3))
    state = birdie.apply(birdie.start(Rules(players=3)), deal)
    assert state.other_half == ()
    assert state.under_stop == deal.pile[61:]


def test_odd_half__round_1_gets_the_smaller() -> None:
    rules = Rules(players=2, species=3, seasons=3, copies=3)
    deal = piled(rules)
    state = birdie.apply(birdie.start(rules), deal)
    assert len(state.other_half) == 14
    assert state.under_stop == deal.pile[11:13]


@pytest.mark.parametrize(("players", "above"), [(3, 61), (4, 60)])
def test_stop_pile__lowest_cards_lie_under_the_stop_card(players: int, above: int) -> None:
    rules = Rules(players=players)
    deal = piled(rules)
    state = birdie.apply(birdie.start(rules), deal)
    assert state.under_stop == deal.pile[above:]
    assert not state.stop_revealed


@pytest.mark.parametrize("players", [2, 3, 4])
def test_under_stop__a_card_a_player(players: int) -> None:
    assert len(dealt(rules=Rules(players=players)).under_stop) == players


@pytest.mark.parametrize(("players", "left"), [(2, 22), (3, 51), (4, 48)])
def test_hands_and_display__two_each_and_four_open(players: int, left: int) -> None:
    state = dealt(rules=Rules(players=players))
    assert [len(hand) for hand in state.hands] == [2] * players
    assert (len(state.display), len(state.draw_pile)) == (4, left)


def test_deal_order__one_card_at_a_time_from_the_starter() -> None:
    rules = Rules(players=3, starters=(1, 0))
    deal = piled(rules)
    a, b, c, d, e, f, g, h, i, j, *rest = deal.pile
    state = birdie.apply(birdie.start(rules), deal)
    assert [set(hand) for hand in state.hands] == [{c, f}, {a, d}, {b, e}]
    assert state.display == (g, h, i, j)
    assert state.draw_pile == tuple(rest[:-3])


def test_starter__another_one_each_round() -> None:
    state = dealt()
    assert state.to_act == 0
    assert played(state, PASS, PASS, END_SCORING, END_SCORING).to_act == 1


def test_starter__as_the_rules_say() -> None:
    starts = {
        (after.round, after.to_act)
        for _, action, after in game(Rules(players=3, starters=(2, 2)), Random(4))
        if isinstance(action, Deal)
    }
    assert starts == {(1, 2), (2, 2)}


def test_table_cleared__all_stays_until_the_next_deal() -> None:
    rules = Rules(players=3)
    state = played(dealt("O1 O2", "R1 R2", rules=rules), take("O1"), PASS, PASS, PASS)
    state = played(state, *[END_SCORING] * 3)
    assert (state.phase, state.round, state.to_act) == (Phase.DEAL, 2, None)
    assert state.hands[0] == birds("O1 R1 R2")
    assert state.passed == (0, 2, 1)
    again = birdie.apply(state, birdie.shuffled(state, Random(2)))
    assert [len(hand) for hand in again.hands] == [2, 2, 2]
    assert (again.passed, again.piles, again.out) == ((None,) * 3, ((),) * 3, ())
    assert again.boards == state.boards


def test_table_cleared__boards_carry_over_with_two_players() -> None:
    state = played(dealt("O1 O2"), pair("O1 O2"), *[birdie.Lay(card) for card in birds("O1 O2")])
    state = played(state, birdie.EndTurn(), PASS, PASS, birdie.ScoreSet(0, 2, birdie.Species.OWL))
    state = played(state, END_SCORING, END_SCORING)
    assert state.round == 2
    assert birdie.project(state)["boards"][0] == {
        "sets": {"OWL": 2},
        "crosses": 1,
        "pass_points": 0,
        "abilities_used": [],
    }
    assert state.piles == ((), ())


def test_table_cleared__rules_survive_every_round() -> None:
    rules = Rules(players=4, trophy=7, starters=(3, 2))
    assert final(rules, Random(3)).rules is rules
