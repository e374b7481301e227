"""Equivalents: the mutants that come to the same as the original, listed by hand in `equivalent.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

import attrs

from properties.mutators import Mutant

__all__ = ["Equivalent", "equivalents", "misfits"]

_LIST = Path(__file__).with_name("equivalent.toml")


@attrs.frozen
class Equivalent:
    """A mutant that no check can tell from the original."""

    #: Its module within the package, such as `birdie/sets`.
    module: str
    #: The function, method or class that the change stands in, by its qualified name; "" for none.
    place: str
    #: The change, as the run prints it.
    change: str
    #: Why it comes to the same.
    reason: str

    def fits(self, module: str, mutant: Mutant) -> bool:
        """Whether it is that mutant."""
        return (module, mutant.place, mutant.diff.strip()) == (self.module, self.place, self.change.strip())


def equivalents(path: Path = _LIST) -> list[Equivalent]:
    """All that are listed. TypeError for an entry that lacks a part or has one more."""
    with path.open("rb") as file:
        return [Equivalent(**entry) for entry in tomllib.load(file)["equivalent"]]


def misfits(listed: Sequence[Equivalent], module: str, made: Sequence[Mutant], living: Sequence[Mutant]) -> list[str]:
    r"""What is wrong with the entries of a module: no such mutant, or one that was killed; in words.

    >>> from properties.mutators import mutants
    >>> made = mutants("def least(a, b):\n    return min(a, b)\n")
    >>> entry = Equivalent("birdie/sets", "least", "-    return min(a, b)\n+    return max(a, b)", "no reason")
    >>> misfits([entry], "birdie/sets", made, made)
    []
    >>> misfits([entry], "birdie/sets", made, [])
    ['birdie/sets: listed as equivalent, and killed: least: -    return min(a, b)']
    >>> misfits([entry], "birdie/sets", [], [])
    ['birdie/sets: listed as equivalent, and there is no such mutant: least: -    return min(a, b)']
    """
    wrong = []
    for entry in listed:
        if entry.module != module:
            continue
        fitting = [mutant for mutant in made if entry.fits(module, mutant)]
        what = None if fitting else "there is no such mutant"
        if any(mutant not in living for mutant in fitting):
            what = "killed"
        if what is not None:
            wrong.append(
                f"{module}: listed as equivalent, and {what}: {entry.place}: {entry.change.strip().splitlines()[0]}"
            )
    return wrong
