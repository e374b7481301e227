"""Reports: whatever a run comes to, its JSON has the form that the schema gives, and its vectors too."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import lexludi
from lexludi.cli import run
from lexludi.conformance import check
from lexludi.conformance.breaks import KINDS
from lexludi.conformance.report import Report, to_junit
from lexludi.conformance.targets import InProcess, TargetBroken
from lexludi.core.jsontext import dumps
from lexludi.core.spec import spec_folder

Json = dict[str, Any]
GAMES = sorted(lexludi.GAMES)
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@cache
def validator(name: str) -> Draft202012Validator:
    schemas = [json.loads(path.read_text(encoding="utf-8")) for path in (spec_folder() / "schema").iterdir()]
    registry: Registry[Any] = Registry().with_resources(
        (schema["$id"], Resource.from_contents(schema)) for schema in schemas
    )
    return Draft202012Validator({"$ref": f"lexludi:{name}"}, registry=registry)


def demand(report: Json, whole: bool = True) -> None:
    """The report has its form, tells of every clause, and its vectors have theirs, but for what must be refused."""
    validator("report").validate(report)
    assert not whole or len(report["clauses"]) == sum(
        clause.game == report["game"] for clause in lexludi.core.spec.clauses().values()
    )
    for one in report["breaks"]:
        if one["where"] != "new_game":
            kept = [step for step in one["vector"]["steps"] if one["kind"] == "changed" or "reject" not in step]
            if kept:
                validator("vector").validate({**one["vector"], "steps": kept})


class Doing(InProcess):
    """Our rules, with every reply changed by a function."""

    def __init__(self, change: Callable[[str, Json, Json], Json]) -> None:
        super().__init__()
        self.change = change

    def ask(self, op: str, **fields: Any) -> Json:
        return self.change(op, fields, super().ask(op, **fields))


def steps_of(change: Callable[[Json, Json], Json]) -> Callable[[str, Json, Json], Json]:
    """A change of the replies to `apply` alone."""
    return lambda op, asked, reply: change(asked, reply) if op == "apply" else reply


def dies(op: str, asked: Json, reply: Json) -> Json:
    """It dies of every end of a round."""
    if op == "apply" and reply.get("observation", {}).get("phase") in ("deal", "over"):
        raise TargetBroken("gone")
    return reply


def silent(op: str, asked: Json, reply: Json) -> Json:
    """It is never heard of again."""
    if op == "apply" and asked["seat"] is not None:
        raise TargetBroken(f"no reply to {op!r} within 1 s")
    return reply


def skips(op: str, asked: Json, reply: Json) -> Json:
    """It plays with three alone, and reports next to nothing."""
    if op == "hello":
        for entry in reply["games"].values():
            entry.update({"observes": ["hands"], "rejects_illegal": False, "legal_actions": False})
    if op == "new_game" and asked["rules"].get("players") != 3:
        return {"skipped": "only with three"}
    if "observation" in reply:
        reply["observation"] = {"hands": reply["observation"]["hands"]}
    return reply if op in ("hello", "new_game", "apply") else {"skipped": "not supported"}


def shows_too_much(op: str, asked: Json, reply: Json) -> Json:
    if op == "view":
        reply["view"]["hands"] = []
    return reply


def lists_nothing(op: str, asked: Json, reply: Json) -> Json:
    return {"actions": []} if op == "legal_actions" else reply


def forgets(op: str, asked: Json, reply: Json) -> Json:
    """It tells another state when it is asked again."""
    if op == "observe":
        reply["observation"]["round"] = 7
    return reply


PROGRAMS: dict[str, tuple[Callable[[str, Json, Json], Json], str]] = {
    "kept": (lambda op, asked, reply: reply, ""),
    "differs": (steps_of(lambda asked, reply: {**reply, "observation": {"to_act": "nobody"}}), "differs"),
    "accepted": (lambda op, asked, reply: {"ok": True} if reply.get("ok") is False else reply, "accepted"),
    "rejected": (steps_of(lambda asked, reply: reply if asked["seat"] is None else {"ok": False}), "rejected"),
    "code": (steps_of(lambda asked, reply: reply if reply["ok"] else {"ok": False, "code": "no"}), "code"),
    "changed": (forgets, "changed"),
    "view": (shows_too_much, "view"),
    "legal": (lists_nothing, "legal"),
    "broken": (dies, "broken"),
    "dead": (silent, "down"),
    "skipped": (skips, ""),
    "errors": (steps_of(lambda asked, reply: reply if asked["seat"] is None else {"error": "it broke"}), ""),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_kind_of_report_has_the_form(name: str, game: str) -> None:
    change, kind = PROGRAMS[name]
    report = check(Doing(change), game, games=4, shrink_seconds=0, known=[f"{game}/deal", f"{game}/players"])
    told = json.loads(dumps(report.to_json()))
    demand(told)
    assert {one["kind"] for one in told["breaks"]} >= ({kind} - {""})
    assert (told["dead"] is not None) is (name in ("dead", "broken"))
    assert bool(told["abandoned"]) or name not in ("skipped", "errors")


def test_every_kind_of_break_is_among_them() -> None:
    assert {kind for _, kind in PROGRAMS.values()} - {""} == set(KINDS)


@pytest.mark.parametrize("game", GAMES)
def test_a_broken_adapter_gets_a_report_too(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = ["--json", str(tmp_path / "report.json"), "--junit", str(tmp_path / "report.xml")]
    assert run(["conform", game, *files, "--", "cat"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    told = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    demand(told)
    assert told["conforms"] is False
    assert "does not speak" in told["dead"]
    assert 'errors="1"' in (tmp_path / "report.xml").read_text(encoding="utf-8")


def test_the_command_writes_it(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    words = ["conform", "druids", "--games", "4", "--shrink", "0.5", "--json", str(path), "--"]
    assert run([*words, sys.executable, str(EXAMPLES / "starter" / "adapter.py")]) == 0
    demand(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("key", Report.of_broken("druids", "x").to_json())
def test_the_schema_is_no_wider(key: str) -> None:
    report = Report.of_broken("druids", "x").to_json()
    assert validator("report").is_valid(report)
    assert not validator("report").is_valid({name: value for name, value in report.items() if name != key})
    assert not validator("report").is_valid({**report, key: -1.5})
    assert not validator("report").is_valid({**report, "more": 1})
    assert to_junit([Report.of_broken("druids", "x")])
