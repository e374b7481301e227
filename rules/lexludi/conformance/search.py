"""Search: whole games on both sides, rare situations by construction, then shrinking what breaks."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import attrs

from lexludi.conformance.attempts import attempts
from lexludi.conformance.match import Abandoned, Break, Declared, Match, Refused
from lexludi.conformance.targets import Target, TargetBroken
from lexludi.conformance.worlds import small_worlds
from lexludi.core.game import Game
from lexludi.core.records import Record
from lexludi.testing import awkward, birdie_awkward
from lexludi.testing.playouts import game_random
from lexludi.testing.policies import policy_of

__all__ = ["Found", "Search", "situations"]

#: So many illegal actions are tried at a step, on average.
_ATTEMPTS = 0.6

Signature = tuple[str, str]


@attrs.define
class Found:
    """What a search has come to."""

    #: The breaks, each in the shortest game found.
    breaks: dict[Signature, Break] = attrs.field(factory=dict)
    #: Signature → in how many games it showed.
    shown: Counter[Signature] = attrs.field(factory=Counter)
    #: Clause → in how many compared steps it was at work.
    exercised: Counter[str] = attrs.field(factory=Counter)
    #: Built situation → how often it was played through.
    situations: Counter[str] = attrs.field(factory=Counter)
    #: Why a game was abandoned → how often.
    abandoned: Counter[str] = attrs.field(factory=Counter)
    #: Games played and steps compared.
    games: int = 0
    #: Steps compared.
    steps: int = 0
    #: Whether the program broke down for good.
    dead: str = ""


def situations(game: Game) -> Iterator[tuple[str, int, Callable[[], Record]]]:
    """The rare situations of a game, by construction: name, number of players, and what makes the record."""
    for one in {"druids": awkward, "birdie": birdie_awkward}[game.NAME].AWKWARD:
        for players in one.players:
            yield one.make.__name__, players, partial(one.make, players)


class Search:
    """Drives a program through games and collects what it breaks.

    `renew` gives a fresh target once the program has died; without it the search then ends.
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
        self._deaths = 0
        self.found = Found()

    # --- games ---

    def run_situations(self) -> None:
        """Play all built situations through."""
        for name, players, make in situations(self.game):
            if players not in self.declared.players or self.declared.deals_itself or self.found.dead:
                continue
            record = make()
            if self._play(record.rules, partial(_follow, record)):
                self.found.situations[name] += 1

    def run_games(self, games: int, seconds: float, progress: Callable[[int], None] = lambda done: None) -> None:
        """Play random games, of all rules that the game simulates and the program plays."""
        rules = [rules for rules in self._rules() if rules.players in self.declared.players]
        end = time.monotonic() + seconds
        for number in range(games):
            if time.monotonic() > end or self.found.dead or not rules:
                break
            random = game_random(self.seed, number)
            self._play(rules[number % len(rules)], partial(self._random_game, random, None))
            progress(1)

    def _rules(self) -> list[Any]:
        """Small worlds and whole games in turn: the small ones are quick and reach the odd corners."""
        small, whole = list(small_worlds(self.game)), list(self.game.simulated_rules())
        mixed: list[Any] = []
        for index in range(max(len(small), len(whole))):
            mixed += [whole[index % len(whole)], small[(index * 7) % len(small)]]
        return mixed

    def _play(self, rules: Any, drive: Callable[[Match], None], collect: bool = True) -> Match | None:
        """Play one game; None when the program does not play these rules, or died."""
        match = Match(self.target, self.declared, self.game, rules)
        finished = False
        try:
            match.begin()
            drive(match)
            finished = True
        except Abandoned as why:
            self.found.abandoned[str(why)] += collect
        except TargetBroken as error:
            match.died(error)
            self._revive(str(error))
        if collect:
            self._collect(match)
        return match if finished or match.steps else None

    def _revive(self, why: str) -> None:
        """Start the program anew after it died, a few times."""
        self._deaths += 1
        self.target.close()
        if self._renew is None or self._deaths > 20:
            self.found.dead = why
            return
        try:
            self.target = self._renew()
        except TargetBroken as error:
            self.found.dead = str(error)

    def _collect(self, match: Match) -> None:
        found = self.found
        found.games += 1
        found.steps += match.compared
        found.exercised.update(match.exercised)
        for one in match.breaks:
            found.shown[one.signature] += 1
            kept = found.breaks.get(one.signature)
            if kept is None or len(one.steps) < len(kept.steps):
                found.breaks[one.signature] = one

    def _random_game(self, random: Random, most: int | None, match: Match) -> None:
        """Play at random to the end, or for `most` steps, trying illegal actions and looking at views."""
        game, policy = self.game, policy_of(self.game)
        trying = attempts(game, match.state, random)
        while not game.is_over(match.state) and (most is None or len(match.steps) < most):
            actions = game.legal_actions(match.state)
            if self.declared.rejects_illegal and random.random() < _ATTEMPTS:
                trying = attempts(game, match.state, random)
                match.attempt(next(trying), list(self.found.breaks))
            if random.random() < 0.15:
                match.list_actions()
            if self.declared.views and match.steps and random.random() < 0.15:
                match.look(int(random.random() * match.state.rules.players))
            if not actions:
                match.deal(game.shuffled(match.state, random))
                continue
            try:
                match.act(policy(match.state, actions, random), game.to_act(match.state))
            except Refused:
                _take_another(match, actions)

    # --- shrinking ---

    def shrink(self, signature: Signature, seconds: float) -> Break:
        """The shortest game found that shows a break: smaller worlds first, then shorter games in them."""
        best = self.found.breaks[signature]
        end = time.monotonic() + seconds
        worlds = [world for world in small_worlds(self.game) if world.players in self.declared.players]
        hits: Counter[int] = Counter()
        random = game_random(self.seed, -1)
        turn = 0
        while worlds and time.monotonic() < end and not self.found.dead and len(best.steps) > 1:
            # Worlds that have shown it before are tried more often than those that never did.
            turn += 1
            index = _pick(hits, len(worlds), random) if turn > 2 * len(worlds) else turn % len(worlds)
            shorter = self._once(signature, worlds[index], random, len(best.steps))
            if shorter is not None:
                hits[index] += 1
                if _size(shorter) < _size(best):
                    best = shorter
        self.found.breaks[signature] = best
        return best

    def _once(self, signature: Signature, rules: Any, random: Random, most: int) -> Break | None:
        """A random game of at most `most` steps: the break if it shows."""
        hidden = self.found.breaks.pop(signature)  # so that it is tried again
        try:
            match = self._play(rules, partial(self._random_game, random, most), collect=False)
        finally:
            self.found.breaks[signature] = hidden
        found = [] if match is None else match.breaks
        return next((one for one in found if one.signature == signature), None)


def _size(one: Break) -> tuple[int, int, int]:
    """How large a break is: steps, then players, then cards in the deal."""
    pile = next((len(step["action"]["pile"]) for step in one.steps if _is_deal(step)), 0)
    return len(one.steps), one.rules["players"], pile


def _is_deal(step: Any) -> bool:
    action = step["action"]
    return isinstance(action, dict) and isinstance(action.get("pile"), list)


def _pick(hits: Counter[int], number: int, random: Random) -> int:
    """A world: three times of four one that has shown the break."""
    if hits and random.random() < 0.75:
        return random.choices(list(hits), weights=list(hits.values()))[0]
    return int(random.random() * number)


def _follow(record: Record, match: Match) -> None:
    """Take the steps of a record."""
    for step in record.steps:
        if step.seat is None:
            match.deal(step.action)
            continue
        try:
            match.act(step.action, step.seat)
        except Refused:
            raise Abandoned("it refuses a step of a built situation") from None


def _take_another(match: Match, actions: Sequence[Any]) -> None:
    """After a legal action was refused, take the first that is not. Abandoned when all are."""
    for action in actions:
        try:
            match.act(action, match.game.to_act(match.state))
        except Refused:
            continue
        return
    raise Abandoned("it refuses every legal action")
