"""Run: plant each fault in the Python example, and see what finds it: `python examples/faults/run.py`.

For each fault: whether the shipped vectors find it, and the search without them; which clause the search blames;
in which game it was found; how many steps the shrunk game has, beside the fewest that one can have. Two
faults planted together must both be found. Exit status 1 when a fault is not found by the search, or the
median of shrunk : shortest is above 1.5.

`--only NAME` (also `A+B`, and several times) plants those alone; `--seconds` bounds the shrinking of each break.
The games are those of `--seed`; how far a break is shrunk depends on the time as well.
"""

# ruff: noqa: T201
from __future__ import annotations

import argparse
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from faults import FAULTS, PAIRS, named
from planting import Fault, Planted

from lexludi.conformance.breaks import Break
from lexludi.conformance.runner import smoke
from lexludi.conformance.search import Search
from lexludi.conformance.targets import TargetBroken
from lexludi.conformance.vectors import Skipped, replay, shipped_vectors
from lexludi.core.game import game_named

#: Games at least, situations included: there may be other ways to see a fault, and shorter ones.
LEAST = 100

#: Random games at most, after the situations; and the seconds that they may take.
GAMES, SECONDS = 400, 60.0


@dataclass(frozen=True)
class Row:
    """What came of one fault."""

    fault: Fault
    by_vector: bool
    #: The break of the fault's own clauses in the fewest steps; of any clause, if there is none of its own.
    shown: Break | None
    right: bool
    game: int
    breaks: tuple[Break, ...]

    @property
    def steps(self) -> int:
        """Steps of the shrunk game."""
        return len(self.shown.steps) if self.shown else 0

    @property
    def ratio(self) -> float:
        """Steps of the shrunk game for each of the shortest."""
        return self.steps / self.fault.shortest


def found_by_vector(*faults: Fault) -> bool:
    """Whether a shipped vector is broken by a program with these faults."""
    target = Planted(*faults)
    for vector in shipped_vectors(faults[0].game):
        try:
            if next(iter(replay(vector, target)), None) is not None:
                return True
        except Skipped:
            continue  # nothing in it could be compared
        except TargetBroken:
            return True  # the program broke down over it
    return False


def searched(faults: tuple[Fault, ...], seed: int, seconds: float) -> Search:
    """A search without vectors, until each of the faults is found by a clause of its own, and a little longer."""
    game = game_named(faults[0].game)
    target = Planted(*faults)
    try:
        declared = smoke(target, game)[1]
    except TargetBroken as error:
        raise SystemExit(f"{faults[0].name}: the smoke test already fails: {error}") from None
    search = Search(target, declared, game, seed=seed)

    def enough() -> bool:
        clauses = {clause for clause, _ in search.found.breaks}
        return search.found.games > LEAST and all(clauses & set(fault.clauses) for fault in faults)

    search.run_rules()
    search.run_situations()
    search.run_forms()
    search.run_games(GAMES, SECONDS, enough=enough)
    search.blame_deaths()
    for signature in list(search.found.breaks):
        search.shrink(signature, seconds)
    return search


def rows(faults: tuple[Fault, ...], seed: int, seconds: float) -> list[Row]:
    """What comes of some faults, planted together."""
    found = searched(faults, seed, seconds).found
    made = []
    for fault in faults:
        own = [one for one in found.breaks.values() if one.clause in fault.clauses]
        candidates = own or (list(found.breaks.values()) if len(faults) == 1 else [])
        shown = min(candidates, key=lambda one: one.size, default=None)
        game = min((found.first.get(one.signature, 0) for one in candidates), default=0)
        made.append(Row(fault, found_by_vector(fault), shown, bool(own), game, tuple(found.breaks.values())))
    return made


def told(row: Row) -> str:
    """A row of the table."""
    by = " ".join(word for word, true in (("vector", row.by_vector), ("search", row.shown is not None)) if true)
    blamed = "-" if row.shown is None else f"{row.shown.clause.split('/')[1]} ({row.shown.kind})"
    mark = "" if row.right else " ?"
    sizes = f"{row.game:5} {row.steps:4} {row.fault.shortest:4} {row.ratio:5.2f}"
    return f"{row.fault.name:42} {by or 'neither':14} {blamed + mark:36} {sizes}"


def main() -> int:
    """Plant, search, tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="a fault, or two joined by +")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=5.0, help="for the shrinking of each break")
    parser.add_argument("--all-breaks", action="store_true", help="tell every break of a fault, with its steps")
    asked = parser.parse_args()
    try:
        singles = [named(name) for name in asked.only] or [(fault,) for fault in FAULTS]
    except LookupError as error:
        parser.error(str(error.args[0]))
    start = time.monotonic()
    print(f"{'fault':42} {'found by':14} {'clause blamed':36} {'game':>5} {'got':>4} {'best':>4} ratio", flush=True)
    missed, ratios, right, count = [], [], 0, 0
    for faults in [*singles, *([] if asked.only else [named("+".join(pair)) for pair in PAIRS])]:
        if len(faults) > 1:
            print(f"-- together: {' and '.join(fault.name for fault in faults)}")
        for row in rows(faults, asked.seed, asked.seconds):
            print(told(row), flush=True)
            count, right = count + 1, right + row.right
            if row.shown is None:
                missed.append(row.fault.name)
            elif len(faults) == 1:
                ratios.append(row.ratio)
            if asked.all_breaks:
                for one in row.breaks:
                    print(
                        f"    {one.clause} {one.kind} {len(one.steps)}: {one.where}: {one.expected} / {one.got}"[:300]
                    )
                for step in row.shown.steps if row.shown else ():
                    print(f"    {step}"[:400])
    median = statistics.median(ratios) if ratios else 0.0
    print(f"{count} planted, {count - len(missed)} found, {right} with a clause of their own blamed, missed: {missed}")
    print(
        f"shrunk : shortest, median {median:.2f}, worst {max(ratios, default=0):.2f}; {time.monotonic() - start:.0f} s"
    )
    return 1 if missed or median > 1.5 else 0


if __name__ == "__main__":
    sys.exit(main())
