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
from lexludi.birdie.cards import CATEGORIES, Card, Category, Season, Species, card
from lexludi.birdie.events import EVENTS, Event
from lexludi.birdie.invariants import check
from lexludi.birdie.rules import Effect, PileOrder, Rules
from lexludi.birdie.solver import BestSets
from lexludi.birdie.state import Board, Phase, State
from lexludi.birdie.view import View, board_to_json, project, trophies_to_json
from lexludi.core.checks import is_integer
from lexludi.core.codec import CONVERTER, check_clause, expect, register_enum, register_shape, register_tagged
from lexludi.core.errors import DecodeError
from lexludi.core.files import register_state

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
        inside = not is_integer(size) or Species(token).index < size
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
)
register_tagged(Event, EVENTS, renamed={"from_": "from"}, check=check_clause("birdie"))
register_state(State, "birdie", check=check, read_as=_with_trophies, written_as=_state_written)
register_shape(View, read_as=_with_trophies, written_as=_view_written)
register_shape(BestSets)
