"""JSON of all types of Druids: there and back, and nothing else is taken."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.druids.table import PUBLISHED, SMALL, after, dealt, end, every_game, game, move, table

import lexludi
from lexludi import druids, from_json, to_json
from lexludi.core.errors import BadInput, BadRules, DecodeError
from lexludi.core.jsontext import dumps, loads
from lexludi.druids import events

THREE = druids.Rules(players=3)


def back(cls: Any, x: Any) -> Any:
    """`x` by way of JSON text."""
    return from_json(cls, loads(dumps(to_json(x))))


def test_every_rules_survive_json() -> None:
    for rules in (*PUBLISHED, *SMALL):
        assert back(druids.Rules, rules) == rules


def test_every_state_survives_json() -> None:
    for played in every_game():
        for state, _ in played[::5]:
            again = back(druids.State, state)
            assert again == state
            assert hash(again) == hash(state)
        last = druids.apply(*played[-1])
        assert back(druids.State, last) == last


def test_every_view_survives_json() -> None:
    for played in every_game():
        for place, (state, _) in enumerate(played[::7]):
            view = druids.view(state, place % state.rules.players)
            assert back(druids.View, view) == view
        last = druids.apply(*played[-1])
        assert back(druids.View, druids.view(last, 0)) == druids.view(last, 0)


def test_every_action_survives_json() -> None:
    kinds: set[type] = set()
    for played in every_game():
        for _, action in played[::3]:
            assert back(druids.Action, action) == action
            assert back(type(action), action) == action
            kinds.add(type(action))
    assert kinds == {druids.Deal, druids.Play, druids.LeadGaia, druids.PlaceSickle, druids.PlaceMistletoe}


def test_every_event_survives_json_also_as_one_seat_learns_it() -> None:
    kinds: set[type] = set()
    for played in every_game():
        for state, action in played:
            if isinstance(action, druids.Play) and len(kinds) == len(events.EVENTS):
                continue
            for viewer in (None, 1):
                for event in druids.explain(state, action, viewer):
                    assert back(druids.Event, event) == event
                    assert back(type(event), event) == event
                    kinds.add(type(event))
    assert kinds == set(events.EVENTS)


def test_outcomes_and_violations_survive_json() -> None:
    for rules in SMALL:
        outcome = druids.outcome(end(rules, 1))
        assert back(lexludi.Outcome, outcome) == outcome
    violation = druids.verify(druids.start(THREE), druids.Play(druids.card("G1")))
    assert violation is not None
    assert back(lexludi.Violation, violation) == violation
    assert to_json(violation) == {
        "clause": "druids/phases",
        "code": "wrong-phase",
        "message": violation.message,
    }


def test_card_and_enumerations_are_their_tokens() -> None:
    assert to_json(druids.card("R5")) == "R5"
    assert from_json(druids.Card, "R5") is druids.card("R5")
    assert [to_json(domain) for domain in druids.Domain] == ["G", "Y", "R", "B", "V"]
    assert [to_json(phase) for phase in druids.Phase] == ["deal", "play", "sickle", "mistletoe", "over"]
    assert [to_json(top) for top in druids.Top] == ["lowest", "highest"]


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("R5", {"type": "play", "card": "R5"}),
        ("SICKLE", {"type": "play", "card": "SICKLE"}),
        ("GAIA>R", {"type": "lead_gaia", "domain": "R"}),
        ("GAIA>R>lowest", {"type": "lead_gaia", "domain": "R", "top": "lowest"}),
        ("GAIA>V>highest", {"type": "lead_gaia", "domain": "V", "top": "highest"}),
        ("SICKLE>R", {"type": "sickle", "domain": "R"}),
        ("MISTLETOE>B", {"type": "mistletoe", "domain": "B"}),
    ],
)
def test_well_formed__actions_as_json(text: str, data: dict[str, Any]) -> None:
    assert to_json(move(text)) == data
    assert from_json(druids.Action, data) == move(text)


def test_well_formed__a_deal_as_json() -> None:
    deal = druids.Deal(druids.cards("G1 GAIA SICKLE"))
    assert to_json(deal) == {"type": "deal", "pile": ["G1", "GAIA", "SICKLE"]}
    assert from_json(druids.Action, {"type": "deal", "pile": []}) == druids.Deal(())


def refused(cls: Any, data: Any) -> BadInput:
    """The refusal of `data`: a message on one line of bounded length."""
    with pytest.raises(BadInput) as caught:
        from_json(cls, data)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500
    return caught.value


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({}, "type"),
        ({"card": "R5"}, "type"),
        ({"type": None}, "type"),
        ({"type": "pass"}, "type"),
        ({"type": "Play", "card": "R5"}, "type"),
        ({"type": ["play"], "card": "R5"}, "type"),
        ({"type": "end_turn"}, "type"),
        ({"type": "play"}, "card"),
        ({"type": "play", "card": None}, "card"),
        ({"type": "play", "card": "r5"}, "card"),
        ({"type": "play", "card": "R13"}, "card"),
        ({"type": "play", "card": "OWL-SPRING"}, "card"),
        ({"type": "play", "card": 5}, "card"),
        ({"type": "play", "card": ["R5"]}, "card"),
        ({"type": "play", "card": "R5", "seat": 1}, "seat"),
        ({"type": "play", "card": "R5", "domain": "R"}, "domain"),
        ({"type": "play", "cards": "R5"}, "card"),
        ({"type": "lead_gaia"}, "domain"),
        ({"type": "lead_gaia", "domain": "r"}, "domain"),
        ({"type": "lead_gaia", "domain": None}, "domain"),
        ({"type": "lead_gaia", "domain": "G", "top": None}, "top"),
        ({"type": "lead_gaia", "domain": "G", "top": "low"}, "top"),
        ({"type": "lead_gaia", "domain": "G", "top": True}, "top"),
        ({"type": "lead_gaia", "domain": "G", "card": "GAIA"}, "card"),
        ({"type": "sickle"}, "domain"),
        ({"type": "sickle", "domain": "X"}, "domain"),
        ({"type": "sickle", "domain": "G", "top": "lowest"}, "top"),
        ({"type": "mistletoe", "domain": 0}, "domain"),
        ({"type": "deal"}, "pile"),
        ({"type": "deal", "pile": None}, "pile"),
        ({"type": "deal", "pile": "G1"}, "pile"),
        ({"type": "deal", "pile": {"0": "G1"}}, "pile"),
        ({"type": "deal", "pile": ["G1", "g2"]}, "pile[1]"),
        ({"type": "deal", "pile": ["G1"], "hands": []}, "hands"),
    ],
)
def test_well_formed__what_is_no_action_is_refused_at_its_place(data: Any, field: str) -> None:
    error = refused(druids.Action, data)
    assert isinstance(error, DecodeError)
    assert error.field == field


@pytest.mark.parametrize("data", [None, 1, "play", [], ["play", "R5"], True])
def test_well_formed__an_action_is_an_object(data: Any) -> None:
    assert isinstance(refused(druids.Action, data), DecodeError)


def test_an_action_of_one_class_is_not_read_as_another() -> None:
    assert refused(druids.Play, {"type": "sickle", "domain": "G"}).field == "type"
    assert refused(druids.PlaceSickle, {"type": "mistletoe", "domain": "G"}).field == "type"


def test_small_worlds__rules_as_json() -> None:
    assert to_json(druids.Rules(players=4)) == {
        "players": 4,
        "sun_and_moon": False,
        "rounds": 5,
        "first_dealer": 0,
        "domains": 5,
        "values": 12,
        "sickles": 2,
        "mistletoes": 2,
        "hand_size": 14,
    }
    assert from_json(druids.Rules, {"players": 4}) == druids.Rules(players=4)
    assert from_json(druids.Rules, {"players": 5, "sun_and_moon": True}).hand_size == 13


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({}, "players"),
        ({"players": 2.0}, "players"),
        ({"players": 4.0}, "players"),
        ({"players": True}, "players"),
        ({"players": "4"}, "players"),
        ({"players": None}, "players"),
        ({"players": 6}, "players"),
        ({"players": 10**1000}, "players"),
        ({"players": 2}, "hand_size"),
        ({"players": 2, "hand_size": 16}, "hand_size"),
        ({"players": 3, "hand_size": 22}, "hand_size"),
        ({"players": 3, "hand_size": 10}, "hand_size"),
        ({"players": 3, "hand_size": None}, "hand_size"),
        ({"players": 3, "sun_and_moon": 1}, "sun_and_moon"),
        ({"players": 3, "sun_and_moon": None}, "sun_and_moon"),
        ({"players": 3, "first_dealer": 3}, "first_dealer"),
        ({"players": 3, "rounds": 0}, "rounds"),
        ({"players": 3, "domains": 6}, "domains"),
        ({"players": 3, "values": 1.0}, "values"),
        ({"players": 3, "crosses": 4}, "crosses"),
        ({"players": 3, "Players": 3}, "Players"),
    ],
)
def test_small_worlds__rules_that_cannot_be_are_refused_at_their_field(data: Any, field: str) -> None:
    assert refused(druids.Rules, data).field == field


def test_small_worlds__a_value_out_of_bounds_is_bad_rules() -> None:
    assert isinstance(refused(druids.Rules, {"players": 6}), BadRules)
    assert isinstance(refused(druids.Rules, {"players": 2}), BadRules)


@pytest.mark.parametrize("data", [None, 3, "3", [], [["players", 3]], True])
def test_small_worlds__rules_are_an_object(data: Any) -> None:
    assert isinstance(refused(druids.Rules, data), DecodeError)


def lying() -> druids.State:
    """A trick in progress, with stacks, scores and cards aside."""
    before = table(
        *("R9 G1", "R5 G2", "B7 G3"),
        displays=["MISTLETOE Y7 | B5", "", "V6"],
        scores=[(4,), (9,), (12,)],
        rules=THREE,
    )
    return after(before, "R9")


def tie() -> druids.State:
    return after(table("G8 V1", "SICKLE V2", "G9 V4", displays=["", "", "R8 | V3"]), "G8 SICKLE G9")


def test_a_state_as_json() -> None:
    state = lying()
    shown = druids.project(state)
    data = to_json(state)
    assert data.pop("format") == "lexludi-state/1"
    assert data.pop("game") == "druids"
    assert data.pop("rules") == to_json(THREE)
    assert data == {key: shown[key] for key in shown if key not in ("tops", "totals", "winners")}
    assert data["trick"] == {"leader": 0, "domain": "R", "plays": [{"seat": 0, "card": "R9"}]}
    assert data["displays"] == [{"Y": ["MISTLETOE", "Y7"], "B": ["B5"]}, {}, {"V": ["V6"]}]


def changed(cls: Any, x: Any, change: Callable[[Any], Any]) -> BadInput:
    """The refusal of the JSON of `x` after a change to it."""
    data = copy.deepcopy(to_json(x))
    assert from_json(cls, data) == x
    replacement = change(data)
    return refused(cls, data if replacement is None else replacement)


def put(*path: Any) -> Callable[[Any], None]:
    """The change that puts the last argument at the path that the others are."""
    *way, last, value = path

    def change(data: Any) -> None:
        for step in way:
            data = data[step]
        data[last] = value

    return change


BAD_STATES: list[tuple[Callable[[Any], Any], str]] = [
    (put("format", "lexludi-record/1"), "format"),
    (put("format", None), "format"),
    (put("format", "lexludi-state/2"), "format"),
    (lambda data: data.pop("format") and None, "format"),
    (put("game", "birdie"), "game"),
    (put("game", "Druids"), "game"),
    (put("game", None), "game"),
    (lambda data: data.pop("game") and None, "game"),
    (put("rules", None), "rules"),
    (put("rules", "players", 3.0), "rules.players"),
    (put("rules", "players", 6), "rules.players"),
    (put("rules", "hand_size", 30), "rules.hand_size"),
    (put("rules", "extra", 1), "rules.extra"),
    (put("phase", "pause"), "phase"),
    (put("phase", None), "phase"),
    (put("round", 2.0), "round"),
    (put("round", True), "round"),
    (put("dealer", "0"), "dealer"),
    (put("dealer", None), "dealer"),
    (put("to_act", 1.0), "to_act"),
    (put("to_act", False), "to_act"),
    (put("hands", None), "hands"),
    (put("hands", {}), "hands"),
    (put("hands", 1, "R5 G2"), "hands[1]"),
    (put("hands", 1, 0, "g2"), "hands[1][0]"),
    (put("hands", 1, 1, None), "hands[1][1]"),
    (put("trick", []), "trick"),
    (put("trick", "leader", 0.0), "trick.leader"),
    (put("trick", "leader", None), "trick.leader"),
    (put("trick", "leader", True), "trick.leader"),
    (put("trick", "domain", "r"), "trick.domain"),
    (put("trick", "plays", {}), "trick.plays"),
    (put("trick", "plays", 0, "card", "r9"), "trick.plays[0].card"),
    (put("trick", "plays", 0, "seat", 1), "trick.plays[0].seat"),
    (put("trick", "plays", 0, "seat", 0.0), "trick.plays[0].seat"),
    (put("trick", "plays", 0, "seat", None), "trick.plays[0].seat"),
    (put("trick", "plays", 0, "order", 1), "trick.plays[0].order"),
    (put("trick", "plays", 0, "R9"), "trick.plays[0]"),
    (put("trick", "extra", 1), "trick.extra"),
    (put("trick", "cards", ["R9"]), "trick.cards"),
    (lambda data: data["trick"].pop("domain") and None, "trick.domain"),
    (lambda data: data["trick"].pop("plays") and None, "trick.plays"),
    (lambda data: data["trick"].pop("leader"), "trick.leader"),
    (put("pending", None), "pending"),
    (put("pending", ["sickle"]), "pending[0]"),
    (put("displays", None), "displays"),
    (put("displays", 0, []), "displays[0]"),
    (put("displays", 0, "Y", []), "displays[0].Y"),
    (put("displays", 0, "Y", "Y7"), "displays[0].Y"),
    (put("displays", 0, "Y", None), "displays[0].Y"),
    (put("displays", 0, "Y", 1, "y7"), "displays[0].Y[1]"),
    (put("displays", 0, "Y", 1, 7), "displays[0].Y[1]"),
    (put("displays", 0, "y", ["Y7"]), "displays[0].y"),
    (put("aside", 3), "aside"),
    (put("aside", 0, "GAIA "), "aside[0]"),
    (put("top", "middle"), "top"),
    (put("scores", None), "scores"),
    (put("scores", 1, 9), "scores[1]"),
    (put("scores", 1, 0, 9.0), "scores[1][0]"),
    (put("scores", 1, 0, True), "scores[1][0]"),
    (put("totals", [4, 9, 12]), "totals"),
    (put("winners", None), "winners"),
    (put("extra", 1), "extra"),
]


@pytest.mark.parametrize(("change", "field"), BAD_STATES, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_no_state_is_refused_at_its_place(change: Callable[[Any], Any], field: str) -> None:
    assert changed(druids.State, lying(), lambda data: (change(data), None)[1]).field == field


@pytest.mark.parametrize(
    "key",
    ["rules", "phase", "round", "dealer", "to_act", "hands", "trick", "pending", "displays", "aside", "top", "scores"],
)
def test_no_field_of_a_state_may_be_left_out(key: str) -> None:
    error = changed(druids.State, lying(), lambda data: {name: data[name] for name in data if name != key})
    assert error.field == key
    assert "missing" in str(error)
    assert "'missing'" not in str(error)


@pytest.mark.parametrize(
    ("clause", "change"),
    [
        ("druids/deck", lambda data: data["aside"].pop()),
        ("druids/deck", lambda data: data["aside"].insert(0, data["aside"][0])),
        ("druids/deck", put("hands", 1, 0, "G1")),
        ("druids/deck", put("hands", 1, 0, "R9")),
        ("druids/card-order", lambda data: data["hands"][1].reverse()),
        ("druids/turn-order", put("to_act", None)),
        ("druids/turn-order", put("to_act", 2)),
        ("druids/players", put("to_act", 3)),
        ("druids/players", lambda data: data["hands"].append([])),
        ("druids/rounds", put("round", 7)),
        ("druids/rounds", put("round", 10**12)),
        ("druids/next-dealer", put("dealer", 2)),
        ("druids/trick-domain", put("trick", "domain", None)),
        ("druids/sun-and-moon", put("top", "highest")),
    ],
)
def test_a_state_that_no_game_reaches_is_refused_with_its_clause(clause: str, change: Callable[[Any], Any]) -> None:
    error = changed(druids.State, lying(), lambda data: change(data) and None)
    assert clause in str(error)


def test_domains__a_state_of_a_small_world_has_no_stack_of_another_domain() -> None:
    rules = druids.Rules(players=2, domains=2, values=3, sickles=0, mistletoes=0, hand_size=3)
    state = dealt("GAIA", "", rules=rules)
    assert changed(druids.State, state, put("displays", 0, "R", ["R1"])).field.startswith("displays[0]")
    assert "druids/deck" in str(changed(druids.State, state, put("aside", 0, "R1")))


@pytest.mark.parametrize("data", [None, 1, "state", [], [[]]])
def test_a_state_is_an_object(data: Any) -> None:
    assert isinstance(refused(druids.State, data), DecodeError)


BAD_VIEWS: list[tuple[Callable[[Any], Any], str]] = [
    (put("seat", 1.0), "seat"),
    (put("seat", None), "seat"),
    (put("phase", "Play"), "phase"),
    (put("round", True), "round"),
    (put("to_act", "1"), "to_act"),
    (put("hand", 0, "g2"), "hand[0]"),
    (put("hand", None), "hand"),
    (put("hand_sizes", 0, 1.0), "hand_sizes[0]"),
    (put("hand_sizes", 3), "hand_sizes"),
    (put("trick", "plays", 0, "seat", 2), "trick.plays[0].seat"),
    (put("trick", "plays", 0, "card", "r9"), "trick.plays[0].card"),
    (put("pending", "SICKLE"), "pending"),
    (put("tops", 0, "Y", "B5"), "tops[0].Y"),
    (put("tops", 0, "Y", "Y13"), "tops[0].Y"),
    (put("tops", 0, "Y", None), "tops[0].Y"),
    (put("tops", 0, "X", "X1"), "tops[0].X"),
    (put("tops", {}), "tops"),
    (put("stack_sizes", 0, "Y", 0), "stack_sizes[0].Y"),
    (put("stack_sizes", 0, "Y", 2.0), "stack_sizes[0].Y"),
    (put("stack_sizes", 0, {}), "stack_sizes"),
    (put("aside", []), "aside"),
    (put("top", None), "top"),
    (put("scores", 0, 0, 4.0), "scores[0][0]"),
    (put("totals", 0, None), "totals[0]"),
    (put("winners", 0), "winners"),
    (put("hands", []), "hands"),
    (put("format", "lexludi-view/1"), "format"),
]


@pytest.mark.parametrize(("change", "field"), BAD_VIEWS, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_no_view_is_refused_at_its_place(change: Callable[[Any], Any], field: str) -> None:
    assert changed(druids.View, druids.view(lying(), 1), lambda data: change(data) and None).field == field


VIEW_KEYS = (
    "seat phase round dealer to_act hand hand_sizes trick pending tops stack_sizes aside top scores totals winners"
)


@pytest.mark.parametrize("key", VIEW_KEYS.split())
def test_no_field_of_a_view_may_be_left_out(key: str) -> None:
    view = druids.view(lying(), 1)
    assert set(to_json(view)) == set(VIEW_KEYS.split())
    error = changed(druids.View, view, lambda data: {name: data[name] for name in data if name != key})
    assert error.field == key
    assert "missing" in str(error)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"type": "won"}, "type"),
        ({"type": "trick_won"}, "seat"),
        ({"type": "trick_won", "seat": 1.0}, "seat"),
        ({"type": "trick_won", "seat": 1, "winner": 1}, "winner"),
        ({"type": "dealt", "seat": 1, "count": 2, "cards": "G1"}, "cards"),
        ({"type": "dealt", "seat": 1, "count": 2, "cards": ["G1", "g2"]}, "cards[1]"),
        ({"type": "dealt", "seat": 1, "count": True, "cards": None}, "count"),
        ({"type": "round_scored", "points": [1, 2.0]}, "points[1]"),
        ({"type": "round_ended", "loser": "0"}, "loser"),
        ({"type": "trick_won", "seat": 1, "clause": 5}, "clause"),
    ],
)
def test_what_is_no_event_is_refused_at_its_place(data: Any, field: str) -> None:
    assert refused(druids.Event, data).field == field


def test_hidden_cards_of_an_event_are_null() -> None:
    assert to_json(events.Dealt(1, 14, None)) == {
        "type": "dealt",
        "seat": 1,
        "count": 14,
        "cards": None,
        "clause": "druids/deal-order",
    }


def places(data: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Every place of a JSON value: its path, the list or object that it is in, and its key there."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in list(items):
        here = f"{path}[{key}]" if isinstance(data, list) else f"{path}.{key}" if path else key
        yield here, data, key
        yield from places(value, here)


SAMPLES: list[tuple[Any, Callable[[], Any]]] = [
    (druids.Rules, lambda: THREE),
    (druids.State, lying),
    (druids.State, tie),
    (druids.State, lambda: druids.start(SMALL[4])),
    (druids.State, lambda: end(SMALL[3], 2)),
    (druids.View, lambda: druids.view(lying(), 1)),
    (druids.View, lambda: druids.view(end(SMALL[3], 2), 0)),
    (druids.Action, lambda: druids.Deal(druids.deck(THREE))),
    (druids.Action, lambda: move("GAIA>R>lowest")),
    (druids.Event, lambda: events.SickleTook(0, druids.Domain("R"), 2, druids.cards("R1 R11"))),
    (lexludi.Outcome, lambda: druids.outcome(end(SMALL[3], 2))),
    (lexludi.Violation, lambda: druids.verify(druids.start(THREE), move("G1"))),
]


def accepted(cls: Any, data: Any) -> bool:
    try:
        from_json(cls, data)
    except BadInput:
        return False
    return True


@pytest.mark.parametrize(("cls", "make"), SAMPLES)
def test_no_number_may_be_written_otherwise(cls: Any, make: Callable[[], Any]) -> None:
    data, numbers = to_json(make()), 0
    for path, inside, key in list(places(data)):
        value = inside[key]
        if type(value) is int:
            for other in (float(value), bool(value), str(value), None, [value]):
                inside[key] = other
                fine = path.endswith("to_act") and other is None and cls is druids.View
                assert accepted(cls, data) is fine, (path, other)
            inside[key] = value
            numbers += 1
    assert accepted(cls, data)
    assert numbers > 0 or cls in (druids.Action, lexludi.Violation)


@pytest.mark.parametrize(("cls", "make"), SAMPLES)
def test_no_text_may_be_anything_else(cls: Any, make: Callable[[], Any]) -> None:
    data = to_json(make())
    for path, inside, key in list(places(data)):
        value = inside[key]
        if isinstance(value, str):
            for other in (None, 1, True, [value], {"token": value}, *([] if free(path) else [value.swapcase()])):
                inside[key] = other
                assert not accepted(cls, data) or (other is None and nullable(cls, path)), (path, other)
            inside[key] = value
    assert accepted(cls, data)


def free(path: str) -> bool:
    """Whether any text may stand there."""
    return path in ("clause", "message", "reason")


def nullable(cls: Any, path: str) -> bool:
    """Whether null is a value of that field; a state is then still refused if it does not fit."""
    return cls is druids.View and path == "trick.domain"


@pytest.mark.parametrize(("cls", "make"), SAMPLES)
def test_no_object_may_have_another_field(cls: Any, make: Callable[[], Any]) -> None:
    data = to_json(make())
    objects = [data, *(inside[key] for _, inside, key in places(data) if isinstance(inside[key], dict))]
    for found in objects:
        found["extra"] = 1
        assert not accepted(cls, data), found
        del found["extra"]
    assert accepted(cls, data)


STRANGE = ["empty", "newline", "line-separator", "escape", "surrogate", "long"]


@pytest.mark.parametrize("extra", ["", "a\nb", "\u2028", "\x1b[31m", "\ud800", "x" * 10**5], ids=STRANGE)
@pytest.mark.parametrize("inside", ["rules", "state", "action", "trick", "displays"])
def test_a_strange_field_is_refused_in_one_short_line(inside: str, extra: str) -> None:
    state = to_json(lying())
    found = {"rules": state["rules"], "trick": state["trick"], "displays": state["displays"][0]}.get(inside, state)
    if inside == "action":
        error = refused(druids.Action, {"type": "play", "card": "R5", extra: 1})
    else:
        found[extra] = 1
        error = refused(druids.State, state)
    assert str(error).isprintable()


@pytest.mark.parametrize(("cls", "make"), SAMPLES)
def test_no_field_may_be_missing_that_is_not_optional(cls: Any, make: Callable[[], Any]) -> None:
    data = to_json(make())
    for path, inside, key in list(places(data)):
        if isinstance(inside, dict):
            value = inside.pop(key)
            optional = path == "top" and "type" in data
            optional |= cls is druids.Rules and path != "players"
            optional |= cls is not druids.Rules and path.startswith("rules.") and path != "rules.players"
            if optional:
                # Left out it is the default; where that was the value, nothing has changed.
                assert accepted(cls, data) or path.startswith("rules."), path
            else:
                assert not accepted(cls, data), path
            rest = list(inside.items())
            inside.clear()
            inside.update([(key, value), *rest])
    assert accepted(cls, data)


def test_random_games_survive_as_states_that_go_on_alike() -> None:
    for rules in SMALL:
        for state, action in game(rules, 5)[::4]:
            again = back(druids.State, state)
            assert druids.apply(again, back(druids.Action, action)) == druids.apply(state, action)
            assert again.rules == rules
