"""Leftovers: what a program has started, wherever it has gone, found by a mark in the environment.

A process that leaves its group and its parent still has the environment that it was born with. Linux shows it in /proc;
elsewhere only process groups are ended.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import time
from collections.abc import Iterator
from pathlib import Path

__all__ = ["Mark"]

#: A process that forks faster than it is killed is given up on after so many seconds.
_PATIENCE = 2.0


class Mark:
    """A name that no other program's environment has."""

    def __init__(self) -> None:
        self._name = f"LEXLUDI_STARTED_{secrets.token_hex(8)}"

    def environment(self) -> dict[str, str]:
        """Our own environment, and the mark."""
        return {**os.environ, self._name: "1"}

    def end(self) -> None:
        """Kill all that has the mark, until nobody has. What has cleaned its environment is not found."""
        end = time.monotonic() + _PATIENCE
        while found := list(self._holders()):
            for process in found:
                with contextlib.suppress(OSError):
                    os.kill(process, signal.SIGKILL)
            if time.monotonic() > end:
                return
            time.sleep(0.01)

    def _holders(self) -> Iterator[int]:
        """The processes that have the mark, of those whose environment we may read; of the dead it is empty."""
        sought = f"{self._name}=".encode()
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if sought in (entry / "environ").read_bytes():
                    yield int(entry.name)
