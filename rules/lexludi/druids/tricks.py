"""Tricks: who leads, what may be played, who wins."""

from __future__ import annotations

from lexludi.core.clauses import clause
from lexludi.core.game import Seat
from lexludi.druids.cards import GAIA, Card, Cards, Domain
from lexludi.druids.state import Phase, State, Top, Trick, replaced

__all__ = [
    "domain_after",
    "follows",
    "gaia_domain",
    "lay",
    "lead_gaia",
    "must_lead_gaia",
    "next_seat",
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
    following = tuple([card for card in hand if card.domain is led or card.is_special])
    for card in following:
        if card.domain is led:
            return following
    return hand


@clause("druids/follow-domain")
def follows(card: Card, hand: Cards, led: Domain | None) -> bool:
    """Whether `card`, one of `hand`, keeps to the trick's domain `led`, or need not.

    Clause druids/follow-domain.

    >>> from lexludi.druids.cards import cards, card
    >>> [follows(c, cards("G3 R5 SICKLE"), Domain.SHAPESHIFTING) for c in cards("G3 R5 SICKLE")]
    [False, True, True]
    """
    return led is None or card.domain is led or card.is_special or not any(held.domain is led for held in hand)


@clause("druids/turn-order")
def next_seat(seat: Seat, players: int) -> Seat:
    """The seat that plays after `seat`: clockwise. Clause druids/turn-order.

    >>> next_seat(3, players=4)
    0
    """
    return (seat + 1) % players


@clause("druids/trick-domain")
def domain_after(led: Domain | None, card: Card) -> Domain | None:
    """The trick's domain once `card` lies: the first domain card sets it for good.

    Clause druids/trick-domain.

    >>> from lexludi.druids.cards import SICKLE, card
    >>> domain_after(None, SICKLE), domain_after(None, card("B2")), domain_after(Domain.HEALING, card("B2"))
    (None, B, G)
    """
    return card.domain if led is None else led


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
    best, winning = -1, 0
    for place, card in enumerate(trick.cards):
        if trick.domain is not None and gaia_domain(card, trick.domain) is trick.domain and card.value > best:
            best, winning = card.value, place
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


@clause("druids/turn-order")
def lay(state: State, card: Card) -> State:
    """The seat to act lays `card` to the trick, or leads with it; the next seat is to act.

    Clause druids/turn-order.
    """
    seat, trick = _acting(state), state.trick
    if trick is None:
        trick = Trick(seat, domain_after(None, card), (card,))
    else:
        trick = Trick(trick.leader, domain_after(trick.domain, card), (*trick.cards, card))
    return _with_trick(state, seat, card, trick, state.top)


@clause("druids/gaia-leads", "druids/gaia-domain")
def lead_gaia(state: State, domain: Domain, said: Top | None) -> State:
    """Gaia's holder leads her for `domain`. Clauses druids/gaia-leads, druids/gaia-domain."""
    seat = _acting(state)
    return _with_trick(state, seat, GAIA, Trick(seat, domain, (GAIA,)), top_after(said))


def _with_trick(state: State, seat: Seat, card: Card, trick: Trick, top: Top) -> State:
    hands = state.hands
    return State(
        state.rules,
        Phase.PLAY,
        state.round,
        state.dealer,
        next_seat(seat, len(hands)),
        replaced(hands, seat, without(hands[seat], card)),
        trick,
        state.pending,
        state.displays,
        state.aside,
        top,
        state.scores,
    )


def _acting(state: State) -> Seat:
    assert state.to_act is not None
    return state.to_act
