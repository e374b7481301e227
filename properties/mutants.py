"""Mutants: every small change of the rule modules, and which of them nothing notices.

`python -m properties.mutants` puts every mutant of all rule modules of both games to the battery of its game, but
for the machines; what that leaves alive goes to the tests and doctests, and last to the type checker. It prints the
survivors as diffs and a table of the scores: of all mutants, none left out, and then less those that
`equivalent.toml` lists, each with its reason. `druids` does one game, `druids/stacks` one module.

What was decided about a mutant is kept in out/mutants, by what the module, the library, the properties
and the tests were, so the run can be ended and taken up again. Exit status 1 when the list of equivalent
mutants does not fit, or when a whole game was put to everything and misses its mark.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

import attrs

from properties.copies import RULES
from properties.ending import run_command, stopped
from properties.equivalents import Equivalent, equivalents, misfits
from properties.judges import Judge
from properties.kept import Decided, Kept
from properties.mutators import Mutant, mutants
from properties.scores import Scores, table

__all__ = ["MODULES", "main"]

_ROOT = Path(__file__).parents[1]

#: Game → its rule modules, in the order of the chapters: all that decide, and all that the spec ties to a clause.
MODULES: dict[str, tuple[str, ...]] = {
    "druids": (
        "cards",
        "rules",
        "state",
        "actions",
        "setup",
        "tricks",
        "stacks",
        "scoring",
        "game",
        "view",
        "events",
    ),
    "birdie": (
        "cards",
        "rules",
        "state",
        "actions",
        "setup",
        "turns",
        "sets",
        "abilities",
        "scoring",
        "solver",
        "game",
        "view",
        "telling",
    ),
}

#: What mutants are put to, one after the other.
_STAGES = ("properties", "tests", "types")


@attrs.frozen
class _Run:
    """How mutants are put to the stages."""

    kept: Path
    stages: tuple[str, ...]
    machines: int
    reuse: bool
    judges: tuple[Judge, ...]

    def module(self, module: str, listed: Sequence[Equivalent]) -> tuple[Scores, list[str]]:
        """Put the mutants of a module to the stages: the scores, and what does not fit in the list of equivalents."""
        source = (RULES / f"{module}.py").read_text(encoding="utf-8")
        living = made = mutants(source)
        kept = Kept(self.kept / f"{module.replace('/', '-')}.jsonl", reuse=self.reuse)
        # What is put to the tests has lost its comments, and must pass without them.
        plain = Mutant(0, "none", "\n".join(map(ast.unparse, ast.parse(source).body)), "", "", "")
        killed, seconds, broken_off = [], 0.0, 0
        for stage in self.stages:
            code = _code(stage, module) + (f"-{self.machines}" if stage == "properties" else "")
            self._put(stage, module, [plain], kept, code)
            if kept.found(stage, code, plain.key).by is not None:
                raise SystemExit(f"{module}: the {stage} fail without any change: {kept.found(stage, code, plain.key)}")
            self._put(stage, module, living, kept, code)
            found = [kept.found(stage, code, mutant.key) for mutant in living]
            seconds += sum(each.seconds for each in found)
            if stage == "properties":
                broken_off = sum(each.is_crash for each in found)
            living = [mutant for mutant, each in zip(living, found, strict=True) if each.by is None]
            killed.append(len(made) - len(living))
        for mutant in living:
            mark = "equivalent" if any(each.fits(module, mutant) for each in listed) else "survivor"
            sys.stdout.write(f"{mark}, {module}, line {mutant.line}: {mutant.kind}\n{mutant.diff}\n\n")
        set_aside = sum(any(each.fits(module, mutant) for each in listed) for mutant in living)
        return (
            Scores(module, len(made), killed[0], killed[-1], set_aside, broken_off, seconds),
            misfits(listed, module, made, living),
        )

    def _put(self, stage: str, module: str, living: list[Mutant], kept: Kept, code: str) -> None:
        """Decide what has not been decided about the mutants."""
        left = [mutant for mutant in living if not kept.knows(stage, code, mutant.key)]
        ready: SimpleQueue[Judge] = SimpleQueue()
        for judge in self.judges:
            ready.put(judge)

        def decide(mutant: Mutant) -> tuple[Mutant, Decided]:
            judge = ready.get()
            try:
                return mutant, judge.decide(stage, module, mutant)
            finally:
                ready.put(judge)

        alive = 0
        with ThreadPoolExecutor(len(self.judges)) as pool:
            deciding = [pool.submit(decide, mutant) for mutant in left]
            try:
                for number, done in enumerate(as_completed(deciding), start=1):
                    mutant, decided = done.result()
                    kept.keep(stage, code, mutant.key, decided)
                    alive += decided.by is None
                    sys.stderr.write(f"\r{module}, {stage}: {number}/{len(left)}, {alive} alive ")
                    sys.stderr.flush()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for judge in self.judges:
                    judge.stop()
                sys.stderr.write("\n")
                raise
        if left:
            sys.stderr.write("\n")


def _code(stage: str, module: str) -> str:
    """A hash of all that decides about the mutants of a module, but for the module itself and for comments."""
    game = module.split("/", maxsplit=1)[0]
    other = next(name for name in MODULES if name != game)
    folders = [RULES / "core", RULES / game, RULES / "testing"]
    folders.append(_ROOT / "properties" if stage == "properties" else _ROOT / "tests" / game)
    digest = hashlib.sha256(stage.encode())
    for folder in folders:
        for path in sorted(folder.glob("*.py")):
            aside = path.name.startswith((f"{other}_", "test_")) and folder.name == "properties"
            if not aside and path.stem not in _NOT_ASKED and path != RULES / f"{module}.py":
                digest.update(ast.unparse(ast.parse(path.read_text(encoding="utf-8"))).encode())
    return digest.hexdigest()[:16]


#: Modules of the properties that have no say in what becomes of a mutant.
_NOT_ASKED = (
    "mutants",
    "equivalents",
    "scores",
    "kept",
    "ending",
    "mutators",
    "copies",
    "faults",
    "birdie_faults",
    "conftest",
)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m properties.mutants", description="Mutation test of the rules.")
    parser.add_argument("what", nargs="*", help="games or modules, e.g. druids or birdie/sets (default: all)")
    parser.add_argument("--workers", type=int, default=1, help="processes at once (default: 1)")
    parser.add_argument("--machines", type=int, default=0, help="examples of each machine (default: no machines)")
    parser.add_argument("--no-tests", action="store_true", help="put the survivors to no tests and types")
    parser.add_argument("--kept", type=Path, default=_ROOT / "out" / "mutants", help="folder of what is decided")
    parser.add_argument("--reuse", action="store_true", help="believe what other properties and tests have killed")
    arguments = parser.parse_args()
    whole = [game for game in MODULES if not arguments.what or game in arguments.what]
    modules = [f"{game}/{name}" for game, names in MODULES.items() for name in names]
    unknown = [what for what in arguments.what if what not in MODULES and what not in modules]
    if unknown or arguments.workers < 1:
        sys.stderr.write(f"no game or rule module: {', '.join(unknown)}\n" if unknown else "--workers: at least 1\n")
        return 2
    chosen = [module for module in modules if module in arguments.what or module.split("/")[0] in whole]
    stages = _STAGES[:1] if arguments.no_tests else _STAGES
    try:
        with ExitStack() as stack:
            judges = tuple(stack.enter_context(Judge(arguments.machines)) for _ in range(arguments.workers))
            run = _Run(arguments.kept, stages, arguments.machines, arguments.reuse, judges)
            listed = equivalents()
            scores, wrong = [], [f"{each.module}: no module" for each in listed if each.module not in modules]
            for module in chosen:
                scored, misfitting = run.module(module, listed)
                scores.append(scored)
                wrong += misfitting
    except KeyboardInterrupt:
        return stopped("decisions", arguments.kept)
    sys.stdout.write("\n".join(table(scores)) + "\n")
    if not arguments.no_tests:
        for game in whole:
            wrong += Scores.of_game(game, scores).missed()
    for line in wrong:
        sys.stderr.write(f"{line}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    run_command(main)
