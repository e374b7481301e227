"""The shipped perft tables: our rules keep them, and a wrong number is noticed."""

from __future__ import annotations

import json
from itertools import takewhile
from pathlib import Path
from typing import Any

import attrs
import pytest
from examples.python import birdie as second_birdie
from examples.python import druids as second_druids

import lexludi
from lexludi.cli import run
from lexludi.conformance import perft
from lexludi.conformance.perft import PerftTable, counted, load_table, recounted, shipped_tables, state_of
from lexludi.conformance.shipped import info
from lexludi.core.errors import DecodeError

TABLES = list(shipped_tables())
PAGE = Path(__file__).parents[2] / "docs" / "formats" / "perft.md"

each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)


def shallow(table: PerftTable) -> int:
    """The greatest depth up to which all numbers are small."""
    return next((depth for depth, count in enumerate(table.counts) if count > 3000), len(table.counts)) - 1


@each_table
def test_our_rules_keep_it(table: PerftTable) -> None:
    game, state = state_of(table)
    depth = shallow(table)
    assert depth >= 4
    due = table.counts[: depth + 1]
    assert counted(game, state, depth) == due
    assert tuple(game.perft(state, plies) for plies in range(depth + 1)) == due


@each_table
def test_a_second_implementation_comes_to_the_same(table: PerftTable) -> None:
    """The one in plain Python, written from the specification alone, counting by itself."""
    module = {"druids": second_druids, "birdie": second_birdie}[table.game]
    data = json.loads(table.text)
    lines: list[list[Any]] = [[]]
    for due in takewhile(lambda count: count < 500, table.counts[1:]):
        lines = [[*line, action] for line in lines for action in played(module, data, line).legal_actions()]
        assert len(lines) == due


def played(module: Any, data: dict[str, Any], line: list[Any]) -> Any:
    """The second implementation's table once the steps of a perft table, and then a line, have been played."""
    lying = module.Table(module.Rules.read(data["rules"]))
    for step in data["steps"]:
        lying.perform(step["action"], step["seat"])
    for action in line:
        lying.perform(action)
    return lying


@each_table
def test_it_is_stamped_and_shown(table: PerftTable) -> None:
    assert table.info == info(json.loads(table.text)), "run: python -m lexludi.conformance.perft"
    assert table.id.startswith(f"{table.game}-perft-")
    row = f"| `{table.id}` | {table.purpose} | {', '.join(map(str, table.counts))} |"
    assert row in PAGE.read_text(encoding="utf-8").splitlines()


def test_there_are_enough_and_their_ids_differ() -> None:
    assert len({table.id for table in TABLES}) == len(TABLES)
    for game in lexludi.GAMES:
        counts = [table.counts for table in TABLES if table.game == game]
        assert len(counts) >= 4
        assert max(max(each) for each in counts) > 30_000


def test_some_end_in_leaves() -> None:
    """At the end of a game, and where a deal is due, no line goes on."""
    ended = [table for table in TABLES if table.counts[-1] == 0]
    phases = set()
    for table in ended:
        game, state = state_of(table)
        while game.legal_actions(state):
            state = game.apply(state, game.legal_actions(state)[0])
        phases.add(state.phase.value)
    assert phases == {"over", "deal"}


def test_counting_anew_mends_a_table() -> None:
    table = next(table for table in TABLES if table.counts[-1] == 0)
    wrong = table.text.replace("[1, 2,", "[1, 7,") if "[1, 2," in table.text else table.text.replace("[1, 3,", "[1, 7,")
    assert wrong != table.text
    assert recounted(wrong) == recounted(table.text) == table.text


def whole(**changes: Any) -> str:
    return json.dumps({**json.loads(TABLES[0].text), **changes})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[]", "an object"),
        (whole(format="lexludi-vector/1"), "format"),
        (whole(clauses=[]), "clauses"),
        (whole(id=3), "id"),
        (whole(id="Not a slug"), "a slug"),
        (whole(counts=[]), "counts"),
        (whole(counts=[2, 3]), "counts"),
        (whole(counts=[1, 2.0]), "counts"),
        (whole(counts=[1, True]), "counts"),
        (whole(counts=[1, -1]), "counts"),
        (whole(steps=[]), "steps"),
        (whole(steps=[{"seat": 0}]), r"steps\[0\]"),
    ],
)
def test_what_is_no_table_is_not_read(text: str, told: str) -> None:
    with pytest.raises(DecodeError, match=told):
        load_table(text)


def test_the_command_compares(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    druids = [table for table in TABLES if table.game == "druids"]
    small = [attrs.evolve(table, counts=table.counts[:3]) for table in druids]
    monkeypatch.setattr("lexludi.cli.perft.shipped_tables", lambda _: small)
    assert run(("perft", "druids", "--tables")) == 0
    assert small[0].id in capsys.readouterr().out
    assert run(("perft", "druids", "--check")) == 0
    assert f"{len(small)} tables: {len(small)} kept, 0 broken" in capsys.readouterr().out
    small[0] = attrs.evolve(small[0], counts=(1, 99, *small[0].counts[2:]))
    assert run(("perft", "druids", "--check")) == 1
    assert f"99, counted {druids[0].counts[1]}" in capsys.readouterr().out
    assert run(("perft", "druids", "--check", "--players", "3")) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_module_writes_what_it_counts(tmp_path: Path) -> None:
    path = tmp_path / "druids" / "one.json"
    path.parent.mkdir()
    text = next(table.text for table in TABLES if table.id == "druids-perft-two-seats")
    path.write_text(text.replace('"counts": [1, 2,', '"counts": [1, 5,'), encoding="utf-8")
    perft.main(tmp_path)
    assert path.read_text(encoding="utf-8") == text
