"""Blame: which clause a program breaks, from where its observation differs and what should have happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from lexludi.conformance.compare import Difference, Path, leaves
from lexludi.core.errors import ABSENT
from lexludi.core.game import Game

__all__ = ["blame", "clause_of_code", "refused_clause"]

#: Game → keys in the order in which one looks for the root of several differences.
_ROOTS: Mapping[str, tuple[str, ...]] = {
    "druids": (
        "trick",
        "hands",
        "to_act",
        "phase",
        "pending",
        "displays",
        "tops",
        "aside",
        "top",
        "scores",
        "dealer",
        "round",
        "totals",
        "winners",
    ),
    "birdie": (
        "hands",
        "pair",
        "piles",
        "display",
        "draw_pile",
        "stop_revealed",
        "passed",
        "boards",
        "trophies",
        "totals",
        "to_act",
        "phase",
        "round",
        "winners",
    ),
}


def blame(game: Game, state: Any, events: Sequence[Any], found: Sequence[Difference]) -> tuple[str, Difference]:
    """The clause that a program breaks in a step, and the difference that shows it best.

    `events` are those that should have happened; a leaf is the business of the event that gave it the
    value that it should have. Where one event settles more than one clause, the difference decides.
    """
    order = _ROOTS[game.NAME]
    root = min(found, key=lambda one: order.index(one.path[0]) if one.path[0] in order else len(order))
    found_by = _REFINE.get(game.NAME)
    clause = found_by(events, found, root) if found_by is not None else None
    return clause or _clause_of_leaf(game, state, events, root.path), root


def _clause_of_leaf(game: Game, state: Any, events: Sequence[Any], path: Path) -> str:
    """The clause of the last event that changed a leaf; of the first event when none did."""
    clause = events[0].clause if events else f"{game.NAME}/legal-actions"
    before = leaves(game.project(state)).get(path, ABSENT)
    for event in events:
        state = game.fold(state, [event])
        after = leaves(game.project(state)).get(path, ABSENT)
        if after != before:
            clause, before = event.clause, after
    return str(clause)


def _happened(events: Iterable[Any], *names: str) -> list[Any]:
    return [event for event in events if type(event).__name__ in names]


def _druids(events: Sequence[Any], found: Sequence[Difference], root: Difference) -> str | None:
    """What a difference in Druids points at, where the events alone do not tell."""
    key = root.path[0]
    keys = {one.path[0] for one in found}
    lost = [event for event in _happened(events, "RoundEnded") if event.loser is not None]
    won = _happened(events, "TrickWon")
    if lost and keys & {"phase", "to_act", "pending"}:
        return "druids/fifth-domain"
    if won and _moved_to_another(found):
        return str(won[0].clause)
    if key in ("displays", "tops"):
        return _druids_stack(events, root)
    if key == "to_act" and won and not keys & {"phase"}:
        return str(won[0].clause)
    if key in ("phase", "round", "to_act") and _happened(events, "RoundEnded"):
        return "druids/game-end" if _happened(events, "GameEnded") else "druids/round-end"
    special = {"dealer": "DealerNamed", "scores": "RoundScored", "totals": "RoundScored", "pending": "SpecialsWon"}
    for event in _happened(events, special.get(key, "")):
        return str(event.clause)
    fixed = {"winners": "druids/winners", "top": "druids/sun-and-moon", "round": "druids/rounds"}
    return fixed.get(key)


def _moved_to_another(found: Sequence[Difference]) -> bool:
    """Whether cards that should lie in one seat's display lie in another's."""
    seats = {one.path[1] for one in found if one.path[0] in ("displays", "tops")}
    return len(seats) > 1


def _druids_stack(events: Sequence[Any], root: Difference) -> str | None:
    """Which clause of the chapter on stacks a wrong stack points at."""
    expected, got = ([] if one is ABSENT else one for one in (root.expected, root.got))
    if root.path[0] == "tops":
        expected, got = ([one] if isinstance(one, str) else [] for one in (root.expected, root.got))
    if not isinstance(got, list):
        return None
    if "GAIA" in got:
        return "druids/gaia-aside"
    for name in ("SickleTook", "MistletoePlaced", "SpecialSetAside"):
        for event in _happened(events, name):
            told = getattr(event, "domain", None)
            if told is None or not expected or not got or expected.count("MISTLETOE") != got.count("MISTLETOE"):
                return str(event.clause)
    if sorted(map(str, expected)) == sorted(map(str, got)) and expected != got:
        return "druids/top-card" if expected[-1] != got[-1] else "druids/stack-order"
    if root.path[0] == "tops" and expected and got:
        return "druids/top-card"
    return None


def _birdie(events: Sequence[Any], found: Sequence[Difference], root: Difference) -> str | None:
    """What a difference in Birdie points at, where the events alone do not tell."""
    return None


_REFINE: Mapping[str, Callable[[Sequence[Any], Sequence[Difference], Difference], str | None]] = {
    "druids": _druids,
    "birdie": _birdie,
}


def refused_clause(game: Game, code: Any, clauses: Mapping[str, Any]) -> str:
    """The clause on which a program relies that refuses a legal action with `code`."""
    found = clause_of_code(game, code, clauses)
    return found or f"{game.NAME}/legal-actions"


def clause_of_code(game: Game, code: Any, clauses: Mapping[str, Any]) -> str | None:
    """The first clause of a game that gives the reason code `code`."""
    return next(
        (slug for slug, clause in clauses.items() if clause.game == game.NAME and code in clause.refusals), None
    )
