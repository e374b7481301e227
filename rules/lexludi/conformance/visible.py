"""Visible: which clauses can be seen through the keys of an observation that a program reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from lexludi.conformance.blame import view_clauses
from lexludi.conformance.compare import CAUSES
from lexludi.conformance.worlds import small_worlds
from lexludi.core.game import Game, game_named
from lexludi.core.spec import clauses
from lexludi.testing.playouts import game_random, moments
from lexludi.testing.policies import policy_of

__all__ = ["idle", "shown", "unseen"]


def shown(game: Game) -> frozenset[str]:
    """The clauses whose effects show in an observation at all."""
    return frozenset(_touches(game.NAME))


def unseen(game: Game, observed: Iterable[str]) -> frozenset[str]:
    """The clauses whose effects show in none of these keys.

    Those that have none, as they are about what must be refused, are not among them.

    >>> from lexludi import druids
    >>> sorted(unseen(druids, ["top"]) & {"druids/deal-order", "druids/sun-and-moon"})
    ['druids/deal-order']
    """
    seen = set(observed)
    return frozenset(clause for clause, keys in _touches(game.NAME).items() if not seen & _downstream(game.NAME, keys))


@lru_cache(maxsize=4096)
def idle(name: str, compared: frozenset[str]) -> frozenset[str]:
    """The clauses of a game that an accepted step says nothing of, of which these keys were compared.

    Those that show in none of them; and those about lists, views and refusals, which are compared where
    those are asked for.
    """
    game = game_named(name)
    refusing = {
        slug for slug, clause in clauses().items() if clause.game == name and set(clause.refusals) - {"bad-rules"}
    }
    elsewhere = {f"{name}/legal-actions", f"{name}/refusal-order", *view_clauses(game)}
    return unseen(game, compared) | elsewhere | (refusing - shown(game))


#: Clauses that no event names, or that show in fewer keys than their events → those keys, a word each.
_BESIDE: Mapping[str, str] = {
    "druids/rounds": "round phase",
    "druids/hand-size": "hands",
    "druids/first-dealer": "dealer hands",
    "druids/next-dealer": "dealer hands",
    "druids/dealer-tie": "dealer hands",
    "druids/gaia": "trick displays tops to_act",
    "druids/specials": "trick displays pending",
    "druids/sun-and-moon": "top displays tops",
    "druids/winner-leads": "to_act",
    "druids/top-card": "displays tops",
    "druids/stack-order": "displays",
    "druids/fifth-domain": "phase scores to_act",
    "druids/second-sickle": "displays tops aside",
    "druids/winners": "winners",
    "birdie/start": "boards trophies passed",
    "birdie/halves": "hands display draw_pile",
    "birdie/odd-half": "draw_pile",
    "birdie/stop-pile": "hands display draw_pile",
    "birdie/under-stop": "draw_pile stop_revealed",
    "birdie/which-copy": "display hands pair",
    "birdie/hand-with-pair": "phase to_act piles",
    "birdie/pair-order": "piles",
    "birdie/pile-fixed": "piles",
    "birdie/pass": "passed boards to_act",
    "birdie/last-player": "passed phase to_act",
    "birdie/round-end": "phase to_act",
    "birdie/row": "piles",
    "birdie/set-choice": "boards totals",
    "birdie/trophy-tie": "trophies",
    "birdie/cross-value": "totals",
    "birdie/trophy-value": "totals",
    "birdie/total": "totals",
    "birdie/winner": "winners",
    "birdie/shared-win": "winners",
}


@cache
def _touches(name: str) -> Mapping[str, frozenset[str]]:
    """Clause → the keys that change by its events, as some games show it."""
    game = game_named(name)
    found: dict[str, set[str]] = {}
    for number, rules in enumerate(list(small_worlds(game))[::9]):
        for moment in moments(game, rules, game_random(0, number), policy_of(game)):
            state, before = moment.state, game.project(moment.state)
            for event in game.explain(moment.state, moment.action):
                state = game.fold(state, [event])
                after = game.project(state)
                changed = {key for key, value in after.items() if value != before[key]}
                found.setdefault(str(event.clause), set()).update(changed)
                before = after
    for clause, keys in _BESIDE.items():
        if clause.startswith(name):
            found[clause] = set(keys.split())
    return {clause: frozenset(keys) for clause, keys in found.items() if keys}


def _downstream(name: str, keys: Iterable[str]) -> frozenset[str]:
    """The keys, and all that follow from them in the same step."""
    reached = set(keys)
    while True:
        more = {key for key, causes in CAUSES[name].items() if key not in reached and reached & set(causes.after)}
        if not more:
            return frozenset(reached)
        reached |= more
