"""Kernels of Druids: the heart of its rules in integers, each with a contract that CrossHair proves.

Cards, domains and "none" are numbered as in `properties.kernels.words`. A set of domains or seats is the sum
of 2 to the power of each. `pre` is the range, `post` what is proved, said otherwise than the body does it.
"""

from __future__ import annotations

from properties.kernels.words import (  # noqa: F401  (some in contracts alone)
    GAIA,
    NONE,
    deals_next,
    is_of,
    is_on_top,
    is_set_of,
    is_strongest,
)

__all__ = [
    "fifth_domain",
    "gaia_wins",
    "highest_stacks",
    "may_follow",
    "next_dealer_3",
    "next_dealer_4",
    "next_dealer_5",
    "own_stacks",
    "round_points",
    "stack_top",
    "trick_winner_3",
    "trick_winner_4",
    "trick_winner_5",
    "winners",
]


def may_follow(led: int, card: int, g: int, y: int, r: int, b: int, v: int) -> bool:
    """Whether a card of a hand with so many cards of each domain may be played on the domain `led`.

    pre: -1 <= led <= 4 and 0 <= card <= 62
    pre: g >= 0 and y >= 0 and r >= 0 and b >= 0 and v >= 0
    post: __return__ or (card <= GAIA and not is_of(card, led) and led != NONE and (g, y, r, b, v)[led] > 0)
    post: not __return__ or card > GAIA or is_of(card, led) or led == NONE or (g, y, r, b, v)[led] == 0
    """
    if led == NONE or card > GAIA or card // 12 == led:
        return True
    return (g, y, r, b, v)[led] < 1


def gaia_wins(led: int, a: int, b: int, c: int, d: int) -> bool:
    """Whether Gaia, led for a domain, wins against four cards.

    pre: 0 <= led <= 4 and all(0 <= card <= 62 for card in (a, b, c, d))
    post: __return__ == all(not is_of(card, led) for card in (a, b, c, d))
    """
    return led not in (a // 12, b // 12, c // 12, d // 12)


def trick_winner_3(leader: int, led: int, a: int, b: int, c: int) -> int:
    """The seat that wins a trick of three cards.

    pre: 0 <= leader <= 2 and -1 <= led <= 4 and all(0 <= card <= 62 for card in (a, b, c))
    pre: led != NONE or all(card > GAIA for card in (a, b, c))
    post: 0 <= __return__ <= 2 and is_strongest((__return__ - leader) % 3, led, (a, b, c))
    """
    winning, best = 0, a
    for place, card in ((1, b), (2, c)):
        if card // 12 == led:
            wins = best // 12 != led or card > best
        else:
            wins = card == GAIA and best // 12 != led and best != GAIA
        if wins:
            winning, best = place, card
    return (leader + winning) % 3


def trick_winner_4(leader: int, led: int, a: int, b: int, c: int, d: int) -> int:
    """The seat that wins a trick of four cards.

    pre: 0 <= leader <= 3 and -1 <= led <= 4 and all(0 <= card <= 62 for card in (a, b, c, d))
    pre: led != NONE or all(card > GAIA for card in (a, b, c, d))
    post: 0 <= __return__ <= 3 and is_strongest((__return__ - leader) % 4, led, (a, b, c, d))
    """
    winning, best = 0, a
    for place, card in ((1, b), (2, c), (3, d)):
        if card // 12 == led:
            wins = best // 12 != led or card > best
        else:
            wins = card == GAIA and best // 12 != led and best != GAIA
        if wins:
            winning, best = place, card
    return (leader + winning) % 4


def trick_winner_5(leader: int, led: int, a: int, b: int, c: int, d: int, e: int) -> int:
    """The seat that wins a trick of five cards.

    pre: 0 <= leader <= 4 and -1 <= led <= 4 and all(0 <= card <= 62 for card in (a, b, c, d, e))
    pre: led != NONE or all(card > GAIA for card in (a, b, c, d, e))
    post: 0 <= __return__ <= 4 and is_strongest((__return__ - leader) % 5, led, (a, b, c, d, e))
    """
    winning, best = 0, a
    for place, card in ((1, b), (2, c), (3, d), (4, e)):
        if card // 12 == led:
            wins = best // 12 != led or card > best
        else:
            wins = card == GAIA and best // 12 != led and best != GAIA
        if wins:
            winning, best = place, card
    return (leader + winning) % 5


def stack_top(highest: bool, domain: int, below: int, a: int, b: int, c: int, d: int, e: int) -> int:
    """The value on top of a stack (0: no stack) once the cards of a trick are sorted onto the display.

    pre: 0 <= domain <= 4 and 0 <= below <= 12 and all(0 <= card <= 62 for card in (a, b, c, d, e))
    post: is_on_top(__return__, highest, domain, below, (a, b, c, d, e))
    """
    values = [card % 12 + 1 for card in (a, b, c, d, e) if card // 12 == domain]
    if not values:
        return below
    return max(values) if highest else min(values)


def fifth_domain(domains: int, g: int, y: int, r: int, b: int, v: int) -> bool:
    """Whether stacks of so many cards are all that a world of so many domains has, so that the round is lost.

    pre: 1 <= domains <= 5 and g >= 0 and y >= 0 and r >= 0 and b >= 0 and v >= 0
    post: __return__ == all(size > 0 or place >= domains for place, size in enumerate((g, y, r, b, v)))
    """
    return 0 not in (g, y, r, b, v)[:domains]


def own_stacks(g: int, y: int, r: int, b: int, v: int) -> int:
    """The domains under whose stacks a mistletoe may go: all that have a stack of so many cards.

    pre: g >= 0 and y >= 0 and r >= 0 and b >= 0 and v >= 0
    post: is_set_of(__return__, [size != 0 for size in (g, y, r, b, v)])
    """
    return sum(bit for bit, size in ((1, g), (2, y), (4, r), (8, b), (16, v)) if size > 0)


def highest_stacks(g: int, y: int, r: int, b: int, v: int) -> int:
    """The domains of the stacks that a sickle may take, by the values of the tops (0: no stack).

    pre: g >= 0 and y >= 0 and r >= 0 and b >= 0 and v >= 0
    post: is_set_of(__return__, [top > 0 and top == max(g, y, r, b, v) for top in (g, y, r, b, v)])
    """
    best, found = 1, 0
    for bit, top in ((1, g), (2, y), (4, r), (8, b), (16, v)):
        if top > best:
            best, found = top, 0
        if top == best:
            found += bit
    return found


def round_points(g: int, y: int, r: int, b: int, v: int) -> int:
    """The points of a round, by the values of the tops (0: no stack).

    pre: g >= 0 and y >= 0 and r >= 0 and b >= 0 and v >= 0
    post: __return__ == (g + y + r + b + v if 0 in (g, y, r, b, v) else -3)
    """
    total, stacks = 0, 0
    for top in (g, y, r, b, v):
        if top > 0:
            total += top
            stacks += 1
    return -3 if stacks == 5 else total


def next_dealer_3(dealer: int, p: int, q: int, s: int) -> int:
    """The seat that deals after a round of so many points, of three players.

    pre: 0 <= dealer <= 2
    post: 0 <= __return__ <= 2 and deals_next(__return__, dealer, (p, q, s))
    """
    points = (p, q, s)
    for step in (1, 2, 3):
        seat = (dealer + step) % 3
        if points[seat] == min(points):
            break
    return seat


def next_dealer_4(dealer: int, p: int, q: int, s: int, t: int) -> int:
    """The seat that deals after a round of so many points, of four players.

    pre: 0 <= dealer <= 3
    post: 0 <= __return__ <= 3 and deals_next(__return__, dealer, (p, q, s, t))
    """
    points = (p, q, s, t)
    for step in (1, 2, 3, 4):
        seat = (dealer + step) % 4
        if points[seat] == min(points):
            break
    return seat


def next_dealer_5(dealer: int, p: int, q: int, s: int, t: int, u: int) -> int:
    """The seat that deals after a round of so many points, of five players.

    pre: 0 <= dealer <= 4
    post: 0 <= __return__ <= 4 and deals_next(__return__, dealer, (p, q, s, t, u))
    """
    points = (p, q, s, t, u)
    for step in (1, 2, 3, 4, 5):
        seat = (dealer + step) % 5
        if points[seat] == min(points):
            break
    return seat


def winners(players: int, p: int, q: int, s: int, t: int, u: int) -> int:
    """The seats that win with such totals; of fewer than five players the rest do not count.

    pre: 2 <= players <= 5
    post: is_set_of(__return__, [all(n >= m for m in (p, q, s, t, u)[:players]) for n in (p, q, s, t, u)[:players]])
    """
    best = max((p, q, s, t, u)[:players])
    return sum(bit for bit, total in ((1, p), (2, q), (4, s), (8, t), (16, u))[:players] if total == best)
