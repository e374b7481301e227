"""Subject: what the properties must be told of a game, since they know none."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from hypothesis.strategies import SearchStrategy

from lexludi.core.game import Game, Seat
from lexludi.core.records import Record

__all__ = ["Subject"]


class Subject(Protocol):
    """A game, and what its contract says of it, said again by other means than its rules.

    Nothing here may call `verify`, `legal_actions`, `view` or another function that is to be checked.
    """

    @property
    def game(self) -> Game:
        """The game's module."""

    def deck(self, rules: Any) -> tuple[str, ...]:
        """The tokens of all cards, in canonical order."""

    def rules_json(self, rules: Any) -> Any:
        """The JSON of rules, by the contract."""

    def starts(self) -> SearchStrategy[Record]:
        """Rules to play under, each as a record whose steps, if any, have been played already."""

    def deals(self, state: Any) -> SearchStrategy[Any]:
        """Deals that are allowed in a state in which one is due."""

    def offers(self, rules: Any) -> SearchStrategy[Any]:
        """Actions of any moment, and what is no action at all."""

    def every_action(self, state: Any) -> tuple[Any, ...]:
        """Every well-formed action of a player, in the order in which legal ones are listed.

        Where there is no end of them, because an action may name any number: those that differ in that state.
        """

    def near_deals(self, rules: Any) -> tuple[Any, ...]:
        """Well-formed deals that are just right, and ones that are just wrong."""

    def refusal(self, state: Any, action: Any, seat: Seat | None) -> tuple[str, str] | None:
        """The clause and the code with which an action is to be refused; None for a legal one."""

    def action_json(self, action: Any) -> Any:
        """The JSON of an action, by the contract."""

    def observation(self, state: Any) -> Any:
        """The JSON of an observation, by the contract."""

    def view_json(self, state: Any, viewer: Seat) -> Any:
        """The JSON of a view, by the contract."""

    def seen(self, event: Any, viewer: Seat) -> Any:
        """An event, as a referee is told it, as `viewer` learns it."""

    def words(self, state: Any, action: Any, seat: Seat | None, code: str) -> str | None:
        """The sentence of a refusal, by its code; None where any sentence will do."""

    def wrong_event(self, state: Any, events: Any, after: Any) -> tuple[str, str] | None:
        """The clause of the first event of a step that does not say what is so, and what it should say."""

    def lookalike(self, state: Any, viewer: Seat, random: Random, action: Any) -> Any:
        """A state that differs only in what `viewer` may not see, and in which `action` stays legal."""

    def lookalike_deal(self, state: Any, deal: Any, viewer: Seat, random: Random) -> Any:
        """Another deal, in which `viewer` learns the same."""
