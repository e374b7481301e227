"""Counted: small functions counted out, case by case, against the formulas of the specification."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from lexludi.testing.checks import CheckFailed

__all__ = ["Case", "Kernels", "check_kernel", "error_of"]

#: A case of a function: what it is, what the function gives, and what is due.
Case = tuple[object, object, object]

#: Name → the clause that is named when a case fails, and the cases.
Kernels = Mapping[str, tuple[str, Callable[[], Iterator[Case]]]]


def check_kernel(kernels: Kernels, name: str) -> int:
    """Count a kernel out. How many cases it has; CheckFailed at the first that is wrong."""
    clause, cases = kernels[name]
    counted = 0
    for case, given, due in cases():
        if not _same(given, due):
            raise CheckFailed(clause, f"{name}: {due!r} for {case!r}, not {given!r}", None)
        counted += 1
    return counted


def error_of(function: Callable[..., Any], *given: Any) -> str | None:
    """The name and the words of the exception that a call raises; None when it raises none.

    >>> error_of(int, "three"), error_of(int, "3")
    ("ValueError: invalid literal for int() with base 10: 'three'", None)
    """
    try:
        function(*given)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def _same(given: Any, due: Any) -> bool:
    """Equal, and of the same type all the way down: a list is no tuple, None is not false, and true is not 1."""
    if type(given) is not type(due):
        return False
    if isinstance(given, tuple | list):
        return len(given) == len(due) and all(map(_same, given, due))
    return bool(given == due)
