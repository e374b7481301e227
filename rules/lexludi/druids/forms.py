"""Forms: how the types of Druids look as JSON, where it is not simply field by field."""

from __future__ import annotations

from typing import Any

import attrs

from lexludi.core.codec import CONVERTER, check_clause, expect, inside, register_enum, register_shape, register_tagged
from lexludi.core.errors import ABSENT, DecodeError, Words, shorten_key
from lexludi.core.files import register_state
from lexludi.druids.actions import Action, Deal, LeadGaia, PlaceMistletoe, PlaceSickle, Play
from lexludi.druids.cards import DOMAINS, Card, Cards, Domain, canonical, card
from lexludi.druids.events import EVENTS, Event
from lexludi.druids.invariants import check
from lexludi.druids.rules import Rules
from lexludi.druids.state import Display, Phase, State, Top, Trick
from lexludi.druids.view import View, project, trick_to_json

Fields = dict[str, Any]


def _card(token: Any, _: Any) -> Card:
    try:
        return card(token)
    except DecodeError as error:
        raise DecodeError("", token, error.expected) from None


@attrs.frozen
class _PlayForm:
    """A play as files tell it."""

    seat: int
    card: Card


@attrs.frozen
class _TrickForm:
    """A trick as files tell it: with the seat of each play."""

    leader: int
    domain: Domain | None
    plays: tuple[_PlayForm, ...]


@attrs.frozen
class _StateForm:
    """A state as files tell it: what `State.of` takes."""

    rules: Rules
    phase: Phase
    round: int
    dealer: int
    to_act: int | None
    hands: tuple[Cards, ...]
    trick: Trick | None
    pending: Cards
    displays: tuple[Display, ...]
    aside: Cards
    top: Top
    scores: tuple[tuple[int, ...], ...]


def _trick_fields(data: Any, players: int) -> Any:
    """The trick of a file as the JSON of the fields of a `Trick`."""
    if data is None:
        return None
    with inside("trick"):
        form = CONVERTER.structure(data, _TrickForm)
        expect(0 <= form.leader < players, form.leader, f"a seat from 0 to {players - 1}", "leader")
        expect(form.plays, data["plays"], "at least one play", "plays")
        for place, play in enumerate(form.plays):
            due = (form.leader + place) % players
            expect(play.seat == due, play.seat, f"seat {due}, clockwise from the leader", f"plays[{place}].seat")
    return {"leader": form.leader, "domain": data["domain"], "cards": [play["card"] for play in data["plays"]]}


def _by_domain(data: Any, path: str, kind: Any, domains: tuple[Domain, ...] = DOMAINS) -> list[dict[Domain, Any]]:
    """Lists by seat of objects domain → a value of `kind`, in canonical order of the domains."""
    expect(isinstance(data, list), data, "an array", path)
    letters = [domain.value for domain in domains]
    for seat, item in enumerate(data):
        expect(isinstance(item, dict), item, "an object", f"{path}[{seat}]")
        for letter, value in item.items():
            where = f"{path}[{seat}].{shorten_key(letter)}"
            expect(letter in letters, Words("unknown domain"), "one of " + ", ".join(letters), where)
            with inside(where):
                CONVERTER.structure(value, kind)
    return [{domain: item[domain.value] for domain in domains if domain.value in item} for item in data]


def _state_fields(data: Fields) -> Fields:
    fields = dict(data)
    for key in ("rules", "trick", "displays"):
        expect(key in fields, ABSENT, "a value", key)
    with inside("rules"):
        rules = CONVERTER.structure(fields["rules"], Rules)
    domains = DOMAINS[: rules.domains]
    fields["trick"] = _trick_fields(fields["trick"], rules.players)
    displays = _by_domain(fields["displays"], "displays", tuple[Card, ...], domains)
    for seat, display in enumerate(displays):
        for domain, stack in display.items():
            expect(stack, stack, "the cards of a stack, at least one", f"displays[{seat}].{domain.value}")
    fields["displays"] = [[display.get(domain, []) for domain in domains] for display in displays]
    return fields


#: What an observation tells besides the state, which follows from it.
_DERIVED = ("tops", "totals", "winners")


def _state_written(state: State, _: Fields) -> Fields:
    observed = {key: value for key, value in project(state).items() if key not in _DERIVED}
    return {"rules": CONVERTER.unstructure(state.rules), **observed}


def _view_fields(data: Fields) -> Fields:
    fields = dict(data)
    for key in ("hand_sizes", "trick", "tops", "stack_sizes"):
        expect(key in fields, ABSENT, "a value", key)
    expect(isinstance(fields["hand_sizes"], list), fields["hand_sizes"], "an array", "hand_sizes")
    fields["trick"] = _trick_fields(fields["trick"], len(fields["hand_sizes"]))
    tops = _by_domain(fields["tops"], "tops", Card)
    sizes = _by_domain(fields["stack_sizes"], "stack_sizes", int)
    for seat, counts in enumerate(sizes):
        for domain, size in counts.items():
            expect(size > 0, size, "a number of cards, at least 1", f"stack_sizes[{seat}].{domain.value}")
    for seat, cards in enumerate(tops):
        for domain, token in cards.items():
            expect(card(token).domain is domain, token, f"a card of {domain}", f"tops[{seat}].{domain.value}")
    same = [list(top) for top in tops] == [list(size) for size in sizes]
    expect(same, fields["stack_sizes"], "a size for each stack that has a top", "stack_sizes")
    fields["tops"] = [list(top.values()) for top in tops]
    fields["stack_sizes"] = [list(size.values()) for size in sizes]
    return fields


def _check_view(view: View) -> None:
    """Raise DecodeError for a view whose numbers cannot be those of a table."""
    n = len(view.hand_sizes)
    expect(n > 1, list(view.hand_sizes), "the sizes of at least two hands", "hand_sizes")
    for name, seat in (("seat", view.seat), ("dealer", view.dealer), ("to_act", view.to_act)):
        expect((seat is None and name == "to_act") or 0 <= (seat or 0) < n, seat, f"a seat from 0 to {n - 1}", name)
    by_seat = {"tops": view.tops, "stack_sizes": view.stack_sizes, "scores": view.scores, "totals": view.totals}
    for name, items in by_seat.items():
        expect(len(items) == n, list(items), f"one entry for each of {n} seats", name)
    for name, number, least in (("round", view.round, 1), ("aside", view.aside, 0)):
        expect(number >= least, number, f"a number of at least {least}", name)
    for place, size in enumerate(view.hand_sizes):
        expect(size >= 0, size, "a number of cards", f"hand_sizes[{place}]")
    own = view.hand_sizes[view.seat]
    expect(len(view.hand) == own, list(view.hand), f"as many cards as hand_sizes tells, {own}", "hand")
    expect(view.hand == canonical(view.hand), list(view.hand), "cards in canonical order", "hand")
    if view.trick is not None:
        expect(len(view.trick.cards) < n, list(view.trick.cards), f"at most {n - 1} plays", "trick.plays")
    sums = tuple(sum(rounds) for rounds in view.scores)
    expect(view.totals == sums, list(view.totals), f"the sums of the scores, {list(sums)}", "totals")
    best = tuple(seat for seat, total in enumerate(sums) if total == max(sums)) if view.phase is Phase.OVER else None
    expect(view.winners == best, view.winners, f"the winners, {best}", "winners")


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
for _shape in (Rules, _PlayForm, _TrickForm):
    register_shape(_shape)
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
register_tagged(Event, EVENTS, check=check_clause("druids"))
register_state(State, "druids", check=check, read_as=_state_fields, written_as=_state_written, made_from=_StateForm)
register_shape(View, check=_check_view, read_as=_view_fields, written_as=_view_written)
