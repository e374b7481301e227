"""Work: which clauses were at work in a game, and in what of it that was compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from lexludi.conformance.visible import idle

__all__ = ["Work"]


class Work:
    """Counts the clauses at work in a game, by the keys that were compared in the same step."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._steps: dict[frozenset[str], Counter[str]] = {}
        self._beside: Counter[str] = Counter()

    def step(self, reached: Iterable[str], shown: frozenset[str]) -> None:
        """Count the clauses at work in an accepted step of which these keys were compared."""
        if shown not in self._steps:
            self._steps[shown] = Counter()
        self._steps[shown].update(reached)

    def beside(self, slugs: Iterable[str]) -> None:
        """Count clauses whose work was compared beside a step: in a refusal, a view or a list."""
        for slug in slugs:
            self._beside[slug] += 1

    @property
    def exercised(self) -> Counter[str]:
        """Clause → in how many steps it was at work in what was compared."""
        found = Counter(self._beside)
        for shown, reached in self._steps.items():
            without = idle(self._game, shown) if shown else reached.keys()
            found.update({slug: number for slug, number in reached.items() if slug not in without})
        return found

    @property
    def survived(self) -> Counter[str]:
        """Clause → in how many steps it was at work and the program answered, whatever of it was compared."""
        return sum(self._steps.values(), Counter(self._beside))
