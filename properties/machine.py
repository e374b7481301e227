"""Machine: plays games of any kind, in steps that Hypothesis chooses, and checks every one of them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, ClassVar

import attrs
from hypothesis import Phase, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from lexludi.core.records import Record, Step
from lexludi.testing.playouts import Moment
from lexludi.testing.policies import policy_of
from lexludi.testing.strategies import seeds
from properties.checks import (
    check_every_action,
    check_forms,
    check_game,
    check_hidden,
    check_moment,
    check_refusal,
    check_start,
)
from properties.kinds import Kinds
from properties.subject import Subject

__all__ = ["GameMachine", "Looked", "run_machine"]


@attrs.define
class Looked:
    """How much the examples of a machine came to."""

    #: `examples`, `finished`, `moves`, `deals`, `refusals`, `lookalikes`, `forms`, `replays`.
    counts: Counter[str] = attrs.field(factory=Counter)

    def __str__(self) -> str:
        counts = self.counts
        share = counts["finished"] / max(1, counts["examples"])
        told = ", ".join(f"{counts[key]} {key}" for key in ("moves", "deals", "refusals", "lookalikes", "forms"))
        return f"{counts['examples']} examples, {share:.0%} finished a game; {told}"


class GameMachine(RuleBasedStateMachine):
    """One game from its start. A subclass sets `subject`, and nothing else.

    Every step is checked by `check_moment`. The dearer checks are steps of their own. They are also made
    where the game comes to a new kind of state, and in between when many moves are played at once, at
    moments that the drawn seed picks.
    """

    #: What it plays, and what is known of it.
    subject: ClassVar[Subject]
    #: What all examples came to so far.
    looked: ClassVar[Looked]

    def __init_subclass__(cls) -> None:
        cls.looked = Looked()

    def __init__(self) -> None:
        super().__init__()
        self.game = self.subject.game
        self.steps: list[Step] = []
        self.visited: list[Any] = []
        self.last: Moment | None = None
        self.rest: int | None = None
        self.checking = False
        self.kinds = Kinds()

    @property
    def state(self) -> Any:
        """The state as it stands."""
        return self.visited[-1]

    def started(self) -> bool:
        """Whether there is a game yet."""
        return bool(self.visited)

    def deal_due(self) -> bool:
        """Whether chance has to act."""
        return self.started() and self.game.to_act(self.state) is None and not self.game.is_over(self.state)

    def somebody_acts(self) -> bool:
        """Whether a seat is to act."""
        return self.started() and self.game.to_act(self.state) is not None

    def goes_on(self) -> bool:
        """Whether the game is not over yet."""
        return self.started() and not self.game.is_over(self.state)

    @initialize(data=st.data())
    def start(self, data: st.DataObject) -> None:
        """Begin a game, or go on from the first steps of one."""
        record = data.draw(self.subject.starts(), label="start")
        self.rest = data.draw(
            st.one_of(st.none(), seeds, seeds, seeds, seeds), label="seed of the moves after the last step"
        )
        self.world = record.rules
        self.offers = self.subject.offers(record.rules)
        check_start(self.subject, record.rules)
        self.visited.append(self.game.start(record.rules))
        for step in record.steps:
            self.take(step.action)

    def take(self, action: Any) -> None:
        """Apply an action that is legal, and check the step."""
        before = self.state
        seat = self.game.to_act(before)
        after = self.game.apply(before, action, seat)
        self.last = Moment(before, seat, action, after)
        self.steps.append(Step(seat, action))
        self.visited.append(after)
        self.looked.counts["deals" if seat is None else "moves"] += 1
        self.checking = True
        check_moment(self.subject, self.last)
        if self.kinds.sees(self.game, after):
            self.check_refusals()
            self.check_lookalikes(Random(len(self.steps)))
            self.check_written_forms()
        self.checking = False

    @precondition(deal_due)
    @rule(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        """A deal, of any pile that is allowed."""
        self.take(data.draw(self.subject.deals(self.state), label="deal"))

    @precondition(somebody_acts)
    @rule(choice=st.integers(0, 2**16))
    def act(self, choice: int) -> None:
        """The seat to act takes one of its legal actions."""
        actions = self.game.legal_actions(self.state)
        self.take(actions[choice % len(actions)])

    @precondition(goes_on)
    @rule(seed=seeds, moves=st.sampled_from((10, 100, 300, 1000)))
    def play_on(self, seed: int, moves: int) -> None:
        """Many random moves at once, deals among them."""
        self.play(Random(seed), moves)

    # Hypothesis leaves out some of the rules in every example, so there is more than one that gets far.

    @precondition(somebody_acts)
    @rule(seed=seeds)
    def play_until_a_deal(self, seed: int) -> None:
        """Random moves until nobody is to act: a deal is due, or the game is over."""
        self.play(Random(seed), 10_000, until_a_deal=True)

    @precondition(goes_on)
    @rule(seed=seeds)
    def play_to_the_end(self, seed: int) -> None:
        """Random moves until the game is over."""
        self.play(Random(seed), 10_000)

    def play(self, random: Random, moves: int, *, until_a_deal: bool = False) -> None:
        """Play random moves, and look closer now and then."""
        policy = policy_of(self.game)
        for _ in range(moves):
            if self.game.is_over(self.state) or (until_a_deal and self.deal_due()):
                return
            actions = self.game.legal_actions(self.state)
            self.take(policy(self.state, actions, random) if actions else self.game.shuffled(self.state, random))
            look = int(random.random() * 90)
            if look == 0:
                self.check_refusals()
            elif look in (1, 2, 3):
                self.check_lookalikes(random)
            elif look == 4:
                self.check_written_forms()

    @precondition(started)
    @rule(data=st.data())
    def offer(self, data: st.DataObject) -> None:
        """Any action, or what is none, by any seat or by none: refused for the right reason, or legal."""
        thing = data.draw(self.offers, label="action")
        seat = data.draw(st.none() | st.integers(-1, self.world.players), label="seat")
        self.looked.counts["refusals"] += 1
        check_refusal(self.subject, self.state, thing, seat)

    @precondition(lambda self: self.last is not None)
    @rule(look=st.sampled_from(("refusals", "lookalikes", "forms")), seed=seeds)
    def look_closer(self, look: str, seed: int) -> None:
        """One of the dearer checks, of the last step."""
        if look == "refusals":
            self.check_refusals()
        elif look == "lookalikes":
            self.check_lookalikes(Random(seed))
        else:
            self.check_written_forms()

    def check_refusals(self) -> None:
        """Every well-formed action of every seat is refused for the right reason, or legal."""
        self.looked.counts["refusals"] += len(self.subject.every_action(self.state)) * (self.world.players + 2)
        check_every_action(self.subject, self.state)

    def check_lookalikes(self, random: Random) -> None:
        """The last step looks the same to every seat, whatever is hidden from it."""
        assert self.last is not None
        self.looked.counts["lookalikes"] += self.world.players
        check_hidden(self.subject, self.last, random)

    def check_written_forms(self) -> None:
        """State, views and action survive JSON and pickle, and are written as the contract says."""
        assert self.last is not None
        self.looked.counts["forms"] += 1
        check_forms(self.subject, self.last)

    def teardown(self) -> None:
        """Most games are played to the end, and the record of the game so far replays to the same states."""
        if not self.started():
            return
        # After a step that failed none follows, lest another failure hide it.
        if self.rest is not None and not self.checking:
            self.play(Random(self.rest), 10_000)
        finished = self.game.is_over(self.state)
        self.looked.counts["examples"] += 1
        self.looked.counts["finished"] += finished
        event("finished a game" if finished else "stopped in between")
        event(f"{self.world.players} players")
        self.looked.counts["replays"] += 1
        record = Record(self.game.NAME, self.world, tuple(self.steps), self.game.outcome(self.state))
        check_game(self.subject, record, self.visited)


def run_machine(machine: type[GameMachine], *, steps: int = 40, shrink: bool = True, **changed: Any) -> Looked:
    """Run a machine under the loaded profile, with some settings changed. What its examples came to.

    Raises the failure of a property, with the steps that repeat it; and AssertionError when no example
    was executed, or when hardly any finished a game, for then nothing much was looked at.
    """
    phases = [phase for phase in settings().phases if shrink or phase is not Phase.shrink]
    machine.looked = Looked()
    run_state_machine_as_test(machine, settings=settings(stateful_step_count=steps, phases=phases, **changed))
    counts = machine.looked.counts
    assert counts["examples"] > 0, f"{machine.__name__}: no example was executed"
    assert counts["finished"] * 2 > counts["examples"], f"{machine.__name__}: {machine.looked}"
    return machine.looked
