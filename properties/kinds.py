"""Kinds: what kinds of state a game has come to, so that rare ones are looked at closely."""

from __future__ import annotations

from typing import Any

from lexludi.core.game import Game

__all__ = ["Kinds"]


class Kinds:
    """The kinds of state seen so far in a game: told apart by what is awaited, and whether there is a choice."""

    def __init__(self) -> None:
        self._seen: set[Any] = set()

    def sees(self, game: Game, state: Any) -> bool:
        """Note the kind of a state. Whether it is a new one.

        >>> from lexludi import druids
        >>> kinds, state = Kinds(), druids.start(druids.Rules(players=3))
        >>> kinds.sees(druids, state), kinds.sees(druids, state)
        (True, False)
        """
        actions = game.legal_actions(state)
        kind = (frozenset(map(type, actions)), len(actions) > 1, game.is_over(state))
        new = kind not in self._seen
        self._seen.add(kind)
        return new
