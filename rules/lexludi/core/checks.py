"""Validators for the fields of rules: attrs validators that raise BadRules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from lexludi.core.errors import BadRules

__all__ = ["flag", "integer"]

Validator = Callable[[Any, "attrs.Attribute[Any]", Any], None]


def is_integer(value: object) -> bool:
    """Whether `value` is an integer and not a truth value in disguise.

    >>> is_integer(2), is_integer(True), is_integer(2.0)
    (True, False, False)
    """
    return type(value) is int


def integer(least: int, most: int | None = None) -> Validator:
    """A validator for an integer from `least` to `most` (None: no upper bound)."""
    expected = f"an integer from {least} to {most}" if most is not None else f"an integer of at least {least}"

    def validate(_: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if not is_integer(value) or value < least or (most is not None and value > most):
            raise BadRules(attribute.name, value, expected)

    return validate


def flag() -> Validator:
    """A validator for true or false."""

    def validate(_: Any, attribute: attrs.Attribute[Any], value: Any) -> None:
        if not isinstance(value, bool):
            raise BadRules(attribute.name, value, "true or false")

    return validate
