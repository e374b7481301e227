"""The server: every line of the protocol, each phase, each reason code, and what is no request."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

import lexludi
from lexludi import druids
from lexludi.conformance.server import MAX_LINE, Server, serve
from lexludi.core.codec import to_json
from lexludi.testing.druids_deals import deal_giving

SMALL = {"players": 3, "domains": 2, "values": 3, "sickles": 1, "mistletoes": 0, "hand_size": 2}


def conversation(*requests: Any) -> list[Any]:
    server = Server()
    return [server.reply(request) for request in requests]


def said(*lines: str | bytes) -> list[Any]:
    source = io.BytesIO(b"".join(line if isinstance(line, bytes) else line.encode() + b"\n" for line in lines))
    sink = io.BytesIO()
    serve(source, sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def new(rules: dict[str, Any] = SMALL, id: int = 2) -> dict[str, Any]:  # noqa: A002
    return {"id": id, "op": "new_game", "game": "druids", "rules": rules}


def act(action: Any, seat: Any = None, id: int = 3) -> dict[str, Any]:  # noqa: A002
    return {"id": id, "op": "apply", "seat": seat, "action": action}


DEAL = {"type": "deal", "pile": ["G1", "GAIA", "G2", "Y1", "Y2", "Y3", "G3", "SICKLE"]}


def test_hello_tells_what_is_played_and_observed() -> None:
    (reply,) = conversation({"id": 1, "op": "hello", "protocol": 1})
    assert set(reply) == {"id", "implementation", "version", "language", "games"}
    assert reply["id"] == 1
    assert reply["version"] == lexludi.__version__
    assert reply["games"]["druids"] == {
        "players": [2, 3, 4, 5],
        "observes": list(druids.project(druids.start(druids.Rules(players=3)))),
        "rejects_illegal": True,
        "legal_actions": True,
    }


@pytest.mark.parametrize("protocol", [2, "1", True, 1.0, None])
def test_hello_of_another_protocol_is_an_error(protocol: Any) -> None:
    (reply,) = conversation({"id": 1, "op": "hello", "protocol": protocol})
    assert "protocol" in reply["error"]


def test_a_game_is_played_to_its_end() -> None:
    server = Server()
    assert server.reply(new()) == {"id": 2, "ok": True}
    reply: Any = server.reply(act(DEAL))
    while reply["observation"]["phase"] not in ("deal", "over"):
        actions: Any = server.reply({"id": 4, "op": "legal_actions"})
        reply = server.reply(act(actions["actions"][0], reply["observation"]["to_act"]))
        assert reply["ok"] is True
    assert reply["observation"]["round"] == 2
    assert server.reply({"id": 5, "op": "observe"}) == {"id": 5, "observation": reply["observation"]}
    assert server.reply({"id": 6, "op": "legal_actions"}) == {"id": 6, "actions": []}


def test_views_hide_what_they_must() -> None:
    _, _, reply = conversation(new(), act(DEAL), {"id": 6, "op": "view", "seat": 2})
    keys = (
        "seat phase round dealer to_act hand hand_sizes trick pending tops stack_sizes aside top scores totals winners"
    )
    assert list(reply["view"]) == keys.split()
    assert reply["view"]["hand"] == ["Y2", "GAIA"]
    assert reply["view"]["aside"] == 2


@pytest.mark.parametrize("seat", [3, -1, "0", None, True, 1.0])
def test_a_view_of_no_seat_is_an_error(seat: Any) -> None:
    *_, reply = conversation(new(), {"id": 6, "op": "view", "seat": seat})
    assert reply["id"] == 6
    assert "seat" in reply["error"]


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({"players": 3, "crosses": 1}, "crosses"),
        ({"players": 2}, "hand_size"),
        ({"players": 3.0}, "players"),
        ({}, "players"),
        (None, "object"),
        ([3], "object"),
        ({"players": 3, "rounds": 0}, "rounds"),
        ({"players": 3, "first_dealer": 3}, "first_dealer"),
    ],
)
def test_bad_rules_are_refused_and_no_game_is_on(rules: Any, told: str) -> None:
    _, reply, observed = conversation(new(), {**new(), "rules": rules}, {"id": 9, "op": "observe"})
    assert (reply["ok"], reply["code"]) == (False, "bad-rules")
    assert told in reply["message"]
    assert "new_game comes first" in observed["error"]


def test_a_game_that_is_not_played_is_skipped() -> None:
    (reply,) = conversation({"id": 2, "op": "new_game", "game": "hearts", "rules": {}})
    assert "hearts" in reply["skipped"]


def test_new_game_starts_anew_at_any_moment() -> None:
    *_, reply = conversation(new(), act(DEAL), new({"players": 4}), {"id": 5, "op": "observe"})
    assert len(reply["observation"]["hands"]) == 4
    assert reply["observation"]["phase"] == "deal"


@pytest.mark.parametrize(
    ("action", "seat", "code"),
    [
        (None, None, "malformed"),
        ("R5", 1, "malformed"),
        ({"type": "sing"}, 1, "malformed"),
        ({"type": "play"}, 1, "malformed"),
        ({"type": "play", "card": "g1"}, 1, "malformed"),
        ({"type": "play", "card": "R5"}, 1, "malformed"),
        ({"type": "play", "card": "MISTLETOE"}, 1, "malformed"),
        ({"type": "play", "card": "G1", "seat": 1}, 1, "malformed"),
        ({"type": "play", "card": ["G1"]}, 1, "malformed"),
        ({"type": "lead_gaia", "domain": "G", "top": "lowest"}, 1, "malformed"),
        ({"type": "lead_gaia", "domain": "G", "top": None}, 1, "malformed"),
        ({"type": "lead_gaia", "domain": "R"}, 1, "malformed"),
        ({"type": "play", "card": "G1"}, "1", "malformed"),
        ({"type": "play", "card": "G1"}, 1.0, "malformed"),
        (DEAL, None, "wrong-phase"),
        ({"type": "sickle", "domain": "G"}, 0, "wrong-phase"),
        ({"type": "play", "card": "G1"}, 1, "out-of-turn"),
        ({"type": "play", "card": "G1"}, 7, "out-of-turn"),
        ({"type": "play", "card": "G1"}, 2, "must-lead-gaia"),
    ],
)
def test_refusals_after_a_deal(action: Any, seat: Any, code: str) -> None:
    before: Any
    _, before, reply, after = conversation(new(), act(DEAL), act(action, seat), {"id": 8, "op": "observe"})
    assert reply == {"id": 3, "ok": False, "code": code}
    assert after["observation"] == before["observation"]


@pytest.mark.parametrize(
    ("pile", "seat", "code"),
    [
        (DEAL["pile"][:-1], None, "bad-deal"),
        ([*DEAL["pile"], "G1"], None, "bad-deal"),
        ([*DEAL["pile"][2:7], "G1", "SICKLE", "GAIA"], None, "bad-deal"),
        ([*DEAL["pile"][:-1], "V1"], None, "malformed"),
        (DEAL["pile"], 0, "out-of-turn"),
        ([], None, "bad-deal"),
    ],
)
def test_refused_deals(pile: list[str], seat: Any, code: str) -> None:
    _, reply = conversation(new(), act({"type": "deal", "pile": pile}, seat))
    assert reply == {"id": 3, "ok": False, "code": code}


def test_verify_names_clause_and_reason_and_changes_nothing() -> None:
    play = {"type": "play", "card": "G1"}
    *_, good, bad, none = conversation(
        new(),
        act(DEAL),
        {"id": 4, "op": "verify", "seat": 2, "action": {"type": "lead_gaia", "domain": "Y"}},
        {"id": 5, "op": "verify", "seat": 2, "action": play},
        {"id": 6, "op": "verify", "action": 5},
    )
    assert good == {"id": 4, "violation": None}
    assert bad["violation"]["clause"] == "druids/gaia-leads"
    assert none["violation"]["code"] == "malformed"


def test_explain_tells_events_and_hides_what_a_viewer_does_not_learn() -> None:
    *_, open_, hidden, wrong = conversation(
        new(),
        {"id": 4, "op": "explain", "action": DEAL},
        {"id": 5, "op": "explain", "action": DEAL, "viewer": 0},
        {"id": 6, "op": "explain", "action": DEAL, "viewer": 9},
    )
    dealt = [event["cards"] for event in open_["events"] if event["type"] == "dealt"]
    seen = [event["cards"] for event in hidden["events"] if event["type"] == "dealt"]
    assert seen == [dealt[0], None, None]
    assert "seat" in wrong["error"]


@pytest.mark.parametrize(
    ("op", "fields"),
    [
        ("apply", {"action": DEAL}),
        ("legal_actions", {}),
        ("observe", {}),
        ("view", {"seat": 0}),
        ("verify", {"action": DEAL}),
        ("explain", {"action": DEAL}),
    ],
)
def test_before_a_game_there_is_nothing_to_ask(op: str, fields: dict[str, Any]) -> None:
    (reply,) = conversation({"id": 3, "op": op, **fields})
    assert "new_game comes first" in reply["error"]


def test_deals_are_given() -> None:
    assert "skipped" in conversation(new(), {"id": 3, "op": "deal"})[1]


@pytest.mark.parametrize(
    "request_",
    [
        5,
        None,
        [],
        "hello",
        {},
        {"id": 1},
        {"op": "observe"},
        {"id": 1, "op": "sing"},
        {"id": 1, "op": ["hello"]},
        {"id": 1.0, "op": "hello", "protocol": 1},
        {"id": True, "op": "hello", "protocol": 1},
        {"id": "1", "op": "hello", "protocol": 1},
        {"id": 1, "op": "hello"},
        {"id": 1, "op": "hello", "protocol": 1, "extra": 1},
        {"id": 1, "op": "new_game", "game": "druids"},
        {"id": 1, "op": "apply", "seat": 0},
    ],
)
def test_what_is_no_request_is_an_error(request_: Any) -> None:
    (reply,) = conversation(request_)
    assert isinstance(reply["error"], str)


@pytest.mark.parametrize(
    ("request_", "known"),
    [
        ({"op": "observe"}, "id, op"),
        ({"op": "hello", "protocol": 1}, "id, op, protocol"),
        ({"op": "verify", "action": DEAL}, "id, op, action, seat"),
    ],
)
def test_an_unknown_field_is_told_with_all_that_are_known(request_: Any, known: str) -> None:
    (reply,) = conversation({"id": 1, **request_, "x": 1})
    assert reply == {"id": 1, "error": f"x: unknown field, expected no other fields than {known}"}


@pytest.mark.parametrize("line", ["", "{", "nonsense", '{"id":1,"id":2}', "NaN", "[" * 100_000, "1" * 5000, b"\xff\n"])
def test_a_line_that_is_no_json_is_an_error_and_the_next_is_answered(line: str | bytes) -> None:
    first, second = said(line, json.dumps({"id": 1, "op": "hello", "protocol": 1}))
    assert first["id"] is None
    assert "error" in first
    assert second["id"] == 1


def test_an_endless_line_is_an_error_and_the_next_is_answered() -> None:
    first, second = said("x" * (3 * MAX_LINE), json.dumps({"id": 1, "op": "hello", "protocol": 1}))
    assert "bytes" in first["error"]
    assert second["id"] == 1


def test_stop_ends_it() -> None:
    hello = json.dumps({"id": 1, "op": "hello", "protocol": 1})
    assert len(said(hello, '{"id":2,"op":"stop"}', hello)) == 1


def test_ids_are_echoed_whatever_they_are() -> None:
    replies = conversation(*({"id": id_, "op": "hello", "protocol": 1} for id_ in (0, -1, 10**20)))
    assert [reply["id"] for reply in replies] == [0, -1, 10**20]


def test_a_sickle_choice_and_a_mistletoe_choice_are_asked() -> None:
    rules = druids.Rules(players=3, rounds=1)
    cards = druids.cards
    deal = deal_giving([cards("GAIA SICKLE"), cards("G5 R7"), cards("R2 B7")], rules)
    server = Server()
    server.reply(new(to_json(rules)))
    observed: Any = server.reply(act(to_json(deal)))
    assert observed["observation"]["to_act"] == 0
    assert observed["observation"]["hands"][0][-1] == "SICKLE"
