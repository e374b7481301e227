"""Planted faults are found: otherwise the properties would only look busy."""

from __future__ import annotations

import pytest

from properties.battery import run
from properties.faults import FAULTS, Fault, find, fits

#: The kinds of the table in docs/verification.md; 15, 16 and 17 are of Birdie alone.
KINDS = {*range(1, 25)}


def test_every_kind_is_planted_and_fits() -> None:
    """A fault that no longer fits the source it is planted in would be found by nothing but this."""
    assert {fault.kind for fault in FAULTS} >= KINDS
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    fits()


def test_one_planted_fault_is_found() -> None:
    """The whole way: a copy, a process, a finding, which the library as it is does not have."""
    fault = next(fault for fault in FAULTS if fault.name == "a high card of another domain wins")
    found = find(fault, all_stages=False)
    assert [first[0].split(":")[0] for first in found.values() if first] == ["druids/trick-winner"]


@pytest.mark.deep
@pytest.mark.parametrize("game", ["druids", "birdie"])
def test_nothing_is_found_in_the_library_as_it_is(game: str) -> None:
    """So what is found in a copy is the fault."""
    assert set(run(25, all_stages=True, game=game).values()) == {None}


@pytest.mark.deep
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_found(fault: Fault) -> None:
    """By some stage of the battery."""
    found = find(fault, all_stages=False)
    assert any(found.values()), fault
    assert "import" not in found, found
    assert "stuck" not in found, found
