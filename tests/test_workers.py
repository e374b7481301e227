"""Workers: what several processes do ends at once when it is stopped."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, CancelledError, Future

import pytest

from lexludi.workers import processes


def test_they_share_the_work() -> None:
    """And give back what each came to."""
    with processes(2, tasks_each=1) as pool:
        assert sorted(pool.map(abs, range(-3, 0))) == [1, 2, 3]


def test_what_waits_is_not_begun_after_a_failure() -> None:
    """The exception comes through, and no process is waited for."""
    sleeping: list[Future[None]] = []

    def begin_and_fail() -> None:
        with processes(1) as pool:
            sleeping.extend(pool.submit(time.sleep, 600) for _ in range(9))
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        begin_and_fail()
    with pytest.raises((CancelledError, BrokenExecutor)):
        sleeping[-1].result(timeout=60)
    patience = time.monotonic() + 60  # the pool's own thread takes its time to notice
    while multiprocessing.active_children() and time.monotonic() < patience:
        time.sleep(0.05)
    assert not multiprocessing.active_children()


@pytest.mark.skipif(os.name != "posix", reason="interrupts of a process group")
@pytest.mark.parametrize("whom", [os.kill, os.killpg], ids=["the command", "all of them"])
def test_an_interrupt_ends_a_simulation(whom: object) -> None:
    """One line, status 130, whether the command alone is interrupted or its workers with it."""
    words = [
        "simulate",
        "druids",
        "--check",
        "--players",
        "5",
        "--games",
        "100000",
        "--part-size",
        "50000",
        "--workers",
        "2",
    ]
    command = [sys.executable, "-m", "lexludi", *words]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        time.sleep(2)  # its workers are at it by then; if not, it must end all the same
        whom(running.pid, signal.SIGINT)  # type: ignore[operator]
        _, told = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130
    assert told.splitlines()[-1] == "lexludi: stopped"
    assert "Traceback" not in told
