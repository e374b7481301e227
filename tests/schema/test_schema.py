"""The JSON Schemas: sound in themselves, as wide as what the library writes, and no wider than what it reads."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from tests.schema.games import CASES, Case

import lexludi
from lexludi import BadInput, RecordBuilder, from_json, to_json

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "spec" / "schema"
SCHEMAS: dict[str, dict[str, Any]] = {
    path.name.removesuffix(".schema.json"): json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.iterdir())
}
REGISTRY: Registry[Any] = Registry().with_resources(
    (schema["$id"], Resource.from_contents(schema)) for schema in SCHEMAS.values()
)
CORE, PROTOCOL = SCHEMAS["core"]["$defs"], SCHEMAS["protocol"]["$defs"]
DEFS = {name: SCHEMAS[name]["$defs"] for name in CASES}
#: The formats of which each game has a branch.
FILES = ("record", "state", "vector", "perft")
#: Documents of one kind that are checked of one game.
ENOUGH = 1
#: Steps of a record that is too long to be checked: that takes time, and its actions are checked by themselves.
LONG = 100
#: Where any text may stand.
SENTENCES = [(key,) for key in ("purpose", "language", "implementation", "skipped", "error", "message")]
#: Stands for no value that any key of any format takes.
NOTHING = object()

Path_ = tuple[str | int, ...]

each_game = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


@cache
def validator(ref: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"lexludi:{ref}"}, registry=REGISTRY)


def fits(ref: str, document: Any) -> bool:
    return bool(validator(ref).is_valid(document))


def demand(ref: str, document: Any) -> None:
    for error in validator(ref).iter_errors(document):
        raise AssertionError(f"{ref}: {error.json_path}: {error.message} in {document}")


def wire(x: Any) -> Any:
    """A JSON value after its way through text."""
    return json.loads(json.dumps(x))


def example(schema: str, game: str) -> Any:
    """The example of a game that the schema of a format gives."""
    return next(shown for shown in SCHEMAS[schema]["examples"] if shown["game"] == game)


# What the library writes


@cache
def played(case: Case, name: str, seed: int) -> tuple[lexludi.Record, tuple[tuple[Any, Any], ...]]:
    """The record of a random game, and each action with the state that it was taken in."""
    source = random.Random(seed)
    builder = RecordBuilder(case.game, case.rules[name])
    turns: list[tuple[Any, Any]] = []
    while not case.game.is_over(builder.state):
        action = case.choose(builder.state, source)
        turns.append((builder.state, action))
        builder.apply(action)
    turns.append((builder.state, None))
    return builder.record(), tuple(turns)


def messages(case: Case, state: Any, action: Any) -> Iterator[tuple[str, Any]]:
    """What the protocol says around one action."""
    game = case.game
    seat, after = game.to_act(state), game.apply(state, action)
    request: dict[str, Any] = {"id": 3, "op": "apply", "seat": seat, "action": to_json(action)}
    if seat is None:
        request |= case.given(after)
        yield "protocol#/$defs/dealReply", {"id": 2, "pile": request["action"]["pile"]}
    yield "protocol#/$defs/applyRequest", request
    yield "protocol#/$defs/applyReply", {"id": 3, "ok": True, "observation": game.project(after)}
    actions = [to_json(choice) for choice in game.legal_actions(state)]
    yield "protocol#/$defs/legalActionsReply", {"id": 4, "actions": actions}
    yield "protocol#/$defs/observeReply", {"id": 5, "observation": game.project(state)}
    yield "protocol#/$defs/viewReply", {"id": 6, "view": to_json(game.view(state, 0))}
    events = [to_json(event) for event in game.explain(state, action)]
    yield "protocol#/$defs/explainReply", {"id": 8, "events": events}


def all_written(case: Case, name: str, seed: int) -> Iterator[tuple[str, Any]]:
    """What the library writes of a random game: the schema's name and the document."""
    record, turns = played(case, name, seed)
    players = range(record.rules.players)
    if len(record.steps) < LONG:
        yield "record", to_json(record)
    yield from ((case.ref("step"), step) for step in to_json(record)["steps"][:2])
    yield case.ref("rules"), to_json(record.rules)
    yield case.ref("outcome"), to_json(record.outcome)
    yield (
        "protocol#/$defs/newGameRequest",
        {"id": 2, "op": "new_game", "game": case.name, "rules": to_json(record.rules)},
    )
    told: Counter[Any] = Counter()
    for state, action in turns:
        told[state.phase] += 1
        if action is not None:
            yield case.ref("action"), to_json(action)
            for viewer in (None, state.to_act, 0):
                yield from ((case.ref("event"), to_json(event)) for event in case.game.explain(state, action, viewer))
        if told[state.phase] % 16 != 1:
            continue
        yield case.ref("observation"), case.game.project(state)
        yield "state", to_json(state)
        yield from ((case.ref("view"), to_json(case.game.view(state, seat))) for seat in players)
        if action is not None:
            yield from messages(case, state, action)


def sort(ref: str, document: Any) -> tuple[Any, ...]:
    """What documents have in common of which a few are enough."""
    told = [document.get(key) for key in ("type", "kind", "phase", "clause")]
    return ref, *told, *(key for key, value in document.items() if value is None)


@cache
def written(case: Case, name: str, seed: int) -> tuple[tuple[str, Any], ...]:
    """Of what the library writes of a random game, enough of each sort."""
    kept: list[tuple[str, Any]] = []
    number: Counter[Any] = Counter()
    for ref, document in all_written(case, name, seed):
        number[sort(ref, document)] += 1
        if number[sort(ref, document)] <= ENOUGH:
            kept.append((ref, wire(document)))
    return tuple(kept)


@pytest.mark.parametrize(("case", "name"), [(case, name) for case in CASES.values() for name in case.rules], ids=str)
def test_what_the_library_writes_has_the_form(case: Case, name: str) -> None:
    for ref, document in written(case, name, seed=1):
        demand(ref, document)


def words(document: Any) -> set[str]:
    """All strings of a document, keys among them."""
    found: set[str] = set()
    for _, value in places(document):
        found |= {value} if isinstance(value, str) else set(value) if isinstance(value, dict) else set()
    return found


@each_game
def test_random_play_is_no_idle_witness(case: Case) -> None:
    documents = [found for name in case.rules for seed in (1, 2) for found in written(case, name, seed)]
    events = {document["type"] for ref, document in documents if ref == case.ref("event")}
    assert events == set(case.events.values())
    for ref in ("state", case.ref("view"), case.ref("observation")):
        phases = {document["phase"] for kind, document in documents if kind == ref}
        assert phases == set(DEFS[case.name]["phase"]["enum"])
    actions = {(document["type"], document.get("kind")) for ref, document in documents if ref == case.ref("action")}
    assert actions == case.actions
    assert {rules.players for rules in case.rules.values()} == set(range(2, case.most + 1))
    # Whatever the schema of the game names is written somewhere, so it names nothing in vain. Effects that are
    # none are left out, and `code` and `offer` are no parts of what a game writes.
    said = set().union(*(words(document) for _, document in documents))
    schema = {key: part for key, part in DEFS[case.name].items() if key not in ("code", "offer")}
    for _, part in parts({"$defs": schema}):
        named = (*part.get("enum", ()), part.get("const"))
        assert {name for name in named if isinstance(name, str)} <= said | {"none"}


@each_game
def test_unfinished_records_refusals_and_faults(case: Case) -> None:
    name = next(iter(case.rules))
    record, turns = played(case, name, 1)
    start, action = case.game.start(record.rules), turns[1][1]
    demand("record", wire(to_json(lexludi.Record(case.name, record.rules, (), None))))
    refusal = case.game.verify(start, action)
    assert refusal is not None
    demand("core#/$defs/violation", wire(to_json(refusal)))
    early = lexludi.Record(case.name, record.rules, (lexludi.Step(0, action),), None)
    demand("core#/$defs/fault", wire(to_json(lexludi.find_fault(early))))
    assert record.outcome is not None
    wrong = attrs.evolve(record, outcome=attrs.evolve(record.outcome, reason="tired"))
    demand("core#/$defs/fault", wire(to_json(lexludi.find_fault(wrong))))


# The schemas themselves


def parts(schema: Any, path: str = "#") -> Iterator[tuple[str, Any]]:
    """All subschemas, with their place."""
    if not isinstance(schema, dict):
        return
    yield path, schema
    for key in ("items", "additionalProperties", "propertyNames", "if", "then", "else", "not"):
        yield from parts(schema.get(key), f"{path}/{key}")
    for key in ("properties", "$defs"):
        for name, part in schema.get(key, {}).items():
            yield from parts(part, f"{path}/{key}/{name}")
    for key in ("allOf", "anyOf", "oneOf"):
        for index, part in enumerate(schema.get(key, ())):
            yield from parts(part, f"{path}/{key}/{index}")


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_is_valid(name: str) -> None:
    schema = SCHEMAS[name]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"lexludi:{name}"
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", SCHEMAS)
def test_references_resolve_without_a_network(name: str) -> None:
    resolver = REGISTRY.resolver(base_uri=f"lexludi:{name}")
    for _, part in parts(SCHEMAS[name]):
        if "$ref" in part:
            assert isinstance(resolver.lookup(part["$ref"]).contents, dict)


@pytest.mark.parametrize("name", SCHEMAS)
def test_parts_are_named_described_and_shown_by_true_examples(name: str) -> None:
    for path, part in parts(SCHEMAS[name]):
        if path == "#" or re.fullmatch(r"#/\$defs/\w+", path):
            assert part["title"], path
            assert part["description"], path
        for shown in part.get("examples", ()):
            demand(name + path, shown)
        if "default" in part:
            demand(name + path, part["default"])


@pytest.mark.parametrize("name", SCHEMAS)
def test_parts_are_used(name: str) -> None:
    used = {part["$ref"] for schema in SCHEMAS.values() for _, part in parts(schema) if "$ref" in part}
    local = {part["$ref"] for _, part in parts(SCHEMAS[name]) if "$ref" in part}
    # What a whole document is made of, and what is sent: nothing above refers to these.
    entries = {"action", "step", "observation", "view", "state", "event", "outcome", "offer", "violation", "fault"}
    for part in SCHEMAS[name].get("$defs", {}):
        known = f"lexludi:{name}#/$defs/{part}" in used or f"#/$defs/{part}" in local
        assert known or part in entries or part.endswith(("Request", "Reply")), part


@pytest.mark.parametrize("name", SCHEMAS)
def test_objects_are_closed(name: str) -> None:
    # The schemas of the games close these, the protocol closes `turn`, and `holdsDeal` is a condition.
    closed_elsewhere = {
        "state#",
        "record#/properties/rules",
        "record#/properties/outcome",
        "vector#/properties/rules",
        "perft#/properties/rules",
        "vector#/$defs/step/properties/expect",
        "core#/$defs/holdsDeal",
        "core#/$defs/holdsDeal/properties/action",
        *(case.ref("turn") for case in CASES.values()),
    }
    for path, part in parts(SCHEMAS[name]):
        place = name + path
        if part.get("type") in ("object", ["object", "null"]) and place not in closed_elsewhere and "/if/" not in place:
            assert "additionalProperties" in part or "propertyNames" in part, place


@each_game
def test_schemas_name_what_the_library_knows(case: Case) -> None:
    defs = DEFS[case.name]
    for place, names in case.names.items():
        part = defs
        for key in place.split("/"):
            part = part[key]
        assert part["enum"] == names
    named = [defs[part["$ref"].rpartition("/")[2]] for part in defs["event"]["oneOf"]]
    assert [part["properties"]["type"]["const"] for part in named] == list(case.events.values())
    assert len(named) == sum(name.endswith("Event") for name in defs)
    for part, event in zip(named, case.events, strict=True):
        fields = ["type", *(field.name.rstrip("_") for field in attrs.fields(event))]
        assert part["required"] == list(part["properties"]) == fields
    observed = list(case.game.project(case.game.start(next(iter(case.rules.values())))))
    assert defs["observation"]["required"] == list(defs["observationPart"]["properties"]) == observed
    assert defs["offer"]["properties"]["observes"]["items"]["enum"] == observed
    viewed = [field.name for field in attrs.fields(case.game.View)]
    assert defs["view"]["required"] == list(defs["viewPart"]["properties"]) == viewed
    assert defs["state"]["required"] == list(defs["state"]["properties"])
    assert defs["state"]["required"] == list(to_json(case.game.start(next(iter(case.rules.values())))))


def test_codes_are_those_of_the_library() -> None:
    assert CORE["game"]["enum"] == list(lexludi.GAMES) == list(CASES)
    assert (*CORE["actionCode"]["enum"], CORE["code"]["anyOf"][1]["const"]) == lexludi.CODES
    for defs in DEFS.values():
        assert [code for code in CORE["actionCode"]["enum"] if code in defs["code"]["enum"]] == defs["code"]["enum"]
    assert set().union(*(defs["code"]["enum"] for defs in DEFS.values())) == set(CORE["actionCode"]["enum"])


@each_game
def test_clauses_of_events_are_in_the_specification(case: Case) -> None:
    text = (ROOT / "spec" / f"{case.name}.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^### (\S+/\S+)$", text, re.MULTILINE))
    for name, part in DEFS[case.name].items():
        if name.endswith("Event"):
            clause = part["properties"]["clause"]
            assert set(clause.get("enum", [clause.get("const")])) <= known, name


@each_game
def test_defaults_of_rules_are_the_library_s(case: Case) -> None:
    properties = DEFS[case.name]["rules"]["properties"]
    least = case.game.Rules(players=3)
    assert list(properties) == list(to_json(least)) == [field.name for field in attrs.fields(type(least))]
    for name, value in to_json(least).items():
        if name not in ("players", "hand_size"):
            assert properties[name]["default"] == value


def test_each_game_has_its_branch() -> None:
    for name in FILES:
        branches = SCHEMAS[name]["allOf"]
        assert [branch["if"]["properties"]["game"]["const"] for branch in branches] == list(CASES)
        assert [shown["game"] for shown in SCHEMAS[name]["examples"]] == list(CASES)
    for part in ("action", "observation", "view", "pile", "event", "applyRequest"):
        schemas = [branch["$ref"].partition("#")[0] for branch in PROTOCOL[part]["anyOf"]]
        assert schemas == [f"lexludi:{game}" for game in CASES]
    assert len(PROTOCOL["newGameRequest"]["allOf"]) == len(CASES)
    assert list(PROTOCOL["helloReply"]["anyOf"][0]["properties"]["games"]["properties"]) == list(CASES)


# What the schemas refuse


def places(document: Any, path: Path_ = (), *, ends: bool = False) -> Iterator[tuple[Path_, Any]]:
    """Every value in a document, itself included, with its path; of lists only those at the `ends`, if so asked."""
    yield path, document
    items: list[tuple[str | int, Any]] = []
    if isinstance(document, dict):
        items = list(document.items())
    elif isinstance(document, list):
        items = list(enumerate(document))
        items = [*items[:1], *items[1:][-1:]] if ends else items
    for key, value in items:
        yield from places(value, (*path, key), ends=ends)


def changed(document: Any, path: Path_, value: Any) -> Any:
    """The document with `value` at `path`, or with nothing there. What does not change is shared."""
    if not path:
        return value
    key, *rest = path
    copy = document.copy()
    if value is NOTHING and not rest:
        del copy[key]
    else:
        copy[key] = changed(document[key], tuple(rest), value)
    return copy


Mutation = Callable[[Any], Iterator[tuple[Path_, Any]]]

#: Keys that an object may lack: domains without a stack; categories not scored, and abilities that are none;
#: what a step of a vector may say; games that are not offered, and what an offer leaves to the default.
OPTIONAL = {*"GYRBV", *DEFS["birdie"]["category"]["enum"], "expect", "views", "reject", *CASES, "deals"}


def needed(path: Path_, value: dict[str, Any]) -> set[str]:
    """The keys that this object of a document cannot do without."""
    if path[-1:] in (("observation",), ("view",), ("expect",), ("views",)) or "views" in path[-2:-1]:
        return set()
    if "players" in value and "observes" not in value:
        return {"players"}
    if value.get("op") in ("apply", "verify", "explain"):
        return {"id", "op", "action"}
    # The variant of Druids has a field of its own.
    return set(value) - OPTIONAL - ({"top"} if value.get("type") == "lead_gaia" else set())


def without_a_key(document: Any) -> Iterator[tuple[Path_, Any]]:
    for path, value in places(document, ends=True):
        for key in needed(path, value) if isinstance(value, dict) else ():
            yield (*path, key), changed(document, (*path, key), NOTHING)


def with_an_unknown_key(document: Any) -> Iterator[tuple[Path_, Any]]:
    for path, value in places(document, ends=True):
        if isinstance(value, dict):
            yield (*path, "unknown"), changed(document, path, {**value, "unknown": 1})


def with_a_wrong_type(document: Any) -> Iterator[tuple[Path_, Any]]:
    wrong: dict[type, tuple[Any, ...]] = defaultdict(lambda: (1.5, {"a": 1}, ["a"]))
    wrong |= {int: ("1", 1.5, True, [1]), bool: (0, "true", None), dict: ([], "a", 1), list: ({}, "a", 1)}
    for path, value in places(document, ends=True):
        yield from ((path, changed(document, path, other)) for other in wrong[type(value)])


def in_lower_case(document: Any) -> Iterator[tuple[Path_, Any]]:
    for path, value in places(document, ends=True):
        if isinstance(value, str) and value.lower() != value and path[-1:] not in SENTENCES:
            yield path, changed(document, path, value.lower())
        for key in value if isinstance(value, dict) else ():
            if key.lower() != key:
                renamed = {(k.lower() if k == key else k): v for k, v in value.items()}
                yield (*path, key), changed(document, path, renamed)


def out_of_bounds(document: Any) -> Iterator[tuple[Path_, Any]]:
    """Some of these are still well-formed: not for `test_broken_documents_are_refused`."""
    for path, value in places(document, ends=True):
        others: tuple[Any, ...] = (None,)
        if type(value) is int:
            others = (-1, 0, 5, 13, 99, 10**30, None, 2.0)
        elif isinstance(value, str):
            others = ("", "G0", "G13", "none", value + "\n", None)
        elif isinstance(value, list):
            others = ([], [*value, *value[:1]], [*value, None], value[1:], None)
        elif value is None:
            others = (0, 7, "", False, {}, [])
        yield from ((path, changed(document, path, other)) for other in others)


BREAKING: tuple[Mutation, ...] = (without_a_key, with_an_unknown_key, with_a_wrong_type, in_lower_case)


def short(document: Any) -> Any:
    """A document with a few of all cards, events, actions and observed keys, where any number is well-formed."""
    if not isinstance(document, dict):
        return document
    copy = {key: short(value) for key, value in document.items()}
    copy |= {key: copy[key][:2] for key in ("pile", "events", "actions") if key in copy}
    copy |= {key: dict([*copy[key].items()][-4:]) for key in ("observation", "view") if key in copy}
    return copy


def sample(case: Case) -> dict[str, tuple[str, Any]]:
    """A document or more of each kind, with its schema, each as full as such documents get."""
    games = [played(case, name, seed) for name in case.small for seed in range(1, 9)]
    moments = [moment for _, turns in games for moment in turns]
    state, action = next(moment for moment in moments if moment[1] is not None and case.is_full(moment[0]))
    record = to_json(games[0][0])
    kinds: dict[str, tuple[str, Any]] = {
        "record": ("record", record),
        "state": ("state", to_json(state)),
        "rules": (case.ref("rules"), to_json(case.full_rules)),
        "outcome": (case.ref("outcome"), record["outcome"]),
        "observation": (case.ref("observation"), case.game.project(state)),
        "view": (case.ref("view"), to_json(case.game.view(state, 1))),
    }
    for moment in (moments[0], (state, action)):
        kinds |= {ref.rpartition("/")[2]: (ref, short(document)) for ref, document in messages(case, *moment)}
    for name in case.rules:
        for ref, document in written(case, name, 1):
            if ref.endswith(("/action", "/event")):
                kinds["-".join(filter(None, (document["type"], document.get("kind"))))] = (ref, document)
    steps = [
        {"seat": None if kind == "deal" else 1, "action": short(document)}
        for kind, (ref, document) in kinds.items()
        if ref.endswith("/action")
    ]
    kinds["record"] = ("record", {**record, "steps": steps[:4]})
    return {kind: (ref, wire(document)) for kind, (ref, document) in kinds.items()}


SAMPLES = {case.name: sample(case) for case in CASES.values()}
SHARED = {
    "violation": ("core#/$defs/violation", {"clause": "druids/deck", "code": "malformed", "message": ""}),
    "fault": ("core#/$defs/fault", {"step": 1, "clause": "druids/deck", "code": None, "message": ""}),
    # `verify` takes anything for an action.
    **{
        name: (f"protocol#/$defs/{name}", part["examples"][0])
        for name, part in PROTOCOL.items()
        if "examples" in part and name != "verifyRequest"
    },
}
ALL_SAMPLES = {
    **SHARED,
    **{f"{game} {kind}": found for game, samples in SAMPLES.items() for kind, found in samples.items()},
}


@pytest.mark.parametrize("name", ALL_SAMPLES)
def test_broken_documents_are_refused(name: str) -> None:
    ref, document = ALL_SAMPLES[name]
    demand(ref, document)
    for mutation in BREAKING:
        for path, mutant in mutation(document):
            assert not fits(ref, mutant), f"{mutation.__name__} at {path}: {ref} takes {mutant}"


def file(kind: str, game: str, **more: Any) -> dict[str, Any]:
    return {"format": f"lexludi-{kind}/1", "game": game, **more}


def board(**more: Any) -> dict[str, Any]:
    return {"boards": [{"sets": {}, "crosses": 0, "pass_points": 0, "abilities_used": [], **more}] * 2}


@pytest.mark.parametrize(
    ("ref", "document"),
    [
        ("record", file("record", "bridge", rules={}, steps=[], outcome=None)),
        ("record", file("state", "druids", rules={"players": 3}, steps=[], outcome=None)),
        ("record", file("record", "birdie", rules={"players": 5}, steps=[], outcome=None)),
        ("state", file("state", "druids")),
        ("state", file("state", "birdie")),
        ("druids#/$defs/action", {"type": "pass"}),
        ("druids#/$defs/action", {"type": "sickle", "domain": "R", "top": "lowest"}),
        ("druids#/$defs/action", {"type": "lead_gaia", "domain": "R", "top": None}),
        ("druids#/$defs/observationPart", {"displays": [{"G": []}, {}, {}]}),
        ("druids#/$defs/viewPart", {"hands": [["G1"], []]}),
        ("druids#/$defs/observationPart", {"trick": {"leader": 0, "domain": None, "plays": []}}),
        ("druids#/$defs/observationPart", {"round": 0}),
        ("druids#/$defs/viewPart", {"stack_sizes": [{"G": 0}, {}]}),
        ("birdie#/$defs/action", {"type": "play", "card": "OWL-SPRING"}),
        ("birdie#/$defs/action", {"type": "take", "card": "STOP"}),
        ("birdie#/$defs/action", {"type": "take_pair", "cards": ["OWL-SPRING"]}),
        ("birdie#/$defs/action", {"type": "take_pair", "cards": ["OWL-SPRING"] * 3}),
        ("birdie#/$defs/action", {"type": "edit"}),
        ("birdie#/$defs/action", {"type": "edit", "kind": "none"}),
        ("birdie#/$defs/action", {"type": "edit", "kind": "remove", "from": 0}),
        ("birdie#/$defs/action", {"type": "edit", "kind": "swap", "at": 0, "to": 1}),
        ("birdie#/$defs/action", {"type": "use_ability", "species": "SPRING", "discard": "OWL-SPRING"}),
        ("birdie#/$defs/action", {"type": "score_set", "start": 0, "length": 2, "category": "STOP"}),
        ("birdie#/$defs/rules", {"players": 3, "crosses": [0] * 8}),
        ("birdie#/$defs/rules", {"players": 3, "crosses": [0] * 10}),
        ("birdie#/$defs/rules", {"players": 3, "starters": [0]}),
        ("birdie#/$defs/rules", {"players": 3, "starters": [0, 1, 2]}),
        ("birdie#/$defs/rules", {"players": 4, "starters": [0, 4]}),
        ("birdie#/$defs/rules", {"players": 3, "abilities": {"SPRING": "swap"}}),
        ("birdie#/$defs/rules", {"players": 3, "abilities": {"OWL": "fly"}}),
        ("birdie#/$defs/rules", {"players": 3, "abilities": None}),
        ("birdie#/$defs/observationPart", {"round": 0}),
        ("birdie#/$defs/observationPart", {"round": 3}),
        ("birdie#/$defs/observationPart", {"display": ["OWL-SPRING"] * 5}),
        ("birdie#/$defs/observationPart", {"pair": ["OWL-SPRING"] * 3}),
        ("birdie#/$defs/observationPart", {"draw_pile": -1}),
        ("birdie#/$defs/observationPart", {"passed": [4, None]}),
        ("birdie#/$defs/observationPart", board(sets={"OWL": None})),
        ("birdie#/$defs/observationPart", board(sets={"OWL": 1})),
        ("birdie#/$defs/observationPart", board(crosses=9)),
        ("birdie#/$defs/observationPart", board(pass_points=7)),
        ("birdie#/$defs/observationPart", board(abilities_used=["OWL", "OWL"])),
        ("birdie#/$defs/observationPart", board(abilities_used=["SPRING"])),
        ("birdie#/$defs/observationPart", {"under_stop": []}),
        ("birdie#/$defs/viewPart", {"piles": [[], []]}),
        ("birdie#/$defs/viewPart", {"hands": [[], []]}),
        ("birdie#/$defs/viewPart", {"draw_pile": ["OWL-SPRING"]}),
        (
            "birdie#/$defs/event",
            {"type": "laid", "seat": 0, "from_hand": False, "card": None, "clause": "birdie/lay"},
        ),
        ("protocol", {"id": 1, "op": "hello", "protocol": 2}),
        ("protocol", {"id": 1, "op": "undo"}),
        ("protocol#/$defs/applyReply", {"id": 3, "ok": False, "code": "bad-rules"}),
        ("protocol#/$defs/applyReply", {"id": 3, "ok": False, "observation": {}}),
        ("protocol#/$defs/applyReply", {"id": 3, "ok": True}),
        ("protocol#/$defs/applyReply", {"id": 3, "ok": True, "observation": {"display": [], "trick": None}}),
        ("protocol#/$defs/legalActionsReply", {"id": 4, "actions": [{"type": "take", "card": "R5"}]}),
        ("protocol#/$defs/dealReply", {"id": 4, "pile": ["R5", "OWL-SPRING"]}),
        ("protocol#/$defs/newGameReply", {"id": 3, "ok": False, "code": "malformed"}),
        ("protocol#/$defs/newGameReply", {"id": 3, "ok": False}),
        ("protocol#/$defs/newGameReply", {"id": 3, "code": "bad-rules"}),
        ("protocol#/$defs/verifyRequest", {"op": "verify", "action": None}),
        ("core#/$defs/clause", "deck"),
    ],
    ids=str,
)
def test_what_does_not_belong_is_refused(ref: str, document: Any) -> None:
    assert not fits(ref, document)


@each_game
def test_seats_go_with_actions_and_hands_with_deals(case: Case) -> None:
    (_, deal), (_, action) = (SAMPLES[case.name][kind] for kind in ("deal", case.turn))
    for seat in (None, *range(-1, case.most + 1)):
        known = seat is not None and 0 <= seat < case.most
        assert fits(case.ref("step"), {"seat": seat, "action": action}) is known
        assert fits(case.ref("turn"), {"seat": seat, "action": action}) is (known or seat is None)
        assert fits(case.ref("step"), {"seat": seat, "action": deal}) is (seat is None)
        assert fits(case.ref("turn"), {"seat": seat, "action": deal}) is (seat is None)
    assert fits(case.ref("turn"), {"action": action})
    assert not fits(case.ref("turn"), {"seat": 1})
    request = {"id": 3, "op": "apply", "seat": None, "action": deal}
    card = DEFS[case.name]["card"]["enum"][0]
    one = {"hands": [[card], []], "display": [card]}
    two = {"hands": [one["hands"]] * 2, "display": [one["display"]] * 2}
    for key, taken in (("hands", True), ("display", case.name == "birdie")):
        assert fits("protocol#/$defs/applyRequest", {**request, key: one[key]}) is taken
        assert fits("protocol#/$defs/applyRequest", {**request, key: two[key]}) is (case.name == "birdie")
        assert not fits("protocol#/$defs/applyRequest", {**request, key: [*two[key], two[key][0]]})
        assert not fits("protocol#/$defs/applyRequest", {**request, "seat": 1, "action": action, key: one[key]})


@each_game
def test_offers_are_bounded(case: Case) -> None:
    offer: dict[str, Any] = {"players": [2], "observes": [], "rejects_illegal": True, "legal_actions": True}
    for players in range(7):
        assert fits(case.ref("offer"), {**offer, "players": [players]}) is (2 <= players <= case.most)
    wrongs: tuple[dict[str, Any], ...] = (
        {"players": []},
        {"players": [2, 2]},
        {"observes": ["cards"]},
        {"deals": "none"},
        {"name": "x"},
    )
    for wrong in wrongs:
        assert not fits(case.ref("offer"), {**offer, **wrong})


@pytest.mark.parametrize(
    ("case", "field"), [(case, field) for case in CASES.values() for field in case.bounds], ids=str
)
def test_rules_are_bounded(case: Case, field: str) -> None:
    least, most = case.bounds[field]
    good = [least if least is not None else -(10**30), most if most is not None else 10**30]
    bad = [bound for bound in (least and least - 1, most and most + 1, -1 if least == 0 else None) if bound is not None]
    for value in (*good, *bad):
        assert fits(case.ref("rules"), {"players": 3, field: value}) is (value in good)


@pytest.mark.parametrize(
    ("case", "place"), [(case, place) for case in CASES.values() for place in case.by_seat], ids=str
)
def test_lists_by_seat_are_as_long_as_the_table(case: Case, place: str) -> None:
    part, key = place.split("/")
    for seats in range(8):
        assert fits(case.ref(part), {key: [case.by_seat[place]] * seats}) is (2 <= seats <= case.most)


@each_game
def test_winners_and_outcomes_have_their_lengths(case: Case) -> None:
    for number in range(8):
        assert fits(case.ref("winners"), list(range(number))) is (1 <= number <= case.most)
        outcome = {"scores": [0] * number, "ranks": [1, 1], "winners": [0, 1], "reason": "rounds-played"}
        assert fits(case.ref("outcome"), outcome) is (2 <= number <= case.most)
        outcome |= {"scores": [0, 0], "ranks": [1] * number}
        assert fits(case.ref("outcome"), outcome) is (2 <= number <= case.most)
        assert fits(case.ref("outcome"), {**outcome, "ranks": [1, number]}) is (1 <= number <= case.most)
    for winners in ([1, 1], [case.most], [-1]):
        assert not fits(case.ref("winners"), winners)


def test_tricks_have_their_lengths() -> None:
    for number in range(7):
        plays = [{"seat": seat % 5, "card": "R1"} for seat in range(number)]
        assert fits("druids#/$defs/trick", {"leader": 0, "domain": "R", "plays": plays}) is (1 <= number <= 4)


@pytest.mark.parametrize("there", range(16))
def test_trophies_are_of_the_first_species(there: int) -> None:
    species = DEFS["birdie"]["species"]["enum"]
    trophies = {name: None for place, name in enumerate(species) if there >> place & 1}
    assert fits("birdie#/$defs/trophies", trophies) is (there in (1, 3, 7, 15))


def test_positions_of_actions_are_any_integers_and_those_of_events_are_on_the_row() -> None:
    for value in (-1, 0, 10**30):
        for action in (
            {"type": "score_set", "start": value, "length": value, "category": "OWL"},
            {"type": "edit", "kind": "move", "from": value, "to": value},
            {"type": "edit", "kind": "insert", "card": "OWL-SPRING", "at": value},
        ):
            assert fits("birdie#/$defs/action", action)
            assert is_taken("birdie#/$defs/action", action)
        event = {"type": "cards_swapped", "seat": 0, "at": value, "clause": "birdie/effect-swap"}
        assert fits("birdie#/$defs/event", event) is (value >= 0)


# Rules and actions that are sent in order to be refused


@pytest.mark.parametrize(
    "action", ["R5", None, {}, {"type": "play"}, {"type": "play", "card": "r5"}, {"type": "edit", "kind": "fly"}]
)
@each_game
def test_malformed_actions_can_be_sent_but_are_no_actions(case: Case, action: Any) -> None:
    request = {"id": 3, "op": "apply", "seat": 1, "action": action}
    demand("protocol#/$defs/request", request)
    demand("protocol", request)
    assert not fits("protocol#/$defs/applyRequest", request)
    vector = deepcopy(example("vector", case.name))
    vector["steps"][1] = {"seat": 0, "action": action, "reject": "malformed"}
    demand("vector", vector)
    others: tuple[dict[str, Any], ...] = ({"reject": "card-not-held"}, {"expect": {}}, {})
    for rest in others:
        vector["steps"][1] = {"seat": 0, "action": action, **rest}
        assert not fits("vector", vector)


@pytest.mark.parametrize("rules", [None, {}, {"players": 6}, {"players": 3, "jokers": 2}, {"players": 1}])
@each_game
def test_bad_rules_can_be_sent_but_are_no_rules(case: Case, rules: Any) -> None:
    request = {"id": 2, "op": "new_game", "game": case.name, "rules": rules}
    demand("protocol#/$defs/request", request)
    assert not fits("protocol#/$defs/newGameRequest", request)


# Vectors


@each_game
def test_broken_vectors_are_refused(case: Case) -> None:
    vector = deepcopy(example("vector", case.name))
    for step in vector["steps"]:
        step["action"] = short(step["action"])
    demand("vector", vector)
    # Where a refusal is to be `malformed`, any action will do.
    free = [
        ("steps", place, "action") for place, step in enumerate(vector["steps"]) if step.get("reject") == "malformed"
    ]
    for mutation in BREAKING:
        for path, mutant in mutation(vector):
            if path[:3] not in free:
                assert not fits("vector", mutant), (path, mutant)


@pytest.mark.parametrize(
    "change",
    [
        {"id": "Gaia"},
        {"id": "gaia--wins"},
        {"id": ""},
        {"clauses": []},
        {"clauses": ["$/deck", "$/deck"]},
        {"clauses": ["bridge/deck"]},
        {"clauses": ["deck"]},
        {"purpose": ""},
        {"steps": []},
        {"game": "bridge"},
        {"_info": {}},
        {"_info": {"spec": "1.0", "sha256": "0" * 64}},
        {"_info": {"spec": "1.0.0", "sha256": "0" * 63}},
    ],
    ids=str,
)
@each_game
def test_what_no_vector_says(case: Case, change: dict[str, Any]) -> None:
    change = json.loads(json.dumps(change).replace("$", case.name))
    assert not fits("vector", {**example("vector", case.name), **change})


@pytest.mark.parametrize(
    ("mine", "other"), [(mine, other) for mine in CASES for other in CASES if mine != other], ids=str
)
@pytest.mark.parametrize("kind", FILES)
def test_no_file_of_one_game_is_one_of_another(kind: str, mine: str, other: str) -> None:
    document = example(kind, mine)
    assert not fits(kind, {**document, "game": other})
    if kind == "vector":
        assert not fits(kind, {**document, "clauses": [f"{other}/deck"]})


def test_vectors_of_the_specification_have_the_form() -> None:
    noted = example("vector", "druids")["_info"]
    for path in (ROOT / "spec" / "vectors").rglob("*.json"):
        vector = json.loads(path.read_text(encoding="utf-8"))
        # What is still to be noted by the generator is no concern of this test.
        demand("vector", {**vector, "_info": vector["_info"] or noted})


def test_perft_tables_of_the_specification_have_the_form() -> None:
    tables = [json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "spec" / "perft").rglob("*.json")]
    for table in tables:
        demand("perft", table)
    assert {table["game"] for table in tables} == set(CASES)


def content_hash(vector: dict[str, Any]) -> str:
    """As the schema describes it."""
    content = {key: value for key, value in vector.items() if key != "_info"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def demand_truth(ref: str, document: Any) -> None:
    """A document that is shown must be read, a record keep the rules, a vector and a table come out right."""
    if ref == "vector":
        follow(document)
    elif ref == "perft":
        count(document)
    elif (cls := class_of(ref, document)) is not None:
        found = from_json(cls, document)
        assert ref != "record" or lexludi.find_fault(found) is None


def follow(vector: dict[str, Any]) -> None:
    game = CASES[vector["game"]].game
    assert vector["_info"]["sha256"] == content_hash(vector)
    state = game.start(from_json(game.Rules, vector["rules"]))
    for step in vector["steps"]:
        if step.get("reject") == "malformed":
            with pytest.raises(BadInput):
                from_json(game.Action, step["action"])
            continue
        action = from_json(game.Action, step["action"])
        refusal = game.verify(state, action, step["seat"])
        assert (refusal and refusal.code) == step.get("reject")
        if refusal is None:
            state = game.apply(state, action, step["seat"])
        observation = game.project(state)
        assert observation == {**observation, **step.get("expect", {})}
        for seat, part in step.get("views", {}).items():
            view = to_json(game.view(state, int(seat)))
            assert view == {**view, **part}


def count(table: dict[str, Any]) -> None:
    game = CASES[table["game"]].game
    assert table["_info"]["sha256"] == content_hash(table)
    state = game.start(from_json(game.Rules, table["rules"]))
    for step in table["steps"]:
        state = game.apply(state, from_json(game.Action, step["action"]), step["seat"])
    assert [game.perft(state, depth) for depth in range(len(table["counts"]))] == table["counts"]


@pytest.mark.parametrize("name", [name for name in SCHEMAS if name in (*FILES, *CASES)])
def test_examples_are_true(name: str) -> None:
    for path, part in parts(SCHEMAS[name]):
        for shown in part.get("examples", ()):
            demand_truth(name if path == "#" else name + path, shown)


# The decoder is at least as strict


def class_of(ref: str, document: Any) -> Any:
    """The class whose objects have this form; None for what is only written, or read otherwise."""
    if ref == "record":
        return lexludi.Record
    if ref == "state":
        return CASES[document["game"]].game.State if document.get("game") in CASES else None
    schema, _, part = ref.partition("#/$defs/")
    if part == "outcome":
        return lexludi.Outcome
    if schema not in CASES or part not in ("action", "rules", "view", "event"):
        return None
    return getattr(CASES[schema].game, part.capitalize())


def is_taken(ref: str, document: Any, like: Any = None) -> bool:
    """Whether the decoder reads a document, as the class of the sound one that it is `like`."""
    try:
        from_json(class_of(ref, like or document), document)
    except BadInput:
        return False
    return True


READ = {
    **{name: (ref, document) for name, (ref, document) in ALL_SAMPLES.items() if class_of(ref, document) is not None},
    **{f"{game} least rules": (f"{game}#/$defs/rules", {"players": 3}) for game in CASES},
    **{
        f"{game} least record": ("record", {**samples["record"][1], "steps": [], "outcome": None})
        for game, samples in SAMPLES.items()
    },
}


def is_left_open(ref: str, path: Path_) -> bool:
    """Whether the decoder leaves it to others that a document may not have this value here."""
    # Why a game has ended is for the audit. Of events the decoder knows no bounds.
    return path[-1:] == ("reason",) or ref.endswith("/event")


@pytest.mark.parametrize("name", READ)
def test_what_the_schema_refuses_the_decoder_refuses(name: str) -> None:
    ref, document = READ[name]
    assert is_taken(ref, document)
    for mutation in (*BREAKING, out_of_bounds):
        for path, mutant in mutation(document):
            if mutation is out_of_bounds and is_left_open(ref, path):
                continue
            # The decoder is quick, so it is asked first.
            if is_taken(ref, mutant, like=document):
                assert fits(ref, mutant), f"{mutation.__name__} at {path}: the decoder alone takes {mutant}"


@pytest.mark.parametrize("name", READ)
def test_the_decoder_is_stricter_with_numbers(name: str) -> None:
    ref, document = READ[name]
    floating = json.loads(json.dumps(document), parse_int=float)
    assert fits(ref, floating)
    numbers = any(type(value) is int for _, value in places(document))
    assert is_taken(ref, floating, like=document) is not numbers


@pytest.mark.parametrize(
    "change",
    [
        {"scores": []},
        {"scores": [71]},
        {"scores": [71, 80]},
        {"ranks": [1, 2]},
        {"ranks": [0, 1, 1]},
        {"ranks": [4, 1, 1]},
        {"winners": []},
        {"winners": [2, 1]},
        {"winners": [1, 1]},
        {"winners": [1, 3]},
        {"winners": [-1, 1]},
        {"reason": "rounds played"},
        {"reason": "rounds-"},
        {"reason": ""},
    ],
    ids=str,
)
def test_outcomes_that_nobody_can_write_are_not_read(change: dict[str, Any]) -> None:
    assert is_taken("core#/$defs/outcome", OUTCOME)
    assert not is_taken("core#/$defs/outcome", {**OUTCOME, **change})
    with pytest.raises(BadInput, match=r"^outcome\."):
        from_json(lexludi.Record, {**example("record", "druids"), "outcome": {**OUTCOME, **change}})


OUTCOME = {"scores": [71, 80, 80], "ranks": [3, 1, 1], "winners": [1, 2], "reason": "rounds-played"}


@pytest.mark.parametrize(
    "change",
    [
        {"scores": [6, 6]},
        {"scores": [2, 6]},
        {"scores": [6, 6, 6]},
        {"ranks": [1, 1]},
        {"ranks": [2, 1]},
        {"winners": [1]},
        {"winners": [0, 1]},
        {"reason": "tired"},
    ],
    ids=str,
)
@each_game
def test_ranks_and_winners_that_do_not_follow_from_the_scores_are_found_out(case: Case, change: dict[str, Any]) -> None:
    document = example("record", case.name)
    document = {**document, "outcome": {**document["outcome"], **change}}
    # The decoder may refuse them already; the audit must find what it leaves.
    assert not is_taken("record", document) or lexludi.find_fault(from_json(lexludi.Record, document)) is not None


# The pages


def shown() -> Iterator[tuple[str, str, Any]]:
    """The JSON blocks of the pages, each of which names its schema: page, schema, and each line or the whole block."""
    for page in sorted((ROOT / "docs" / "formats").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        blocks = re.findall(r"<!-- lexludi:(\S+) -->\n+```json\n(.*?)```", text, re.DOTALL)
        assert len(blocks) == text.count("```json"), f"{page.name}: a block does not name its schema"
        for ref, block in blocks:
            try:
                documents = [json.loads(block)]
            except json.JSONDecodeError:
                documents = [json.loads(line) for line in block.splitlines()]
            yield from ((page.name, ref, document) for document in documents)


def test_what_the_pages_show_has_the_form_and_is_true() -> None:
    games: dict[str, set[str]] = defaultdict(set)
    for page, ref, document in shown():
        demand(ref, document)
        demand_truth(ref, document)
        games[page] |= {game for game in CASES if game in ref or game in (document.get("game"), document.get("clause"))}
    assert set(games) == {page.name for page in (ROOT / "docs" / "formats").glob("*.md")} - {"index.md"}
    for page, there in games.items():
        assert there == set(CASES) or page in ("outcome.md", "violation.md"), page


@each_game
def test_the_pages_name_what_there_is(case: Case) -> None:
    pages = {page.name: page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "formats").glob("*.md")}
    for kind in case.events.values():
        assert f"`{kind}`" in pages["event.md"], kind
    for field in DEFS[case.name]["rules"]["properties"]:
        assert f"`{field}`" in pages["rules.md"], field
    for part in ("observation", "view", "state"):
        for key in DEFS[case.name][part]["required"]:
            assert f'"{key}"' in pages[f"{part}.md"], key
