"""The machines of Birdie: published tables, small worlds, and games that begin awkwardly."""

from __future__ import annotations

from lexludi.testing.strategies import birdie_rules
from properties.birdie_contract import Birdie
from properties.machine import GameMachine

__all__ = ["MACHINES", "AwkwardGames", "PublishedGames", "SmallWorlds"]


class PublishedGames(GameMachine):
    """The published deck: 2, 3 and 4 players, both presets, and tables that settle every ruling otherwise."""

    subject = Birdie(birdie_rules(small=False))


class SmallWorlds(GameMachine):
    """Fewer species, seasons and copies, down to rounds in which nothing is left to draw."""

    subject = Birdie(birdie_rules(small=True))


class AwkwardGames(GameMachine):
    """Games that begin where luck hardly ever gets to, and go on from there."""

    subject = Birdie(awkward=True)


MACHINES: tuple[type[GameMachine], ...] = (PublishedGames, SmallWorlds, AwkwardGames)
