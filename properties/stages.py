"""Stages: what the battery does for every game, in the order in which it finds faults soonest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from lexludi.testing.awkward import Awkward
from properties import profiles
from properties.battery import Check
from properties.counted import Kernels, check_kernel
from properties.examine import examine_awkward, play
from properties.machine import run_machine
from properties.subject import Subject

__all__ = ["awkward_games", "kernels", "machine_runs", "random_games"]


def kernels(counted: Kernels) -> Iterator[Check]:
    """Each kernel, counted out."""
    for kernel in counted:
        yield "kernels", kernel, partial(check_kernel, counted, kernel)


def awkward_games(subject: Subject, awkward: Iterable[Awkward], telling: Iterable[tuple[str, int]]) -> Iterator[Check]:
    """Each awkward game with each number of players; first those that tell most, by name and number of players."""
    found = {(each.name, players): each for each in awkward for players in each.players}
    for name, players in dict.fromkeys((*telling, *found)):
        check = partial(examine_awkward, subject, found[name, players], players)
        yield "awkward", f"{name}, {players} players", check


def random_games(subject: Subject, numbered: Iterable[tuple[int, Any]]) -> Iterator[Check]:
    """One game under each of these rules, which have a number each."""
    for number, rules in numbered:
        yield "games", f"game {number}, {rules.players} players", partial(play, subject, rules, number, dear=60)


def machine_runs(machines: Sequence[Any], examples: int) -> Iterator[Check]:
    """Each machine with so many examples; with none of them, nothing."""
    profiles.load()
    if examples:
        for machine in machines:
            run = partial(run_machine, machine, shrink=False, max_examples=examples, print_blob=False)
            yield "machines", machine.__name__, run
