"""The machines of Druids: published tables, small worlds, and games that begin awkwardly."""

from __future__ import annotations

from lexludi.testing.strategies import druids_rules
from properties.druids_contract import Druids
from properties.machine import GameMachine

__all__ = ["MACHINES", "AwkwardGames", "PublishedGames", "SmallWorlds"]


class PublishedGames(GameMachine):
    """The published deck: 3, 4 and 5 players, and 2 with large hands; with and without the variant."""

    subject = Druids(druids_rules(small=False))


class SmallWorlds(GameMachine):
    """Fewer domains, values and special cards, other hand sizes, 2 to 5 players."""

    subject = Druids(druids_rules(small=True))


class AwkwardGames(GameMachine):
    """Games that begin where luck hardly ever gets to, and go on from there."""

    subject = Druids(awkward=True)


MACHINES: tuple[type[GameMachine], ...] = (PublishedGames, SmallWorlds, AwkwardGames)
