"""Derived: what a program's own numbers come to, for what would otherwise be excused by an earlier break.

Some keys follow from others of the same observation by one short rule: a total from what is written down,
the winners from the totals. When those others are wrong already, the rules' own value says nothing about such a
key; but the program's own values do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["derived"]

Json = Mapping[str, Any]

#: Rules as JSON, the program's observation before the step, the one after it, and the right one after it.
_Rule = Callable[[Json, Json, Json, Json], Any]


def derived(game: str, key: str, rules: Json, before: Json, got: Json, expected: Json) -> Any:
    """What `key` must be if the program's other values are taken as they are; None when that cannot be told, or the
    program is in another phase.
    """
    rule = _RULES.get((game, key))
    if got.get("phase", expected["phase"]) != expected["phase"]:
        return None
    try:
        return None if rule is None else rule(rules, before, got, expected)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        return None


def _most(_rules: Json, _before: Json, got: Json, expected: Json) -> Any:
    """The winners: all who have most points in total."""
    if expected["winners"] is None:
        return None
    totals = got["totals"]
    return [seat for seat, points in enumerate(totals) if points == max(totals)]


def _druids_totals(_rules: Json, _before: Json, got: Json, _expected: Json) -> Any:
    return [sum(points) for points in got["scores"]]


def _druids_tops(_rules: Json, _before: Json, got: Json, _expected: Json) -> Any:
    return [{domain: stack[-1] for domain, stack in display.items()} for display in got["displays"]]


def _druids_scores(rules: Json, before: Json, got: Json, expected: Json) -> Any:
    """The points of a round that has just ended, from the program's own tops; a lost round costs what it does.

    Told only where the program's own tops agree on who has lost it.
    """
    if len(expected["scores"][0]) == len(before["scores"][0]):
        return before["scores"]
    tops = got["tops"] if "tops" in got else _druids_tops({}, {}, got, {})
    written = []
    for seat, scores in enumerate(expected["scores"]):
        lost = scores[-1] < 0
        if lost is not (len(tops[seat]) == rules["domains"]):
            return None
        points = scores[-1] if lost else sum(_value(top) for top in tops[seat].values())
        written.append([*before["scores"][seat], points])
    return written


def _value(token: str) -> int:
    return 0 if token == "GAIA" else int(token[1:])


def _druids_dealer(_rules: Json, before: Json, got: Json, expected: Json) -> Any:
    """The lowest scorer of a round that has just ended, from the program's own scores."""
    scores = got["scores"]
    if expected["phase"] != "deal" or len(scores[0]) == len(before["scores"][0]):
        return None
    old, n = before["dealer"], len(scores)
    return min(((old + k) % n for k in range(1, n + 1)), key=lambda seat: scores[seat][-1])


def _birdie_totals(rules: Json, _before: Json, got: Json, expected: Json) -> Any:
    totals = []
    for seat, board in enumerate(got["boards"]):
        points = sum(board["sets"].values()) + board["pass_points"]
        if expected["phase"] == "over":
            points += rules["crosses"][board["crosses"]]
            points += rules["trophy"] * list(got["trophies"].values()).count(seat)
        totals.append(points)
    return totals


def _birdie_trophies(_rules: Json, before: Json, got: Json, expected: Json) -> Any:
    """The trophies after both have been given, or as they were, from the program's own boards."""
    if expected["phase"] != "over" and expected["round"] == before["round"]:
        return before["trophies"]
    held = {}
    for species, holder in before["trophies"].items():
        points = [board["sets"].get(species, 0) for board in got["boards"]]
        held[species] = points.index(max(points)) if points.count(max(points)) == 1 else holder
    return held


_RULES: Mapping[tuple[str, str], _Rule] = {
    ("druids", "tops"): _druids_tops,
    ("druids", "scores"): _druids_scores,
    ("druids", "totals"): _druids_totals,
    ("druids", "dealer"): _druids_dealer,
    ("druids", "winners"): _most,
    ("birdie", "totals"): _birdie_totals,
    ("birdie", "trophies"): _birdie_trophies,
    ("birdie", "winners"): _most,
}
