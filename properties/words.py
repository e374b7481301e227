"""What refusals say to people in every game: the seats and the phase that they name must be the right ones."""

from __future__ import annotations

from typing import Any

__all__ = ["shared_words"]


def shared_words(state: Any, action: Any, seat: int | None, code: str) -> str | None:
    """The sentence of a refusal that has nothing to do with the game's own rules; None for others."""
    match code:
        case "game-over":
            return "the game is over"
        case "wrong-phase" if type(action).__name__ != "UseAbility" or state.phase.value != "score":
            return f"the game waits for another action: its phase is {state.phase.value}"
        case "out-of-turn" if state.to_act is None:
            return "a deal is nobody's action: its seat is null"
        case "out-of-turn":
            return f"seat {state.to_act} is to act, not seat {seat}"
    return None
