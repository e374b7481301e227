"""Forms: how the types of Birdie look as JSON, where it is not simply field by field."""

from __future__ import annotations

from enum import Enum
from typing import Any

from lexludi.birdie.actions import (
    Action,
    Deal,
    EndScoring,
    EndTurn,
    Insert,
    Lay,
    Move,
    Pass,
    Remove,
    ScoreSet,
    Swap,
    Take,
    TakePair,
    UseAbility,
)
from lexludi.birdie.cards import CATEGORIES, Card, Category, Season, Species, canonical, card
from lexludi.birdie.events import EVENTS, Event
from lexludi.birdie.invariants import check
from lexludi.birdie.rules import Effect, PileOrder, Rules
from lexludi.birdie.sets import LEAST
from lexludi.birdie.setup import DISPLAY
from lexludi.birdie.solver import BestSets
from lexludi.birdie.state import Board, Phase, State
from lexludi.birdie.view import View, board_to_json, project, trophies_to_json
from lexludi.core.checks import is_integer
from lexludi.core.codec import CONVERTER, check_clause, expect, register_enum, register_shape, register_tagged
from lexludi.core.errors import DecodeError
from lexludi.core.files import register_state
from lexludi.core.outcome import outcome_of

Fields = dict[str, Any]


def _card(token: Any, _: Any) -> Card:
    try:
        return card(token)
    except DecodeError as error:
        raise DecodeError("", token, error.expected) from None


_CATEGORIES = {category.value: category for category in CATEGORIES}


def _category(token: Any, _: Any) -> Category:
    expect(isinstance(token, str) and token in _CATEGORIES, token, "one of " + ", ".join(_CATEGORIES))
    return _CATEGORIES[token]


def _keys(data: Any, known: type[Enum] | list[str], path: str) -> Fields:
    """An object none of whose keys is strange."""
    names = known if isinstance(known, list) else [member.value for member in known]
    expect(isinstance(data, dict), data, "an object", path)
    for key in data:
        expect(key in names, key, "one of " + ", ".join(names), path)
    fields: Fields = data
    return fields


def _rules_fields(data: Fields) -> Fields:
    if "abilities" not in data:
        return data
    bound = _keys(data["abilities"], Species, "abilities")
    known = [effect.value for effect in Effect]
    size = data.get("species", len(Species))
    for token, effect in bound.items():
        known_effect = isinstance(effect, str) and effect in known
        expect(known_effect, effect, "one of " + ", ".join(known), f"abilities.{token}")
        # Even "none" is nothing that one can say of a species outside the world.
        inside = not is_integer(size) or size < 1 or Species(token).index < size
        expect(inside, token, f"one of the first {size} species", "abilities")
    effects = [bound.get(species.value, Effect.NONE.value) for species in Species]
    return {**data, "abilities": effects}


def _rules_written(rules: Rules, fields: Fields) -> Fields:
    bound = zip(Species, rules.abilities, strict=True)
    abilities = {species.value: effect.value for species, effect in bound if effect is not Effect.NONE}
    return {**fields, "abilities": abilities}


def _board_fields(data: Fields) -> Fields:
    fields = dict(data)
    if "sets" in fields:
        sets = _keys(fields["sets"], list(_CATEGORIES), "sets")
        for token, points in sets.items():
            expect(is_integer(points), points, "an integer", f"sets.{token}")
        fields["sets"] = [sets.get(token) for token in _CATEGORIES]
    return fields


def _with_trophies(data: Fields) -> Fields:
    """The trophies of a file, an object, as a list by species."""
    fields = dict(data)
    if "trophies" in fields:
        trophies = _keys(fields["trophies"], Species, "trophies")
        first = [species.value for species in Species][: len(trophies)]
        expect(all(token in trophies for token in first), list(trophies), ", ".join(first), "trophies")
        fields["trophies"] = [trophies[token] for token in first]
    return fields


#: What an observation tells besides the state, which follows from it.
_DERIVED = ("totals", "winners", "draw_pile")


def _state_written(state: State, fields: Fields) -> Fields:
    observed = {key: value for key, value in project(state).items() if key not in _DERIVED}
    # The names of the fields in their own order, each as an observation has it if it has it.
    return {key: observed.get(key, value) for key, value in fields.items()}


def _check_action(action: Action) -> None:
    """Raise DecodeError for a pair that is none: an action can have this form in no world."""
    if isinstance(action, TakePair):
        expect(len(action.cards) == 2, list(action.cards), "exactly two cards", "cards")


def _check_board(board: Board, players: int, path: str) -> None:
    for category, points in zip(CATEGORIES, board.sets, strict=True):
        expect(points is None or points >= LEAST, points, f"at least {LEAST} points", f"{path}.sets.{category.value}")
    scored = sum(points is not None for points in board.sets)
    expect(board.crosses == scored, board.crosses, f"a cross a set, {scored}", f"{path}.crosses")
    most = 2 * (players - 1)
    expect(0 <= board.pass_points <= most, board.pass_points, f"0 to {most} points", f"{path}.pass_points")
    used = [species for species in Species if species in board.abilities_used]
    expect(list(board.abilities_used) == used, list(board.abilities_used), f"{used}", f"{path}.abilities_used")


def _check_view(view: View) -> None:
    """Raise DecodeError for a view whose numbers cannot be those of a table."""
    n = len(view.hand_sizes)
    expect(1 < n <= 4, list(view.hand_sizes), "the sizes of two to four hands", "hand_sizes")
    expect(0 <= view.seat < n, view.seat, f"a seat from 0 to {n - 1}", "seat")
    holders = zip(Species, view.trophies, strict=False)
    seats = {"to_act": view.to_act, **{f"trophies.{species.value}": seat for species, seat in holders}}
    for name, seat in seats.items():
        expect(seat is None or 0 <= seat < n, seat, f"a seat from 0 to {n - 1}", name)
    expect(view.trophies, {}, "the trophy of each species", "trophies")
    rows = view.pile_sizes if view.rows is None else tuple(len(row) for row in view.rows)
    expect(rows == view.pile_sizes, rows, f"rows of {list(view.pile_sizes)} cards", "rows")
    by_seat: dict[str, tuple[Any, ...]] = {
        "pile_sizes": view.pile_sizes,
        "passed": view.passed,
        "boards": view.boards,
        "totals": view.totals,
    }
    for name, items in by_seat.items():
        expect(len(items) == n, list(items), f"one entry for each of {n} seats", name)
    for name, sizes in (("hand_sizes", view.hand_sizes), ("pile_sizes", view.pile_sizes)):
        for place, size in enumerate(sizes):
            expect(size >= 0, size, "a number of cards", f"{name}[{place}]")
    for place, points in enumerate(view.passed):
        expect(points is None or 0 <= points < n, points, f"0 to {n - 1} points", f"passed[{place}]")
    for place, board in enumerate(view.boards):
        _check_board(board, n, f"boards[{place}]")
    expect(view.round in (1, 2), view.round, "1 or 2", "round")
    expect(view.draw_pile >= 0, view.draw_pile, "a number of cards", "draw_pile")
    expect(len(view.display) <= DISPLAY, list(view.display), f"at most {DISPLAY} cards", "display")
    expect(len(view.pair) <= 2, list(view.pair), "at most two cards", "pair")
    own = view.hand_sizes[view.seat]
    expect(len(view.hand) == own, list(view.hand), f"as many cards as hand_sizes tells, {own}", "hand")
    for name, cards in (("hand", view.hand), ("pair", view.pair)):
        expect(cards == canonical(cards), list(cards), "cards in canonical order", name)
    best = outcome_of(view.totals, "").winners if view.phase is Phase.OVER else None
    expect(view.winners == best, view.winners, f"the winners, {best}", "winners")


def _view_written(view: View, fields: Fields) -> Fields:
    return {**fields, "trophies": trophies_to_json(view.trophies)}


CONVERTER.register_structure_hook(Card, _card)
CONVERTER.register_unstructure_hook(Card, lambda card: card.token)
for _enumeration in (Species, Season, Phase, Effect, PileOrder):
    register_enum(_enumeration)
CONVERTER.register_structure_hook_func(lambda kind: kind == Category, _category)
register_shape(Rules, read_as=_rules_fields, written_as=_rules_written)
register_shape(Board, read_as=_board_fields, written_as=lambda board, _: board_to_json(board))
register_tagged(
    Action,
    {
        Deal: "deal",
        Take: "take",
        TakePair: "take_pair",
        Lay: "lay",
        EndTurn: "end_turn",
        Pass: "pass",
        UseAbility: "use_ability",
        Remove: {"type": "edit", "kind": "remove"},
        Move: {"type": "edit", "kind": "move"},
        Swap: {"type": "edit", "kind": "swap"},
        Insert: {"type": "edit", "kind": "insert"},
        ScoreSet: "score_set",
        EndScoring: "end_scoring",
    },
    renamed={"from_": "from"},
    check=_check_action,
)
register_tagged(Event, EVENTS, renamed={"from_": "from"}, check=check_clause("birdie"))
register_state(State, "birdie", check=check, read_as=_with_trophies, written_as=_state_written)
register_shape(View, check=_check_view, read_as=_with_trophies, written_as=_view_written)
register_shape(BestSets)
