"""The tie between a clause of the specification and the function that is that rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

__all__ = ["clause", "clause_of", "implementations"]

T = TypeVar("T", bound=Callable[..., Any])

_implementations: dict[str, tuple[Any, ...]] = {}


def clause(*slugs: str) -> Callable[[T], T]:
    """Say that the decorated function (or class) is the rule that the clauses `slugs` state.

    It only registers; the function itself is returned as it is, so a call costs nothing more.

    >>> @clause("example/nothing")
    ... def nothing() -> None: ...
    >>> implementations()["example/nothing"] == (nothing,)
    True
    >>> _ = _implementations.pop("example/nothing")
    """

    def register(function: T) -> T:
        for slug in slugs:
            _implementations[slug] = (*_implementations.get(slug, ()), function)
        return function

    return register


def implementations() -> Mapping[str, tuple[Any, ...]]:
    """Clause → the functions and classes that implement it, of all games imported so far."""
    return MappingProxyType(_implementations)


def clause_of(function: Callable[..., Any]) -> str:
    """The clause that `function` is the rule of; the first one when it is the rule of several.

    >>> from lexludi import druids
    >>> clause_of(druids.is_over)
    'druids/game-over'
    """
    return next(slug for slug, functions in _implementations.items() if function in functions)
