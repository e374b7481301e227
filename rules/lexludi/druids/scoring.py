"""Scoring: how a round ends, what it is worth, who deals next, who wins."""

from __future__ import annotations

from lexludi.core.clauses import clause
from lexludi.core.game import Seat
from lexludi.core.outcome import Outcome, outcome_of
from lexludi.druids.cards import Cards, canonical
from lexludi.druids.stacks import has_all_domains
from lexludi.druids.state import Display, Phase, State, new_state, new_table

__all__ = ["ROUND_LOST", "end_round", "lose_round", "next_dealer", "outcome", "played_out", "points", "round_points"]

#: Points of the seat that ends a round with a stack of every domain.
ROUND_LOST = -3


@clause("druids/round-end")
def played_out(hands: tuple[Cards, ...]) -> bool:
    """Whether all cards of a round have been played. Clause druids/round-end."""
    return not any(hands)


@clause("druids/round-points")
def points(display: Display) -> int:
    """Sum of the top cards of a display; without a stack 0. Clause druids/round-points.

    >>> from lexludi.druids.cards import cards
    >>> points(((), cards("Y9 Y5"), cards("R12"), cards("B3"), cards("MISTLETOE V6")))
    26
    """
    return sum([stack[-1].value for stack in display if stack])


@clause("druids/round-points", "druids/round-lost")
def round_points(displays: tuple[Display, ...]) -> tuple[int, ...]:
    """What the round is worth to each seat: −3 with a stack of every domain, else its top cards.

    Clauses druids/round-points, druids/round-lost.

    >>> from lexludi.druids.cards import cards
    >>> round_points(((cards("G1"), cards("Y1")), (cards("G12"), ())))
    (-3, 12)
    """
    return tuple([ROUND_LOST if has_all_domains(display) else points(display) for display in displays])


@clause("druids/next-dealer", "druids/dealer-tie")
def next_dealer(points: tuple[int, ...], dealer: Seat) -> Seat:
    """The seat with the fewest points of the round deals the next one.

    Among several, the first clockwise from the dealer's left, the dealer last.
    Clauses druids/next-dealer, druids/dealer-tie.

    >>> next_dealer((4, 9, 4), dealer=0)
    2
    """
    n = len(points)
    clockwise = [(dealer + 1 + i) % n for i in range(n)]
    return min(clockwise, key=points.__getitem__)


@clause("druids/fifth-domain-ends-round", "druids/fifth-domain-specials")
def lose_round(state: State) -> State:
    """A step: the winner of the trick has every domain, so the round ends at once.

    None of the trick's sickles and mistletoes acts; they are out of play. Hands stay unplayed.
    Clauses druids/fifth-domain-ends-round, druids/fifth-domain-specials.
    """
    return _scored(state, canonical((*state.table.aside, *state.table.pending)))


@clause("druids/round-end")
def end_round(state: State) -> State:
    """A step: all cards are played, so the round ends. Clause druids/round-end."""
    return _scored(state, state.table.aside)


@clause("druids/game-end", "druids/clear-table")
def _scored(state: State, aside: Cards) -> State:
    """The state once the round is scored: a deal is due, or the game is over.

    The table stays as it lies. Clauses druids/game-end, druids/clear-table.
    """
    table = state.table
    gained = round_points(table.displays)
    last = table.round == table.rules.rounds
    after = new_table(
        rules=table.rules,
        phase=Phase.OVER if last else Phase.DEAL,
        round=table.round if last else table.round + 1,
        dealer=table.dealer if last else next_dealer(gained, table.dealer),
        pending=(),
        displays=table.displays,
        aside=aside,
        top=table.top,
        scores=tuple([(*before, now) for before, now in zip(table.scores, gained, strict=True)]),
    )
    return new_state(after, None, state.hands, None, None, ())


@clause("druids/winners")
def outcome(state: State) -> Outcome | None:
    """How the game ended, None while it goes on: most points win, equal points share the win.

    Clause druids/winners.
    """
    return outcome_of(state.totals, "rounds-played") if state.phase is Phase.OVER else None
