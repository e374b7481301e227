"""What a state, a view and their JSON cost: bytes and time, for both games, in one run.

    python benchmarks/costs.py [--games 3] [--json FILE]

Plays some games, keeps every state, and measures over all of them. Bytes are what a state adds to the
one before it (a state shares most of its parts with its neighbours), and what one has alone. Then the
solver of Birdie, on rows of 32 cards with all 8 categories open. Nothing here asserts a time.
"""

from __future__ import annotations

import argparse
import json
import pickle
import sys
import tracemalloc
from collections.abc import Callable, Iterable
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import lexludi
from lexludi import birdie
from lexludi.core.codec import from_json, to_json
from lexludi.core.writing import write_whole
from lexludi.extras import needs
from lexludi.scripts import add_json
from lexludi.testing.playouts import Moment, moments
from lexludi.testing.policies import policy_of

try:
    from rich.console import Console
    from rich.table import Table
except ModuleNotFoundError:
    sys.stderr.write(f"{needs('the benchmark', 'cli')}\n")
    sys.exit(2)

REPEATS = 5


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=3, help="games played of each kind (default: %(default)s)")
    add_json(parser)
    chosen = parser.parse_args()
    if chosen.games < 1:
        parser.error(f"--games: {chosen.games}, expected at least 1")
    figures = {name: measured(name, chosen.games) for name in lexludi.GAMES}
    table = Table("what", *figures, title="Costs, median over all states")
    for label in next(iter(figures.values())):
        table.add_row(label, *(told(label, figures[name][label]) for name in figures))
    Console().print(table)
    solver = solver_times()
    for label, times in solver.items():
        line = f"median {median(times):5.2f} ms, at most {max(times):5.2f} ms, {len(times)} rows"
        print(f"birdie.best_sets, 32 cards, {label:<12} {line}")
    if chosen.json is not None:
        told_too = {label: {"median ms": median(times), "most ms": max(times)} for label, times in solver.items()}
        write_whole(chosen.json, json.dumps({**figures, "best_sets": told_too}, indent=1) + "\n")


def told(label: str, value: float) -> str:
    """A figure with its unit."""
    return f"{value:,.0f}" if "bytes" in label or label == "states" else f"{value:.2f} µs"


def measured(name: str, games: int) -> dict[str, float]:
    """Label → figure, for one game."""
    game = lexludi.GAMES[name]
    rules = list(game.simulated_rules())
    played = [list(moments(game, rules[i % len(rules)], Random(i), policy_of(game))) for i in range(games)]
    every = [moment for one in played for moment in one]
    states = [moment.after for moment in every]
    texts = [json.dumps(to_json(state)) for state in states]
    views = [(state, state.to_act or 0) for state in states]
    acting = [moment for moment in every if moment.seat is not None]
    return {
        "states": float(len(states)),
        "a state, bytes beside its neighbours": shared_bytes(game, played[0]),
        "a state alone, bytes pickled": median(len(pickle.dumps(state)) for state in states),
        "a state, bytes of JSON": median(len(text) for text in texts),
        "legal_actions": time_of(lambda moment: game.legal_actions(moment.state), acting),
        "verify": time_of(lambda moment: game.verify(moment.state, moment.action), acting),
        "apply": time_of(lambda moment: game.apply(moment.state, moment.action), acting),
        "explain": time_of(lambda moment: game.explain(moment.state, moment.action), acting),
        "view": time_of(lambda pair: game.view(*pair), views),
        "project": time_of(game.project, states),
        "hash of a state": time_of(hash, states),
        "state to JSON text": time_of(lambda state: json.dumps(to_json(state)), states),
        "JSON text to state": time_of(lambda text: from_json(game.State, json.loads(text)), texts),
        "view to JSON text": time_of(lambda pair: json.dumps(to_json(game.view(*pair))), views),
    }


def solver_times() -> dict[str, list[float]]:
    """Kind of row → milliseconds that `best_sets` takes on each, the median of some repeats."""
    deck, random = list(birdie.deck(birdie.Rules(players=2))), Random(7)
    grid = [deck[at : at + 16 : 4] for at in range(0, 64, 16)]  # by species and season, each token once
    diagonals = [grid[at][(at + shift) % 4] for shift in range(4) for at in range(4)]
    snake = [grid[at % 4][(at + 1) // 2 % 4] for at in range(8)]
    kinds: dict[str, list[list[Any]]] = {
        "random": [random.sample(deck, 32) for _ in range(100)],
        # Each neighbour shares a species or a season: a random walk over the tokens by one part at a time.
        "neighbours": [walked(grid, random) for _ in range(100)],
        # Every neighbour shares both, or one in turn, or as long as can be: the most that there is to weigh.
        "adversarial": [
            deck[:32],
            deck[16:48],
            sorted(deck, key=lambda card: card.season.index)[:32],
            [card for card in diagonals[:8] for _ in range(4)],
            [card for card in diagonals for _ in range(2)],
            [card for card in snake for _ in range(4)],
            snake * 4,
            deck[:1] * 32,
            [card for two in zip(deck[:16], deck[16:32], strict=True) for card in two],
        ],
    }
    return {
        label: [time_of(lambda row: birdie.best_sets(row, birdie.CATEGORIES), [tuple(row)]) / 1e3 for row in rows]
        for label, rows in kinds.items()
    }


def walked(grid: list[list[Any]], random: Random) -> list[Any]:
    """A row of 32 in which each card shares its species or its season, or both, with the one before."""
    species, season, row = 0, 0, []
    for _ in range(32):
        species, season = random.choice(((random.randrange(4), season), (species, random.randrange(4))))
        row.append(grid[species][season])
    return row


def time_of(function: Callable[[Any], Any], items: Iterable[Any]) -> float:
    """Microseconds a call takes on average over `items`, the median of some repeats."""
    items = list(items)
    times = []
    for _ in range(REPEATS):
        begun = perf_counter()
        for item in items:
            function(item)
        times.append((perf_counter() - begun) / len(items) * 1e6)
    return median(times)


def shared_bytes(game: Any, played: list[Moment]) -> float:
    """Bytes that each state of a game adds while all are kept."""
    tracemalloc.start()
    kept, before = [played[0].state], tracemalloc.get_traced_memory()[0]
    for moment in played:
        kept.append(game.apply(kept[-1], moment.action, moment.seat))
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return (grown - sys.getsizeof(kept)) / len(played)


if __name__ == "__main__":
    main()
