"""Policies: how the random players of a game choose, so that random games get to its rules."""

from __future__ import annotations

from lexludi.core.game import Game
from lexludi.testing.playouts import Policy, uniform

__all__ = ["POLICIES", "policy_of"]

#: Name of a game → its policy, where choosing uniformly would leave most of its rules untouched.
POLICIES: dict[str, Policy] = {}


def policy_of(game: Game) -> Policy:
    """The policy of a game's random players."""
    return POLICIES.get(game.NAME, uniform)
