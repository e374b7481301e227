"""Deals of Druids that luck does not bring: piles that give chosen hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lexludi.core.errors import BadInput
from lexludi.core.game import Seat
from lexludi.druids.actions import Deal
from lexludi.druids.cards import GAIA, Cards, canonical, deck
from lexludi.druids.rules import Rules

__all__ = ["deal_giving"]


def deal_giving(hands: Sequence[Cards], rules: Rules, dealer: Seat = 0) -> Deal:
    """A deal that gives each seat the cards named for it, and fills the hands up with the others.

    `hands` lists the wanted cards by seat, as many as the hand size or fewer; Gaia goes to the first
    seat with room if nobody asks for her. Raises BadInput for a card asked for too often, too many
    cards for a hand, or a number of hands other than the number of players.

    >>> from lexludi import druids
    >>> from lexludi.druids.cards import cards
    >>> rules = Rules(players=3, domains=2, values=3, sickles=1, mistletoes=0, hand_size=2)
    >>> deal = deal_giving([cards("Y1"), cards("GAIA G3"), ()], rules, dealer=2)
    >>> druids.apply(druids.start(Rules(players=3, domains=2, values=3, sickles=1, mistletoes=0, hand_size=2,
    ...     first_dealer=2)), deal).hands
    ((G1, Y1), (G3, GAIA), (G2, Y2))
    """
    n = rules.players
    if len(hands) != n:
        raise BadInput("hands", len(hands), f"{n} hands")
    rest = Counter(deck(rules))
    for seat, hand in enumerate(hands):
        if len(hand) > rules.hand_size:
            raise BadInput(f"hands[{seat}]", hand, f"at most {rules.hand_size} cards")
        for card in hand:
            if not rest[card]:
                raise BadInput(f"hands[{seat}]", card, "a card of the deck that no other place takes")
            rest[card] -= 1
    full = [list(hand) for hand in hands]
    if rest[GAIA]:
        taker = next((seat for seat in range(n) if len(full[seat]) < rules.hand_size), None)
        if taker is None:
            raise BadInput("hands", hands, "Gaia among them: she is always dealt")
        full[taker].append(GAIA)
        rest[GAIA] -= 1
    left = list(canonical(rest.elements()))
    for filled in full:
        while len(filled) < rules.hand_size:
            filled.append(left.pop(0))
        # Gaia first: she must lie in the top half of the pile.
        filled.sort(key=lambda card: card is not GAIA)
    order = [(dealer + 1 + place) % n for place in range(n)]
    dealt = [full[seat][turn] for turn in range(rules.hand_size) for seat in order]
    return Deal((*dealt, *left))
