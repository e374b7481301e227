"""Judges: what mutants are put to, the forks of the battery, and copies of the library for tests and types."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

from properties.copies import Stuck, copy_library, run_python
from properties.kept import Decided
from properties.mutators import Mutant

__all__ = ["Judge"]

_ROOT = Path(__file__).parents[1]
#: Seconds of processor time after which tests are stuck; the types of one module take a few at most.
_LIMIT = 120


class Judge:
    """Puts one mutant at a time to the properties, the tests or the type checker. To be used in `with`.

    Of the battery each machine plays `machines` examples.
    """

    def __init__(self, machines: int) -> None:
        self._machines = machines
        self._open = ExitStack()
        self._forks: dict[tuple[str, bool], subprocess.Popen[str]] = {}
        self._folder: Path | None = None

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()
        self._open.close()

    def stop(self) -> None:
        """End the forks; a decision under way ends with an exception."""
        for process in list(self._forks.values()):  # another thread may add one
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)  # with the mutant that it has forked
            process.wait()

    def decide(self, stage: str, module: str, mutant: Mutant) -> Decided:
        """What becomes of a mutant in a stage: `properties`, `tests` or `types`."""
        if stage == "properties":
            return self.by_properties(module, mutant)
        target = self._copied() / "rules" / "lexludi" / f"{module}.py"
        plain = target.read_text(encoding="utf-8")
        target.write_text(mutant.source, encoding="utf-8")
        try:
            return Decided(self._by_tests(module) if stage == "tests" else self._by_types(module))
        finally:
            target.write_text(plain, encoding="utf-8")

    def by_properties(self, module: str, mutant: Mutant, *, fresh: bool = False) -> Decided:
        """What the battery kills a mutant with. With `fresh` the library is always imported anew."""
        game = module.split("/", maxsplit=1)[0]
        told = {} if fresh else self.ask(game, True, module, mutant)
        if fresh or told.get("fresh"):
            told = self.ask(game, False, module, mutant)
        return Decided(told["by"], told["seconds"])

    def ask(self, game: str, ready: bool, module: str, mutant: Mutant) -> dict[str, Any]:
        """What the forks of a game answer; those that are ready, or those that import the library anew."""
        if (game, ready) not in self._forks:
            paths = os.pathsep.join((str(_ROOT / "rules"), str(_ROOT)))
            self._forks[game, ready] = subprocess.Popen(
                [sys.executable, "-m", "properties.forks", game, *["--ready"] * ready],
                cwd=_ROOT,
                env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "0", "LEXLUDI_PROFILE": "quick"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,  # Ctrl-C is for whoever started them.
            )
        process = self._forks[game, ready]
        assert process.stdin is not None
        assert process.stdout is not None
        asked = {"module": module, "source": mutant.source, "function": mutant.function, "machines": self._machines}
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the forks of {game} have ended, asked about {module}, {mutant.kind}: {mutant.diff}")
        told: dict[str, Any] = json.loads(answer)
        return told

    def _copied(self) -> Path:
        """A copy of the library and its tests."""
        if self._folder is None:
            self._folder = Path(self._open.enter_context(tempfile.TemporaryDirectory(prefix="lexludi-mutants-")))
            copy_library(self._folder)
            for name in ("tests", "docs"):
                shutil.copytree(_ROOT / name, self._folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            for name in ("pyproject.toml", "README.md", "Makefile"):
                shutil.copy(_ROOT / name, self._folder / name)
        return self._folder

    def _by_tests(self, module: str) -> str | None:
        """What the tests and doctests of its game kill the mutant with; None if it lives."""
        game = module.split("/", maxsplit=1)[0]
        what = ("-x", "-q", "-p", "no:cacheprovider", f"tests/{game}", f"rules/lexludi/{game}")
        try:
            done = run_python(self._copied(), "-m", "pytest", *what, seconds=_LIMIT)
        except Stuck:
            return "stuck"
        lines = done.stdout.splitlines()
        failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
        return None if done.returncode == 0 else (failed or lines or ["no output"])[0]

    def _by_types(self, module: str) -> str | None:
        """What the type checker kills the mutant with; None if it lives."""
        done = run_python(self._copied(), "-m", "mypy", f"rules/lexludi/{module}.py", seconds=5 * _LIMIT)
        return None if done.returncode == 0 else (done.stdout.splitlines() or ["no output"])[0]
