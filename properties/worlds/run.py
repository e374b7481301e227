"""Run: visits many worlds, in parts that are kept, on several processes, and tells what they came to.

A part is one world. With a folder, each finished part leaves a file there, written whole, and is not visited
again as long as neither its world nor the code that visits it has changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, as_completed
from functools import cache
from pathlib import Path
from typing import Any

import lexludi
from lexludi.core.jsontext import dumps, load
from lexludi.core.spec import clauses
from lexludi.core.writing import write_whole
from lexludi.workers import processes
from properties.worlds.explore import Visit, explore
from properties.worlds.family import WORLDS
from properties.worlds.world import UNTIL, World

__all__ = ["missed", "tell_total", "tell_world", "visit_all"]

Told = Callable[[World, Visit, bool], None]


def visit_all(
    worlds: Iterable[World], *, workers: int = 1, kept: Path | None = None, told: Told
) -> Mapping[str, Visit]:
    """Visit worlds: name → what it came to. `told` hears of each as it is done, and whether it was kept.

    Raises WorldFailed, at the first that fails.
    """
    visits: dict[str, Visit] = {}

    def keep(world: World, visit: Visit) -> None:
        if kept is not None:
            write_whole(_file(kept, world), dumps({"part": _told(world), "visit": _visit_to_json(visit)}))

    def done(world: World, visit: Visit, was_kept: bool) -> None:
        visits[world.name] = visit
        if not was_kept:
            keep(world, visit)
        told(world, visit, was_kept)

    due = []
    for world in worlds:
        found = None if kept is None else _found(kept, world)
        if found is None:
            due.append(world)
        else:
            done(world, found, True)
    if workers == 1:
        for world in due:
            done(world, explore(world), False)
        return visits
    # A new process for each world, so that the memory of a large one is given back.
    with processes(workers, tasks_each=1) as pool:
        running: dict[Future[Visit], World] = {pool.submit(_visit_named, world.name): world for world in due}
        try:
            for future in as_completed(list(running)):
                done(running[future], future.result(), False)
                del running[future]
        finally:
            # Broken off: what has been finished meanwhile is kept too.
            for future, world in running.items():
                if future.done() and not future.cancelled() and future.exception() is None:
                    keep(world, future.result())
    return visits


def _visit_named(name: str) -> Visit:
    return explore(WORLDS[name])


def missed(visits: Iterable[Visit]) -> list[str]:
    """The clauses of both games that were at work in no transition."""
    total = Visit()
    for visit in visits:
        total.add(visit)
    return [slug for slug, clause in clauses().items() if clause.game in lexludi.GAMES and not total.reached[slug]]


def tell_world(world: World, visit: Visit, was_kept: bool) -> str:
    """A world on one line.

    >>> visit = Visit()
    >>> visit.counts.update(deals=24, states=5952, transitions=7306)
    >>> print(tell_world(WORLDS["druids/2p-2x2-s0m0-hand2-r3"], visit, False))
    druids/2p-2x2-s0m0-hand2-r3                    24 deals      5952 states      7306 transitions     0.0 s
    """
    counts = visit.counts
    deals = f"{counts['deals']:6} deals" if world.seeds is None else f"{counts['deals']:3} seeds"
    cut = f", {counts['cut']} cut" if counts["cut"] else ""
    kept = ", kept" if was_kept else ""
    return (
        f"{world.name:42} {deals:>12} {counts['states']:9} states {counts['transitions']:9} transitions "
        f"{visit.seconds:7.1f} s{cut}{kept}"
    )


def tell_total(visits: Mapping[str, Visit]) -> list[str]:
    """The clauses with the number of transitions in which each was at work, and the sums."""
    total = Visit()
    for visit in visits.values():
        total.add(visit)
    slugs = [slug for slug, clause in clauses().items() if clause.game in lexludi.GAMES]
    counts = total.counts
    return [
        *(f"{slug:36} {total.reached[slug]:9}" for slug in slugs),
        *_tell_kinds(visits),
        f"{sum(total.reached[slug] > 0 for slug in slugs)} of {len(slugs)} clauses reached",
        f"{len(visits)} worlds: {counts['deals']} deals, which stand for {counts['piles']} piles",
        f"{counts['states']} different states, {counts['ends']} of them ends of a game; {counts['cut']} more cut off",
        f"{counts['transitions']} transitions, {total.seconds:.0f} s of processor time",
    ]


def _tell_kinds(visits: Mapping[str, Visit]) -> list[str]:
    """The sums by game, number of players, and where lines of play are followed to."""
    kinds: dict[str, list[Visit]] = {}
    for name, visit in visits.items():
        world = WORLDS[name]
        end = UNTIL[world.until] if world.depth is None else f"action {world.depth} of three deals"
        kind = f"{world.game.NAME}, {world.rules.players} players, to {end}"
        kinds.setdefault(kind, []).append(visit)
    lines = []
    for kind, some in sorted(kinds.items()):
        states, steps = (sum(visit.counts[what] for visit in some) for what in ("states", "transitions"))
        lines.append(f"{kind}: {len(some)} worlds, {states} states, {steps} transitions")
    return lines


# --- parts ------------------------------------------------------------------------------------------


def _told(world: World) -> dict[str, Any]:
    """What a part is, so that a visit is taken for no other one."""
    return {"world": world.told(), "version": lexludi.__version__, "code": _code(world.game.NAME)}


@cache
def _code(game: str) -> str:
    """A hash of the code that decides what visiting a world of a game comes to."""
    library, here = Path(lexludi.__file__).parent, Path(__file__).parent
    paths = [*library.glob("core/*.py"), *library.glob(f"{game}/*.py"), library / "testing" / "checks.py"]
    paths += [here / name for name in ("deals.py", "world.py", "explore.py")]
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _file(folder: Path, world: World) -> Path:
    return folder / f"{world.name.replace('/', '-')}.json"


def _visit_to_json(visit: Visit) -> dict[str, Any]:
    return {"counts": dict(visit.counts), "reached": dict(visit.reached), "seconds": visit.seconds}


def _found(folder: Path, world: World) -> Visit | None:
    """What an earlier run left of exactly this part, if it did."""
    path = _file(folder, world)
    if not path.is_file():
        return None
    data = load(path)
    if not isinstance(data, dict) or data.get("part") != _told(world):
        return None
    visit = Visit(seconds=data["visit"]["seconds"])
    visit.counts.update(data["visit"]["counts"])
    visit.reached.update(data["visit"]["reached"])
    return visit
