"""Matrix: clause × sentences × functions × tests × properties × vectors, and what hangs in the air."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

import lexludi
from lexludi.conformance.vectors import shipped_vectors
from lexludi.core.clauses import implementations
from lexludi.core.spec import Clause, clauses, sentences, spec_folder

__all__ = ["Row", "function_name", "matrix", "orphans", "tests_by_clause"]


@attrs.frozen
class Row:
    """All that belongs to one clause."""

    clause: Clause
    #: The functions and classes that are the rule, as `module.name`.
    functions: tuple[str, ...]
    #: Its tests, as `file::name`; None where the tests are not at hand (an installed package).
    tests: tuple[str, ...] | None
    #: Its properties: invariants, as `module.name`, and in a checkout files of `properties/` that name it.
    properties: tuple[str, ...]
    #: Ids of the vectors that exercise it.
    vectors: tuple[str, ...]


def matrix() -> tuple[Row, ...]:
    """A row for each clause of each game that this version plays, in the order of the specification."""
    functions, tests, vectors = implementations(), tests_by_clause(), _vectors_by_clause()
    properties = _properties_by_clause()
    return tuple(
        Row(
            clause,
            tuple(function_name(function) for function in functions.get(slug, ())),
            None if tests is None else tests.get(slug, ()),
            properties.get(slug, ()),
            vectors.get(slug, ()),
        )
        for slug, clause in clauses().items()
        if clause.game in lexludi.GAMES
    )


def function_name(function: Any) -> str:
    """`module.name` of a rule, without the name of the package.

    >>> from lexludi.druids.tricks import playable
    >>> function_name(playable)
    'druids.tricks.playable'
    """
    inner = inspect.unwrap(function)
    return f"{inner.__module__}.{inner.__qualname__}".removeprefix("lexludi.")


def tests_by_clause() -> Mapping[str, tuple[str, ...]] | None:
    """Clause → its tests, found by their names; None where there is no folder of tests.

    A test of the clause `druids/follow-domain` lies in `tests/druids/` and is called
    `test_follow_domain__` and what it shows.
    """
    root = _checkout()
    if root is None:
        return None
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted((root / "tests").glob("*/test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = re.match(r"test_([a-z0-9_]+?)__", node.name) if isinstance(node, ast.FunctionDef) else None
            if named and path.parent.name in lexludi.GAMES and isinstance(node, ast.FunctionDef):
                slug = f"{path.parent.name}/{named[1].replace('_', '-')}"
                found[slug] = (*found.get(slug, ()), f"{path.relative_to(root)}::{node.name}")
    return found


def _checkout() -> Path | None:
    """The root of the checkout or source distribution that the specification is read from, if it is one."""
    folder = spec_folder()
    root = folder.parent if isinstance(folder, Path) else None
    return root if root is not None and (root / "tests").is_dir() and (root / "pyproject.toml").is_file() else None


def _properties_by_clause() -> Mapping[str, tuple[str, ...]]:
    """Clause → what checks it in every state or step of any game, and the properties that name it."""
    found: dict[str, tuple[str, ...]] = {}
    for game in lexludi.GAMES.values():
        for invariant in (*game.INVARIANTS, *game.STEP_INVARIANTS):
            for slug in invariant.clauses:
                found[slug] = (*found.get(slug, ()), function_name(invariant.holds))
    root = _checkout()
    if root is None:
        return found
    for path in sorted((root / "properties").rglob("*.py")):
        if not path.stem.endswith("faults"):  # these plant faults and check nothing
            for slug in dict.fromkeys(_SLUG.findall(path.read_text(encoding="utf-8"))):
                found[slug] = (*found.get(slug, ()), path.relative_to(root).as_posix())
    return found


_SLUG = re.compile(r"\b[a-z]+/[a-z]+(?:-[a-z]+)*\b")


def _vectors_by_clause() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for vector in shipped_vectors():
        for slug in vector.clauses:
            found[slug] = (*found.get(slug, ()), vector.id)
    return found


def orphans() -> Iterator[str]:
    """What hangs in the air on any side, a line each; nothing when all is tied together."""
    known, told = clauses(), sentences()
    for row in matrix():
        slug, clause = row.clause.slug, row.clause
        if not row.functions:
            yield f"{slug}: no function is this rule"
        if row.tests == ():
            yield f"{slug}: no test"
        if not row.properties and row.tests is not None:
            yield f"{slug}: no property"
        if not row.vectors:
            yield f"{slug}: no vector exercises it"
        if not clause.sources and not clause.ruling:
            yield f"{slug}: neither a sentence nor a ruling"
        for address in clause.sources:
            if slug not in told[address].clauses if address in told else True:
                yield f"{slug}: sources.toml does not tie sentence {address} to it"
    for sentence in told.values():
        if not sentence.clauses and not sentence.no_rule:
            yield f"sentence {sentence.address}: neither a clause nor a reason"
        for slug in sentence.clauses:
            if slug not in known or sentence.address not in known[slug].sources:
                yield f"sentence {sentence.address}: the clause {slug} does not name it"
    named = {
        "a function is": implementations(),
        "tests are": tests_by_clause() or {},
        "vectors are": _vectors_by_clause(),
    }
    for what, slugs in named.items():
        yield from (f"{slug}: {what} named after it, but no clause" for slug in slugs if slug not in known)
