"""Blame in Birdie: the clause that differences point at, where the events of the step alone do not tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lexludi.birdie import Deal, EndScoring, Lay, Pass, Phase, PileOrder, ScoreSet, Take, fold, project
from lexludi.conformance.blame_ends import gone, said
from lexludi.conformance.compare import Difference
from lexludi.conformance.happened import happened

__all__ = ["BIRDIE_OWNERS", "BIRDIE_ROOTS", "birdie_clause", "birdie_type_clause"]

#: Keys in the order in which one looks for the root of several differences.
BIRDIE_ROOTS = (
    "hands",
    "pair",
    "piles",
    "display",
    "draw_pile",
    "stop_revealed",
    "passed",
    "boards",
    "trophies",
    "phase",
    "to_act",
    "round",
    "totals",
    "winners",
)

#: Key → the clause that settles when it changes, for what changed though nothing in the step should change it.
BIRDIE_OWNERS = {
    "piles": "birdie/pile-fixed",
    "pair": "birdie/take-pair",
    "display": "birdie/refill",
    "draw_pile": "birdie/refill",
    "passed": "birdie/pass",
}

#: Keys of what stays on the table when a round ends.
_TABLE = ("hands", "pair", "piles", "display", "draw_pile", "stop_revealed", "passed")

#: Part of a board → its clause, whatever the action.
_OF_BOARD = {"pass_points": "birdie/pass-points", "abilities_used": "birdie/ability-once"}

#: Phase → what is under way in it.
_STAGES = {"turn": "turns", "lay": "turns", "score": "scoring", "edit": "scoring", "deal": "deal", "over": "over"}


def birdie_clause(
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
    key, keys = root.path[0], {one.path[0] for one in new}
    if key == "trophies":
        about = [one for one in happened(events, "TrophyGiven", "TrophyStayed") if one.species.name == root.path[-1]]
        return str(about[0].clause) if about else "birdie/trophy"
    if key == "totals":
        return _of_totals(state, root, events)
    if key == "winners":
        return "birdie/shared-win" if isinstance(root.expected, list) and len(root.expected) > 1 else "birdie/winner"
    if not isinstance(action, Deal) and (of_end := _of_end(state, action, events, new, found)):
        return of_end
    if isinstance(action, Deal) or happened(events, "Gathered"):
        return _of_layout(state, keys, root)
    stop = happened(events, "StopRevealed")
    if stop and keys & {"display", "draw_pile", "stop_revealed", "phase"}:
        return "birdie/stop-card"
    if key in ("hands", "pair") and isinstance(action, Lay):
        return "birdie/which-copy"
    if key == "hands" and isinstance(action, Take):
        return "birdie/take-one"
    if key == "display" and isinstance(root.got, list) and sorted(root.got) == sorted(root.expected):
        return "birdie/which-copy" if len(root.got) < 4 or _same_taken(root, events) else "birdie/refill"
    if key == "stop_revealed":
        return "birdie/stop-card"
    if key == "passed":
        return "birdie/pass-points" if isinstance(action, Pass) else "birdie/last-player"
    if key == "boards":
        return _of_board(action, root)
    if key in ("phase", "to_act"):
        return _of_turn(state, events, action)
    return "birdie/rounds" if key == "round" else None


def _of_end(
    state: Any, action: Any, events: Sequence[Any], new: Sequence[Difference], found: Sequence[Difference]
) -> str | None:
    """The program takes the turns, the scoring or the game to be over and they are not, or the other way round.

    Or it takes from the table what stays there until the next round is laid out.
    """
    after = fold(state, events)
    ours, theirs = (_STAGES.get(phase) for phase in (after.phase.value, said(found, "phase", after.phase.value)))
    scored = isinstance(action, EndScoring)
    if ours == theirs:
        ends = happened(events, "RoundEnded") or (scored and not happened(events, "Gathered"))
        return "birdie/table-cleared" if ends and gone(project(state), new, _TABLE) else None
    if scored:
        if "scoring" in (ours, theirs):
            return "birdie/end-scoring"
        return "birdie/game-end" if "over" in (ours, theirs) else "birdie/rounds"
    if "turns" not in (ours, theirs) or happened(events, "StopRevealed"):
        return None
    alone = after.rules.lone_turns is not None and (
        after.passed.count(None) == 1 or any(event.clause == "birdie/last-player" for event in events)
    )
    return "birdie/last-player" if alone else "birdie/round-end"


def _same_taken(root: Difference, events: Sequence[Any]) -> bool:
    """Whether the cards that were drawn lie to the right, so that it was another copy that was taken."""
    drawn = sum(len(event.cards) for event in happened(events, "Refilled"))
    return not drawn or root.got[-drawn:] == root.expected[-drawn:]


def _of_layout(state: Any, keys: set[str], root: Difference) -> str | None:
    """What differs when a round is laid out."""
    key = root.path[0]
    two = state.rules.players == 2
    if key == "hands":
        if isinstance(root.got, list) and len(root.got) > len(root.expected):
            return "birdie/table-cleared"
        return "birdie/stop-pile" if "display" in keys else "birdie/deal-order"
    if key == "draw_pile":
        near = isinstance(root.got, int) and abs(root.got - root.expected) < 3
        if two and not near:
            return "birdie/halves"
        return "birdie/odd-half" if two and state.rules.deck_size % 2 else "birdie/under-stop"
    if key == "to_act":
        return "birdie/starter"
    if key in ("piles", "passed", "boards", "pair"):
        return "birdie/table-cleared"
    return None


def _of_board(action: Any, root: Difference) -> str | None:
    part = root.path[2] if len(root.path) > 2 else None
    if isinstance(action, ScoreSet):
        return "birdie/set-cross" if part == "crosses" else "birdie/set-points"
    if isinstance(action, EndScoring) and part == "sets":
        return "birdie/end-scoring"
    return _OF_BOARD.get(str(part))


def _of_turn(state: Any, events: Sequence[Any], action: Any) -> str | None:
    """Who acts, and in which phase."""
    if happened(events, "RoundEnded"):
        told = happened(events, "Passed")
        if told and str(told[-1].clause) == "birdie/last-player":
            return "birdie/last-player"
        return "birdie/scoring-order"
    if happened(events, "TurnDue"):
        return "birdie/turn-order"
    return None


def _of_totals(state: Any, root: Difference, events: Sequence[Any]) -> str:
    """Which part of a total is wrong: before the game is over there are but sets and passes."""
    after = fold(state, events)
    if after.phase is not Phase.OVER:
        return "birdie/total"
    return "birdie/trophy-value" if root.path[1] in after.trophies else "birdie/cross-value"


def birdie_type_clause(state: Any, action: Any) -> str:
    """The clause by which an action is possible, from its JSON."""
    kind = action["type"]
    if kind == "lay" and state.pair and action["card"] not in [card.token for card in state.pair]:
        return "birdie/pair-first" if state.rules.pile_order is PileOrder.FREE else "birdie/lay"
    if kind == "pass" and not state.display:
        return "birdie/must-pass"
    if kind == "edit":
        return f"birdie/effect-{action['kind']}"
    return {
        "deal": "birdie/deal",
        "take": "birdie/take-one",
        "take_pair": "birdie/take-pair",
        "pass": "birdie/pass",
        "lay": "birdie/lay",
        "end_turn": "birdie/end-turn",
        "use_ability": "birdie/ability-cost",
        "score_set": "birdie/set-choice",
        "end_scoring": "birdie/end-scoring",
    }[kind]
