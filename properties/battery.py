"""Battery: every check over a fixed series of games, and then the machines; what faults and mutants are put to.

`python -m properties.battery [GAME]` prints one JSON object: stage → the property that failed first and where,
or null when all held. Exit status 1 when something was found. It depends on nothing but the code. What is
checked of a game stands in `druids_stages` and `birdie_stages`, what is alike in `stages`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from properties.ending import run_command

__all__ = ["GAMES", "Check", "Found", "failure", "main", "run"]

#: The games that have a battery.
GAMES = ("druids", "birdie")

#: One of the checks of a battery: its stage, where it looks, and what it does.
Check = tuple[str, str, Callable[[], Any]]

#: Stage → what it found first and where, or None; stages that were not gone through are missing.
Found = dict[str, tuple[str, str] | None]


def run(machines: int, *, all_stages: bool = False, game: str = "druids") -> Found:
    """Go through all of it, up to the first property that fails; or up to the first of every stage."""
    found: Found = {}
    try:
        # A patched copy of the rules may fail to import.
        for stage, where, check in import_module(f"properties.{game}_stages").checks(machines):
            if found.get(stage) is not None:
                continue
            told = failure(check)
            found[stage] = None if told is None else (told, where)
            if told is not None and not all_stages:
                break
    except Exception as error:
        found["import"] = (_told(error), "import")
    return found


def failure(check: Callable[[], Any]) -> str | None:
    """How a check fails, in words; None if it holds."""
    try:
        check()
    except Exception as error:
        return _told(error)
    return None


def _told(error: Exception) -> str:
    clause = getattr(error, "clause", None)
    return f"{type(error).__name__}: {error}" if clause is None else f"{clause}: {getattr(error, 'says', error)}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m properties.battery", description=__doc__)
    parser.add_argument("game", choices=GAMES, nargs="?", default="druids", help="default: %(default)s")
    parser.add_argument("--machines", type=int, default=25, help="examples of each machine (0: no machines)")
    parser.add_argument("--all-stages", action="store_true", help="go on to the next stage when one has failed")
    arguments = parser.parse_args()
    found = run(arguments.machines, all_stages=arguments.all_stages, game=arguments.game)
    sys.stdout.write(json.dumps(found) + "\n")
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    run_command(main)
