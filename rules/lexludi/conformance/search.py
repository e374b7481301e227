"""Search: rules, whole games on both sides and rare situations by construction; then what breaks is shrunk."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import attrs

from lexludi.conformance.attempts import Attempt
from lexludi.conformance.bad_rules import bad_rules
from lexludi.conformance.blame import at_work
from lexludi.conformance.breaks import Abandoned, Break, Declared, Found, Refused, Signature
from lexludi.conformance.drive import Moods, play_at_random, retrace, take_record, take_vector, try_all
from lexludi.conformance.match import Match, refuse_rules
from lexludi.conformance.sent import is_sparse
from lexludi.conformance.shrink import Shrinker
from lexludi.conformance.situations import first_of_each_form, situations
from lexludi.conformance.sure import sure
from lexludi.conformance.targets import Target, TargetBroken, ask
from lexludi.conformance.worlds import small_worlds
from lexludi.core.codec import from_json
from lexludi.core.errors import BadInput, LexludiError
from lexludi.core.game import Game
from lexludi.core.records import Record
from lexludi.testing.playouts import game_random
from lexludi.testing.policies import policy_of

__all__ = ["Found", "Search"]

#: A program that dies is started anew so often, and one that falls silent so often.
_DEATHS, _SILENCES = 12, 2

#: So many seconds may go into ending and starting it anew.
_DYING = 5.0

#: While the game in which it dies is shrunk, it may die more often.
_SHRUNK_DEATHS = 200

#: So many games are broken off over wrong writings of one action.
_SWEEPS = 4

#: Of so many of them it may die; there is more to see than what it makes of them.
_SWEPT_DEATHS = 3

#: In one of so many random games it is counted which clauses are at work: that takes longer than the comparison.
_COUNTED = 3


#: What differs between breakdowns of one kind: numbers, and the request that was not answered.
_SPECIFIC = re.compile(r"\d+|'[a-z_]+'")


class Search:
    """Drives a program through games and collects what it breaks.

    `renew` gives a fresh target once the program has died; without it the same one is asked again.
    """

    def __init__(
        self,
        target: Target,
        declared: Declared,
        game: Game,
        *,
        seed: int = 0,
        renew: Callable[[], Target] | None = None,
    ) -> None:
        self.target, self.declared, self.game, self.seed = target, declared, game, seed
        self._renew = renew
        self._deaths = self._silences = 0
        self._gone = False
        self._dying = 0.0
        #: Breakdowns that do not come again in the same game: there is nothing to shrink.
        self._unsteady: set[Signature] = set()
        self.found = Found()

    # --- games ---

    def run_rules(self) -> None:
        """Ask for games under rules that no game can be played under, if the program refuses what is illegal."""
        if not self.declared.rejects_illegal:
            return
        for told in bad_rules(self.game):
            if self.found.dead:
                return
            try:
                one = refuse_rules(self.target, self.game, told)
            except Abandoned as reason:
                if "error" in str(reason).split(": "):  # whoever skips rules need not know that they are bad
                    self.found.abandoned[str(reason)] += 1
                continue
            if one is not None:
                self.add(one)
            if one is not None and one.kind == "broken":
                self._revive(str(one.got), _DEATHS)
                return  # it is told; more of that would only wear it out

    def run_vector(self, rules: Any, steps: Sequence[Any]) -> str:
        """Take the steps of a vector, as far as the program is for them: `kept`, `broken` or `skipped`.

        It is kept only if something that it expects was compared.
        """
        read = from_json(self.game.Rules, rules)
        if self.declared.why_not(read) is not None:
            return "skipped"
        steps = [step for _, step in self.declared.due(steps)]
        compared: list[bool] = []
        match, finished = self._collected(read, partial(take_vector, steps, compared), is_sparse(read, rules))
        self.found.games -= 1
        return "broken" if match.breaks else "kept" if finished and any(compared) else "skipped"

    def run_forms(self) -> None:
        """Try all that can be done wrong in writing it of one action of each form, where that action is legal."""
        if not self.declared.rejects_illegal or self.declared.deals_itself:
            return
        deaths = self._deaths
        for record, index, left in first_of_each_form(self.game, self.declared.players):
            if self._deaths < deaths + _SWEPT_DEATHS:
                self._sweep(record, index, left)

    def _sweep(self, record: Record, index: int, left: list[Attempt]) -> None:
        """Try everything on a list at one step of a record, in as many games as that takes, within reason."""
        deaths = self._deaths
        for _ in range(_SWEEPS):
            due = len(left)
            if not left or self.found.dead or self._deaths > deaths:
                return
            self._collected(record.rules, partial(try_all, record, index, left, list(self.found.breaks)))
            if len(left) == due:
                return  # it does not get there

    def run_situations(self) -> None:
        """Play all built situations through."""
        for name, players, make in situations(self.game):
            if players not in self.declared.players or self.declared.deals_itself or self.found.dead:
                continue
            record = make()
            if self._collected(record.rules, partial(take_record, record))[1]:
                self.found.situations[name] += 1

    def run_games(
        self,
        games: int,
        seconds: float,
        progress: Callable[[int], None] = lambda done: None,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        """Play random games, of all rules that the game simulates and the program plays, until `enough`."""
        rules = [rules for rules in self._all_rules() if rules.players in self.declared.players]
        end = time.monotonic() + seconds
        for number in range(games):
            if time.monotonic() > end or self.found.dead or not rules or enough():
                break
            chosen = rules[number % len(rules)]
            counts = number % _COUNTED == 0
            self._collected(chosen, partial(self._at_random, number), number % 4 > 1, counts)
            progress(1)

    def _all_rules(self) -> list[Any]:
        """Small worlds and whole games in turn: the small ones are quick and reach the odd corners."""
        small, whole = list(small_worlds(self.game)), list(self.game.simulated_rules())
        game_random(self.seed, -2).shuffle(small)
        mixed: list[Any] = []
        for index, world in enumerate(small):
            mixed += [whole[index % len(whole)], world]
        return mixed

    def _at_random(self, number: int, match: Match) -> None:
        random = game_random(self.seed, number)
        policy = Moods(random) if number % 4 in (1, 2) else policy_of(self.game)
        play_at_random(match, random, policy, list(self.found.breaks))

    def _collected(
        self, rules: Any, drive: Callable[[Match], None], sparse: bool = False, counts: bool = True
    ) -> tuple[Match, bool]:
        """Play one game and keep what it shows. The match, and whether it was played through."""
        found = self.found
        found.games += 1
        match = Match(self.target, self.declared, self.game, rules, sparse=sparse, counts=counts)
        finished = self._driven(match, drive, found.abandoned, _DEATHS)
        found.steps += match.compared
        found.due += match.due
        found.due_lists += match.due_lists
        found.reported |= match.reported
        found.exercised.update(match.work.exercised)
        found.survived.update(match.work.survived)
        for one in match.breaks:
            self.add(one)
        return match, finished

    def _driven(self, match: Match, drive: Callable[[Match], None], why: Counter[str], deaths: int) -> bool:
        try:
            match.begin()
            drive(match)
        except Abandoned as reason:
            why[str(reason)] += 1
            return False
        except Refused:
            why["it refuses a deal"] += 1
            return False
        except TargetBroken as error:
            match.died(error)
            self._revive(str(error), deaths)
            return False
        return True

    def _revive(self, why: str, deaths: int) -> None:
        """Start the program anew after it died, or ask the same one whether it goes on."""
        self._deaths += 1
        self._silences += "no reply" in why
        start = time.monotonic()
        try:
            if self._silences >= _SILENCES:
                self._gone = True
            elif self._renew is None:
                ask(self.target, "hello", protocol=1)
            else:
                self.target.close()
                self.target = self._renew()
        except TargetBroken as error:
            why, self._gone = str(error), True
        self._dying += time.monotonic() - start
        if self._gone or self._deaths > deaths or self._dying > _DYING:
            self.found.dead = self.found.dead or why

    # --- what is found ---

    def add(self, one: Break) -> None:
        """Keep a break, if it is new or its game is shorter."""
        kept = self.found.breaks.get(one.signature)
        if kept is None:
            self.found.first[one.signature] = self.found.games
            one = self._sure(one)
            kept = self.found.breaks.get(one.signature)
            self.found.first.setdefault(one.signature, self.found.games)
        if kept is None or one.size < kept.size:
            self.found.breaks[one.signature] = one

    def _sure(self, one: Break) -> Break:
        """The break as it shows by the moves of its game alone, or what was asked in between, if that is to blame."""
        rules = self._rules_of(one)
        if rules is None or self.declared.deals_itself:
            return one
        return sure(one, self.game.NAME, partial(self.once, *rules))

    def _rules_of(self, one: Break) -> tuple[Any, bool] | None:
        """The rules of a break's game, and whether they were sent sparsely; None for impossible ones."""
        try:
            rules = from_json(self.game.Rules, one.rules)
        except BadInput:
            return None
        return rules, is_sparse(rules, one.rules)

    def once(self, rules: Any, sparse: bool, drive: Callable[[Match], None]) -> Match | None:
        """Play a game that is not counted; None once the program is gone, or has died too often."""
        if self._gone or self._dying > 2 * _DYING:
            return None
        match = Match(self.target, self.declared, self.game, rules, sparse=sparse, counts=False)
        self._driven(match, drive, Counter(), _SHRUNK_DEATHS)
        for index, broken in enumerate(match.breaks):
            if broken.kind == "broken":
                one = self._blamed(broken)
                down = (one.clause, "down") in self.found.breaks and one.signature not in self.found.breaks
                match.breaks[index] = attrs.evolve(one, kind="down") if down else one
        return match

    def blame_deaths(self) -> None:
        """Name the clauses of which the program dies: what it never survived is likelier than what it mostly did.

        Where it has survived the likeliest too, or does not die in the same game again, it dies of something
        else: no clause is to blame, and that is told once, with the shortest game.
        """
        told: dict[Any, Break] = {}
        for signature, one in list(self.found.breaks.items()):
            if one.kind == "broken" and one.where != "new_game":
                del self.found.breaks[signature]
                blamed = self._blamed(one)
                again = self._dies_again(one)
                refused = any("reject" in step for step in one.steps[-1:])
                guilty = again and (refused or not self.found.survived[blamed.clause])
                if not guilty:
                    blamed = attrs.evolve(blamed, kind="down")
                self.found.first.setdefault(blamed.signature, self.found.first[signature])
                key = blamed.signature if guilty else _SPECIFIC.sub("", str(blamed.got))
                if key not in told or blamed.size < told[key].size:
                    told[key] = blamed
                    self._unsteady |= set() if again else {blamed.signature}
        self.found.breaks.update((one.signature, one) for one in told.values())

    def _dies_again(self, one: Break) -> bool:
        """Whether the program survives a game but for its last step, and dies of that when it comes to it again."""
        rules = self._rules_of(one)
        if rules is None or "no reply" in str(one.got):
            return False
        for steps in (one.steps[:-1], one.steps):
            match = self.once(*rules, partial(retrace, steps))
            if match is None:
                return False
            dies = [len(other.steps) for other in match.breaks if other.kind in ("broken", "down")]
        return dies == [len(one.steps)]

    def _blamed(self, one: Break) -> Break:
        suspects = self._at_work_last(one)
        if not suspects or "reject" in one.steps[-1]:
            return one
        return attrs.evolve(one, clause=min(suspects, key=lambda slug: self.found.survived[slug]))

    def _at_work_last(self, one: Break) -> list[str]:
        """The clauses at work in the last step of a break."""
        rules = self._rules_of(one)
        if rules is None or not one.steps:
            return []
        state, game = self.game.start(rules[0]), self.game
        try:
            for step in one.steps[:-1]:
                if "reject" not in step:
                    state = game.apply(state, from_json(game.Action, step["action"]), step["seat"])
            return at_work(game, state, from_json(game.Action, one.steps[-1]["action"]))
        except (LexludiError, ValueError):
            return []

    def tell_followers(self) -> None:
        """Note which breaks may follow from another one, as that clause is broken, and at work in the same step."""
        shown = sorted(self.found.breaks.values(), key=lambda one: one.size)
        for place, one in enumerate(shown):
            if one.kind == "differs":
                working = self._at_work_last(one)
                before = (other.clause for other in shown[:place] if other.kind == "differs")
                perhaps = next((slug for slug in before if slug in working and slug != one.clause), "")
                self.found.breaks[one.signature] = attrs.evolve(one, perhaps=perhaps)

    # --- shrinking ---

    def shrink(self, signature: Signature, seconds: float) -> Break:
        """The shortest game found that shows a break: small worlds first, then shorter games in them."""
        best = self.found.breaks[signature]
        hopeless = signature in self._unsteady or "no reply" in str(best.got)
        if not best.steps or best.where == "new_game" or self._gone or hopeless:
            return best
        self._deaths = 0
        worlds = [world for world in small_worlds(self.game) if world.players in self.declared.players]
        worlds += [rules for rules in self.game.simulated_rules() if rules.players in self.declared.players]
        shrinker = Shrinker(self.game, self._played, worlds, best, game_random(self.seed, -1), seconds)
        self.found.breaks[signature] = shrinker.run()
        return self.found.breaks[signature]

    def _played(self, rules: Any, drive: Callable[[Match], None], sparse: bool) -> Match | None:
        return self.once(rules, sparse, drive)
