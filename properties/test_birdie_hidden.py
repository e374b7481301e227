"""What a seat may not see makes no difference to what it sees, learns and is told.

Clauses birdie/view, birdie/hidden-cards, birdie/hidden-piles, birdie/open-pair.
"""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from lexludi import birdie, states
from lexludi.birdie.invariants import broken
from lexludi.core.records import Record
from lexludi.testing.birdie_awkward import AWKWARD
from lexludi.testing.birdie_hidden import hidden_places, perturbed
from lexludi.testing.playouts import Moment
from lexludi.testing.strategies import birdie_rules, games, reachable_states, seeds
from properties.birdie_contract import Birdie, shown
from properties.checks import check_hidden


@settings(max_examples=settings().max_examples // 2)
@given(played=games(birdie, birdie_rules()), seed=seeds)
def test_whole_games_leak_nothing(played: tuple[Moment, ...], seed: int) -> None:
    """At every step of a game, to every seat: equal views, events, legal actions and refusals."""
    random = Random(seed)
    for moment in played:
        check_hidden(Birdie(), moment, random)


def test_awkward_games_leak_nothing() -> None:
    """The same where the stop card comes up, the last player goes on alone, and every effect is carried out."""
    for awkward in AWKWARD:
        for players in awkward.players:
            for moment in moments_of(awkward.make(players))[-8:]:
                check_hidden(Birdie(), moment, Random(players))


def moments_of(record: Record) -> list[Moment]:
    """The steps of a record."""
    visited = list(states(record))
    return [
        Moment(before, step.seat, step.action, after)
        for before, step, after in zip(visited, record.steps, visited[1:], strict=False)
    ]


@given(state=reachable_states(birdie, birdie_rules()), seed=seeds, viewer=st.integers(0, 3))
def test_what_is_hidden_differs_and_is_a_state_of_a_game(state: birdie.State, seed: int, viewer: int) -> None:
    """A perturbed state keeps all invariants, and other seats do see a difference, if there is one."""
    seat = viewer % state.rules.players
    other = perturbed(state, seat, Random(seed))
    assert broken(other) is None
    assert other.hands[seat] == state.hands[seat]
    assert hidden_places(other, seat) == hidden_places(state, seat)
    assert birdie.view(other, seat) == birdie.view(state, seat)
    if other.hands != state.hands:
        assert any(birdie.view(other, s) != birdie.view(state, s) for s in range(state.rules.players))


def test_most_perturbed_states_are_other_states() -> None:
    """Otherwise nothing would have been looked at: hands, both kinds of pile and the other half all change."""
    changed = {"hands": 0, "piles": 0, "draw_pile": 0, "under_stop": 0, "other_half": 0, "out": 0}
    for awkward in AWKWARD:
        for state in list(states(awkward.make(2 if 2 in awkward.players else 3)))[-6:]:
            other = perturbed(state, 0, Random(1))
            for zone in changed:
                changed[zone] += getattr(other, zone) != getattr(state, zone)
    assert all(count >= 3 for count in changed.values()), changed


@given(played=games(birdie, birdie_rules()), seed=seeds, viewer=st.integers(0, 3))
def test_what_is_kept_stays(played: tuple[Moment, ...], seed: int, viewer: int) -> None:
    """A card whose place is to be kept lies there afterwards."""
    for moment in played:
        state = moment.state
        if moment.seat is None:
            continue
        seat = viewer % state.rules.players
        keep = shown(state, moment.action, seat)
        before, after = birdie.zones(state), birdie.zones(perturbed(state, seat, Random(seed), keep))
        for zone, places in keep.items():
            assert not zone.startswith("hand") or before[zone][next(iter(places))] in after[zone]
            assert zone.startswith("hand") or [before[zone][at] for at in places if at < len(before[zone])] == [
                after[zone][at] for at in places if at < len(after[zone])
            ]
