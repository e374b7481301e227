"""Every exception that lexludi raises on purpose."""

from __future__ import annotations

import json
import reprlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexludi.core.violations import Violation

__all__ = ["BadInput", "BadRecord", "BadRules", "DecodeError", "IllegalAction", "LexludiError", "UnknownClause"]

_bounded = reprlib.Repr()
_bounded.maxlevel = 3
_bounded.maxstring = _bounded.maxother = _bounded.maxlong = 60


class LexludiError(Exception):
    """The base of all exceptions of this library."""

    def __repr__(self) -> str:
        try:
            return super().__repr__()
        except ValueError:  # it carries an integer of more digits than Python writes out
            return f"{type(self).__name__}({', '.join(map(shorten, self.args))})"


class IllegalAction(LexludiError):
    """The rules refuse an action. Carries the `Violation` that says which clause, and why."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation)
        #: Which clause refuses the action, the reason code and a sentence.
        self.violation = violation

    def __str__(self) -> str:
        return f"{self.violation.code} ({self.violation.clause}): {self.violation.message}"


class BadInput(LexludiError, ValueError):
    """Something from outside is unusable: names the field, the value and what was expected.

    >>> str(BadInput("rules.players", 9, "an integer from 2 to 5"))
    'rules.players: 9, expected an integer from 2 to 5'
    """

    def __init__(self, field: str, value: object, expected: str) -> None:
        super().__init__(field, value, expected)
        #: Path of the offending field, e.g. `steps[3].action.card`.
        self.field = field
        #: The value found there.
        self.value = value
        #: What would have been accepted, in words.
        self.expected = expected

    def __str__(self) -> str:
        return f"{self.field}: {shorten(self.value)}, expected {self.expected}"


class BadRules(BadInput):
    """Rules that no game can be played under (reason code `bad-rules`)."""


class DecodeError(BadInput):
    """JSON that is not the form of what it should be."""


class BadRecord(BadInput):
    """A record that cannot be read as one: cut off, of an unknown game, of an unknown format."""


class UnknownClause(LexludiError, KeyError):
    """No clause of the specification has this name."""

    def __str__(self) -> str:
        return f"no clause is called {shorten(self.args[0])}; `lexludi spec` lists them all"


class Words:
    """Stands for a value that cannot be shown: words that a message has in its place."""

    def __init__(self, words: str) -> None:
        self._words = words

    def __repr__(self) -> str:
        return self._words


#: The value that a `BadInput` carries when the field is missing.
ABSENT = Words("missing")


def escaped(text: str) -> str:
    r"""A text on one line, its unprintable signs escaped as in JSON: a terminal does nothing but show it.

    >>> print(escaped("é \x1b[2J\n"))
    é \u001b[2J\n
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def shorten(value: object) -> str:
    """A representation of `value` on one line and of bounded length, whatever it is.

    >>> shorten("x" * 1000)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxxxxxxxxxxx'"
    """
    try:
        told = _bounded.repr(value)
    except ValueError:  # an integer of more digits than Python writes out
        return "a number beyond all bounds"
    told = escaped(" ".join(told.split()))
    return told if len(told) <= 100 else f"{told[:70]} … {told[-20:]}"


def shorten_key(key: object) -> str:
    """A key of an object as a part of a path: as it is, or if it is no plain name, shortened.

    >>> shorten_key("players"), shorten_key("a b")
    ('players', "'a b'")
    """
    return key if isinstance(key, str) and key.isidentifier() and len(key) <= 40 else shorten(key)
