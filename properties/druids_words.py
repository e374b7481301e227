"""What refusals of Druids say to people: the cards, seats and stacks that they name must be the right ones."""

from __future__ import annotations

from typing import Any

from lexludi.druids import Deal, State
from properties.words import shared_words

__all__ = ["words"]


def words(state: State, action: Any, seat: int | None, code: str) -> str | None:
    """The sentence of a refusal with that code, by whoever is to act if no seat is given; None where any will do."""
    shared = shared_words(state, action, seat, code)
    if shared is not None or isinstance(action, Deal):
        return shared
    actor = state.to_act
    card = getattr(action, "card", None)
    match code:
        case "must-lead-gaia":
            return "whoever holds Gaia leads her, naming a domain"
        case "card-not-held" if card is not None:
            return f"{card.token} is not in the hand of seat {actor}"
        case "must-follow-domain" if card is not None:
            return f"{card.token} does not follow {state.led.value if state.led else None}"
        case "no-such-stack":
            return f"seat {actor} has no stack {action.domain.value}"
        case "not-highest-stack":
            return f"another stack shows more than {action.domain.value}"
    return None
