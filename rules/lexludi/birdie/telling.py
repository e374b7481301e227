"""Telling: what an action sets off, step by step, as one seat learns it; and the way back to the state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import TypeVar

import attrs

from lexludi.birdie.abilities import effect_bound, inserted, moved, removed, swapped, used
from lexludi.birdie.actions import (
    Action,
    Deal,
    EndScoring,
    EndTurn,
    Insert,
    Lay,
    Move,
    Pass,
    Remove,
    ScoreSet,
    Swap,
    Take,
    TakePair,
    UseAbility,
)
from lexludi.birdie.cards import Cards, Species, canonical
from lexludi.birdie.events import (
    EVENTS,
    AbilityUsed,
    CardInserted,
    CardMoved,
    CardRemoved,
    CardsSwapped,
    CrossEarned,
    Dealt,
    DisplayOpened,
    DrawPileLeft,
    EffectDue,
    Event,
    GameEnded,
    Gathered,
    HalfKept,
    Laid,
    LoneTurn,
    PairTaken,
    Passed,
    Refilled,
    RoundDue,
    RoundEnded,
    RowShown,
    ScoringDue,
    ScoringEnded,
    SetScored,
    StopLaid,
    StopRevealed,
    Taken,
    TrophyGiven,
    TrophyStayed,
    TurnDue,
    TurnEnded,
)
from lexludi.birdie.game import close_round, due, lay_out_other_half, outcome, perform, verify
from lexludi.birdie.rules import Effect
from lexludi.birdie.scoring import most_points
from lexludi.birdie.sets import row, set_points
from lexludi.birdie.state import Board, Phase, State, acting
from lexludi.birdie.turns import begin_scoring, pass_points
from lexludi.birdie.view import check_seat
from lexludi.core.clauses import clause
from lexludi.core.errors import BadInput, IllegalAction
from lexludi.core.game import Seat
from lexludi.core.tuples import replaced, without

__all__ = ["explain", "fold"]

T = TypeVar("T")


def explain(state: State, action: Action, viewer: Seat | None = None) -> tuple[Event, ...]:
    """The events of `apply(state, action)` in order, each with its clause.

    It takes the same walk as `apply`. With a viewer, the events tell what that seat learns; without,
    folding them gives the state that `apply` gives. Raises IllegalAction as `apply` does, and BadInput for a
    viewer that is not at the table.
    """
    if viewer is not None:
        check_seat(state, viewer)
    refusal = verify(state, action)
    if refusal is not None:
        raise IllegalAction(refusal)
    after = perform(state, action)
    events = list(_told(state, action, after))
    while (step := due(after)) is not None:
        before, after = after, step(after)
        events += _TOLD[step](before, after)
    return tuple(events) if viewer is None else tuple(_seen(event, viewer) for event in events)


def _told(state: State, action: Action, after: State) -> Iterable[Event]:
    """The events of a legal action itself, which leads to `after`."""
    if isinstance(action, Deal):
        return _dealt(state, after)
    seat = acting(state)
    match action:
        case Take(card):
            return (Taken(seat, card), *_turn_over(state, after))
        case TakePair(cards):
            return (PairTaken(seat, cards),)
        case Lay(card):
            return (Laid(seat, card not in state.pair, card),)
        case EndTurn():
            return (TurnEnded(seat), *_turn_over(state, after))
        case Pass():
            return (Passed(seat, pass_points(state.passed)), *_turn_over(state, after))
        case ScoreSet(start, length, category):
            return SetScored(seat, start, length, category, set_points(length)), CrossEarned(seat)
        case EndScoring():
            following = () if after.to_act is None else (ScoringDue(after.to_act),)
            return (ScoringEnded(seat), *following)
        case UseAbility(species, discard):
            effect = effect_bound(state.rules, species)
            paid = AbilityUsed(seat, species, discard)
            return (paid,) if effect is Effect.NONE else (paid, EffectDue(seat, effect))
        case Remove(at):
            return (CardRemoved(seat, at, row(state, seat)[at]),)
        case Move(from_, to):
            return (CardMoved(seat, from_, to),)
        case Swap(at):
            return (CardsSwapped(seat, at),)
        case Insert(card, at):
            return (CardInserted(seat, card, at),)


def _dealt(state: State, after: State) -> Iterable[Event]:
    kept = after.other_half
    yield Gathered()
    if kept:
        above = state.rules.deck_size - len(kept)
        yield HalfKept(len(kept), kept, "birdie/halves" if above == len(kept) else "birdie/odd-half")
    yield from _laid_out(after)


def _laid_out(after: State) -> Iterable[Event]:
    """A round as it lies at its start."""
    yield StopLaid(len(after.under_stop), after.under_stop)
    yield from (Dealt(seat, len(hand), hand) for seat, hand in enumerate(after.hands))
    yield DisplayOpened(after.display)
    yield DrawPileLeft(len(after.draw_pile), after.draw_pile)
    yield TurnDue(acting(after), "birdie/starter")


def _turn_over(state: State, after: State) -> Iterable[Event]:
    """The end of a turn: what came to the display, what it means for a last player, whose turn it is."""
    drawn = len(state.draw_pile) - len(after.draw_pile)
    if drawn:
        yield Refilled(after.display[-drawn:])
    if after.stop_revealed and not state.stop_revealed:
        yield StopRevealed()
    seat = acting(state)
    if after.alone > state.alone:
        yield LoneTurn(seat, after.alone)
        if after.passed[seat] is not None:
            yield Passed(seat, 0, "birdie/last-player")
    if after.to_act is not None:
        yield TurnDue(after.to_act)


def _round_ended(before: State, after: State) -> Iterable[Event]:
    yield RoundEnded(before.round)
    yield from (RowShown(seat, row(after, seat)) for seat in range(len(after.piles)))
    yield ScoringDue(acting(after))


def _round_closed(before: State, after: State) -> Iterable[Event]:
    for species, holder in zip(Species, after.trophies, strict=False):
        winner = most_points(after.boards, species)
        yield TrophyStayed(species, holder) if winner is None else TrophyGiven(species, winner)
    ended = outcome(after)
    yield RoundDue(after.round) if ended is None else GameEnded(ended.winners)


def _other_half_laid(_: State, after: State) -> Iterable[Event]:
    yield Gathered()
    yield from _laid_out(after)


_TOLD: dict[Callable[[State], State], Callable[[State, State], Iterable[Event]]] = {
    begin_scoring: _round_ended,
    close_round: _round_closed,
    lay_out_other_half: _other_half_laid,
}


@clause("birdie/hidden-cards", "birdie/hidden-piles", "birdie/open-pair")
def _seen(event: Event, viewer: Seat) -> Event:
    """The event as `viewer` learns it.

    Hidden are other hands, what others lay from them, and every face-down pile. A card that comes from
    the pair was seen by all. Clauses birdie/hidden-cards, birdie/hidden-piles, birdie/open-pair.
    """
    match event:
        case Dealt(seat=seat) if seat != viewer:
            return attrs.evolve(event, cards=None)
        case Laid(seat=seat, from_hand=True) if seat != viewer:
            return attrs.evolve(event, card=None)
        case HalfKept() | StopLaid() | DrawPileLeft():
            return attrs.evolve(event, cards=None)
    return event


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after `events`, as `explain` tells them without a viewer.

    It knows no rule: it moves cards and marks as each event says. Raises BadInput for what is no event,
    and for events as one seat learns them.
    """
    return reduce(_after, events, state)


def _after(state: State, event: Event) -> State:
    if type(event) not in EVENTS:
        raise BadInput("events", event, "events of Birdie")
    match event:
        case Gathered() | HalfKept() | StopLaid() | Dealt() | DisplayOpened() | DrawPileLeft():
            return _after_setup(state, event)
        case TurnDue(seat):
            return attrs.evolve(state, phase=Phase.TURN, to_act=seat)
        case Taken(seat, card):
            hand = canonical((*state.hands[seat], card))
            display = without(state.display, card)
            return attrs.evolve(state, display=display, hands=replaced(state.hands, seat, hand))
        case PairTaken(_, cards):
            display = reduce(without, cards, state.display)
            return attrs.evolve(state, phase=Phase.LAY, display=display, pair=cards)
        case Laid(seat, from_hand, card):
            card = _told_whole(card)
            piles = replaced(state.piles, seat, (*state.piles[seat], card))
            if not from_hand:
                return attrs.evolve(state, pair=without(state.pair, card), piles=piles)
            hands = replaced(state.hands, seat, without(state.hands[seat], card))
            return attrs.evolve(state, hands=hands, piles=piles)
        case TurnEnded():
            return attrs.evolve(state, phase=Phase.TURN)
        case Passed(seat, points):
            board = state.boards[seat]
            state = _with_board(state, seat, attrs.evolve(board, pass_points=board.pass_points + points))
            return attrs.evolve(state, passed=replaced(state.passed, seat, points), to_act=None)
        case Refilled(cards):
            display, draw_pile = state.display + cards, state.draw_pile[len(cards) :]
            return attrs.evolve(state, display=display, draw_pile=draw_pile)
        case StopRevealed():
            return attrs.evolve(state, stop_revealed=True)
        case LoneTurn(_, count):
            return attrs.evolve(state, alone=count)
    return _after_turns(state, event)


_SetupEvent = Gathered | HalfKept | StopLaid | Dealt | DisplayOpened | DrawPileLeft


def _after_setup(state: State, event: _SetupEvent) -> State:
    match event:
        case Gathered():
            none: tuple[Cards, ...] = ((),) * len(state.hands)
            out_of_nobody = (None,) * len(state.passed)
            cleared = attrs.evolve(state, other_half=(), hands=none, piles=none, passed=out_of_nobody, out=())
            return attrs.evolve(cleared, display=(), draw_pile=(), under_stop=(), stop_revealed=False)
        case HalfKept(_, cards):
            return attrs.evolve(state, other_half=_told_whole(cards))
        case StopLaid(_, cards):
            return attrs.evolve(state, under_stop=_told_whole(cards))
        case Dealt(seat, _, cards):
            return attrs.evolve(state, hands=replaced(state.hands, seat, _told_whole(cards)))
        case DisplayOpened(cards):
            return attrs.evolve(state, display=cards)
        case DrawPileLeft(_, cards):
            return attrs.evolve(state, draw_pile=_told_whole(cards))


def _after_turns(state: State, event: Event) -> State:
    """Events of scoring and of the end of a round."""
    match event:
        case ScoringDue(seat):
            return attrs.evolve(state, phase=Phase.SCORE, to_act=seat)
        case AbilityUsed(seat, species, discard):
            state = _with_board(state, seat, used(state.boards[seat], species))
            hands = replaced(state.hands, seat, without(state.hands[seat], discard))
            return attrs.evolve(state, hands=hands, out=canonical((*state.out, discard)))
        case EffectDue(_, effect):
            return attrs.evolve(state, phase=Phase.EDIT, effect=effect)
        case CardRemoved(seat, at, card):
            gone = attrs.evolve(state, out=canonical((*state.out, card)))
            return _with_row(gone, seat, removed(state.piles[seat], at))
        case CardMoved(seat, from_, to):
            return _with_row(state, seat, moved(state.piles[seat], from_, to))
        case CardsSwapped(seat, at):
            return _with_row(state, seat, swapped(state.piles[seat], at))
        case CardInserted(seat, card, at):
            hands = replaced(state.hands, seat, without(state.hands[seat], card))
            return _with_row(attrs.evolve(state, hands=hands), seat, inserted(state.piles[seat], card, at))
        case SetScored(seat, start, length, category, points):
            board = state.boards[seat]
            board = attrs.evolve(board, sets=replaced(board.sets, category.index, points))
            return attrs.evolve(_with_board(state, seat, board), last_end=start + length)
        case CrossEarned(seat):
            board = state.boards[seat]
            return _with_board(state, seat, attrs.evolve(board, crosses=board.crosses + 1))
        case ScoringEnded():
            return attrs.evolve(state, to_act=None, last_end=0)
        case TrophyGiven(species, seat):
            return attrs.evolve(state, trophies=replaced(state.trophies, species.index, seat))
        case RoundEnded():
            return attrs.evolve(state, alone=0)
        case RoundDue(round_):
            return attrs.evolve(state, phase=Phase.DEAL, round=round_)
        case GameEnded():
            return attrs.evolve(state, phase=Phase.OVER)
    # RowShown and TrophyStayed tell what lies where it lay before.
    return state


def _with_board(state: State, seat: Seat, board: Board) -> State:
    return attrs.evolve(state, boards=replaced(state.boards, seat, board))


def _with_row(state: State, seat: Seat, row: Cards) -> State:
    return attrs.evolve(state, piles=replaced(state.piles, seat, row), phase=Phase.SCORE, effect=None)


def _told_whole(what: T | None) -> T:
    if what is None:
        raise BadInput("events", "of one seat", "those without a viewer: what a seat cannot see is missing")
    return what
