"""Scores: how many mutants were killed, and by what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

__all__ = ["Scores", "table"]

#: What a game's rule modules must reach: killed by the properties alone, and with everything; and the most set aside.
_ALONE, _ALL, _ASIDE = 0.95, 0.99, 0.05


@attrs.frozen
class Scores:
    """The mutants of a module, or of a game, and what became of them."""

    name: str
    #: Number of mutants.
    made: int
    #: How many the properties kill alone.
    alone: int
    #: How many everything kills: properties, tests, types.
    killed: int
    #: How many of those left are listed as equivalent.
    set_aside: int
    #: How many break off with an exception in the battery, which any program that plays would notice.
    broken_off: int
    #: Seconds of processor time that the properties took.
    seconds: float

    @classmethod
    def of_game(cls, game: str, scores: Sequence[Scores]) -> Scores:
        """The sums of the modules of a game."""
        mine = [attrs.astuple(each)[1:] for each in scores if each.name.startswith(f"{game}/")]
        return cls(game, *[sum(column) for column in zip(*mine, strict=True)])

    def missed(self) -> list[str]:
        """The marks that are missed, in words."""
        left = self.made - self.set_aside
        marks = (
            (self.alone >= _ALONE * left, f"the properties alone kill {self.alone} of {left}, due are {_ALONE:.0%}"),
            (self.killed >= _ALL * left, f"everything kills {self.killed} of {left}, due are {_ALL:.0%}"),
            (self.set_aside <= _ASIDE * self.made, f"{self.set_aside} of {self.made} set aside, at most {_ASIDE:.0%}"),
        )
        return [f"{self.name}: {told}" for kept, told in marks if not kept]

    def row(self) -> str:
        """A row of the table."""
        left = self.made - self.set_aside
        shares = [
            f"{self.alone} ({self.alone / self.made:.1%})",
            f"{self.killed} ({self.killed / self.made:.1%})",
            str(self.set_aside),
            f"{self.alone / left:.1%}",
            f"{self.killed / left:.1%}",
            f"{self.broken_off / self.made:.0%}",
        ]
        return f"| `{self.name}` | {self.made} | {' | '.join(shares)} |"


def table(scores: Sequence[Scores]) -> Iterator[str]:
    """The table of all modules, with the sums of the games, in Markdown."""
    yield (
        "| module | mutants | killed by the properties alone | with tests and types | set aside as equivalent "
        "| of the others: properties alone | with tests and types | break off |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    for game in dict.fromkeys(each.name.split("/")[0] for each in scores):
        mine = [each for each in scores if each.name.startswith(f"{game}/")]
        yield from (each.row() for each in mine)
        if len(mine) > 1:
            yield Scores.of_game(game, mine).row()
    yield f"{sum(each.seconds for each in scores) / 60:.0f} minutes of processor time for the properties"
