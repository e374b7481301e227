"""Whole games of Birdie under every check, by the machines."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import settings

from properties.birdie_games import MACHINES
from properties.machine import GameMachine, run_machine


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.__name__)
def test_games_keep_every_clause(machine: type[GameMachine], tell: Callable[[str], None]) -> None:
    """Every step keeps every property, and most of the examples finish a game.

    A game of Birdie has more kinds of step than one of Druids, all looked at closely: so fewer examples do.
    """
    looked = run_machine(machine, max_examples=settings().max_examples * 3 // 5)
    assert looked.counts["moves"] > 0
    assert looked.counts["refusals"] > 0
    assert looked.counts["lookalikes"] > 0
    assert looked.counts["forms"] > 0
    tell(f"Birdie, {machine.__name__}: {looked}")
