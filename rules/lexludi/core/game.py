"""The face that every game module shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Protocol, runtime_checkable

from lexludi.core.checks import is_integer
from lexludi.core.errors import BadInput, shorten
from lexludi.core.outcome import Outcome
from lexludi.core.violations import Violation

__all__ = ["Event", "Game", "Seat", "form_clause", "game_named", "games", "register", "why_no_seat"]

#: A player's place at the table, counted clockwise from 0.
Seat = int


class Event(Protocol):
    """Something that happened: what every event of every game has."""

    @property
    def clause(self) -> str:
        """The clause by which it happened."""


@runtime_checkable
class Game(Protocol):
    """What a game module offers. A module satisfies it as it stands: `game: Game = lexludi.druids`.

    States, actions, rules and views are immutable, hashable and compare by value. No function
    changes anything, reads a clock or draws a random number; `shuffled` alone takes a random source.
    """

    @property
    def NAME(self) -> str:  # noqa: N802
        """The game's name, as in files and on the command line."""

    @property
    def PLAYERS(self) -> tuple[int, ...]:  # noqa: N802
        """The numbers of players that some rules allow."""

    @property
    def OBSERVES(self) -> tuple[str, ...]:  # noqa: N802
        """The keys of an observation, in order."""

    @property
    def Rules(self) -> Any:  # noqa: N802
        """Class of the rules a game is played under: every variant and ruling is a field."""

    @property
    def State(self) -> Any:  # noqa: N802
        """Class of the whole truth about a game at one moment."""

    @property
    def View(self) -> Any:  # noqa: N802
        """Class of what one seat may see."""

    @property
    def Action(self) -> Any:  # noqa: N802
        """Union of the action classes."""

    @property
    def Deal(self) -> Any:  # noqa: N802
        """Class of the deal: the one action that no seat takes."""

    def start(self, rules: Any, /) -> Any:
        """The state before the first deal. BadInput for anything but this game's `Rules`."""

    def shuffled(self, state: Any, random: Random, /) -> Any:
        """A deal action with a pile made as the rules say. IllegalAction when no deal is due."""

    def to_act(self, state: Any, /) -> Seat | None:
        """The seat that must act; None when a deal is due or the game is over."""

    def legal_actions(self, state: Any, /) -> tuple[Any, ...]:
        """All actions of the seat to act, in canonical order; empty when nobody is to act."""

    def verify(self, state: Any, action: Any, seat: Seat | None = None) -> Violation | None:
        """Why `action` is refused, or None when it is legal."""

    def apply(self, state: Any, action: Any, seat: Seat | None = None) -> Any:
        """The state after `action`. IllegalAction when it is refused."""

    def explain(self, state: Any, action: Any, viewer: Seat | None = None) -> tuple[Any, ...]:
        """The events of `apply(state, action)`, in order; with a viewer, as that seat learns them."""

    def fold(self, state: Any, events: Iterable[Any], /) -> Any:
        """The state after `events`, as `explain` without a viewer tells them."""

    def is_over(self, state: Any, /) -> bool:
        """Whether the game has ended."""

    def outcome(self, state: Any, /) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def view(self, state: Any, seat: Seat, /) -> Any:
        """What `seat` may see of `state`."""

    def zones(self, state: Any, /) -> Mapping[str, tuple[Any, ...]]:
        """Zone name → its cards; together they are always exactly the deck."""

    def project(self, state: Any, /) -> dict[str, Any]:
        """The observation of a referee, as a JSON object."""

    def figures(self, state: Any, /) -> Mapping[str, tuple[int, ...]]:
        """Numbers about a finished game, label → by seat, for summaries."""

    @property
    def INVARIANTS(self) -> Iterable[Any]:  # noqa: N802
        """What holds in every state: each has `clause`, `says` and `holds(state)`."""

    @property
    def STEP_INVARIANTS(self) -> Iterable[Any]:  # noqa: N802
        """What holds in every step: each has `clause`, `says` and `holds(state, action, after)`."""

    def simulated_rules(self) -> Iterable[Any]:
        """Rules that a simulation of the whole game takes in turn: all numbers of players, all variants."""

    def reached(self, state: Any, action: Any, events: Iterable[Any], after: Any, /) -> Iterable[str]:
        """The clauses that are at work in a step, for counting how well checks cover the rules."""

    def perft(self, state: Any, depth: int, /) -> int:
        """Number of sequences of exactly `depth` player actions."""


def why_no_seat(seat: object) -> str | None:
    """Why `seat` is neither a seat nor None, in words; an integer is one, whether it sits at the table or not.

    >>> why_no_seat(2), why_no_seat(None), why_no_seat(2.0)
    (None, None, 'seat: 2.0, expected an integer or None')
    """
    if seat is None or is_integer(seat):
        return None
    return f"seat: {shorten(seat)}, expected an integer or None"


def form_clause(game: Game, rules: Any) -> str:
    """The clause of a game that says what an action looks like: the one that refuses what is none."""
    refusal = game.verify(game.start(rules), object())
    assert refusal is not None
    return refusal.clause


_games: dict[str, Game] = {}


def register(game: Game) -> None:
    """Make a game module known by its name, for records, files and commands."""
    _games[game.NAME] = game


def games() -> Mapping[str, Game]:
    """Name → game module, of all games imported so far."""
    return _games


def game_named(name: object, field: str = "game") -> Game:
    """The game called `name`. BadInput when there is none; `field` says where the name stood."""
    if isinstance(name, str) and name in _games:
        return _games[name]
    raise BadInput(field, name, "one of " + ", ".join(sorted(_games)))
