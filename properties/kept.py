"""Kept: what has been decided about mutants, in a file that grows by a line with every decision."""

from __future__ import annotations

import json
import re
from pathlib import Path

import attrs

__all__ = ["Decided", "Kept"]


@attrs.frozen
class Decided:
    """What became of a mutant in one stage."""

    #: What killed it, in words; None when it lives.
    by: str | None
    #: Seconds of processor time that this took; 0 where they were not counted.
    seconds: float = 0.0

    @property
    def is_crash(self) -> bool:
        """Whether it was killed by an exception, and not by a property that failed.

        >>> Decided("games: game 0: TypeError: no").is_crash, Decided("kernels: passing: birdie/pass: no").is_crash
        (True, False)
        """
        return (
            self.by is not None
            and re.search(r": \w*(Error|Exception|StopIteration|IllegalAction)\b: ", self.by) is not None
        )


#: What a decision is kept by: the stage, the hash of all that decides, the mutant.
_Key = tuple[str, str, str]


class Kept:
    """What has been decided about the mutants of a module."""

    def __init__(self, path: Path, *, reuse: bool = False) -> None:
        self._path = path
        self._decided: dict[_Key, Decided] = {}
        #: By stage and mutant: what was killed by some other properties.
        self._killed: dict[tuple[str, str], Decided] = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
            try:
                stage, code, mutant, by, seconds = json.loads(line)
            except ValueError:
                continue  # a line whose writing was broken off
            self._note((stage, code, mutant), Decided(by, seconds))
        if not reuse:
            self._killed.clear()

    def _note(self, key: _Key, decided: Decided) -> None:
        self._decided[key] = decided
        if decided.by is not None:
            self._killed[key[0], key[2]] = decided

    def knows(self, stage: str, code: str, mutant: str) -> bool:
        """Whether it has been decided."""
        return (stage, code, mutant) in self._decided or (stage, mutant) in self._killed

    def found(self, stage: str, code: str, mutant: str) -> Decided:
        """What has been decided. KeyError when nothing has."""
        key = (stage, code, mutant)
        return self._decided[key] if key in self._decided else self._killed[stage, mutant]

    def keep(self, stage: str, code: str, mutant: str, decided: Decided) -> None:
        """Keep a decision, in the file too."""
        self._decided[stage, code, mutant] = decided
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([stage, code, mutant, decided.by, decided.seconds]) + "\n")
