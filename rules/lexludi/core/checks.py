"""Validators for the fields of rules, which raise BadRules; and `require`, for an argument of another kind."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import attrs

from lexludi.core.errors import BadInput, BadRules

__all__ = ["flag", "integer", "integers", "member", "require"]

Validator = Callable[[Any, "attrs.Attribute[Any]", Any], None]

#: Numbers of so many digits are meant by nobody, and what is counted with them might have more than Python writes.
_BOUND = 10**100


def is_integer(value: object) -> bool:
    """Whether `value` is an integer of at most 100 digits, and not a truth value in disguise.

    >>> is_integer(2), is_integer(True), is_integer(2.0), is_integer(10**100)
    (True, False, False, False)
    """
    return type(value) is int and -_BOUND < value < _BOUND


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


def require(value: object, kind: type, field: str, expected: str) -> None:
    """Raise BadInput, naming `field`, unless `value` is of `kind`; `expected` says in words what that is.

    >>> require("R5 GAIA", str, "tokens", "a text of tokens")
    >>> require(None, str, "tokens", "a text of tokens")
    Traceback (most recent call last):
    lexludi.core.errors.BadInput: tokens: None, expected a text of tokens
    """
    if not isinstance(value, kind):
        raise BadInput(field, value, expected)
