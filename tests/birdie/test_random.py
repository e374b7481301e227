"""Random games: what `explain` tells is what `apply` does, invariants hold, every game ends."""

from collections import Counter
from random import Random

import attrs
import pytest
from tests.birdie.play import game, worlds

from lexludi import birdie
from lexludi.birdie import Phase, Rules
from lexludi.birdie.events import EVENTS
from lexludi.birdie.invariants import INVARIANTS, broken, measure
from lexludi.core.clauses import implementations

WORLDS = worlds()


@pytest.mark.parametrize("rules", WORLDS, ids=range(len(WORLDS)))
def test_told_and_done_are_the_same_and_invariants_hold(rules: Rules) -> None:
    random = Random(21)
    for _ in range(4):
        state = birdie.start(rules)
        assert broken(state) is None
        for before, action, after in game(rules, random):
            told = birdie.explain(before, action)
            assert birdie.fold(before, told) == after
            fault = broken(after)
            assert fault is None, fault
            assert measure(after) < measure(before)


def test_events_of_one_seat_do_not_fold_when_something_is_hidden() -> None:
    state = birdie.start(Rules(players=2))
    told = birdie.explain(state, birdie.shuffled(state, Random(1)), viewer=0)
    with pytest.raises(ValueError, match="viewer"):
        birdie.fold(state, told)


def test_every_kind_of_event_happens_and_names_a_clause() -> None:
    random, seen = Random(22), Counter[type]()
    for rules in WORLDS:
        for _ in range(6):
            for before, action, _ in game(rules, random):
                for event in birdie.explain(before, action):
                    seen[type(event)] += 1
                    assert event.clause in implementations()
    assert set(seen) == set(EVENTS)


def test_points_for_passing_against_an_independent_count() -> None:
    random = Random(23)
    for rules in WORLDS:
        out: set[int] = set()
        for before, action, after in game(rules, random):
            if before.round != after.round or isinstance(action, birdie.Deal):
                out = set()
            if isinstance(action, birdie.Pass) and before.to_act is not None:
                gained = after.boards[before.to_act].pass_points - before.boards[before.to_act].pass_points
                assert gained == rules.players - 1 - len(out)
                out.add(before.to_act)


def test_totals_recomputed_from_scratch() -> None:
    random = Random(24)
    for rules in WORLDS:
        points = [0] * rules.players
        crosses = [0] * rules.players
        last = birdie.start(rules)
        for before, action, after in game(rules, random):
            seat, last = before.to_act, after
            if isinstance(action, birdie.Pass):
                points[seat or 0] += sum(other is None for other in before.passed) - 1
            if isinstance(action, birdie.ScoreSet):
                points[seat or 0] += action.length
                crosses[seat or 0] += 1
        held = Counter(last.trophies)
        expected = [
            points[seat] + rules.crosses[crosses[seat]] + rules.trophy * held[seat] for seat in range(rules.players)
        ]
        assert birdie.project(last)["totals"] == expected
        assert [board.crosses for board in last.boards] == crosses


def test_no_card_from_under_the_stop_card_surfaces() -> None:
    random = Random(25)
    for rules in WORLDS:
        for before, action, after in game(rules, random):
            new_round = isinstance(action, birdie.Deal) or before.round != after.round
            if not new_round:
                assert after.under_stop == before.under_stop


def test_sets_are_adjacent_uniform_and_disjoint() -> None:
    random = Random(26)
    for rules in WORLDS:
        used: set[tuple[int, int, int]] = set()
        for before, action, _ in game(rules, random):
            if not isinstance(action, birdie.ScoreSet) or before.to_act is None:
                continue
            row = before.piles[before.to_act]
            for at in range(action.start, action.start + action.length):
                assert action.category in (row[at].species, row[at].season)
                place = (before.round, before.to_act, at)
                assert place not in used
                used.add(place)


def breaking(state: birdie.State) -> list[birdie.State]:
    """States that no game reaches, each a small change away from `state`."""
    n = state.rules.players
    first = state.boards[0]
    changes: list[dict[str, object]] = [
        {"passed": (*state.passed, None)},
        {"trophies": (0, *state.trophies[1:])},
        {"hands": ((), *state.hands[1:])},
        {"hands": (state.hands[0][::-1], *state.hands[1:])},
        {"other_half": state.under_stop, "under_stop": ()},
        {"under_stop": (), "draw_pile": (*state.draw_pile, *state.under_stop)},
        {"under_stop": (*state.under_stop, *state.draw_pile[-1:]), "draw_pile": state.draw_pile[:-1]},
        {"round": 3},
        {"to_act": None if state.to_act is not None else 0},
        {"passed": (n - 1,) * n},
        {"passed": (None,) * n},
        {"pair": state.display[:1], "display": state.display[1:]},
        {"display": state.display[1:], "draw_pile": (*state.display[:1], *state.draw_pile)},
        {"display": state.display + state.draw_pile[:1], "draw_pile": state.draw_pile[1:]},
        {"stop_revealed": not state.stop_revealed},
        {"out": state.display[:1], "display": state.display[1:], "stop_revealed": True, "draw_pile": ()},
        {"boards": (attrs.evolve(first, pass_points=first.pass_points + 1), *state.boards[1:])},
        {"alone": 1},
        {"boards": (attrs.evolve(first, sets=(1, *first.sets[1:]), crosses=first.crosses + 1), *state.boards[1:])},
        {"boards": (attrs.evolve(first, crosses=first.crosses + 1), *state.boards[1:])},
        {"boards": (attrs.evolve(first, sets=(3, *first.sets[1:]), crosses=1), *state.boards[1:])},
        {"boards": (attrs.evolve(first, abilities_used=(birdie.Species.OWL,) * 2), *state.boards[1:])},
        {"last_end": 1},
        {"effect": birdie.Effect.SWAP},
        {"out": state.draw_pile[:1], "draw_pile": state.draw_pile[1:]},
        {"phase": Phase.EDIT},
        {"draw_pile": state.draw_pile[1:] + state.hands[0][:1], "hands": ((), *state.hands[1:])},
    ]
    if state.display:
        one = state.display[0]
        changes.append({"display": (one,) * len(state.display), "draw_pile": (one,) * len(state.draw_pile)})
    if state.hands[0]:
        less = state.hands[0][1:]
        changes.append({"hands": (less, *state.hands[1:]), "draw_pile": (*state.draw_pile, state.hands[0][0])})
    return [attrs.evolve(state, **change) for change in changes]  # type: ignore[arg-type]


def test_every_invariant_can_be_broken() -> None:
    random, caught = Random(27), set[str]()
    for rules in WORLDS:
        for _, _, state in game(rules, random):
            if random.random() < 0.9:
                continue
            for wrong in breaking(state):
                for invariant in INVARIANTS:
                    try:
                        if not invariant.holds(wrong):
                            caught.add(invariant.holds.__name__)
                    except (IndexError, ValueError):
                        continue
    assert caught == {invariant.holds.__name__ for invariant in INVARIANTS}
