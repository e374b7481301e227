"""Breaks: what a program declares, and what it is found to break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias

import attrs

__all__ = ["KINDS", "Abandoned", "Break", "Declared", "Found", "Refused", "Signature"]

#: What makes two breaks the same break: clause and kind.
Signature: TypeAlias = tuple[str, str]

#: Kind of a break → what it says of the clause.
KINDS = {
    "differs": "is broken: the table looks otherwise",
    "accepted": "is broken: what it refuses was taken",
    "rejected": "is broken: what it allows was refused",
    "code": "is broken: another reason code",
    "changed": "is broken: a refused action changed something",
    "view": "is broken: a seat is shown something else",
    "legal": "is broken: the list of legal actions differs",
    "broken": "cannot be kept: the program broke down",
    "down": "was at work when the program broke down, of something else",
}


@attrs.frozen
class Declared:
    """What a program says of itself and one game in its `hello`."""

    #: Numbers of players.
    players: tuple[int, ...]
    #: Whether it refuses illegal actions.
    rejects_illegal: bool = True
    #: Whether it lists legal actions.
    legal_actions: bool = False
    #: Whether it shuffles by itself.
    deals_itself: bool = False
    #: Whether it answers `view`; the protocol has no word for it, so it is tried.
    views: bool = False
    #: Whether it answers `observe`; likewise.
    observes: bool = False
    #: The keys of an observation that it reports.
    keys: tuple[str, ...] = ()

    def why_not(self, rules: Any) -> str | None:
        """Why it is put to no vector of these rules, in words; None when it is."""
        if self.deals_itself:
            return "it shuffles by itself"
        return None if rules.players in self.players else f"it does not play with {rules.players} players"

    def due(self, steps: Sequence[Any]) -> list[tuple[int, Any]]:
        """The steps of a vector that it is put to, each with its index: to be refused only if it refuses."""
        return [(at, step) for at, step in enumerate(steps) if self.rejects_illegal or "reject" not in step]


@attrs.frozen
class Break:
    """A clause that a program breaks, and the game that shows it."""

    #: The clause.
    clause: str
    #: One of `KINDS`.
    kind: str
    #: The leaf that differs, as a path, or what was looked at.
    where: str
    #: What the rules say there.
    expected: Any = attrs.field(eq=False)
    #: What the program said.
    got: Any = attrs.field(eq=False)
    #: The steps up to and with the one that shows it, as those of a vector.
    steps: tuple[Any, ...] = attrs.field(eq=False)
    #: The rules, as JSON, as they were sent.
    rules: Any = attrs.field(eq=False)
    #: A clause that is broken too, in a shorter game, and at work in the last step: this may follow from that.
    perhaps: str = attrs.field(default="", eq=False)

    @property
    def signature(self) -> Signature:
        """What makes two breaks the same break."""
        return self.clause, self.kind

    @property
    def blamed(self) -> bool:
        """Whether the clause is broken; it is not when it was only at work as the program broke down."""
        return self.kind != "down"

    @property
    def size(self) -> tuple[int, int, int]:
        """How large the game is: steps, then players, then cards in the deal."""
        piles = [step["action"].get("pile", ()) for step in self.steps if isinstance(step["action"], dict)]
        cards = max((len(pile) for pile in piles if isinstance(pile, list)), default=0)
        players = self.rules.get("players") if isinstance(self.rules, dict) else None
        return len(self.steps), players if isinstance(players, int) else 0, cards


@attrs.define
class Found:
    """What a search has come to."""

    #: The breaks, each in the shortest game found.
    breaks: dict[Signature, Break] = attrs.field(factory=dict)
    #: Signature → the number of the game, from 1, in which it first showed; situations are games too.
    first: dict[Signature, int] = attrs.field(factory=dict)
    #: Clause → in how many steps it was at work in what was compared.
    exercised: Counter[str] = attrs.field(factory=Counter)
    #: Clause → in how many steps it was at work and the program answered.
    survived: Counter[str] = attrs.field(factory=Counter)
    #: Built situation → how often it was played through.
    situations: Counter[str] = attrs.field(factory=Counter)
    #: Why a game was abandoned → how often.
    abandoned: Counter[str] = attrs.field(factory=Counter)
    #: Games played and steps compared.
    games: int = 0
    #: Steps compared.
    steps: int = 0
    #: Accepted steps, after which an observation was due, the lists that were asked for, and the keys that any told.
    due: int = 0
    due_lists: int = 0
    reported: set[str] = attrs.field(factory=set)
    #: Why the program broke down for good, if it did.
    dead: str = ""


class Abandoned(Exception):
    """Raised where a game cannot be followed any further; says why."""


class Refused(Exception):
    """The program refused a legal action; nothing has changed on either side."""
