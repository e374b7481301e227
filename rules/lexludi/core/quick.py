"""Quick: frozen attrs classes that are made twice as fast, for the states of a game.

A frozen slotted attrs class pays for every field at birth: its `__init__` must go around its own
`__setattr__`, which refuses. Here `__init__` takes the guard off while it fills the slots and puts it on
again before anybody sees the object. All else is attrs' own: fields, equality, hash, pickling, and that
a finished object cannot be changed.
"""

from __future__ import annotations

from typing import Any, TypeVar

import attrs

__all__ = ["quick_init"]

T = TypeVar("T")


def quick_init(cls: type[T]) -> type[T]:
    """Give a class made by `@attrs.frozen(weakref_slot=False)` an `__init__` without detours.

    TypeError for a class whose fields have defaults, converters or validators, or that is not slotted.

    >>> @quick_init
    ... @attrs.frozen(weakref_slot=False)
    ... class Place:
    ...     row: int
    ...     column: int
    >>> Place(1, column=2)
    Place(row=1, column=2)
    >>> Place(1, 2).row = 3
    Traceback (most recent call last):
    attr.exceptions.FrozenInstanceError: can't set attribute
    """
    fields = attrs.fields(cls)  # type: ignore[arg-type,unused-ignore]
    names = [field.name for field in fields]
    plain = all(
        field.default is attrs.NOTHING and field.converter is None and field.validator is None for field in fields
    )
    if not plain or cls.__dict__.get("__slots__") != tuple(names) or hasattr(cls, "__attrs_post_init__"):
        raise TypeError(f"{cls.__name__} must be a slotted attrs class without weakref slot and of plain fields")
    # An object may change its class for one of the same layout: this one has the slots and no guard.
    unguarded = attrs.make_class(f"_Unguarded{cls.__name__}", names, slots=True, init=False, weakref_slot=False)
    lines = [
        f"def __init__(self, {', '.join(names)}):",
        "    set_class(self, '__class__', unguarded)",
        *(f"    self.{name} = {name}" for name in names),
        "    self.__class__ = guarded",
    ]
    scope: dict[str, Any] = {"set_class": object.__setattr__, "unguarded": unguarded, "guarded": cls}
    exec("\n".join(lines), scope)
    init = scope["__init__"]
    init.__annotations__ = dict(cls.__init__.__annotations__)
    cls.__init__ = init  # type: ignore[method-assign]
    return cls
