"""Tricks: who leads, what may be played, who wins."""

from __future__ import annotations

from lexludi.core.clauses import clause
from lexludi.core.game import Seat
from lexludi.druids.actions import LeadGaia, Play
from lexludi.druids.cards import GAIA, Card, Cards, Domain
from lexludi.druids.state import State, Top, Trick, new_state, new_trick

__all__ = [
    "follows",
    "gaia_domain",
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
    following = [card for card in hand if card.domain is led]
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


@clause("druids/gaia-domain")
def gaia_domain(card: Card, led: Domain | None) -> Domain | None:
    """The domain a card counts for in a trick: its own; Gaia's is the one that she was led for.

    Clause druids/gaia-domain.
    """
    return led if card is GAIA else card.domain


@clause("druids/trick-winner", "druids/specials-trick")
def trick_winner(trick: Trick) -> Seat:
    """The seat that wins a full trick: the highest card of its domain; with none, its leader.

    Gaia counts as 0 of her domain. Clauses druids/trick-winner, druids/specials-trick.

    >>> from lexludi.druids.cards import cards
    >>> trick_winner(Trick(2, Domain.DIVINATION, cards("Y1 R12 SICKLE Y3")))
    1
    >>> trick_winner(Trick(2, None, cards("SICKLE MISTLETOE SICKLE")))
    2
    """
    led, winning, best = trick.domain, 0, -1
    for place, card in enumerate(trick.cards):
        if led is not None and card.value > best and gaia_domain(card, led) is led:
            winning, best = place, card.value
    return (trick.leader + winning) % len(trick.cards)


@clause("druids/sun-and-moon")
def top_after(said: Top | None) -> Top:
    """Which card counts this round once Gaia is led: as her leader says; without the variant the lowest.

    Clause druids/sun-and-moon.
    """
    return Top.LOWEST if said is None else said


@clause("druids/hold-card")
def without(hand: Cards, card: Card) -> Cards:
    """`hand` less one copy of `card`, which must be there. Clause druids/hold-card.

    >>> from lexludi.druids.cards import SICKLE, cards
    >>> without(cards("R5 SICKLE SICKLE"), SICKLE)
    (R5, SICKLE)
    """
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


@clause("druids/turn-order", "druids/trick-domain")
def play(state: State, action: Play) -> State:
    """The seat to act lays a card to the trick, or leads with it; the next seat is to act.

    The trick's first domain card sets its domain. Clauses druids/turn-order, druids/trick-domain.
    """
    card, trick = action.card, state.trick
    if trick is None:
        assert state.to_act is not None
        return _laid(state, card, new_trick(state.to_act, card.domain, (card,)), state.top)
    led = trick.domain
    return _laid(
        state, card, new_trick(trick.leader, card.domain if led is None else led, (*trick.cards, card)), state.top
    )


@clause("druids/gaia-leads", "druids/gaia-domain", "druids/sun-and-moon")
def lead_gaia(state: State, action: LeadGaia) -> State:
    """Gaia's holder leads her for a domain, and may say which card counts this round.

    Clauses druids/gaia-leads, druids/gaia-domain, druids/sun-and-moon.
    """
    assert state.to_act is not None
    return _laid(state, GAIA, new_trick(state.to_act, action.domain, (GAIA,)), top_after(action.top))


def _laid(state: State, card: Card, trick: Trick, top: Top) -> State:
    """The state once `card` has gone from the hand of the seat to act into `trick`."""
    seat, hands = state.to_act, list(state.hands)
    assert seat is not None
    hands[seat] = without(hands[seat], card)
    return new_state(
        state.rules,
        state.phase,
        state.round,
        state.dealer,
        (seat + 1) % len(hands),
        tuple(hands),
        trick,
        state.pending,
        state.displays,
        state.aside,
        top,
        state.scores,
    )
