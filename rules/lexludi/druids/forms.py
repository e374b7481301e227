"""Forms: how the types of Druids look as JSON, where it is not simply field by field."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from lexludi.core.checks import is_integer
from lexludi.core.codec import CONVERTER, expect, from_json, register_enum, register_shape, register_tagged
from lexludi.core.errors import DecodeError
from lexludi.core.files import register_state
from lexludi.druids.actions import Action, Deal, LeadGaia, PlaceMistletoe, PlaceSickle, Play
from lexludi.druids.cards import Card, Domain, card
from lexludi.druids.events import EVENTS, Event
from lexludi.druids.invariants import check
from lexludi.druids.rules import Rules
from lexludi.druids.state import Phase, State, Top
from lexludi.druids.view import View, project, trick_to_json

Fields = dict[str, Any]


def _card(token: Any, _: Any) -> Card:
    try:
        return card(token)
    except DecodeError as error:
        raise DecodeError("", token, error.expected) from None


def _trick_fields(data: Any, players: int) -> Any:
    """The trick of a file, which tells who played each card, as the fields of a `Trick`."""
    if data is None:
        return None
    expect(isinstance(data, dict), data, "an object or null", "trick")
    fields = dict(data)
    plays = fields.pop("plays", None)
    expect(isinstance(plays, list), plays, "an array", "trick.plays")
    for place, play in enumerate(plays):
        path = f"trick.plays[{place}]"
        expect(isinstance(play, dict) and set(play) == {"seat", "card"}, play, "an object with seat and card", path)
        leader: Any = fields.get("leader")
        seat = play["seat"]
        due = (leader + place) % players if is_integer(leader) and players > 0 else None
        expect(is_integer(seat) and seat == due, seat, f"seat {due}, clockwise from the leader", f"{path}.seat")
    fields["cards"] = [play["card"] for play in plays]
    return fields


def _by_domain(data: Any, path: str, read: Callable[[Any, Domain, str], Any]) -> list[dict[Domain, Any]]:
    """Lists by seat of objects domain → something, each value read by `read(value, domain, path)`."""
    expect(isinstance(data, list), data, "an array", path)
    for seat, item in enumerate(data):
        expect(isinstance(item, dict), item, "an object", f"{path}[{seat}]")
        for letter in item:
            known = letter in {domain.value for domain in Domain}
            expect(known, letter, "one of " + ", ".join(domain.value for domain in Domain), f"{path}[{seat}]")
    return [
        {
            domain: read(item[domain.value], domain, f"{path}[{seat}].{domain.value}")
            for domain in Domain
            if domain.value in item
        }
        for seat, item in enumerate(data)
    ]


def _stack(value: Any, _: Domain, path: str) -> Any:
    expect(isinstance(value, list) and value, value, "an array of the stack's cards, not empty", path)
    return value


def _size(value: Any, _: Domain, path: str) -> Any:
    expect(is_integer(value) and value > 0, value, "a number of cards, at least 1", path)
    return value


def _top_card(value: Any, domain: Domain, path: str) -> Any:
    known = isinstance(value, str) and re.fullmatch(f"{domain.value}([1-9]|1[0-2])", value) is not None
    expect(known, value, f"a card of the domain {domain.value}", path)
    return value


def _state_fields(data: Fields) -> Fields:
    fields = dict(data)
    for key in ("rules", "trick", "displays"):
        expect(key in fields, "missing", "a value", key)
    rules = _rules_of(fields)
    fields["trick"] = _trick_fields(fields["trick"], rules.players)
    stacks = _by_domain(fields["displays"], "displays", _stack)
    worlds = tuple(Domain)[: rules.domains]
    for seat, display in enumerate(stacks):
        strange = next((domain for domain in display if domain not in worlds), None)
        expect(strange is None, strange, f"domains of this world, {worlds}", f"displays[{seat}]")
    fields["displays"] = [[display.get(domain, []) for domain in worlds] for display in stacks]
    return fields


def _rules_of(fields: Fields) -> Rules:
    try:
        rules: Rules = from_json(Rules, fields["rules"])
    except DecodeError as error:
        raise type(error)(f"rules.{error.field}", error.value, error.expected) from None
    return rules


#: What an observation tells besides the state, which follows from it.
_DERIVED = ("tops", "totals", "winners")


def _state_written(state: State, fields: Fields) -> Fields:
    observed = {key: value for key, value in project(state).items() if key not in _DERIVED}
    return {"rules": fields["rules"], **observed}


def _view_fields(data: Fields) -> Fields:
    fields = dict(data)
    for key in ("hand_sizes", "trick", "tops", "stack_sizes"):
        expect(key in fields, "missing", "a value", key)
    expect(isinstance(fields["hand_sizes"], list), fields["hand_sizes"], "an array", "hand_sizes")
    fields["trick"] = _trick_fields(fields["trick"], len(fields["hand_sizes"]))
    tops = _by_domain(fields["tops"], "tops", _top_card)
    sizes = _by_domain(fields["stack_sizes"], "stack_sizes", _size)
    same = [list(top) for top in tops] == [list(size) for size in sizes]
    expect(same, fields["stack_sizes"], "a size for each stack that has a top", "stack_sizes")
    fields["tops"] = [list(top.values()) for top in tops]
    fields["stack_sizes"] = [list(size.values()) for size in sizes]
    return fields


def _view_written(view: View, fields: Fields) -> Fields:
    letters = [[top.domain.value for top in tops if top.domain is not None] for tops in view.tops]
    return {
        **fields,
        "trick": None if view.trick is None else trick_to_json(view.trick, len(view.hand_sizes)),
        "tops": [dict(zip(keys, tops, strict=True)) for keys, tops in zip(letters, fields["tops"], strict=True)],
        "stack_sizes": [
            dict(zip(keys, sizes, strict=True)) for keys, sizes in zip(letters, fields["stack_sizes"], strict=True)
        ],
    }


CONVERTER.register_structure_hook(Card, _card)
CONVERTER.register_unstructure_hook(Card, lambda card: card.token)
for _enumeration in (Domain, Phase, Top):
    register_enum(_enumeration)
register_shape(Rules)
register_tagged(
    Action,
    {
        Deal: "deal",
        Play: "play",
        LeadGaia: "lead_gaia",
        PlaceSickle: "sickle",
        PlaceMistletoe: "mistletoe",
    },
    optional={"top": Top},
)
register_tagged(Event, EVENTS)
register_state(State, "druids", check=check, read_as=_state_fields, written_as=_state_written)
register_shape(View, read_as=_view_fields, written_as=_view_written)
