"""Family: the small worlds that are visited, the large ones first. Together they reach every clause.

Each sickle takes a stack of its own only where three domains are; a trick of three cards of one domain
needs three players; the next dealer is asked for after a round that is not the last; two players of Birdie
play round 2 with the cards that are left of the one deal. The published games are visited for a few
actions only, for a few deals.
"""

from __future__ import annotations

from typing import Any

from lexludi import birdie, druids
from lexludi.birdie import Effect, PileOrder, Species
from properties.worlds.world import World

__all__ = ["WORLDS"]

_FREE = PileOrder.FREE


def _druids(players: int, domains: int, values: int, specials: tuple[int, int], hand: int, **more: Any) -> World:
    quick = more.pop("quick", False)
    more = {"rounds": 1, **more}
    rules = druids.Rules(
        players=players,
        domains=domains,
        values=values,
        sickles=specials[0],
        mistletoes=specials[1],
        hand_size=hand,
        **more,
    )
    return World(rules=rules, quick=quick)


def _birdie(players: int, cards: tuple[int, int, int], until: str, *effects: Effect, **more: Any) -> World:
    quick = more.pop("quick", False)
    abilities = dict(zip(Species, effects, strict=False))
    species, seasons, copies = cards
    rules = birdie.Rules(players=players, species=species, seasons=seasons, copies=copies, abilities=abilities, **more)
    return World(rules=rules, until=until, quick=quick)


_BIRDIE = (
    # Round 1 of two seasons: all deals, rows and sets.
    _birdie(2, (2, 1, 10), "round", lone_turns=1),
    # Whole games with one sort of card, so that all lies in what is taken, laid and bought.
    _birdie(2, (1, 1, 21), "over", Effect.SWAP, lone_turns=2, starters=(1, 1)),
    _birdie(2, (1, 1, 20), "over", Effect.MOVE),
    _birdie(2, (1, 1, 20), "over", Effect.NONE, lone_turns=1, crosses=(0, 1, 3, *[0] * 6)),
    _birdie(2, (1, 1, 20), "over", Effect.INSERT, lone_turns=1, pile_order=_FREE),
    _birdie(2, (1, 1, 20), "over", Effect.REMOVE, lone_turns=1, trophy=-1),
    # Turns alone: all deals of two sorts of card.
    _birdie(3, (1, 2, 7), "turns", lone_turns=1),
    _birdie(2, (1, 2, 11), "turns", lone_turns=2, pile_order=_FREE),
    # Round 1, and the deal of round 2, of three and four players.
    _birdie(3, (1, 1, 14), "round"),
    _birdie(4, (1, 1, 16), "round", Effect.INSERT, lone_turns=1),
    _birdie(3, (1, 1, 13), "round", Effect.REMOVE, lone_turns=1, quick=True),
)

_DRUIDS = (
    _druids(2, 3, 3, (0, 1), 4),
    _druids(2, 2, 4, (1, 1), 4),
    _druids(2, 3, 3, (1, 0), 4),
    _druids(2, 3, 2, (1, 1), 3, rounds=2),
    _druids(3, 3, 2, (2, 1), 3),
    _druids(2, 3, 2, (1, 0), 4, rounds=2),
    _druids(2, 3, 2, (2, 2), 4),
    _druids(3, 3, 2, (0, 0), 2, rounds=2),
    _druids(2, 4, 2, (1, 0), 4),
    _druids(3, 3, 3, (0, 0), 2),
    _druids(2, 3, 2, (1, 1), 4, sun_and_moon=True),
    _druids(3, 2, 2, (1, 1), 2, rounds=2, first_dealer=2),
    _druids(3, 2, 3, (0, 0), 2, rounds=2),
    _druids(3, 3, 2, (1, 1), 3),
    _druids(2, 2, 2, (1, 1), 2, rounds=3),
    _druids(3, 3, 2, (2, 0), 3),
    _druids(4, 3, 2, (1, 0), 2),
    _druids(3, 2, 4, (0, 0), 3, quick=True),
    _druids(4, 2, 3, (1, 0), 2, quick=True),
    _druids(2, 3, 2, (2, 0), 4),
    _druids(2, 2, 2, (1, 1), 2, rounds=2, first_dealer=1, quick=True),
    _druids(2, 2, 2, (0, 0), 2, rounds=3, quick=True),
)

_PUBLISHED = (
    *(World(rules=druids.Rules(players=n), until="depth", depth=6, seeds=(1, 2, 3)) for n in (3, 4, 5)),
    *(World(rules=birdie.Rules.published(n), until="depth", depth=5, seeds=(1, 2, 3)) for n in (2, 3, 4)),
    *(World(rules=birdie.Rules.as_written(n), until="depth", depth=5, seeds=(1, 2, 3)) for n in (2, 3, 4)),
)

#: All worlds, by name.
WORLDS = {world.name: world for world in (*_DRUIDS[:1], *_BIRDIE, *_DRUIDS[1:], *_PUBLISHED)}
