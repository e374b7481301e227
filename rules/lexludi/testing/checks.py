"""Checks: everything that must hold at a step of a game, for any game, in one call."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import attrs

from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import LexludiError
from lexludi.core.game import Game, form_clause
from lexludi.core.jsontext import dumps, loads
from lexludi.core.records import Record, find_fault, states
from lexludi.testing.playouts import Moment

__all__ = ["CheckFailed", "check_record", "check_round_trips", "check_step", "refused_actions"]


class CheckFailed(LexludiError):
    """A step of a game does not keep the specification."""

    def __init__(self, clause: str, says: str, moment: Moment | None) -> None:
        super().__init__(clause, says)
        #: The clause.
        self.clause = clause
        #: What should have held.
        self.says = says
        #: The step, if it was one.
        self.moment = moment

    def __str__(self) -> str:
        return f"{self.clause}: not so: {self.says}"


def check_step(game: Game, moment: Moment) -> tuple[Any, ...]:
    """Check one step against every invariant, and that its events tell it. Its events; raises CheckFailed."""

    def demand(good: bool, clause: str, says: str) -> None:
        if not good:
            raise CheckFailed(clause, says, moment)

    state, after = moment.state, moment.after
    for invariant in game.INVARIANTS:
        demand(invariant.holds(after), invariant.clause, invariant.says)
    for invariant in game.STEP_INVARIANTS:
        demand(invariant.holds(state, moment.action, after), invariant.clause, invariant.says)
    events = game.explain(state, moment.action)
    if game.fold(state, events) != after:
        demand(False, event_clause(game, moment, events), "its events fold to the state that apply gives")
    actions = game.legal_actions(after)
    slug = f"{game.NAME}/legal-actions"
    demand(bool(actions) is (game.to_act(after) is not None), slug, "there is a legal action while a seat is to act")
    demand(len(set(actions)) == len(actions), slug, "a legal action is listed once")
    demand(all(game.verify(after, action) is None for action in actions), slug, "every legal action is accepted")
    return tuple(events)


def event_clause(game: Game, moment: Moment, events: Sequence[Any]) -> str:
    """The clause of the events that do not tell a step: of the last one that changed what differs in the end.

    When none did, of the last one; and when there are none, the clause of what actions look like.
    """
    due, state = game.project(moment.after), moment.state
    told = game.project(game.fold(state, events))
    clause = str(events[-1].clause) if events else form_clause(game, moment.after.rules)
    for event in events:
        before, state = game.project(state), game.fold(state, [event])
        after = game.project(state)
        if any(told[key] != due[key] and before[key] != after[key] for key in due):
            clause = str(event.clause)
    return clause


def check_refusals(game: Game, moment: Moment, others: Iterator[Any]) -> int:
    """Check that exactly the legal ones of `others` are accepted, and that a refusal changes nothing.

    Returns how many were refused. Raises CheckFailed.
    """
    state, legal, refused = moment.state, set(game.legal_actions(moment.state)), 0
    before = dumps(game.project(state))
    for action in others:
        refusal = game.verify(state, action)
        if action in legal or isinstance(action, game.Deal):
            continue
        if refusal is None:
            says = f"{to_json(action)} is refused, for it is not among the legal actions"
            raise CheckFailed(f"{game.NAME}/legal-actions", says, moment)
        refused += 1
    if dumps(game.project(state)) != before:
        raise CheckFailed(f"{game.NAME}/refusal-order", "a refused action changes nothing", moment)
    return refused


def refused_actions(game: Game, played: list[Any], random: Random, number: int) -> Iterator[Any]:
    """Actions of other moments of the same game: most of them are refused now."""
    return (played[int(random.random() * len(played))] for _ in range(min(number, len(played))))


def check_round_trips(game: Game, moment: Moment) -> None:
    """Check that the state, its views and its action survive JSON and pickle. Raises CheckFailed."""
    slug = form_clause(game, moment.after.rules)
    for cls, x in [
        (game.State, moment.after),
        (game.Action, moment.action),
        *((game.View, game.view(moment.after, seat)) for seat in range(moment.after.rules.players)),
    ]:
        if from_json(cls, loads(dumps(to_json(x)))) != x:
            raise CheckFailed(slug, f"a {type(x).__name__} read from its own JSON equals it", moment)
        if pickle.loads(pickle.dumps(x)) != x:
            raise CheckFailed(slug, f"a {type(x).__name__} unpickled equals it", moment)
        if hash(from_json(cls, to_json(x))) != hash(x):
            raise CheckFailed(slug, f"equal {type(x).__name__}s have equal hashes", moment)


def check_record(game: Game, record: Record, final: Any) -> None:
    """Check that a record survives JSON, keeps the rules and leads to the same state. Raises CheckFailed."""
    slug = form_clause(game, record.rules)
    again = from_json(Record, loads(dumps(to_json(record))))
    if again != record:
        raise CheckFailed(slug, "a record read from its own JSON equals it", None)
    if find_fault(again) is not None:
        raise CheckFailed(slug, "a record of a game keeps the rules", None)
    *_, state = states(again)
    if state != final:
        raise CheckFailed(slug, "a record replayed leads to the same state", None)


@attrs.frozen
class Sampling:
    """How often the dear checks are made."""

    #: One step in this many has its round trips checked.
    round_trips: int = 200
    #: So many actions of other moments are tried at every step.
    refusals: int = 2
