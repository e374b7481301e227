"""Validators for the fields of rules: attrs validators that raise BadRules."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import attrs

from lexludi.core.errors import BadRules

__all__ = ["flag", "integer", "integers", "member"]

Validator = Callable[[Any, "attrs.Attribute[Any]", Any], None]


def is_integer(value: object) -> bool:
    """Whether `value` is an integer and not a truth value in disguise.

    >>> is_integer(2), is_integer(True), is_integer(2.0)
    (True, False, False)
    """
    return type(value) is int


def integer(least: int | None = None, most: int | None = None) -> Validator:
    """A validator for an integer from `least` to `most` (None: no bound)."""
    expected = "an integer"
    if least is not None:
        expected = f"an integer from {least} to {most}" if most is not None else f"an integer of at least {least}"

    def validate(_: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if not is_integer(value) or (least is not None and value < least) or (most is not None and value > most):
            raise BadRules(attribute.name, value, expected)

    return validate


def integers(count: int) -> Validator:
    """A validator for a tuple of exactly `count` integers."""

    def validate(_: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if not isinstance(value, tuple) or len(value) != count or not all(map(is_integer, value)):
            raise BadRules(attribute.name, value, f"a tuple of exactly {count} integers")

    return validate


def member(kind: type[Enum]) -> Validator:
    """A validator for a member of an enumeration."""
    expected = f"a member of {kind.__name__}: " + ", ".join(one.name for one in kind)

    def validate(_: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if not isinstance(value, kind):
            raise BadRules(attribute.name, value, expected)

    return validate


def flag() -> Validator:
    """A validator for true or false."""

    def validate(_: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if not isinstance(value, bool):
            raise BadRules(attribute.name, value, "true or false")

    return validate
