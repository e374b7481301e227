"""How fast a program is held to the rules: compared steps a second, in process and over pipes, in one run.

    python benchmarks/conform.py [--games 60] [--rounds 3] [--json FILE]

The program is `examples/python`. Beside it runs a bare loop, which sends and answers the very same messages and
does nothing but parse and serialise them on both sides: over pipes to a process that knows the replies beforehand, and
in process. Rounds alternate between all of them; the table shows medians. CPU time is that of both processes, with
their start. Nothing here asserts a time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import lexludi
from lexludi.conformance.pipes import Process
from lexludi.conformance.runner import smoke
from lexludi.conformance.search import Search
from lexludi.conformance.targets import Target
from lexludi.core.writing import write_whole
from lexludi.extras import needs
from lexludi.scripts import add_json

try:
    from rich.console import Console
    from rich.table import Table
except ModuleNotFoundError:
    sys.stderr.write(f"{needs('the benchmark', 'cli')}\n")
    sys.exit(2)

Json = dict[str, Any]
PYTHON = Path(__file__).resolve().parent.parent / "examples" / "python"

#: Answers each line with the next of some known replies, parsing the one and serialising the other.
PARROT = """
import json, sys
replies = json.load(open(sys.argv[1]))
for line, reply in zip(sys.stdin.buffer, replies):
    json.loads(line)
    sys.stdout.write(json.dumps(reply) + "\\n")
    sys.stdout.flush()
"""


class InThisProcess:
    """The example without a pipe."""

    def __init__(self) -> None:
        sys.path.insert(0, str(PYTHON))
        from adapter import Adapter  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

        self._adapter = Adapter()
        #: What was asked and answered, if somebody wants to know; and how long the answers took.
        self.messages: list[tuple[Json, Json]] | None = None
        self.seconds = 0.0

    def ask(self, op: str, **fields: Any) -> Json:
        """The reply to one request."""
        start = perf_counter()
        reply: Json = self._adapter.handle({"op": op, **fields})
        self.seconds += perf_counter() - start
        if self.messages is not None:
            ident = len(self.messages)
            self.messages.append(({"id": ident, "op": op, **fields}, {"id": ident, **reply}))
        return reply

    def close(self) -> None:
        """Nothing to end."""


def searched(target: Target, name: str, games: int) -> tuple[int, float]:
    """Compared steps and seconds of a search of so many games."""
    game = lexludi.GAMES[name]
    search = Search(target, smoke(target, game)[1], game, seed=1)
    start = perf_counter()
    search.run_games(games, 1e9)
    seconds = perf_counter() - start
    if search.found.breaks:
        raise SystemExit(f"{name}: the example breaks {list(search.found.breaks)}")
    return search.found.steps, seconds


def over_pipes(name: str, games: int) -> tuple[int, float]:
    """The same, with the example in a process of its own."""
    target = Process([sys.executable, str(PYTHON / "adapter.py")], 10.0)
    try:
        return searched(target, name, games)
    finally:
        target.close()


def parroted(messages: Sequence[tuple[Json, Json]], file: Path) -> float:
    """Seconds of the bare loop over pipes."""
    parrot = subprocess.Popen([sys.executable, "-c", PARROT, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parrot.stdin is not None
    assert parrot.stdout is not None
    start = 0.0
    for number, (request, _) in enumerate(messages):
        if number == 1:  # the first exchange waits for the parrot to start
            start = perf_counter()
        parrot.stdin.write(json.dumps(request).encode() + b"\n")
        parrot.stdin.flush()
        json.loads(parrot.stdout.readline())
    seconds = perf_counter() - start
    parrot.stdin.close()
    parrot.wait()
    return seconds


def spoken(messages: Sequence[tuple[Json, Json]]) -> float:
    """Seconds of the bare loop without pipes: each message serialised and parsed."""
    start = perf_counter()
    for request, reply in messages:
        json.loads(json.dumps(request))
        json.loads(json.dumps(reply))
    return perf_counter() - start


def measured(name: str, games: int, rounds: int, folder: Path) -> dict[str, float]:
    """The figures of a game."""
    target = InThisProcess()
    target.messages = []
    steps, _ = searched(target, name, games)
    messages, target.messages = target.messages, None
    file = folder / f"{name}.json"
    file.write_text(json.dumps([reply for _, reply in messages]), encoding="utf-8")
    runs: dict[str, Callable[[], float]] = {
        "in process": lambda: searched(target, name, games)[1],
        "bare loop, no pipes": lambda: spoken(messages),
        "over pipes": lambda: over_pipes(name, games)[1],
        "bare loop, over pipes": lambda: parroted(messages, file),
    }
    seconds: dict[str, list[float]] = {label: [] for label in runs}
    work: dict[str, list[float]] = {label: [] for label in runs}
    target.seconds = 0.0
    for _ in range(rounds):
        for label, run in runs.items():
            before = sum(os.times()[:4])
            seconds[label].append(run())
            work[label].append(sum(os.times()[:4]) - before)
    rates = {label: steps / median(times) for label, times in seconds.items()}
    shares = [bare / whole for bare, whole in zip(*(seconds[k] for k in list(runs)[:1:-1]), strict=True)]
    return {
        **rates,
        "over pipes : bare loop": median(shares),
        **{f"CPU µs a step, {label}": median(times) / steps * 1e6 for label, times in work.items()},
        "the program's own share, in process": target.seconds / sum(seconds["in process"]),
        "compared steps": steps,
        "messages": len(messages),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=60, help="games in a search (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default: %(default)s)")
    add_json(parser)
    asked = parser.parse_args()
    if min(asked.games, asked.rounds) < 1:
        parser.error("--games and --rounds: at least 1")
    with tempfile.TemporaryDirectory() as folder:
        figures = {name: measured(name, asked.games, asked.rounds, Path(folder)) for name in lexludi.GAMES}
    table = Table("", *figures, title="Compared steps a second")
    for label in next(iter(figures.values())):
        shown = "{:.2f}" if " : " in label or "share" in label else "{:,.0f}"
        table.add_row(label, *(shown.format(figures[name][label]) for name in figures))
    Console().print(table)
    if asked.json is not None:
        write_whole(asked.json, json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
