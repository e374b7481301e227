"""Perft tables: how many lines of play there are from a few fixed deals, shipped as data for any language.

A program that comes to the same numbers agrees with us on what is legal in every one of those lines.

python -m lexludi.conformance.perft [FOLDER] counts the tables of a folder anew (`spec/perft` by default).
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from lexludi.conformance.shipped import info, read_shipped, shipped_texts
from lexludi.core.codec import expect, from_json
from lexludi.core.game import Game, game_named
from lexludi.core.jsontext import dumps, loads
from lexludi.core.writing import write_whole

__all__ = ["PERFT", "PerftTable", "counted", "load_table", "recounted", "shipped_tables", "state_of"]

#: Format name of a perft table.
PERFT = "lexludi-perft/1"

_KEYS = ("id", "purpose", "game", "rules", "steps", "counts", "_info")


@attrs.frozen
class PerftTable:
    """One table. Its rules and steps stay JSON, as in a vector."""

    #: Immutable slug.
    id: str
    #: What it is about, in a sentence.
    purpose: str
    #: Name of the game.
    game: str
    #: The number of sequences of exactly 0, 1, 2, … player actions.
    counts: tuple[int, ...]
    #: The text of the file, from which rules and steps are read anew at each use.
    text: str

    @property
    def info(self) -> dict[str, Any]:
        """Spec version and content hash, as they stand in the file."""
        told: dict[str, Any] = loads(self.text)["_info"]
        return told


def load_table(text: str, name: str = "perft") -> PerftTable:
    """The table of a file's text. DecodeError for anything that is none."""
    data = read_shipped(text, PERFT, _KEYS, name)
    counts, steps = data["counts"], data["steps"]
    good = isinstance(counts, list) and counts[:1] == [1] and all(type(each) is int and each >= 0 for each in counts)
    expect(good, counts, "an array of numbers, the first of them 1", f"{name}: counts")
    for index, step in enumerate(steps):
        fits = isinstance(step, dict) and set(step) == {"seat", "action"}
        expect(fits, step, "an object with seat and action alone", f"{name}: steps[{index}]")
    return PerftTable(data["id"], data["purpose"], data["game"], tuple(counts), text)


def shipped_tables(game: str | None = None) -> Iterator[PerftTable]:
    """The tables of the specification, by id; of one game or of all.

    >>> [table.id for table in shipped_tables("druids")][0]
    'druids-perft-full-four'
    """
    return (load_table(text, name) for text, name in shipped_texts("perft", game))


def state_of(table: PerftTable) -> tuple[Game, Any]:
    """The game of a table, and the state in which counting begins.

    BadInput for a game, rules or actions that are none, IllegalAction for a step that the rules refuse.
    """
    data, game = loads(table.text), game_named(table.game)
    state = game.start(from_json(game.Rules, data["rules"]))
    for step in data["steps"]:
        state = game.apply(state, from_json(game.Action, step["action"]), step["seat"])
    return game, state


def counted(game: Game, state: Any, depth: int) -> tuple[int, ...]:
    """The number of sequences of exactly 0, 1, … `depth` player actions; a due deal and the end are leaves.

    What `game.perft` gives for each of them, in less time: lines that meet in one state go on as one, counted
    as often as they are.

    >>> from lexludi import druids
    >>> rules = druids.Rules(players=2, domains=2, values=3, sickles=0, mistletoes=0, hand_size=3)
    >>> state = druids.apply(druids.start(rules), druids.Deal(druids.cards("G1 GAIA G2 Y1 G3 Y2 Y3")))
    >>> counted(druids, state, 3) == tuple(druids.perft(state, depth) for depth in range(4))
    True
    """
    counts, lines = [1], Counter({state: 1})
    for _ in range(depth):
        following: Counter[Any] = Counter()
        for met, ways in lines.items():
            for action in game.legal_actions(met):
                following[game.apply(met, action)] += ways
        lines = following
        counts.append(lines.total())
    return tuple(counts)


def recounted(text: str) -> str:
    """The text of a table with the counts that our rules give, as many as it has, and the right `_info`."""
    table = load_table(text)
    game, state = state_of(table)
    counts = counted(game, state, len(table.counts) - 1)
    text = re.sub(r'"counts":\s*\[[^\[\]]*\]', f'"counts": [{", ".join(map(str, counts))}]', text)
    told = ", ".join(f'"{key}": {dumps(value)}' for key, value in info(loads(text)).items())
    return re.sub(r'"_info":\s*\{[^{}]*\}', f'"_info": {{{told}}}', text)


def main(folder: Path) -> None:
    """Count all tables below `folder` anew."""
    for path in sorted(folder.rglob("*.json")):
        text = path.read_text(encoding="utf-8")
        if (new := recounted(text)) != text:
            write_whole(path, new)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "spec/perft"))
