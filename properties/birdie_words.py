"""What refusals of Birdie say to people: the cards, seats and numbers that they name must be the right ones."""

from __future__ import annotations

from typing import Any

from lexludi.birdie import Deal, EndTurn, Lay, ScoreSet, State, Take, TakePair, UseAbility
from properties.words import shared_words

__all__ = ["words"]


def words(state: State, action: Any, seat: int | None, code: str) -> str | None:
    """The sentence of a refusal with that code, by whoever is to act if no seat is given; None where any will do."""
    shared = shared_words(state, action, seat, code)
    if shared is not None or isinstance(action, Deal):
        return shared
    actor = state.to_act
    match action:
        case Take(card):
            return f"{card.token} is not displayed"
        case TakePair((card, other)):
            return f"{card.token} and {other.token} are not both displayed"
        case Lay(card):
            order = "the pair is laid before cards from the hand"
            return order if code == "display-first" else f"seat {actor} has no {card.token} to lay"
        case EndTurn():
            return f"{len(state.pair)} of the pair are still to be laid"
        case UseAbility():
            return _of_ability(state, action, code)
        case ScoreSet():
            return _of_set(state, action, code)
    return _of_edit(state, action)


def _of_ability(state: State, action: UseAbility, code: str) -> str | None:
    species, card = action.species.value, action.discard.token
    bound = dict(zip(("WOODPECKER", "PIGEON", "OWL", "ROBIN"), state.rules.abilities, strict=True))
    return {
        "wrong-phase": "abilities are used before the first set",
        "ability-used": f"seat {state.to_act} has used {species} before",
        "ability-needs-card": f"{card} does not pay for {species}",
        "card-not-held": f"{card} is not in the hand of seat {state.to_act}",
        "ability-no-effect": f"there is nothing to {bound[species].value}",
    }.get(code)


def _of_set(state: State, action: ScoreSet, code: str) -> str | None:
    assert state.to_act is not None
    category = action.category.value
    return {
        "set-too-short": "a set has at least 2 cards",
        "set-outside": f"the row has {len(state.piles[state.to_act])} cards",
        "set-overlaps": f"the last set ended before card {state.last_end}",
        "set-mixed": f"not all of these cards are {category}",
        "category-scored": f"seat {state.to_act} has scored {category} before",
    }.get(code)


def _of_edit(state: State, action: Any) -> str | None:
    assert state.to_act is not None
    kind = type(action).__name__.lower()
    due = None if state.effect is None else state.effect.value
    if due != kind:
        return f"what is due is {due}, not {kind}"
    return f"{action} cannot be carried out on a row of {len(state.piles[state.to_act])}"
