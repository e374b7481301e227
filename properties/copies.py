"""Copies: the library copied to a folder, changed there, and put to the battery in a process of its own."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from properties.battery import Found

__all__ = ["RULES", "Stuck", "copy_library", "run_battery", "run_python"]

_ROOT = Path(__file__).parents[1]
#: The package as it is.
RULES = _ROOT / "rules" / "lexludi"
#: A process that takes more memory than this piles something up for ever.
_MEMORY = 2 << 30


def copy_library(folder: Path) -> Path:
    """Copy the library, its specification and these properties into `folder`; the path of the package."""
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(RULES, folder / "rules" / "lexludi", ignore=skip)
    shutil.copytree(_ROOT / "spec", folder / "spec", ignore=skip)
    shutil.copytree(_ROOT / "properties", folder / "properties", ignore=skip)
    return folder / "rules" / "lexludi"


class Stuck(Exception):
    """A process took more processor time or memory than anything that ends."""


def run_python(folder: Path, *arguments: str, seconds: int) -> subprocess.CompletedProcess[str]:
    """Run Python on the copy in `folder`. Stuck after so many seconds of processor time: others may use the machine."""
    environment = {
        **os.environ,
        "PYTHONPATH": f"{folder / 'rules'}{os.pathsep}{folder}",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "LEXLUDI_PROFILE": "quick",
    }

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))

    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        preexec_fn=bounded,
        check=False,
    )
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL) or "MemoryError" in done.stderr:
        raise Stuck(f"{seconds} s of processor time, or {_MEMORY} bytes")
    return done


def run_battery(
    folder: Path, *, machines: int, all_stages: bool = False, seconds: int = 120, game: str = "druids"
) -> Found:
    """What the battery of a game finds in the copy in `folder`."""
    arguments = ["-m", "properties.battery", game, "--machines", str(machines), *["--all-stages"] * all_stages]
    try:
        done = run_python(folder, *arguments, seconds=seconds)
    except Stuck as stuck:
        return {"stuck": ("a game that does not end", str(stuck))}
    try:
        told: dict[str, list[str] | None] = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        # Even the battery's own imports fail: the library is broken at its root.
        return {"import": ((done.stderr.splitlines() or ["no output"])[-1], "import")}
    return {stage: None if first is None else (first[0], first[1]) for stage, first in told.items()}
