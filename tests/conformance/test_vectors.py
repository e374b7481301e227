"""The shipped vectors: our own rules keep them, and the checker notices when a program does not."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from lexludi.cli import run
from lexludi.conformance.breaks import Declared
from lexludi.conformance.pipes import Process
from lexludi.conformance.regenerate import changes, regenerated
from lexludi.conformance.shipped import info
from lexludi.conformance.targets import InProcess, TargetBroken
from lexludi.conformance.vectors import Skipped, Vector, load_vector, replay, shipped_vectors
from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import BadInput
from lexludi.core.game import game_named
from lexludi.core.spec import clauses

VECTORS = list(shipped_vectors())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_our_rules_keep_it(vector: Vector) -> None:
    assert list(replay(vector, InProcess())) == []


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_it_is_stamped_and_names_clauses_of_its_game(vector: Vector) -> None:
    assert vector.info == info(json.loads(vector.text)), "run: lexludi vectors --regenerate spec/vectors"
    assert vector.clauses
    assert set(vector.clauses) <= set(clauses())
    assert vector.id.startswith(vector.game)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_it_is_what_its_scenario_gives(vector: Vector) -> None:
    """Byte for byte: every expectation comes from the rules, and none is typed by hand."""
    assert regenerated(vector.text) == vector.text, "run: lexludi vectors --regenerate spec/vectors"
    assert list(changes(vector.text, regenerated(draft(vector.text)))) == []


def draft(text: str) -> str:
    """A vector as somebody describes it who has not asked the rules."""
    data = json.loads(text)
    data["_info"] = {"spec": "0.0.0", "sha256": ""}
    for step in data["steps"]:
        if "reject" in step:
            step["reject"] = ""
        if "expect" in step:
            step["expect"] = list(step["expect"])
        if "views" in step:
            step["views"] = {seat: list(keys) for seat, keys in step["views"].items()}
    return json.dumps(data)


def changed_step(change: dict[str, Any], *without: str) -> str:
    """A vector's text with some keys of its first step with an `expect`, and without others."""
    data = json.loads(VECTORS[0].text)
    step = next(step for step in data["steps"] if "expect" in step)
    step.update(change)
    for key in without:
        del step[key]
    return json.dumps(data)


def test_a_value_that_changes_is_told() -> None:
    text = changed_step({"expect": {"to_act": 9, "round": 1}})
    told = list(changes(text, regenerated(text)))
    assert len(told) == 2
    assert '"to_act":9' in told[0]
    assert "_info" in told[1]


@pytest.mark.parametrize(
    ("change", "without", "told"),
    [
        ({"reject": "malformed"}, ("expect",), "an action that the rules refuse"),
        ({"action": {"type": "sing"}}, (), "an action that the rules take"),
        ({"expect": {"weather": 1}}, (), "expect: 'weather'"),
        ({"views": {"0": {"weather": 1}}}, (), "views.'0': 'weather'"),
        ({"views": {"9": {"hand": []}}}, (), "seat"),
        ({"views": {"x": {"hand": []}}}, (), "a seat, as a string"),
        ({"views": []}, (), "an object of seats"),
        ({"expect": 7}, (), "expected keys"),
    ],
)
def test_what_is_no_scenario_is_refused(change: dict[str, Any], without: tuple[str, ...], told: str) -> None:
    with pytest.raises(BadInput) as caught:
        regenerated(changed_step(change, *without))
    assert told in str(caught.value)


def test_vectors_are_written_anew_by_a_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for vector in VECTORS[:3]:
        (tmp_path / f"{vector.id}.json").write_text(vector.text, encoding="utf-8")
    (tmp_path / f"{VECTORS[0].id}.json").write_text(draft(VECTORS[0].text), encoding="utf-8")
    assert run(["vectors", "--regenerate", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[-1] == "3 vectors: 1 written anew"
    assert VECTORS[0].id in out
    assert VECTORS[1].id not in out
    for vector in VECTORS[:3]:
        assert (tmp_path / f"{vector.id}.json").read_text(encoding="utf-8") == vector.text
    for words in (["--regenerate", str(tmp_path / "none")], ["--regenerate", str(tmp_path), "--check"]):
        assert run(["vectors", *words]) == 2


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_it_looks_at_something(vector: Vector) -> None:
    assert any(step.get("expect") or step.get("views") or step.get("reject") for step in vector.steps)


def test_there_are_enough_and_their_ids_differ() -> None:
    assert len(VECTORS) >= 25
    assert len({vector.id for vector in VECTORS}) == len(VECTORS)


@pytest.mark.parametrize("game", sorted({vector.game for vector in VECTORS}))
def test_every_reason_code_of_the_game_is_shown(game: str) -> None:
    told = {code for clause in clauses().values() if clause.game == game for code in clause.refusals}
    shown = {step["reject"] for vector in VECTORS if vector.game == game for step in vector.steps if "reject" in step}
    assert shown == told - {"bad-rules"}


class Lying(InProcess):
    """Our rules, but one key of every answer is wrong."""

    def __init__(self, key: str, value: Any) -> None:
        super().__init__()
        self.key, self.value = key, value

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        reply = super().ask(op, **fields)
        for part in (reply, reply.get("observation", {}), reply.get("view", {})):
            if self.key in part:
                part[self.key] = self.value
        return reply


@pytest.mark.parametrize(
    ("key", "value"),
    [("ok", True), ("code", "malformed"), ("to_act", 17), ("hands", []), ("tops", [{}, {}, {}]), ("aside", 99)],
)
def test_a_program_that_lies_is_found(key: str, value: Any) -> None:
    found = [difference for vector in VECTORS for difference in replay(vector, Lying(key, value))]
    assert any(key in difference.where for difference in found)


def test_one_is_not_true() -> None:
    vector = next(vector for vector in VECTORS if any("round" in step.get("expect", {}) for step in vector.steps))
    assert [found.where for found in replay(vector, Lying("round", True))].count("round") > 0


def test_a_code_that_is_not_sent_and_a_key_that_is_left_out_are_not_compared() -> None:
    class Terse(InProcess):
        def ask(self, op: str, **fields: Any) -> dict[str, Any]:
            reply = super().ask(op, **fields)
            reply.pop("code", None)
            reply.get("observation", {}).pop("displays", None)
            return {"id": 0, "skipped": "no views"} if op == "view" else reply

    assert [found for vector in VECTORS for found in replay(vector, Terse())] == []


def test_what_is_skipped_is_told() -> None:
    class Small(InProcess):
        def ask(self, op: str, **fields: Any) -> dict[str, Any]:
            return {"id": 0, "skipped": "only at full size"}

    with pytest.raises(Skipped, match="only at full size"):
        list(replay(VECTORS[0], Small()))


class Asked(InProcess):
    """Our rules, and what they were asked; they leave some things to others."""

    def __init__(self, *skipped: str) -> None:
        super().__init__()
        self.asked: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
        self.skipped = skipped

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        reply = super().ask(op, **fields)
        self.asked.append((op, fields, reply))
        kind = fields["action"].get("type") if isinstance(fields.get("action"), dict) else None
        return {"skipped": "settled alone"} if kind in self.skipped else reply


@pytest.mark.parametrize("game", sorted({vector.game for vector in VECTORS}))
def test_a_deal_tells_what_it_gives(game: str) -> None:
    """So that a program that knows no dealer can follow it, in the vectors as in games."""
    target = Asked()
    assert [found for vector in VECTORS if vector.game == game for found in replay(vector, target)] == []
    deals = 0
    for op, fields, reply in target.asked:
        if op == "apply" and reply["ok"] and fields["action"]["type"] == "deal":
            deals += 1
            rounds = fields["hands"] if fields["hands"][0] and isinstance(fields["hands"][0][0], list) else None
            assert (rounds[0] if rounds else fields["hands"]) == reply["observation"]["hands"]
            if game == "birdie":
                display = fields["display"][0] if rounds else fields["display"]
                assert display == reply["observation"]["display"]
        else:
            assert not fields.keys() & {"hands", "display"}
    assert deals > 10


def test_a_program_that_refuses_nothing_is_sent_nothing_to_refuse() -> None:
    for vector in VECTORS:
        target = Asked()
        players = game_named(vector.game).PLAYERS
        assert list(replay(vector, target, Declared(players=players, rejects_illegal=False))) == []
        asked = [fields["action"] for op, fields, _ in target.asked if op == "apply"]
        assert asked == [step["action"] for step in vector.steps if "reject" not in step]


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        (Declared(players=(2, 3, 4, 5), deals_itself=True), "shuffles by itself"),
        (Declared(players=(7,)), "does not play with"),
    ],
)
def test_what_a_program_says_it_cannot_do_is_not_asked(declared: Declared, told: str) -> None:
    target = Asked()
    with pytest.raises(Skipped, match=told):
        list(replay(VECTORS[0], target, declared))
    assert target.asked == []


def test_a_choice_that_a_program_settles_by_itself_counts_as_done() -> None:
    """As in games: a sickle, a mistletoe, an edit. Anything else that is skipped ends the vector."""
    vectors = [vector for vector in VECTORS if any(step["action"]["type"] == "sickle" for step in accepted(vector))]
    assert vectors
    for vector in vectors:
        assert list(replay(vector, Asked("sickle"))) == []
        with pytest.raises(Skipped, match="settled alone"):
            list(replay(vector, Asked("play")))


def accepted(vector: Vector) -> list[dict[str, Any]]:
    return [step for step in vector.steps if "reject" not in step]


def test_the_adapter_to_start_from_keeps_them_as_far_as_it_goes(capsys: pytest.CaptureFixture[str]) -> None:
    """It knows one game, no dealer, and refuses nothing."""
    starter = Path(__file__).resolve().parents[2] / "examples" / "starter" / "adapter.py"
    assert run(["vectors", "--check", "--", sys.executable, str(starter)]) == 0
    out = capsys.readouterr().out
    assert "birdie-sets: skipped: it does not play birdie" in out
    assert " 0 broken" in out.splitlines()[-1]
    assert int(out.splitlines()[-1].split(": ")[1].split()[0]) > 20


def test_the_server_keeps_them_over_a_pipe() -> None:
    target = Process([sys.executable, "-m", "lexludi", "serve"])
    try:
        assert [found for vector in VECTORS for found in replay(vector, target)] == []
    finally:
        target.close()


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("pass", "ended"),
        ("import time; time.sleep(9)", "no reply"),
        ("print('garbage', flush=True); input()", "valid JSON"),
        ('print(\'{"id": 99, "ok": true}\', flush=True); input()', "id 99, expected 1"),
    ],
)
def test_a_program_that_does_not_speak_the_protocol_is_broken(code: str, told: str) -> None:
    target = Process([sys.executable, "-c", code], timeout=1)
    try:
        with pytest.raises(TargetBroken, match=told):
            target.ask("hello", protocol=1)
    finally:
        target.close()


def test_a_program_that_cannot_be_started_is_broken() -> None:
    with pytest.raises(TargetBroken, match="cannot be started"):
        Process(["/nowhere/at/all"])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"format": "lexludi-vector/2"}, "format"),
        ({"id": "Sets"}, "id: 'Sets', expected a slug"),
        ({"id": "a\n\x1b[31m"}, "a slug"),
        ({"id": "a" * 10**5 + "-"}, "a slug"),
        ({"steps": []}, "steps"),
        ({"steps": [{"seat": 0, "action": {}, "expects": {}}]}, "expects"),
        ({"steps": [{"seat": 0, "action": {}, "expect": {}, "reject": "malformed"}]}, "either reject"),
        ({"steps": [{"action": {}}]}, "seat and action"),
    ],
)
def test_what_is_no_vector_is_refused(change: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        load_vector(json.dumps({**json.loads(VECTORS[0].text), **change}))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_its_rules_and_actions_are_read_and_written_alike(vector: Vector) -> None:
    game = game_named(vector.game)
    rules = from_json(game.Rules, vector.rules)
    assert from_json(game.Rules, to_json(rules)) == rules
    for step in vector.steps:
        if step.get("reject") != "malformed":
            again = to_json(from_json(game.Action, step["action"]))
            if step["action"]["type"] == "take_pair":  # in either order the same pair
                assert sorted(again["cards"]) == sorted(step["action"]["cards"])
            else:
                assert again == step["action"]
