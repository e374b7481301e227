"""Worlds: small rules of a game, the smallest first, in which a break shows in few steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lexludi import birdie, druids
from lexludi.core.errors import BadRules
from lexludi.core.game import Game

__all__ = ["small_worlds"]


def small_worlds(game: Game) -> Iterator[Any]:
    """Small rules of a game, smaller ones first."""
    made = _druids() if game.NAME == "druids" else _birdie()
    yield from sorted(made, key=_cards)


def _cards(rules: Any) -> tuple[int, int]:
    """Cards in the deck, then players: how small a world is."""
    deck = druids.deck(rules) if isinstance(rules, druids.Rules) else birdie.deck(rules)
    return len(deck), rules.players


def _druids() -> Iterator[druids.Rules]:
    for players in (2, 3, 4, 5):
        for domains, values in ((1, 3), (2, 2), (2, 4), (3, 3), (4, 3), (5, 2), (5, 4)):
            for sickles, mistletoes in ((0, 0), (2, 0), (0, 2), (1, 1), (2, 2)):
                others = domains * values + sickles + mistletoes
                hand_size = others // 2 // players + 1
                for sun_and_moon, first_dealer, rounds in ((False, 0, 1), (True, players - 1, 2)):
                    try:
                        yield druids.Rules(
                            players=players,
                            domains=domains,
                            values=values,
                            sickles=sickles,
                            mistletoes=mistletoes,
                            hand_size=hand_size,
                            sun_and_moon=sun_and_moon,
                            first_dealer=first_dealer,
                            rounds=rounds,
                        )
                    except BadRules:
                        continue


def _birdie() -> Iterator[birdie.Rules]:
    effects = list(birdie.Effect)
    for players in (2, 3, 4):
        for species, seasons, copies in ((2, 2, 4), (2, 3, 4), (3, 3, 2), (4, 2, 3), (2, 2, 8), (4, 4, 2)):
            for index, pile_order in enumerate(birdie.PileOrder):
                for lone_turns in (None, 1):
                    bound = {
                        kind: effects[(place + index + 1) % len(effects)]
                        for place, kind in enumerate(list(birdie.Species)[:species])
                    }
                    try:
                        yield birdie.Rules(
                            players=players,
                            species=species,
                            seasons=seasons,
                            copies=copies,
                            pile_order=pile_order,
                            lone_turns=lone_turns,
                            abilities=bound,
                            crosses=(0, 1, 3, 6, 10, 15, 21, 28, 36),
                            starters=(index, players - 1),
                        )
                    except BadRules:
                        continue
