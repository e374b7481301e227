"""The battery of Druids: what is checked of it, in the order in which it is looked at, the cheap first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from lexludi import druids
from lexludi.testing.awkward import AWKWARD
from properties import druids_tables, profiles
from properties.battery import Check
from properties.counted import check_kernel
from properties.druids_contract import Druids
from properties.druids_games import MACHINES
from properties.druids_kernels import KERNELS
from properties.examine import examine_awkward, play
from properties.machine import run_machine

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
    for kernel in KERNELS:
        yield "kernels", kernel, partial(check_kernel, KERNELS, kernel)
    awkward = {(each.name, players): each for each in AWKWARD for players in each.players}
    for name, players in dict.fromkeys((*_TELLING, *awkward)):
        check = partial(examine_awkward, subject, awkward[name, players], players)
        yield "awkward", f"{name}, {players} players", check
    yield "rules", "worlds", partial(druids_tables.check_worlds, all_of_them=False)
    for number, rules in enumerate(_worlds()):
        yield "games", f"game {number}, {rules.players} players", partial(play, subject, rules, number, dear=60)
    profiles.load()
    if machines:
        for machine in MACHINES:
            run = partial(run_machine, machine, shrink=False, max_examples=machines, print_blob=False)
            yield "machines", machine.__name__, run


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
