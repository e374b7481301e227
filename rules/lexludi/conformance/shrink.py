"""Shrink: the shortest game that shows a break, found by a shrinker that knows games.

Most breaks show in few steps in some small world, if one plays there often enough; so that is tried first. What is
found is then shortened by cutting out steps, each seat doing what it still can, and by going on anew from where a
short game still agrees.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from lexludi.conformance.breaks import Break
from lexludi.conformance.drive import Aim, Moods, follow, play_at_random, retrace
from lexludi.conformance.match import Match
from lexludi.conformance.sent import is_sparse
from lexludi.core.codec import from_json
from lexludi.core.errors import BadInput
from lexludi.core.game import Game

__all__ = ["Play", "Shrinker"]

#: Plays a game under some rules, driven by a function; None when the program does not play these rules.
Play = Callable[[Any, Callable[[Match], None], bool], "Match | None"]

#: After so many games in vain, and as many more a step of the best one, there is nothing shorter to be found.
_PATIENCE, _PATIENCE_A_STEP = 300, 150


class _Hit(NamedTuple):
    """A game that has shown the break: in how many steps, under which rules, by which players."""

    steps: int
    rules: Any
    moods: Moods
    sparse: bool


class Shrinker:
    """Shortens the game of one break, within some seconds."""

    def __init__(
        self, game: Game, play: Play, worlds: Sequence[Any], best: Break, random: Random, seconds: float
    ) -> None:
        self.best = best
        self._game, self._play, self._random = game, play, random
        self._worlds = list(worlds)
        self._end = time.monotonic() + seconds
        self._hits: list[_Hit] = []
        self.games = 0

    def run(self) -> Break:
        """The shortest game found."""
        while True:
            before = self.best.size
            self._restart()
            self._cut()
            self._go_on_anew()
            if self.best.size >= before or self._late():
                return self.best

    def _late(self) -> bool:
        return time.monotonic() > self._end or len(self.best.steps) < 2

    def _try(self, rules: Any, drive: Callable[[Match, Aim], None], sparse: bool, most: int | None = None) -> int:
        """Play a game of at most `most` steps: in how many it shows the break; 0 if it does not."""
        aim = Aim.of(self.best, most)
        self.games += 1
        match = self._play(rules, partial(_aimed, drive, aim), sparse)
        found = [one for one in ([] if match is None else match.breaks) if one.signature == self.best.signature]
        if not found:
            return 0
        shortest = min(found, key=lambda one: one.size)
        if shortest.size < self.best.size:
            self.best = shortest
        return len(shortest.steps)

    # --- games in small worlds ---

    def _restart(self) -> None:
        """Random games in small worlds: each once, then mostly those in which the break has shown soonest."""
        in_vain = turn = 0
        half = time.monotonic() + (self._end - time.monotonic()) / 2
        while self._worlds and not self._late() and time.monotonic() < half:
            if in_vain > _PATIENCE + _PATIENCE_A_STEP * len(self.best.steps) and turn > len(self._worlds):
                return
            turn += 1
            world = self._worlds[turn % len(self._worlds)]
            hit = _Hit(0, world, Moods(self._random), self._random.random() < 0.3)
            if self._hits and self._random.random() < 0.8:
                # The square prefers those at the front, which showed it in the fewest steps.
                old = self._hits[int(self._random.random() ** 2 * len(self._hits))]
                if self._random.random() < 0.8:
                    hit = _Hit(0, old.rules, Moods(self._random, old.moods), old.sparse)
                else:
                    hit = _Hit(0, old.rules, hit.moods, old.sparse)
            size = self.best.size
            steps = self._try(hit.rules, partial(self._play_at_random, hit.moods), hit.sparse, self._most())
            if steps:
                self._hits = sorted([*self._hits, _Hit(steps, *hit[1:])], key=lambda one: one.steps)[:20]
            in_vain = 0 if self.best.size < size else in_vain + 1

    def _most(self) -> int:
        """How many steps the next game may have: often far fewer than the best, for short games are quick."""
        length = len(self.best.steps)
        if self._random.random() < 0.4 or length < 6:
            return length
        return min(length, 4 + int(self._random.random() * min(length, 30)))

    def _play_at_random(self, moods: Moods, match: Match, aim: Aim) -> None:
        play_at_random(match, self._random, moods, aim=aim)

    # --- shorter games in the world of the best ---

    def _rules(self) -> tuple[Any, bool] | None:
        """The rules of the best game, and whether they were sent sparsely."""
        try:
            rules = from_json(self._game.Rules, self.best.rules)
        except BadInput:
            return None
        return rules, is_sparse(rules, self.best.rules)

    def _cut(self) -> None:
        """Cut out steps, many at a time at first, then few, as long as the break shows."""
        length = len(self.best.steps) // 2
        while length and not self._late():
            start, shorter = 0, False
            while start + length <= len(self.best.steps) and not self._late():
                steps = (*self.best.steps[:start], *self.best.steps[start + length :])
                told, size = self._rules(), self.best.size
                if told is None:
                    return
                self._try(told[0], partial(self._follow, steps), told[1])
                if self.best.size < size:
                    shorter = True
                else:
                    start += 1 if length < 4 else length // 2
            length = min(length, len(self.best.steps)) if shorter else length // 2

    def _follow(self, steps: Sequence[Any], match: Match, aim: Aim) -> None:
        follow(steps, match, self._random, aim)

    def _go_on_anew(self) -> None:
        """Take the best game up to some step, and go on from there at random."""
        in_vain = 0
        while not self._late() and in_vain < 40 * len(self.best.steps):
            told, size = self._rules(), self.best.size
            if told is None:
                return
            cut = int(self._random.random() * (len(self.best.steps) - 1))
            steps = [step for step in self.best.steps[:cut] if "reject" not in step]
            self._try(told[0], partial(self._from, steps, Moods(self._random)), told[1])
            in_vain = 0 if self.best.size < size else in_vain + 1

    def _from(self, steps: Sequence[Any], moods: Moods, match: Match, aim: Aim) -> None:
        retrace(steps, match, aim.hit)
        if not aim.hit(match):
            play_at_random(match, self._random, moods, aim=aim)


def _aimed(drive: Callable[[Match, Aim], None], aim: Aim, match: Match) -> None:
    drive(match, aim)
