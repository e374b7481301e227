"""What the events of Druids must say, worked out from the state in which each happens, by tokens and numbers alone.

That folding them gives the right state is checked elsewhere; this is about what folding does not need: which
of several clauses is at work, how many cards there are, who is named.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lexludi import druids
from lexludi.druids import State

__all__ = ["wrong_event"]


def wrong_event(state: State, events: Iterable[Any], after: State) -> tuple[str, str] | None:
    """The clause of the first event of a step that does not say what is so, and what it should say."""
    for event in events:
        due = _due(state, event, after)
        if any(getattr(event, name) != value for name, value in due.items()):
            return event.clause, f"{type(event).__name__} says {due}: {event}"
        state = druids.fold(state, [event])
        if type(event).__name__ == "Gathered" and _lying(state):
            return event.clause, f"all cards are gathered, and not left: {_lying(state)}"
    return None


def _lying(state: State) -> list[str]:
    """The zones of the table in which cards lie."""
    return [zone for zone, cards in druids.zones(state).items() if cards and zone != "box"]


def _due(state: State, event: Any, after: State) -> dict[str, Any]:
    """What an event that happens in `state`, in a step that leads to `after`, must say."""
    kind = type(event).__name__
    match kind:
        case "Dealt" | "LeftOver":
            return {"count": len(event.cards), "clause": f"druids/{'deal-order' if kind == 'Dealt' else 'undealt'}"}
        case "LeadDue":
            holder = [seat for seat, hand in enumerate(state.hands) if "GAIA" in [card.token for card in hand]]
            return {"seat": holder[0], "clause": "druids/gaia-leads"}
        case "Played":
            return {"clause": f"druids/{'gaia-leads' if event.card.token == 'GAIA' else 'turn-order'}"}
        case "DomainSet":
            first = [card.token for card in state.laid] == ["GAIA"]
            return {"clause": f"druids/{'gaia-domain' if first else 'trick-domain'}"}
        case "TrickWon":
            return {"clause": f"druids/{'specials-trick' if state.led is None else 'trick-winner'}"}
        case "SpecialsWon":
            return {"seat": state.to_act, "clause": "druids/specials-order"}
        case "StackGrew":
            return {"clause": "druids/sort-trick", "cards": tuple(c for c in event.cards if c.domain is event.domain)}
        case "SickleTook" | "MistletoePlaced" | "SpecialSetAside":
            return _placed(state, event)
    return _ended(state, event, after)


def _placed(state: State, event: Any) -> dict[str, Any]:
    """What the events say in which a sickle or a mistletoe is placed."""
    display = state.displays[event.seat]
    shown = [int(stack[-1].token[1:]) for stack in display if stack]
    card = state.pending[0].token
    match type(event).__name__:
        case "SickleTook":
            tied = shown.count(max(shown)) > 1
            stack = display[event.domain.index]
            return {"count": len(stack), "cards": stack, "clause": f"druids/{'sickle-tie' if tied else 'sickle'}"}
        case "MistletoePlaced":
            return {"clause": f"druids/{'mistletoe' if len(shown) > 1 else 'mistletoe-own-stacks'}"}
    alone = "sickle-no-stack" if card == "SICKLE" else "mistletoe-own-stacks"
    lost = len(shown) == len(display)
    return {"card": state.pending[0], "clause": f"druids/{'fifth-domain-specials' if lost else alone}"}


def _ended(state: State, event: Any, after: State) -> dict[str, Any]:
    """What the events of the end of a round say, and those that have nothing to choose."""
    points = [scored[-1] for scored in after.scores if scored]
    match type(event).__name__:
        case "RoundEnded":
            lost = [seat for seat, display in enumerate(state.displays) if all(display)]
            clause = f"druids/{'fifth-domain-ends-round' if lost else 'round-end'}"
            return {"loser": lost[0] if lost else None, "clause": clause}
        case "RoundScored":
            clause = f"druids/{'round-lost' if -3 in points else 'round-points'}"
            return {"points": tuple(points), "clause": clause}
        case "DealerNamed":
            tied = points.count(min(points)) > 1
            return {"seat": after.dealer, "clause": f"druids/{'dealer-tie' if tied else 'next-dealer'}"}
        case "GameEnded":
            totals = [sum(scored) for scored in after.scores]
            best = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
            return {"winners": best, "clause": "druids/game-end"}
    return {}
