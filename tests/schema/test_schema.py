"""The JSON Schemas: sound in themselves, as wide as what the library writes, and no wider than what it reads."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import lexludi
from lexludi import BadInput, RecordBuilder, druids, from_json, to_json
from lexludi.druids.cards import PRINTED
from lexludi.druids.events import EVENTS

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "spec" / "schema"
SCHEMAS: dict[str, dict[str, Any]] = {
    path.name.removesuffix(".schema.json"): json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.iterdir())
}
REGISTRY: Registry[Any] = Registry().with_resources(
    (schema["$id"], Resource.from_contents(schema)) for schema in SCHEMAS.values()
)
DRUIDS, PROTOCOL = SCHEMAS["druids"]["$defs"], SCHEMAS["protocol"]["$defs"]
RULES = {
    "three": druids.Rules(players=3, rounds=2),
    "four": druids.Rules(players=4, rounds=1, first_dealer=3),
    "five": druids.Rules(players=5, rounds=1),
    "variant": druids.Rules(players=4, rounds=1, sun_and_moon=True),
    "two": druids.Rules(players=2, domains=3, values=3, sickles=2, mistletoes=2, hand_size=5),
    "small": druids.Rules(players=2, domains=2, values=2, sickles=1, mistletoes=1, hand_size=3, rounds=1),
    "four domains": druids.Rules(players=2, domains=4, values=4, hand_size=8, sun_and_moon=True),
    "tiny": druids.Rules(players=2, domains=1, values=1, sickles=0, mistletoes=0, hand_size=1, rounds=1),
    "no specials": druids.Rules(players=3, domains=3, values=4, sickles=0, mistletoes=0, hand_size=4),
}
#: Where any text may stand.
SENTENCES = [(key,) for key in ("purpose", "language", "implementation", "skipped", "error", "message")]
#: Stands for no value that any key of any format takes.
NOTHING = object()

Path_ = tuple[str | int, ...]


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


# What the library writes


@cache
def game(name: str, seed: int) -> tuple[lexludi.Record, tuple[tuple[Any, Any], ...]]:
    """The record of a random game, and each action with the state that it was taken in."""
    source = random.Random(seed)
    builder = RecordBuilder(druids, RULES[name])
    turns: list[tuple[Any, Any]] = []
    while not druids.is_over(builder.state):
        choices = druids.legal_actions(builder.state)
        action = source.choice(choices) if choices else druids.shuffled(builder.state, source)
        turns.append((builder.state, action))
        builder.apply(action)
    turns.append((builder.state, None))
    return builder.record(), tuple(turns)


def messages(state: Any, action: Any) -> Iterator[tuple[str, Any]]:
    """What the protocol says around one action."""
    seat, after = druids.to_act(state), druids.apply(state, action)
    request: dict[str, Any] = {"id": 3, "op": "apply", "seat": seat, "action": to_json(action)}
    if seat is None:
        request["hands"] = druids.project(after)["hands"]
        yield "protocol#/$defs/dealReply", {"id": 2, "pile": request["action"]["pile"]}
    yield "protocol#/$defs/applyRequest", request
    yield "protocol#/$defs/applyReply", {"id": 3, "ok": True, "observation": druids.project(after)}
    actions = [to_json(choice) for choice in druids.legal_actions(state)]
    yield "protocol#/$defs/legalActionsReply", {"id": 4, "actions": actions}
    yield "protocol#/$defs/observeReply", {"id": 5, "observation": druids.project(state)}
    yield "protocol#/$defs/viewReply", {"id": 6, "view": to_json(druids.view(state, 0))}
    events = [to_json(event) for event in druids.explain(state, action)]
    yield "protocol#/$defs/explainReply", {"id": 8, "events": events}


def written(name: str, seed: int) -> Iterator[tuple[str, Any]]:
    """What the library writes of a random game: the schema's name and the document."""
    record, turns = game(name, seed)
    yield "record", to_json(record)
    yield "druids#/$defs/rules", to_json(record.rules)
    yield "druids#/$defs/outcome", to_json(record.outcome)
    new_game = {"id": 2, "op": "new_game", "game": "druids", "rules": to_json(record.rules)}
    yield "protocol#/$defs/newGameRequest", new_game
    for index, (state, action) in enumerate(turns):
        if action is not None:
            yield "druids#/$defs/action", to_json(action)
            yield from (("druids#/$defs/event", to_json(event)) for event in druids.explain(state, action))
        if index % 17 and state.phase is druids.Phase.PLAY:
            continue
        yield "druids#/$defs/observation", druids.project(state)
        yield "state", to_json(state)
        yield from (("druids#/$defs/view", to_json(druids.view(state, seat))) for seat in range(record.rules.players))
        if action is not None:
            told = (event for seat in range(2) for event in druids.explain(state, action, seat))
            yield from (("druids#/$defs/event", to_json(event)) for event in told)
            yield from messages(state, action)


@pytest.mark.parametrize("name", RULES)
def test_what_the_library_writes_has_the_form(name: str) -> None:
    for ref, document in written(name, seed=1):
        demand(ref, wire(document))


def test_random_play_is_no_idle_witness() -> None:
    documents = [(ref, document) for name in RULES for seed in range(2) for ref, document in written(name, seed)]
    events = {document["type"] for ref, document in documents if ref.endswith("event")}
    assert events == set(EVENTS.values())
    phases = {document["phase"] for ref, document in documents if ref == "state"}
    assert phases == set(DRUIDS["phase"]["enum"])
    types = {document["type"] for ref, document in documents if ref.endswith("/action")}
    assert types == {"deal", "play", "lead_gaia", "sickle", "mistletoe"}


def test_unfinished_records_refusals_and_faults() -> None:
    rules = RULES["three"]
    start = druids.start(rules)
    demand("record", wire(to_json(lexludi.Record("druids", rules, (), None))))
    refusal = druids.verify(start, druids.Play(druids.GAIA))
    assert refusal is not None
    demand("core#/$defs/violation", wire(to_json(refusal)))
    early = lexludi.Record("druids", rules, (lexludi.Step(0, druids.Play(druids.GAIA)),), None)
    demand("core#/$defs/fault", wire(to_json(lexludi.find_fault(early))))
    record, _ = game("three", 1)
    assert record.outcome is not None
    wrong = attrs.evolve(record, outcome=attrs.evolve(record.outcome, scores=(0, 0, 0)))
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
        for example in part.get("examples", ()):
            demand(name + path, example)


@pytest.mark.parametrize("name", SCHEMAS)
def test_objects_are_closed(name: str) -> None:
    # The schemas of the games close these, and `holdsDeal` is a condition.
    closed_elsewhere = {
        "state#",
        "record#/properties/rules",
        "record#/properties/outcome",
        "vector#/properties/rules",
        "vector#/$defs/step/properties/expect",
        "druids#/$defs/turn",
        "druids#/$defs/holdsDeal",
        "druids#/$defs/holdsDeal/properties/action",
    }
    for path, part in parts(SCHEMAS[name]):
        place = name + path
        if part.get("type") in ("object", ["object", "null"]) and place not in closed_elsewhere and "/if/" not in place:
            assert "additionalProperties" in part or "propertyNames" in part, place


def test_schemas_name_what_the_library_knows() -> None:
    core = SCHEMAS["core"]["$defs"]
    assert set(core["game"]["enum"]) == set(lexludi.GAMES)
    assert (*core["actionCode"]["enum"], core["code"]["anyOf"][1]["const"]) == lexludi.CODES
    assert set(DRUIDS["code"]["enum"]) <= set(core["actionCode"]["enum"])
    assert DRUIDS["card"]["enum"] == [card.token for card in PRINTED]
    assert DRUIDS["domain"]["enum"] == [domain.value for domain in druids.Domain]
    assert DRUIDS["phase"]["enum"] == [phase.value for phase in druids.Phase]
    assert DRUIDS["top"]["enum"] == [top.value for top in druids.Top]
    named = {part["properties"]["type"]["const"] for name, part in DRUIDS.items() if name.endswith("Event")}
    assert named == set(EVENTS.values())
    assert len(DRUIDS["event"]["oneOf"]) == len(EVENTS)
    observed = list(druids.project(druids.start(RULES["three"])))
    assert DRUIDS["observation"]["required"] == observed
    assert list(DRUIDS["observationPart"]["properties"]) == observed
    assert DRUIDS["offer"]["properties"]["observes"]["items"]["enum"] == observed
    viewed = [field.name for field in attrs.fields(druids.View)]
    assert DRUIDS["view"]["required"] == list(DRUIDS["viewPart"]["properties"]) == viewed
    assert DRUIDS["state"]["required"] == list(DRUIDS["state"]["properties"])


def test_defaults_of_rules_are_the_library_s() -> None:
    properties = DRUIDS["rules"]["properties"]
    assert list(properties) == [field.name for field in attrs.fields(druids.Rules)]
    for field in attrs.fields(druids.Rules):
        if field.name not in ("players", "hand_size"):
            assert properties[field.name]["default"] == field.default


def test_each_game_has_its_branch() -> None:
    for name, schema in SCHEMAS.items():
        if name in ("record", "state", "vector"):
            branches = schema["allOf"]
            assert [branch["if"]["properties"]["game"]["const"] for branch in branches] == list(lexludi.GAMES)
    for part in ("action", "observation", "view", "pile", "event"):
        assert len(PROTOCOL[part]["anyOf"]) == len(lexludi.GAMES)
    assert len(PROTOCOL["newGameRequest"]["allOf"]) == len(PROTOCOL["applyRequest"]["anyOf"]) == len(lexludi.GAMES)


# What the schemas refuse


def places(document: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every value in a document, itself included, with its path."""
    yield path, document
    items: Any = document.items() if isinstance(document, dict) else ()
    items = enumerate(document) if isinstance(document, list) else items
    for key, value in items:
        yield from places(value, (*path, key))


def changed(document: Any, path: Path_, value: Any) -> Any:
    """The document with `value` at `path`, or with nothing there."""
    if not path:
        return value
    copy = deepcopy(document)
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    if value is NOTHING:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return copy


Mutation = Callable[[Any], Iterator[tuple[Path_, Any]]]


def needed(path: Path_, value: dict[str, Any]) -> set[str]:
    """The keys that this object of a document cannot do without."""
    if path[-1:] in (("observation",), ("view",), ("expect",), ("views",)) or "views" in path[-2:-1]:
        return set()
    if "players" in value and "observes" not in value:
        return {"players"}
    if value.get("op") in ("apply", "verify", "explain"):
        return {"id", "op", "action"}
    # Domains without a stack; what only the variant has; what a step of a vector may say.
    return (
        set(value)
        - set("GYRBV")
        - ({"top"} if value.get("type") == "lead_gaia" else set())
        - {"expect", "views", "reject"}
    )


def without_a_key(document: Any) -> Iterator[tuple[Path_, Any]]:
    for path, value in places(document):
        for key in needed(path, value) if isinstance(value, dict) else ():
            yield (*path, key), changed(document, (*path, key), NOTHING)


def with_an_unknown_key(document: Any) -> Iterator[tuple[Path_, Any]]:
    for path, value in places(document):
        if isinstance(value, dict):
            yield (*path, "unknown"), changed(document, path, {**value, "unknown": 1})


def with_a_wrong_type(document: Any) -> Iterator[tuple[Path_, Any]]:
    wrong: dict[type, tuple[Any, ...]] = defaultdict(lambda: (1.5, {"a": 1}, ["a"]))
    wrong |= {int: ("1", 1.5, True, [1]), bool: (0, "true", None), dict: ([], "a", 1), list: ({}, "a", 1)}
    for path, value in places(document):
        yield from ((path, changed(document, path, other)) for other in wrong[type(value)])


def in_lower_case(document: Any) -> Iterator[tuple[Path_, Any]]:
    for path, value in places(document):
        if isinstance(value, str) and value.lower() != value and path[-1:] not in SENTENCES:
            yield path, changed(document, path, value.lower())
        for key in value if isinstance(value, dict) else ():
            if key.lower() != key:
                renamed = {(k.lower() if k == key else k): v for k, v in value.items()}
                yield (*path, key), changed(document, path, renamed)


def out_of_bounds(document: Any) -> Iterator[tuple[Path_, Any]]:
    """Some of these are still well-formed: not for `test_broken_documents_are_refused`."""
    for path, value in places(document):
        others: tuple[Any, ...] = (None,)
        if type(value) is int:
            others = (-1, 0, 5, 13, 99, 10**30, None, 2.0)
        elif isinstance(value, str):
            others = ("", "G0", "G13", value + "\n", None)
        elif isinstance(value, list):
            others = ([], [*value, *value[:1]], [*value, None], None)
        elif value is None:
            others = (0, 7, "", False, {}, [])
        yield from ((path, changed(document, path, other)) for other in others)


BREAKING: tuple[Mutation, ...] = (without_a_key, with_an_unknown_key, with_a_wrong_type, in_lower_case)


def sample() -> dict[str, tuple[str, Any]]:
    """A document or more of each kind, with its schema, each as full as such documents get."""
    record, _ = game("small", 1)
    _, turns = game("two", 1)
    state, action = next(
        (state, action)
        for state, action in turns
        if action is not None and state.trick is not None and any(any(display) for display in state.displays)
    )
    deal, deals = turns[0]
    documents: list[tuple[str, Any]] = [
        ("record", to_json(record)),
        ("druids#/$defs/outcome", to_json(record.outcome)),
        ("druids#/$defs/rules", to_json(RULES["variant"])),
        ("state", to_json(state)),
        ("druids#/$defs/observation", druids.project(state)),
        ("druids#/$defs/view", to_json(druids.view(state, 1))),
        ("core#/$defs/violation", {"clause": "druids/deck", "code": "malformed", "message": ""}),
        ("core#/$defs/fault", {"step": 1, "clause": "druids/deck", "code": None, "message": ""}),
        *messages(state, action),
        *messages(deal, deals),
        # `verify` takes anything for an action.
        *(
            (f"protocol#/$defs/{name}", part["examples"][0])
            for name, part in PROTOCOL.items()
            if "examples" in part and name != "verifyRequest"
        ),
    ]
    kinds = {ref.rpartition("/")[2]: (ref, document) for ref, document in documents}
    for ref, document in (*written("two", 1), *written("two", 2), *written("four domains", 1)):
        if ref.endswith(("/action", "/event")):
            kinds[document["type"]] = (ref, document)
    kinds["lead_gaia"] = ("druids#/$defs/action", {"type": "lead_gaia", "domain": "R", "top": "highest"})
    return {kind: (ref, wire(document)) for kind, (ref, document) in kinds.items()}


SAMPLE = sample()


@pytest.mark.parametrize("mutation", BREAKING, ids=lambda mutation: mutation.__name__)
@pytest.mark.parametrize("name", SAMPLE)
def test_broken_documents_are_refused(name: str, mutation: Mutation) -> None:
    ref, document = SAMPLE[name]
    demand(ref, document)
    for path, mutant in mutation(document):
        assert not fits(ref, mutant), f"{ref} takes {mutant}, changed at {path}"


@pytest.mark.parametrize(
    ("ref", "document"),
    [
        ("record", {"format": "lexludi-record/1", "game": "bridge", "rules": {}, "steps": [], "outcome": None}),
        (
            "record",
            {"format": "lexludi-state/1", "game": "druids", "rules": {"players": 3}, "steps": [], "outcome": None},
        ),
        ("state", {"format": "lexludi-state/1", "game": "druids"}),
        ("druids#/$defs/action", {"type": "pass"}),
        ("druids#/$defs/action", {"type": "sickle", "domain": "R", "top": "lowest"}),
        ("druids#/$defs/action", {"type": "lead_gaia", "domain": "R", "top": None}),
        ("druids#/$defs/step", {"seat": 0, "action": {"type": "deal", "pile": []}}),
        ("druids#/$defs/step", {"seat": None, "action": {"type": "play", "card": "R5"}}),
        ("druids#/$defs/step", {"seat": 5, "action": {"type": "play", "card": "R5"}}),
        ("druids#/$defs/observationPart", {"displays": [{"G": []}, {}, {}]}),
        ("druids#/$defs/viewPart", {"hands": [["G1"], []]}),
        ("druids#/$defs/observationPart", {"trick": {"leader": 0, "domain": None, "plays": []}}),
        ("protocol", {"id": 1, "op": "hello", "protocol": 2}),
        ("protocol", {"id": 1, "op": "undo"}),
        ("protocol#/$defs/applyReply", {"id": 3, "ok": False, "code": "bad-rules"}),
        ("protocol#/$defs/applyReply", {"id": 3, "ok": False, "observation": {}}),
        ("protocol#/$defs/applyReply", {"id": 3, "ok": True}),
        ("protocol#/$defs/newGameReply", {"id": 3, "ok": False, "code": "malformed"}),
        ("protocol#/$defs/newGameReply", {"id": 3, "ok": False}),
        ("protocol#/$defs/newGameReply", {"id": 3, "code": "bad-rules"}),
        ("protocol#/$defs/verifyRequest", {"op": "verify", "action": None}),
        ("core#/$defs/clause", "deck"),
        ("druids#/$defs/observationPart", {"round": 0}),
        ("druids#/$defs/viewPart", {"stack_sizes": [{"G": 0}, {}]}),
        ("druids#/$defs/offer", {"players": [1], "observes": [], "rejects_illegal": True, "legal_actions": True}),
        ("druids#/$defs/turn", {"seat": 1}),
        ("druids#/$defs/offer", {"players": [], "observes": [], "rejects_illegal": True, "legal_actions": True}),
        (
            "protocol#/$defs/applyRequest",
            {"id": 3, "op": "apply", "seat": 1, "action": {"type": "play", "card": "R5"}, "hands": [["R5"], []]},
        ),
        (
            "protocol#/$defs/applyRequest",
            {"id": 3, "op": "apply", "seat": None, "action": {"type": "deal", "pile": []}, "display": []},
        ),
    ],
)
def test_what_does_not_belong_is_refused(ref: str, document: Any) -> None:
    assert not fits(ref, document)


BOUNDS = {
    "players": (2, 5),
    "rounds": (1, None),
    "first_dealer": (0, 4),
    "domains": (1, 5),
    "values": (1, 12),
    "sickles": (0, 2),
    "mistletoes": (0, 2),
    "hand_size": (1, 32),
}


@pytest.mark.parametrize("field", BOUNDS)
def test_rules_are_bounded(field: str) -> None:
    least, most = BOUNDS[field]
    for value, good in ((least - 1, False), (least, True), ((most or 10**30), True), ((most or 0) + 1, not most)):
        assert fits("druids#/$defs/rules", {"players": 3, field: value}) is good


BY_SEAT: dict[str, Any] = {
    "observationPart/hands": ["G1", "SICKLE"],
    "observationPart/displays": {"G": ["G1"]},
    "observationPart/tops": {"G": "G1"},
    "observationPart/scores": [-3, 26],
    "observationPart/totals": 23,
    "viewPart/hand_sizes": 0,
    "viewPart/stack_sizes": {"G": 1},
}


@pytest.mark.parametrize("place", BY_SEAT)
def test_lists_by_seat_are_as_long_as_the_table(place: str) -> None:
    part, key = place.split("/")
    for seats in range(8):
        assert fits(f"druids#/$defs/{part}", {key: [BY_SEAT[place]] * seats}) is (2 <= seats <= 5)


def test_tricks_and_winners_have_their_lengths() -> None:
    for number in range(7):
        plays = [{"seat": seat % 5, "card": "R1"} for seat in range(number)]
        trick = {"leader": 0, "domain": "R", "plays": plays}
        assert fits("druids#/$defs/trick", trick) is (1 <= number <= 4)
        assert fits("druids#/$defs/winners", list(range(number))) is (1 <= number <= 5)
        outcome = {"scores": [0] * number, "ranks": [1, 1], "winners": [0, 1], "reason": "rounds-played"}
        assert fits("druids#/$defs/outcome", outcome) is (2 <= number <= 5)
        outcome |= {"scores": [0, 0], "ranks": [1] * number}
        assert fits("druids#/$defs/outcome", outcome) is (2 <= number <= 5)
    for winners in ([1, 1], [5], [-1]):
        assert not fits("druids#/$defs/winners", winners)


# Rules and actions that are sent in order to be refused


@pytest.mark.parametrize("action", ["R5", None, {}, {"type": "play"}, {"type": "play", "card": "r5"}])
def test_malformed_actions_can_be_sent_but_are_no_actions(action: Any) -> None:
    request = {"id": 3, "op": "apply", "seat": 1, "action": action}
    demand("protocol#/$defs/request", request)
    demand("protocol", request)
    assert not fits("protocol#/$defs/applyRequest", request)
    vector = deepcopy(SCHEMAS["vector"]["examples"][0])
    vector["steps"][1] = {"seat": 0, "action": action, "reject": "malformed"}
    demand("vector", vector)
    others: tuple[dict[str, Any], ...] = ({"reject": "card-not-held"}, {"expect": {}}, {})
    for rest in others:
        vector["steps"][1] = {"seat": 0, "action": action, **rest}
        assert not fits("vector", vector)


@pytest.mark.parametrize("rules", [None, {}, {"players": 6}, {"players": 3, "jokers": 2}])
def test_bad_rules_can_be_sent_but_are_no_rules(rules: Any) -> None:
    request = {"id": 2, "op": "new_game", "game": "druids", "rules": rules}
    demand("protocol#/$defs/request", request)
    assert not fits("protocol#/$defs/newGameRequest", request)


# Vectors


def test_broken_vectors_are_refused() -> None:
    for mutation in BREAKING:
        for path, mutant in mutation(SCHEMAS["vector"]["examples"][0]):
            # Where a refusal is to be `malformed`, any action will do.
            if path[:3] != ("steps", 2, "action"):
                assert not fits("vector", mutant), (path, mutant)


@pytest.mark.parametrize(
    "change",
    [
        {"id": "Gaia"},
        {"id": "gaia--wins"},
        {"id": ""},
        {"clauses": []},
        {"clauses": ["druids/deck", "druids/deck"]},
        {"clauses": ["birdie/deck"]},
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
def test_what_no_vector_says(change: dict[str, Any]) -> None:
    assert not fits("vector", {**SCHEMAS["vector"]["examples"][0], **change})


def test_vectors_of_the_specification_have_the_form() -> None:
    example = SCHEMAS["vector"]["examples"][0]
    for path in (ROOT / "spec" / "vectors").rglob("*.json"):
        vector = json.loads(path.read_text(encoding="utf-8"))
        # What is still to be noted by the generator is no concern of this test.
        demand("vector", {**vector, "_info": vector["_info"] or example["_info"]})


def content_hash(vector: dict[str, Any]) -> str:
    """As the schema describes it."""
    content = {key: value for key, value in vector.items() if key != "_info"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_example_vector_is_true() -> None:
    vector = SCHEMAS["vector"]["examples"][0]
    assert vector["_info"]["sha256"] == content_hash(vector)
    state = druids.start(from_json(druids.Rules, vector["rules"]))
    for step in vector["steps"]:
        if step.get("reject") == "malformed":
            with pytest.raises(BadInput):
                from_json(druids.Action, step["action"])
            continue
        action = from_json(druids.Action, step["action"])
        refusal = druids.verify(state, action, step["seat"])
        assert (refusal and refusal.code) == step.get("reject")
        if refusal is None:
            state = druids.apply(state, action, step["seat"])
        observation = druids.project(state)
        assert observation == {**observation, **step.get("expect", {})}
        for seat, part in step.get("views", {}).items():
            view = to_json(druids.view(state, int(seat)))
            assert view == {**view, **part}


# The decoder is at least as strict


def read(kind: str, document: Any) -> Any:
    classes: dict[str, Any] = {
        "record": lexludi.Record,
        "state": druids.State,
        "druids#/$defs/action": druids.Action,
        "druids#/$defs/rules": druids.Rules,
    }
    return from_json(classes[kind], document)


def is_taken(kind: str, document: Any) -> bool:
    try:
        read(kind, document)
    except BadInput:
        return False
    return True


#: Kinds that nobody may write otherwise than the schema says and still be read.
CHECKED = ("record", "state", "rules", "deal", "play", "lead_gaia", "sickle", "mistletoe")


def to_be_mutated() -> Iterator[tuple[str, Any]]:
    yield from (SAMPLE[kind] for kind in CHECKED)
    yield "druids#/$defs/rules", {"players": 3}
    yield "record", {**SAMPLE["record"][1], "steps": [], "outcome": None}


@pytest.mark.parametrize("mutation", [*BREAKING, out_of_bounds], ids=lambda mutation: mutation.__name__)
def test_what_the_schema_refuses_the_decoder_refuses(mutation: Mutation) -> None:
    for kind, document in to_be_mutated():
        for path, mutant in mutation(document):
            if fits(kind, mutant) or not is_taken(kind, mutant):
                continue
            # The decoder leaves it to the audit whether the seats, ranks and reason of an outcome are possible.
            assert path[0] == "outcome", f"{kind}: the decoder takes {mutant}, changed at {path}; the schema does not"
            assert lexludi.find_fault(read(kind, mutant)) is not None


def test_the_decoder_is_stricter_with_numbers() -> None:
    for kind, document in (("druids#/$defs/rules", {"players": 4}), SAMPLE["record"]):
        floating = json.loads(json.dumps(document), parse_int=float)
        assert fits(kind, floating)
        assert not is_taken(kind, floating)


# The pages


def shown() -> Iterator[tuple[str, str, Any]]:
    """The JSON blocks of the pages that name their schema: page, schema, and each line or the whole block."""
    for page in sorted((ROOT / "docs" / "formats").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for ref, block in re.findall(r"<!-- lexludi:(\S+) -->\n+```json\n(.*?)```", text, re.DOTALL):
            try:
                documents = [json.loads(block)]
            except json.JSONDecodeError:
                documents = [json.loads(line) for line in block.splitlines()]
            yield from ((page.name, ref, document) for document in documents)


def test_what_the_pages_show_has_the_form() -> None:
    seen = set()
    for page, ref, document in shown():
        seen.add(page)
        demand(ref, document)
        if ref == "vector":
            assert document["_info"]["sha256"] == content_hash(document)
    assert seen == {page.name for page in (ROOT / "docs" / "formats").glob("*.md")} - {"index.md"}
