"""Hidden: states and deals of Druids that differ only in what a seat may not see.

Built from the table of what a view holds (docs/formats/view.md), and not from the view itself: whoever sees two
such states must see the same, learn the same, and be refused with the same words. If not, something
leaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

import attrs

from lexludi.core.game import Seat
from lexludi.druids.actions import Deal
from lexludi.druids.cards import GAIA, MISTLETOE, Card, Cards, Domain, canonical
from lexludi.druids.rules import Rules
from lexludi.druids.state import State, changed

__all__ = ["perturbed", "perturbed_deal"]

_NOTHING: Mapping[Seat, Cards] = MappingProxyType({})


@attrs.frozen
class _Place:
    """Where a hidden card lies: a zone, an index in it, and the domain of the stack if it is one."""

    zone: list[Card]
    at: int
    stack: Domain | None

    @property
    def card(self) -> Card:
        return self.zone[self.at]

    def takes(self, card: Card) -> bool:
        """Whether the card may lie here in a state of a game."""
        return self.stack is None or card is MISTLETOE or card.domain is self.stack


def perturbed(
    state: State,
    viewer: Seat,
    random: Random,
    keep: Mapping[Seat, Cards] = _NOTHING,
    *,
    possible: bool = True,
) -> State:
    """A state that looks like `state` to `viewer`: the cards that it may not see have changed places.

    Hidden are the other hands (not their sizes), the cards aside (not their number), and in every
    stack, the viewer's own among them, what lies below the top (not how many). `keep` names, by seat,
    cards that stay in that hand, so that an action of its owner stays legal.

    With `possible` the state keeps the invariants: stacks stay pure, and Gaia stays where she is, for
    everybody knows whether she has been led. Without, any hidden card goes to any hidden place.

    >>> from lexludi import druids, states
    >>> from lexludi.testing.awkward import two_mistletoes
    >>> *_, state = states(two_mistletoes(3))
    >>> other = perturbed(state, 0, Random(1))
    >>> other == state, other.hands[0] == state.hands[0], other.hands[1] == state.hands[1]
    (False, True, False)
    >>> druids.view(other, 0) == druids.view(state, 0), druids.view(other, 1) == druids.view(state, 1)
    (True, False)
    """
    hands = [list(hand) for hand in state.hands]
    displays = [[list(stack) for stack in display] for display in state.displays]
    aside = list(state.aside)
    places = [
        *_in_hands(hands, viewer, keep),
        *(
            _Place(stack, at, domain)
            for display in displays
            for domain, stack in zip(Domain, display, strict=False)
            for at in range(len(stack) - 1)
        ),
        *(_Place(aside, at, None) for at in range(len(aside))),
    ]
    if possible:
        _exchange([place for place in places if place.card is not GAIA], random)
    else:
        cards = [place.card for place in places]
        random.shuffle(cards)
        for place, card in zip(places, cards, strict=True):
            place.zone[place.at] = card
    return changed(
        state,
        hands=tuple(canonical(hand) for hand in hands),
        displays=tuple(tuple(_as_stack(stack, possible) for stack in display) for display in displays),
        aside=canonical(aside),
    )


def _in_hands(hands: list[list[Card]], viewer: Seat, keep: Mapping[Seat, Cards]) -> list[_Place]:
    places = []
    for seat, hand in enumerate(hands):
        kept = list(keep.get(seat, ()))
        for at, card in enumerate(hand):
            if card in kept:
                kept.remove(card)
            elif seat != viewer:
                places.append(_Place(hand, at, None))
    return places


def _exchange(places: list[_Place], random: Random) -> None:
    """Swap cards of two places, many times, wherever each may take the other's."""
    for _ in range(3 * len(places)):
        one, other = random.choice(places), random.choice(places)
        if one.takes(other.card) and other.takes(one.card):
            one.zone[one.at], other.zone[other.at] = other.card, one.card


def _as_stack(stack: list[Card], possible: bool) -> Cards:
    """The stack with its mistletoes at the bottom, where alone they get to."""
    if not possible:
        return tuple(stack)
    under = [card for card in stack if card is MISTLETOE]
    return (*under, *(card for card in stack if card is not MISTLETOE))


def perturbed_deal(rules: Rules, dealer: Seat, deal: Deal, viewer: Seat, random: Random) -> Deal:
    """A deal in which `viewer` learns the same as in `deal`: its own hand, and who has Gaia.

    All other cards of the pile have changed places.

    >>> from lexludi import druids
    >>> state = druids.start(druids.Rules(players=4))
    >>> deal = druids.shuffled(state, Random(7))
    >>> other = perturbed_deal(state.rules, state.dealer, deal, 2, Random(1))
    >>> one, two = druids.apply(state, deal), druids.apply(state, other)
    >>> one.hands[2] == two.hands[2], one.hands[3] == two.hands[3], one.to_act == two.to_act
    (True, False, True)
    """
    n, pile = rules.players, list(deal.pile)

    def seen(place: int) -> bool:
        dealt = place < n * rules.hand_size
        return pile[place] is GAIA or (dealt and (dealer + 1 + place) % n == viewer)

    free = [place for place in range(len(pile)) if not seen(place)]
    cards = [pile[place] for place in free]
    random.shuffle(cards)
    for place, card in zip(free, cards, strict=True):
        pile[place] = card
    return Deal(tuple(pile))
