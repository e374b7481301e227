"""Examine: every step of a whole game under the cheap checks, and the telling ones under the dearer ones too."""

from __future__ import annotations

from random import Random
from typing import Any

from lexludi.core.records import Record, Step, states
from lexludi.testing.awkward import Awkward
from lexludi.testing.checks import CheckFailed
from lexludi.testing.playouts import Moment, game_random, moments
from lexludi.testing.policies import policy_of
from properties.checks import (
    check_every_action,
    check_forms,
    check_game,
    check_hidden,
    check_moment,
    check_start,
)
from properties.kinds import Kinds
from properties.subject import Subject

__all__ = ["examine", "examine_awkward", "play"]


def examine(subject: Subject, record: Record, random: Random, dear: int) -> None:
    """Check every step of a record, one in `dear` of them (and the last two) by the dearer checks too."""
    visited = list(states(record))
    for at, step in enumerate(record.steps):
        moment = Moment(visited[at], step.seat, step.action, visited[at + 1])
        _look(subject, moment, random, at + 2 >= len(record.steps) or random.random() * dear < 1)
    check_game(subject, record, visited)


def examine_awkward(subject: Subject, awkward: Awkward, players: int) -> None:
    """Check an awkward game, and that it reaches the clauses that it is there for."""
    record, game = awkward.make(players), subject.game
    examine(subject, record, Random(players), dear=12)
    reached: set[str] = set()
    visited = list(states(record))
    for state, step, after in zip(visited, record.steps, visited[1:], strict=False):
        reached |= set(game.reached(state, step.action, game.explain(state, step.action), after))
    for clause in awkward.clauses:
        if clause not in reached:
            raise CheckFailed(clause, f"{awkward.name} reaches it", None)


def _look(subject: Subject, moment: Moment, random: Random, closely: bool) -> None:
    check_moment(subject, moment)
    if closely:
        check_every_action(subject, moment.after)
        check_hidden(subject, moment, random)
        check_forms(subject, moment)


def play(subject: Subject, rules: Any, number: int, dear: int) -> None:
    """One whole random game, checked as it is played, so that a fault is found where it is made."""
    game, random = subject.game, game_random(0, number)
    steps, visited, kinds = [], [game.start(rules)], Kinds()
    check_start(subject, rules)
    for moment in moments(game, rules, game_random(1, number), policy_of(game)):
        steps.append(Step(moment.seat, moment.action))
        visited.append(moment.after)
        _look(subject, moment, random, kinds.sees(game, moment.after) or random.random() * dear < 1)
    check_game(subject, Record(game.NAME, rules, tuple(steps), game.outcome(visited[-1])), visited)
