"""The small functions of Druids, counted out: every small trick, hand, display and round of points.

Games never lead Gaia anywhere but first, nor lay a trick that no hands allow; a function that other
programs may call must be right there too. The formulas are those of the specification, over tokens.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from lexludi.druids import Card, Domain, Top, card, cards
from lexludi.druids.scoring import next_dealer, points, round_points
from lexludi.druids.stacks import (
    has_all_domains,
    highest_stacks,
    in_stack_order,
    own_stacks,
    sorted_onto,
    specials_in_order,
)
from lexludi.druids.tricks import follows, is_void, playable, trick_winner
from properties.counted import Case, Kernels
from properties.druids_setup_kernels import SETUP_KERNELS

__all__ = ["KERNELS"]

_WORLD = "G1 G2 G3 Y1 Y2 Y3 GAIA SICKLE SICKLE MISTLETOE"


def _winners() -> Iterator[Case]:
    """Every ordered trick of three cards, for every domain that it may have: druids/trick-winner."""
    for tokens in sorted(set(itertools.permutations(_WORLD.split(), 3))):
        first = next((token[0] for token in tokens if len(token) == 2), None)
        for letter in ["G", "Y"] if "GAIA" in tokens else [first]:
            strengths = [_strength(token, letter) for token in tokens]
            for leader in range(3):
                place = 0 if letter is None else strengths.index(max(strengths))
                led, laid = None if letter is None else Domain(letter), cards(" ".join(tokens))
                yield (leader, led, laid), trick_winner(leader, led, laid), (leader + place) % 3


def _strength(token: str, letter: str | None) -> int:
    if token == "GAIA":
        return 0
    return int(token[1:]) if len(token) == 2 and token[0] == letter else -1


def _playable() -> Iterator[Case]:
    """What may be played from every hand of one to four cards: druids/follow-domain, druids/lead-any."""
    held = cards(_WORLD.replace("GAIA ", ""))
    hands = {hand for size in (1, 2, 3, 4) for hand in itertools.combinations(held, size)}
    for hand in sorted(hands, key=repr):
        for letter in (None, "G", "Y", "R"):
            led = None if letter is None else Domain(letter)
            bound = any(_is_of(held, letter) for held in hand)
            due = tuple(held for held in hand if not bound or len(held.token) > 3 or _is_of(held, letter))
            yield (hand, letter), playable(hand, led), due
            yield (hand, letter), tuple(held for held in hand if follows(held, hand, led) is True), due
            yield (hand, letter), tuple(held for held in hand if follows(held, hand, led) is False), _rest(hand, due)
            if led is not None:
                yield (hand, letter), is_void(hand, led), not bound


def _is_of(held: Card, letter: str | None) -> bool:
    return letter is not None and len(held.token) < 4 and held.token[0] == letter


def _rest(hand: tuple[Card, ...], due: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(held for held in hand if held not in due)


def _displays() -> Iterator[Case]:
    """Every display of three domains with no stack or one of a top from 1 to 3: druids/sickle, druids/fifth-domain."""
    for tops in itertools.product((None, 1, 2, 3), repeat=3):
        display = tuple(
            () if top is None else (card(f"{letter}9"), card(f"{letter}{top}"))
            for letter, top in zip("GYR", tops, strict=True)
        )
        there = [top for top in tops if top is not None]
        domains = [Domain(letter) for letter, top in zip("GYR", tops, strict=True) if top is not None]
        best = [Domain(letter) for letter, top in zip("GYR", tops, strict=True) if there and top == max(there)]
        yield display, own_stacks(display), tuple(domains)
        yield display, highest_stacks(display), tuple(best)
        yield display, has_all_domains(display), len(there) == 3
        yield display, points(display), sum(there)
        yield display, round_points((display, ((), (), ()))), (-3 if len(there) == 3 else sum(there), 0)


def _laid() -> Iterator[Case]:
    """How the cards of every small trick go onto their stacks: druids/stack-order, druids/top-card."""
    for size in (1, 2, 3):
        for tokens in sorted(set(itertools.permutations(_WORLD.split(), size))):
            trick = cards(" ".join(tokens))
            for top, sign in ((Top.LOWEST, -1), (Top.HIGHEST, 1)):
                onto = sorted_onto(((card("G9"),), ()), trick, top)
                due = [
                    sorted((t for t in tokens if len(t) == 2 and t[0] == letter), key=lambda t: sign * int(t[1:]))
                    for letter in "GY"
                ]
                yield (tokens, top), onto, (cards(" ".join(["G9", *due[0]])), cards(" ".join(due[1])))
                yield (tokens, top), type(in_stack_order(trick, top)), tuple
                specials = cards(" ".join(sorted((t for t in tokens if t in ("SICKLE", "MISTLETOE")), reverse=True)))
                yield tokens, specials_in_order(trick), specials


def _dealers() -> Iterator[Case]:
    """Every round of points from a few, for every dealer: druids/next-dealer, druids/dealer-tie."""
    for n in (2, 3, 4, 5):
        for scored in itertools.product((-3, 0, 1, 7), repeat=n):
            for dealer in range(n):
                order = [(dealer + 1 + place) % n for place in range(n)]
                due = next(seat for seat in order if scored[seat] == min(scored))
                yield (scored, dealer), next_dealer(scored, dealer), due


#: Name → the cases, and the clause that is named when one fails.
KERNELS: Kernels = {
    "winner of a trick": ("druids/trick-winner", _winners),
    "playable cards": ("druids/follow-domain", _playable),
    "stacks of a display": ("druids/sickle", _displays),
    "cards onto stacks": ("druids/stack-order", _laid),
    "next dealer": ("druids/dealer-tie", _dealers),
    **SETUP_KERNELS,
}
