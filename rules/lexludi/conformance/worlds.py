"""Worlds: small rules of a game, the smallest first, in which a break shows in few steps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from lexludi import birdie, druids
from lexludi.core.errors import BadRules
from lexludi.core.game import Game

__all__ = ["small_worlds"]


def small_worlds(game: Game) -> Iterator[Any]:
    """Small rules of a game, smaller ones first."""
    made = _druids() if game.NAME == "druids" else _birdie()
    yield from sorted(dict.fromkeys(made), key=_cards)


def _cards(rules: Any) -> tuple[int, int]:
    """Cards in the deck, then players: how small a world is."""
    deck = druids.deck(rules) if isinstance(rules, druids.Rules) else birdie.deck(rules)
    return len(deck), rules.players


def _druids() -> Iterator[druids.Rules]:
    """Worlds with the smallest hands that they allow, and some with larger ones; all but the variant in each."""
    sizes = ((1, 1), (1, 3), (2, 1), (2, 2), (2, 4), (3, 1), (3, 3), (4, 3), (5, 2), (5, 4), (1, 12), (2, 12))
    specials = ((0, 0), (2, 0), (0, 2), (1, 1), (2, 2))
    for players, (domains, values), (sickles, mistletoes) in product((2, 3, 4, 5), sizes, specials):
        others = domains * values + sickles + mistletoes
        least = others // 2 // players + 1
        for more, (sun_and_moon, first_dealer, rounds) in product(
            (0, 1), ((False, 0, 2), (True, players - 1, 2), (False, 0, 1))
        ):
            try:
                yield druids.Rules(
                    players=players,
                    domains=domains,
                    values=values,
                    sickles=sickles,
                    mistletoes=mistletoes,
                    hand_size=least + more,
                    sun_and_moon=sun_and_moon,
                    first_dealer=first_dealer,
                    rounds=rounds,
                )
            except BadRules:
                continue


#: What crosses are worth in small worlds: none like another.
_CROSSES = (1, 3, 6, 10, 15, 21, 28, 36, 45)


def _birdie() -> Iterator[birdie.Rules]:
    """Worlds with few cards to draw, and some with more; in each, effects are bound to species in another order."""
    sizes = ((1, 2, 11), (1, 4, 5), (2, 2, 5), (2, 2, 6), (4, 1, 5), (3, 3, 3), (2, 3, 4), (4, 2, 3), (1, 2, 8))
    effects = list(birdie.Effect)
    for players, (species, seasons, copies) in product((2, 3, 4), sizes):
        for index, (pile_order, lone_turns) in enumerate(product(birdie.PileOrder, (None, 1))):
            for turn in (0, 2):
                kinds = list(birdie.Species)[:species]
                bound = {kind: effects[(place + index + turn) % len(effects)] for place, kind in enumerate(kinds)}
                try:
                    yield birdie.Rules(
                        players=players,
                        species=species,
                        seasons=seasons,
                        copies=copies,
                        pile_order=pile_order,
                        lone_turns=lone_turns,
                        abilities=bound,
                        crosses=_CROSSES,
                        trophy=3 - turn,
                        starters=(index % 2, players - 1 - index % 2),
                    )
                except BadRules:
                    continue
