"""Step invariants: kept by every step of a game, broken when a rule is wrong.

Each fault below is planted in one rule function, as a programmer might have made it; then games are
played until the invariant that restates the rule notices.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import pairwise
from typing import Any

import attrs
import pytest
from tests.birdie.play import worlds
from tests.birdie.table import END_SCORING, END_TURN, PASS, birds, dealt, pair, played, take

from lexludi import birdie
from lexludi.birdie import Effect, Phase, Rules
from lexludi.birdie.cards import Cards, canonical
from lexludi.birdie.state import EMPTY_BOARD, Board
from lexludi.birdie.step_invariants import STEP_INVARIANTS, broken_steps
from lexludi.core.outcome import Outcome
from lexludi.core.spec import clauses
from lexludi.testing.playouts import game_random, moments
from lexludi.testing.policies import policy_of

WORLDS = (*birdie.simulated_rules(), *worlds())


def names(broken: Any) -> set[str]:
    return {invariant.holds.__name__ for invariant in broken}


@pytest.mark.parametrize("rules", WORLDS, ids=range(len(WORLDS)))
def test_every_step_of_a_game_keeps_all(rules: Rules) -> None:
    for number in range(4):
        for step in moments(birdie, rules, game_random(31, number), policy_of(birdie)):
            assert names(broken_steps(step.state, step.action, step.after)) == set()


def test_every_step_invariant_names_a_clause_and_says_what_it_demands() -> None:
    assert {invariant.clause for invariant in STEP_INVARIANTS} <= set(clauses())
    assert all(invariant.says for invariant in STEP_INVARIANTS)
    assert len(names(STEP_INVARIANTS)) == len(STEP_INVARIANTS)


# --- faults in rule functions -----------------------------------------------------------------------

#: Makes the faulty function of the right one.
Fault = Callable[[Any], Any]


def always(value: Any) -> Fault:
    return lambda right: lambda *_, **__: value


def then(change: Callable[..., dict[str, Any]]) -> Fault:
    """The right step, and then a change that the rule does not make: `change(before, after)`."""

    def fault(right: Any) -> Any:
        def wrong(state: birdie.State, *rest: Any) -> birdie.State:
            after: birdie.State = right(state, *rest)
            return attrs.evolve(after, **change(state, after))

        return wrong

    return fault


def other_seat(state: birdie.State) -> int:
    return ((state.to_act or 0) + 1) % state.rules.players


def two_at_once(above: Cards, first: int, players: int) -> tuple[Cards, ...]:
    places = [(seat - first) % players for seat in range(players)]
    return tuple(canonical(above[2 * place : 2 * place + 2]) for place in places)


def to_the_neighbour(before: birdie.State, after: birdie.State) -> dict[str, Any]:
    hands, other = list(before.hands), other_seat(before)
    gained = [card for card in before.display if after.display.count(card) < before.display.count(card)]
    hands[other] = canonical((*hands[other], *gained[:1]))
    return {"hands": tuple(hands)}


def below_the_stop_card(before: birdie.State, after: birdie.State) -> dict[str, Any]:
    missing = 4 - len(after.display)
    return {"display": after.display + after.under_stop[:missing], "under_stop": after.under_stop[missing:]}


def rightmost(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    at = len(items) - 1 - items[::-1].index(item)
    return items[:at] + items[at + 1 :]


def hand_first(right: Any) -> Any:
    def lay(state: birdie.State, card: birdie.Card) -> birdie.State:
        hand = state.hands[state.to_act or 0]
        both = card in hand and card in state.pair
        after: birdie.State = right(state, card)
        if not both:
            return after
        after = right(attrs.evolve(state, pair=tuple(c for c in state.pair if c is not card)), card)
        return attrs.evolve(after, pair=state.pair)

    return lay


def backwards(seat: int, passed: tuple[int | None, ...]) -> int | None:
    n = len(passed)
    return next((at for at in ((seat - step) % n for step in range(1, n + 1)) if passed[at] is None), None)


def early_exit(passed: tuple[int | None, ...], seat: int, alone: int, limit: int | None) -> Any:
    """Passes for a player although another is still in."""
    if limit is None or passed[seat] is not None or passed.count(None) > 2:
        return passed, alone
    return (*passed[:seat], 0, *passed[seat + 1 :]), 0


def one_turn_more(right: Any) -> Any:
    return lambda passed, seat, alone, limit: right(passed, seat, alone, None if limit is None else limit + 1)


def to_the_first(boards: tuple[Board, ...], trophies: Any) -> Any:
    points = [[board.sets[place] or 0 for board in boards] for place in range(len(trophies))]
    return tuple(each.index(max(each)) if max(each) else None for each in points)


def twice_crossed(right: Any) -> Any:
    def wrong(board: Board, *rest: Any) -> Board:
        after: Board = right(board, *rest)
        return attrs.evolve(after, crosses=after.crosses + 1)

    return wrong


def crosses_in_advance(right: Any) -> Any:
    return lambda state: tuple(points + board.crosses for points, board in zip(right(state), state.boards, strict=True))


def anybodys(right: Any) -> Any:
    return lambda state, seat: right(state, (seat + 1) % state.rules.players)


def removals(effect: Effect, row: Cards, hand: Cards) -> tuple[birdie.Action, ...]:
    return tuple(birdie.Remove(at) for at in range(len(row))) or (birdie.Insert(hand[0], 0),)


def sole_winner(scores: tuple[int, ...], reason: str) -> Outcome:
    """Equal points are broken by seat."""
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    ranks = tuple(order.index(seat) + 1 for seat in range(len(scores)))
    return Outcome(tuple(scores), ranks, (order[0],), reason)


def free(right: Any) -> Any:
    return lambda pair, hand, order: right(pair, hand, birdie.PileOrder.FREE)


def unused(board: Board, species: birdie.Species) -> Board:
    return board


def cost_back(before: birdie.State, after: birdie.State) -> dict[str, Any]:
    return {"hands": before.hands, "out": before.out}


def effect_of_another(right: Any) -> Any:
    species = list(birdie.Species)
    return lambda rules, of: right(rules, species[(of.index + 1) % 4])


def all_to_the_end(row: Cards) -> tuple[tuple[int, int], ...]:
    return ((len(row), len(row)),) * len(row)


def shortened(before: birdie.State, after: birdie.State) -> dict[str, Any]:
    """A set is taken out of the row once it is scored."""
    seat = before.to_act or 0
    rows = list(before.piles)
    rows[seat] = rows[seat][:-1]
    return {"piles": tuple(rows)}


#: The invariant that notices, and the faults: module, function, and what it becomes.
FAULTS: list[tuple[str, list[tuple[str, str, Fault]]]] = [
    ("rules_stay", [("setup", "lay_out", then(lambda b, a: {"rules": attrs.evolve(a.rules, trophy=99)}))]),
    ("dealt_one_by_one", [("setup", "dealt_hands", lambda _: two_at_once)]),
    ("dealt_one_by_one", [("setup", "dealt_hands", lambda right: lambda above, first, n: right(above, 0, n))]),
    ("display_and_draw_pile_follow", [("setup", "open_display", lambda _: lambda a, n: (a[-4:], a[2 * n : -4]))]),
    ("display_and_draw_pile_follow", [("setup", "DISPLAY", lambda _: 5)]),
    (
        "lowest_under_the_stop_card",
        [("setup", "split_at_stop", lambda _: lambda p, r: (p[r.players :], p[: r.players]))],
    ),
    ("lowest_under_the_stop_card", [("setup", "under_stop", always(3))]),
    ("lower_half_waits", [("setup", "halves", lambda right: lambda pile: right(pile)[::-1])]),
    ("halves_differ_by_one_at_most", [("setup", "half_size", lambda _: lambda cards: (cards + 1) // 2)]),
    ("starter_begins", [("setup", "starter", always(0))]),
    ("nothing_carried_over", [("setup", "lay_out", then(lambda b, a: {"piles": b.piles}))]),
    ("nothing_carried_over", [("game", "lay_out", then(lambda b, a: {"out": b.out}))]),
    ("table_lies_until_then", [("game", "close_round", then(lambda b, a: {"display": ()}))]),
    (
        "boards_change_by_their_owner",
        [("setup", "lay_out", then(lambda b, a: {"boards": (EMPTY_BOARD,) * len(a.boards)}))],
    ),
    ("next_in_turn", [("turns", "next_active", lambda _: backwards)]),
    ("next_in_turn", [("turns", "next_active", lambda _: lambda seat, passed: (seat + 1) % len(passed))]),
    ("taken_card_in_hand", [("turns", "take", then(to_the_neighbour))]),
    ("pair_waits", [("turns", "take_pair", then(lambda b, a: {"display": a.display + a.draw_pile[:2]}))]),
    ("leftmost_copy_taken", [("turns", "without", lambda _: rightmost)]),
    ("laid_from_the_pair_first", [("turns", "lay", hand_first)]),
    ("laid_card_on_top", [("turns", "on_top", lambda _: lambda pile, card: (card, *pile))]),
    ("hands_laid_with_a_pair_only", [("turns", "take", then(lambda b, a: {"phase": Phase.LAY, "to_act": b.to_act}))]),
    ("pair_before_hand", [("turns", "may_follow_pair", always(True)), ("turns", "layable", free)]),
    ("pair_laid_whole", [("turns", "pair_lies", lambda _: lambda pair: len(pair) < 2)]),
    ("piles_grow_on_top", [("turns", "on_top", lambda _: lambda pile, card: canonical((*pile, card)))]),
    ("out_for_the_round", [("turns", "lone_turn", lambda _: early_exit)]),
    ("a_point_for_each_other_still_in", [("turns", "pass_points", lambda _: lambda passed: passed.count(None))]),
    ("a_point_for_each_other_still_in", [("turns", "pass_points", lambda _: lambda passed: len(passed) - 1)]),
    (
        "drawn_from_the_top",
        [("turns", "refilled", lambda _: lambda d, p: (d + p[len(p) + len(d) - 4 :], p[: len(d) - 4]))],
    ),
    ("drawn_from_the_top", [("turns", "DISPLAY", lambda _: 5)]),
    ("stop_card_comes_up", [("turns", "stop_comes_up", lambda _: lambda display: len(display) <= 4)]),
    ("stop_card_comes_up", [("turns", "stop_comes_up", lambda _: lambda display: len(display) < 3)]),
    ("nothing_below_surfaces", [("turns", "_turn_over", then(below_the_stop_card))]),
    ("lone_turns_limited", [("turns", "lone_turn", one_turn_more)]),
    ("lone_turns_limited", [("turns", "lone_turn", lambda _: lambda passed, seat, alone, limit: (passed, alone))]),
    ("scoring_follows_the_last_pass", [("turns", "begin_scoring", then(lambda b, a: {"to_act": 0}))]),
    ("rows_as_built", [("sets", "score_set", then(shortened))]),
    ("set_is_a_run_of_the_row", [("sets", "LEAST", lambda _: 1)]),
    ("sets_go_right", [("sets", "score_set", then(lambda b, a: {"last_end": a.last_end - 1}))]),
    ("sets_go_right", [("sets", "score_set", then(lambda b, a: {"last_end": b.last_end}))]),
    ("set_of_one_kind", [("sets", "is_uniform", always(True)), ("sets", "run_ends", lambda _: all_to_the_end)]),
    ("category_written_once", [("sets", "is_open", always(True))]),
    ("declaring_goes_on", [("sets", "score_set", then(lambda b, a: {"to_act": other_seat(b)}))]),
    ("a_point_a_card", [("sets", "set_points", lambda _: lambda length: length - 1)]),
    ("a_cross_a_set", [("sets", "board_with", twice_crossed)]),
    ("paid_with_its_species", [("abilities", "use_ability", then(cost_back))]),
    ("hands_change_for_abilities_only", [("game", "end_scoring", then(lambda b, a: {"hands": ((),) * len(a.hands)}))]),
    ("ability_marked_once", [("abilities", "used", lambda _: unused)]),
    ("abilities_before_sets", [("abilities", "is_time", always(True))]),
    ("bound_effect_is_due", [("abilities", "effect_bound", effect_of_another)]),
    ("bound_effect_is_due", [("abilities", "is_possible", always(True))]),
    (
        "edit_is_the_due_one",
        [("abilities", "possible_edits", lambda _: removals), ("abilities", "is_due", always(True))],
    ),
    ("edit_is_the_due_one", [("abilities", "edit", then(lambda b, a: {"phase": b.phase, "effect": b.effect}))]),
    ("removed_card_is_out", [("abilities", "removed", lambda _: lambda row, at: row[:at])]),
    ("moved_card_stands_there", [("abilities", "moved", lambda _: lambda row, i, j: (*row[:j], row[i], *row[j:]))]),
    ("neighbours_swapped", [("abilities", "swapped", lambda _: lambda row, at: (*row[:at], *row[at:][::-1]))]),
    ("inserted_card_stands_there", [("abilities", "inserted", lambda _: lambda row, card, at: (*row, card))]),
    ("out_grows_by_costs_and_removals", [("game", "end_scoring", then(lambda b, a: {"out": ()}))]),
    ("next_to_score", [("scoring", "next_to_score", lambda _: lambda seat, first, n: (seat - 1) % n)]),
    ("ending_writes_nothing", [("game", "end_scoring", then(lambda b, a: {"last_end": b.last_end}))]),
    ("trophies_to_the_most", [("game", "awarded", lambda _: lambda boards, trophies: trophies)]),
    ("trophies_to_the_most", [("scoring", "most_points", always(0))]),
    ("trophies_stay_among_equals", [("game", "awarded", lambda _: to_the_first)]),
    ("totals_grow_by_what_is_earned", [("scoring", "cross_value", lambda _: lambda board, rules: board.crosses)]),
    ("totals_grow_by_what_is_earned", [("scoring", "trophy_value", lambda _: lambda t, seat, rules: t.count(seat))]),
    ("totals_from_scratch", [("step_invariants", "totals", crosses_in_advance)]),
    ("rounds_follow", [("game", "close_round", then(lambda b, a: {"round": b.round}))]),
    ("over_after_two_rounds", [("game", "close_round", then(lambda b, a: {"phase": Phase.OVER}))]),
    ("measure_lessens", [("turns", "pass_round", then(lambda b, a: {"passed": b.passed, "to_act": other_seat(b)}))]),
    ("ranked_by_total", [("game", "outcome_of", lambda _: sole_winner)]),
    ("rows_open_in_scoring_only", [("view", "rows", lambda _: lambda state: state.piles)]),
    ("rows_open_in_scoring_only", [("view", "rows", always(None))]),
    ("views_count_what_they_hide", [("step_invariants", "view", anybodys)]),
]


def noticed() -> Iterator[set[str]]:
    """The names of the invariants that steps of games break, as long as games can be played at all."""
    for number in range(12 * len(WORLDS)):
        try:
            for step in moments(birdie, WORLDS[number % len(WORLDS)], game_random(32, number), policy_of(birdie)):
                found = names(broken_steps(step.state, step.action, step.after))
                yield found
                if found:
                    break
        except (ValueError, IndexError, AssertionError):
            continue


@pytest.mark.parametrize(("name", "faults"), FAULTS, ids=[f"{at}-{name}" for at, (name, _) in enumerate(FAULTS)])
def test_a_fault_in_a_rule_is_noticed(
    name: str, faults: list[tuple[str, str, Fault]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, function, fault in faults:
        where = import_module(f"lexludi.birdie.{module}")
        monkeypatch.setattr(where, function, fault(getattr(where, function)))
    assert any(name in found for found in noticed())


# --- actions that should have been refused ----------------------------------------------------------


def turn() -> birdie.State:
    return dealt("O1 O2 R3 R4", "W1 P1", "W2 P2")


def test_phases__an_action_of_another_phase_is_noticed() -> None:
    strange: list[tuple[birdie.State, birdie.Action]] = [
        (turn(), END_TURN),
        (played(turn(), pair("O1 O2")), PASS),
        (turn(), END_SCORING),
    ]
    for state, action in strange:
        assert "taken_in_its_phase" in names(broken_steps(state, action, state))


def test_must_pass__a_card_that_is_not_displayed_is_noticed() -> None:
    state = turn()
    strange: list[birdie.Action] = [take("O3"), pair("O1 O1"), pair("R3 W1")]
    for action in strange:
        assert "takes_what_lies_there" in names(broken_steps(state, action, state))


def test_every_step_invariant_has_a_fault_that_it_notices() -> None:
    planted = {name for name, _ in FAULTS} | {"taken_in_its_phase", "takes_what_lies_there"}
    assert planted == names(STEP_INVARIANTS)


def test_a_step_that_nobody_made_is_noticed() -> None:
    """Two actions at once are never one legal step: whatever is skipped is missed by some invariant."""
    skipped = 0
    for number, rules in enumerate(WORLDS):
        played_out = list(moments(birdie, rules, game_random(33, number), policy_of(birdie)))
        for one, two in pairwise(played_out):
            skipped += 1
            assert any(broken_steps(one.state, one.action, two.after)), (one.action, two.action)
    assert skipped > 2000


def test_stop_card__nothing_below_it_surfaces_not_even_in_exchange() -> None:
    state = turn()
    after = birdie.apply(state, take("O1"))
    wrong = attrs.evolve(
        after,
        display=(*after.display[:-1], after.under_stop[0]),
        under_stop=(after.display[-1], *after.under_stop[1:]),
    )
    assert names(broken_steps(state, take("O1"), wrong)) >= {"nothing_below_surfaces", "drawn_from_the_top"}
    assert after.display[:3] == birds("O2 R3 R4")
