"""Extras: what is said where a package is missing that one of the library's extras brings."""

from __future__ import annotations

__all__ = ["needs"]


def needs(what: str, extra: str) -> str:
    """That `what` needs an extra, and how that is installed, on one line.

    >>> needs("the command line", "cli")
    "the command line needs the extra 'cli': pip install 'lexludi[cli]'"
    """
    return f"{what} needs the extra '{extra}': pip install 'lexludi[{extra}]'"
