"""Awkward games: each keeps the rules, and gets to where it says."""

import pytest

import lexludi
from lexludi import birdie
from lexludi.core.errors import BadInput
from lexludi.core.records import Record, find_fault
from lexludi.core.spec import clauses
from lexludi.testing.awkward import Awkward
from lexludi.testing.birdie_awkward import AWKWARD, odd_halves, trophy_kept_between_others
from lexludi.testing.checks import check_round_trips, check_step
from lexludi.testing.playouts import Moment

CASES = [(awkward, players) for awkward in AWKWARD for players in awkward.players]


def steps(record: Record) -> list[Moment]:
    states = list(lexludi.states(record))
    pairs = zip(record.steps, states, states[1:], strict=False)
    return [Moment(before, step.seat, step.action, after) for step, before, after in pairs]


@pytest.mark.parametrize(("awkward", "players"), CASES, ids=lambda x: x.name if isinstance(x, Awkward) else str(x))
def test_gets_there_under_every_invariant(awkward: Awkward, players: int) -> None:
    record = awkward.make(players)
    assert record.rules.players == players
    assert find_fault(record) is None
    assert lexludi.from_json(Record, lexludi.to_json(record)) == record
    reached: set[str] = set()
    for moment in steps(record):
        events = check_step(birdie, moment)
        reached.update(birdie.reached(moment.state, moment.action, events, moment.after))
    check_round_trips(birdie, moment)
    assert set(awkward.clauses) <= reached


def test_names_are_unique_and_clauses_exist() -> None:
    names = [awkward.name for awkward in AWKWARD]
    assert len(set(names)) == len(names)
    known = set(clauses())
    assert {slug for awkward in AWKWARD for slug in awkward.clauses} <= known


@pytest.mark.parametrize("players", [2, 5])
def test_there_is_no_holder_and_two_others_at_such_a_table(players: int) -> None:
    with pytest.raises(BadInput, match="players"):
        trophy_kept_between_others(players)


def test_only_two_players_halve_a_pile() -> None:
    with pytest.raises(BadInput, match="players"):
        odd_halves(3)
