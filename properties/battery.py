"""Battery: every check over a fixed series of games, and then the machines; what faults are put to.

`python -m properties.battery [GAME]` prints one JSON object: stage → the property that failed first and where,
or null when all held. Exit status 1 when something was found. It depends on nothing but the code.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from lexludi.core.records import Record, Step, states
from lexludi.testing.checks import CheckFailed
from lexludi.testing.playouts import Moment, game_random, moments
from lexludi.testing.policies import policy_of
from properties.checks import (
    check_every_action,
    check_forms,
    check_game,
    check_hidden,
    check_moment,
    check_start,
)
from properties.kinds import Kinds
from properties.subject import Subject

__all__ = ["Found", "examine", "main", "run"]


def examine(subject: Subject, record: Record, random: Random, dear: int) -> None:
    """Check every step of a record, one in `dear` of them (and the last two) by the dearer checks too."""
    visited = list(states(record))
    for at, step in enumerate(record.steps):
        moment = Moment(visited[at], step.seat, step.action, visited[at + 1])
        _look(subject, moment, random, at + 2 >= len(record.steps) or random.random() * dear < 1)
    check_game(subject, record, visited)


def _look(subject: Subject, moment: Moment, random: Random, closely: bool) -> None:
    check_moment(subject, moment)
    if closely:
        check_every_action(subject, moment.after)
        check_hidden(subject, moment, random)
        check_forms(subject, moment)


def _play(subject: Subject, rules: Any, number: int, dear: int) -> None:
    """One whole random game, checked as it is played, so that a fault is found where it is made."""
    game, random = subject.game, game_random(0, number)
    steps, visited, kinds = [], [game.start(rules)], Kinds()
    check_start(subject, rules)
    for moment in moments(game, rules, game_random(1, number), policy_of(game)):
        steps.append(Step(moment.seat, moment.action))
        visited.append(moment.after)
        _look(subject, moment, random, kinds.sees(game, moment.after) or random.random() * dear < 1)
    check_game(subject, Record(game.NAME, rules, tuple(steps), game.outcome(visited[-1])), visited)


def _druids(machines: int) -> Iterator[tuple[str, str, Callable[[], Any]]]:
    """What is done for Druids: the stage, a name and a function each."""
    from hypothesis import settings  # noqa: PLC0415 - a patched copy of the rules may fail to import

    from lexludi import druids  # noqa: PLC0415
    from lexludi.testing.awkward import AWKWARD  # noqa: PLC0415
    from properties import profiles  # noqa: PLC0415
    from properties.druids_contract import DEFAULTS, Druids  # noqa: PLC0415
    from properties.druids_games import MACHINES  # noqa: PLC0415
    from properties.druids_kernels import KERNELS, check_kernel  # noqa: PLC0415
    from properties.machine import run_machine  # noqa: PLC0415

    subject = Druids()

    def defaults() -> None:
        for players in (3, 4, 5):
            due = {"players": players, **DEFAULTS, "hand_size": 18 - players}
            _demand_rules("druids/hand-size", druids.Rules(players=players), due)

    yield "rules", "what is left out", defaults
    for kernel in KERNELS:
        yield "kernels", kernel, partial(check_kernel, kernel)
    for awkward in AWKWARD:
        for players in awkward.players:
            name = f"{awkward.name}, {players} players"
            yield "awkward", name, partial(_awkward, subject, awkward.make, players)
    for number, rules in enumerate(_worlds()):
        yield "games", f"game {number}, {rules.players} players", partial(_play, subject, rules, number, dear=60)
    profiles.load()
    if machines:
        for machine in MACHINES:
            run = partial(run_machine, machine, shrink=False, max_examples=machines, print_blob=False)
            yield "machines", machine.__name__, run
    assert settings().derandomize


def _birdie(machines: int) -> Iterator[tuple[str, str, Callable[[], Any]]]:
    """What is done for Birdie."""
    from lexludi import birdie  # noqa: PLC0415
    from lexludi.testing.birdie_awkward import AWKWARD  # noqa: PLC0415
    from properties import profiles  # noqa: PLC0415
    from properties.birdie_contract import DEFAULTS, Birdie  # noqa: PLC0415
    from properties.birdie_games import MACHINES  # noqa: PLC0415
    from properties.machine import run_machine  # noqa: PLC0415

    subject = Birdie()

    def defaults() -> None:
        for players in (2, 3, 4):
            due = {"players": players, **DEFAULTS}
            _demand_rules("birdie/rules-fields", birdie.Rules(players=players), due)
            published = {**due, "pile_order": "free", "lone_turns": 1}
            _demand_rules("birdie/presets", birdie.Rules.published(players), published)

    yield "rules", "what is left out", defaults
    for awkward in AWKWARD:
        for players in awkward.players:
            name = f"{awkward.name}, {players} players"
            yield "awkward", name, partial(_awkward, subject, awkward.make, players)
    for number, rules in enumerate(birdie.simulated_rules()):
        yield "games", f"game {number}, {rules.players} players", partial(_play, subject, rules, number, dear=60)
    profiles.load()
    if machines:
        for machine in MACHINES:
            run = partial(run_machine, machine, shrink=False, max_examples=machines, print_blob=False)
            yield "machines", machine.__name__, run


def _demand_rules(clause: str, rules: Any, due: dict[str, Any]) -> None:
    from lexludi import to_json  # noqa: PLC0415

    found = to_json(rules)
    if found != due:
        raise CheckFailed(clause, f"the rules for {due['players']} are {due}, not {found}", None)


def _awkward(subject: Subject, make: Callable[[int], Record], players: int) -> None:
    examine(subject, make(players), Random(players), dear=12)


def _worlds() -> Iterator[Any]:
    """The rules of the series: the published tables, and small worlds in which much happens."""
    from lexludi import druids  # noqa: PLC0415

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


#: Stage → what it found first and where, or None; stages that were not gone through are missing.
Found = dict[str, tuple[str, str] | None]


#: Name of a game → what is done for it.
_STAGES = {"druids": _druids, "birdie": _birdie}


def run(machines: int, *, all_stages: bool = False, game: str = "druids") -> Found:
    """Go through all of it, up to the first property that fails; or up to the first of every stage."""
    found: Found = {}
    try:
        for stage, where, check in _STAGES[game](machines):
            if found.get(stage) is not None:
                continue
            found[stage] = _failure(check, where)
            if found[stage] is not None and not all_stages:
                break
    except Exception as error:
        found["import"] = (_told(error), "import")
    return found


def _failure(check: Callable[[], Any], where: str) -> tuple[str, str] | None:
    try:
        check()
    except CheckFailed as failure:
        return f"{failure.clause}: {failure.says}", where
    except Exception as error:
        return _told(error), where
    return None


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m properties.battery", description=__doc__)
    parser.add_argument("game", choices=_STAGES, nargs="?", default="druids", help="default: %(default)s")
    parser.add_argument("--machines", type=int, default=25, help="examples of each machine (0: no machines)")
    parser.add_argument("--all-stages", action="store_true", help="go on to the next stage when one has failed")
    arguments = parser.parse_args()
    found = run(arguments.machines, all_stages=arguments.all_stages, game=arguments.game)
    sys.stdout.write(json.dumps(found) + "\n")
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
