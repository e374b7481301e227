"""Workers: processes that share work, and that end at once when the work is stopped."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

__all__ = ["processes"]


@contextmanager
def processes(number: int, *, tasks_each: int | None = None) -> Iterator[ProcessPoolExecutor]:
    """So many processes, each a new one after `tasks_each` tasks.

    An interrupt (Ctrl-C) is for whoever started them. When it, or any other exception, leaves the `with`,
    what is being done is given up, and nothing that waits is begun.
    """
    with ProcessPoolExecutor(number, initializer=_deaf_to_interrupts, max_tasks_per_child=tasks_each) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def _deaf_to_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
