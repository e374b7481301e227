"""Events: what an action sets off, told step by step, and as one seat learns it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

import attrs

from lexludi.core.clauses import clause
from lexludi.core.errors import BadInput, IllegalAction
from lexludi.core.game import Seat
from lexludi.core.tuples import replaced
from lexludi.druids.actions import Action, Deal, LeadGaia, PlaceMistletoe, PlaceSickle, Play
from lexludi.druids.cards import DOMAINS, GAIA, MISTLETOE, SICKLE, Card, Cards, Domain, canonical
from lexludi.druids.game import PERFORM, due, verify
from lexludi.druids.scoring import end_round, lose_round, next_dealer, round_points
from lexludi.druids.setup import dealt_hands, undealt
from lexludi.druids.stacks import (
    choosable,
    in_stack_order,
    lay_aside_special,
    phase_with,
    place_special_at_only_stack,
    specials_in_order,
    win_trick,
)
from lexludi.druids.state import Phase, State, Top, Trick, changed, check_seat
from lexludi.druids.tricks import top_after, trick_winner, without

__all__ = [
    "EVENTS",
    "DealerNamed",
    "Dealt",
    "DomainSet",
    "Event",
    "GaiaSetAside",
    "GameEnded",
    "Gathered",
    "LeadDue",
    "LeftOver",
    "MistletoePlaced",
    "Played",
    "RoundEnded",
    "RoundScored",
    "SickleTook",
    "SpecialSetAside",
    "SpecialsWon",
    "StackGrew",
    "TopNamed",
    "TrickWon",
    "explain",
    "fold",
]


@attrs.frozen
class Gathered:
    """All cards came back into the box: the table is clear."""

    clause: str = "druids/clear-table"


@attrs.frozen
class Dealt:
    """A seat was dealt its hand."""

    seat: Seat
    #: Number of cards.
    count: int
    #: The hand; None when it is another seat's and hidden.
    cards: Cards | None
    clause: str = "druids/deal-order"


@attrs.frozen
class LeftOver:
    """The undealt cards went out of play, face down."""

    count: int
    #: The cards; None when hidden.
    cards: Cards | None
    clause: str = "druids/undealt"


@attrs.frozen
class LeadDue:
    """The holder of Gaia was found: that seat leads."""

    seat: Seat
    clause: str = "druids/gaia-leads"


@attrs.frozen
class Played:
    """A seat laid a card to the trick, or led with it."""

    seat: Seat
    card: Card
    clause: str = "druids/turn-order"


@attrs.frozen
class DomainSet:
    """The trick's domain was set, by its first domain card or by Gaia's leader."""

    domain: Domain
    clause: str = "druids/trick-domain"


@attrs.frozen
class TopNamed:
    """Gaia's leader said which card of each trick counts this round."""

    top: Top
    clause: str = "druids/sun-and-moon"


@attrs.frozen
class TrickWon:
    """A seat won the trick, and leads the next one."""

    seat: Seat
    clause: str = "druids/trick-winner"


@attrs.frozen
class StackGrew:
    """Cards of one domain went onto their stack."""

    seat: Seat
    domain: Domain
    #: The new cards, bottom to top.
    cards: Cards
    clause: str = "druids/sort-trick"


@attrs.frozen
class GaiaSetAside:
    """Gaia went out of play with the trick that she was in."""

    clause: str = "druids/gaia-aside"


@attrs.frozen
class SpecialsWon:
    """A seat won sickles and mistletoes, which are to be placed in this order."""

    seat: Seat
    cards: Cards
    clause: str = "druids/specials-order"


@attrs.frozen
class SickleTook:
    """A sickle took a stack out of play."""

    seat: Seat
    domain: Domain
    #: Number of cards in the stack.
    count: int
    #: The stack, bottom to top; None when hidden: nobody looks into a stack.
    cards: Cards | None
    clause: str = "druids/sickle"


@attrs.frozen
class MistletoePlaced:
    """A mistletoe went under a stack."""

    seat: Seat
    domain: Domain
    clause: str = "druids/mistletoe"


@attrs.frozen
class SpecialSetAside:
    """A sickle or mistletoe went out of play without having done anything."""

    seat: Seat
    card: Card
    clause: str = "druids/sickle-no-stack"


@attrs.frozen
class RoundEnded:
    """The round ended: all is played (loser None), or a seat had a stack of every domain."""

    loser: Seat | None
    clause: str = "druids/round-end"


@attrs.frozen
class RoundScored:
    """The round was scored."""

    #: Points of the round by seat.
    points: tuple[int, ...]
    clause: str = "druids/round-points"


@attrs.frozen
class DealerNamed:
    """A seat is to deal the next round."""

    seat: Seat
    clause: str = "druids/next-dealer"


@attrs.frozen
class GameEnded:
    """The last round was scored."""

    winners: tuple[Seat, ...]
    clause: str = "druids/game-end"


Event = (
    Gathered
    | Dealt
    | LeftOver
    | LeadDue
    | Played
    | DomainSet
    | TopNamed
    | TrickWon
    | StackGrew
    | GaiaSetAside
    | SpecialsWon
    | SickleTook
    | MistletoePlaced
    | SpecialSetAside
    | RoundEnded
    | RoundScored
    | DealerNamed
    | GameEnded
)

#: Event class → its type in files.
EVENTS: dict[type, str] = {
    Gathered: "gathered",
    Dealt: "dealt",
    LeftOver: "left_over",
    LeadDue: "lead_due",
    Played: "played",
    DomainSet: "domain_set",
    TopNamed: "top_named",
    TrickWon: "trick_won",
    StackGrew: "stack_grew",
    GaiaSetAside: "gaia_set_aside",
    SpecialsWon: "specials_won",
    SickleTook: "sickle_took",
    MistletoePlaced: "mistletoe_placed",
    SpecialSetAside: "special_set_aside",
    RoundEnded: "round_ended",
    RoundScored: "round_scored",
    DealerNamed: "dealer_named",
    GameEnded: "game_ended",
}


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
    events = list(_told(state, action))
    state = PERFORM[type(action)](state, action)
    while (step := due(state)) is not None:
        events += _TOLD[step](state)
        state = step(state)
    return tuple(events) if viewer is None else tuple(_seen(event, viewer) for event in events)


def _told(state: State, action: Action) -> Iterable[Event]:
    """The events of a legal action itself."""
    seat = state.to_act
    match action:
        case Deal(pile):
            hands = dealt_hands(pile, state.dealer, state.rules)
            left = undealt(pile, state.rules)
            yield Gathered()
            yield from (Dealt(seat, len(hand), hand) for seat, hand in enumerate(hands))
            yield LeftOver(len(left), left)
            yield from (LeadDue(seat) for seat, hand in enumerate(hands) if GAIA in hand)
        case LeadGaia(domain, top):
            assert seat is not None
            yield Played(seat, GAIA, "druids/gaia-leads")
            yield DomainSet(domain, "druids/gaia-domain")
            if top is not None:
                yield TopNamed(top_after(top))
        case Play(card):
            assert seat is not None
            yield Played(seat, card)
            if card.domain is not None and state.led is None:
                yield DomainSet(card.domain)
        case PlaceSickle(domain) | PlaceMistletoe(domain):
            yield _special_placed(state, domain, chosen=len(choosable(state)) > 1)


def _special_placed(state: State, domain: Domain, chosen: bool) -> Event:
    seat = state.to_act
    assert seat is not None
    if state.pending[0] is MISTLETOE:
        return MistletoePlaced(seat, domain, "druids/mistletoe" if chosen else "druids/mistletoe-own-stacks")
    stack = state.displays[seat][domain.index]
    return SickleTook(seat, domain, len(stack), stack, "druids/sickle-tie" if chosen else "druids/sickle")


def _trick_won(state: State) -> Iterable[Event]:
    leader, led, laid = state.leader, state.led, state.laid
    assert leader is not None
    winner = trick_winner(leader, led, laid)
    yield TrickWon(winner, "druids/trick-winner" if led is not None else "druids/specials-trick")
    sorted_cards = in_stack_order(laid, state.top)
    for domain in DOMAINS:
        grown = tuple(card for card in sorted_cards if card.domain is domain)
        if grown:
            yield StackGrew(winner, domain, grown)
    if GAIA in laid:
        yield GaiaSetAside()
    specials = specials_in_order(laid)
    if specials:
        yield SpecialsWon(winner, specials)


def _round_lost(state: State) -> Iterable[Event]:
    assert state.to_act is not None
    yield RoundEnded(state.to_act, "druids/fifth-domain-ends-round")
    yield from (SpecialSetAside(state.to_act, card, "druids/fifth-domain-specials") for card in state.pending)
    yield from _scored(state)


def _round_ended(state: State) -> Iterable[Event]:
    yield RoundEnded(None)
    yield from _scored(state)


def _scored(state: State) -> Iterable[Event]:
    points = round_points(state.displays)
    yield RoundScored(points, "druids/round-lost" if min(points) < 0 else "druids/round-points")
    if state.round < state.rules.rounds:
        shared = points.count(min(points)) > 1
        yield DealerNamed(next_dealer(points, state.dealer), "druids/dealer-tie" if shared else "druids/next-dealer")
    else:
        totals = [total + now for total, now in zip(state.totals, points, strict=True)]
        yield GameEnded(tuple(seat for seat, total in enumerate(totals) if total == max(totals)))


def _laid_aside(state: State) -> Iterable[Event]:
    assert state.to_act is not None
    card = state.pending[0]
    yield SpecialSetAside(
        state.to_act, card, "druids/sickle-no-stack" if card is SICKLE else "druids/mistletoe-own-stacks"
    )


def _placed_at_only_stack(state: State) -> Iterable[Event]:
    (only,) = choosable(state)
    yield _special_placed(state, only, chosen=False)


_TOLD: dict[Callable[[State], State], Callable[[State], Iterable[Event]]] = {
    win_trick: _trick_won,
    lose_round: _round_lost,
    end_round: _round_ended,
    lay_aside_special: _laid_aside,
    place_special_at_only_stack: _placed_at_only_stack,
}


@clause("druids/hidden-hands", "druids/undealt-hidden", "druids/closed-stacks")
def _seen(event: Event, viewer: Seat) -> Event:
    """The event as `viewer` learns it.

    Hidden are other hands, the undealt cards and what lies in a stack below its top.
    Clauses druids/hidden-hands, druids/undealt-hidden, druids/closed-stacks.
    """
    match event:
        case Dealt(seat=seat) if seat != viewer:
            return attrs.evolve(event, cards=None)
        case LeftOver() | SickleTook():
            return attrs.evolve(event, cards=None)
    return event


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after `events`, as `explain` tells them without a viewer.

    It knows no rule: it moves cards and marks as each event says. Raises BadInput for what is no event,
    and for events as one seat learns them.
    """
    return reduce(_after, events, state)


def _after(state: State, event: Event) -> State:
    match event:
        case Gathered():
            none: tuple[Cards, ...] = ((),) * len(state.hands)
            bare = tuple(((),) * len(display) for display in state.displays)
            return changed(state, hands=none, displays=bare, aside=(), top=Top.LOWEST)
        case Dealt(seat, _, cards):
            return changed(state, hands=replaced(state.hands, seat, _told_cards(cards)))
        case LeftOver(_, cards):
            return changed(state, aside=_told_cards(cards))
        case LeadDue(seat):
            return changed(state, phase=Phase.PLAY, to_act=seat)
        case Played(seat, card):
            trick = state.trick or Trick(seat, None, ())
            return changed(
                state,
                hands=without(state.hands, seat, card),
                trick=attrs.evolve(trick, cards=(*trick.cards, card)),
                to_act=(seat + 1) % len(state.hands),
            )
        case DomainSet(domain):
            assert state.trick is not None
            return changed(state, trick=attrs.evolve(state.trick, domain=domain))
        case TopNamed(top):
            return changed(state, top=top)
        case TrickWon(seat):
            return changed(state, trick=None, to_act=seat)
        case StackGrew(seat, domain, cards):
            return _with_stack(state, seat, domain, (*state.displays[seat][domain.index], *cards))
        case GaiaSetAside():
            return _with_aside(state, (GAIA,))
        case SpecialsWon(_, cards):
            return changed(state, pending=cards, phase=phase_with(cards))
        case SickleTook(seat, domain, _, cards):
            without_stack = _with_stack(_without_pending(state), seat, domain, ())
            return _with_aside(without_stack, (SICKLE, *_told_cards(cards)))
        case MistletoePlaced(seat, domain):
            stack = (MISTLETOE, *state.displays[seat][domain.index])
            return _with_stack(_without_pending(state), seat, domain, stack)
        case SpecialSetAside(_, card):
            return _with_aside(_without_pending(state), (card,))
        case RoundEnded() | RoundScored() | DealerNamed() | GameEnded():
            return _after_round(state, event)
    raise BadInput("events", event, "events of Druids")


def _after_round(state: State, event: RoundEnded | RoundScored | DealerNamed | GameEnded) -> State:
    match event:
        case RoundEnded():
            return changed(state, to_act=None)
        case RoundScored(points):
            scores = tuple((*before, now) for before, now in zip(state.scores, points, strict=True))
            return changed(state, scores=scores)
        case DealerNamed(seat):
            return changed(state, phase=Phase.DEAL, round=state.round + 1, dealer=seat)
        case GameEnded():
            return changed(state, phase=Phase.OVER)


def _with_stack(state: State, seat: Seat, domain: Domain, stack: Cards) -> State:
    display = replaced(state.displays[seat], domain.index, stack)
    return changed(state, displays=replaced(state.displays, seat, display))


def _with_aside(state: State, cards: Cards) -> State:
    return changed(state, aside=canonical((*state.aside, *cards)))


def _without_pending(state: State) -> State:
    pending = state.pending[1:]
    return changed(state, pending=pending, phase=phase_with(pending))


def _told_cards(cards: Cards | None) -> Cards:
    if cards is None:
        raise BadInput("events", "of one seat", "those without a viewer: what a seat cannot see is missing")
    return cards
