"""The battery of Birdie: what is checked of it, in the order in which it is looked at, the cheap first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from lexludi import birdie
from lexludi.core.records import Record
from lexludi.testing.birdie_awkward import AWKWARD
from properties import birdie_tables, profiles
from properties.battery import Check
from properties.birdie_contract import Birdie
from properties.birdie_games import MACHINES
from properties.examine import examine, play
from properties.machine import run_machine

__all__ = ["checks"]


def checks(machines: int) -> Iterator[Check]:
    """What is done; each machine with so many examples."""
    subject = Birdie()
    for players in birdie.PLAYERS:
        yield "rules", f"what is left out, {players} players", partial(birdie_tables.check_defaults, players)
    yield "rules", "values", birdie_tables.check_values
    yield "rules", "what has no meaning", birdie_tables.check_meaning
    yield "rules", "worlds", birdie_tables.check_worlds
    for awkward in AWKWARD:
        for players in awkward.players:
            name = f"{awkward.name}, {players} players"
            yield "awkward", name, partial(_awkward, subject, awkward.make, players)
    for number, rules in enumerate(birdie.simulated_rules()):
        yield "games", f"game {number}, {rules.players} players", partial(play, subject, rules, number, dear=60)
    profiles.load()
    if machines:
        for machine in MACHINES:
            run = partial(run_machine, machine, shrink=False, max_examples=machines, print_blob=False)
            yield "machines", machine.__name__, run


def _awkward(subject: Birdie, make: Callable[[int], Record], players: int) -> None:
    examine(subject, make(players), Random(players), dear=12)
