"""The awkward games reach what they are named after, and keep every property on the way."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from lexludi import BadInput, druids, find_fault, from_json, states, to_json
from lexludi.core.jsontext import dumps, loads
from lexludi.core.records import Record
from lexludi.druids.events import TrickWon
from lexludi.testing.awkward import AWKWARD, Awkward, gaia_wins, specials_only
from lexludi.testing.druids_deals import deal_giving
from lexludi.testing.strategies import druids_awkward
from properties.druids_contract import Druids
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
        reached |= set(druids.reached(state, step.action, druids.explain(state, step.action), after))
    assert set(awkward.clauses) <= reached
    examine(Druids(), record, Random(players), dear=4)


def test_every_kind_is_listed_once() -> None:
    """By its own name, with at least three numbers of players."""
    assert len({awkward.name for awkward in AWKWARD}) == len(AWKWARD)
    assert all(len(awkward.players) >= 3 and awkward.clauses for awkward in AWKWARD)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_gaia_does_win(players: int) -> None:
    """The trick is told to be hers by the clause of the winner, not of the specials."""
    record = gaia_wins(players)
    *_, before, _ = states(record)
    won = [event for event in druids.explain(before, record.steps[-1].action) if isinstance(event, TrickWon)]
    assert [(event.seat, event.clause) for event in won] == [(0, "druids/trick-winner")]


def test_what_cannot_be_is_refused() -> None:
    """Five players have no trick of four special cards, and no world too small for Gaia gives her to anyone."""
    with pytest.raises(BadInput, match="players"):
        specials_only(5)
    tiny = druids.Rules(players=2, domains=1, values=1, sickles=0, mistletoes=0, hand_size=1)
    with pytest.raises(BadInput, match="GAIA"):
        deal_giving([druids.cards("GAIA"), ()], tiny, dealer=0)
    assert deal_giving([(), ()], tiny, dealer=0).pile == druids.cards("GAIA G1")


@given(record=druids_awkward(cut=True))
def test_their_first_steps_are_records_too(record: Record) -> None:
    """Cut anywhere, they keep the rules."""
    assert find_fault(record) is None
    examine(Druids(), record, Random(len(record.steps)), dear=20)
