"""Visit small worlds: `python -m properties.worlds`.

Exit status 0: all is well. 1: a state or a step breaks the specification, or a clause was never at work,
or too few states were visited. 2: the call is unusable.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NoReturn

from lexludi.core.jsontext import dumps
from lexludi.core.writing import write_whole
from properties.ending import run_command, stopped
from properties.worlds.explore import Visit, WorldFailed
from properties.worlds.family import WORLDS
from properties.worlds.run import missed, tell_total, tell_world, visit_all
from properties.worlds.world import World

__all__ = ["main"]

_OUT = Path("out")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{message}\n")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(words: list[str]) -> int:
    """The command."""
    parser = _Parser(prog="python -m properties.worlds", description="Visit small worlds, all of each.")
    parser.add_argument("names", nargs="*", metavar="WORLD", help="only these worlds, by name")
    parser.add_argument("--list", action="store_true", help="name the worlds")
    parser.add_argument("--quick", action="store_true", help="only the quick slice")
    parser.add_argument("--workers", type=int, default=1, help="number of processes")
    parser.add_argument("--resume", type=Path, metavar="FOLDER", help="keep finished worlds there")
    parser.add_argument("--at-least", type=int, default=1, metavar="N", help="fail below so many different states")
    arguments = parser.parse_args(words)
    unknown = [name for name in arguments.names if name not in WORLDS]
    if unknown:
        parser.error(f"no world is called {unknown[0]}; --list names them")
    if arguments.workers < 1:
        parser.error("--workers: at least 1")
    chosen = [WORLDS[name] for name in arguments.names] or [
        world for world in WORLDS.values() if world.quick or not arguments.quick
    ]
    if arguments.list:
        for world in chosen:
            _say(world.name)
        return 0
    if arguments.resume is not None:
        try:
            arguments.resume.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            parser.error(f"--resume {arguments.resume}: {error.strerror}")
    done = 0

    def told(world: World, visit: Visit, was_kept: bool) -> None:
        nonlocal done
        done += 1
        _say(f"{done:3}/{len(chosen)} {tell_world(world, visit, was_kept)}")

    try:
        visits = visit_all(chosen, workers=arguments.workers, kept=arguments.resume, told=told)
    except WorldFailed as failure:
        return _tell_failure(failure)
    except KeyboardInterrupt:
        return stopped("finished worlds", arguments.resume)
    for line in tell_total(visits):
        _say(line)
    states = sum(visit.counts["states"] for visit in visits.values())
    if states < arguments.at_least:
        _say(f"fewer than {arguments.at_least} states")
        return 1
    if not arguments.names and not arguments.quick and (slugs := missed(visits.values())):
        _say(f"never at work: {', '.join(slugs)}")
        return 1
    return 0


def _tell_failure(failure: WorldFailed) -> int:
    """Say what failed, how to repeat it, and where the shortest line of play lies that leads there."""
    _say(str(failure))
    _say(f"repeat it with: python -m properties.worlds {failure.world}")
    if failure.record is not None:
        _OUT.mkdir(exist_ok=True)
        path = _OUT / f"{failure.world.replace('/', '-')}.record.json"
        write_whole(path, dumps(failure.record) + "\n")
        _say(f"{len(failure.record['steps'])} steps lead there: lexludi replay {path}")
    return 1


if __name__ == "__main__":
    run_command(lambda: main(sys.argv[1:]))
