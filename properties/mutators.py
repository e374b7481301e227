"""Mutators: every small change of a module, each one change of its syntax tree.

A comparison, a boolean or an arithmetic operator, a number, a condition, an argument, a default, a returned
value, a statement left out. Docstrings, annotations, decorators, `__all__` and the words of messages are no
rules and are left alone.
"""

from __future__ import annotations

import ast
import copy
import difflib
import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import attrs

__all__ = ["Mutant", "mutants"]


@attrs.frozen
class Mutant:
    """One change of a module."""

    #: The line of the module that is changed.
    line: int
    #: What kind of change it is.
    kind: str
    #: The whole module with the change.
    source: str
    #: The change as a diff, without context.
    diff: str
    #: The function or method whose body is changed, by its qualified name; "" for what the import works out.
    function: str
    #: The function, method or class that the change stands in, in the same way.
    place: str

    @property
    def key(self) -> str:
        """What it is kept by."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:16]


_SWAPS: dict[type, tuple[type, ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}

#: A change: what kind it is, and what it does to the node, in place.
_Change = tuple[str, Callable[[Any], None]]


def _changes(node: ast.AST) -> Iterator[_Change]:
    """The changes of one node."""
    match node:
        case ast.Compare(ops=[op]):
            for swap in _SWAPS.get(type(op), ()):
                yield f"{type(op).__name__} → {swap.__name__}", partial(_set_item, "ops", 0, swap())
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op):
            for swap in _SWAPS.get(type(op), ()):
                yield f"{type(op).__name__} → {swap.__name__}", partial(_set, "op", swap())
        case ast.UnaryOp(op=ast.Not()):
            yield "not left out", lambda n: _become(n, n.operand)
        case ast.UnaryOp(op=ast.USub()):
            yield "minus left out", lambda n: _become(n, n.operand)
        case ast.Constant(value=bool() as value):
            yield f"{value} → {not value}", lambda n: setattr(n, "value", not n.value)
        case ast.Constant(value=int()):
            yield "number + 1", lambda n: setattr(n, "value", n.value + 1)
            yield "number − 1", lambda n: setattr(n, "value", n.value - 1)
        case ast.IfExp():
            yield "condition turned", lambda n: setattr(n, "test", ast.UnaryOp(ast.Not(), n.test))
        case ast.If() | ast.While():
            yield "condition turned", lambda n: setattr(n, "test", ast.UnaryOp(ast.Not(), n.test))
        case ast.comprehension(ifs=[_]):
            yield "condition left out", lambda n: n.ifs.clear()
            yield "condition turned", lambda n: n.ifs.__setitem__(0, ast.UnaryOp(ast.Not(), n.ifs[0]))
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield "returns None", lambda n: setattr(n, "value", ast.Constant(None))
        case ast.Slice():
            if node.lower is not None:
                yield "slice from the start", lambda n: setattr(n, "lower", None)
            if node.upper is not None:
                yield "slice to the end", lambda n: setattr(n, "upper", None)
            if node.step is not None:
                yield "slice without a step", lambda n: setattr(n, "step", None)
        case ast.Tuple(ctx=ast.Load(), elts=[_, _, *_]) | ast.Tuple(ctx=ast.Load(), elts=[ast.Starred()]):
            for at in range(len(node.elts)):
                yield f"item {at} left out", partial(_leave_out, "elts", at)
        case ast.Call():
            yield from _call_changes(node)
    yield from _statement_changes(node)


def _call_changes(node: ast.Call) -> Iterator[_Change]:
    """Neighbouring arguments exchanged, an argument None, a call of one argument left out."""
    for at in range(len(node.args) - 1):
        if ast.dump(node.args[at]) != ast.dump(node.args[at + 1]):
            yield f"arguments {at} and {at + 1} exchanged", partial(_exchange, at)
    for at, argument in enumerate(node.args):
        if not _is_none(argument) and not isinstance(argument, ast.Starred):
            yield f"argument {at} None", partial(_set_item, "args", at, ast.Constant(None))
    plain = [argument for argument in node.args if not isinstance(argument, ast.Starred)]
    if len(plain) == len(node.args) == 1 and not node.keywords and isinstance(node.func, ast.Name):
        yield "call left out", lambda n: _become(n, n.args[0])
    for at, keyword in enumerate(node.keywords):
        if keyword.arg is not None:
            yield f"{keyword.arg} left out", partial(_leave_out, "keywords", at)
    match node.func:
        case ast.Name(id="min"):
            yield "min → max", lambda n: setattr(n.func, "id", "max")
        case ast.Name(id="max"):
            yield "max → min", lambda n: setattr(n.func, "id", "min")
        case ast.Name(id="all"):
            yield "all → any", lambda n: setattr(n.func, "id", "any")
        case ast.Name(id="any"):
            yield "any → all", lambda n: setattr(n.func, "id", "all")


def _statement_changes(node: ast.AST) -> Iterator[_Change]:
    """Statements of a block left out, one at a time."""
    for name in ("body", "orelse"):
        block = getattr(node, name, None)
        if not isinstance(block, list) or isinstance(node, ast.Module | ast.ClassDef):
            continue
        for at, statement in enumerate(block):
            if isinstance(statement, ast.Assert | ast.Pass) or _is_docstring(statement):
                continue
            yield f"{type(statement).__name__} left out", partial(_set_item, name, at, ast.Pass())


def _set(field: str, value: Any, node: Any) -> None:
    setattr(node, field, value)


def _set_item(field: str, at: int, value: Any, node: Any) -> None:
    getattr(node, field)[at] = value


def _leave_out(field: str, at: int, node: Any) -> None:
    del getattr(node, field)[at]


def _exchange(at: int, node: Any) -> None:
    node.args[at], node.args[at + 1] = node.args[at + 1], node.args[at]


def _become(node: ast.AST, other: ast.AST) -> None:
    """Turn a node into another one, in place."""
    node.__class__ = other.__class__
    node.__dict__.clear()
    node.__dict__.update(other.__dict__)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _places(statement: ast.stmt) -> list[tuple[ast.AST, str, str]]:
    """The nodes of a statement of a module that may be changed, always in the same order.

    Each with the function or method in whose body it stands, by its qualified name; "" for what is worked
    out when the module is imported; and with the function, method or class that it is any part of.
    """
    found: list[tuple[ast.AST, str, str]] = []

    def visit(node: ast.AST, part: str, function: str) -> None:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not function:
            part = f"{part}.{node.name}".strip(".")
        inside = function or (part if isinstance(node, ast.FunctionDef) else "")
        found.append((node, inside, part))
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not isinstance(child, ast.Assert):
                    # A default is no part of the body.
                    visit(child, part, function if name == "args" else inside)

    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        visit(statement, "", "")
    elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if ast.unparse(targets[0]) != "__all__":
            visit(statement.value, "", "")
    return found


def mutants(source: str) -> list[Mutant]:
    r"""All mutants of a module, in the order of its text; two that come to the same are one.

    >>> [mutant.kind for mutant in mutants("def more(n: int) -> int:\n    return n + 1\n")]
    ['Return left out', 'returns None', 'Add → Sub', 'number + 1', 'number − 1']
    """
    statements = ast.parse(source).body
    plain = [ast.unparse(statement) for statement in statements]
    found: dict[str, Mutant] = {}
    for at, statement in enumerate(statements):
        for place, (node, function, part) in enumerate(_places(statement)):
            for number, (kind, _) in enumerate(list(_changes(node))):
                changed = copy.deepcopy(statement)
                target = _places(changed)[place][0]
                _, change = list(_changes(target))[number]
                change(target)
                text = ast.unparse(ast.fix_missing_locations(changed))
                whole = "\n".join((*plain[:at], text, *plain[at + 1 :]))
                if text != plain[at] and whole not in found:
                    line = getattr(node, "lineno", statement.lineno)
                    found[whole] = Mutant(line, kind, whole, _diff(plain[at], text), function, part)
    return list(found.values())


def _diff(plain: str, text: str) -> str:
    lines = difflib.unified_diff(plain.splitlines(), text.splitlines(), lineterm="", n=0)
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))
