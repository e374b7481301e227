"""Hostile programs: whatever one does, `lexludi conform` ends with a clear line, soon, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lexludi.cli import run

ROOT = Path(__file__).resolve().parents[2]

#: Plays Druids well until it is told to misbehave: at its start, at the first deal, or in some later game.
PROGRAM = """
import json, os, subprocess, sys, time
sys.path.insert(0, sys.argv[4])
from adapter import Adapter
kind, when, pids = sys.argv[1:4]
with open(pids, "a") as file:
    file.write(f"{os.getpid()}\\n")
out = sys.stdout

def say(text):
    out.write(text)
    out.flush()

def misbehave(ident):
    if kind == "silence":
        time.sleep(1000)
    if kind == "crash":
        raise RuntimeError("no idea what to do")
    if kind == "garbage":
        say("Welcome to Druids!\\n")
    if kind == "half":
        say('{"id":%d,"ok":tr' % ident)
        os._exit(0)
    if kind == "endless":
        while True:
            say("and on and on\\n")
    if kind == "huge":
        for _ in range(100):
            say("x" * 1_000_000)
        say("\\n")
    if kind == "wrong-id":
        say('{"id":%d,"ok":true}\\n' % (ident + 1))
    if kind == "child":
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        os._exit(0)
    if kind == "daemon":
        leave()
        os._exit(0)

def leave():
    # A child in a group of its own.
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], start_new_session=True)
    with open(pids, "a") as file:
        file.write(f"{child.pid}\\n")

if kind == "deaf":
    time.sleep(1000)
adapter, applied = Adapter(), 0
for line in sys.stdin.buffer:
    request = json.loads(line)
    applied += request["op"] == "apply"
    due = when == "start" or (when == "deal" and applied) or (when == "game" and applied > 30)
    if due and kind not in ("stubborn", "parent", "master"):
        misbehave(request["id"])
        continue
    reply = adapter.answer(line)
    if reply is None:
        break
    say(json.dumps(reply) + "\\n")
if kind == "parent":
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
if kind == "master":
    leave()
while kind == "stubborn":
    time.sleep(1)
"""


@pytest.fixture
def program(tmp_path: Path) -> list[str]:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return [sys.executable, str(path)]


def words(program: list[str], kind: str, when: str, tmp_path: Path) -> list[str]:
    asked = ["conform", "druids", "--games", "6", "--shrink", "0.2", "--timeout", "1", "--"]
    return [*asked, *program, kind, when, str(tmp_path / "pids"), str(ROOT / "examples" / "python")]


def left_behind(tmp_path: Path) -> list[int]:
    """The process groups of the program that still have somebody in them."""
    groups = [int(line) for line in (tmp_path / "pids").read_text(encoding="utf-8").split()]
    assert groups
    found = []
    for group in groups:
        for _ in range(40):  # whom init has still to bury is dead all the same
            try:
                os.killpg(group, 0)
            except ProcessLookupError:
                break
            if not _alive(group):
                break
            time.sleep(0.05)
        else:
            os.killpg(group, signal.SIGKILL)
            found.append(group)
    return found


def _alive(group: int) -> bool:
    """Whether a group has a member that is not a zombie."""
    listed = subprocess.run(["ps", "-eo", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
    return any(line.split()[0] == str(group) and line.split()[1][0] != "Z" for line in listed.splitlines())


NEVER = {
    "silence": "no reply to 'hello' within 1 s",
    "crash": "the program ended (status 1), saying 'RuntimeError: no idea what to do', instead of answering 'hello'",
    "garbage": "reply to 'hello'",
    "half": "in the middle of its reply to 'hello'",
    "endless": "reply to 'hello'",
    "huge": "reply to 'hello': a line of more than 1000000 bytes",
    "wrong-id": "id 2, expected 1",
    "child": "no reply to 'hello' within 1 s",
    "deaf": "no reply to 'hello' within 1 s",
}


@pytest.mark.parametrize("kind", NEVER)
def test_one_that_never_speaks_the_protocol_is_unusable(
    kind: str, program: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = time.monotonic()
    assert run(words(program, kind, "start", tmp_path)) == 2
    assert time.monotonic() - start < 10
    told = capsys.readouterr()
    assert NEVER[kind] in told.err
    assert told.err.count("\n") == 1
    assert not told.out
    assert not left_behind(tmp_path)


@pytest.mark.parametrize("kind", ["crash", "garbage"])
def test_one_that_breaks_at_the_first_deal_is_unusable(
    kind: str, program: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words(program, kind, "deal", tmp_path)) == 2
    assert "'apply'" in capsys.readouterr().err
    assert not left_behind(tmp_path)


IN_GAME = {
    "silence": "no reply to",
    "crash": "saying 'RuntimeError: no idea what to do'",
    "garbage": "reply to",
    "half": "in the middle of its reply to",
    "endless": "reply to",
    "huge": "a line of more than 1000000 bytes",
    "wrong-id": "id ",
    "child": "no reply to",
}


@pytest.mark.parametrize("kind", IN_GAME)
def test_one_that_breaks_in_games_does_not_conform(
    kind: str, program: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = time.monotonic()
    assert run(words(program, kind, "game", tmp_path)) == 1
    assert time.monotonic() - start < 40
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("druids: does not conform: it broke down, and ")
    assert "the run ended early" in last
    assert IN_GAME[kind] in last
    assert not left_behind(tmp_path)


@pytest.mark.parametrize("kind", ["stubborn", "parent"])
def test_one_that_does_not_stop_is_ended_with_all_its_children(
    kind: str, program: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = time.monotonic()
    assert run(words(program, kind, "never", tmp_path)) == 0
    assert time.monotonic() - start < 20
    assert capsys.readouterr().out.splitlines()[-1] == "druids: conforms"
    assert not left_behind(tmp_path)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="elsewhere than on Linux it is not found")
@pytest.mark.parametrize(("kind", "when"), [("daemon", "start"), ("daemon", "game"), ("master", "never")])
def test_a_child_that_leaves_its_group_is_ended_too(
    kind: str, when: str, program: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words(program, kind, when, tmp_path)) == {"start": 2, "game": 1, "never": 0}[when]
    assert len((tmp_path / "pids").read_text(encoding="utf-8").split()) >= 2
    assert not left_behind(tmp_path)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the figure is Linux's")
def test_a_line_of_100_megabytes_takes_little_memory(program: list[str], tmp_path: Path) -> None:
    code = (
        "import sys; from lexludi.cli import run; status = run(sys.argv[1:]);"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0]); sys.exit(status)"
    )
    asked = [sys.executable, "-c", code, *words(program, "huge", "start", tmp_path)]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert int(done.stdout) < 120_000  # kilobytes
