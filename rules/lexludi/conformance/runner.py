"""Runner: a whole conformance run: smoke, vectors, search, report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from lexludi.conformance.match import Break, Declared, deal_extras
from lexludi.conformance.report import Report
from lexludi.conformance.search import Search
from lexludi.conformance.server import PROTOCOL
from lexludi.conformance.targets import Target, TargetBroken, ask
from lexludi.conformance.vectors import Difference, Skipped, Vector, replay, shipped_vectors
from lexludi.core.codec import to_json
from lexludi.core.errors import BadInput, shorten
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
    known: Iterable[str] = (),
    renew: Callable[[], Target] | None = None,
    progress: Callable[[str, int], None] = lambda stage, done: None,
) -> Report:
    """Hold a program to the rules of a game: smoke, vectors, built situations, random games, shrinking.

    `games` and `seconds` bound the random games, `shrink_seconds` the time for each break; `known` lists
    clauses that are known to be broken; `renew` makes a fresh target after the program has died.
    Raises TargetBroken when the program does not speak the protocol at all.

    >>> from lexludi.conformance.targets import InProcess
    >>> check(InProcess(), "druids", games=4).conforms
    True
    """
    rules_of = game_named(game) if isinstance(game, str) else game
    implementation, declared = smoke(target, rules_of)
    kept, broken, skipped, differences = _vectors(target, rules_of, progress)
    search = Search(target, declared, rules_of, seed=seed, renew=renew)
    for difference, vector in differences:
        one = _of_vector(difference, vector)
        search.found.breaks.setdefault(one.signature, one)
    progress("situations", 0)
    search.run_situations()
    search.run_games(games, seconds, lambda done: progress("games", done))
    for signature in list(search.found.breaks):
        if signature[1] != "broken" and not search.found.dead:
            progress("shrinking", 0)
            search.shrink(signature, shrink_seconds)
    found = search.found
    listed = frozenset(known)
    broken_clauses = {one.clause for one in found.breaks.values()}
    return Report(
        game=rules_of.NAME,
        implementation=implementation,
        breaks=tuple(found.breaks.values()),
        exercised=dict(found.exercised),
        skipped=_skipped(rules_of, declared),
        vectors=(kept, broken, skipped),
        broken_vectors=tuple(dict.fromkeys(vector.id for _, vector in differences)),
        games=found.games,
        steps=found.steps,
        situations=dict(found.situations),
        abandoned=dict(found.abandoned),
        dead=found.dead,
        unexpectedly_kept=tuple(sorted(listed - broken_clauses)),
        known=listed,
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
        raise TargetBroken(
            f"reply to 'hello': it does not play {game.NAME}, but {', '.join(map(str, games)) or 'nothing'}"
        )
    players = entry.get("players")
    if not (isinstance(players, list) and players and all(type(n) is int for n in players)):
        raise TargetBroken(f"reply to 'hello': players: {shorten(players)}, expected an array of numbers")
    unknown = [key for key in entry.get("observes", []) if key not in game.OBSERVES]
    if unknown:
        raise TargetBroken(
            f"reply to 'hello': observes: {shorten(unknown)}, expected some of {', '.join(game.OBSERVES)}"
        )
    declared = Declared(
        players=tuple(players),
        rejects_illegal=entry.get("rejects_illegal", False) is True,
        legal_actions=entry.get("legal_actions", False) is True,
        deals_itself=entry.get("deals", "given") == "own",
    )
    return told, declared


def smoke(target: Target, game: Game) -> tuple[Mapping[str, Any], Declared]:
    """Whether the adapter is sound at all: one deal and one action. Raises TargetBroken when it is not."""
    told, declared = hello(target, game)
    views = False
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
        unknown = [key for key in observation if key not in game.OBSERVES] if isinstance(observation, dict) else ["?"]
        if unknown:
            raise TargetBroken(f"the first deal: observation: unknown keys {shorten(unknown)}")
        views = isinstance(ask(target, "view", seat=0).get("view"), dict)
        break
    else:
        raise TargetBroken(f"it plays none of the rules that were tried, with {list(declared.players)} players")
    return told, attrs.evolve(declared, views=views)


def _vectors(
    target: Target, game: Game, progress: Callable[[str, int], None]
) -> tuple[int, int, int, list[tuple[Difference, Vector]]]:
    """Put the shipped vectors to a program: how many it keeps, breaks and skips, and the first difference of each."""
    kept = broken = skipped = 0
    found: list[tuple[Difference, Vector]] = []
    for vector in shipped_vectors(game.NAME):
        progress("vectors", 1)
        try:
            difference = next(iter(replay(vector, target)), None)
        except Skipped:
            skipped += 1
            continue
        if difference is None:
            kept += 1
        else:
            broken += 1
            found.append((difference, vector))
    return kept, broken, skipped, found


def _of_vector(difference: Difference, vector: Vector) -> Break:
    """A break that a vector shows: of its first clause, until the search finds better."""
    steps = vector.steps[: difference.step + 1]
    kind = {"ok": "accepted" if "reject" in steps[-1] else "rejected", "code": "code"}.get(difference.where, "differs")
    kind = "view" if difference.where.startswith("view") else kind
    return Break(
        vector.clauses[0], kind, difference.where, difference.expected, difference.got, tuple(steps), vector.rules
    )


def _skipped(game: Game, declared: Declared) -> frozenset[str]:
    """The clauses that cannot be compared, for want of what the program does not do."""
    found: set[str] = set()
    if not declared.rejects_illegal:
        names = ("well-formed", "action-form", "phases", "game-over", "refusal-order", "hold-card", "whose-action")
        found |= {f"{game.NAME}/{name}" for name in names}
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
