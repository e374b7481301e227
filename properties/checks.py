"""Checks: what must hold at a step of any game, beyond the invariants that the game names itself.

Each raises `CheckFailed` with the clause and what should have held; `lexludi.testing.checks` has the
ones that simulations use too.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from enum import Enum
from functools import cache
from random import Random
from typing import Any

import attrs

from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import BadInput, IllegalAction
from lexludi.core.game import Game, Seat
from lexludi.core.jsontext import dumps, loads
from lexludi.core.records import Record, Step, find_fault, states
from lexludi.core.spec import clauses
from lexludi.testing.checks import CheckFailed, check_record, check_round_trips, check_step
from lexludi.testing.playouts import Moment
from properties.subject import Subject

__all__ = [
    "check_every_action",
    "check_forms",
    "check_game",
    "check_hidden",
    "check_immutable",
    "check_moment",
    "check_refusal",
    "check_start",
]


def _demand(good: object, clause: str, says: str, moment: Moment | None = None) -> None:
    if not good:
        raise CheckFailed(clause, says, moment)


# Clauses that every game has, and not all by the same name.


def _form(game: Game) -> str:
    return _clause(game.NAME, "well-formed", "action-form")


def _ending(game: Game) -> str:
    return _clause(game.NAME, "game-over", "game-end")


def _winning(game: Game) -> str:
    return _clause(game.NAME, "winners", "shared-win")


def _hiding(game: Game) -> str:
    return _clause(game.NAME, "hidden-hands", "hidden-cards")


@cache
def _clause(game: str, *names: str) -> str:
    known = clauses()
    return next(slug for name in names if (slug := f"{game}/{name}") in known)


def check_start(subject: Subject, rules: Any) -> None:
    """Before the first deal all cards of the contract's deck are in the box, and nobody is to act."""
    game, slug = subject.game, subject.game.NAME
    state = game.start(rules)
    lying = [card.token for zone in game.zones(state).values() for card in zone]
    _demand(lying == list(subject.deck(rules)), f"{slug}/deck", f"the deck is {subject.deck(rules)}")
    _demand(game.project(state) == subject.observation(state), _form(game), "the start is the contract's")
    _demand(game.to_act(state) is None, f"{slug}/turn-order", "nobody is to act before the first deal")
    _demand(not game.is_over(state), _ending(game), "a game that begins is not over")
    _demand(to_json(rules) == subject.rules_json(rules), _form(game), "rules are written in full")
    check_every_action(subject, state)


def check_moment(subject: Subject, moment: Moment) -> None:
    """The cheap checks, at every step: invariants, events, legal actions, the outcome."""
    game, after = subject.game, moment.after
    events = check_step(game, moment)
    slug = game.NAME
    known = clauses()
    for event in events:
        _demand(event.clause in known, f"{slug}/legal-actions", f"the clause of {event} is one of the spec", moment)
    wrong = subject.wrong_event(moment.state, events, after)
    _demand(wrong is None, *(wrong or ("", "")), moment)
    same = game.apply(moment.state, moment.action, None if moment.seat is not None else moment.seat)
    _demand(same == after, f"{slug}/turn-order", "without a seat an action is by whoever is to act", moment)
    over, outcome = game.is_over(after), game.outcome(after)
    _demand((outcome is not None) is over, _ending(game), "there is an outcome once the game is over", moment)
    _demand(not over or game.to_act(after) is None, _ending(game), "nobody acts after the end", moment)
    if outcome is not None:
        best = max(outcome.scores)
        winners = tuple(seat for seat, score in enumerate(outcome.scores) if score == best)
        ranks = tuple(sorted(outcome.scores, reverse=True).index(score) + 1 for score in outcome.scores)
        _demand(outcome.winners == winners, _winning(game), "those with the most points win", moment)
        _demand(outcome.ranks == ranks, _winning(game), "ranks follow from the scores", moment)


def check_legal(subject: Subject, state: Any) -> None:
    """The legal actions are those that the contract refuses for no reason, in its order."""
    game, seat = subject.game, subject.game.to_act(state)
    due: tuple[Any, ...] = ()
    if seat is not None:
        offered = subject.every_action(state)
        due = tuple(action for action in offered if subject.refusal(state, action, seat) is None)
    _demand(
        game.legal_actions(state) == due,
        f"{game.NAME}/legal-actions",
        f"the legal actions are {[subject.action_json(action) for action in due]}",
    )
    # What only equals the seat to act is no seat.
    no_seats: tuple[Any, ...] = (True, float(seat or 0), str(seat))
    for action in (*due[:1], *due[-1:]):
        for wrong in no_seats:
            refusal = game.verify(state, action, wrong)
            found = None if refusal is None else (refusal.clause, refusal.code)
            _demand(found == (_form(game), "malformed"), _form(game), f"{wrong!r} is no seat, for {action!r}: {found}")
            _demand(refusal and repr(wrong) in refusal.message, _form(game), f"the words for {wrong!r} name it")


def check_refusal(subject: Subject, state: Any, action: Any, seat: Seat | None) -> None:
    """An action is refused for the reason that the contract puts first, or accepted, and nothing changes."""
    game = subject.game
    before, due = pickle.dumps(state), subject.refusal(state, action, seat)
    refusal = game.verify(state, action, seat)
    found = None if refusal is None else (refusal.clause, refusal.code)
    _demand(
        found == due,
        f"{game.NAME}/refusal-order" if due is None else due[0],
        f"{action!r} by seat {seat} is {'accepted' if due is None else f'refused with {due}'}, not {found}",
    )
    try:
        game.apply(state, action, seat)
        applied = None
    except IllegalAction as illegal:
        applied = illegal.violation
    _demand(applied == refusal, f"{game.NAME}/refusal-order", f"apply refuses {action!r} exactly as verify does")
    _demand(refusal is None or refusal.message, f"{game.NAME}/refusal-order", "a refusal has its reason in words")
    _demand(
        pickle.loads(before) == state,
        f"{game.NAME}/refusal-order",
        f"asked about {action!r} the state stays as it was",
    )


def check_every_action(subject: Subject, state: Any) -> None:
    """Every well-formed action of every seat is refused as the contract says, or accepted."""
    game, before = subject.game, pickle.dumps(state)
    seats = (None, *range(state.rules.players + 1))
    for action in (*subject.every_action(state), *subject.near_deals(state.rules)):
        for seat in seats:
            refusal = game.verify(state, action, seat)
            due = subject.refusal(state, action, seat)
            found = None if refusal is None else (refusal.clause, refusal.code)
            if found != due:
                _demand(
                    False,
                    f"{game.NAME}/refusal-order" if due is None else due[0],
                    f"{action!r} by seat {seat} is {'accepted' if due is None else f'refused with {due}'}, not {found}",
                )
            if refusal is not None:
                said = subject.words(state, action, seat, refusal.code)
                good = refusal.message == said if said is not None else refusal.message
                _demand(good, refusal.clause, f"{action!r} by seat {seat} is refused with the words: {said}")
    _demand(pickle.loads(before) == state, f"{game.NAME}/refusal-order", "refused actions change nothing")
    check_legal(subject, state)


def check_hidden(subject: Subject, moment: Moment, random: Random) -> None:
    """To whoever may not see the difference, two states look alike, act alike and refuse alike."""
    game, state, action = subject.game, moment.state, moment.action
    for viewer in range(state.rules.players):
        if moment.seat is None:
            other_action = subject.lookalike_deal(state, action, viewer, random)
            _same_to(game, viewer, state, state, moment)
            other = state
        else:
            other_action = action
            other = subject.lookalike(state, viewer, random, action)
            _same_to(game, viewer, state, other, moment)
            _same_refusals(subject, viewer, state, other, random, moment)
        told = game.explain(state, action, viewer)
        _demand(
            told == game.explain(other, other_action, viewer),
            _hiding(game),
            f"seat {viewer} learns the same whatever is hidden from it",
            moment,
        )
        due = tuple(subject.seen(event, viewer) for event in game.explain(state, action))
        _demand(told == due, _hiding(game), f"seat {viewer} learns {due}", moment)
        _same_to(game, viewer, moment.after, game.apply(other, other_action, moment.seat), moment)


def _same_to(game: Game, viewer: Seat, state: Any, other: Any, moment: Moment) -> None:
    one, two = game.view(state, viewer), game.view(other, viewer)
    slug = _hiding(game)
    _demand(one == two and hash(one) == hash(two), slug, f"seat {viewer} sees the same whatever is hidden", moment)
    _demand(repr(one) == repr(two), slug, f"seat {viewer} reads the same whatever is hidden", moment)
    _demand(dumps(to_json(one)) == dumps(to_json(two)), slug, f"seat {viewer} is sent the same", moment)
    if game.to_act(state) == viewer:
        same = game.legal_actions(state) == game.legal_actions(other)
        _demand(same, slug, f"seat {viewer} may do the same whatever is hidden from it", moment)


def _same_refusals(subject: Subject, viewer: Seat, state: Any, other: Any, random: Random, moment: Moment) -> None:
    game, offered = subject.game, subject.every_action(state)
    # The viewer's own actions: all that it may try, or a few of those that are out of turn anyhow.
    tried = offered if game.to_act(state) == viewer else random.sample(offered, min(6, len(offered)))
    for action in tried:
        _demand(
            game.verify(state, action, viewer) == game.verify(other, action, viewer),
            _hiding(game),
            f"seat {viewer} is told the same of {action!r} whatever is hidden from it",
            moment,
        )


def check_forms(subject: Subject, moment: Moment) -> None:
    """JSON is as the contract writes it, and everything survives JSON and pickle."""
    game, state, slug = subject.game, moment.after, _form(subject.game)
    check_round_trips(game, moment)
    _demand(to_json(moment.action) == subject.action_json(moment.action), slug, "an action is written so", moment)
    _demand(game.project(state) == subject.observation(state), slug, "an observation is the contract's", moment)
    _demand(tuple(game.project(state)) == tuple(game.OBSERVES), slug, "an observation has all its keys", moment)
    for viewer in range(state.rules.players):
        due = subject.view_json(state, viewer)
        _demand(to_json(game.view(state, viewer)) == due, slug, f"a view is the contract's: {due}", moment)
    _check_strict(game, moment)
    _check_perft(game, state, moment)
    for cls, x in ((game.Rules, state.rules), (type(game.outcome(state)), game.outcome(state))):
        if x is not None:
            _demand(from_json(cls, loads(dumps(to_json(x)))) == x, slug, f"{x} survives JSON", moment)
            _demand(pickle.loads(pickle.dumps(x)) == x, slug, f"{x} survives pickle", moment)
    check_immutable(game, state)
    _demand(type(game.explain(moment.state, moment.action)) is tuple, slug, "events cannot be changed", moment)
    try:
        game.zones(state).clear()  # type: ignore[attr-defined]
    except AttributeError:
        return
    _demand(False, slug, "zones cannot be changed", moment)


def _check_strict(game: Game, moment: Moment) -> None:
    """JSON with a field more, or one less, or with a value of another type is refused.

    Which fields and values are tried depends on the moment, so that over a game all get their turn.
    """
    slug = _form(game)
    turn = len(repr(moment.after))
    for cls, x in ((game.State, moment.after), (game.Action, moment.action), (game.View, game.view(moment.after, 0))):
        told = to_json(x)
        paths = list(_leaves(told))
        wrong = [
            _with(told, path, value)
            for path in [paths[(turn + at * len(paths) // 4) % len(paths)] for at in range(4)]
            for value in _others(_at(told, path))
        ]
        for data in (*wrong, {**told, "colour": 1}):
            _demand(not _read(cls, data), slug, f"what is no {type(x).__name__} is refused: {data}", moment)
        left_out = list(told)[turn % len(told)]
        read = _read(cls, {key: value for key, value in told.items() if key != left_out})
        # Whether an action has its optional field is the rules' business, not that of its form.
        _demand(
            not read or (cls is game.Action and game.verify(moment.state, read[0]) is not None),
            slug,
            f"a {type(x).__name__} without {left_out!r} is refused",
            moment,
        )


def _read(cls: Any, data: Any) -> list[Any]:
    """What the JSON is read as; nothing if it is refused."""
    try:
        return [from_json(cls, data)]
    except BadInput:
        return []


_Path = tuple[str | int, ...]


def _leaves(data: Any, path: _Path = ()) -> Iterator[_Path]:
    """The paths of the values in a JSON value that are no containers, and not null."""
    if isinstance(data, dict | list):
        for key, item in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _leaves(item, (*path, key))
    elif data is not None:
        yield path


def _at(data: Any, path: _Path) -> Any:
    for key in path:
        data = data[key]
    return data


def _with(data: Any, path: _Path, value: Any) -> Any:
    """A copy of a JSON value with another value at a path."""
    copy = loads(dumps(data))
    _at(copy, path[:-1])[path[-1]] = value
    return copy


def _others(value: Any) -> list[Any]:
    """JSON values that look like `value` to a careless reader, and are not it."""
    if isinstance(value, bool):
        return [int(value), str(value)]
    if isinstance(value, int):
        return [str(value), value + 0.5, [value]]
    return ["0", "1", 1, [value], value.swapcase()]


def _check_perft(game: Game, state: Any, moment: Moment) -> None:
    """Counting sequences of two actions is counting the actions after each action."""
    actions = game.legal_actions(state)
    due = sum(len(game.legal_actions(game.apply(state, action))) for action in actions)
    counts = [game.perft(state, depth) for depth in range(3)]
    _demand(
        counts == [1, len(actions), due], f"{game.NAME}/legal-actions", f"perft is {[1, len(actions), due]}", moment
    )


def check_immutable(game: Game, x: Any) -> None:
    """Nothing in a value can be changed: tuples and frozen objects all the way down."""
    slug = f"{game.NAME}/refusal-order"
    if isinstance(x, tuple):
        for item in x:
            check_immutable(game, item)
        return
    if attrs.has(type(x)):
        hash(x)
        for field in attrs.fields(type(x)):
            try:
                setattr(x, field.name, getattr(x, field.name))
            except attrs.exceptions.FrozenInstanceError:
                check_immutable(game, getattr(x, field.name))
            else:
                _demand(False, slug, f"{type(x).__name__}.{field.name} cannot be set")
        return
    _demand(x is None or isinstance(x, int | str | Enum), slug, f"{x!r} cannot be changed")


def check_game(subject: Subject, record: Record, visited: list[Any]) -> None:
    """A record of a game, finished or not, survives JSON and leads through the very same states."""
    game = subject.game
    check_record(game, record, visited[-1])
    again = from_json(Record, loads(dumps(to_json(record))))
    slug = _form(game)
    _demand(list(states(again)) == visited, slug, "a record replayed leads through the same states")
    _check_tampered(subject, record)
    copied = pickle.loads(pickle.dumps(record))
    _demand(copied == record and hash(copied) == hash(record), slug, "a record unpickled equals it")


def _check_tampered(subject: Subject, record: Record) -> None:
    """A record in which another seat took the last action of a player breaks the rules right there."""
    at = max((at for at, step in enumerate(record.steps) if step.seat is not None), default=None)
    if at is None:
        return
    seat, action = record.steps[at].seat, record.steps[at].action
    assert seat is not None
    other = Step((seat + 1) % record.rules.players, action)
    fault = find_fault(attrs.evolve(record, steps=(*record.steps[:at], other, *record.steps[at + 1 :])))
    found = None if fault is None else (fault.step, fault.code)
    slug = f"{subject.game.NAME}/turn-order"
    _demand(found == (at, "out-of-turn"), slug, f"a record with the wrong seat at step {at} breaks the rules there")
