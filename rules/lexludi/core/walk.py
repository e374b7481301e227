"""How a state moves: one action, then all that the rules settle alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from lexludi.core.checks import is_integer
from lexludi.core.errors import BadInput

__all__ = ["perft", "settle"]

S = TypeVar("S")
A = TypeVar("A")


def settle(state: S, due: Callable[[S], Callable[[S], S] | None]) -> S:
    """Carry out the steps that are due until somebody has to act.

    `due(state)` is the step that the rules settle alone in `state`, or None.

    >>> settle(5, lambda n: (lambda n: n - 2) if n > 1 else None)
    1
    """
    while (step := due(state)) is not None:
        state = step(state)
    return state


def perft(
    state: S,
    depth: int,
    legal_actions: Callable[[S], tuple[A, ...]],
    apply: Callable[[S, A], S],
) -> int:
    """Number of sequences of exactly `depth` player actions from `state`.

    Where nobody is to act (a deal is due, the game is over) `legal_actions` is empty, and so no
    sequence goes on: such a state is a leaf. Raises BadInput for a negative depth.
    """
    if not is_integer(depth) or depth < 0:
        raise BadInput("depth", depth, "a number of actions, at least 0")
    if depth == 0:
        return 1
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(apply(state, action), depth - 1, legal_actions, apply) for action in actions)
