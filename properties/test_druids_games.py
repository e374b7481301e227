"""Whole games of Druids under every check, by the machines."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from properties.druids_games import MACHINES
from properties.machine import GameMachine, run_machine


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.__name__)
def test_games_keep_every_clause(machine: type[GameMachine], tell: Callable[[str], None]) -> None:
    """Every step keeps every property, and more than half of the examples finish a game."""
    looked = run_machine(machine)
    assert looked.counts["moves"] > 0
    assert looked.counts["refusals"] > 0
    assert looked.counts["lookalikes"] > 0
    assert looked.counts["forms"] > 0
    tell(f"{machine.__name__}: {looked}")
