"""Contracts: what a kernel demands and promises, read from its docstring, a line a condition."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from types import CodeType
from typing import Any

import attrs

__all__ = ["Contract", "contracts", "with_posts"]

_CONDITION = re.compile(r"\s*(pre|post): (.+)")


@attrs.frozen
class Contract:
    """The contract of one kernel."""

    #: Preconditions, as they are written.
    pre: tuple[str, ...]
    #: Postconditions: the line of the module on which each stands → how it is written.
    post: Mapping[int, str]

    def admits(self, function: Callable[..., Any]) -> Callable[..., bool]:
        """A function of the kernel's arguments: whether they satisfy every precondition."""
        return _as_function(function, (), self.pre)

    def allows(self, function: Callable[..., Any]) -> Callable[..., bool]:
        """A function of an answer and the kernel's arguments: whether they satisfy every postcondition."""
        return _as_function(function, ("__return__",), tuple(self.post.values()))


def _as_function(
    function: Callable[..., Any], first: tuple[str, ...], conditions: tuple[str, ...]
) -> Callable[..., bool]:
    names = (*first, *function.__code__.co_varnames[: function.__code__.co_argcount])
    text = f"lambda {', '.join(names)}: {' and '.join(f'({condition})' for condition in conditions)}"
    code: CodeType = compile(text, f"<contract of {function.__name__}>", "eval")
    made: Callable[..., bool] = eval(code, function.__globals__)
    return made


def contracts(source: str) -> dict[str, Contract]:
    r"""The contracts of all functions of a module, by their names; one without any condition has an empty one.

    >>> contracts('def f(n: int) -> int:\n    \"\"\"More.\n\n    pre: n > 0\n    post: __return__ > n\n    \"\"\"\n')
    {'f': Contract(pre=('n > 0',), post={5: '__return__ > n'})}
    """
    lines = source.splitlines()
    found = {}
    for node in ast.parse(source).body:
        if not isinstance(node, ast.FunctionDef):
            continue
        conditions = []
        first = node.body[0]
        if ast.get_docstring(node) is not None and first.end_lineno is not None:
            for number in range(first.lineno, first.end_lineno + 1):
                match = _CONDITION.fullmatch(lines[number - 1])
                conditions += [] if match is None else [(number, match[1], match[2])]
        pre = tuple(text for _, kind, text in conditions if kind == "pre")
        found[node.name] = Contract(pre, {number: text for number, kind, text in conditions if kind == "post"})
    return found


def with_posts(source: str, post: str) -> str:
    r"""The module with every postcondition replaced; its lines stay where they are.

    >>> with_posts("def f() -> int:\n    '''\n    post: __return__ == 1\n    '''", "False").splitlines()[2]
    '    post: False'
    """
    return re.sub(r"(?m)^(\s*)post: .+$", rf"\1post: {post}", source)
