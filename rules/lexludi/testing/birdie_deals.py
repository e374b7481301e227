"""Deals of Birdie that luck does not bring: piles that give a chosen table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from lexludi.birdie.actions import Deal
from lexludi.birdie.cards import Card, Cards, canonical, deck
from lexludi.birdie.rules import Rules
from lexludi.birdie.setup import DISPLAY, HAND, half_size, starter, under_stop
from lexludi.core.errors import BadInput

__all__ = ["deal_giving"]


def deal_giving(
    hands: Sequence[Cards],
    display: Cards,
    rules: Rules,
    *,
    draw: Cards = (),
    under: Cards = (),
    other_half: Cards = (),
    round: int = 1,  # noqa: A002
) -> Deal:
    """A deal that gives the hands and the display named, and fills all places up with the other cards.

    `hands` lists the wanted cards by seat, two or fewer each; `display` the first of the four, left to right;
    `draw` the first to be drawn; `under` the first under the stop card; `other_half`, with two players,
    the upper cards of round 2. `round` is the round that is dealt: it says who gets the first card.
    Raises BadInput for a card asked for too often, or too many cards for a place.

    >>> from lexludi import birdie
    >>> from lexludi.birdie.cards import cards
    >>> rules = Rules(players=2)
    >>> deal = deal_giving([cards("OWL-SPRING"), ()], cards("ROBIN-WINTER OWL-SPRING"), rules, draw=cards("OWL-WINTER"))
    >>> state = birdie.apply(birdie.start(rules), deal)
    >>> state.hands[0], state.display[:2], state.draw_pile[0]
    ((WOODPECKER-SPRING, OWL-SPRING), (ROBIN-WINTER, OWL-SPRING), OWL-WINTER)
    """
    n = rules.players
    if len(hands) != n:
        raise BadInput("hands", len(hands), f"{n} hands")
    later = rules.deck_size - half_size(rules.deck_size) if n == 2 else 0
    drawn = rules.deck_size - later - HAND * n - DISPLAY - under_stop(rules)
    places: list[tuple[str, Cards, int]] = [
        *((f"hands[{seat}]", tuple(hand), HAND) for seat, hand in enumerate(hands)),
        ("display", display, DISPLAY),
        ("draw", draw, drawn),
        ("under", under, under_stop(rules)),
        ("other_half", other_half, later),
    ]
    rest = Counter(deck(rules))
    for name, wanted, size in places:
        if len(wanted) > size:
            raise BadInput(name, wanted, f"at most {size} cards")
        _take(rest, wanted, name)
    left = iter(canonical(rest.elements()))
    full = {name: _filled(wanted, size, left) for name, wanted, size in places}
    first = starter(rules, round)
    dealt = [full[f"hands[{(first + place) % n}]"][turn] for turn in range(HAND) for place in range(n)]
    return Deal((*dealt, *full["display"], *full["draw"], *full["under"], *full["other_half"]))


def _take(rest: Counter[Card], wanted: Cards, name: str) -> None:
    for card in wanted:
        if not rest[card]:
            raise BadInput(name, card, "a card of the deck that no other place takes")
        rest[card] -= 1


def _filled(wanted: Cards, size: int, left: Iterable[Card]) -> Cards:
    missing = size - len(wanted)
    return (*wanted, *(card for _, card in zip(range(missing), left, strict=False)))
