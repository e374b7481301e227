"""The command line: what it says, its exit status, and one line for every unusable call."""

from __future__ import annotations

import importlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lexludi import druids, to_json
from lexludi.cli import run
from lexludi.testing.playouts import game_random, playout

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def record() -> Any:
    return to_json(playout(druids, druids.Rules(players=3, rounds=1), game_random(7, 0)))


def called(capsys: Capture, *words: str) -> tuple[int, str, str]:
    status = run(words)
    told = capsys.readouterr()
    return status, told.out, told.err


def refused(capsys: Capture, *words: str) -> str:
    """The one line that an unusable call gets; its exit status is 2."""
    status, out, err = called(capsys, *words)
    assert status == 2
    assert err.count("\n") == 1
    assert "Traceback" not in out + err
    return err


def written(folder: Path, data: Any) -> str:
    path = folder / "record.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return str(path)


def test_without_a_command_it_lists_them(capsys: Capture) -> None:
    status, out, err = called(capsys)
    assert status == 0
    for name in ("audit", "perft", "replay", "serve", "simulate", "spec", "vectors"):
        assert name in out + err


def test_version(capsys: Capture) -> None:
    assert called(capsys, "--version")[:2] == (0, "lexludi 0.1.0\n")


def test_an_unknown_command_is_one_line(capsys: Capture) -> None:
    assert "sing" in refused(capsys, "sing")


def test_without_the_extra_it_says_which_to_add() -> None:
    code = "import sys; sys.modules['click'] = None; sys.argv = ['lexludi']\nfrom lexludi.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "lexludi: the command line needs the extra 'cli': pip install 'lexludi[cli]'\n"


def test_spec_lists_shows_and_prints_the_whole(capsys: Capture) -> None:
    assert "druids/follow-domain" in called(capsys, "spec")[1]
    status, out, _ = called(capsys, "spec", "druids/follow-domain")
    assert status == 0
    for told in (
        "must-follow-domain",
        "000:3.7",
        "druids.tricks.playable",
        "test_follow_domain__",
        "druids-follow-domain",
    ):
        assert told in out
    assert called(capsys, "spec", "druids")[1].startswith("# Druids")
    assert "druids/sing" in refused(capsys, "spec", "druids/sing")


def test_the_matrix_has_no_orphan(capsys: Capture) -> None:
    status, out, _ = called(capsys, "spec", "--matrix")
    assert status == 0
    assert " 0 orphans" in out


def test_audit_of_a_good_record(capsys: Capture, tmp_path: Path, record: Any) -> None:
    status, out, _ = called(capsys, "audit", written(tmp_path, record))
    assert status == 0
    assert "keep the rules" in out


def test_audit_names_step_and_clause(capsys: Capture, tmp_path: Path, record: Any) -> None:
    record["steps"][3], record["steps"][4] = record["steps"][4], record["steps"][3]
    status, out, _ = called(capsys, "audit", written(tmp_path, record))
    assert status == 1
    assert "step 3 breaks druids/turn-order" in out
    assert "out-of-turn" in out


def test_audit_of_what_is_no_text(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(b'{"format": "\xff"}')
    assert "not UTF-8" in refused(capsys, "audit", str(path))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes()), encoding="utf-8"))
    assert "standard input: not UTF-8" in refused(capsys, "audit", "-")


def test_audit_of_a_wrong_outcome(capsys: Capture, tmp_path: Path, record: Any) -> None:
    record["outcome"]["winners"] = [0, 1, 2]
    status, out, _ = called(capsys, "audit", written(tmp_path, record))
    assert status == 1
    assert "druids/winners" in out


def test_audit_says_who_won_though_the_log_does_not(capsys: Capture, tmp_path: Path, record: Any) -> None:
    status, told, _ = called(capsys, "audit", written(tmp_path, record))
    del record["outcome"]
    record["format"] = "lexludi-log/1"
    status, out, _ = called(capsys, "audit", written(tmp_path, record))
    assert (status, out) == (0, told)
    assert "winners" in out
    del record["steps"][-1]
    assert "(unfinished)" in called(capsys, "audit", written(tmp_path, record))[1]


def test_audit_of_an_outcome_before_the_end(capsys: Capture, tmp_path: Path, record: Any) -> None:
    record["steps"].pop()
    status, out, _ = called(capsys, "audit", written(tmp_path, record))
    assert status == 1
    assert "not over" in out


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda r: json.dumps(r)[: len(json.dumps(r)) // 2], "valid JSON"),
        (lambda r: "", "valid JSON"),
        (lambda r: [], "object"),
        (lambda r: {**r, "game": "hearts"}, "game: 'hearts'"),
        (lambda r: {**r, "format": "lexludi-record/9"}, "format"),
        (lambda r: {**r, "rules": {"players": 3, "crosses": 1}}, "rules.crosses"),
        (lambda r: {**r, "rules": {"players": 2}}, "rules.hand_size"),
        (lambda r: {**r, "rules": {"players": 3.0}}, "rules.players: 3.0"),
        (lambda r: {**r, "steps": [{"seat": None, "action": {"type": "play", "card": "r5"}}]}, "steps[0].action.card"),
        (lambda r: {**r, "steps": [{"seat": None, "action": {"type": "play", "card": "R5"}}]}, "steps[0].seat"),
        (lambda r: {**r, "steps": [{"seat": 1, "action": {"type": "take", "card": "R5"}}]}, "steps[0].action.type"),
        (lambda r: {k: v for k, v in r.items() if k != "outcome"}, "outcome: missing"),
        (lambda r: {**r, "extra": 1}, "extra: unknown field"),
    ],
)
@pytest.mark.parametrize("command", ["audit", "replay"])
def test_what_is_no_record_is_one_line(
    capsys: Capture, tmp_path: Path, record: Any, command: str, spoil: Any, told: str
) -> None:
    assert told in refused(capsys, command, written(tmp_path, spoil(record)))


@pytest.mark.parametrize("command", ["audit", "replay"])
def test_a_file_that_is_not_there_is_one_line(capsys: Capture, command: str) -> None:
    assert "nowhere.json" in refused(capsys, command, "nowhere.json")


def test_replay_tells_events_with_their_clauses(capsys: Capture, tmp_path: Path, record: Any) -> None:
    status, out, _ = called(capsys, "replay", written(tmp_path, record))
    assert status == 0
    for told in ("gathered [druids/clear-table]", "trick won:", "round scored:", "game ended:"):
        assert told in out


def test_replay_for_a_viewer_hides_other_hands(capsys: Capture, tmp_path: Path, record: Any) -> None:
    path = written(tmp_path, record)
    out = called(capsys, "replay", path, "--viewer", "1", "--json", "--until", "1")[1]
    told = json.loads(out)
    assert "action" not in told
    assert [event["cards"] is None for event in told["events"] if event["type"] == "dealt"] == [True, False, True]
    for line in called(capsys, "replay", path, "--viewer", "1", "--json")[1].splitlines():
        step = json.loads(line)
        assert ("action" in step) is (step["seat"] == 1)
    assert "seat: 5" in refused(capsys, "replay", path, "--viewer", "5")
    assert "--until" in refused(capsys, "replay", path, "--until", "-1")


def test_replay_stops_at_a_broken_rule(capsys: Capture, tmp_path: Path, record: Any) -> None:
    record["steps"][2]["seat"] = (record["steps"][2]["seat"] + 1) % 3
    status, out, _ = called(capsys, "replay", written(tmp_path, record))
    assert status == 1
    assert "druids/turn-order" in out


def test_replay_observes(capsys: Capture, tmp_path: Path, record: Any) -> None:
    path = written(tmp_path, record)
    whole = json.loads(called(capsys, "replay", path, "--observe")[1].splitlines()[-1])
    assert whole["winners"] == record["outcome"]["winners"]
    seen = json.loads(called(capsys, "replay", path, "--observe", "--viewer", "2")[1].splitlines()[-1])
    assert seen["seat"] == 2
    assert "hands" not in seen


def test_simulate_sums_up_and_repeats(capsys: Capture) -> None:
    first = called(capsys, "simulate", "druids", "--games", "6", "--seed", "3")
    assert first[0] == 0
    assert "6 games" in first[1]
    words = ("--games", "6", "--seed", "3", "--workers", "2", "--part-size", "2")
    assert called(capsys, "simulate", "druids", *words)[:2] == first[:2]


def test_simulate_checks_and_counts_clauses(capsys: Capture) -> None:
    status, out, _ = called(capsys, "simulate", "druids", "--games", "2", "--check", "--rules", '{"rounds":1}')
    assert status == 0
    assert "druids/follow-domain" in out
    assert "every step kept every invariant" in out


def test_simulate_writes_records_that_audit_accepts(capsys: Capture, tmp_path: Path) -> None:
    out = tmp_path / "records.jsonl"
    assert called(capsys, "simulate", "druids", "--games", "3", "--players", "3", "--out", str(out))[0] == 0
    lines = out.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    for line in lines:
        assert called(capsys, "audit", written(tmp_path, line))[0] == 0
    status, told, _ = called(capsys, "audit", str(out))
    assert status == 0
    assert "3 records: all keep the rules" in told
    assert "3 records, a line each" in refused(capsys, "replay", str(out))
    second = json.loads(lines[1])
    second["outcome"]["winners"] = [0, 1, 2]
    out.write_text("\n".join((lines[0], json.dumps(second), lines[2])), encoding="utf-8")
    status, told, _ = called(capsys, "audit", str(out))
    assert status == 1
    assert "line 2:" in told
    assert "druids/winners" in told


@pytest.mark.parametrize("name", ["/", ".", "", "/nowhere/at/all"])
@pytest.mark.parametrize("command", ["play", "simulate"])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(
    command: str, name: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module(f"lexludi.cli.{command}")
    for played in {"run", "_step"} & set(vars(module)):
        monkeypatch.setattr(module, played, None)
    assert f"--out: '{name}', expected a file" in refused(capsys, command, "druids", "--out", name)


def test_simulate_writes_records_alone_on_standard_output(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("simulate", "druids", "--games", "2", "--players", "3", "--out")
    assert called(capsys, *words, "file")[0] == 0
    assert called(capsys, *words, "-")[:2] == (0, Path("file").read_text(encoding="utf-8"))
    assert os.listdir() == ["file"]


def test_simulate_writes_into_a_pipe(capsys: Capture, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    words = ("simulate", "druids", "--games", "1", "--players", "3", "--out", str(tmp_path / "pipe"))
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert called(capsys, *words)[0] == 0
        assert json.loads(os.read(reader, 1 << 20))["game"] == "druids"
    finally:
        os.close(reader)
    assert (tmp_path / "pipe").is_fifo()
    reader, writer = os.pipe()
    os.close(reader)
    status, _, err = called(capsys, *words[:-1], f"/dev/fd/{writer}")
    assert (status, err.splitlines()[-1]) == (2, f"lexludi: /dev/fd/{writer}: Broken pipe")
    os.close(writer)


def test_simulate_resumes(capsys: Capture, tmp_path: Path) -> None:
    words = ("simulate", "druids", "--games", "4", "--part-size", "2", "--resume", str(tmp_path / "parts"))
    first = called(capsys, *words)[1]
    parts = sorted((tmp_path / "parts").iterdir())
    assert len(parts) == 2
    stamps = [part.stat().st_mtime_ns for part in parts]
    assert called(capsys, *words)[1] == first
    assert [part.stat().st_mtime_ns for part in parts] == stamps


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("simulate", "hearts"), "game: 'hearts'"),
        (("simulate", "druids", "--games", "0"), "--games: 0"),
        (("simulate", "druids", "--games", "x"), "--games"),
        (("simulate", "druids", "--players", "9"), "players: 9"),
        (("simulate", "druids", "--rules", "{"), "--rules"),
        (("simulate", "druids", "--rules", "[]"), "--rules"),
        (("simulate", "druids", "--rules", '{"players":2}'), "hand_size"),
        (("simulate", "druids", "--all", "--players", "3"), "--all"),
        (("simulate", "druids", "--games", "1", "--out", "/nowhere/at/all"), "/nowhere/at"),
        (("simulate", "druids", "--games", "1", "--resume", "-"), "--resume: '-'"),
        (("simulate", "druids", "--games", "1", "--resume", ""), "--resume: ''"),
        (("simulate", "druids", "--games", "1", "--resume", "/dev/null"), "--resume: '/dev/null'"),
        (("play", "druids", "--out", "-"), "--out: '-', expected a file, as the game has standard output for itself"),
        (("vectors", "--regenerate", ""), "--regenerate: ''"),
        (("conform", "druids", "--known", "", "--", "x"), "lexludi: '': no name, expected a readable file"),
        (("conform", "druids", "--vector", "", "--", "x"), "lexludi: '': no name, expected a readable file"),
        (("conform", "druids", "--", ""), ": '' cannot be started"),
        (("audit", ""), "lexludi: '': no name, expected a readable file"),
        (("replay", ""), "lexludi: '': no name, expected a readable file"),
        (("perft", "druids", "--record", ""), "lexludi: '': no name, expected a readable file"),
        (("perft", "druids", "--depth", "0"), "--depth: 0"),
        (("perft", "druids", "--record", "nowhere.json"), "nowhere.json"),
        (("perft", "druids", "--check", "--depth", "4"), "--check: --depth beside it"),
        (("perft", "druids", "--check", "--seed", "0"), "--check: --seed beside it"),
        (("perft", "birdie", "--tables", "--players", "3", "--rules", "{}"), "--tables: --players, --rules beside it"),
        (("perft", "birdie", "--check", "--record", "x.json"), "--check: --record beside it"),
        (("perft", "druids", "--record", "x.json", "--players", "4"), "--record: --players beside it"),
        (("perft", "druids", "--record", "x.json", "--seed", "7"), "--record: --seed beside it"),
        (("vectors", "no-such-vector"), "no-such-vector"),
        (("vectors", "--check", "--", "/nowhere/at/all"), "cannot be started"),
    ],
)
def test_unusable_calls_are_one_line(capsys: Capture, words: tuple[str, ...], told: str) -> None:
    assert told in refused(capsys, *words)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("vectors --bogus", True),
        ("conform --bogus", True),
        ("conform druids x --bogus", True),
        ("conform druids --bogus -- x", False),
        ("simulate druids --bogus", False),
    ],
)
def test_an_unknown_option_is_named(capsys: Capture, line: str, hint: bool) -> None:
    told = refused(capsys, *line.split())
    assert re.match("lexludi: No such option:? '?--bogus", told)
    assert told.endswith("; the options of COMMAND come after --\n") == hint


def test_perft_counts(capsys: Capture, tmp_path: Path, record: Any) -> None:
    status, out, _ = called(capsys, "perft", "druids", "--players", "3", "--depth", "2")
    assert status == 0
    assert [int(line.split()[0]) for line in out.splitlines()] == [1, 2]
    record.update(steps=record["steps"][:1], outcome=None)
    out = called(capsys, "perft", "druids", "--depth", "1", "--record", written(tmp_path, record))[1]
    assert out.split() == ["1", "5"]


def test_vectors_are_listed_shown_and_checked(capsys: Capture) -> None:
    status, out, _ = called(capsys, "vectors")
    assert status == 0
    assert "druids-sickle-tie" in out
    assert json.loads(called(capsys, "vectors", "druids-sickle-tie")[1])["id"] == "druids-sickle-tie"
    status, out, _ = called(capsys, "vectors", "--check")
    assert status == 0
    assert " 0 broken, 0 skipped" in out


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m lexludi spec druids | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, env=dict(os.environ))
    assert done.stderr == ""
    assert done.stdout == "# Druids\n"


def test_a_closed_pipe_is_no_broken_rule() -> None:
    command = f"{sys.executable} -m lexludi spec druids | head -n 1; exit ${{PIPESTATUS[0]}}"
    assert subprocess.run(["bash", "-c", command], capture_output=True, check=False).returncode == 0


def shell(line: str) -> tuple[int, str, str]:
    """What a line of the shell comes to, `lexludi` being the command line of this library."""
    line = line.replace("lexludi", f"exec {shlex.quote(sys.executable)} -m lexludi")
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False, env=dict(os.environ))
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("command", ["spec druids", "--version", "", "simulate druids --games 1", "sing"])
def test_closed_standard_output_is_told(command: str) -> None:
    assert shell(f"lexludi {command} >&-") == (2, "", "lexludi: standard output is closed\n")
    assert shell(f"lexludi {command} >&- 2>&-") == (2, "", "")


@pytest.mark.parametrize("command", ["serve", "audit -", "replay -", "play druids", "perft druids --record -"])
def test_closed_standard_input_is_told_by_what_reads_it(command: str) -> None:
    assert shell(f"lexludi {command} <&-") == (2, "", "lexludi: standard input is closed\n")
    assert shell(f"lexludi {command} <&- 2>&-") == (2, "", "")


def test_what_reads_nothing_needs_no_standard_input_or_error() -> None:
    assert shell("lexludi --version <&- 2>&-") == (0, "lexludi 0.1.0\n", "")


def test_formal_statements_are_shown_whole(capsys: Capture) -> None:
    from lexludi.core.spec import clause_named  # noqa: PLC0415

    out = called(capsys, "spec", "druids/follow-domain")[1]
    assert clause_named("druids/follow-domain").formally in out


def test_one_vector_is_checked_and_a_program_that_is_none_is_told(capsys: Capture) -> None:
    status, out, _ = called(capsys, "vectors", "--check", "druids-sickle-tie")
    assert status == 0
    assert "1 vectors: 1 kept" in out
    assert "games" in refused(capsys, "vectors", "--check", "--", "cat")
