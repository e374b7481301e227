"""The awkward games reach what they are named after, and keep every property on the way."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from lexludi import birdie, find_fault, from_json, states, to_json
from lexludi.core.jsontext import dumps, loads
from lexludi.core.records import Record
from lexludi.testing.awkward import Awkward
from lexludi.testing.birdie_awkward import AWKWARD
from lexludi.testing.strategies import birdie_awkward
from properties.birdie_contract import Birdie
from properties.examine import examine

CASES = [pytest.param(awkward, n, id=f"{awkward.name}-{n}") for awkward in AWKWARD for n in awkward.players]


@pytest.mark.parametrize(("awkward", "players"), CASES)
def test_it_reaches_its_clauses(awkward: Awkward, players: int) -> None:
    """By the count that `simulate --check` makes, replayed from the JSON of its record."""
    record = from_json(Record, loads(dumps(to_json(awkward.make(players)))))
    assert record == awkward.make(players)
    assert record.rules.players == players
    assert find_fault(record) is None
    reached: set[str] = set()
    visited = list(states(record))
    for state, step, after in zip(visited, record.steps, visited[1:], strict=False):
        reached |= set(birdie.reached(state, step.action, birdie.explain(state, step.action), after))
    assert set(awkward.clauses) <= reached
    examine(Birdie(), record, Random(players), dear=40)


def test_every_kind_is_listed_once() -> None:
    """By its own name, with at least one number of players."""
    assert len({awkward.name for awkward in AWKWARD}) == len(AWKWARD)
    assert all(awkward.players and awkward.clauses for awkward in AWKWARD)


@given(record=birdie_awkward(cut=True))
def test_their_first_steps_are_records_too(record: Record) -> None:
    """Cut anywhere, they keep the rules."""
    assert find_fault(record) is None
