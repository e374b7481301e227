"""State: the whole truth about a game at one moment."""

from __future__ import annotations

from enum import Enum
from typing import Any

import attrs

from lexludi.core.errors import BadInput
from lexludi.core.game import Seat
from lexludi.core.quick import maker
from lexludi.druids.cards import Card, Cards, Domain
from lexludi.druids.rules import Rules

__all__ = [
    "Display",
    "Phase",
    "Stack",
    "State",
    "Table",
    "Top",
    "Trick",
    "changed",
    "check_seat",
    "new_state",
    "new_table",
]


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
class Table:
    """What a card that is played leaves as it is: all but the hands and the trick."""

    #: The rules that are played.
    rules: Rules
    #: What the game waits for.
    phase: Phase
    #: The round that is played, or that is to be dealt, from 1; the last one once the game is over.
    round: int
    #: Seat that deals (or dealt) that round.
    dealer: Seat
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


@attrs.frozen(weakref_slot=False)
class State:
    """Everything about a game at one moment: immutable, hashable, equal by value.

    Its fields lie as they do for speed: the fewer a play makes anew, the faster it is. All that a
    game consists of can be read from the state itself, and `State.of` and `changed` take it so: rules,
    phase, round, dealer, to_act, hands, trick, pending, displays, aside, top and scores.
    """

    #: What a card that is played leaves as it is.
    table: Table
    #: Seat to act; None while a deal is due and when the game is over.
    to_act: Seat | None
    #: Hands by seat, in canonical order.
    hands: tuple[Cards, ...]
    #: Seat that led the trick on the table; None between tricks.
    leader: Seat | None
    #: The trick's domain; None while only sickles and mistletoes lie, and between tricks.
    led: Domain | None
    #: The trick's cards in the order played; none between tricks.
    laid: Cards

    @classmethod
    def of(
        cls,
        *,
        rules: Rules,
        phase: Phase,
        round: int,  # noqa: A002  (the name that files and views have for it)
        dealer: Seat,
        to_act: Seat | None,
        hands: tuple[Cards, ...],
        trick: Trick | None,
        pending: Cards,
        displays: tuple[Display, ...],
        aside: Cards,
        top: Top,
        scores: tuple[tuple[int, ...], ...],
    ) -> State:
        """The state that consists of these."""
        table = Table(rules, phase, round, dealer, pending, displays, aside, top, scores)
        if trick is None:
            return cls(table, to_act, hands, None, None, ())
        return cls(table, to_act, hands, trick.leader, trick.domain, trick.cards)

    @property
    def rules(self) -> Rules:
        """The rules that are played."""
        return self.table.rules

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        return self.table.phase

    @property
    def round(self) -> int:
        """The round that is played, or that is to be dealt, from 1; the last one once the game is over."""
        return self.table.round

    @property
    def dealer(self) -> Seat:
        """Seat that deals (or dealt) that round."""
        return self.table.dealer

    @property
    def trick(self) -> Trick | None:
        """The trick on the table; None between tricks."""
        return None if self.leader is None else Trick(self.leader, self.led, self.laid)

    @property
    def pending(self) -> Cards:
        """Sickles, then mistletoes, that the seat to act has won and not yet placed."""
        return self.table.pending

    @property
    def displays(self) -> tuple[Display, ...]:
        """Displays by seat."""
        return self.table.displays

    @property
    def aside(self) -> Cards:
        """Cards out of play this round, undealt ones included, in canonical order."""
        return self.table.aside

    @property
    def top(self) -> Top:
        """Which card of a trick counts this round."""
        return self.table.top

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """Points of each finished round, by seat."""
        return self.table.scores

    @property
    def totals(self) -> tuple[int, ...]:
        """Points so far, by seat."""
        return tuple(sum(rounds) for rounds in self.scores)


#: Make a Table and a State as the classes do, in a third of the time.
new_table, new_state = maker(Table), maker(State)

#: What a state consists of, in the order in which observations tell it.
_PARTS = tuple(name for name in State.of.__annotations__ if name != "return")


def changed(state: State, **changes: Any) -> State:
    """`state` with something changed, by the names that `State.of` takes. For tests and tellings, not for rules.

    >>> from lexludi import druids
    >>> changed(druids.start(druids.Rules(players=3)), dealer=2, trick=Trick(1, None, ())).trick
    Trick(leader=1, domain=None, cards=())
    """
    return State.of(**{**{part: getattr(state, part) for part in _PARTS}, **changes})


def check_seat(state: State, seat: object) -> None:
    """Raise BadInput unless `seat` is at the table of `state`."""
    if type(seat) is not int or not 0 <= seat < state.rules.players:
        raise BadInput("seat", seat, f"a seat from 0 to {state.rules.players - 1}")
