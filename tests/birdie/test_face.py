"""The face: what the module offers to everything that takes any game."""

from collections import Counter
from random import Random

import pytest

from lexludi import birdie
from lexludi.birdie import Effect, PileOrder, Rules
from lexludi.birdie.reaches import REACHES
from lexludi.core.game import Game
from lexludi.core.spec import clauses
from lexludi.testing.playouts import game_random, moments
from lexludi.testing.policies import POLICIES, policy_of

RULES = tuple(birdie.simulated_rules())


def test_the_module_is_a_game() -> None:
    game: Game = birdie
    assert isinstance(game, Game)
    assert game.PLAYERS == (2, 3, 4)
    assert tuple(birdie.project(birdie.start(Rules(players=4)))) == game.OBSERVES


def test_simulated_rules_are_all_presets_and_all_that_a_table_may_settle() -> None:
    assert len(set(RULES)) == len(RULES)
    for players in birdie.PLAYERS:
        assert Rules.as_written(players) in RULES
        assert Rules.published(players) in RULES
    assert {effect for rules in RULES for effect in rules.abilities} == set(Effect)
    assert {rules.pile_order for rules in RULES} == set(PileOrder)
    assert {rules.lone_turns for rules in RULES} >= {None, 1, 2}
    assert any(any(rules.crosses) for rules in RULES)
    assert any(rules.starters not in ((0, 1),) for rules in RULES)
    assert any(rules.deck_size % 2 and rules.players == 2 for rules in RULES)
    assert {rules.players for rules in RULES if rules.deck_size != 64} == {2, 3}


def test_figures_add_up_to_the_totals() -> None:
    for number, rules in enumerate(RULES):
        *_, last = moments(birdie, rules, game_random(3, number), policy_of(birdie))
        told, scores = birdie.figures(last.after), birdie.project(last.after)["totals"]
        for seat, total in enumerate(scores):
            written = told["set points"][seat] + told["pass points"][seat]
            extra = rules.crosses[told["crosses"][seat]] + rules.trophy * told["trophies"][seat]
            assert written + extra == total
            assert told["abilities"][seat] == len(last.after.boards[seat].abilities_used)


def test_every_clause_says_when_it_is_at_work() -> None:
    assert set(REACHES) == {slug for slug, clause in clauses().items() if clause.game == "birdie"}


def test_random_games_reach_every_clause() -> None:
    reached = Counter[str]()
    for number in range(8 * len(RULES)):
        for step in moments(birdie, RULES[number % len(RULES)], game_random(4, number), policy_of(birdie)):
            events = birdie.explain(step.state, step.action)
            reached.update(birdie.reached(step.state, step.action, events, step.after))
    assert [slug for slug in REACHES if not reached[slug]] == []


def test_a_clause_is_not_at_work_in_every_step() -> None:
    """Counting means something: a quiet step of a game reaches few clauses."""
    state = birdie.start(Rules(players=3))
    state = birdie.apply(state, birdie.shuffled(state, Random(2)))
    action = birdie.Take(state.display[0])
    reached = birdie.reached(state, action, birdie.explain(state, action), birdie.apply(state, action))
    assert "birdie/take-one" in reached
    quiet = {"birdie/pass", "birdie/stop-card", "birdie/set-points", "birdie/trophy", "birdie/deal", "birdie/lay"}
    assert not quiet & set(reached)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_players_rarely_pass_and_leave_some_sets(players: int) -> None:
    turns, left, scored = Counter[type](), 0, 0
    for number in range(30):
        for step in moments(birdie, Rules.as_written(players), game_random(5, number), policy_of(birdie)):
            assert step.seat is None or step.action in birdie.legal_actions(step.state)
            if step.state.phase is birdie.Phase.TURN and step.state.display:
                turns[type(step.action)] += 1
            if isinstance(step.action, birdie.EndScoring):
                left += any(isinstance(one, birdie.ScoreSet) for one in birdie.legal_actions(step.state))
            scored += isinstance(step.action, birdie.ScoreSet)
    assert 0 < turns[birdie.Pass] < 0.1 * turns.total()
    assert turns[birdie.Take] > 0 < turns[birdie.TakePair]
    assert 0 < left < scored


def test_random_players_are_repeated_by_their_seed() -> None:
    policy = POLICIES["birdie"]
    one, other = (list(moments(birdie, RULES[7], game_random(6, 0), policy)) for _ in range(2))
    assert one == other
