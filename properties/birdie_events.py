"""What the events of Birdie must say, worked out from the state in which each happens, by tokens and numbers alone.

That folding them gives the right state is checked elsewhere; this is about what folding does not need: which
of several clauses is at work, how many cards there are, who is named, and that nothing is left untold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lexludi import birdie
from lexludi.birdie import State

__all__ = ["wrong_event"]

_Wrong = tuple[str, str] | None


def wrong_event(state: State, events: Sequence[Any], after: State) -> _Wrong:
    """The clause of the first event of a step that does not say what is so, and what it should say."""
    kinds = [type(event).__name__ for event in events]
    rows = "RoundEnded" in kinds and state.rules.players
    trophies = any(kind in kinds for kind in ("RoundDue", "GameEnded")) and state.rules.species
    if kinds.count("RowShown") != rows:
        return "birdie/row", f"{rows} rows are shown: {kinds}"
    if kinds.count("TrophyGiven") + kinds.count("TrophyStayed") != trophies:
        return "birdie/trophy", f"{trophies} trophies are given or stay: {kinds}"
    if state.phase.value == "lay" and after.phase.value != "lay" and kinds[0] != "TurnEnded":
        return "birdie/end-turn", f"the turn is ended: {kinds}"
    before, told = state, set()
    for event in events:
        due = _due(before, state, event, after)
        if any(getattr(event, name) != value for name, value in due.items()):
            return event.clause, f"{type(event).__name__} says {due}: {event}"
        if type(event).__name__ in ("RowShown", "TrophyGiven", "TrophyStayed", "Dealt"):
            told.add((type(event).__name__, getattr(event, "seat", None), getattr(event, "species", None)))
        state = birdie.fold(state, [event])
        if (type(event).__name__, state.phase.value) == ("TurnEnded", "lay"):
            return event.clause, "after its turn a seat lays no more"
        if type(event).__name__ == "Passed" and state.to_act is not None:
            return event.clause, "who has passed is not to act"
        if type(event).__name__ == "Gathered" and _lying(state):
            return event.clause, f"all cards are gathered, and not left: {_lying(state)}"
    often = sum(kinds.count(kind) for kind in ("RowShown", "TrophyGiven", "TrophyStayed", "Dealt"))
    return None if len(told) == often else ("birdie/row", f"everything is told once: {kinds}")


def _lying(state: State) -> list[str]:
    """The zones of the table in which cards lie."""
    return [zone for zone, cards in birdie.zones(state).items() if cards and zone != "box"]


def _due(before: State, state: State, event: Any, after: State) -> dict[str, Any]:
    """What an event must say that happens in `state`, in a step from `before` to `after`."""
    kind = type(event).__name__
    seat = before.to_act
    match kind:
        case "HalfKept":
            even = state.rules.deck_size == 2 * len(event.cards)
            return {"count": len(event.cards), "clause": f"birdie/{'halves' if even else 'odd-half'}"}
        case "StopLaid":
            return {"count": state.rules.players, "clause": "birdie/stop-pile"}
        case "Dealt":
            return {"count": 2, "clause": "birdie/deal-order"}
        case "DrawPileLeft":
            return {"count": len(event.cards), "clause": "birdie/hands-and-display"}
        case "TurnDue":
            begins = before.phase.value in ("deal", "score")
            return {"seat": after.to_act, "clause": f"birdie/{'starter' if begins else 'turn-order'}"}
        case "Passed":
            still = state.passed.count(None) - 1
            lone = state.alone > before.alone
            return {"seat": seat, "points": still, "clause": f"birdie/{'last-player' if lone else 'pass-points'}"}
        case "Laid":
            held = event.card.token in [card.token for card in state.pair]
            return {"seat": seat, "from_hand": not held, "clause": "birdie/lay"}
        case "LoneTurn":
            return {"seat": seat, "count": before.alone + 1, "clause": "birdie/last-player"}
        case "Refilled":
            drawn = min(4 - len(state.display), len(state.draw_pile))
            return {"cards": state.draw_pile[:drawn], "clause": "birdie/refill"}
    return _scored(before, state, event, after)


def _scored(before: State, state: State, event: Any, after: State) -> dict[str, Any]:
    """What the events of scoring say, and those of the end of a round."""
    match type(event).__name__:
        case "RoundEnded":
            return {"round": before.round, "clause": "birdie/round-end"}
        case "RowShown":
            return {"cards": state.piles[event.seat], "clause": "birdie/row"}
        case "CardRemoved":
            return {"seat": before.to_act, "card": state.piles[event.seat][event.at], "clause": "birdie/effect-remove"}
        case "EffectDue":
            return {"seat": before.to_act, "effect": after.effect, "clause": "birdie/ability-effect"}
        case "SetScored":
            return {"seat": before.to_act, "points": event.length, "clause": "birdie/set-points"}
        case "AbilityUsed" | "CardMoved" | "CardsSwapped" | "CardInserted" | "CrossEarned" | "ScoringEnded":
            return {"seat": before.to_act}
        case "TrophyGiven" | "TrophyStayed":
            return _trophy(state, event)
        case "RoundDue":
            return {"round": 2, "clause": "birdie/rounds"}
        case "GameEnded":
            best = max(_total(after, seat) for seat in range(after.rules.players))
            winners = [seat for seat in range(after.rules.players) if _total(after, seat) == best]
            return {"winners": tuple(winners), "clause": "birdie/game-end"}
        case "Taken" | "PairTaken" | "TurnEnded":
            return {"seat": before.to_act}
    return {}


def _trophy(state: State, event: Any) -> dict[str, Any]:
    place = event.species.index
    points = [board.sets[place] or 0 for board in state.boards]
    best = [seat for seat, scored in enumerate(points) if scored == max(points)]
    if type(event).__name__ == "TrophyGiven":
        return {"seat": best[0] if len(best) == 1 else "nobody", "clause": "birdie/trophy"}
    return {"seat": state.trophies[place] if len(best) > 1 else "another", "clause": "birdie/trophy-tie"}


def _total(state: State, seat: int) -> int:
    board = state.boards[seat]
    points = board.pass_points + sum(scored for scored in board.sets if scored is not None)
    return points + state.rules.crosses[board.crosses] + state.rules.trophy * state.trophies.count(seat)
