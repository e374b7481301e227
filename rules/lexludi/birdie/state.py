"""State: the whole truth about a game at one moment."""

from __future__ import annotations

from enum import Enum

import attrs

from lexludi.birdie.cards import CATEGORIES, Cards, Species
from lexludi.birdie.rules import Effect, Rules
from lexludi.core.game import Seat

__all__ = ["EMPTY_BOARD", "Board", "Phase", "State", "acting", "scored"]


class Phase(Enum):
    """What the game waits for."""

    #: A deal.
    DEAL = "deal"
    #: A turn of the seat to act.
    TURN = "turn"
    #: The next card for the pile of the seat to act, or the end of its turn.
    LAY = "lay"
    #: An ability, a set, or the end of its scoring, by the seat to act.
    SCORE = "score"
    #: What the ability just used does to the row.
    EDIT = "edit"
    #: Nothing: the game is over.
    OVER = "over"

    def __repr__(self) -> str:
        return str(self.value)


@attrs.frozen
class Board:
    """What a seat has written down; kept through both rounds."""

    #: Points by category, at the category's index; None where it has not been scored.
    sets: tuple[int | None, ...]
    #: Number of crosses.
    crosses: int
    #: Points for passing, of both rounds.
    pass_points: int
    #: Species whose ability has been used, in canonical order.
    abilities_used: tuple[Species, ...]


#: The board at the start of a game.
EMPTY_BOARD = Board((None,) * len(CATEGORIES), 0, 0, ())


@attrs.frozen
class State:
    """Everything about a game at one moment: immutable, hashable, equal by value."""

    #: The rules that are played.
    rules: Rules
    #: What the game waits for.
    phase: Phase
    #: The round that is played, or that is to be dealt: 1 or 2.
    round: int
    #: Seat to act; None while a deal is due and when the game is over.
    to_act: Seat | None
    #: The open cards, left to right.
    display: Cards
    #: Cards taken from the display and not yet laid, in canonical order.
    pair: Cards
    #: What lies above the stop card, top first.
    draw_pile: Cards
    #: What lies under the stop card, top first.
    under_stop: Cards
    #: Whether the stop card has come up in this round.
    stop_revealed: bool
    #: Two players in round 1: the cards of round 2, top first.
    other_half: Cards
    #: Hands by seat, in canonical order.
    hands: tuple[Cards, ...]
    #: Piles by seat, bottom to top; from scoring on the rows, left to right.
    piles: tuple[Cards, ...]
    #: Points that passing gave in this round, by seat; None for who is still in.
    passed: tuple[int | None, ...]
    #: Boards by seat.
    boards: tuple[Board, ...]
    #: Who holds the trophy of each species of the world, in canonical order.
    trophies: tuple[Seat | None, ...]
    #: Cards discarded or removed in this round, in canonical order.
    out: Cards
    #: The effect that is to be carried out; None but in the phase edit.
    effect: Effect | None
    #: Where the last set of the seat now scoring ended; 0 when it has declared none.
    last_end: int
    #: Turns that the last player still in has finished alone; 0 unless the rules limit them.
    alone: int


def acting(state: State) -> Seat:
    """The seat to act, where the rules know that there is one."""
    assert state.to_act is not None
    return state.to_act


def scored(
    state: State,
    *,
    phase: Phase = Phase.SCORE,
    to_act: Seat | None,
    hands: tuple[Cards, ...],
    piles: tuple[Cards, ...],
    boards: tuple[Board, ...],
    out: Cards,
    effect: Effect | None = None,
    last_end: int,
) -> State:
    """The state with what a step of scoring may change; all else stays."""
    return State(
        state.rules,
        phase,
        state.round,
        to_act,
        state.display,
        (),
        state.draw_pile,
        state.under_stop,
        state.stop_revealed,
        state.other_half,
        hands,
        piles,
        state.passed,
        boards,
        state.trophies,
        out,
        effect,
        last_end,
        0,
    )
