"""The search on programs with planted faults: found, blamed on the right clause, shrunk, and repeatable."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from lexludi.conformance.breaks import Break
from lexludi.conformance.repeat import repeat
from lexludi.conformance.report import break_vector
from lexludi.conformance.runner import smoke
from lexludi.conformance.search import Search
from lexludi.conformance.vectors import load_vector
from lexludi.core.game import game_named
from lexludi.core.jsontext import dumps

FAULTS = Path(__file__).resolve().parents[2] / "examples" / "faults"
sys.path.insert(0, str(FAULTS))

faults: Any = import_module("faults")
planting: Any = import_module("planting")


def found(names: str, games: int = 40, seconds: float = 0.4) -> Search:
    """A search of a program with these faults, its breaks of the faults' own clauses shrunk."""
    planted = faults.named(names)
    game, target = game_named(planted[0].game), planting.Planted(*planted)
    search = Search(target, smoke(target, game)[1], game)
    search.run_rules()
    search.run_situations()
    search.run_forms()
    search.run_games(games, 60)
    search.blame_deaths()
    for signature in list(search.found.breaks):
        if any(signature[0] in fault.clauses for fault in planted):
            search.shrink(signature, seconds)
    return search


def own(search: Search, name: str) -> Break:
    """The shortest break of a fault's own clauses."""
    fault = faults.named(name)[0]
    return min((one for one in search.found.breaks.values() if one.clause in fault.clauses), key=lambda one: one.size)


def told_again(one: Break, names: str) -> list[str]:
    """What is told when the break's vector is put to the same program."""
    planted = faults.named(names)
    vector = load_vector(dumps(break_vector(planted[0].game, one)), "break")
    return repeat(vector, planting.Planted(*planted))


SHOWN = {
    # One of each kind of break, and the situations that are rare.
    "druids-sickle-takes-the-lowest": "differs",
    "druids-stuck-without-the-domain": "rejected",
    "druids-out-of-turn-taken": "accepted",
    "druids-turn-before-phase": "code",
    "druids-refused-card-is-gone": "changed",
    "birdie-refused-end-of-turn-gives-back": "changed",
    "druids-stacks-open": "view",
    "druids-gaia-only-held-domains": "legal",
    "druids-specials-crash": "broken",
    "druids-gaia-may-stay-undealt": "accepted",
    "birdie-hands-open-in-scoring": "view",
    "birdie-refill-crashes": "broken",
    "birdie-five-copies": "rejected",
}


@pytest.mark.parametrize("name", SHOWN)
def test_it_is_found_and_its_game_repeats(name: str) -> None:
    search = found(name)
    fault = faults.named(name)[0]
    one = own(search, name)
    assert len(one.steps) <= 1.5 * fault.shortest + 1
    kinds = {other.kind: other for other in search.found.breaks.values() if other.clause in fault.clauses}
    assert SHOWN[name] in kinds
    for other in kinds.values():
        assert told_again(other, name), other
        vector = load_vector(dumps(break_vector(fault.game, other)), "break")
        assert repeat(vector, planting.Planted()) == []


ALONE = [
    # What is done too early, or beside what is due: it differs in steps of many clauses.
    "druids-dealer-moves-after-the-last-round",
    "druids-lost-with-one-domain-missing",
    "druids-last-card-is-not-played",
    "druids-hands-cleared-at-the-end",
    "druids-stacks-cleared-at-the-end",
    "birdie-display-cleared-for-scoring",
    "birdie-passes-cleared-for-scoring",
    "birdie-round-ends-with-one-player-left",
    "birdie-ability-without-effect-not-marked",
    "birdie-refused-end-of-turn-gives-back",
]


@pytest.mark.parametrize("name", ALONE)
def test_no_innocent_clause_is_blamed(name: str) -> None:
    search = found(name, games=60, seconds=0)
    assert {clause for clause, _ in search.found.breaks} & set(faults.named(name)[0].clauses)
    assert {clause for clause, _ in search.found.breaks} <= set(faults.named(name)[0].clauses)


TOGETHER = [
    ("druids-gaia-tops-a-stack", "druids-sickle-takes-the-lowest"),
    ("druids-gaia-tops-a-stack", "druids-dealer-tie-by-seat"),
    ("birdie-first-card-does-not-count", "birdie-trophy-always-three"),
    ("birdie-refilled-from-the-left", "birdie-trophy-to-the-first"),
]


@pytest.mark.parametrize("names", TOGETHER, ids="+".join)
def test_a_break_that_nearly_every_game_meets_hides_no_other(names: tuple[str, str]) -> None:
    search = found("+".join(names), games=200, seconds=0.1)
    for name in names:
        assert own(search, name)


def test_faults_are_many_and_of_every_kind_that_a_protocol_can_see() -> None:
    modules = {game: import_module(f"examples.python.{game}") for game in ("druids", "birdie")}
    kinds = {fault.kind for fault in faults.FAULTS}
    assert kinds - {0} == {*range(1, 25)} - {20, 21, 23}
    assert sum(fault.kind == 0 for fault in faults.FAULTS) >= 15
    assert len({fault.name for fault in faults.FAULTS}) == len(faults.FAULTS)
    for fault in faults.FAULTS:
        assert fault.says.endswith(".")
        owner, method = fault.place.split(".")
        assert hasattr(getattr(modules[fault.game], owner), method), fault.name


def test_the_example_without_faults_conforms() -> None:
    for game in ("druids", "birdie"):
        target: Any = planting.Planted()
        search = Search(target, smoke(target, game_named(game))[1], game_named(game), seed=3)
        search.run_rules()
        search.run_forms()
        search.run_games(40, 60)
        assert not search.found.breaks
        assert not search.found.abandoned
