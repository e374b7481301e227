"""Where Hypothesis is not installed, it is told how to install it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

RULES = Path(__file__).parents[2] / "rules"


@pytest.mark.parametrize(
    ("code", "module"),
    [
        ("import lexludi.testing.strategies", "lexludi.testing.strategies"),
        ("from lexludi.conformance import machine_for", "lexludi.conformance.machine"),
    ],
)
def test_without_hypothesis(code: str, module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\nsys.modules['hypothesis'] = None\n{code}"],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(RULES)},
    )
    assert done.returncode == 1
    told = done.stderr.splitlines()[-1]
    assert told.startswith("ModuleNotFoundError: ")
    assert "hypothesis" in told
    assert told.endswith(f": {module} needs the extra 'testing': pip install 'lexludi[testing]'")
