"""Turns: taking, laying, passing, and what happens at the end of each turn."""

from __future__ import annotations

import attrs

from lexludi.birdie.cards import Card, Cards, canonical
from lexludi.birdie.rules import PileOrder
from lexludi.birdie.setup import DISPLAY, starter
from lexludi.birdie.state import Board, Phase, State, acting
from lexludi.core.clauses import clause
from lexludi.core.game import Seat
from lexludi.core.tuples import replaced, without

__all__ = [
    "active",
    "begin_scoring",
    "end_turn",
    "held",
    "is_displayed",
    "is_open_pair",
    "lay",
    "layable",
    "lone_turn",
    "may_follow_pair",
    "next_active",
    "on_top",
    "pair_lies",
    "pairs",
    "pass_points",
    "pass_round",
    "refilled",
    "stop_comes_up",
    "take",
    "take_pair",
    "takeable",
]


def active(passed: tuple[int | None, ...]) -> int:
    """Number of players who have not passed in this round. Clause birdie/pass."""
    return passed.count(None)


@clause("birdie/take-one", "birdie/must-pass")
def takeable(display: Cards) -> Cards:
    """The cards, each token once, that may be taken into the hand; none when the display is empty.

    Clauses birdie/take-one, birdie/must-pass.

    >>> from lexludi.birdie.cards import cards
    >>> takeable(cards("OWL-SPRING PIGEON-SPRING OWL-SPRING"))
    (PIGEON-SPRING, OWL-SPRING)
    """
    return canonical(set(display))


@clause("birdie/take-pair", "birdie/must-pass")
def pairs(display: Cards) -> tuple[Cards, ...]:
    """The pairs, each once, that may be taken for the pile; none when one card lies there or none.

    Clauses birdie/take-pair, birdie/must-pass.

    >>> from lexludi.birdie.cards import cards
    >>> pairs(cards("OWL-SPRING PIGEON-SPRING OWL-SPRING"))
    ((PIGEON-SPRING, OWL-SPRING), (OWL-SPRING, OWL-SPRING))
    """
    ordered = canonical(display)
    found = {(card, other): None for place, card in enumerate(ordered) for other in ordered[place + 1 :]}
    return tuple(found)


@clause("birdie/take-one")
def is_displayed(card: Card, display: Cards) -> bool:
    """Whether `card` may be taken. Clause birdie/take-one."""
    return card in display


@clause("birdie/take-pair")
def is_open_pair(pair: Cards, display: Cards) -> bool:
    """Whether both cards of `pair`, copy by copy, may be taken. Clause birdie/take-pair."""
    first, second = pair
    return first in display and second in without(display, first)


@clause("birdie/take-one", "birdie/which-copy")
def take(state: State, card: Card) -> State:
    """The leftmost `card` of the display goes into the hand, and the turn is over.

    Clauses birdie/take-one, birdie/which-copy.
    """
    seat = acting(state)
    hand = canonical((*state.hands[seat], card))
    return _turn_over(
        state, without(state.display, card), replaced(state.hands, seat, hand), state.passed, state.boards
    )


@clause("birdie/take-pair", "birdie/which-copy", "birdie/hand-with-pair")
def take_pair(state: State, pair: Cards) -> State:
    """Two cards of the display are to be laid; nothing else leads to laying cards.

    Clauses birdie/take-pair, birdie/which-copy, birdie/hand-with-pair.
    """
    first, second = pair
    display = without(without(state.display, first), second)
    return _laying(state, display, pair, state.hands, state.piles)


@clause("birdie/lay")
def held(card: Card, pair: Cards, hand: Cards) -> bool:
    """Whether the player has `card` to lay: of the pair or in the hand. Clause birdie/lay."""
    return card in pair or card in hand


@clause("birdie/pair-first")
def may_follow_pair(card: Card, pair: Cards, order: PileOrder) -> bool:
    """Whether `card`, of the pair or in the hand, may be laid while `pair` is still to be laid.

    Clause birdie/pair-first.
    """
    return order is PileOrder.FREE or not pair or card in pair


@clause("birdie/lay", "birdie/pair-first", "birdie/pair-order")
def layable(pair: Cards, hand: Cards, order: PileOrder) -> Cards:
    """The cards, each token once, that may be laid: of the pair either, as the player likes.

    Clauses birdie/lay, birdie/pair-first, birdie/pair-order.

    >>> from lexludi.birdie.cards import cards
    >>> layable(cards("OWL-SPRING ROBIN-SPRING"), cards("PIGEON-WINTER"), PileOrder.DISPLAY_FIRST)
    (OWL-SPRING, ROBIN-SPRING)
    >>> layable(cards("OWL-SPRING ROBIN-SPRING"), cards("PIGEON-WINTER"), PileOrder.FREE)
    (PIGEON-WINTER, OWL-SPRING, ROBIN-SPRING)
    """
    if not pair:
        return tuple(dict.fromkeys(hand))
    return canonical({*pair, *hand} if order is PileOrder.FREE else set(pair))


@clause("birdie/pile-fixed")
def on_top(pile: Cards, card: Card) -> Cards:
    """The pile with `card` on top: what lay there stays as it lay. Clause birdie/pile-fixed."""
    return (*pile, card)


@clause("birdie/lay", "birdie/which-copy")
def lay(state: State, card: Card) -> State:
    """`card` goes on top of the own pile: from the pair if it is there, else from the hand.

    Clauses birdie/lay, birdie/which-copy.
    """
    seat = acting(state)
    pair, hands = state.pair, state.hands
    if card in pair:
        pair = without(pair, card)
    else:
        hands = replaced(hands, seat, without(hands[seat], card))
    return _laying(state, state.display, pair, hands, replaced(state.piles, seat, on_top(state.piles[seat], card)))


@clause("birdie/end-turn")
def pair_lies(pair: Cards) -> bool:
    """Whether both cards of the pair lie, so that the turn may end. Clause birdie/end-turn."""
    return not pair


@clause("birdie/end-turn")
def end_turn(state: State) -> State:
    """A turn with a pair is over. Clause birdie/end-turn."""
    return _turn_over(state, state.display, state.hands, state.passed, state.boards)


@clause("birdie/pass-points")
def pass_points(passed: tuple[int | None, ...]) -> int:
    """What the next one to pass gets: a point for each other player who is still in.

    Clause birdie/pass-points.

    >>> pass_points((None, 2, None))
    1
    """
    return active(passed) - 1


@clause("birdie/pass")
def pass_round(state: State) -> State:
    """The seat to act is out of the rest of the round, and writes down its points. Clause birdie/pass."""
    seat, points = acting(state), pass_points(state.passed)
    board = state.boards[seat]
    board = Board(board.sets, board.crosses, board.pass_points + points, board.abilities_used)
    boards = replaced(state.boards, seat, board)
    return _turn_over(state, state.display, state.hands, replaced(state.passed, seat, points), boards)


@clause("birdie/refill")
def refilled(display: Cards, draw_pile: Cards) -> tuple[Cards, Cards]:
    """The display filled up to four, new cards to the right, and what is left to draw.

    Clause birdie/refill.

    >>> from lexludi.birdie.cards import cards
    >>> refilled(cards("OWL-SPRING OWL-WINTER"), cards("ROBIN-SPRING"))
    ((OWL-SPRING, OWL-WINTER, ROBIN-SPRING), ())
    """
    missing = DISPLAY - len(display)
    return display + draw_pile[:missing], draw_pile[missing:]


@clause("birdie/stop-card")
def stop_comes_up(display: Cards) -> bool:
    """Whether the stop card is up once `display` has been refilled: a card was missing.

    Clause birdie/stop-card.
    """
    return len(display) < DISPLAY


@clause("birdie/last-player")
def lone_turn(
    passed: tuple[int | None, ...], seat: Seat, alone: int, limit: int | None
) -> tuple[tuple[int | None, ...], int]:
    """Who has passed, and how many turns the last player has finished alone, after a turn of `seat`.

    The last one that `limit` allows makes that player pass for 0 points. Clause birdie/last-player.

    >>> lone_turn((None, 1), 0, 0, 1), lone_turn((None, 1), 0, 0, 2), lone_turn((None, None), 0, 0, 1)
    (((0, 1), 1), ((None, 1), 1), ((None, None), 0))
    """
    if limit is None or passed[seat] is not None or active(passed) > 1:
        return passed, alone
    return (passed if alone + 1 < limit else replaced(passed, seat, 0)), alone + 1


@clause("birdie/turn-order")
def next_active(seat: Seat, passed: tuple[int | None, ...]) -> Seat | None:
    """The first seat clockwise after `seat` that is still in, itself last; None when all have passed.

    Clause birdie/turn-order.

    >>> next_active(0, (None, 3, 2, None)), next_active(0, (None, 3)), next_active(0, (0, 1))
    (3, 0, None)
    """
    n = len(passed)
    for step in range(1, n + 1):
        other = (seat + step) % n
        if passed[other] is None:
            return other
    return None


def _laying(state: State, display: Cards, pair: Cards, hands: tuple[Cards, ...], piles: tuple[Cards, ...]) -> State:
    """The state while a seat lays cards on its pile."""
    return State(
        state.rules,
        Phase.LAY,
        state.round,
        state.to_act,
        display,
        pair,
        state.draw_pile,
        state.under_stop,
        state.stop_revealed,
        state.other_half,
        hands,
        piles,
        state.passed,
        state.boards,
        state.trophies,
        (),
        None,
        0,
        state.alone,
    )


@clause("birdie/turn-order")
def _turn_over(
    state: State,
    display: Cards,
    hands: tuple[Cards, ...],
    passed: tuple[int | None, ...],
    boards: tuple[Board, ...],
) -> State:
    """The end of a turn: the display is refilled, a last player's turn is counted, the next seat is to act.

    When nobody is left in, no seat is, and scoring is due. Clause birdie/turn-order.
    """
    seat = acting(state)
    display, draw_pile = refilled(display, state.draw_pile)
    passed, alone = lone_turn(passed, seat, state.alone, state.rules.lone_turns)
    return State(
        state.rules,
        Phase.TURN,
        state.round,
        next_active(seat, passed),
        display,
        (),
        draw_pile,
        state.under_stop,
        stop_comes_up(display),
        state.other_half,
        hands,
        state.piles,
        passed,
        boards,
        state.trophies,
        (),
        None,
        0,
        alone,
    )


@clause("birdie/round-end")
def begin_scoring(state: State) -> State:
    """A step: all have passed, so the round is over, and its starter scores first. Clause birdie/round-end."""
    return attrs.evolve(state, phase=Phase.SCORE, to_act=starter(state.rules, state.round), alone=0)
