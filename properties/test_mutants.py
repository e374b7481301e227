"""The mutants: none of a clause is missing, forks decide as fresh processes do, and what is decided is kept."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from lexludi.core.clauses import implementations
from properties.copies import RULES, copy_library, run_battery
from properties.equivalents import equivalents
from properties.judges import Judge
from properties.kept import Decided, Kept
from properties.mutants import MODULES
from properties.mutators import Mutant, mutants

_ALL = [f"{game}/{name}" for game, names in MODULES.items() for name in names]


@cache
def _mutants(module: str) -> list[Mutant]:
    return mutants((RULES / f"{module}.py").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """One for all tests, since it takes its time to get ready."""
    with Judge(machines=0) as judge:
        yield judge


def test_every_clause_function_has_mutants() -> None:
    """It lies in a module that is mutated, and some mutant changes it."""
    counted = 0
    for slug, functions in implementations().items():
        for function in functions:
            module = function.__module__.removeprefix("lexludi.").replace(".", "/")
            assert module in _ALL, f"{slug}: {function.__qualname__} is in {module}, which is not mutated"
            if isinstance(function, type):
                changed = [each for each in _mutants(module) if each.place.split(".")[0] == function.__name__]
            else:
                changed = [each for each in _mutants(module) if each.place == function.__qualname__]
            assert changed, f"{slug}: {function.__qualname__} has no mutants"
            counted += 1
    assert counted > 150


def test_every_equivalent_mutant_is_there_and_has_a_reason() -> None:
    """An entry that fits no mutant any more is to be taken out. Whether they live is for the run to see."""
    for entry in equivalents():
        assert any(entry.fits(entry.module, mutant) for mutant in _mutants(entry.module)), entry
        assert len(entry.reason.split()) > 3, entry


#: A mutant of a function that is changed in place, one of a method, one of a function called during the import.
_CHOSEN = [
    ("druids/tricks", "trick_winner", "Gt → GtE"),
    ("birdie/rules", "Rules._effects", "If left out"),
    ("birdie/scoring", "totals", "IsNot → Is"),
]


@pytest.mark.parametrize(("module", "function", "kind"), _CHOSEN)
def test_a_mutant_is_killed_in_place_and_freshly_imported(judge: Judge, module: str, function: str, kind: str) -> None:
    """By the same property, in the same place."""
    mutant = next(each for each in _mutants(module) if (each.function, each.kind) == (function, kind))
    killed = judge.by_properties(module, mutant)
    assert killed.by is not None
    assert judge.by_properties(module, mutant, fresh=True).by == killed.by


def test_what_the_import_calls_is_imported_freshly() -> None:
    """A function that had a hand in a table, and what is no function at all, are not changed in place."""
    with Judge(machines=0) as judge:
        for module, function in (("birdie/scoring", "totals"), ("birdie/scoring", "")):
            mutant = Mutant(1, "", "", "", function, function)
            assert judge.ask("birdie", True, module, mutant) == {"fresh": True}


def test_decisions_are_kept(tmp_path: Path) -> None:
    """Also beside a line whose writing was broken off; what others have killed is believed if asked for."""
    path = tmp_path / "kept.jsonl"
    Kept(path).keep("properties", "one", "mutant", Decided("games: no", 0.5))
    with path.open("a", encoding="utf-8") as file:
        file.write('["properties", "one", "ano')
    again = Kept(path)
    assert again.found("properties", "one", "mutant") == Decided("games: no", 0.5)
    assert not again.knows("properties", "two", "mutant")
    assert Kept(path, reuse=True).knows("properties", "two", "mutant")
    assert not Kept(path, reuse=True).knows("tests", "two", "mutant")


@pytest.mark.deep
@pytest.mark.parametrize("module", _ALL)
def test_forks_decide_as_fresh_processes_do(judge: Judge, module: str) -> None:
    """A few mutants of every module, put to the battery in a copy of the library too."""
    made = [mutant for mutant in _mutants(module) if mutant.function]
    with tempfile.TemporaryDirectory(prefix="lexludi-mutant-") as name:
        path = copy_library(Path(name)) / f"{module}.py"
        for mutant in made[5 :: len(made) // 3]:
            path.write_text(mutant.source, encoding="utf-8")
            found = run_battery(Path(name), machines=0, seconds=90, game=module.split("/", maxsplit=1)[0])
            stage, first = next(((at, told) for at, told in found.items() if told is not None), ("", None))
            by = judge.by_properties(module, mutant).by
            assert (by or "").split(":")[0] == stage, (mutant.diff, by, first)
