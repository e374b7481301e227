"""Planting: a fault is a method of the Python example that another function takes the place of.

The example is loaded anew for each fault, so faults never meet unless they are planted together.
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["Fault", "Planted", "plant", "planter"]

PYTHON = Path(__file__).resolve().parent.parent / "python"

Json = dict[str, Any]

#: Takes the module of the game, the method as it was, the object, and the method's arguments.
Body = Callable[..., Any]


@dataclass(frozen=True)
class Fault:
    """A fault, to be planted in the Python example."""

    name: str
    game: str
    #: Number of its kind in the table of docs/verification.md; 0 for one of our own.
    kind: int
    #: What a player would say of it.
    says: str
    #: Clauses that it breaks: to blame any of them is right.
    clauses: tuple[str, ...]
    #: The method that it takes the place of: `Class.method`.
    place: str
    body: Body
    #: How few steps a game can have that shows it, the deal and a refused action included; worked out by hand.
    shortest: int


def planter(game: str, into: list[Fault]) -> Callable[..., Callable[[Body], Body]]:
    """A decorator that makes faults of one game out of functions and puts them on a list.

    The function's name is the fault's, its docstring what it says.
    """

    def fault(place: str, shortest: int, *clauses: str, kind: int = 0) -> Callable[[Body], Body]:
        def make(body: Body) -> Body:
            name, says = body.__name__.replace("_", "-"), inspect.cleandoc(body.__doc__ or "").splitlines()[0]
            slugs = tuple(f"{game}/{clause}" for clause in clauses)
            into.append(Fault(f"{game}-{name}", game, kind, says, slugs, place, body, shortest))
            return body

        return make

    return fault


class Planted:
    """The Python example with faults in it, as a target of `lexludi.conformance`.

    What it raises is not caught: like most programs it dies of its mistakes.
    """

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        self._adapter = plant(faults)

    def ask(self, op: str, **fields: Any) -> Json:
        """The reply to one request."""
        reply: Json = self._adapter.handle({"op": op, **fields})
        return reply

    def close(self) -> None:
        """Nothing to end."""


def plant(faults: tuple[Fault, ...]) -> Any:
    """The example's adapter, made anew, with faults in its games."""
    modules = {name: _load(name) for name in ("druids", "birdie")}
    hidden = {name: sys.modules.get(name) for name in modules}
    sys.modules.update(modules)
    try:
        adapter = _load("adapter").Adapter()
    finally:
        for name, module in hidden.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
    for fault in faults:
        _replace(modules[fault.game], fault)
    return adapter


def _load(name: str) -> ModuleType:
    """A module of the example, loaded anew."""
    spec = importlib.util.spec_from_file_location(f"planted_{name}", PYTHON / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look for the module of a class
    spec.loader.exec_module(module)
    return module


def _replace(module: ModuleType, fault: Fault) -> None:
    """Put the body of a fault where a method is. AttributeError when there is no such method."""
    owner, method = fault.place.split(".")
    cls = getattr(module, owner)
    was, body = getattr(cls, method), fault.body
    if isinstance(inspect.getattr_static(cls, method), staticmethod):
        setattr(cls, method, staticmethod(lambda *args: body(module, was, *args)))
    elif isinstance(inspect.getattr_static(cls, method), classmethod):
        setattr(cls, method, classmethod(lambda _, *args: body(module, was, *args)))
    else:
        setattr(cls, method, lambda self, *args, **named: body(module, was, self, *args, **named))
