"""What a seat may not see makes no difference to what it sees, learns and is told.

Clauses druids/hidden-hands, druids/closed-stacks, druids/undealt-hidden.
"""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from lexludi import druids, states
from lexludi.core.records import Record
from lexludi.druids.invariants import broken
from lexludi.testing.awkward import AWKWARD
from lexludi.testing.hidden import perturbed
from lexludi.testing.playouts import Moment
from lexludi.testing.strategies import druids_rules, games, reachable_states, seeds
from properties.checks import check_hidden
from properties.druids_contract import Druids


@given(played=games(druids, druids_rules()), seed=seeds)
def test_whole_games_leak_nothing(played: tuple[Moment, ...], seed: int) -> None:
    """At every step of a game, to every seat: equal views, events, legal actions and refusals."""
    random = Random(seed)
    for moment in played:
        check_hidden(Druids(), moment, random)


def test_awkward_games_leak_nothing() -> None:
    """The same where sickles take stacks, rounds end early, and the last trick leaves a choice."""
    for awkward in AWKWARD:
        for players in awkward.players:
            for moment in moments_of(awkward.make(players)):
                check_hidden(Druids(), moment, Random(players))


def moments_of(record: Record) -> list[Moment]:
    """The steps of a record."""
    visited = list(states(record))
    return [
        Moment(before, step.seat, step.action, after)
        for before, step, after in zip(visited, record.steps, visited[1:], strict=False)
    ]


@given(state=reachable_states(druids, druids_rules()), seed=seeds, viewer=st.integers(0, 4))
def test_what_is_hidden_differs_and_is_a_state_of_a_game(state: druids.State, seed: int, viewer: int) -> None:
    """A perturbed state keeps all invariants, and other seats do see a difference, if there is one."""
    seat = viewer % state.rules.players
    other = perturbed(state, seat, Random(seed))
    assert broken(other) is None
    assert other.hands[seat] == state.hands[seat]
    for before, after in zip(state.hands, other.hands, strict=True):
        assert len(before) == len(after)
    free = perturbed(state, seat, Random(seed), possible=False)
    assert druids.view(free, seat) == druids.view(state, seat)
    if other.hands != state.hands:
        assert any(druids.view(other, s) != druids.view(state, s) for s in range(state.rules.players))


def test_most_perturbed_states_are_other_states() -> None:
    """Otherwise nothing would have been looked at."""
    different = 0
    for awkward in AWKWARD:
        *_, state = states(awkward.make(4))
        different += perturbed(state, 0, Random(1)) != state
    assert different == len(AWKWARD)


@given(state=reachable_states(druids, druids_rules()), seed=seeds, seat=st.integers(0, 4))
def test_what_is_kept_stays(state: druids.State, seed: int, seat: int) -> None:
    """A hand that is to be kept is the same afterwards."""
    kept, viewer = seat % state.rules.players, (seat + 1) % state.rules.players
    other = perturbed(state, viewer, Random(seed), {kept: state.hands[kept]}, possible=bool(seed % 2))
    assert other.hands[kept] == state.hands[kept]
    assert other.hands[viewer] == state.hands[viewer]
