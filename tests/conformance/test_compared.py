"""What counts as compared: what both sides told, and nothing else; no program conforms by saying nothing."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import lexludi
from lexludi.cli import run
from lexludi.conformance import check
from lexludi.conformance.blame import view_clauses
from lexludi.conformance.repeat import repeat
from lexludi.conformance.report import Report, to_junit, verdict
from lexludi.conformance.targets import InProcess, TargetBroken
from lexludi.conformance.vectors import Skipped, Vector, replay, shipped_vectors
from lexludi.core.errors import BadInput

Json = dict[str, Any]
Change = Callable[[str, Json, Json], Json]
GAMES = sorted(lexludi.GAMES)

#: Claims all and refuses nothing; answers every new game and every action with `ok`, and no more.
SILENT = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    reply = {"id": asked["id"], "ok": True}
    if asked["op"] == "hello":
        games = %r
        reply = {"id": asked["id"], "games": games}
    if asked["op"] in ("legal_actions", "view", "observe"):
        reply = {"id": asked["id"], "skipped": "no"}
    if asked["op"] == "stop":
        break
    print(json.dumps(reply), flush=True)
"""


class Doing(InProcess):
    """Our rules, with every reply changed by a function."""

    def __init__(self, change: Change) -> None:
        super().__init__()
        self.change = change

    def ask(self, op: str, **fields: Any) -> Json:
        return self.change(op, fields, super().ask(op, **fields))


def held(change: Change, game: str, **more: Any) -> Report:
    return check(Doing(change), game, **{"games": 12, "shrink_seconds": 0, **more})


def kept(report: Report) -> set[str]:
    return {slug for slug, status in report.statuses().items() if status == "kept"}


def saying(reply: Json, **entry: Any) -> Change:
    """No observation, and no views: whatever is answered is this. What it says of itself is changed by `entry`."""

    def change(op: str, asked: Json, told: Json) -> Json:
        if op == "hello":
            for one in told["games"].values():
                one.update({"rejects_illegal": False, "legal_actions": False, **entry})
            return told
        return reply if op in ("new_game", "apply") else {"skipped": "no"}

    return change


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("observes", [True, False])
def test_one_that_tells_nothing_keeps_nothing_and_does_not_conform(observes: bool, game: str) -> None:
    entry: Json = {} if observes else {"observes": []}
    report = held(saying({"ok": True}, **entry), game)
    assert kept(report) == set()
    assert (report.steps, report.conforms, report.vectors[0]) == (0, False, 0)
    told = "no step could be compared: its replies hold no observation"
    assert verdict(report) == f"{game}: does not conform: {told}"
    assert told in to_junit([report])
    assert 'errors="1"' in to_junit([report])
    assert report.unreported == (tuple(lexludi.GAMES[game].OBSERVES) if observes else ())


def test_an_observation_without_keys_is_none() -> None:
    assert held(saying({"ok": True, "observation": {}}), "druids", vectors=False).steps == 0


def test_the_reason_is_told_where_all_games_were_broken_off() -> None:
    report = held(skips_actions, "druids")
    assert report.nothing_compared == "no step could be compared: apply: skipped: no"


def skips_actions(op: str, asked: Json, told: Json) -> Json:
    return {"skipped": "no"} if op == "apply" else told


@pytest.mark.parametrize("game", GAMES)
def test_a_key_that_is_left_out_always_is_told_and_its_clauses_are_not_kept(game: str) -> None:
    def without(op: str, asked: Json, told: Json) -> Json:
        told.get("observation", {}).pop("winners", None)
        return told

    report = held(without, game)
    assert report.conforms
    assert report.unreported == ("winners",)
    assert report.to_json()["unreported"] == ["winners"]
    slug = {"druids": "druids/winners", "birdie": "birdie/winner"}[game]
    assert report.statuses()[slug] == "not exercised"
    assert held(lambda op, asked, told: told, game).unreported == ()


def test_a_key_that_is_left_out_just_when_it_matters() -> None:
    """It is reported, but nothing of the clause was compared."""

    def without(op: str, asked: Json, told: Json) -> Json:
        if told.get("observation", {}).get("winners") is not None:
            del told["observation"]["winners"]
        return told

    report = held(without, "druids")
    assert report.unreported == ()
    assert report.statuses()["druids/winners"] == "not exercised"


def test_a_key_that_is_left_out_now_and_then_is_no_matter() -> None:
    number = 0

    def sometimes(op: str, asked: Json, told: Json) -> Json:
        nonlocal number
        number += 1
        if number % 2:
            told.get("observation", {}).pop("winners", None)
        return told

    report = held(sometimes, "druids", games=24)
    assert report.conforms
    assert report.unreported == ()
    assert report.statuses()["druids/winners"] == "kept"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("view", [{}, {"eyes": 2}, None, []])
def test_views_that_show_nothing_keep_nothing(view: Any, game: str) -> None:
    report = held(lambda op, asked, told: {"view": view} if op == "view" else told, game)
    assert report.conforms
    assert not kept(report) & set(view_clauses(lexludi.GAMES[game]))


def test_a_view_is_held_to_what_it_shows() -> None:
    def seat_alone(op: str, asked: Json, told: Json) -> Json:
        return {"view": {"seat": told["view"]["seat"]}} if op == "view" else told

    def hand_alone(op: str, asked: Json, told: Json) -> Json:
        return {"view": {"hand": told["view"]["hand"]}} if op == "view" else told

    clauses = set(view_clauses(lexludi.GAMES["druids"]))
    assert kept(held(seat_alone, "druids")) & clauses == set()
    assert kept(held(hand_alone, "druids")) & clauses == {"druids/hidden-hands"}


@pytest.mark.parametrize("game", GAMES)
def test_lists_that_are_never_told_are_not_kept(game: str) -> None:
    report = held(lambda op, asked, told: {"skipped": "not now"} if op == "legal_actions" else told, game)
    assert report.conforms
    assert report.statuses()[f"{game}/legal-actions"] == "not exercised"


def test_what_is_told_beside_the_observation_is_compared_too() -> None:
    def lists(op: str, asked: Json, told: Json) -> Json:
        told.pop("observation", None)
        return {"skipped": "no"} if op in ("view", "observe") else told

    def change(op: str, asked: Json, told: Json) -> Json:
        if op == "hello":
            told["games"]["druids"].update({"observes": [], "rejects_illegal": False})
        return lists(op, asked, told)

    report = held(change, "druids")
    assert kept(report) == {"druids/legal-actions"}
    assert report.conforms
    assert report.steps > 0


# --- errors ------------------------------------------------------------------------------------------


def test_an_error_in_answer_to_what_must_be_refused_is_no_refusal() -> None:
    def errors(op: str, asked: Json, told: Json) -> Json:
        return {"error": "what?"} if told.get("ok") is False else told

    report = held(errors, "druids")
    assert report.abandoned["apply: error: what?"] > 5
    assert report.abandoned["new_game: error: what?"] > 5
    for slug in ("refusal-order", "well-formed", "phases", "follow-domain", "hold-card", "game-over", "pile"):
        assert report.statuses()[f"druids/{slug}"] == "not exercised"
    rejecting = [vector for vector in shipped_vectors("druids") if any("reject" in step for step in vector.steps)]
    for vector in rejecting:
        with pytest.raises(Skipped, match="what"):
            list(replay(vector, Doing(errors)))


def test_a_skipped_choice_that_must_be_refused_is_no_refusal_either() -> None:
    def skips(op: str, asked: Json, told: Json) -> Json:
        kind = asked["action"].get("type") if op == "apply" and isinstance(asked["action"], dict) else None
        return {"skipped": "settled alone"} if kind in ("sickle", "mistletoe") else told

    report = held(skips, "druids")
    assert report.conforms
    assert not any("settled" in why for why in report.abandoned)


# --- vectors -----------------------------------------------------------------------------------------


def first(expecting: str) -> Vector:
    return next(one for one in shipped_vectors("druids") if any(expecting in step for step in one.steps))


def test_a_vector_of_which_nothing_was_compared_is_not_kept() -> None:
    target = Doing(saying({"ok": True}))
    for vector in shipped_vectors("druids"):
        if all("reject" not in step for step in vector.steps):
            with pytest.raises(Skipped, match="nothing that it expects"):
                list(replay(vector, target))
    views = first("views")
    assert list(replay(views, InProcess())) == []


@pytest.mark.parametrize("game", GAMES)
def test_one_vector_put_to_a_program_that_tells_nothing(game: str) -> None:
    for vector in shipped_vectors(game):
        with pytest.raises(BadInput, match="nothing of it was compared"):
            repeat(vector, Doing(saying({"ok": True})))


def test_rules_that_are_not_answered_are_no_refusal() -> None:
    data = json.loads(first("expect").text)
    data["rules"] = {"players": 99}
    vector = Vector("x", ("druids/small-worlds",), "x", "druids", json.dumps(data))
    assert repeat(vector, InProcess()) == []
    with pytest.raises(BadInput, match="out of order"):
        repeat(vector, Doing(lambda op, asked, told: {"error": "out of order"} if op == "new_game" else told))


# --- at the command line -----------------------------------------------------------------------------


@pytest.fixture
def silent(tmp_path: Path) -> list[str]:
    entry = {"rejects_illegal": False, "legal_actions": True}
    games = {
        name: {"players": list(game.PLAYERS), "observes": list(game.OBSERVES), **entry}
        for name, game in lexludi.GAMES.items()
    }
    path = tmp_path / "silent.py"
    path.write_text(SILENT % games, encoding="utf-8")
    return [sys.executable, str(path)]


def test_the_command_says_so_in_one_line(silent: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "report.json"
    assert run(["conform", "druids", "--games", "4", "--json", str(path), "--", *silent]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines()[-1] == ("lexludi: COMMAND: no step could be compared: its replies hold no observation")
    report = json.loads(path.read_text(encoding="utf-8"))
    assert report["conforms"] is False
    assert report["unreported"] == [*lexludi.GAMES["druids"].OBSERVES, "legal_actions"]
    assert run(["vectors", "--check", "--", *silent]) == 2
    assert "vectors skipped" in capsys.readouterr().err


def test_lists_that_are_claimed_and_never_told_are_told_of() -> None:
    def change(op: str, asked: Json, reply: Json) -> Json:
        return {"skipped": "not now"} if op == "legal_actions" else reply

    report = check(Doing(change), "birdie", games=4, shrink_seconds=0)
    assert report.conforms
    assert report.unreported == ("legal_actions",)
    assert check(Doing(lambda op, asked, reply: reply), "birdie", games=4, shrink_seconds=0).unreported == ()


def test_the_command_tells_what_was_never_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(__file__).resolve().parents[2] / "examples" / "python"
    path = tmp_path / "terse.py"
    path.write_text(
        "import json, sys\n"
        f"sys.path.insert(0, {str(folder)!r})\n"
        "from adapter import Adapter\n"
        "adapter = Adapter()\n"
        "for line in sys.stdin.buffer:\n"
        "    reply = adapter.answer(line)\n"
        "    if reply is None: break\n"
        "    reply.get('observation', {}).pop('winners', None)\n"
        "    print(json.dumps(reply), flush=True)\n",
        encoding="utf-8",
    )
    assert run(["conform", "birdie", "--games", "4", "--", sys.executable, str(path)]) == 0
    assert "claimed but never reported: winners" in capsys.readouterr().out.splitlines()


# --- known failures ----------------------------------------------------------------------------------


def test_a_list_of_known_failures_may_serve_both_games() -> None:
    known = ["birdie/pass", "druids/winners"]
    report = check(InProcess(), "druids", games=4, shrink_seconds=0, known=["birdie/pass"])
    assert report.conforms
    assert report.unexpectedly_kept == ()
    for game, kept in (("druids", "druids/winners"), ("birdie", "birdie/pass")):
        assert check(InProcess(), game, games=4, shrink_seconds=0, known=known).unexpectedly_kept == (kept,)


def test_a_known_failure_of_which_nothing_was_seen_is_not_kept() -> None:
    def without(op: str, asked: Json, told: Json) -> Json:
        told.get("observation", {}).pop("winners", None)
        return {"skipped": "no"} if op == "view" else told

    known = ["druids/winners", "druids/hidden-hands"]  # not exercised, and skipped
    report = held(without, "druids", known=known)
    assert {report.statuses()[slug] for slug in known} == {"not exercised", "skipped"}
    assert report.conforms
    assert report.unexpectedly_kept == ()


# --- breakdowns --------------------------------------------------------------------------------------


class Dying(InProcess):
    """Our rules in a program that dies now and then, of nothing in the game, and of a sickle always."""

    def __init__(self, sickle: bool) -> None:
        super().__init__()
        self.sickle, self.number = sickle, 0

    def ask(self, op: str, **fields: Any) -> Json:
        self.number += 1
        if op == "apply" and self.number > 200 and self.number % 97 == 0:
            raise TargetBroken(f"reply to {op!r}: id {self.number + 1}, expected {self.number}")
        if self.sickle and op == "apply" and str(fields["action"]).startswith("{'type': 'sickle'"):
            raise TargetBroken("saying 'KeyError: sickle'")
        return super().ask(op, **fields)


def test_a_breakdown_of_nothing_in_the_game_is_told_once() -> None:
    report = check(Dying(sickle=False), "druids", games=12, shrink_seconds=0)
    assert [one.kind for one in report.breaks] == ["down"]
    assert "id " in report.breaks[0].got
    assert report.breaks[0].steps
    assert not report.conforms
    assert len(kept(report)) > 45
    assert "broken" not in report.statuses().values()
    assert verdict(report).startswith("druids: does not conform: it broke down, and the run ended early: ")
    suite = ElementTree.fromstring(to_junit([report]))[0]
    assert (suite.get("failures"), suite.get("errors")) == ("0", "1")
    assert "it broke down" in suite.findtext("system-err", "")
    excused = check(Dying(sickle=False), "druids", games=12, shrink_seconds=0, known=[report.breaks[0].clause])
    assert "it broke down" in verdict(excused)


def test_a_breakdown_of_one_clause_is_blamed_on_it_beside_that() -> None:
    report = check(Dying(sickle=True), "druids", games=12, shrink_seconds=0)
    assert "druids/sickle-tie" in {one.clause for one in report.breaks if "sickle" in one.got and one.kind == "broken"}
    assert sum("id " in one.got for one in report.breaks) <= 1
