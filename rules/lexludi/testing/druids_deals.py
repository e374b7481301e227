"""Deals of Druids that luck does not bring: piles that give chosen hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lexludi.core.errors import BadInput
from lexludi.core.game import Seat
from lexludi.druids.actions import Deal
from lexludi.druids.cards import GAIA, Card, Cards, canonical, deck
from lexludi.druids.rules import Rules

__all__ = ["deal_giving"]


def deal_giving(hands: Sequence[Cards], rules: Rules, dealer: Seat = 0) -> Deal:
    """A deal that gives each seat the cards named for it, and fills the hands up with the others.

    `hands` lists the wanted cards by seat, as many as the hand size or fewer. If nobody asks for Gaia
    she goes to the first seat that has room for her. The filling goes seat by seat in canonical order,
    so two calls with the same arguments give the same pile.

    Raises BadInput for a card asked for too often, too many cards for a hand, a number of hands other
    than the number of players, or Gaia at a seat that she is never dealt to: in the smallest worlds
    the top half of the pile, in which she lies, is shorter than a round of the table.

    >>> from lexludi import druids
    >>> from lexludi.druids.cards import cards
    >>> rules = Rules(players=3, domains=2, values=3, sickles=1, mistletoes=0, hand_size=2, first_dealer=2)
    >>> deal = deal_giving([cards("Y1"), cards("GAIA G3"), ()], rules, dealer=2)
    >>> druids.apply(druids.start(rules), deal).hands
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
    clockwise = [(dealer + 1 + place) % n for place in range(n)]
    full = [list(hand) for hand in hands]
    _place_gaia(full, rules, set(clockwise[: rules.top_half + 1]))
    rest[GAIA] = 0
    left = list(canonical(rest.elements()))
    for filled in full:
        missing = rules.hand_size - len(filled)
        filled.extend(left[:missing])
        del left[:missing]
        # Gaia first: she must lie in the top half of the pile.
        filled.sort(key=lambda card: card is not GAIA)
    dealt = [full[seat][turn] for turn in range(rules.hand_size) for seat in clockwise]
    return Deal((*dealt, *left))


def _place_gaia(hands: list[list[Card]], rules: Rules, reach: set[Seat]) -> None:
    """See to it that one of the hands holds Gaia, at a seat that the top half of the pile reaches."""
    holder = next((seat for seat, hand in enumerate(hands) if GAIA in hand), None)
    if holder is not None and holder not in reach:
        raise BadInput(f"hands[{holder}]", GAIA, f"Gaia at one of the seats {sorted(reach)}")
    if holder is None:
        room = (seat for seat in sorted(reach) if len(hands[seat]) < rules.hand_size)
        taker = next(room, None)
        if taker is None:
            raise BadInput("hands", hands, "room for Gaia, who is always dealt")
        hands[taker].append(GAIA)
