"""How the types of Birdie look as JSON, and that nothing is lost on the way."""

import copy
import json
import pickle
from random import Random
from typing import Any

import pytest
from tests.birdie.play import choice, final, game, worlds
from tests.birdie.table import END_SCORING, END_TURN, PASS, bird, birds, board, lay, pair, played, scoring, take

import lexludi
from lexludi import birdie, from_json, to_json
from lexludi.birdie import Phase, Rules, Season, Species
from lexludi.core.errors import BadInput, BadRecord
from lexludi.core.records import Record, RecordBuilder, find_fault, states

ACTIONS: list[tuple[Any, dict[str, Any]]] = [
    (birdie.Deal(birds("O1 R4")), {"type": "deal", "pile": ["OWL-SPRING", "ROBIN-WINTER"]}),
    (take("O1"), {"type": "take", "card": "OWL-SPRING"}),
    (pair("R4 O1"), {"type": "take_pair", "cards": ["OWL-SPRING", "ROBIN-WINTER"]}),
    (lay("O1"), {"type": "lay", "card": "OWL-SPRING"}),
    (END_TURN, {"type": "end_turn"}),
    (PASS, {"type": "pass"}),
    (
        birdie.UseAbility(Species.OWL, bird("O1")),
        {"type": "use_ability", "species": "OWL", "discard": "OWL-SPRING"},
    ),
    (birdie.Remove(3), {"type": "edit", "kind": "remove", "at": 3}),
    (birdie.Move(3, 0), {"type": "edit", "kind": "move", "from": 3, "to": 0}),
    (birdie.Swap(3), {"type": "edit", "kind": "swap", "at": 3}),
    (birdie.Insert(bird("O1"), 3), {"type": "edit", "kind": "insert", "card": "OWL-SPRING", "at": 3}),
    (
        birdie.ScoreSet(1, 2, Season.WINTER),
        {"type": "score_set", "start": 1, "length": 2, "category": "WINTER"},
    ),
    (birdie.ScoreSet(1, 2, Species.OWL), {"type": "score_set", "start": 1, "length": 2, "category": "OWL"}),
    (END_SCORING, {"type": "end_scoring"}),
]


@pytest.mark.parametrize(("action", "data"), ACTIONS, ids=lambda x: x["type"] if isinstance(x, dict) else "")
def test_actions_look_as_the_contract_says(action: Any, data: dict[str, Any]) -> None:
    assert to_json(action) == data
    assert list(to_json(action)) == list(data)
    assert from_json(birdie.Action, data) == action
    assert from_json(type(action), data) == action
    assert pickle.loads(pickle.dumps(action)) == action
    assert hash(copy.deepcopy(action)) == hash(action)


def test_a_pair_decodes_in_either_order() -> None:
    data = {"type": "take_pair", "cards": ["ROBIN-WINTER", "OWL-SPRING"]}
    assert from_json(birdie.Action, data) == pair("O1 R4")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"type": "edit", "kind": "fly"}, "kind: 'fly', expected one of remove, move, swap, insert"),
        ({"type": "edit"}, "kind: missing, expected one of remove, move, swap, insert"),
        ({"type": "edit", "kind": "move", "to": 1}, "from: missing, expected a value"),
        ({"type": "lay", "card": "OWL"}, "card: 'OWL', expected SPECIES-SEASON, such as OWL-SPRING"),
        ({"type": "score_set", "start": 0, "length": 2, "category": "BEE"}, "category: 'BEE', expected one of "),
    ],
)
def test_a_wrong_field_is_named(data: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as refused:
        from_json(birdie.Action, data)
    assert str(refused.value).startswith(said)


def test_one_class_reads_its_own_kind_alone() -> None:
    with pytest.raises(BadInput, match="expected swap"):
        from_json(birdie.Swap, {"type": "edit", "kind": "remove", "at": 0})


@pytest.mark.parametrize("rules", worlds(), ids=range(len(worlds())))
def test_everything_comes_back_equal(rules: Rules) -> None:
    random = Random(7)
    for at, (before, action, after) in enumerate(game(rules, random)):
        if at % 5 and before.phase in (Phase.TURN, Phase.LAY):
            continue
        text = json.dumps(to_json(after))
        assert from_json(birdie.State, json.loads(text)) == after
        assert from_json(birdie.Action, json.loads(json.dumps(to_json(action)))) == action
        assert pickle.loads(pickle.dumps(after)) == after
        assert hash(pickle.loads(pickle.dumps(after))) == hash(after)
        seat = random.randrange(rules.players)
        seen = birdie.view(after, seat)
        assert from_json(birdie.View, json.loads(json.dumps(to_json(seen)))) == seen
        assert pickle.loads(pickle.dumps(seen)) == seen
        assert isinstance(hash(seen), int)
        for event in birdie.explain(before, action):
            assert from_json(birdie.Event, json.loads(json.dumps(to_json(event)))) == event
        json.dumps(birdie.project(after))
    assert from_json(Rules, to_json(rules)) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_a_state_tells_the_piles_in_full() -> None:
    data = to_json(scoring("O1 O2", hands=["R4"]))
    assert list(data) == [
        *("format", "game", "rules", "phase", "round", "to_act", "display", "pair", "draw_pile", "under_stop"),
        *("stop_revealed", "other_half", "hands", "piles", "passed", "boards", "trophies", "out", "effect"),
        *("last_end", "alone"),
    ]
    assert (len(data["draw_pile"]), len(data["under_stop"]), len(data["other_half"])) == (23, 2, 32)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("to_act", None),
        ("round", 3),
        ("hands", [["ROBIN-WINTER"]]),
        ("trophies", {"OWL": 0}),
        ("trophies", {"WOODPECKER": 0, "PIGEON": None, "OWL": None, "ROBIN": None}),
        ("trophies", {"WOODPECKER": None}),
        ("draw_pile", 23),
        ("effect", "swap"),
        ("last_end", 1),
        ("game", "druids"),
        ("format", "lexludi-state/2"),
        ("boards", [{"sets": {"OWL": 2}, "crosses": 0, "pass_points": 1, "abilities_used": []}] * 2),
        ("boards", [{"sets": {"BEE": 2}, "crosses": 1, "pass_points": 1, "abilities_used": []}] * 2),
        ("boards", [{"sets": {"OWL": None}, "crosses": 0, "pass_points": 1, "abilities_used": []}] * 2),
        ("extra", 1),
    ],
)
def test_a_state_that_no_game_reaches_is_refused(key: str, value: Any) -> None:
    data = to_json(scoring("O1 O2", hands=["R4"]))
    with pytest.raises(BadInput):
        from_json(birdie.State, {**data, key: value})


def test_a_state_with_a_field_missing_is_refused() -> None:
    data = to_json(scoring("O1 O2", hands=["R4"]))
    for key in data:
        with pytest.raises(BadInput):
            from_json(birdie.State, {name: value for name, value in data.items() if name != key})


def test_boards_hold_only_what_is_there() -> None:
    data = to_json(board({Season.WINTER: 2, Species.OWL: 3}, used=[Species.ROBIN]))
    assert data == {"sets": {"OWL": 3, "WINTER": 2}, "crosses": 2, "pass_points": 0, "abilities_used": ["ROBIN"]}
    assert list(data["sets"]) == ["OWL", "WINTER"]


@pytest.mark.parametrize("rules", worlds()[5:11], ids=range(6))
def test_a_record_replays(rules: Rules) -> None:
    random = Random(3)
    builder = RecordBuilder(birdie, rules)
    while not birdie.is_over(builder.state):
        builder.apply(choice(builder.state, random))
    record = builder.record()
    assert record.game == "birdie"
    again = from_json(Record, json.loads(json.dumps(to_json(record))))
    assert again == record
    assert list(states(again))[-1] == builder.state
    assert find_fault(again) is None
    assert lexludi.GAMES["birdie"] is birdie


def test_a_record_that_breaks_a_rule_names_step_and_clause() -> None:
    builder = RecordBuilder(birdie, Rules(players=2))
    builder.apply(birdie.shuffled(builder.state, Random(1)))
    builder.apply(PASS)
    data = to_json(builder.record())
    data["steps"][1]["seat"] = 1
    fault = find_fault(from_json(Record, data))
    assert fault is not None
    assert (fault.step, fault.clause, fault.code) == (1, "birdie/whose-action", "out-of-turn")


def test_a_record_with_another_winner_names_the_clause_of_winning() -> None:
    random = Random(3)
    builder = RecordBuilder(birdie, Rules(players=2))
    while not birdie.is_over(builder.state):
        builder.apply(choice(builder.state, random))
    data = to_json(builder.record())
    data["outcome"]["reason"] = "resigned"
    fault = find_fault(from_json(Record, data))
    assert fault is not None
    assert (fault.clause, fault.code) == ("birdie/winner", None)


def test_a_record_that_is_cut_off_is_refused() -> None:
    data = to_json(RecordBuilder(birdie, Rules(players=2)).record())
    del data["steps"]
    with pytest.raises(BadRecord):
        from_json(Record, data)


def test_a_finished_state_comes_back() -> None:
    state = final(Rules(players=4, abilities={Species.OWL: birdie.Effect.REMOVE}), Random(12))
    assert from_json(birdie.State, to_json(state)) == state
    assert to_json(birdie.outcome(state))["reason"] == "rounds-played"


def test_best_sets_as_json() -> None:
    best = birdie.best_sets(birds("O1 O2"), birdie.CATEGORIES)
    assert from_json(birdie.BestSets, to_json(best)) == best
    assert played(scoring("O1 O2"), *best.sets).boards[0].crosses == best.crosses
