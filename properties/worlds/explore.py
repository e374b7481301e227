"""Explore: visits every state of a world, breadth first, and holds each state and step to the specification."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import attrs

from lexludi.core.codec import to_json
from lexludi.core.errors import LexludiError
from lexludi.core.records import Record, Step
from lexludi.testing.checks import CheckFailed
from lexludi.testing.playouts import Moment
from properties.worlds.deals import pile_count
from properties.worlds.world import World

__all__ = ["Visit", "WorldFailed", "explore"]


@attrs.define
class Visit:
    """What visiting worlds came to. Adding visits gives the visit of all their worlds."""

    #: `states` (different ones, each checked once, the start and cut ones not counted), `transitions` (each
    #: checked), `deals` (dealt at the start), `piles` that those stand for, `cut` (different states where
    #: lines of play are broken off, checked too), `ends` (different states in which the game is over).
    counts: Counter[str] = attrs.field(factory=Counter)
    #: Clause → in how many transitions it was at work.
    reached: Counter[str] = attrs.field(factory=Counter)
    #: Seconds of processor time.
    seconds: float = 0.0

    def add(self, other: Visit) -> None:
        """Add another visit to this one."""
        self.counts.update(other.counts)
        self.reached.update(other.reached)
        self.seconds += other.seconds


class WorldFailed(LexludiError):
    """A state or a step of a world does not keep the specification."""

    def __init__(self, world: str, told: str, record: Any) -> None:
        super().__init__(world, told, record)
        #: Name of the world.
        self.world = world
        #: What was broken.
        self.told = told
        #: JSON of a record that leads there, with as few actions as any.
        self.record = record

    def __str__(self) -> str:
        return f"{self.world}: {self.told}"


def explore(world: World, *, events: bool = True) -> Visit:
    """Visit a world: all deals, all lines of play. Raises WorldFailed.

    Each state is checked once, when it is first come to, and each step when it is taken: all invariants;
    that there is a legal action while a seat is to act, each listed once and accepted by `verify`; and, with
    `events`, that the events of the step fold to the state that `apply` gives, and which clauses they are of.
    """
    with _no_collection():
        began = time.process_time()
        walk = _Walk(world, events)
        try:
            walk.go()
        except CheckFailed as failure:
            raise WorldFailed(world.name, str(failure), walk.record_of(failure)) from failure
        walk.visit.seconds = time.process_time() - began
    if not walk.visit.counts["states"]:
        raise WorldFailed(world.name, "not a single state was visited", None)
    return walk.visit


@contextmanager
def _no_collection() -> Iterator[None]:
    """Without the collector of cycles: states have none, and there are many of them."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class _Walk:
    """The way through one world."""

    def __init__(self, world: World, events: bool) -> None:
        self.world, self.game, self.events = world, world.game, events
        self.visit = Visit()
        self.start = self.game.start(world.rules)
        #: Each state that was come to → the one from which it was first.
        self.parents: dict[Any, Any] = {self.start: None}
        self.keys: Counter[Any] = Counter()
        self.first_deals: tuple[Any, ...] = ()
        self.slug = f"{self.game.NAME}/legal-actions"
        self.state_invariants = [(each, each.holds) for each in self.game.INVARIANTS]
        self.step_invariants = [(each, each.holds) for each in self.game.STEP_INVARIANTS]

    def go(self) -> None:
        """Visit all, in layers of states that are equally many actions from the start."""
        self.check_state(self.start, None)
        layer, depth = [self.start], 0
        while layer:
            depth += 1
            following: list[Any] = []
            for state in layer:
                for action in self.actions(state):
                    try:
                        self.step(state, action, depth, following)
                    except CheckFailed:
                        raise
                    except Exception as error:
                        raise self.failed(f"nothing is raised: {error!r}", state, action, state) from error
            layer = following

    def actions(self, state: Any) -> tuple[Any, ...]:
        """What is done in a state: every legal action, or every deal."""
        game, world = self.game, self.world
        if game.to_act(state) is not None:
            return game.legal_actions(state)
        if game.is_over(state):
            return ()
        key = world.deal_key(state)
        self.keys[key] += 1
        if self.keys[key] == 1:
            dealt = list(world.deals(state))
            if state is self.start:
                self.count_deals([ways for _, ways in dealt])
                self.first_deals = tuple(deal for deal, _ in dealt)
            return tuple(deal for deal, _ in dealt)
        # What the table shows makes no difference to a deal: `step` sees that it comes to a known state.
        return (self.dealt_again(state, self.keys[key]),)

    def dealt_again(self, state: Any, times: int) -> Any:
        """One of the deals, another each time, for a state that a deal makes equal to one dealt before."""
        deals = self.first_deals
        for place in range(len(deals)):
            deal = deals[(times + place) % len(deals)]
            if self.game.verify(state, deal) is None:
                return deal
        raise CheckFailed(self.slug, "some deal is allowed", Moment(state, None, None, state))

    def count_deals(self, ways: list[int]) -> None:
        """Note how many deals there are, and that they are all that there are."""
        self.visit.counts["deals"], self.visit.counts["piles"] = len(ways), sum(ways)
        if self.world.seeds is None and sum(ways) != pile_count(self.world.rules):
            says = f"the deals stand for all {pile_count(self.world.rules)} piles, not for {sum(ways)}"
            raise CheckFailed(f"{self.game.NAME}/deck", says, None)

    def step(self, state: Any, action: Any, depth: int, following: list[Any]) -> None:
        """Take a step and check it; a state that is new goes to `following`."""
        game, counts = self.game, self.visit.counts
        seat = game.to_act(state)
        after = game.apply(state, action, seat)
        counts["transitions"] += 1
        for invariant, holds in self.step_invariants:
            if not holds(state, action, after):
                raise CheckFailed(invariant.clause, invariant.says, Moment(state, seat, action, after))
        if self.events:
            told = game.explain(state, action)
            if game.fold(state, told) != after:
                raise self.failed("its events fold to the state that apply gives", state, action, after)
            self.visit.reached.update(game.reached(state, action, told, after))
        if after in self.parents:
            return
        if seat is None and self.keys[self.world.deal_key(state)] > 1:
            raise self.failed("a deal makes equal what it clears", state, action, after)
        self.parents[after] = state
        self.check_state(after, Moment(state, seat, action, after))
        if self.world.is_cut(after, depth):
            counts["cut"] += 1
            return
        counts["states"] += 1
        counts["ends"] += game.is_over(after)
        following.append(after)

    def check_state(self, state: Any, moment: Moment | None) -> None:
        """Check a state, which the step of `moment` came to."""
        game = self.game
        for invariant, holds in self.state_invariants:
            if not holds(state):
                raise CheckFailed(invariant.clause, invariant.says, moment)
        actions, seat = game.legal_actions(state), game.to_act(state)
        if bool(actions) is (seat is None):
            raise CheckFailed(self.slug, "there is a legal action exactly while a seat is to act", moment)
        if len(set(actions)) != len(actions):
            raise CheckFailed(self.slug, "a legal action is listed once", moment)
        for action in actions:
            if game.verify(state, action, seat) is not None:
                raise CheckFailed(self.slug, f"{action} is accepted, as it is among the legal actions", moment)

    def failed(self, says: str, state: Any, action: Any, after: Any) -> CheckFailed:
        """A failure of a step that is no single clause's."""
        return CheckFailed(self.slug, says, Moment(state, self.game.to_act(state), action, after))

    def record_of(self, failure: CheckFailed) -> Any:
        """JSON of the record that leads to a failure, with as few actions as any line that does."""
        moment = failure.moment
        if moment is None:
            return None
        steps = [] if moment.action is None else [Step(moment.seat, moment.action)]
        state = moment.state
        while (before := self.parents[state]) is not None:
            steps.append(Step(self.game.to_act(before), self.between(before, state)))
            state = before
        return to_json(Record(self.game.NAME, self.world.rules, tuple(reversed(steps)), None))

    def between(self, before: Any, after: Any) -> Any:
        """The action that leads from a state to another."""
        game = self.game
        actions = game.legal_actions(before) or (deal for deal, _ in self.world.deals(before))
        return next(action for action in actions if game.apply(before, action) == after)
