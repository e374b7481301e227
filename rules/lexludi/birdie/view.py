"""View: what one seat may see, where the cards lie, and the observation of a referee."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import attrs

from lexludi.birdie.cards import CATEGORIES, STOP, Card, Cards, Species, StopCard, deck, in_box
from lexludi.birdie.game import outcome
from lexludi.birdie.scoring import totals
from lexludi.birdie.state import Board, Phase, State
from lexludi.core.clauses import clause
from lexludi.core.errors import BadInput
from lexludi.core.game import Seat

__all__ = ["View", "board_to_json", "check_seat", "project", "rows", "trophies_to_json", "view", "winners", "zones"]


@attrs.frozen
class View:
    """What one seat may see of a state: nothing here depends on anything that it may not know."""

    #: The seat that sees.
    seat: Seat
    #: What the game waits for.
    phase: Phase
    #: The round, 1 or 2.
    round: int
    #: Seat to act, if any.
    to_act: Seat | None
    #: The open cards, left to right.
    display: Cards
    #: Cards taken from the display and not yet laid.
    pair: Cards
    #: Number of cards above the stop card.
    draw_pile: int
    #: Whether the stop card has come up in this round.
    stop_revealed: bool
    #: The own hand, in canonical order.
    hand: Cards
    #: Number of cards in each hand, by seat.
    hand_sizes: tuple[int, ...]
    #: Number of cards in each pile, by seat.
    pile_sizes: tuple[int, ...]
    #: The rows by seat, left to right; None until scoring.
    rows: tuple[Cards, ...] | None
    #: Points that passing gave in this round, by seat; None for who is still in.
    passed: tuple[int | None, ...]
    #: Boards by seat.
    boards: tuple[Board, ...]
    #: Who holds the trophy of each species of the world.
    trophies: tuple[Seat | None, ...]
    #: Points so far, by seat.
    totals: tuple[int, ...]
    #: Seats that have won; None until the game is over.
    winners: tuple[Seat, ...] | None


@clause("birdie/view", "birdie/hidden-cards", "birdie/open-pair")
def view(state: State, seat: Seat) -> View:
    """What `seat` may see of `state`: the open table, its own hand, and of all else the size.

    Raises BadInput for a seat that is not at the table.
    Clauses birdie/view, birdie/hidden-cards, birdie/open-pair.
    """
    check_seat(state, seat)
    return View(
        seat=seat,
        phase=state.phase,
        round=state.round,
        to_act=state.to_act,
        display=state.display,
        pair=state.pair,
        draw_pile=len(state.draw_pile),
        stop_revealed=state.stop_revealed,
        hand=state.hands[seat],
        hand_sizes=tuple(len(hand) for hand in state.hands),
        pile_sizes=tuple(len(pile) for pile in state.piles),
        rows=rows(state),
        passed=state.passed,
        boards=state.boards,
        trophies=state.trophies,
        totals=totals(state),
        winners=winners(state),
    )


@clause("birdie/hidden-piles")
def rows(state: State) -> tuple[Cards, ...] | None:
    """The rows, from the start of scoring until the next round is laid out; before, nobody sees a pile.

    Clause birdie/hidden-piles.
    """
    shown = state.phase in (Phase.SCORE, Phase.EDIT, Phase.OVER)
    return state.piles if shown or (state.phase is Phase.DEAL and state.round == 2) else None


def check_seat(state: State, seat: object) -> None:
    """Raise BadInput unless `seat` is at the table of `state`."""
    if type(seat) is not int or not 0 <= seat < state.rules.players:
        raise BadInput("seat", seat, f"a seat from 0 to {state.rules.players - 1}")


def winners(state: State) -> tuple[Seat, ...] | None:
    """Seats that have won, ascending; None until the game is over. Clause birdie/winner."""
    ended = outcome(state)
    return None if ended is None else ended.winners


@clause("birdie/conservation")
def zones(state: State) -> Mapping[str, tuple[Card | StopCard, ...]]:
    """Zone name → its cards; together they are always exactly the bird cards and the stop card.

    Before the first deal all lie in the `box`; later it holds the cards of round 1 while two players
    play round 2. Clause birdie/conservation.

    >>> from lexludi import birdie
    >>> lying = zones(birdie.start(birdie.Rules(players=4)))
    >>> {name: len(cards) for name, cards in lying.items() if cards}
    {'box': 65}
    """
    lying: dict[str, tuple[Card | StopCard, ...]] = {}
    birds: dict[str, Cards] = {
        **{f"hand {seat}": hand for seat, hand in enumerate(state.hands)},
        **{f"pile {seat}": pile for seat, pile in enumerate(state.piles)},
        "display": state.display,
        "pair": state.pair,
        "draw_pile": state.draw_pile,
        "under_stop": state.under_stop,
        "other_half": state.other_half,
        "out": state.out,
    }
    lying.update(birds)
    if any(birds.values()):
        lying["stop"] = (STOP,)
        lying["box"] = in_box((card for zone in birds.values() for card in zone), state.rules)
    else:
        lying["stop"] = ()
        lying["box"] = (*deck(state.rules), STOP)
    return MappingProxyType(lying)


def project(state: State) -> dict[str, Any]:
    """The observation: the whole truth as a referee sees it, as a JSON object.

    Zones are in canonical order, but for the display and the piles, which are as they lie. Of the draw
    pile it tells the size.
    """
    ended = winners(state)
    return {
        "phase": state.phase.value,
        "round": state.round,
        "to_act": state.to_act,
        "display": _tokens(state.display),
        "pair": _tokens(state.pair),
        "draw_pile": len(state.draw_pile),
        "stop_revealed": state.stop_revealed,
        "hands": [_tokens(hand) for hand in state.hands],
        "piles": [_tokens(pile) for pile in state.piles],
        "passed": list(state.passed),
        "boards": [board_to_json(board) for board in state.boards],
        "trophies": trophies_to_json(state.trophies),
        "totals": list(totals(state)),
        "winners": None if ended is None else list(ended),
    }


def _tokens(cards: Cards) -> list[str]:
    return [card.token for card in cards]


def board_to_json(board: Board) -> dict[str, Any]:
    """A board as a JSON object: of the categories it tells those that are scored."""
    scored = zip(CATEGORIES, board.sets, strict=True)
    return {
        "sets": {category.value: points for category, points in scored if points is not None},
        "crosses": board.crosses,
        "pass_points": board.pass_points,
        "abilities_used": [species.value for species in board.abilities_used],
    }


def trophies_to_json(trophies: tuple[Seat | None, ...]) -> dict[str, Any]:
    """The trophies as a JSON object: each species of the world, and who holds its trophy."""
    return {species.value: holder for species, holder in zip(Species, trophies, strict=False)}
