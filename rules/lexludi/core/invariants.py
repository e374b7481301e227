"""Invariants: predicates that the formal statements of clauses demand, each with the clauses that it checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import attrs

__all__ = ["Invariant", "registering"]

F = TypeVar("F", bound=Callable[..., bool])


@attrs.frozen
class Invariant:
    """A predicate over states, or over steps (a state, an action, the state after it)."""

    #: The clause.
    clause: str
    #: What it says, as one would say it of a state or a step that keeps it.
    says: str
    #: Whether a state (or a step) keeps it.
    holds: Callable[..., bool]
    #: Other clauses that it checks as well.
    also: tuple[str, ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """All clauses that it checks."""
        return (self.clause, *self.also)


def registering(into: list[Invariant]) -> Callable[..., Callable[[F], F]]:
    """A decorator for predicates that appends them to `into` as invariants of the clauses it is called with.

    >>> found: list[Invariant] = []
    >>> invariant = registering(found)
    >>> @invariant("example/sum", "example/zero")
    ... def sums_to_zero(state: Any) -> bool:
    ...     '''All sums to zero.'''
    ...     return sum(state) == 0
    >>> found[0].says, found[0].clauses
    ('All sums to zero', ('example/sum', 'example/zero'))
    """

    def invariant(clause: str, *also: str) -> Callable[[F], F]:
        def register(holds: F) -> F:
            says = (holds.__doc__ or "").split("\n", maxsplit=1)[0].rstrip(".")
            into.append(Invariant(clause, says, holds, also))
            return holds

        return register

    return invariant
