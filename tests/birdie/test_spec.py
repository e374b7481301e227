"""The specification, its sources, the code and the examples name each other, with nothing left over."""

import ast
import re
import tomllib
from pathlib import Path

from lexludi.core.clauses import implementations
from lexludi.core.violations import CODES

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "spec" / "birdie.md").read_text(encoding="utf-8")
SOURCES = tomllib.loads((ROOT / "spec" / "sources.toml").read_text(encoding="utf-8"))
CLAUSES = {part.split("\n", 1)[0]: part for part in TEXT.split("\n### ")[1:] if part.startswith("birdie/")}


def addresses(line: str) -> list[str]:
    """The sentences that a line "Sources" names: single ones and ranges within a paragraph."""
    found: list[str] = []
    for document, paragraph, first, last in re.findall(r"(\d{3}):(\d+)\.(\d+)(?:–\d+\.(\d+))?", line):
        found += [f"{document}:{paragraph}.{number}" for number in range(int(first), int(last or first) + 1)]
    return found


def test_every_clause_has_a_function_and_every_function_a_clause() -> None:
    implemented = {slug for slug in implementations() if slug.startswith("birdie/")}
    assert implemented == set(CLAUSES)


def test_every_function_names_its_clauses() -> None:
    for slug in CLAUSES:
        for function in implementations()[slug]:
            assert slug in (function.__doc__ or ""), (slug, function)


def test_every_clause_stands_in_the_module_of_its_chapter() -> None:
    for chapter in TEXT.split("\n## ")[1:]:
        slugs = re.findall(r"^### (birdie/\S+)$", chapter, re.MULTILINE)
        for slug in slugs:
            modules = {function.__module__ for function in implementations()[slug]}
            name = chapter.split("\n", 1)[0].lower()
            homes = {f"lexludi.birdie.{name}"} | ({"lexludi.birdie.actions"} if name == "game" else set())
            assert modules & homes, (slug, modules)


def test_every_clause_has_an_example() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    examples = {name.replace("_", "-") for name in re.findall(r"^def test_([a-z0-9_]+?)__", tests, re.MULTILINE)}
    assert examples == {slug.removeprefix("birdie/") for slug in CLAUSES}


def test_every_sentence_goes_where_the_clauses_say_that_they_come_from() -> None:
    cited: dict[str, list[str]] = {}
    for slug, body in CLAUSES.items():
        (line,) = re.findall(r"^\*Sources\.\* (.*)$", body, re.MULTILINE)
        for address in addresses(line):
            cited.setdefault(address, []).append(slug)
    listed = {key: entry["clauses"] for key, entry in SOURCES.items() if key.startswith("004:") and "clauses" in entry}
    assert listed == cited


def test_no_sentence_is_left_without_a_clause_or_a_reason() -> None:
    ours = {key: entry for key, entry in SOURCES.items() if key.startswith("004:")}
    assert len(ours) == 39
    assert all(("clauses" in entry) is not ("no_rule" in entry) for entry in ours.values())


def test_every_reason_code_of_birdie_has_an_example() -> None:
    codes = set(re.findall(r"`([a-z]+(?:-[a-z]+)*)`", " ".join(re.findall(r"\*Refusal\.\* (.*)", TEXT))))
    assert codes <= set(CODES)
    druids = {"must-lead-gaia", "must-follow-domain", "not-highest-stack", "no-such-stack"}
    assert codes == set(CODES) - druids
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert {code for code in codes - {"bad-rules"} if f'("{code}"' not in tests and f'"{code}"' not in tests} == set()


def test_examples_and_fields_are_complete() -> None:
    for slug, body in CLAUSES.items():
        assert "*Example.*" in body, slug
        assert "*Formally.*" in body, slug


def test_the_game_imports_attrs_and_core_alone() -> None:
    allowed = ("__future__", "attrs", "collections", "enum", "functools", "itertools", "random", "types", "typing")
    for path in (ROOT / "rules" / "lexludi" / "birdie").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                ours = name.startswith(("lexludi.core", "lexludi.birdie"))
                assert ours or name.split(".")[0] in allowed, (path.name, name)
                codec = name in ("lexludi.core.codec", "lexludi.core.files")
                assert not codec or path.name == "forms.py", (path.name, name)
