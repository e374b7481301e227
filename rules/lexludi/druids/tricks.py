"""Tricks: who leads, what may be played, who wins."""

from __future__ import annotations

import attrs

from lexludi.core.clauses import clause
from lexludi.core.game import Seat
from lexludi.druids.actions import LeadGaia, Play
from lexludi.druids.cards import GAIA, Card, Cards, Domain
from lexludi.druids.state import State, Top, new_state

__all__ = [
    "follows",
    "is_void",
    "lead_gaia",
    "must_lead_gaia",
    "play",
    "playable",
    "top_after",
    "trick_winner",
    "without",
]


@clause("druids/gaia-leads")
def must_lead_gaia(hand: Cards) -> bool:
    """Whether the seat to act holds Gaia, and so must lead her and nothing else.

    She is the first card of a round, so nobody else is ever to act while she is held.
    Clause druids/gaia-leads.

    >>> from lexludi.druids.cards import cards
    >>> must_lead_gaia(cards("G3 GAIA SICKLE"))
    True
    """
    return GAIA in hand


def is_void(hand: Cards, domain: Domain) -> bool:
    """Whether `hand` holds no card of `domain`. Clause druids/follow-domain.

    >>> from lexludi.druids.cards import cards
    >>> is_void(cards("G3 SICKLE"), Domain.SHAPESHIFTING)
    True
    """
    for card in hand:  # noqa: SIM110  (the most frequent question of all, and `all` takes five times as long)
        if card.domain is domain:
            return False
    return True


@clause("druids/lead-any", "druids/follow-domain")
def playable(hand: Cards, led: Domain | None) -> Cards:
    """Cards of `hand` that may be played when `led` is the trick's domain (None: not set yet).

    A leader plays any card, for nothing is led. Clauses druids/lead-any, druids/follow-domain.

    >>> from lexludi.druids.cards import cards
    >>> playable(cards("G3 R5 SICKLE"), Domain.SHAPESHIFTING)
    (R5, SICKLE)
    >>> playable(cards("G3 R5 SICKLE"), Domain.ASTROLOGY)
    (G3, R5, SICKLE)
    """
    if led is None:
        return hand
    following = []
    for card in hand:  # asked at every move, and in Python 3.11 a comprehension costs a call more
        if card.domain is led:
            following.append(card)
    if not following:
        return hand
    if hand[-1].is_special:  # special cards stand last in a hand
        following += [card for card in hand if card.is_special]
    return tuple(following)


@clause("druids/follow-domain")
def follows(card: Card, hand: Cards, led: Domain | None) -> bool:
    """Whether `card`, one of `hand`, keeps to the trick's domain `led`, or need not.

    Clause druids/follow-domain.

    >>> from lexludi.druids.cards import cards, card
    >>> [follows(c, cards("G3 R5 SICKLE"), Domain.SHAPESHIFTING) for c in cards("G3 R5 SICKLE")]
    [False, True, True]
    """
    return led is None or card.domain is led or card.is_special or is_void(hand, led)


@clause("druids/trick-winner", "druids/gaia-domain", "druids/specials-trick")
def trick_winner(leader: Seat, led: Domain | None, laid: Cards) -> Seat:
    """The seat that wins a full trick: the highest card of its domain; with none, its leader.

    Gaia counts as 0 of the trick's domain, for it is hers.
    Clauses druids/trick-winner, druids/gaia-domain, druids/specials-trick.

    >>> from lexludi.druids.cards import cards
    >>> trick_winner(2, Domain.DIVINATION, cards("Y1 R12 SICKLE Y3"))
    1
    >>> trick_winner(2, None, cards("SICKLE MISTLETOE SICKLE"))
    2
    """
    winning, best = 0, -1
    for place, card in enumerate(laid):
        if card.value > best and (card.domain is led or card is GAIA):
            winning, best = place, card.value
    return (leader + winning) % len(laid)


@clause("druids/sun-and-moon")
def top_after(said: Top | None) -> Top:
    """Which card counts this round once Gaia is led: as her leader says; without the variant the lowest.

    Clause druids/sun-and-moon.
    """
    return Top.LOWEST if said is None else said


@clause("druids/hold-card")
def without(hands: tuple[Cards, ...], seat: Seat, card: Card) -> tuple[Cards, ...]:
    """The hands once `seat` has laid one copy of `card`, which must be in its own. Clause druids/hold-card.

    >>> from lexludi.druids.cards import SICKLE, cards
    >>> without((cards("G1 SICKLE"), cards("R5 SICKLE SICKLE")), 1, SICKLE)
    ((G1, SICKLE), (R5, SICKLE))
    """
    left, hand = list(hands), list(hands[seat])
    hand.remove(card)
    left[seat] = tuple(hand)
    return tuple(left)


@clause("druids/turn-order", "druids/trick-domain")
def play(state: State, action: Play) -> State:
    """The seat to act lays a card to the trick, or leads with it; the next seat is to act.

    The trick's first domain card sets its domain. Clauses druids/turn-order, druids/trick-domain.
    """
    seat, card, leader, led = state.to_act, action.card, state.leader, state.led
    assert seat is not None
    return new_state(
        state.table,
        (seat + 1) % len(state.hands),
        without(state.hands, seat, card),
        seat if leader is None else leader,
        card.domain if led is None else led,
        (*state.laid, card),
    )


@clause("druids/gaia-leads", "druids/gaia-domain", "druids/sun-and-moon")
def lead_gaia(state: State, action: LeadGaia) -> State:
    """Gaia's holder leads her for a domain, and may say which card counts this round.

    Clauses druids/gaia-leads, druids/gaia-domain, druids/sun-and-moon.
    """
    seat, table, top = state.to_act, state.table, top_after(action.top)
    assert seat is not None
    return new_state(
        table if top is table.top else attrs.evolve(table, top=top),
        (seat + 1) % len(state.hands),
        without(state.hands, seat, GAIA),
        seat,
        action.domain,
        (GAIA,),
    )
