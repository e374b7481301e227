"""Where the time of a random playout of Druids goes: microseconds a player's move, by what is done.

    python benchmarks/shares.py [--games 200]

Plays games at random and keeps their actions. Then it plays the same actions again and again, each time
with one function called once more than the rules call it: what that run takes longer is the share of the
function, in the midst of a game and with all that it calls. Nothing here asserts a time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from time import perf_counter
from typing import Any

from lexludi import druids
from lexludi.druids import game as face
from lexludi.druids.stacks import win_trick
from lexludi.extras import needs

try:
    from rich.console import Console
    from rich.table import Table
except ModuleNotFoundError:
    sys.stderr.write(f"{needs('the benchmark', 'cli')}\n")
    sys.exit(2)

PLAYERS = 4
REPEATS = 7


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=200, help="games played (default: %(default)s)")
    chosen = parser.parse_args()
    if chosen.games < 1:
        parser.error(f"--games: {chosen.games}, expected at least 1")
    games = [played(Random(number)) for number in range(chosen.games)]
    moves = sum(type(action) is not druids.Deal for game in games for action in game)
    table = Table("what", "µs a move", title=f"A random playout of Druids, {PLAYERS} players, {moves:,} moves")
    for label, seconds in shares(games).items():
        table.add_row(label, f"{seconds / moves * 1e6:.2f}")
    Console().print(table)


def played(random: Random) -> list[druids.Action]:
    """The actions of one game, deals included."""
    state, actions = druids.start(druids.Rules(players=PLAYERS)), []
    while not druids.is_over(state):
        legal = druids.legal_actions(state)
        action = legal[int(random.random() * len(legal))] if legal else druids.shuffled(state, random)
        state = druids.apply(state, action)
        actions.append(action)
    return actions


def shares(games: list[list[druids.Action]]) -> dict[str, float]:
    """Label → seconds that all games together spend on it."""
    again = least_time(lambda: replay(games))

    def more(patched: Any = None, **asked: Any) -> float:
        with patched or nothing():
            return least_time(lambda: replay(games, **asked)) - again

    deals = sum(type(action) is druids.Deal for game in games for action in game)
    undealt, random = druids.start(druids.Rules(players=PLAYERS)), Random(0)
    return {
        "the whole playout": least_time(lambda: [played(Random(number)) for number in range(len(games))]),
        "  shuffled": least_time(lambda: [druids.shuffled(undealt, random) for _ in range(deals)]),
        "  legal_actions": more(ask=druids.legal_actions),
        "  apply, deals included": again,
        "    verify": more(twice("verify")),
        "    a card played (play)": more(twice_performed(druids.Play)),
        "    a trick won (win_trick)": more(twice("win_trick", win_trick)),
        "    a deal (deal, without verify)": more(twice_performed(druids.Deal)),
        "    what is due next (due)": more(twice("due")),
    }


def replay(games: list[list[druids.Action]], ask: Callable[[druids.State], object] | None = None) -> None:
    """Play the actions of all games, and ask something of every state."""
    for actions in games:
        state = druids.start(druids.Rules(players=PLAYERS))
        for action in actions:
            if ask is not None:
                ask(state)
            state = druids.apply(state, action)


def least_time(work: Callable[[], object]) -> float:
    """Seconds that `work` takes, the least of some repeats."""
    times = []
    for _ in range(REPEATS):
        begun = perf_counter()
        work()
        times.append(perf_counter() - begun)
    return min(times)


def doubled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that calls `function` twice."""

    def called(*arguments: Any) -> Any:
        function(*arguments)
        return function(*arguments)

    return called


@contextmanager
def nothing() -> Iterator[None]:
    """Change nothing."""
    yield


@contextmanager
def twice(name: str, function: Callable[..., Any] | None = None) -> Iterator[None]:
    """Let the face of the game call one of its functions twice."""
    real = function or getattr(face, name)
    setattr(face, name, doubled(real))
    try:
        yield
    finally:
        setattr(face, name, real)


@contextmanager
def twice_performed(kind: type) -> Iterator[None]:
    """Let what an action of this type does be done twice."""
    real = face.PERFORM[kind]
    face.PERFORM[kind] = doubled(real)
    try:
        yield
    finally:
        face.PERFORM[kind] = real


if __name__ == "__main__":
    main()
