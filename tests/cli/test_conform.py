"""`lexludi conform`: what it prints and writes, its exit status, and that a break is repeated by what it printed."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from lexludi.cli import run

Capture = pytest.CaptureFixture[str]

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SOUND = [sys.executable, str(EXAMPLES / "python" / "adapter.py")]
FAULTY = [sys.executable, str(EXAMPLES / "faults" / "adapter.py")]
LOST = [*FAULTY, "druids-lost-round-scores-minus-two"]
QUICK = ["--games", "4", "--shrink", "0.5"]


def conform(capsys: Capture, *words: str, command: list[str], game: str = "druids") -> tuple[int, str, str]:
    status = run(["conform", game, *words, "--", *command])
    told = capsys.readouterr()
    assert "Traceback" not in told.out + told.err
    return status, told.out, told.err


def refused(capsys: Capture, *words: str, command: list[str]) -> str:
    status, out, err = conform(capsys, *words, command=command)
    assert (status, out, err.count("\n")) == (2, "", 1)
    return err


@pytest.mark.parametrize("game", ["druids", "birdie"])
def test_a_sound_program_conforms(game: str, capsys: Capture) -> None:
    status, out, err = conform(capsys, *QUICK, command=SOUND, game=game)
    assert status == 0
    assert out.splitlines()[-1] == f"{game}: conforms"
    assert "object-tables: " in out
    assert "built situations played through" in out
    assert err.splitlines() == [f"{game}: vectors", f"{game}: situations", f"{game}: games"]


def test_a_broken_one_does_not_and_all_files_are_written(capsys: Capture, tmp_path: Path) -> None:
    files = ["--json", str(tmp_path / "report.json"), "--junit", str(tmp_path / "report.xml")]
    status, out, _ = conform(capsys, *QUICK, *files, "--save", str(tmp_path / "breaks"), command=LOST)
    assert status == 1
    assert out.splitlines()[-1] == "druids: does not conform: it breaks 1 clause: druids/round-lost"
    assert "druids/round-lost is broken: the table looks otherwise (3 steps)" in out
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert [one["clause"] for one in report["breaks"]] == ["druids/round-lost"]
    assert ET.parse(tmp_path / "report.xml").getroot()[0].get("failures") == "1"
    (saved,) = (tmp_path / "breaks").iterdir()
    again = ["--vector", str(saved)]
    assert conform(capsys, *again, command=LOST)[:2] == (
        1,
        "step 3: scores.1: expected [-3], got [-2]\nbreak-druids-round-lost-differs: broken\n",
    )
    assert conform(capsys, *again, command=SOUND)[:2] == (0, "break-druids-round-lost-differs: kept\n")


@pytest.mark.parametrize(
    "fault",
    [
        "druids-gaia-only-held-domains",  # a list, of which a vector has no word
        "druids-hands-open-at-the-end",  # a view that shows too much
        "druids-refused-card-is-gone",  # a refusal that changes something
        "druids-gaia-may-stay-undealt",  # rules that must be refused
        "druids-one-mistletoe",  # a field that is left out
        "druids-specials-crash",  # a program that dies
    ],
)
def test_what_it_prints_repeats_the_break(fault: str, capsys: Capture) -> None:
    status, out, _ = conform(capsys, "--games", "16", "--shrink", "0.3", command=[*FAULTY, fault])
    assert status == 1
    asked = re.findall(r"^  repeat: (printf .*)$", out, re.MULTILINE)
    assert asked
    for line in asked[:1]:
        shell = line.replace("| lexludi ", f"| {sys.executable} -m lexludi ")
        again = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, timeout=30, check=False)
        assert again.returncode == 1, again.stderr
        assert again.stdout.endswith(": broken\n")
        sound = shell.replace(" ".join([*FAULTY, fault]), " ".join(SOUND))
        assert subprocess.run(["sh", "-c", sound], capture_output=True, timeout=30, check=False).returncode == 0


def test_json_on_standard_output_is_all_there_is(capsys: Capture) -> None:
    status, out, _ = conform(capsys, *QUICK, "--json", "-", command=SOUND)
    assert status == 0
    assert json.loads(out)["conforms"] is True


def test_junit_on_standard_output_is_all_there_is(capsys: Capture) -> None:
    status, out, _ = conform(capsys, *QUICK, "--junit", "-", command=SOUND)
    assert status == 0
    assert ET.fromstring(out).tag == "testsuites"


def test_a_report_goes_where_a_link_leads(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("report")
    assert conform(capsys, *QUICK, "--json", str(tmp_path / "link"), command=SOUND)[0] == 0
    assert (tmp_path / "link").is_symlink()
    assert json.loads((tmp_path / "report").read_text(encoding="utf-8"))["conforms"] is True


def test_a_vector_from_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    text = run_vector("druids-round-lost", capsys)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert conform(capsys, "--vector", "-", command=LOST)[0] == 1
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert conform(capsys, "--vector", "-", command=SOUND)[0] == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(run_vector("birdie-sets", capsys).encode())))
    assert "birdie" in refused(capsys, "--vector", "-", command=SOUND)


def run_vector(name: str, capsys: Capture) -> str:
    assert run(["vectors", name]) == 0
    return capsys.readouterr().out


#: A window title, a line of our own, a clear screen, a sign of eight bits, one that turns the line around, and markup.
HOSTILE = "\x1b]0;x\x07\ndruids: conforms\n\x1b[2J\x9b31m\u202e[bold]\x7f"
SHOWN = r"\u001b]0;x\u0007\ndruids: conforms\n\u001b[2J\u009b31m\u202e[bold]\u007f"


def saying(change: str) -> list[str]:
    """The sound program, but that `change` is made to its replies, by code that knows `reply`, `asked`, `HOSTILE`."""
    code = (
        "import json, subprocess, sys\n"
        f"HOSTILE = {HOSTILE!r}\n"
        f"inner = subprocess.Popen({SOUND!r}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "for line in sys.stdin.buffer:\n"
        "    inner.stdin.write(line)\n"
        "    inner.stdin.flush()\n"
        "    asked = json.loads(line)\n"
        "    if asked['op'] == 'stop': break\n"
        "    reply = json.loads(inner.stdout.readline())\n"
        f"    {change}\n"
        "    print(json.dumps(reply), flush=True)\n"
    )
    return [sys.executable, "-c", code]


@pytest.mark.parametrize(
    "change",
    [
        "if asked['op'] == 'hello': reply['games'] = {HOSTILE: {}}",
        "if asked['op'] == 'apply' and asked['seat'] == 1: reply = {'id': asked['id'], 'skipped': HOSTILE}",
        "if 'observation' in reply: reply['observation']['scores'] = [HOSTILE]",
        "sys.exit(HOSTILE)",
    ],
)
def test_what_a_program_says_does_nothing_to_the_terminal(change: str, capsys: Capture) -> None:
    _, out, err = conform(capsys, "--games", "1", "--shrink", "0", command=saying(change))
    run(["vectors", "--check", "--", *saying(change)])
    again = capsys.readouterr()
    whole = (out + err + again.out + again.err).replace(shlex.join(saying(change)), "COMMAND")
    assert "\\u001b" in whole or "\\x1b" in whole
    assert all(line.isprintable() for line in whole.split("\n"))


def test_the_command_that_repeats_a_break_is_whole_whatever_the_program_says(capsys: Capture) -> None:
    """A shell's echo may read backslashes in its own way. The program itself is code of several lines here."""
    change = "if 'observation' in reply: reply['observation']['scores'] = [HOSTILE + chr(92) + chr(34)]"
    _, out, _ = conform(capsys, "--games", "1", "--shrink", "0", command=saying(change))
    asked = out[out.index("  repeat: ") + len("  repeat: ") :]
    asked = asked[: asked.index("\n'\n") + 2]  # the end of the program's code
    line = asked.replace("| lexludi ", f"| {sys.executable} -m lexludi ")
    again = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=30, check=False)
    assert (again.returncode, again.stderr) == (1, "")
    assert again.stdout.endswith(": broken\n")


@pytest.mark.parametrize(
    "change",
    [
        "if asked['op'] == 'apply': reply = {'id': asked['id'], 'skipped': HOSTILE}",
        "if 'observation' in reply: reply['observation']['scores'] = HOSTILE + '\\ufffe'",
    ],
)
def test_what_a_program_says_is_no_hole_in_the_xml(change: str, capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "report.xml"
    conform(capsys, "--games", "1", "--shrink", "0", "--junit", str(file), command=saying(change))
    assert "[bold]" in ET.tostring(ET.parse(file).getroot(), encoding="unicode")


def test_the_name_of_a_program_is_shown_on_one_line(capsys: Capture) -> None:
    change = "if asked['op'] == 'hello': reply['implementation'] = HOSTILE + 'x' * 500"
    _, out, _ = conform(capsys, "--games", "1", "--shrink", "0", command=saying(change))
    (line,) = (line for line in out.splitlines() if "steps compared" in line)
    assert line.startswith(f"{SHOWN}xxx")
    assert "x …: " in line
    assert len(line) < 500


def test_known_failures(capsys: Capture, tmp_path: Path) -> None:
    listed = tmp_path / "known"
    listed.write_text("druids/round-lost  # issue 12\n", encoding="utf-8")
    status, out, _ = conform(capsys, *QUICK, "--known", str(listed), command=LOST)
    assert status == 0
    assert "broken (known)" in out
    assert out.splitlines()[-1] == "druids: conforms, but for 1 known failure"
    listed.write_text("druids/round-lost\ndruids/pile\n", encoding="utf-8")
    status, out, _ = conform(capsys, *QUICK, "--known", str(listed), command=LOST)
    assert status == 1
    assert "druids/pile is listed as a known failure and is kept" in out
    listed.write_text("druids/songs\n", encoding="utf-8")
    assert "druids/songs" in refused(capsys, "--known", str(listed), command=LOST)
    assert "nowhere" in refused(capsys, "--known", "nowhere", command=LOST)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--games", "0"], "--games"),
        (["--shrink", "-1"], "--shrink"),
        (["--seconds", "nan"], "--seconds: nan"),
        (["--shrink", "inf"], "--shrink: inf"),
        (["--timeout", "nan"], "--timeout: nan"),
        (["--vector", "x", "--json", "-"], "--vector: --json beside it"),
        (["--vector", "x", "--junit", "a", "--save", "b", "--known", "c"], "--vector: --junit, --save, --known beside"),
        (["--json", "-", "--junit", "-"], "--junit: '-'"),
        (["--timeout", "0"], "--timeout"),
        (["--vector", "nowhere"], "nowhere"),
    ],
)
def test_calls_that_cannot_be_meant(words: list[str], told: str, capsys: Capture) -> None:
    assert told in refused(capsys, *words, command=SOUND)


def test_no_command_or_none_that_can_be_started(capsys: Capture) -> None:
    assert "COMMAND" in refused(capsys, command=[])
    assert "cannot be started" in refused(capsys, command=["./no-such-program"])


@pytest.mark.parametrize("option", ["--json", "--junit"])
def test_a_report_that_cannot_be_written_is_refused_before_anything_is_started(
    option: str, capsys: Capture, tmp_path: Path
) -> None:
    begun = [sys.executable, "-c", f"open({str(tmp_path / 'begun')!r}, 'w')"]
    (tmp_path / "file").touch()
    for name in (tmp_path / "none" / "report", tmp_path / "file" / "report", tmp_path, ""):
        assert option in refused(capsys, option, str(name), command=begun)
    for name in (str(tmp_path / "file"), "-", ""):
        assert "--save" in refused(capsys, "--save", name, command=begun)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file"]


def test_the_table_is_not_lost_when_a_report_cannot_be_written_all_the_same(capsys: Capture, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    away = [sys.executable, "-c", f"import os; os.rmdir({str(folder)!r}); os.execv({SOUND[0]!r}, {SOUND!r})"]
    status, out, err = conform(capsys, *QUICK, "--json", str(folder / "report"), command=away)
    assert status == 2
    assert out.splitlines()[-1] == "druids: conforms"
    assert err.splitlines()[-1].endswith("report: No such file or directory")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (b"Welcome to Druids! Have fun.", "reply to 'hello': 'Welcome to Druids! Have fun.', expected valid JSON"),
        (b"x" * 5000, "xxx...xxx"),
        (b"", "reply to 'hello': '', expected valid JSON"),
        (b'{"id": 1, "id": 1}', "the key 'id' twice"),
        (b'{"id": 1, "implementation": "Dr\xfcids"}', "byte 31 is no UTF-8"),
        (b'{"id": 1.0, "games": {}}', "id 1.0, expected 1"),
        (b'{"id": true, "games": {}}', "id True, expected 1"),
    ],
)
def test_what_was_said_instead_of_a_reply_is_shown(said: bytes, told: str, capsys: Capture) -> None:
    code = f"import sys; sys.stdout.buffer.write({said!r} + b'\\n'); sys.stdout.flush(); input(); input()"
    err = refused(capsys, command=[sys.executable, "-c", code])
    assert told in err
    assert len(err) < 300
    assert run(["vectors", "--check", "--", sys.executable, "-c", code]) == 2
    assert told in capsys.readouterr().err
