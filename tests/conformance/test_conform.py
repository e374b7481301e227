"""The conformance run in this process: what it says of whole programs, and of those that show or do little."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

import lexludi
from lexludi import druids, from_json, to_json
from lexludi.conformance import check, machine_for
from lexludi.conformance.compare import Difference, Taint, differences, leaves
from lexludi.conformance.pipes import Process
from lexludi.conformance.report import Report, to_junit, verdict
from lexludi.conformance.runner import hello, known_failures, smoke
from lexludi.conformance.targets import InProcess, Target, TargetBroken
from lexludi.core.errors import BadInput
from lexludi.core.spec import clauses
from lexludi.testing.playouts import game_random

Json = dict[str, Any]
GAMES = sorted(lexludi.GAMES)


class Changed(InProcess):
    """Our rules, with every reply and what `hello` says of a game changed by functions."""

    def __init__(
        self,
        game: str,
        entry: Json | None = None,
        reply: Callable[[str, Json, Json], Json] = lambda op, asked, reply: reply,
    ) -> None:
        super().__init__()
        self.game, self.entry, self.change = game, entry or {}, reply

    def ask(self, op: str, **fields: Any) -> Json:
        reply = self.change(op, fields, super().ask(op, **fields))
        if op == "hello":
            reply["games"][self.game].update(self.entry)
        return reply


def observing(*keys: str) -> Callable[[str, Json, Json], Json]:
    """Leaves only these keys in observations."""

    def change(op: str, asked: Json, reply: Json) -> Json:
        if "observation" in reply:
            reply["observation"] = {key: reply["observation"][key] for key in keys}
        return reply

    return change


def quick(target: Target, game: str, **more: Any) -> Report:
    return check(target, game, **{"games": 12, "shrink_seconds": 0.2, **more})


def count(report: Report, status: str) -> int:
    return list(report.statuses().values()).count(status)


@pytest.mark.parametrize("game", GAMES)
def test_our_own_rules_conform_and_every_clause_is_exercised(game: str) -> None:
    report = check(InProcess(), game, games=40)
    assert report.conforms
    assert verdict(report) == f"{game}: conforms"
    assert set(report.statuses().values()) == {"kept"}
    assert not report.abandoned
    assert all(report.situations.values())


@pytest.mark.parametrize("game", GAMES)
def test_a_run_is_repeated_by_its_seed(game: str) -> None:
    one, other = (quick(InProcess(), game, seed=5) for _ in range(2))
    assert (one.steps, one.exercised) == (other.steps, other.exercised)
    assert quick(InProcess(), game, seed=6).exercised != one.exercised


# --- programs that show or do little ----------------------------------------------------------------


def test_one_that_observes_tops_alone_is_held_to_what_they_show() -> None:
    report = quick(Changed("druids", {"observes": ["tops"]}, observing("tops")), "druids")
    assert report.conforms
    statuses = report.statuses()
    assert statuses["druids/top-card"] == statuses["druids/sickle"] == "kept"
    assert statuses["druids/next-dealer"] == statuses["druids/round-points"] == "skipped"


def test_one_that_observes_nothing_is_held_to_what_it_refuses() -> None:
    report = quick(Changed("birdie", {"observes": []}, observing()), "birdie")
    assert report.conforms
    assert report.statuses()["birdie/take-one"] == "kept"  # for what it refuses
    assert report.statuses()["birdie/trophy"] == "skipped"


def test_wrong_tops_are_found_where_they_are_all_that_is_seen() -> None:
    def change(op: str, asked: Json, reply: Json) -> Json:
        reply = observing("tops")(op, asked, reply)
        for tops in reply.get("observation", {}).get("tops", []):
            for domain, card in tops.items():
                tops[domain] = "G3" if card == "G1" else card
        return reply

    report = quick(Changed("druids", {"observes": ["tops"]}, change), "druids")
    assert report.breaks[0].clause in ("druids/sort-trick", "druids/top-card")
    assert all(one.where.startswith("tops") for one in report.breaks)


def test_one_that_accepts_everything_is_sent_legal_actions_alone() -> None:
    def change(op: str, asked: Json, reply: Json) -> Json:
        assert reply.get("ok") is not False, asked
        return reply

    report = quick(Changed("druids", {"rejects_illegal": False}, change), "druids", vectors=False)
    assert report.conforms
    for slug in ("druids/well-formed", "druids/phases", "druids/follow-domain", "druids/refusal-order"):
        assert report.statuses()[slug] == "skipped"


def test_one_that_lists_no_actions_and_shows_no_views() -> None:
    def change(op: str, asked: Json, reply: Json) -> Json:
        return {"skipped": "no"} if op in ("legal_actions", "view", "observe") else reply

    report = quick(Changed("druids", {"legal_actions": False}, change), "druids")
    assert report.conforms
    assert {slug for slug, status in report.statuses().items() if status == "skipped"} == {
        "druids/legal-actions",
        "druids/hidden-hands",
        "druids/closed-stacks",
        "druids/undealt-hidden",
    }


def test_one_for_four_players_is_asked_for_no_other_number() -> None:
    def change(op: str, asked: Json, reply: Json) -> Json:
        if op == "new_game" and reply.get("ok") and asked["rules"]["players"] != 4:
            return {"skipped": "only four play"}
        return reply

    report = quick(Changed("birdie", {"players": [4]}, change), "birdie")
    assert report.conforms
    assert report.statuses()["birdie/halves"] == "not exercised"
    assert not report.abandoned


def test_skipped_rules_and_errors_are_told_and_break_nothing() -> None:
    def change(op: str, asked: Json, reply: Json) -> Json:
        if op == "new_game" and isinstance(asked["rules"], dict) and asked["rules"].get("sun_and_moon"):
            return {"skipped": "no variant"}
        if op == "apply" and asked["action"] == {"type": "play", "card": "MISTLETOE"}:
            return {"error": "mistletoe is not written yet"}
        return reply

    report = quick(Changed("druids", None, change), "druids", games=40)
    assert report.conforms
    assert report.abandoned["new_game: skipped: no variant"]
    assert report.abandoned["apply: error: mistletoe is not written yet"]
    assert report.statuses()["druids/mistletoe"] == "not exercised"


def test_a_skipped_choice_counts_as_done() -> None:
    def change(op: str, asked: Json, reply: Json) -> Json:
        if op == "apply" and isinstance(asked["action"], dict) and asked["action"].get("type") == "mistletoe":
            return {"skipped": "done already"} if reply["ok"] else reply
        return reply

    report = quick(Changed("druids", None, change), "druids", vectors=False)
    assert report.conforms
    assert not report.abandoned


def test_codes_may_be_left_out_and_are_compared_where_they_are_sent() -> None:
    def without(op: str, asked: Json, reply: Json) -> Json:
        reply.pop("code", None)
        return reply

    def wrong(op: str, asked: Json, reply: Json) -> Json:
        return {**reply, "code": "bad-deal"} if "code" in reply and op == "apply" else reply

    assert quick(Changed("druids", None, without), "druids").conforms
    report = quick(Changed("druids", None, wrong), "druids")
    assert {one.kind for one in report.breaks} == {"code"}


class Shuffling(Changed):
    """Our rules, in a program that shuffles by itself."""

    def __init__(self, spoilt: bool = False) -> None:
        super().__init__("druids", {"deals": "own"})
        self.spoilt, self.number = spoilt, 0
        self.rules: Json = {}

    def ask(self, op: str, **fields: Any) -> Json:
        if op == "new_game":
            self.rules = fields["rules"]
        if op != "deal":
            if op == "apply" and isinstance(fields["action"], dict) and fields["action"].get("type") == "deal":
                return {"ok": False, "code": "bad-deal"}
            return super().ask(op, **fields)
        self.number += 1
        state = druids.start(from_json(druids.Rules, self.rules))
        pile = to_json(druids.shuffled(state, game_random(0, self.number)))["pile"]
        super().ask("apply", seat=None, action={"type": "deal", "pile": pile})
        return {"pile": sorted(pile) if self.spoilt else pile}


def test_one_that_shuffles_by_itself_is_followed() -> None:
    report = check(Shuffling(), "druids", games=12, vectors=False, shrink_seconds=0)
    assert [one for one in report.breaks if one.kind != "code"] == []
    assert report.statuses()["druids/deal-order"] == "kept"


def test_a_deal_of_its_own_that_is_none_is_a_break() -> None:
    report = check(Shuffling(spoilt=True), "druids", games=10, vectors=False, shrink_seconds=0.1)
    assert ("druids/pile", "accepted") in {one.signature for one in report.breaks}


def test_the_adapter_to_start_from_conforms_as_far_as_it_goes() -> None:
    folder = Path(__file__).resolve().parents[2] / "examples" / "starter"
    target = Process([sys.executable, str(folder / "adapter.py")], 10)
    try:
        report = quick(target, "druids")
    finally:
        target.close()
    assert report.conforms
    assert report.vectors[0] > 20
    assert {slug for slug, status in report.statuses().items() if status == "kept"} >= {"druids/turn-order"}
    for slug in ("druids/sickle", "druids/trick-winner", "druids/round-points", "druids/follow-domain"):
        assert report.statuses()[slug] == "skipped"


# --- what is not sound at all -----------------------------------------------------------------------

SOUND = {"players": [3], "observes": [], "rejects_illegal": True, "legal_actions": False}


@pytest.mark.parametrize(
    ("games", "told"),
    [
        (None, "games"),
        ({}, "does not play druids, but nothing"),
        ({"birdie": SOUND}, "does not play druids, but birdie"),
        ({"druids": {**SOUND, "players": []}}, "players"),
        ({"druids": {**SOUND, "players": [True]}}, "players"),
        ({"druids": {**SOUND, "players": [7]}}, "none of the rules"),
        ({"druids": {**SOUND, "observes": ["score"]}}, "observes"),
        ({"druids": {**SOUND, "observes": None}}, "observes"),
    ],
)
def test_a_hello_that_says_nothing_of_use(games: Any, told: str) -> None:
    class Saying(InProcess):
        def ask(self, op: str, **fields: Any) -> Json:
            return {"games": games} if op == "hello" else super().ask(op, **fields)

    with pytest.raises(TargetBroken, match=told):
        smoke(Saying(), lexludi.GAMES["druids"])


def test_unknown_keys_of_an_observation_are_no_adapter() -> None:
    target = Changed("druids", None, lambda op, asked, reply: {**reply, "observation": {"hand": []}})
    with pytest.raises(TargetBroken, match="unknown keys"):
        smoke(target, lexludi.GAMES["druids"])


def test_one_that_raises_is_told_by_what_it_raised() -> None:
    class Raising(InProcess):
        def ask(self, op: str, **fields: Any) -> Json:
            raise KeyError(op)

    with pytest.raises(TargetBroken, match="the program raised KeyError"):
        hello(Raising(), lexludi.GAMES["druids"])


def test_a_target_in_this_process_that_raises_in_games_is_asked_on() -> None:
    class Raising(InProcess):
        def ask(self, op: str, **fields: Any) -> Json:
            if op == "apply" and fields["action"] == {"type": "play", "card": "SICKLE"}:
                raise ZeroDivisionError("by sickle")
            return super().ask(op, **fields)

    report = quick(Raising(), "druids")
    assert not report.conforms
    assert {one.kind for one in report.breaks} <= {"broken", "down"}
    assert "ZeroDivisionError: 'by sickle'" in report.breaks[0].got


# --- reports ----------------------------------------------------------------------------------------


class Wrong(Changed):
    """Loses 2 points with a lost round, and says it is written in Ruby."""

    def __init__(self) -> None:
        super().__init__("druids", None, self.lose_two)

    @staticmethod
    def lose_two(op: str, asked: Json, reply: Json) -> Json:
        if "observation" in reply:
            told = reply["observation"]
            told["scores"] = [[-2 if points == -3 else points for points in scores] for scores in told["scores"]]
            told["totals"] = [sum(scores) for scores in told["scores"]]
        return reply


@pytest.fixture(scope="module")
def wrong() -> Report:
    return check(Wrong(), "druids", games=20, shrink_seconds=1, known=["druids/pile"])


def test_a_break_is_blamed_on_its_clause_and_shrunk(wrong: Report) -> None:
    one = wrong.breaks[0]
    assert (one.clause, one.kind, len(one.steps)) == ("druids/round-lost", "differs", 3)
    assert one.steps[-1]["expect"].keys() == {"scores"}
    assert wrong.statuses()["druids/round-lost"] == "broken"
    assert not wrong.conforms
    assert "it breaks" in verdict(wrong)
    assert "it keeps what is listed as broken: druids/pile" in verdict(wrong)


def test_the_report_as_json(wrong: Report) -> None:
    told = json.loads(json.dumps(wrong.to_json()))
    assert told["format"] == "lexludi-report/1"
    assert told["conforms"] is False
    assert set(told["clauses"]) == {slug for slug, one in clauses().items() if one.game == "druids"}
    assert told["clauses"]["druids/round-lost"]["status"] == "broken"
    assert told["breaks"][0]["vector"]["format"] == "lexludi-vector/1"
    assert told["unexpectedly_kept"] == ["druids/pile"]
    assert told["dead"] is None


def test_the_report_as_junit(wrong: Report) -> None:
    suite = ET.fromstring(to_junit([wrong]))[0]
    cases = {case.get("name"): case for case in suite}
    assert suite.get("tests") == str(len(cases)) == str(len(wrong.statuses()))
    assert suite.get("failures") == str(count(wrong, "broken") + 1)
    failure = cases["druids/round-lost"].find("failure")
    assert failure is not None
    assert json.loads(failure.text or "")["clauses"] == ["druids/round-lost"]
    assert cases["druids/pile"].find("failure") is not None
    assert cases["druids/deck"].find("failure") is None


def test_a_known_failure_fails_neither_the_run_nor_its_junit() -> None:
    report = check(Wrong(), "druids", games=10, shrink_seconds=0.1, vectors=False)
    broken = {one.clause for one in report.breaks}
    again = check(Wrong(), "druids", games=10, shrink_seconds=0.1, vectors=False, known=broken)
    assert again.conforms
    assert (
        verdict(again)
        == f"druids: conforms, but for {len(broken)} known {'failure' if len(broken) == 1 else 'failures'}"
    )
    assert ET.fromstring(to_junit([again]))[0].get("failures") == "0"


def test_known_failures_are_slugs_a_line_with_comments() -> None:
    assert known_failures("# ours\ndruids/pile  # later\n\ndruids/deck\n", "known") == ["druids/pile", "druids/deck"]
    with pytest.raises(BadInput, match="line 2"):
        known_failures("druids/pile\ndruids/song\n", "known")


# --- comparing --------------------------------------------------------------------------------------


def test_truth_values_and_numbers_are_not_alike() -> None:
    assert [one.path for one in differences({"round": 1}, {"round": True})] == [("round",)]
    assert [one.path for one in differences({"totals": [1, 0]}, {"totals": [1, False]})] == [("totals", 1)]
    assert list(differences({"round": 1, "top": "lowest"}, {"round": 1})) == []


def test_lists_of_another_length_differ() -> None:
    assert leaves({"scores": [[1], []]}) == {("scores", 0): [1], ("scores", 1): []}
    assert [one.path for one in differences({"hands": [["G1"], []]}, {"hands": [["G1"]]})] == [("hands", 1)]
    assert [one.path for one in differences({"hands": [[]]}, {"hands": None})] == [("hands", 0), ("hands",)]


def test_what_follows_from_an_earlier_difference_is_excused_and_a_deal_wipes_it_out() -> None:
    taint, keys = Taint("druids", 3), ["displays", "phase", "scores", "dealer", "hands", "aside"]
    stack = Difference(("displays", 1, "R"), ["R2"], ["R2", "GAIA"])
    assert taint.step([stack], keys, deals=False) == [stack]
    score, other = Difference(("scores", 1), [2], [0]), Difference(("scores", 2), [2], [0])
    assert taint.step([stack, score, other], keys, deals=False) == [other]
    dealer = Difference(("dealer",), 0, 1)
    assert taint.step([stack, score, other, dealer], keys, deals=False) == []
    assert taint.step([stack], keys, deals=True) == [stack]


def test_a_key_that_is_not_observed_stays_tainted_until_the_deal() -> None:
    taint = Taint("druids", 3)
    top, score = Difference(("tops", 1, "R"), "R2", "GAIA"), Difference(("scores", 1), [2], [0])
    assert taint.step([top], ["tops", "scores"], deals=False) == [top]
    assert taint.step([], ["tops", "scores"], deals=False) == []
    assert taint.step([score], ["tops", "scores"], deals=False) == []


# --- the package ------------------------------------------------------------------------------------


def test_the_package_loads_nothing_until_it_is_asked() -> None:
    code = (
        "import lexludi.conformance, sys;"
        "assert not {'lexludi.conformance.runner', 'lexludi.testing', 'hypothesis'} & set(sys.modules);"
        "from lexludi.conformance import check; assert 'hypothesis' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="sing"):
        lexludi.conformance.sing  # noqa: B018


def test_a_machine_finds_a_break_and_names_its_clause() -> None:
    quiet = settings(
        max_examples=150, stateful_step_count=12, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck), deadline=None, print_blob=False,
    )  # fmt: skip
    small = lexludi.druids.Rules(players=2, domains=1, values=1, sickles=0, mistletoes=0, hand_size=1)
    with pytest.raises(AssertionError, match="druids/round-lost"):
        run_state_machine_as_test(machine_for(Wrong, "druids", [small]), settings=quiet)
    for game in GAMES:
        kept = settings(quiet, max_examples=15, stateful_step_count=30)
        run_state_machine_as_test(machine_for(InProcess, game), settings=kept)


STRANGE: list[Any] = [None, 7, -1, "x", [], {}, [[]], [7, "x"], [None] * 4, {"G": 1}, {"R": []}, 10**90, True, 0.5]


@pytest.mark.parametrize("game", GAMES)
def test_observations_without_any_form_end_in_a_report(game: str) -> None:
    """Whatever stands for the value of a key, and for what lies in it."""
    for key in lexludi.GAMES[game].OBSERVES:
        number = 0

        def spoilt(op: str, asked: Json, reply: Json, key: str = key) -> Json:
            nonlocal number
            if op == "apply" and "observation" in reply:
                number += 1
                seen, value = reply["observation"], STRANGE[number % len(STRANGE)]
                if number % 3 == 0 and isinstance(seen[key], list) and seen[key]:
                    seen[key] = [value, *seen[key][1:]]
                else:
                    seen[key] = value
            return reply

        report = check(Changed(game, reply=spoilt), game, games=12, shrink_seconds=0, vectors=False)
        assert not report.conforms
        assert verdict(report)
        json.dumps(report.to_json())


def test_a_program_that_takes_any_rules_gets_a_report() -> None:
    """Also rules whose number of players is none."""

    def takes(op: str, asked: Json, reply: Json) -> Json:
        return {"ok": True} if op == "new_game" else reply

    report = check(Changed("birdie", reply=takes), "birdie", games=2, shrink_seconds=0, vectors=False)
    assert {one.clause for one in report.breaks} >= {"birdie/rules-fields", "birdie/small-worlds"}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_wrong_before_the_first_action_is_no_matter_of_refusals(game: str) -> None:
    key = {"birdie": "totals", "druids": "scores"}[game]

    def spoilt(op: str, asked: Json, reply: Json) -> Json:
        if "observation" in reply:
            reply["observation"][key] = ["x"]
        return reply

    report = quick(Changed(game, reply=spoilt), game)
    assert report.breaks
    assert f"{game}/refusal-order" not in {one.clause for one in report.breaks}


def test_a_program_that_dies_of_some_rules_gets_a_report() -> None:
    """Before any action, and each time again."""

    def dies(op: str, asked: Json, reply: Json) -> Json:
        if op == "new_game" and asked["rules"].get("sun_and_moon"):
            raise TargetBroken("it died")
        return reply

    report = quick(Changed("druids", reply=dies), "druids")
    assert not report.conforms
    assert verdict(report)
