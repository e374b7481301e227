"""Leaks: whole games in which, at every step and for every seat, other cards are hidden and nothing may differ.

`python -m properties.leaks [--games N] [--seed S]` plays N games of each game of cards, under all rules that
simulations play, and at each step pairs the state, for each seat, with one that differs only in what that seat may
not see. Views (their hash, words and JSON too), events as the seat learns them, its legal actions, and the words of
its refusals must be the same before and after. It prints how much was compared; the first difference ends it.
"""

from __future__ import annotations

import argparse
import sys
from itertools import cycle
from typing import Any

import attrs

from lexludi.testing.checks import CheckFailed
from lexludi.testing.playouts import game_random, moments
from lexludi.testing.policies import policy_of
from properties.birdie_contract import Birdie
from properties.checks import check_hidden
from properties.druids_contract import Druids
from properties.ending import run_command
from properties.subject import Subject

__all__ = ["Compared", "examine", "main"]

_SUBJECTS: tuple[Subject, ...] = (Druids(), Birdie())


@attrs.frozen
class Compared:
    """How much was compared in a game, or in several."""

    #: Steps of games, deals among them.
    steps: int = 0
    #: Pairs of a step and a seat.
    pairs: int = 0
    #: Pairs in which the two states, or the two deals, were not equal: the others show nothing.
    different: int = 0

    def __add__(self, other: Compared) -> Compared:
        return Compared(self.steps + other.steps, self.pairs + other.pairs, self.different + other.different)


class _Counting:
    """A subject that counts for how many seats it found something hidden that could be changed."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self.different = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._subject, name)

    def lookalike(self, state: Any, *others: Any) -> Any:
        found = self._subject.lookalike(state, *others)
        self.different += found != state
        return found

    def lookalike_deal(self, state: Any, deal: Any, *others: Any) -> Any:
        found = self._subject.lookalike_deal(state, deal, *others)
        self.different += found != deal
        return found


def examine(subject: Subject, rules: Any, seed: int, number: int) -> Compared:
    """Play one game and compare at every step, for every seat. Raises CheckFailed at the first difference."""
    counting: Any = _Counting(subject)
    steps = 0
    random = game_random(seed + 1, number)
    for moment in moments(subject.game, rules, game_random(seed, number), policy_of(subject.game)):
        check_hidden(counting, moment, random)
        steps += 1
    return Compared(steps, steps * rules.players, counting.different)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m properties.leaks", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=60, help="games of each (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another series of games (default: %(default)s)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="that game of the series alone")
    asked = parser.parse_args(arguments)
    if asked.games < 1:
        parser.error("--games: at least 1")
    for subject in _SUBJECTS:
        total = Compared()
        for number, rules in zip(range(asked.games), cycle(subject.game.simulated_rules()), strict=False):
            if asked.only not in (None, number):
                continue
            try:
                total += examine(subject, rules, asked.seed, number)
            except CheckFailed as failure:
                again = f"python -m properties.leaks --games {number + 1} --seed {asked.seed} --only {number}"
                sys.stderr.write(f"{subject.game.NAME}: {failure}\nrepeat: {again}\n")
                return 1
        sys.stdout.write(
            f"{subject.game.NAME}: {asked.games if asked.only is None else 1} games, {total.steps:,} steps, "
            f"{total.pairs:,} pairs of a step and a seat, {total.different:,} of them with other cards hidden: "
            "no difference\n"
        )
        if not total.different:
            sys.stderr.write(f"{subject.game.NAME}: nothing was compared\n")
            return 1
    return 0


if __name__ == "__main__":
    run_command(main)
