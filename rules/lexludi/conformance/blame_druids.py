"""Blame in Druids: the clause that differences point at, where the events of the step alone do not tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lexludi.conformance.blame_ends import gone, said
from lexludi.conformance.compare import Difference
from lexludi.conformance.happened import happened
from lexludi.core.errors import ABSENT
from lexludi.druids import SICKLE, Deal, fold, project

__all__ = ["DRUIDS_OWNERS", "DRUIDS_ROOTS", "druids_clause", "druids_type_clause"]

#: Keys in the order in which one looks for the root of several differences.
DRUIDS_ROOTS = (
    "trick",
    "hands",
    "displays",
    "tops",
    "pending",
    "aside",
    "top",
    "scores",
    "phase",
    "to_act",
    "dealer",
    "round",
    "totals",
    "winners",
)

#: Key → the clause that settles when it changes, for what changed though nothing in the step should change it.
DRUIDS_OWNERS = {
    "displays": "druids/sort-trick",
    "tops": "druids/sort-trick",
    "pending": "druids/specials-order",
    "scores": "druids/round-end",
    "dealer": "druids/next-dealer",
}

#: The points of a lost round.
_LOST = -3

#: Keys of what stays on the table when a round ends.
_TABLE = ("hands", "displays", "tops", "aside", "top")


def druids_clause(
    state: Any,
    action: Any,
    events: Sequence[Any],
    new: Sequence[Difference],
    found: Sequence[Difference],
    root: Difference,
) -> str | None:
    """The clause that differences in a step point at; None leaves it to the events.

    `found` are all differences, `new` those that do not follow from others; `root` is one of those.
    """
    key = root.path[0]
    if isinstance(action, Deal):
        return _of_deal(state, root)
    if any("GAIA" in one.got for one in new if one.path[0] in ("displays", "tops") and isinstance(one.got, list | str)):
        return "druids/gaia-aside"
    won, ended = happened(events, "TrickWon"), happened(events, "RoundEnded")
    lost = [event for event in ended if event.loser is not None]
    over = _says_over(found, bool(ended))
    if ended and over and _is_cleared(state, events, new, found):
        return "druids/clear-table"
    if won and not ended and won[0].clause == "druids/specials-trick" and any(one.path[0] == "to_act" for one in found):
        return "druids/specials-trick"
    if won and len({one.path[1] for one in new if one.path[0] in ("displays", "tops")}) > 1:
        return str(won[0].clause)  # what one seat won lies before another
    if over and (too_early := _of_early_end(state, events, found)):
        return too_early
    specials = [card for event in happened(events, "SpecialsWon") for card in event.cards]
    if SICKLE in specials and any(one.path[0] == "phase" and one.got == "mistletoe" for one in found):
        return "druids/specials-order"
    if lost and (of_loss := _of_lost_round(events, found, root)):
        return of_loss
    if key == "trick" and won:
        return str(won[0].clause)
    if key == "trick" and root.path[1:] == ("domain",):
        return "druids/gaia-domain" if happened(events, "TopNamed") or state.trick is None else "druids/trick-domain"
    if key in ("displays", "tops"):
        return _of_stack(state, events, new, root)
    if key in ("phase", "to_act") and root.got in ("mistletoe", "sickle"):
        return f"druids/{'mistletoe-own-stacks' if root.got == 'mistletoe' else 'sickle'}"
    if key in ("phase", "to_act", "scores") and ended and not over:
        return "druids/round-end"
    if key in ("phase", "to_act", "round", "dealer") and (happened(events, "GameEnded") or root.got == "over"):
        return "druids/game-end"
    if key in ("phase", "to_act", "round") and ended:
        return "druids/round-end"
    if key == "to_act" and won:
        return "druids/winner-leads"
    if key == "scores" and ended:
        return "druids/round-lost" if _last(root.expected) == _LOST else "druids/round-points"
    if key == "dealer" and (named := happened(events, "DealerNamed")):
        return str(named[0].clause)
    fixed = {"winners": "druids/winners", "top": "druids/sun-and-moon", "round": "druids/rounds"}
    return fixed.get(key, "druids/round-points" if key == "totals" else None)


def _says_over(found: Sequence[Difference], ended: bool) -> bool:
    """Whether the program takes the round to be over: by its phase, by who is to act, or by the points written down."""
    phase = said(found, "phase", None)
    if phase is not None:
        return phase in ("deal", "over")
    for one in found:
        if one.path == ("to_act",) and None in (one.expected, one.got):
            return one.got is None
        if one.path[0] == "scores" and isinstance(one.got, list) and len(one.got) != len(one.expected):
            return len(one.got) > len(one.expected)
    return ended


def _is_cleared(state: Any, events: Sequence[Any], new: Sequence[Difference], found: Sequence[Difference]) -> bool:
    """Whether something was taken from the table that lies until the next deal.

    What the special cards of the last trick did with its winner's stacks is another matter, unless all stacks are
    gone and the points are right. Nothing aside is telling if things went there in this step for more than one reason.
    """
    stacks = sum(map(len, project(fold(state, events))["displays"]))
    missing = max(sum(one.path[0] == key and one.got is ABSENT for one in new) for key in ("displays", "tops"))
    if stacks and missing == stacks and not any(one.path[0] == "scores" for one in found):
        return True
    placing = {event.seat for event in happened(events, "SickleTook", "MistletoePlaced", "SpecialSetAside")}
    for one in gone(project(state), new, _TABLE):
        if one.path[0] not in ("displays", "tops") or one.path[1] not in placing:
            return True
    put = {type(event) for event in happened(events, "GaiaSetAside", "SickleTook", "SpecialSetAside")}
    return len(put) > 1 and any(one.path == ("aside",) and one.got == [] for one in new)


def _of_early_end(state: Any, events: Sequence[Any], found: Sequence[Difference]) -> str | None:
    """The program takes the round to be over, or to be lost, by whoever has won the trick, and it is not."""
    won, ended, after = happened(events, "TrickWon"), happened(events, "RoundEnded"), fold(state, events)
    winner = won[0].seat if won else state.to_act
    written = {one.path[1]: one.got for one in found if one.path[0] == "scores" and len(one.path) > 1}
    losers = [seat for seat, points in written.items() if _last(points) == _LOST]
    is_lost = winner in losers
    if not ended:
        if won and losers and not is_lost:
            return str(won[0].clause)  # another has got the trick
        # With all cards played, it is a choice of the winner's that the program has overlooked.
        return "druids/fifth-domain" if is_lost else "druids/round-end" if any(after.hands) else None
    return "druids/fifth-domain" if is_lost and any(after.displays[winner]) and ended[0].loser is None else None


def _last(points: Any) -> Any:
    return points[-1] if isinstance(points, list) and points else None


def _of_deal(state: Any, root: Difference) -> str:
    key, got, expected = root.path[0], root.got, root.expected
    if key == "hands" and isinstance(got, list):
        if sorted(map(str, got)) == sorted(map(str, expected)):
            return "druids/card-order"
        if len(got) != len(expected):
            return "druids/hand-size" if not set(expected) < set(map(str, got)) else "druids/clear-table"
        return "druids/deal-order"
    return {"aside": "druids/undealt", "to_act": "druids/gaia-leads", "totals": "druids/round-points"}.get(
        key, "druids/clear-table"
    )


def _of_lost_round(events: Sequence[Any], found: Sequence[Difference], root: Difference) -> str | None:
    """What differs in a step in which a seat gets its last missing domain."""
    wrong = {one.path[0]: one for one in found}
    if root.path[0] in ("displays", "tops"):
        return "druids/fifth-domain" if wrong.keys() & {"phase", "scores", "pending"} else None
    if "phase" in wrong:
        return "druids/fifth-domain-ends-round" if wrong["phase"].got == "over" else "druids/fifth-domain"
    if wrong.keys() & {"pending", "aside"} and happened(events, "SpecialsWon"):
        return "druids/fifth-domain-specials"
    return None


def _of_stack(state: Any, events: Sequence[Any], new: Sequence[Difference], root: Difference) -> str | None:
    """Which clause of the chapter on stacks a wrong stack points at."""
    expected, got = ([] if one is ABSENT else one for one in (root.expected, root.got))
    if root.path[0] == "tops":
        expected, got = ([one] if isinstance(one, str) else [] for one in (root.expected, root.got))
    if not isinstance(got, list):
        return None
    took = happened(events, "SickleTook")
    placed = happened(events, "MistletoePlaced")
    if took and placed and not any(one.expected is ABSENT or one.got is ABSENT for one in new):
        return "druids/specials-order"  # the same stacks are left
    if took and expected.count("MISTLETOE") == got.count("MISTLETOE"):
        return "druids/second-sickle" if len(took) > 1 else str(took[-1].clause)
    if (placed and expected.count("MISTLETOE") == got.count("MISTLETOE")) or "MISTLETOE" in got[-1:]:
        return "druids/mistletoe"
    for name in ("SickleTook", "MistletoePlaced", "SpecialSetAside"):
        for event in happened(events, name):
            return str(event.clause)
    if SICKLE in state.pending or (len(got) < len(expected) and happened(events, "SpecialsWon")):
        return _of_waiting(events)
    if got.count("MISTLETOE") > expected.count("MISTLETOE"):
        return "druids/mistletoe"
    if sorted(map(str, expected)) == sorted(map(str, got)) and expected != got:
        return "druids/top-card" if expected[-1] != got[-1] else "druids/stack-order"
    if root.path[0] == "tops" and expected and got:
        return "druids/top-card"
    return None


def _of_waiting(events: Sequence[Any]) -> str:
    """Something was done though a choice is due: of which special card."""
    won = [card.token for event in happened(events, "SpecialsWon") for card in event.cards]
    return "druids/sickle-tie" if "SICKLE" in won else "druids/mistletoe"


def druids_type_clause(state: Any, action: Any) -> str:
    """The clause by which an action is possible, from its JSON."""
    kind = action["type"]
    if kind == "play":
        return "druids/lead-any" if state.trick is None else "druids/follow-domain"
    return {
        "deal": "druids/pile",
        "lead_gaia": "druids/gaia-domain",
        "sickle": "druids/sickle-tie",
        "mistletoe": "druids/mistletoe",
    }[kind]
