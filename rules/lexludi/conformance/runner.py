"""Runner: a whole conformance run: smoke, vectors, search, report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from lexludi.conformance.breaks import Declared, Found
from lexludi.conformance.report import Report
from lexludi.conformance.search import Search
from lexludi.conformance.sent import deal_extras
from lexludi.conformance.server import PROTOCOL
from lexludi.conformance.targets import Target, TargetBroken, ask
from lexludi.conformance.vectors import shipped_vectors
from lexludi.conformance.visible import shown, unseen
from lexludi.core.codec import to_json
from lexludi.core.errors import BadInput, shorten, shorten_key
from lexludi.core.game import Game, game_named
from lexludi.core.spec import clauses
from lexludi.testing.playouts import game_random

__all__ = ["check", "hello", "known_failures", "smoke"]


def check(
    target: Target,
    game: Game | str,
    *,
    games: int = 200,
    seconds: float = 60.0,
    shrink_seconds: float = 5.0,
    seed: int = 0,
    vectors: bool = True,
    known: Iterable[str] = (),
    renew: Callable[[], Target] | None = None,
    progress: Callable[[str, int], None] = lambda stage, done: None,
) -> Report:
    """Hold a program to the rules of a game: smoke, vectors, built situations, random games, shrinking.

    `games` and `seconds` bound the random games, `shrink_seconds` the time for each break; without `vectors`
    the shipped ones are left out; `known` lists clauses that are known to be broken; `renew` makes a fresh
    target after the program has died, without it the same one is asked again.
    Raises TargetBroken when the program does not speak the protocol at all.

    >>> from lexludi.conformance.targets import InProcess
    >>> check(InProcess(), "druids", games=4).conforms
    True
    """
    rules_of = game_named(game) if isinstance(game, str) else game
    implementation, declared = smoke(target, rules_of)
    search = Search(target, declared, rules_of, seed=seed, renew=renew)
    told, broken = _vectors(search, progress) if vectors else ((0, 0, 0), ())
    progress("situations", 0)
    search.run_rules()
    search.run_situations()
    search.run_forms()
    search.run_games(games, seconds, lambda done: progress("games", done))
    search.blame_deaths()
    for signature in list(search.found.breaks) if shrink_seconds else ():
        progress("shrinking", 1)
        search.shrink(signature, shrink_seconds)
    search.tell_followers()
    found = search.found
    listed = frozenset(known)
    return Report(
        game=rules_of.NAME,
        implementation=implementation,
        breaks=tuple(sorted(found.breaks.values(), key=lambda one: one.size)),
        exercised=dict(found.exercised),
        skipped=_skipped(rules_of, declared),
        vectors=told,
        broken_vectors=broken,
        games=found.games,
        steps=found.steps,
        situations=dict(found.situations),
        abandoned=dict(found.abandoned),
        dead=found.dead,
        known=listed,
        unreported=_unreported(rules_of, declared, found),
    )


def hello(target: Target, game: Game) -> tuple[Mapping[str, Any], Declared]:
    """What a program says of itself and of a game. Raises TargetBroken when that is not to be understood."""
    reply = ask(target, "hello", protocol=PROTOCOL)
    told = {key: reply.get(key) for key in ("implementation", "version", "language")}
    games = reply.get("games")
    if not isinstance(games, dict):
        raise TargetBroken(f"reply to 'hello': games: {shorten(games)}, expected an object of games")
    entry = games.get(game.NAME)
    if not isinstance(entry, dict):
        others = ", ".join(map(shorten_key, list(games)[:8])) or "nothing"
        raise TargetBroken(f"reply to 'hello': it does not play {game.NAME}, but {others}")
    players = entry.get("players")
    if not (isinstance(players, list) and players and all(type(n) is int for n in players)):
        raise TargetBroken(f"reply to 'hello': players: {shorten(players)}, expected an array of numbers")
    observes = entry.get("observes")
    if not isinstance(observes, list):
        raise TargetBroken(f"reply to 'hello': observes: {shorten(observes)}, expected an array of keys")
    unknown = [key for key in observes if key not in game.OBSERVES]
    if unknown:
        raise TargetBroken(
            f"reply to 'hello': observes: {shorten(unknown)}, expected some of {', '.join(game.OBSERVES)}"
        )
    declared = Declared(
        players=tuple(players),
        rejects_illegal=entry.get("rejects_illegal", False) is True,
        legal_actions=entry.get("legal_actions", False) is True,
        deals_itself=entry.get("deals", "given") == "own",
        keys=tuple(observes),
    )
    return told, declared


def smoke(target: Target, game: Game) -> tuple[Mapping[str, Any], Declared]:
    """Whether the adapter is sound at all: one deal and one action. Raises TargetBroken when it is not."""
    told, declared = hello(target, game)
    views = observes = False
    for rules in game.simulated_rules():
        if rules.players not in declared.players:
            continue
        reply = ask(target, "new_game", game=game.NAME, rules=to_json(rules))
        if "skipped" in reply:
            continue
        if "error" in reply:
            raise TargetBroken(f"reply to 'new_game': error: {shorten(reply['error'])}")
        state = game.start(rules)
        if declared.deals_itself:
            reply = ask(target, "deal")
            sound = isinstance(reply.get("pile"), list)
        else:
            deal = game.shuffled(state, game_random(0, 0))
            reply = ask(
                target, "apply", seat=None, action=to_json(deal), **deal_extras(game, state, game.apply(state, deal))
            )
            sound = isinstance(reply.get("ok"), bool)
        if "error" in reply:
            raise TargetBroken(f"the first deal: error: {shorten(reply['error'])}")
        if not sound and "skipped" not in reply:
            raise TargetBroken(f"the first deal: {shorten(reply)}, expected ok, skipped or error")
        observation = reply.get("observation", {})
        if not isinstance(observation, dict):
            raise TargetBroken(f"the first deal: observation: {shorten(observation)}, expected an object")
        unknown = [key for key in observation if key not in game.OBSERVES]
        if unknown:
            raise TargetBroken(f"the first deal: observation: unknown keys {shorten(unknown)}")
        views = isinstance(ask(target, "view", seat=0).get("view"), dict)
        observes = isinstance(ask(target, "observe").get("observation"), dict)
        break
    else:
        raise TargetBroken(f"it plays none of the rules that were tried, with {list(declared.players)} players")
    return told, attrs.evolve(declared, views=views, observes=observes)


def _vectors(search: Search, progress: Callable[[str, int], None]) -> tuple[tuple[int, int, int], tuple[str, ...]]:
    """Put the shipped vectors to a program: how many it keeps, breaks and skips, and the ids of those it breaks."""
    results: dict[str, str] = {}
    for vector in shipped_vectors(search.game.NAME):
        if search.found.dead:
            break
        progress("vectors", 1)
        results[vector.id] = search.run_vector(vector.rules, vector.steps)
    told = list(results.values())
    broken = tuple(name for name, result in results.items() if result == "broken")
    return (told.count("kept"), told.count("broken"), told.count("skipped")), broken


def _unreported(game: Game, declared: Declared, found: Found) -> tuple[str, ...]:
    """What a program says it tells and never told: keys of an observation, and the list of legal actions."""
    due = [key for key in game.OBSERVES if key in declared.keys and found.due]
    if declared.legal_actions and found.due_lists:
        due.append("legal_actions")
    return tuple(key for key in due if key not in found.reported)


def _skipped(game: Game, declared: Declared) -> frozenset[str]:
    """The clauses that cannot be compared, for want of what the program does not do or report."""
    refusing = {slug for slug, clause in clauses().items() if clause.game == game.NAME and clause.refusals}
    found = set(unseen(game, declared.keys)) if set(declared.keys) != set(game.OBSERVES) else set()
    if declared.rejects_illegal:
        found -= refusing
    else:
        found |= (refusing - shown(game)) | {f"{game.NAME}/refusal-order"}
    if not declared.legal_actions:
        found.add(f"{game.NAME}/legal-actions")
    if not declared.views:
        found |= {slug for slug, clause in clauses().items() if clause.game == game.NAME and clause.chapter == "view"}
    return frozenset(found & set(clauses()))


def known_failures(text: str, name: str) -> list[str]:
    """The clauses listed in a file of known failures: a slug a line, # starts a comment. BadInput for others."""
    listed = [line.split("#", maxsplit=1)[0].strip() for line in text.splitlines()]
    for number, slug in enumerate(listed, start=1):
        if slug and slug not in clauses():
            raise BadInput(f"{name}, line {number}", slug, "the slug of a clause")
    return [slug for slug in listed if slug]
