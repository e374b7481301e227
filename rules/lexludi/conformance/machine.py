"""Machine: a program under Hypothesis, for the author's own tests (extra `testing`).

`machine_for` makes a `RuleBasedStateMachine` class whose steps are deals, actions, illegal attempts and looks, drawn
by Hypothesis; it fails at the first break, with the clause. Hypothesis then shrinks the run and prints its steps.
A whole run of `check` finds more, and shorter games; a machine fits into a suite that is there already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lexludi.conformance.attempts import attempts
from lexludi.conformance.breaks import KINDS, Abandoned, Refused
from lexludi.conformance.match import Match
from lexludi.conformance.runner import smoke
from lexludi.conformance.targets import Target
from lexludi.conformance.worlds import small_worlds
from lexludi.conformance.writings import another
from lexludi.core.game import Game, game_named
from lexludi.core.jsontext import dumps
from lexludi.extras import needs

try:
    from hypothesis import strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"{error}: {needs(__name__, 'testing')}", name=error.name) from error

__all__ = ["machine_for"]


def machine_for(
    target: Target | Callable[[], Target], game: Game | str, rules: Sequence[Any] = ()
) -> type[RuleBasedStateMachine]:
    """A state machine class that plays a program against the rules of a game, from game to game.

    `target` is the program, or makes one; it is asked for a new game each time. `rules` are those to play
    under; by default the whole game for all numbers of players that the program declares, and small worlds.
    Raises TargetBroken when the program does not speak the protocol.

    >>> from lexludi.conformance.targets import InProcess
    >>> machine_for(InProcess(), "druids").__name__
    'DruidsMachine'

    In one's own tests: `TestMyDruids = machine_for(MyDruids(), "druids").TestCase`.
    """
    played = game_named(game) if isinstance(game, str) else game
    player: Target = target() if callable(target) else target
    declared = smoke(player, played)[1]
    chosen = list(rules) or [one for one in _usual(played) if one.players in declared.players]

    class Machine(RuleBasedStateMachine):
        """One game of the program beside the rules."""

        match: Match
        over = False

        @initialize(rules=st.sampled_from(chosen))
        def begin(self, rules: Any) -> None:
            """Begin a game."""
            self.match = Match(player, declared, played, rules, counts=False)
            self._carefully(self.match.begin)

        @precondition(lambda self: self.deals())
        @rule(random=st.randoms(use_true_random=False))
        def deal(self, random: Any) -> None:
            """Deal a round."""
            self._carefully(
                lambda: self.match.deal(None if declared.deals_itself else played.shuffled(self.match.state, random))
            )

        @precondition(lambda self: self.acts())
        @rule(choice=st.integers(0, 10**6), writing=st.none() | st.randoms(use_true_random=False))
        def act(self, choice: int, writing: Any) -> None:
            """Take a legal action, in its usual writing or in another."""
            state, actions = self.match.state, played.legal_actions(self.match.state)
            action, unnamed = actions[choice % len(actions)], declared.rejects_illegal
            one = None if writing is None else another(played, state, action, writing, unnamed=unnamed)
            self._carefully(lambda: self.match.act(action, state.to_act, one))

        @precondition(lambda self: not self.over and declared.rejects_illegal)
        @rule(random=st.randoms(use_true_random=False))
        def attempt(self, random: Any) -> None:
            """Try what must be refused."""
            self._carefully(lambda: self.match.attempt(next(attempts(played, self.match.state, random))))

        @precondition(lambda self: not self.over)
        @rule(seat=st.integers(0, 4))
        def look(self, seat: int) -> None:
            """Look at what a seat is shown, and at the list of legal actions."""
            self._carefully(self.match.list_actions)
            if self.match.steps:
                self._carefully(lambda: self.match.look(seat % self.match.rules.players))

        def deals(self) -> bool:
            """Whether a deal is due."""
            state = self.match.state
            return not self.over and state.to_act is None and not played.is_over(state)

        def acts(self) -> bool:
            """Whether a seat is to act."""
            return not self.over and self.match.state.to_act is not None

        def _carefully(self, step: Callable[[], object]) -> None:
            """Take a step; AssertionError at a break, and no more steps where the game cannot go on."""
            try:
                step()
            except (Abandoned, Refused):
                self.over = True
            for one in self.match.breaks:
                told = f"{one.where}: expected {dumps(one.expected)}, got {dumps(one.got)}"
                raise AssertionError(f"{one.clause} {KINDS[one.kind]}: {told}")

    Machine.__name__ = Machine.__qualname__ = f"{played.NAME.capitalize()}Machine"
    Machine.TestCase.__name__ = Machine.TestCase.__qualname__ = f"Test{Machine.__name__}"
    return Machine


def _usual(game: Game) -> list[Any]:
    """Small worlds, and the whole game in all its forms."""
    return [*list(small_worlds(game))[::5], *game.simulated_rules()]
