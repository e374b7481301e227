"""Words of the kernels: how cards are numbered, and what the contracts say about them.

Cards are their place in canonical order, domains and categories theirs; −1 is "none". The functions here stand in
contracts alone: no kernel calls them, so a mutant of a kernel leaves what is asked of it as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "GAIA",
    "MISTLETOE",
    "NONE",
    "SICKLE",
    "deals_next",
    "fits",
    "is_alone",
    "is_next_in",
    "is_of",
    "is_on_top",
    "is_set_of",
    "is_strongest",
    "leads",
    "refusal_of",
    "strength",
]

#: No domain, no seat, no limit.
NONE = -1
#: Druids: 0 … 59 are the domain cards, twelve a domain; then these.
GAIA, SICKLE, MISTLETOE = 60, 61, 62


def is_of(card: int, domain: int) -> bool:
    """Whether a card of Druids is of a domain.

    >>> [is_of(card, 1) for card in (11, 12, 23, 24)]
    [False, True, True, False]
    """
    return 12 * domain <= card < 12 * domain + 12 and card < GAIA


def strength(card: int, led: int) -> int:
    """The strength of a card in a trick of the domain `led`, as the formal statement of druids/trick-winner has it.

    >>> strength(14, 1), strength(GAIA, 1), strength(3, 1), strength(SICKLE, 1)
    (3, 0, -1, -1)
    """
    return card - 12 * led + 1 if is_of(card, led) else 0 if card == GAIA else -1


def is_strongest(place: int, led: int, laid: Sequence[int]) -> bool:
    """Whether the card at `place` is stronger than all before it, and no weaker than any after it."""
    best = strength(laid[place], led)
    return all(
        strength(card, led) < best if other < place else strength(card, led) <= best for other, card in enumerate(laid)
    )


def is_on_top(value: int, highest: bool, domain: int, below: int, laid: Sequence[int]) -> bool:
    """Whether a value is that of a card of the domain which no other of the trick outdoes; without one, as before."""
    values = [card - 12 * domain + 1 for card in laid if is_of(card, domain)]
    if not values:
        return value == below
    return value in values and all(value >= other if highest else value <= other for other in values)


def is_set_of(number: int, chosen: Sequence[bool]) -> bool:
    """Whether a number is the sum of 2 to the power of each place that is chosen, and of no other.

    >>> is_set_of(5, (True, False, True)), is_set_of(4, (True, False, True))
    (True, False)
    """
    return 0 <= number < 2 ** len(chosen) and all(
        (number // 2**place % 2 == 1) == choice for place, choice in enumerate(chosen)
    )


def deals_next(seat: int, dealer: int, points: Sequence[int]) -> bool:
    """Whether nobody has fewer points than `seat`, and whoever is asked before it, from the dealer's left, has more."""
    n, best = len(points), points[seat]
    before = (seat - dealer - 1) % n
    return min(points) == best and all(points[(dealer + 1 + step) % n] != best for step in range(before))


def leads(seat: int, points: Sequence[int]) -> bool:
    """Whether a seat has more points than everybody else."""
    return all(points[seat] > other for rival, other in enumerate(points) if rival != seat)


def is_alone(seat: int, passed: Sequence[bool]) -> bool:
    """Whether `seat` is still in and all others have passed."""
    return not passed[seat] and all(out for other, out in enumerate(passed) if other != seat)


def is_next_in(seat: int, after: int, passed: Sequence[bool]) -> bool:
    """Whether `seat` is still in, and everybody from the left of `after` up to it has passed."""
    n = len(passed)
    return not passed[seat] and all(passed[(after + 1 + step) % n] for step in range((seat - after - 1) % n))


def fits(card: int, category: int) -> bool:
    """Birdie: whether a card is of a category, 0 … 3 the species, 4 … 7 the seasons.

    >>> [fits(6, category) for category in range(8)]
    [False, True, False, False, False, False, True, False]
    """
    return 4 * category <= card < 4 * category + 4 if category < 4 else (card - category) % 4 == 0


def refusal_of(size: int, cards: Sequence[int], last: int, start: int, length: int, category: int, scored: bool) -> int:
    """The first reason, from 1, why a set is refused, by the formal statements of birdie/set-run and those after it.

    0 when there is none. Cards are looked at by their places in the row.
    """
    mixed = any(start <= at < start + length and not fits(card, category) for at, card in enumerate(cards[:size]))
    reasons = (length <= 1, not 0 <= start <= size - length, last > start, mixed, scored)
    return next((place for place, reason in enumerate(reasons, start=1) if reason), 0)
