"""Sent: rules as requests tell them, and what stands beside a deal."""

from __future__ import annotations

from typing import Any

from lexludi.birdie.cards import Species
from lexludi.birdie.setup import laid_out
from lexludi.core.codec import to_json
from lexludi.core.errors import BadRules
from lexludi.core.game import Game

__all__ = ["deal_extras", "is_sparse", "rules_json"]


def deal_extras(game: Game, state: Any, after: Any) -> dict[str, Any]:
    """What a deal gives, for programs that cannot deal from a pile: `hands`, and Birdie's `display`.

    With two players Birdie is dealt once; then both keys have an entry for each round.
    """
    if game.NAME != "birdie":
        return {"hands": [[card.token for card in hand] for hand in after.hands]}
    layouts = [after]
    if after.other_half:
        layouts.append(laid_out(after.other_half, 2, after.rules))
    hands = [[[card.token for card in hand] for hand in layout.hands] for layout in layouts]
    displays = [[card.token for card in layout.display] for layout in layouts]
    return {"hands": hands, "display": displays} if len(layouts) > 1 else {"hands": hands[0], "display": displays[0]}


def rules_json(rules: Any, sparse: bool) -> dict[str, Any]:
    """Rules as JSON; `sparse` leaves out what has the value that it takes when left out, otherwise all is told.

    So abilities of no effect, which may be left out too, are named or not.
    """
    told: dict[str, Any] = to_json(rules)
    if not sparse:
        if "abilities" in told:
            named = list(Species)[: rules.species]
            told["abilities"] = {one.value: told["abilities"].get(one.value, "none") for one in named}
        return told
    try:
        usual = to_json(type(rules)(players=rules.players))
    except BadRules:
        return told
    return {key: value for key, value in told.items() if key == "players" or value != usual[key]}


def is_sparse(rules: Any, told: Any) -> bool:
    """Whether `told` leaves out fields of the rules that it stands for."""
    return len(told) < len(to_json(rules))
