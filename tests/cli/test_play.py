"""`lexludi play`: what one types, what one sees, and what one does not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import lexludi
from lexludi.cli import run
from lexludi.core.codec import from_json
from lexludi.core.records import Record, find_fault

Capture = pytest.CaptureFixture[str]


def played(monkeypatch: pytest.MonkeyPatch, capsys: Capture, typed: list[str], *words: str) -> tuple[int, str]:
    """Play with these lines typed, then an end of input."""
    lines = iter(typed)

    def answer(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    status = run(["play", *words])
    return status, capsys.readouterr().out


@pytest.mark.parametrize("game", sorted(lexludi.GAMES))
@pytest.mark.parametrize("seat", [0, 2])
def test_a_whole_game_by_number(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path, game: str, seat: int
) -> None:
    out = tmp_path / "game.json"
    words = (game, "--seed", "5", "--seat", str(seat), "--out", str(out))
    status, told = played(monkeypatch, capsys, ["1"] * 500, *words)
    assert status == 0
    assert "rank" in told
    assert "You win." in told or "You do not win." in told
    record = from_json(Record, json.loads(out.read_text(encoding="utf-8")))
    assert record.outcome is not None
    assert find_fault(record) is None


def test_a_refusal_names_its_clause(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    status, told = played(
        monkeypatch, capsys, ["r5", "gaia r highest", "sing", "99", "?", "q"], "druids", "--seed", "3"
    )
    assert status == 0
    assert "must-lead-gaia, druids/gaia-leads" in told
    assert "malformed, druids/well-formed" in told
    assert "'sing' is none of the actions" in told
    assert "'99' is none of the actions" in told
    assert "The game ends here." in told


def test_other_hands_stay_hidden(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    _, told = played(monkeypatch, capsys, ["q"], "druids", "--seed", "3")
    dealt = [line for line in told.splitlines() if "dealt: seat" in line]
    assert ["cards" in line for line in dealt] == [True, False, False]


def test_the_variant_asks_for_the_top(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    words = ("druids", "--seed", "3", "--rules", '{"sun_and_moon":true}')
    _, told = played(monkeypatch, capsys, ["gaia r highest", "q"], *words)
    assert "top named: top highest" in told


def test_birdie_shows_the_row_when_it_is_scored(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    shown: list[str] = []

    def answer(prompt: str) -> str:
        """Take pairs while there are any, and score whatever can be scored."""
        told = capsys.readouterr().out
        shown.append(told)
        listed = re.findall(r"^ +\d+  ([A-Z].*)$", told, re.MULTILINE)
        wanted = ("PAIR", "SET", "LAY", "END")
        return next((action for start in wanted for action in listed if action.startswith(start)), "1")

    monkeypatch.setattr("builtins.input", answer)
    assert run(["play", "birdie", "--seed", "2", "--players", "2"]) == 0
    told = "".join(shown) + capsys.readouterr().out
    assert "your row" in told
    assert "the whole row can give" in told
    assert "SET 0 2" in told


def test_an_unfinished_record_is_kept(monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path) -> None:
    out = tmp_path / "game.json"
    played(monkeypatch, capsys, ["1", "1", "q"], "druids", "--seed", "1", "--out", str(out))
    record = from_json(Record, json.loads(out.read_text(encoding="utf-8")))
    assert record.outcome is None
    assert find_fault(record) is None


@pytest.mark.parametrize(
    "words", [("druids", "--seat", "3"), ("druids", "--players", "7"), ("hearts",), ("druids", "--out", "/nowhere/x")]
)
def test_unusable_calls_are_one_line(capsys: Capture, words: tuple[str, ...]) -> None:
    assert run(["play", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
