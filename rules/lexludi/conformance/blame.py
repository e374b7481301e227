"""Blame: which clause a program breaks, from where its answer differs and what should have happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lexludi.conformance.attempts import Attempt, refusal_of
from lexludi.conformance.blame_birdie import BIRDIE_OWNERS, BIRDIE_ROOTS, birdie_clause, birdie_type_clause
from lexludi.conformance.blame_druids import DRUIDS_OWNERS, DRUIDS_ROOTS, druids_clause, druids_type_clause
from lexludi.conformance.compare import Difference, Path, leaves
from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import ABSENT, BadInput
from lexludi.core.game import Game
from lexludi.core.spec import clauses
from lexludi.core.violations import Violation

__all__ = [
    "at_work",
    "blame",
    "listed_clause",
    "order_clause",
    "refused_clause",
    "rules_clause",
    "view_clause",
    "view_clauses",
    "view_shows",
]

#: Game → keys in the order in which one looks for the root of several differences.
_ROOTS = {"druids": DRUIDS_ROOTS, "birdie": BIRDIE_ROOTS}

#: Game → key → the clause that settles when it changes.
_OWNERS = {"druids": DRUIDS_OWNERS, "birdie": BIRDIE_OWNERS}

#: Game → the clause that differences point at, where the events alone do not tell.
_POINTED = {"druids": druids_clause, "birdie": birdie_clause}

#: Game → the clause by which an action of a state is possible.
_BY_TYPE = {"druids": druids_type_clause, "birdie": birdie_type_clause}

#: Game, type and code → the clause, where several give that code and none is the one by which the type is possible.
_REFUSED_AS = {("druids", "play", "card-not-held"): "druids/hold-card"}

#: Codes that say nothing about which rule a program misses.
_GENERAL = frozenset({"malformed", "wrong-phase", "out-of-turn", "game-over"})


def blame(
    game: Game,
    state: Any,
    action: Any,
    events: Sequence[Any],
    new: Sequence[Difference],
    found: Sequence[Difference],
) -> tuple[str, Difference]:
    """The clause that a program breaks in a step, and the difference that shows it best.

    `found` are all differences, `new` those that do not follow from others. `events` are those that should
    have happened; a leaf is the business of the event that gave it the value that it should have. Where one
    event settles more than one clause, the difference decides.
    """
    order = _ROOTS[game.NAME]
    root = min(new, key=lambda one: order.index(one.path[0]) if one.path[0] in order else len(order))
    try:
        clause = _POINTED[game.NAME](state, action, events, new, found, root)
    except (LookupError, TypeError, ValueError, AttributeError):
        clause = None  # what the program said there has not the form of anything that could be compared closer
    return clause or _clause_of_leaf(game, state, events, root.path), root


def _clause_of_leaf(game: Game, state: Any, events: Sequence[Any], path: Path) -> str:
    """The clause of the last event that changed a leaf; when none did, the key's own, or that of the first event."""
    clause = events[0].clause if events else f"{game.NAME}/legal-actions"
    clause = _OWNERS[game.NAME].get(path[0], clause)
    before = leaves(game.project(state)).get(path, ABSENT)
    for event in events:
        state = game.fold(state, [event])
        after = leaves(game.project(state)).get(path, ABSENT)
        if after != before:
            clause, before = event.clause, after
    return str(clause)


def at_work(game: Game, state: Any, action: Any) -> list[str]:
    """The clauses of which a program may have died in a step: those at work in it, and those of its events."""
    events = game.explain(state, action)
    told = [str(event.clause) for event in events]
    reached = game.reached(state, action, events, game.apply(state, action))
    return list(dict.fromkeys((*reversed(told), *reached)))


def refused_clause(game: Game, state: Any, action: Any, code: Any) -> str:
    """The clause that a program breaks that refuses a legal action with `code`."""
    told = to_json(action)
    by_type = _BY_TYPE[game.NAME](state, told)
    named = [] if code in _GENERAL else _clauses_of_code(game, code)
    if (of_type := _REFUSED_AS.get((game.NAME, told["type"], code), by_type)) in named:
        return of_type
    return named[0] if named else by_type


def listed_clause(game: Game, state: Any, expected: Sequence[Any], got: Any) -> str:
    """The clause that a wrong list of legal actions breaks: that of the first action too much or missing."""
    if isinstance(got, list):
        for one in got:
            if one not in expected and (refusal := refusal_of(game, state, Attempt(state.to_act, one))) is not None:
                return refusal.clause
        for one in expected:
            if one not in got:
                return _BY_TYPE[game.NAME](state, one)
    return f"{game.NAME}/legal-actions"


#: Reason codes in the order in which they are looked for, for every type of action.
_CODES = (
    "malformed",
    "game-over",
    "wrong-phase",
    "out-of-turn",
    "bad-deal",
    "must-lead-gaia",
    "card-not-displayed",
    "ability-used",
    "ability-needs-card",
    "card-not-held",
    "must-follow-domain",
    "display-first",
    "pair-not-laid",
    "no-such-stack",
    "not-highest-stack",
    "ability-no-effect",
    "bad-edit",
    "set-too-short",
    "set-outside",
    "set-overlaps",
    "set-mixed",
    "category-scored",
)


def order_clause(game: Game, refusal: Violation, code: Any) -> str:
    """The clause that a wrong code breaks.

    A code that comes later in the order shows that a program overlooks the right reason, an earlier one that it
    looks in another order.
    """
    earlier = _CODES[: _CODES.index(refusal.code)] if refusal.code in _CODES else ()
    return f"{game.NAME}/refusal-order" if code in earlier else refusal.clause


def _clauses_of_code(game: Game, code: Any) -> list[str]:
    """The clauses of a game that give the reason code `code`."""
    return [slug for slug, clause in clauses().items() if clause.game == game.NAME and code in clause.refusals]


def rules_clause(game: Game, told: Any) -> str:
    """The clause by which rules are refused."""
    if game.NAME == "druids":
        return "druids/small-worlds"
    try:
        from_json(game.Rules, told)
    except BadInput as error:
        if error.expected.startswith("enough for"):
            return "birdie/small-worlds"
        if error.field == "lone_turns" or "of the first" in error.expected:
            return "birdie/rules-strict"
    return "birdie/rules-fields"


#: Game → the clauses about what a seat is shown, the one for what nobody should have sent first.
_VIEWS: Mapping[str, tuple[str, ...]] = {
    "druids": ("druids/hidden-hands", "druids/closed-stacks", "druids/undealt-hidden"),
    "birdie": ("birdie/hidden-cards", "birdie/view", "birdie/hidden-piles", "birdie/open-pair"),
}

#: Key of a view → the clause that it stands for, where that is not the first one.
_VIEW_KEYS: Mapping[str, str] = {
    "druids/tops": "druids/closed-stacks",
    "druids/stack_sizes": "druids/closed-stacks",
    "druids/displays": "druids/closed-stacks",
    "druids/aside": "druids/undealt-hidden",
    "birdie/rows": "birdie/hidden-piles",
    "birdie/piles": "birdie/hidden-piles",
    "birdie/pile_sizes": "birdie/view",
    "birdie/pair": "birdie/open-pair",
    "birdie/hand_sizes": "birdie/view",
}


def view_clauses(game: Game) -> tuple[str, ...]:
    """The clauses about what a seat is shown."""
    return _VIEWS[game.NAME]


def view_shows(game: Game, keys: Iterable[str]) -> set[str]:
    """The clauses that these keys of a view exercise: the first one with the hand, each other with its own keys."""
    return {view_clause(game, key) for key in keys if key == "hand" or f"{game.NAME}/{key}" in _VIEW_KEYS}


def view_clause(game: Game, key: str) -> str:
    """The clause that a wrong key of a view breaks."""
    known: Iterable[str] = _VIEWS[game.NAME]
    return _VIEW_KEYS.get(f"{game.NAME}/{key}", next(iter(known)))
