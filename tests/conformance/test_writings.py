"""What is sent beside usual actions: other writings of them, what is none, seats that are not the one, bad rules."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import lexludi
from lexludi.conformance.attempts import Attempt, refusal_of, sweep
from lexludi.conformance.bad_rules import bad_rules
from lexludi.conformance.compare import as_told
from lexludi.conformance.malformed import spoilt, wrong_seats
from lexludi.conformance.repeat import repeat
from lexludi.conformance.report import break_vector
from lexludi.conformance.runner import check, smoke
from lexludi.conformance.search import Search
from lexludi.conformance.targets import InProcess, TargetBroken
from lexludi.conformance.vectors import load_vector
from lexludi.conformance.writings import another, of_step
from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import BadInput
from lexludi.core.game import game_named
from lexludi.core.jsontext import dumps
from lexludi.testing.playouts import playout

Json = dict[str, Any]
GAMES = sorted(lexludi.GAMES)

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "faults"))
planting: Any = import_module("planting")
writing_faults: Any = import_module("writing_faults")


class Changed(InProcess):
    """Our rules, asked and heard through two functions."""

    def __init__(self, heard: Any = None, told: Any = None) -> None:
        super().__init__()
        self.heard, self.told = heard, told

    def ask(self, op: str, **fields: Any) -> Json:
        if self.heard is not None and (reply := self.heard(op, fields)) is not None:
            return dict(reply)
        reply = super().ask(op, **fields)
        return reply if self.told is None else dict(self.told(op, fields, reply))


def searched(target: Any, game: str, games: int) -> Search:
    search = Search(target, smoke(target, game_named(game))[1], game_named(game))
    search.run_rules()
    search.run_situations()
    search.run_forms()
    search.run_games(games, 60)
    search.blame_deaths()
    return search


@pytest.mark.parametrize("fault", writing_faults.FAULTS, ids=lambda fault: fault.name)
def test_each_kind_is_found_by_a_clause_of_its_own_and_repeats(fault: Any) -> None:
    search = searched(planting.Planted(fault), fault.game, 40)
    own = [one for one in search.found.breaks.values() if one.clause in fault.clauses]
    assert own
    vector = load_vector(dumps(break_vector(fault.game, own[0])), "break")
    assert repeat(vector, planting.Planted(fault))
    assert not repeat(vector, planting.Planted())


# --- writings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_all_writings_of_an_action_are_that_action(game: str) -> None:
    module, random = lexludi.GAMES[game], Random(1)
    kinds = set()
    for rules in module.simulated_rules():
        for state in lexludi.states(playout(module, rules, Random(2))):
            for action in module.legal_actions(state):
                one = another(module, state, action, random, unnamed=True)
                assert from_json(module.Action, one.told) == action
                assert module.verify(state, action, one.seat) is None
                kinds.add((one.seat is None, one.told == to_json(action), bool(one.clause)))
                step = {"seat": one.seat, "action": one.told}
                assert of_step(module, state, action, step) == one
    assert {(True, True, True), (False, True, True)} <= kinds
    assert ((False, False, True) in kinds) is (game == "birdie")


def test_a_program_that_refuses_all_pairs_is_not_blamed_for_their_writing() -> None:
    def heard(op: str, asked: Json) -> Json | None:
        pair = op == "apply" and isinstance(asked["action"], dict) and asked["action"].get("type") == "take_pair"
        return {"ok": False} if pair else None

    kinds = {(one.clause, one.kind) for one in searched(Changed(heard), "birdie", 30).found.breaks.values()}
    assert ("birdie/take-pair", "rejected") in kinds
    assert ("birdie/action-form", "rejected") not in kinds


def test_who_does_not_refuse_is_told_who_acts() -> None:
    asked_of: list[Json] = []

    def told(op: str, asked: Json, reply: Json) -> Json:
        if op == "hello":
            for entry in reply["games"].values():
                entry["rejects_illegal"] = False
        if op == "apply":
            asked_of.append(asked)
        return reply

    assert check(Changed(None, told), "druids", games=40, shrink_seconds=0, vectors=False).conforms
    assert asked_of
    assert all((one["seat"] is None) is (one["action"]["type"] == "deal") for one in asked_of)


# --- what must be refused ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_nearly_all_that_is_tried_is_refused_and_most_of_it_malformed(game: str) -> None:
    module = lexludi.GAMES[game]
    rules = next(iter(module.simulated_rules()))
    for state in list(lexludi.states(playout(module, rules, Random(2))))[:-1]:
        seat = module.to_act(state)
        actions = module.legal_actions(state) or (module.shuffled(state, Random(3)),)
        tried = sweep(module, state, actions[0], seat)
        refusals = [refusal_of(module, state, one) for one in tried]
        assert sum(one is not None and one.code == "malformed" for one in refusals) > len(tried) / 2
        assert sum(one is None for one in refusals) < 8


def test_what_is_tried_near_an_action() -> None:
    told = list(spoilt("druids", {"type": "lead_gaia", "domain": "R"}))
    for one in (
        {"type": "lead_gaia", "domain": "R", "top": None},
        {"type": "lead_gaia"},
        {"type": "lead_gaia", "domain": "r"},
        {"type": "lead_gaia", "domain": 0},
        {"type": "lead_gaia", "domain": "R", "extra": 1},
    ):
        assert one in told
    assert set(wrong_seats(1, 3)) >= {0, 2, -1, 3, -2, 4, 1 + 2**32}
    assert 1 not in wrong_seats(1, 3)
    state = lexludi.druids.start(lexludi.druids.Rules(players=3))
    assert refusal_of(game_named("druids"), state, Attempt(-1, told[0])) is not None


@pytest.mark.parametrize("game", GAMES)
def test_bad_rules_are_bad_and_spoil_every_field(game: str) -> None:
    module = lexludi.GAMES[game]
    usual = to_json(module.Rules(players=3))
    told = list(bad_rules(game_named(game)))
    for one in told:
        with pytest.raises(BadInput):
            from_json(module.Rules, one)
    spoilt_fields = {key for one in told if isinstance(one, dict) for key in one}
    assert spoilt_fields >= set(usual)
    assert all(value is None or type(value) is not float or value % 1 for one in told if isinstance(one, dict)
               for value in one.values())  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_a_program_that_dies_of_bad_rules_has_broken_their_clause(game: str) -> None:
    def heard(op: str, asked: Json) -> Json | None:
        if op == "new_game" and not isinstance(asked["rules"], dict):
            raise TargetBroken("it died")
        return None

    report = check(Changed(heard), game, games=4, shrink_seconds=0, vectors=False)
    assert [(one.kind, one.where, one.got) for one in report.breaks] == [("broken", "new_game", "it died")]
    assert not report.dead
    vector = load_vector(dumps(break_vector(game, report.breaks[0])), "break")
    assert repeat(vector, Changed(heard))
    assert not repeat(vector, InProcess())


# --- what is told -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "expected", "got", "told"),
    [
        (("trick",), {"trick": None}, {"trick": {"x": 1}}, (("trick",), None, {"x": 1})),
        (("hands", 0), {"hands": [["G1"]]}, {"hands": "G1"}, (("hands",), [["G1"]], "G1")),
        (("tops", 0, "R"), {"tops": [{"R": "R1"}]}, {"tops": [{}]}, (("tops", 0, "R"), "R1", None)),
        (("tops", 0, "R"), {"tops": [{}]}, {"tops": [{"R": None}]}, (("tops", 0), {}, {"R": None})),
        (("passed", 1), {"passed": [None, None]}, {"passed": [None]}, (("passed",), [None, None], [None])),
    ],
)
def test_a_difference_is_told_with_what_both_sides_have(path: Any, expected: Json, got: Json, told: Any) -> None:
    one = as_told(path, expected, got)
    assert (one.path, one.expected, None if one.got is lexludi.core.errors.ABSENT else one.got) == told


@pytest.mark.parametrize("value", [{"x": 1}, "G1", [None], {"leader": {"x": None}}, {}, []])
@pytest.mark.parametrize("key", ["trick", "hands", "to_act", "displays", "winners"])
def test_no_break_tells_two_values_that_look_alike(key: str, value: Any) -> None:
    def told(op: str, asked: Json, reply: Json) -> Json:
        if op == "apply" and "observation" in reply:
            reply["observation"][key] = value
        return reply

    report = check(Changed(None, told), "druids", games=4, shrink_seconds=0)
    assert report.breaks
    for one in report.breaks:
        assert dumps(one.expected) != dumps(one.got)


def test_a_view_with_a_key_too_much_that_is_null() -> None:
    def told(op: str, asked: Json, reply: Json) -> Json:
        if op == "view":
            reply["view"]["deck"] = None
        return reply

    (one,) = check(Changed(None, told), "birdie", games=4, shrink_seconds=0).breaks
    assert one.where.startswith("view ")
    assert "deck" in one.got
    assert "deck" not in one.expected


def test_an_observation_that_is_no_object_is_told_as_it_came() -> None:
    target = Changed(None, lambda op, asked, reply: {**reply, "observation": "full"} if op == "apply" else reply)
    with pytest.raises(TargetBroken, match="observation: 'full', expected an object"):
        smoke(target, game_named("druids"))
