"""Deals: all of a world, each class of piles that a deal cannot tell apart once, with how many piles it has.

Druids. A deal makes of a pile nothing but hands and a rest, and both lie in canonical order; in which
order the cards of a hand came is in no state. So there is one deal for each way to give out the cards.
Birdie. The same holds of the two cards of a hand. Display and draw pile keep their order, so every order
is dealt. What lies under the stop card keeps its order too, but no rule reads it; nor does any rule read
the other half of two players before round 2. There one order, the canonical one, stands for all.

That no pile is forgotten is shown by counting: the classes together have as many piles as there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import factorial
from typing import Any, TypeVar

from lexludi import birdie, druids
from lexludi.birdie.cards import Cards

__all__ = ["all_deals", "orders", "pile_count"]

C = TypeVar("C")


def orders(cards: Iterable[Any]) -> int:
    """In how many orders some cards can lie, equal ones not told apart.

    >>> orders("AAB")
    3
    """
    counts = Counter(cards)
    ways = factorial(counts.total())
    for count in counts.values():
        ways //= factorial(count)
    return ways


def _choices(cards: tuple[C, ...], size: int) -> list[tuple[tuple[C, ...], tuple[C, ...]]]:
    """Every way to take `size` of some cards, in no order, each once: what is taken, and what is left."""
    found: dict[tuple[C, ...], tuple[C, ...]] = {}
    for places in combinations(range(len(cards)), size):
        taken = tuple(cards[place] for place in places)
        if taken not in found:
            found[taken] = tuple(card for place, card in enumerate(cards) if place not in places)
    return list(found.items())


def _sequences(cards: tuple[C, ...], size: int) -> Iterator[tuple[tuple[C, ...], tuple[C, ...]]]:
    """Every way to lay out `size` of some cards in a line, each once: the line, and what is left."""
    if not size:
        yield (), cards
        return
    for card in dict.fromkeys(cards):
        place = cards.index(card)
        for line, left in _sequences(cards[:place] + cards[place + 1 :], size - 1):
            yield (card, *line), left


def _hands(cards: tuple[C, ...], players: int, size: int) -> Iterator[tuple[tuple[tuple[C, ...], ...], tuple[C, ...]]]:
    """Every way to give each of so many players a hand: the hands, and what is left."""
    if not players:
        yield (), cards
        return
    for hand, rest in _choices(cards, size):
        for others, left in _hands(rest, players - 1, size):
            yield (hand, *others), left


# --- Druids ----------------------------------------------------------------------------------------


def _druids(state: druids.State) -> Iterator[tuple[druids.Deal, int]]:
    rules, gaia = state.rules, druids.card("GAIA")
    n, size = rules.players, rules.hand_size
    for hands, rest in _hands(druids.deck(rules), n, size):
        holder = next((seat for seat, hand in enumerate(hands) if gaia in hand), None)
        if holder is None:  # she is always dealt
            continue
        # The places that the holder's cards have in the pile; Gaia lies on one of them, in the top half.
        first = (holder - state.dealer - 1) % n
        hers = [place for place in range(first, n * size, n) if place <= rules.top_half]
        if not hers:
            continue
        lying = [sorted(hand, key=lambda card: card is not gaia) for hand in hands]
        dealt = [lying[(state.dealer + 1 + place) % n][place // n] for place in range(n * size)]
        ways = len(hers) * orders(rest)
        for hand in hands:
            ways *= orders(card for card in hand if card is not gaia)
        yield druids.Deal((*dealt, *rest)), ways


def _druids_piles(rules: druids.Rules) -> int:
    gaia = druids.card("GAIA")
    return (rules.top_half + 1) * orders(card for card in druids.deck(rules) if card is not gaia)


# --- Birdie ----------------------------------------------------------------------------------------


def _layouts(cards: Cards, size: int, first: int, players: int) -> Iterator[tuple[Cards, int, Cards]]:
    """Every round pile of `size` of some cards, each class once: the pile, how many it has, and what is left."""
    drawn = size - 3 * players - 4
    for hands, rest in _hands(cards, players, 2):
        dealt = tuple(hands[(first + place) % players][place // players] for place in range(2 * players))
        ways = 1
        for hand in hands:
            ways *= orders(hand)
        for open_cards, others in _sequences(rest, 4 + drawn):
            for under, left in _choices(others, players):
                yield (*dealt, *open_cards, *under), ways * orders(under), left


def _birdie(state: birdie.State, whole: bool) -> Iterator[tuple[birdie.Deal, int]]:
    rules = state.rules
    deck, n = birdie.deck(rules), rules.players
    if n > 2:
        for pile, ways, _ in _layouts(deck, len(deck), rules.starters[state.round - 1], n):
            yield birdie.Deal(pile), ways
        return
    size = len(deck) // 2
    for pile, ways, left in _layouts(deck, size, rules.starters[0], n):
        if not whole:
            yield birdie.Deal((*pile, *left)), ways * orders(left)
            continue
        for other, more, _ in _layouts(left, len(left), rules.starters[1], n):
            yield birdie.Deal((*pile, *other)), ways * more


def all_deals(state: Any, whole: bool = True) -> Iterator[tuple[Any, int]]:
    """All deals of a state in which one is due, each with how many piles it stands for.

    `whole` says that the game is followed into its second round, so that the cards that two players of
    Birdie have for it are dealt in all ways too.

    >>> rules = druids.Rules(players=2, domains=2, values=2, sickles=0, mistletoes=0, hand_size=2)
    >>> deals = list(all_deals(druids.start(rules)))
    >>> len(deals), sum(ways for _, ways in deals) == pile_count(rules)
    (24, True)
    """
    return _druids(state) if isinstance(state, druids.State) else _birdie(state, whole)


def pile_count(rules: Any) -> int:
    """How many piles there are under some rules.

    >>> pile_count(birdie.Rules(players=3, species=1, seasons=2, copies=7))
    3432
    """
    return _druids_piles(rules) if isinstance(rules, druids.Rules) else orders(birdie.deck(rules))
