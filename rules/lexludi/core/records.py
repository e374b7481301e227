"""Records: a game as a file tells it, a builder for one, and the states that it passes through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from lexludi.core.clauses import clause_of
from lexludi.core.errors import IllegalAction
from lexludi.core.game import Game, Seat, game_named
from lexludi.core.outcome import Outcome

__all__ = ["Fault", "Record", "RecordBuilder", "Step", "find_fault", "states"]


@attrs.frozen
class Step:
    """One action of a record, and the seat that took it."""

    #: The seat; None for a deal.
    seat: Seat | None
    #: An action of the record's game.
    action: Any


@attrs.frozen
class Record:
    """A game from its start: finished, or as far as it went."""

    #: Name of the game.
    game: str
    #: The rules that were played.
    rules: Any
    #: The actions in order, deals among them.
    steps: tuple[Step, ...]
    #: How the game ended; None when it had not, or when the record does not say.
    outcome: Outcome | None


class RecordBuilder:
    """Plays a game and keeps its record.

    >>> import random
    >>> from lexludi import druids
    >>> builder = RecordBuilder(druids, druids.Rules(players=3))
    >>> builder.apply(druids.shuffled(builder.state, random.Random(7)))
    >>> builder.apply(druids.legal_actions(builder.state)[0])
    >>> [step.seat for step in builder.record().steps]
    [None, 0]
    """

    def __init__(self, game: Game, rules: Any) -> None:
        self._game = game
        self._rules = rules
        self._steps: list[Step] = []
        #: The state as it stands now.
        self.state: Any = game.start(rules)

    def apply(self, action: Any, seat: Seat | None = None) -> None:
        """Take one action. IllegalAction when the rules refuse it; the record then stays as it was."""
        state = self._game.apply(self.state, action, seat)
        self._steps.append(Step(self._game.to_act(self.state), action))
        self.state = state

    def record(self) -> Record:
        """The record so far."""
        return Record(self._game.NAME, self._rules, tuple(self._steps), self._game.outcome(self.state))


def states(record: Record) -> Iterator[Any]:
    """The states of a record: the start, then the one after each step.

    Raises IllegalAction at the first step that the rules refuse.
    """
    game = game_named(record.game)
    state = game.start(record.rules)
    yield state
    for step in record.steps:
        state = game.apply(state, step.action, step.seat)
        yield state


@attrs.frozen
class Fault:
    """Where a record breaks the rules."""

    #: Index of the step, from 0; the number of steps when the outcome is what is wrong.
    step: int
    #: The clause that is broken.
    clause: str
    #: The reason code of the refused action; None when the outcome is what is wrong.
    code: str | None
    #: What is wrong, in a sentence.
    message: str


def find_fault(record: Record) -> Fault | None:
    """The first place where `record` breaks the rules, None when it keeps them."""
    game = game_named(record.game)
    state = game.start(record.rules)
    for index, step in enumerate(record.steps):
        try:
            state = game.apply(state, step.action, step.seat)
        except IllegalAction as refusal:
            return Fault(index, refusal.violation.clause, refusal.violation.code, refusal.violation.message)
    outcome = game.outcome(state)
    if record.outcome not in (None, outcome):
        told = "the game is not over" if outcome is None else f"the outcome is {outcome}"
        return Fault(len(record.steps), clause_of(game.outcome), None, f"{told}, the record says {record.outcome}")
    return None
