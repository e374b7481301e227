"""The battery of Birdie: what is checked of it, in the order in which it is looked at, the cheap first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from lexludi import birdie
from lexludi.testing.birdie_awkward import AWKWARD
from properties import birdie_tables
from properties.battery import Check
from properties.birdie_contract import Birdie
from properties.birdie_games import MACHINES
from properties.birdie_kernels import KERNELS
from properties.stages import awkward_games, kernels, machine_runs, random_games

__all__ = ["checks"]

#: Awkward games in which much happens: looked at before the others.
_TELLING = (
    ("all_effects_in_one_scoring", 3),
    ("lone_turns_used_up", 2),
    ("hand_between_the_pair", 3),
    ("category_scored_in_round_1", 2),
    ("trophy_equalled", 3),
    ("odd_halves", 2),
)


def checks(machines: int) -> Iterator[Check]:
    """What is done; each machine with so many examples."""
    subject = Birdie()
    for players in birdie.PLAYERS:
        yield "rules", f"what is left out, {players} players", partial(birdie_tables.check_defaults, players)
    yield "rules", "values", birdie_tables.check_values
    yield "rules", "what has no meaning", birdie_tables.check_meaning
    yield "rules", "worlds", birdie_tables.check_worlds
    yield from kernels(KERNELS)
    yield from awkward_games(subject, AWKWARD, _TELLING)
    # The small worlds, which are listed last, first.
    yield from random_games(subject, reversed(list(enumerate(birdie.simulated_rules()))))
    yield from machine_runs(MACHINES, machines)
