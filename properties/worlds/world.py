"""World: rules small enough to visit all that they allow, and where its lines of play are followed to."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs

import lexludi
from lexludi.core.codec import to_json
from lexludi.core.game import Game
from properties.worlds.deals import all_deals

__all__ = ["UNTIL", "World"]

#: Where lines of play are followed to.
UNTIL = {
    "over": "the end of the game",
    "round": "the first deal, or layout, of round 2",
    "turns": "the end of the turns of round 1",
    "depth": "so many actions",
}


@attrs.frozen(kw_only=True)
class World:
    """A small world. Worlds of different rules share no state, for a state holds its rules."""

    #: The rules.
    rules: Any
    #: Where lines of play are followed to: a key of `UNTIL`.
    until: str = "over"
    #: With `depth`: the greatest number of actions, deals among them.
    depth: int | None = None
    #: None for all deals; otherwise the seeds of the few that are dealt.
    seeds: tuple[int, ...] | None = None
    #: Whether it belongs to the quick slice.
    quick: bool = False

    @property
    def game(self) -> Game:
        """Its game."""
        return next(game for game in lexludi.GAMES.values() if isinstance(self.rules, game.Rules))

    @property
    def name(self) -> str:
        """What it is called: its rules and where it ends, in short.

        >>> from lexludi import birdie
        >>> World(rules=birdie.Rules(players=3, species=1, seasons=2, copies=7, lone_turns=1), until="turns").name
        'birdie/3p-1x2x7-first-alone1-none-turns'
        """
        rules = self.rules
        if self.game.NAME == "druids":
            told = [f"{rules.players}p", f"{rules.domains}x{rules.values}", f"s{rules.sickles}m{rules.mistletoes}"]
            told += [f"hand{rules.hand_size}", f"r{rules.rounds}", *["sun"] * rules.sun_and_moon]
            told += [f"dealer{rules.first_dealer}"] * (rules.first_dealer > 0)
        else:
            told = [f"{rules.players}p", f"{rules.species}x{rules.seasons}x{rules.copies}"]
            told += [rules.pile_order.value.removeprefix("display_")]
            told += ["nolimit" if rules.lone_turns is None else f"alone{rules.lone_turns}"]
            told += ["-".join(effect.value for effect in rules.abilities[: rules.species])]
        told += [] if self.until == "over" else [f"{self.until}{self.depth or ''}"]
        return "-".join([f"{self.game.NAME}/{told[0]}", *told[1:]])

    def deals(self, state: Any) -> Iterator[tuple[Any, int]]:
        """The deals of a state in which one is due, each with how many piles it stands for."""
        if self.seeds is not None:
            return ((self.game.shuffled(state, Random(seed)), 1) for seed in self.seeds)
        return all_deals(state, whole=self.until == "over")

    def is_cut(self, state: Any, depth: int) -> bool:
        """Whether lines of play end in a state though the game goes on, `depth` actions from the start."""
        if self.until == "depth":
            return depth == self.depth
        if self.until == "over" or self.game.to_act(state) is None:
            return False
        return state.round > 1 or (self.until == "turns" and state.phase.value == "score")

    def deal_key(self, state: Any) -> Any:
        """What a deal keeps of the table that it clears: it gives equal states for equal keys."""
        if self.game.NAME == "druids":
            return state.round, state.dealer, state.scores
        return state.round, state.boards, state.trophies

    def told(self) -> dict[str, Any]:
        """The world as JSON."""
        return {
            "name": self.name,
            "rules": to_json(self.rules),
            "until": self.until,
            "depth": self.depth,
            "seeds": None if self.seeds is None else list(self.seeds),
        }
