"""States, actions, rules and views as values: immutable, hashable, equal by value, pickled and copied."""

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from typing import Any

import attrs
import pytest
from tests.druids.table import SMALL, dealt, end, every_game, game

from lexludi import druids
from lexludi.core.game import Game
from lexludi.core.quick import maker
from lexludi.druids import events
from lexludi.druids.state import changed


def things() -> Iterator[Any]:
    """Values of every public type."""
    for rules in SMALL:
        yield rules
        for state, action in game(rules, 1):
            yield from (state, action, druids.view(state, 0), *druids.explain(state, action))
        yield end(rules, 1)
        yield druids.outcome(end(rules, 1))


def is_frozen(value: Any) -> bool:
    """Whether no field of an attrs object can be set."""
    for field in attrs.fields(type(value)):
        try:
            setattr(value, field.name, getattr(value, field.name))
        except attrs.exceptions.FrozenInstanceError:
            continue
        return False
    return True


def mutable_within(value: Any, path: str = "") -> Iterator[str]:
    """The paths of all values inside `value` that could be changed."""
    if value is None or isinstance(value, Enum) or type(value) in (int, str, bool):
        return
    if type(value) is tuple:
        for place, item in enumerate(value):
            yield from mutable_within(item, f"{path}[{place}]")
    elif attrs.has(type(value)):
        fields = attrs.fields(type(value))
        if hasattr(value, "__dict__") or not fields or not is_frozen(value):
            yield path or type(value).__name__
        for field in fields:
            yield from mutable_within(getattr(value, field.name), f"{path}.{field.name}")
    else:
        yield f"{path}: {type(value).__name__}"


def test_nothing_inside_is_mutable() -> None:
    seen = set()
    for thing in things():
        # Gathered, GaiaSetAside and others have a clause at least: no public type is without fields.
        assert list(mutable_within(thing)) == []
        seen.add(type(thing))
    assert {druids.State, druids.View, druids.Deal, druids.Play, druids.LeadGaia, druids.PlaceMistletoe} <= seen
    assert {druids.Rules, events.TrickWon, events.Dealt} <= seen


def test_no_field_can_be_set() -> None:
    state = dealt("", "", "")
    for thing, field in ((state, "hands"), (state.rules, "players"), (druids.Play(druids.GAIA), "card")):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(thing, field, None)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        druids.GAIA.value = 5  # type: ignore[misc]


def test_no_field_can_be_added_or_deleted() -> None:
    state = dealt("", "", "")
    with pytest.raises(AttributeError):
        state.extra = 1  # type: ignore[attr-defined]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del state.hands


def test_equal_by_value_and_hashable() -> None:
    for rules in SMALL:
        again = druids.start(attrs.evolve(rules))
        for state, action in game(rules, 2):
            assert again == state
            assert again is not state
            assert hash(again) == hash(state)
            assert len({again, state}) == 1
            assert druids.view(again, 1) == druids.view(state, 1)
            assert hash(druids.view(again, 1)) == hash(druids.view(state, 1))
            same = attrs.evolve(action)
            assert (same, hash(same)) == (action, hash(action))
            again = druids.apply(again, same)


PARTS = [
    "rules",
    "phase",
    "round",
    "dealer",
    "to_act",
    "hands",
    "trick",
    "pending",
    "displays",
    "aside",
    "top",
    "scores",
]


def test_a_state_is_made_of_the_parts_that_can_be_read_from_it() -> None:
    for rules in SMALL:
        for state, _ in game(rules, 5):
            parts = {part: getattr(state, part) for part in PARTS}
            assert druids.State.of(**parts) == state
            assert (changed(state), hash(changed(state))) == (state, hash(state))


def test_changed_changes_what_is_named_and_nothing_else() -> None:
    states = [state for state, _ in game(SMALL[4], 6)]
    for state, other in pairwise(states):
        for part in PARTS:
            after = changed(state, **{part: getattr(other, part)})
            assert getattr(after, part) == getattr(other, part)
            assert all(getattr(after, kept) == getattr(state, kept) for kept in PARTS if kept != part)
    with pytest.raises(TypeError):
        changed(states[0], hand=())


def test_no_part_can_be_set() -> None:
    state = dealt("", "", "")
    for part in PARTS:
        with pytest.raises(AttributeError):
            setattr(state, part, None)


@pytest.mark.parametrize(
    "cls",
    [
        attrs.make_class("WithWeakref", ["x"], frozen=True, slots=True),
        attrs.make_class("WithDict", ["x"], frozen=True, slots=False),
        attrs.make_class("WithDefault", {"x": attrs.field(default=1)}, frozen=True, slots=True, weakref_slot=False),
        attrs.make_class(
            "WithConverter", {"x": attrs.field(converter=int)}, frozen=True, slots=True, weakref_slot=False
        ),
    ],
)
def test_a_maker_is_refused_to_classes_that_it_would_make_wrongly(cls: type) -> None:
    with pytest.raises(TypeError, match="must be a slotted attrs class"):
        maker(cls)


def test_different_states_are_unequal() -> None:
    states = [state for state, _ in game(SMALL[4], 3)]
    assert len(set(states)) == len(states)
    assert states[0] != druids.start(SMALL[0])


def test_a_state_that_was_left_stays_as_it_was() -> None:
    for rules in SMALL[:3]:
        for state, action in game(rules, 4):
            before = (hash(state), repr(state))
            druids.apply(state, action)
            druids.explain(state, action)
            druids.legal_actions(state)
            druids.project(state)["hands"].append("G1")
            assert (hash(state), repr(state)) == before


def test_pickles_and_copies_are_equal_and_keep_one_object_a_card() -> None:
    for thing in things():
        assert pickle.loads(pickle.dumps(thing)) == thing
        assert copy.deepcopy(thing) == thing
        assert copy.copy(thing) == thing
    for card in druids.deck(druids.Rules(players=3)):
        assert pickle.loads(pickle.dumps(card)) is card
        assert copy.deepcopy(card) is card
        assert copy.copy(card) is card


CHILD = """
import pickle, sys
from lexludi import druids
state, action = pickle.load(sys.stdin.buffer)
assert all(druids.card(card.token) is card for zone in druids.zones(state).values() for card in zone)
assert state.trick is not None and state.trick.domain in druids.Domain
same_hash = hash(state) == hash(pickle.loads(pickle.dumps(state)))
pickle.dump((druids.legal_actions(state), druids.apply(state, action), same_hash), sys.stdout.buffer)
"""


def test_pickles_travel_to_a_fresh_interpreter() -> None:
    state, action = next(
        (state, action)
        for state, action in game(druids.Rules(players=3), 1)
        if state.trick is not None and len(state.trick.cards) == 2 and any(map(any, state.displays))
    )
    done = subprocess.run(
        [sys.executable, "-c", CHILD],
        input=pickle.dumps((state, action)),
        stdout=subprocess.PIPE,
        check=True,
        env={"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "12345"},
    )
    legal, following, same_hash = pickle.loads(done.stdout)
    assert legal == druids.legal_actions(state)
    assert following == druids.apply(state, action)
    assert same_hash


def test_calls_give_the_same_answer_every_time() -> None:
    for played in every_game():
        for state, action in played[:40]:
            assert druids.apply(state, action) == druids.apply(state, action)
            assert druids.legal_actions(state) == druids.legal_actions(state)
            assert druids.explain(state, action) == druids.explain(state, action)


def test_zones_and_observation_are_no_door_into_the_state() -> None:
    state = dealt("", "", "")
    with pytest.raises(TypeError):
        druids.zones(state)["aside"] = ()  # type: ignore[index]
    shown = druids.project(state)
    shown["hands"][0].clear()
    assert druids.project(state)["hands"][0] != []


def test_the_module_shows_the_face_of_a_game() -> None:
    face: Game = druids
    assert isinstance(face, Game)
    assert face.NAME == "druids"
    for name in druids.__all__:
        assert hasattr(druids, name)
