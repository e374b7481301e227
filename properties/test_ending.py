"""How the commands of the properties end: Ctrl-C is one line, a closed pipe none, and what is finished is kept."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lexludi.core.jsontext import load

_HERE = Path(__file__).parent
#: Python and its options, a module of these properties, and words.
_FUZZ = ("-m", "properties.fuzz")
_WORLDS = ("-m", "properties.worlds")
#: A world that takes no time, and one that takes a minute.
_SMALL, _LARGE = "druids/2p-2x2-s0m0-hand2-r3", "druids/2p-3x3-s0m1-hand4-r1"


def begun(*words: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[str]:
    """Python, run from the root of the project, in a group of its own."""
    return subprocess.Popen(
        [sys.executable, *words],
        cwd=_HERE.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(("rules", "."))},
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def unread(*words: str) -> tuple[int, str]:
    """Exit status and standard error of Python, when nobody reads its output."""
    reading, writing = os.pipe()
    os.close(reading)
    process = begun(*words, stdout=writing)
    os.close(writing)
    _, told = process.communicate()
    return process.returncode, told


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ((*_FUZZ, "--inputs", "1000000", "--parts", "5000"), "parts"),
        ((*_WORLDS, _SMALL, _LARGE), "worlds"),
        ((*_WORLDS, _SMALL, _LARGE, "--workers", "2"), "worlds"),
    ],
    ids=["fuzz", "worlds", "workers"],
)
def test_ctrl_c_is_one_line(words: tuple[str, ...], what: str, tmp_path: Path) -> None:
    """And what is finished lies where it belongs, each file whole."""
    folder = tmp_path / "kept"
    process = begun(*words, "--resume", str(folder))
    try:
        while process.poll() is None and not list(folder.glob("*.json")):
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate()
    finally:
        process.kill()
    assert (process.returncode, told) == (130, f"stopped; finished {what} lie in {folder}\n")
    kept = list(folder.iterdir())
    assert kept
    assert all(load(path) for path in kept)


def test_ctrl_c_where_nothing_is_kept() -> None:
    """Of a command that says nothing about it itself."""
    pause = "lambda: print('begun', flush=True) or signal.pause()"
    code = f"import signal, properties.ending as it\nit.run_command({pause})"
    process = begun("-c", code)
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    os.killpg(process.pid, signal.SIGINT)
    assert process.communicate() == ("", "stopped\n")
    assert process.returncode == 130


def test_a_closed_pipe_ends_a_command_without_a_word(tmp_path: Path) -> None:
    """Not with status 0, for what was broken off has not passed; what was finished before is kept."""
    fuzz, worlds = tmp_path / "fuzz", tmp_path / "worlds"
    told = unread(*_FUZZ, "--inputs", "100", "--parts", "1", "--resume", str(fuzz))
    assert told == (141, "part 1 of 1\n")
    assert unread(*_WORLDS, _SMALL, _LARGE, "--resume", str(worlds)) == (141, "")
    assert len(list(fuzz.iterdir())) == len(list(worlds.iterdir())) == 1
    assert unread(*_WORLDS, "--list") == (141, "")
    assert unread(*_FUZZ, "--help")[1] == ""


def test_another_closed_pipe_is_told() -> None:
    """That of a process which has died, say: nobody may take it for a reader that has gone."""
    code = "import properties.ending as it\ndef main(): raise BrokenPipeError('another')\nit.run_command(main)"
    process = begun("-c", code)
    assert process.communicate()[1].endswith("BrokenPipeError: another\n")
    assert process.returncode == 1


def test_every_command_ends_so() -> None:
    """The last line of each calls `run_command`."""
    commands = 0
    for path in _HERE.rglob("*.py"):
        last = ast.unparse(ast.parse(path.read_text(encoding="utf-8")).body[-1])
        if last.startswith("if __name__ == '__main__':"):
            assert last.splitlines()[-1].strip().startswith("run_command("), path
            commands += 1
    assert commands >= 11
