"""Counting: the command of a module that counts cases out, and says how many there were."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from lexludi.testing.checks import CheckFailed

__all__ = ["count_out"]


def count_out(
    counts: Mapping[str, Callable[[], int]], module: str, description: str | None, words: Sequence[str] | None
) -> int:
    """Count out all that `counts` names. Exit status 1 at the first case that is wrong, or where there is none."""
    argparse.ArgumentParser(prog=f"python -m {module}", description=description).parse_args(words)
    for name, count in counts.items():
        began = time.process_time()
        try:
            cases = count()
        except CheckFailed as failure:
            sys.stdout.write(f"{name}: {failure}\nrepeat it with: python -m {module}\n")
            return 1
        sys.stdout.write(f"{name}: {cases} cases, {time.process_time() - began:.0f} s of processor time\n")
        sys.stdout.flush()
        if not cases:
            return 1
    return 0
