"""Walls: who may import whom, and that rules stay pure."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "rules" / "lexludi"
GAMES = [path.parent.name for path in sorted(ROOT.glob("*/forms.py"))]
CORE = sorted((ROOT / "core").glob("**/*.py"))


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    parts = ("lexludi", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    """The dotted names that a module imports, wherever in it: `a.b.c` for `from a.b import c`."""
    package = name_of(path) if path.name == "__init__.py" else name_of(path).rpartition(".")[0]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def game_modules(game: str) -> list[Path]:
    return sorted((ROOT / game).glob("**/*.py"))


def rule_modules(game: str) -> list[Path]:
    return [path for path in game_modules(game) if path.name != "forms.py"]


def test_there_is_something_to_guard() -> None:
    assert "druids" in GAMES
    assert len(CORE) > 8
    assert {path.name for path in rule_modules("druids")} >= {"cards.py", "tricks.py", "stacks.py", "scoring.py"}
    assert "lexludi.core.errors.BadRules" in set(imported(ROOT / "core" / "checks.py"))


@pytest.mark.parametrize("path", CORE, ids=name_of)
def test_core_imports_no_other_part_of_this_library(path: Path) -> None:
    strange = [name for name in imported(path) if within(name, "lexludi") and not within(name, "lexludi.core")]
    assert strange == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_itself_and_core_alone(game: str) -> None:
    for path in game_modules(game):
        strange = [
            name
            for name in imported(path)
            if within(name, "lexludi") and not within(name, "lexludi.core", f"lexludi.{game}")
        ]
        assert strange == [], path


@pytest.mark.parametrize("game", GAMES)
def test_rules_import_only_attrs_the_standard_library_core_and_themselves(game: str) -> None:
    for path in rule_modules(game):
        strange = [
            name
            for name in imported(path)
            if name.split(".")[0] not in sys.stdlib_module_names
            and not within(name, "attrs", "lexludi.core", f"lexludi.{game}")
        ]
        assert strange == [], path


def module_file(name: str) -> Path | None:
    """The file of the module that a dotted name is, or is a part of."""
    parts = name.split(".")[1:]
    while parts:
        base = ROOT.joinpath(*parts)
        for path in (base.with_suffix(".py"), base / "__init__.py"):
            if path.exists():
                return path
        parts.pop()
    return None


@pytest.mark.parametrize("game", GAMES)
def test_rules_need_attrs_alone_also_by_way_of_core(game: str) -> None:
    seen: set[Path] = set()
    waiting = rule_modules(game)
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        for name in imported(path):
            found = module_file(name) if within(name, "lexludi") else None
            if found is not None:
                waiting.append(found)
            else:
                assert within(name, "attrs") or name.split(".")[0] in sys.stdlib_module_names, (path, name)
    assert ROOT / "core" / "errors.py" in seen
    assert ROOT / "core" / "codec.py" not in seen


#: What a rule has no business with: files, the system, other processes, clocks and chance.
IMPURE = ("asyncio", "ctypes", "datetime", "io", "os", "pathlib", "secrets", "shutil", "socket", "subprocess")
CHANCE = ("logging", "random", "signal", "sys", "tempfile", "threading", "time", "uuid", "warnings")


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_pure_by_what_they_import(game: str) -> None:
    for path in rule_modules(game):
        strange = [name for name in imported(path) if within(name, *IMPURE, *CHANCE) and name != "random.Random"]
        assert strange == [], path


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_pure_by_what_they_call(game: str) -> None:
    forbidden = {"open", "print", "input", "exec", "eval", "compile", "__import__", "globals", "setattr", "delattr"}
    forbidden |= {"id", "hash", "vars", "breakpoint"}
    for path in rule_modules(game):
        for node in ast.walk(tree(path)):
            assert not isinstance(node, ast.Global | ast.Nonlocal | ast.AsyncFunctionDef), path
            if isinstance(node, ast.Name):
                assert node.id not in forbidden, (path, node.lineno)
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("__setattr__", "__dict__"), (path, node.lineno)


@pytest.mark.parametrize("game", GAMES)
def test_chance_comes_only_as_an_argument(game: str) -> None:
    """Nobody makes a random source: `Random` stands in annotations alone."""
    takers = set()
    for path in rule_modules(game):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call):
                assert ast.unparse(node.func).split(".")[-1] not in ("Random", "SystemRandom"), (path, node.lineno)
            if isinstance(node, ast.FunctionDef):
                kinds = {ast.unparse(arg.annotation) for arg in node.args.args if arg.annotation}
                takers |= {node.name} if "Random" in kinds else set()
    assert takers <= {"shuffled", "make_pile"}
    assert "shuffled" in takers


@pytest.mark.parametrize("game", GAMES)
def test_rules_set_no_attribute_and_no_item_of_what_they_are_given(game: str) -> None:
    """Assignments to attributes are in `__init__` alone; items are set in local lists and dicts alone."""
    for path in rule_modules(game):
        for function in (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef)):
            given = {arg.arg for arg in (*function.args.args, *function.args.kwonlyargs)}
            for node in ast.walk(function):
                targets: list[ast.expr] = []
                if isinstance(node, ast.Assign | ast.Delete):
                    targets = node.targets
                if isinstance(node, ast.AugAssign | ast.AnnAssign):
                    targets = [node.target]
                for target in targets:
                    if isinstance(target, ast.Attribute):
                        assert function.name == "__init__", (path, target.lineno)
                    if isinstance(target, ast.Subscript):
                        assert ast.unparse(target.value).split(".")[0] not in given, (path, target.lineno)


def test_a_game_works_without_what_only_programs_need() -> None:
    """The library imports nothing but attrs, cattrs and the standard library."""
    code = (
        "import sys\n"
        "for name in ('click', 'rich', 'jsonschema', 'hypothesis', 'pytest'):\n"
        "    sys.modules[name] = None\n"
        "import lexludi, random\n"
        "state = lexludi.druids.start(lexludi.druids.Rules(players=3))\n"
        "state = lexludi.druids.apply(state, lexludi.druids.shuffled(state, random.Random(1)))\n"
        "print(lexludi.to_json(lexludi.druids.legal_actions(state)[0])['type'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT.parent)},
    )
    assert (done.stdout, done.stderr) == ("lead_gaia\n", "")
