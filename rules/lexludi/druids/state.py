"""State: the whole truth about a game at one moment."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

import attrs

from lexludi.core.errors import BadInput
from lexludi.core.game import Seat
from lexludi.core.quick import maker
from lexludi.druids.cards import Card, Cards, Domain
from lexludi.druids.rules import Rules

__all__ = ["Display", "Phase", "Stack", "State", "Top", "Trick", "check_seat", "new_state", "new_trick", "replaced"]

T = TypeVar("T")


class Phase(Enum):
    """What the game waits for."""

    #: A deal.
    DEAL = "deal"
    #: A card from the seat to act.
    PLAY = "play"
    #: The winner's choice between equal stacks for a sickle.
    SICKLE = "sickle"
    #: The winner's choice of a stack for a mistletoe.
    MISTLETOE = "mistletoe"
    #: Nothing: the game is over.
    OVER = "over"

    def __repr__(self) -> str:
        return self.value


class Top(Enum):
    """Which card of a trick, by domain, goes on top of its stack this round."""

    LOWEST = "lowest"
    HIGHEST = "highest"

    def __repr__(self) -> str:
        return self.value


#: The cards of one domain in a display, bottom to top; empty when there is no such stack.
Stack = tuple[Card, ...]

#: A seat's stacks, one place a domain of the world, by the domain's index.
Display = tuple[Stack, ...]


@attrs.frozen(weakref_slot=False)
class Trick:
    """The trick on the table."""

    #: Seat that led.
    leader: Seat
    #: Domain that must be followed; None while only sickles and mistletoes lie.
    domain: Domain | None
    #: The cards in the order played: the leader's first, then clockwise.
    cards: Cards


@attrs.frozen(weakref_slot=False)
class State:
    """Everything about a game at one moment: immutable, hashable, equal by value."""

    #: The rules that are played.
    rules: Rules
    #: What the game waits for.
    phase: Phase
    #: The round that is played, or that is to be dealt, from 1; the last one once the game is over.
    round: int
    #: Seat that deals (or dealt) that round.
    dealer: Seat
    #: Seat to act; None while a deal is due and when the game is over.
    to_act: Seat | None
    #: Hands by seat, in canonical order.
    hands: tuple[Cards, ...]
    #: The trick on the table; None between tricks.
    trick: Trick | None
    #: Sickles, then mistletoes, that the seat to act has won and not yet placed.
    pending: Cards
    #: Displays by seat.
    displays: tuple[Display, ...]
    #: Cards out of play this round, undealt ones included, in canonical order.
    aside: Cards
    #: Which card of a trick counts this round.
    top: Top
    #: Points of each finished round, by seat.
    scores: tuple[tuple[int, ...], ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """Points so far, by seat."""
        return tuple(sum(rounds) for rounds in self.scores)


#: Makes a Trick, and a State, as the classes do and in a third of the time.
new_trick, new_state = maker(Trick), maker(State)


def check_seat(state: State, seat: object) -> None:
    """Raise BadInput unless `seat` is at the table of `state`."""
    if type(seat) is not int or not 0 <= seat < state.rules.players:
        raise BadInput("seat", seat, f"a seat from 0 to {state.rules.players - 1}")


def replaced(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """`items` with `item` in place of the one at `at`.

    >>> replaced((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    changed = list(items)
    changed[at] = item
    return tuple(changed)
