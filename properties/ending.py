"""Ending: how every command of the properties ends, also when it is broken off."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, TextIO

__all__ = ["run_command", "stopped"]

#: What a shell tells of a program that SIGINT or SIGPIPE has ended.
_STOPPED, _UNREAD = 130, 141


def run_command(main: Callable[[], int]) -> NoReturn:
    """Run a command, and leave with its exit status.

    Ctrl-C ends it with one line and status 130. Where nobody reads its output any more, it ends without a word,
    with status 141: what was broken off has not passed.
    """
    try:
        try:
            status = main()
        except KeyboardInterrupt:
            status = stopped()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        unread = [stream for stream in (sys.stdout, sys.stderr) if _is_unread(stream)]
        if not unread:
            raise  # Another pipe, to a process of our own.
        for stream in unread:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        status = _UNREAD
    sys.exit(status)


def stopped(what: str = "", folder: Path | None = None) -> int:
    """Say that the command was stopped, and in which folder `what` is finished lies; the exit status."""
    sys.stderr.write("stopped\n" if folder is None else f"stopped; {what} lie in {folder}\n")
    return _STOPPED


def _is_unread(stream: TextIO) -> bool:
    """Whether a stream goes to a pipe that nobody reads any more."""
    poll = select.poll()
    poll.register(stream, select.POLLOUT)
    return any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))
