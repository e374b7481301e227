"""Tuples: the two changes that immutable states are made of."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["replaced", "without"]

T = TypeVar("T")


def replaced(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """`items` with `item` in place of the one at `at`.

    >>> replaced((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    changed = list(items)
    changed[at] = item
    return tuple(changed)


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """`items` less the leftmost one that equals `item`, which must be there.

    >>> without((1, 2, 1, 3), 1)
    (2, 1, 3)
    """
    at = items.index(item)
    return items[:at] + items[at + 1 :]
