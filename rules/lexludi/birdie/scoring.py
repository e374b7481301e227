"""Scoring: in which order rows are scored, and what trophies, crosses and all else are worth."""

from __future__ import annotations

from lexludi.birdie.cards import Species
from lexludi.birdie.rules import Rules
from lexludi.birdie.setup import starter
from lexludi.birdie.state import Board, Phase, State, acting, scored
from lexludi.core.clauses import clause
from lexludi.core.game import Seat

__all__ = ["awarded", "cross_value", "end_scoring", "most_points", "next_to_score", "totals", "trophy_value"]


@clause("birdie/scoring-order")
def next_to_score(seat: Seat, first: Seat, players: int) -> Seat | None:
    """The seat that scores after `seat`: clockwise, from the round's starter; None after the last one.

    Clause birdie/scoring-order.

    >>> [next_to_score(seat, 1, 3) for seat in (1, 2, 0)]
    [2, 0, None]
    """
    following = (seat + 1) % players
    return None if following == first else following


@clause("birdie/end-scoring")
def end_scoring(state: State) -> State:
    """The seat to act has scored; the next one is to. Clause birdie/end-scoring."""
    rules = state.rules
    return scored(
        state,
        to_act=next_to_score(acting(state), starter(rules, state.round), rules.players),
        hands=state.hands,
        piles=state.piles,
        boards=state.boards,
        out=state.out,
        last_end=0,
    )


@clause("birdie/trophy")
def most_points(boards: tuple[Board, ...], species: Species) -> Seat | None:
    """The seat with more points for a species than everybody else; None when there is none.

    Clause birdie/trophy.
    """
    points = [board.sets[species.index] or 0 for board in boards]
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


@clause("birdie/trophy", "birdie/trophy-tie")
def awarded(boards: tuple[Board, ...], trophies: tuple[Seat | None, ...]) -> tuple[Seat | None, ...]:
    """Who holds each trophy once a round is scored: who has most; among equals it stays where it is.

    Clauses birdie/trophy, birdie/trophy-tie.
    """
    best = [most_points(boards, species) for species in tuple(Species)[: len(trophies)]]
    return tuple(holder if winner is None else winner for winner, holder in zip(best, trophies, strict=True))


@clause("birdie/cross-value")
def cross_value(board: Board, rules: Rules) -> int:
    """What the crosses of a board are worth at the end. Clause birdie/cross-value."""
    return rules.crosses[board.crosses]


@clause("birdie/trophy-value")
def trophy_value(trophies: tuple[Seat | None, ...], seat: Seat, rules: Rules) -> int:
    """What the trophies of a seat are worth at the end. Clause birdie/trophy-value."""
    return rules.trophy * trophies.count(seat)


@clause("birdie/total")
def totals(state: State) -> tuple[int, ...]:
    """Points by seat: for sets and passing; when the game is over, for crosses and trophies too.

    Clause birdie/total.
    """
    written = [sum(points or 0 for points in board.sets) + board.pass_points for board in state.boards]
    if state.phase is not Phase.OVER:
        return tuple(written)
    return tuple(
        points + cross_value(board, state.rules) + trophy_value(state.trophies, seat, state.rules)
        for seat, (points, board) in enumerate(zip(written, state.boards, strict=True))
    )
