"""Mutants: every small change of one rule module, and which of them nothing notices.

`python -m properties.mutants druids/stacks` makes the mutants of `rules/lexludi/druids/stacks.py`, puts
each in a copy of the library, and runs the battery on it; the tests, and last the type checker, look at
what it left alive. It prints the scores (killed mutants of all, none left out) and the survivors as diffs.

A mutant is one change of the syntax tree: a comparison, a boolean or an arithmetic operator, a number,
a condition, an argument, a default, a returned value, a statement left out. Docstrings, annotations,
decorators, `__all__` and the words of messages are no rules and are left alone. What was decided about
a mutant is kept in a file, by what the module, the battery and the tests were, so the run can be ended
and taken up again.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import hashlib
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import attrs

from properties.copies import RULES, Stuck, copy_library, run_battery, run_python

__all__ = ["Mutant", "main", "mutants"]

_ROOT = Path(__file__).parents[1]
#: A battery or a run of the tests that takes more seconds of processor time is stuck, and its mutant is killed.
_LIMIT = 90


@attrs.frozen
class Mutant:
    """One change of a module."""

    #: The line of the module that is changed.
    line: int
    #: What kind of change it is.
    kind: str
    #: The whole module with the change.
    source: str
    #: The change as a diff, without context.
    diff: str

    @property
    def key(self) -> str:
        """What it is kept by."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:16]


_SWAPS: dict[type, tuple[type, ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}

#: A change: what kind it is, and what it does to the node, in place.
_Change = tuple[str, Callable[[Any], None]]


def _changes(node: ast.AST) -> Iterator[_Change]:
    """The changes of one node."""
    match node:
        case ast.Compare(ops=[op]):
            for swap in _SWAPS.get(type(op), ()):
                yield f"{type(op).__name__} → {swap.__name__}", partial(_set_item, "ops", 0, swap())
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op):
            for swap in _SWAPS.get(type(op), ()):
                yield f"{type(op).__name__} → {swap.__name__}", partial(_set, "op", swap())
        case ast.UnaryOp(op=ast.Not()):
            yield "not left out", lambda n: _become(n, n.operand)
        case ast.UnaryOp(op=ast.USub()):
            yield "minus left out", lambda n: _become(n, n.operand)
        case ast.Constant(value=bool() as value):
            yield f"{value} → {not value}", lambda n: setattr(n, "value", not n.value)
        case ast.Constant(value=int()):
            yield "number + 1", lambda n: setattr(n, "value", n.value + 1)
            yield "number − 1", lambda n: setattr(n, "value", n.value - 1)
        case ast.IfExp():
            yield "condition turned", lambda n: setattr(n, "test", ast.UnaryOp(ast.Not(), n.test))
        case ast.If() | ast.While():
            yield "condition turned", lambda n: setattr(n, "test", ast.UnaryOp(ast.Not(), n.test))
        case ast.comprehension(ifs=[_]):
            yield "condition left out", lambda n: n.ifs.clear()
            yield "condition turned", lambda n: n.ifs.__setitem__(0, ast.UnaryOp(ast.Not(), n.ifs[0]))
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield "returns None", lambda n: setattr(n, "value", ast.Constant(None))
        case ast.Slice():
            if node.lower is not None:
                yield "slice from the start", lambda n: setattr(n, "lower", None)
            if node.upper is not None:
                yield "slice to the end", lambda n: setattr(n, "upper", None)
            if node.step is not None:
                yield "slice without a step", lambda n: setattr(n, "step", None)
        case ast.Tuple(ctx=ast.Load(), elts=[_, _, *_]) | ast.Tuple(ctx=ast.Load(), elts=[ast.Starred()]):
            for at in range(len(node.elts)):
                yield f"item {at} left out", partial(_leave_out, "elts", at)
        case ast.Call():
            yield from _call_changes(node)
    yield from _statement_changes(node)


def _call_changes(node: ast.Call) -> Iterator[_Change]:
    """Neighbouring arguments exchanged, an argument None, a call of one argument left out."""
    for at in range(len(node.args) - 1):
        if ast.dump(node.args[at]) != ast.dump(node.args[at + 1]):
            yield f"arguments {at} and {at + 1} exchanged", partial(_exchange, at)
    for at, argument in enumerate(node.args):
        if not _is_none(argument) and not isinstance(argument, ast.Starred):
            yield f"argument {at} None", partial(_set_item, "args", at, ast.Constant(None))
    if len(node.args) == 1 and not node.keywords and isinstance(node.func, ast.Name):
        yield "call left out", lambda n: _become(n, n.args[0])
    for at, keyword in enumerate(node.keywords):
        if keyword.arg is not None:
            yield f"{keyword.arg} left out", partial(_leave_out, "keywords", at)
    match node.func:
        case ast.Name(id="min"):
            yield "min → max", lambda n: setattr(n.func, "id", "max")
        case ast.Name(id="max"):
            yield "max → min", lambda n: setattr(n.func, "id", "min")
        case ast.Name(id="all"):
            yield "all → any", lambda n: setattr(n.func, "id", "any")
        case ast.Name(id="any"):
            yield "any → all", lambda n: setattr(n.func, "id", "all")


def _statement_changes(node: ast.AST) -> Iterator[_Change]:
    """Statements of a block left out, one at a time."""
    for name in ("body", "orelse"):
        block = getattr(node, name, None)
        if not isinstance(block, list) or isinstance(node, ast.Module | ast.ClassDef):
            continue
        for at, statement in enumerate(block):
            if isinstance(statement, ast.Assert | ast.Pass) or _is_docstring(statement):
                continue
            yield f"{type(statement).__name__} left out", partial(_set_item, name, at, ast.Pass())


def _set(field: str, value: Any, node: Any) -> None:
    setattr(node, field, value)


def _set_item(field: str, at: int, value: Any, node: Any) -> None:
    getattr(node, field)[at] = value


def _leave_out(field: str, at: int, node: Any) -> None:
    del getattr(node, field)[at]


def _exchange(at: int, node: Any) -> None:
    node.args[at], node.args[at + 1] = node.args[at + 1], node.args[at]


def _become(node: ast.AST, other: ast.AST) -> None:
    """Turn a node into another one, in place."""
    node.__class__ = other.__class__
    node.__dict__.clear()
    node.__dict__.update(other.__dict__)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _places(tree: ast.Module) -> list[ast.AST]:
    """The nodes that may be changed, always in the same order."""
    found: list[ast.AST] = []

    def visit(node: ast.AST) -> None:
        found.append(node)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not isinstance(child, ast.Assert):
                    visit(child)

    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            visit(statement)
        elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if ast.unparse(targets[0]) != "__all__":
                visit(statement.value)
    return found


def mutants(source: str) -> list[Mutant]:
    r"""All mutants of a module, in the order of its text; two that come to the same are one.

    >>> [mutant.kind for mutant in mutants("def more(n: int) -> int:\n    return n + 1\n")]
    ['Return left out', 'returns None', 'Add → Sub', 'number + 1', 'number − 1']
    """
    tree = ast.parse(source)
    plain = ast.unparse(tree)
    found: dict[str, Mutant] = {}
    for place, node in enumerate(_places(tree)):
        for number, (kind, _) in enumerate(list(_changes(node))):
            changed = copy.deepcopy(tree)
            target = _places(changed)[place]
            _, change = list(_changes(target))[number]
            change(target)
            text = ast.unparse(ast.fix_missing_locations(changed))
            if text != plain and text not in found:
                found[text] = Mutant(getattr(node, "lineno", 0), kind, text, _diff(plain, text))
    return list(found.values())


def _diff(plain: str, text: str) -> str:
    lines = difflib.unified_diff(plain.splitlines(), text.splitlines(), lineterm="", n=0)
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


# --- the run --------------------------------------------------------------------------------------


def _by_battery(folder: Path) -> str | None:
    """What the battery kills the mutant with; None if it lives."""
    found = run_battery(folder, machines=10, seconds=_LIMIT)
    return next((f"{stage}: {first[0]}" for stage, first in found.items() if first is not None), None)


def _by_tests(module: str, folder: Path) -> str | None:
    """What the tests and doctests of its package kill the mutant with; None if it lives."""
    package = module.split("/", maxsplit=1)[0]
    try:
        done = run_python(
            folder,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            f"tests/{package}",
            f"rules/lexludi/{package}",
            seconds=_LIMIT,
        )
    except Stuck:
        return "tests: stuck"
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return None if done.returncode == 0 else f"tests: {(failed or done.stdout.splitlines() or ['no output'])[0]}"


def _by_types(module: str, folder: Path) -> str | None:
    """What the type checker kills the mutant with; None if it lives."""
    done = run_python(folder, "-m", "mypy", f"rules/lexludi/{module}.py", seconds=10 * _LIMIT)
    return None if done.returncode == 0 else f"types: {(done.stdout.splitlines() or ['no output'])[0]}"


def _tests_copied(folder: Path) -> None:
    """The tests, beside the copy of the library."""
    import shutil  # noqa: PLC0415

    for name in ("tests", "docs"):
        shutil.copytree(_ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "Makefile"):
        shutil.copy(_ROOT / name, folder / name)


def _code(module: str) -> str:
    """A hash of all that decides about the mutants of a module, but for the module itself."""
    digest = hashlib.sha256()
    for folder in (RULES, _ROOT / "properties", _ROOT / "tests"):
        for path in sorted(folder.rglob("*.py")):
            if path != RULES / f"{module}.py":
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m properties.mutants", description="Mutation test of a rule module.")
    parser.add_argument("module", help="the module within the package, e.g. druids/stacks")
    parser.add_argument("--no-tests", action="store_true", help="put the survivors to no tests and types")
    parser.add_argument("--kept", type=Path, default=None, help="file of what is decided (default: out/mutants-….json)")
    parser.add_argument("--reuse", action="store_true", help="believe what was decided by other properties and tests")
    arguments = parser.parse_args()
    path = RULES / f"{arguments.module}.py"
    if not path.is_file():
        sys.stderr.write(f"{arguments.module}: no module of the package\n")
        return 2
    kept = _Kept(arguments.kept or _ROOT / "out" / f"mutants-{arguments.module.replace('/', '-')}.json")
    made = mutants(path.read_text(encoding="utf-8"))
    code = "" if arguments.reuse else _code(arguments.module)
    with tempfile.TemporaryDirectory(prefix="lexludi-mutants-") as name:
        folder = Path(name)
        target = copy_library(folder) / f"{arguments.module}.py"
        _tests_copied(folder)
        plain = ast.unparse(ast.parse(path.read_text(encoding="utf-8")))
        stages: list[tuple[str, Callable[[Path], str | None]]] = [("properties", _by_battery)]
        if not arguments.no_tests:
            stages += [("tests", partial(_by_tests, arguments.module)), ("types", partial(_by_types, arguments.module))]
        living = made
        killed: dict[str, int] = {}
        for stage, kill in stages:
            target.write_text(plain, encoding="utf-8")
            if kept.decide(f"{stage}/{code}/plain/{hashlib.sha256(plain.encode()).hexdigest()}", lambda: kill(folder)):  # noqa: B023
                sys.stderr.write(f"the {stage} fail without any change: {kill(folder)}\n")
                return 2
            survivors = []
            for number, mutant in enumerate(living, start=1):
                target.write_text(mutant.source, encoding="utf-8")
                by = kept.decide(f"{stage}/{code}/{mutant.key}", lambda: kill(folder))  # noqa: B023
                survivors += [mutant] if by is None else []
                _progress(stage, number, len(living), len(survivors))
            living = survivors
            killed[stage] = len(made) - len(living)
        crashed = sum(_is_crash(kept.decided.get(f"properties/{code}/{mutant.key}")) for mutant in made)
    for mutant in living:
        sys.stdout.write(f"survivor, line {mutant.line}: {mutant.kind}\n{mutant.diff}\n\n")
    sys.stdout.write(f"{arguments.module}: {len(made)} mutants\n")
    for stage, number in killed.items():
        with_what = {"properties": "properties alone", "tests": "and the tests", "types": "and the types"}[stage]
        sys.stdout.write(f"raw score, {with_what}: {number} of {len(made)} killed ({number / len(made):.1%})\n")
    sys.stdout.write(f"{crashed} of them do not even run through one game: any program that plays kills them\n")
    return 0


def _is_crash(by: str | None) -> bool:
    """Whether a mutant was killed by an exception, and not by a property that failed."""
    return by is not None and re.match(r"\w+: (\w+Error|\w+Exception|StopIteration)\b", by) is not None


@attrs.define
class _Kept:
    """What has been decided, in a file."""

    path: Path
    decided: dict[str, str | None] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.decided = json.loads(self.path.read_text(encoding="utf-8")) if self.path.is_file() else {}

    def decide(self, key: str, kill: Callable[[], str | None]) -> str | None:
        """What was decided for a key, or what is decided now."""
        if key not in self.decided:
            self.decided[key] = kill()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            unfinished = self.path.with_suffix(".unfinished")
            unfinished.write_text(json.dumps(self.decided), encoding="utf-8")
            unfinished.replace(self.path)
        return self.decided[key]


def _progress(stage: str, number: int, of: int, survived: int) -> None:
    sys.stderr.write(f"\r{stage}: {number}/{of}, {survived} alive ")
    if number == of:
        sys.stderr.write("\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
