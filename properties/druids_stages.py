"""The battery of Druids: what is checked of it, in the order in which it is looked at, the cheap first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from lexludi import druids
from lexludi.testing.awkward import AWKWARD
from properties import druids_tables
from properties.battery import Check
from properties.druids_contract import Druids
from properties.druids_games import MACHINES
from properties.druids_kernels import KERNELS
from properties.stages import awkward_games, kernels, machine_runs, random_games

__all__ = ["checks"]

#: Awkward games in which much happens: looked at before the others.
_TELLING = (
    ("tie_after_a_sickle", 2),
    ("last_trick_choices", 3),
    ("two_mistletoes", 2),
    ("fifth_domain_with_specials", 2),
    ("equal_totals", 3),
    ("mistletoe_before_sickle", 3),
    ("second_sickle_without_stack", 2),
)


def checks(machines: int) -> Iterator[Check]:
    """What is done; each machine with so many examples."""
    subject = Druids()
    for players in (3, 4, 5):
        yield "rules", f"what is left out, {players} players", partial(druids_tables.check_defaults, players)
    yield "rules", "values", druids_tables.check_values
    yield from kernels(KERNELS)
    yield from awkward_games(subject, AWKWARD, _TELLING)
    yield "rules", "worlds", partial(druids_tables.check_worlds, all_of_them=False)
    yield from random_games(subject, enumerate(_worlds()))
    yield from machine_runs(MACHINES, machines)


def _worlds() -> Iterator[druids.Rules]:
    """The rules of the series: the published tables, and small worlds in which much happens."""
    yield from druids.simulated_rules()
    for players in (2, 3, 4, 5):
        for variant in (False, True):
            for domains, values in ((2, 3 * players), (3, 2 * players), (4, players + 1), (5, players)):
                specials = 2 if players > 2 else 1
                cards = domains * values + 2 * specials + 1
                yield druids.Rules(
                    players=players,
                    sun_and_moon=variant,
                    rounds=2,
                    first_dealer=players - 1,
                    domains=domains,
                    values=min(values, 12),
                    sickles=specials,
                    mistletoes=specials,
                    hand_size=(domains * min(values, 12) + 2 * specials + 1 - (cards % 2)) // players,
                )
