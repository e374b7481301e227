"""Reading and writing JSON text: strictly, and within bounds."""

from __future__ import annotations

import json
from math import isinf
from pathlib import Path
from typing import Any

from lexludi.core.errors import DecodeError, Words, shorten

__all__ = ["MAX_DEPTH", "MAX_TEXT", "dumps", "load", "load_text", "loads"]

#: Longest text that is read from a stream, in characters.
MAX_TEXT = 64_000_000

#: Objects and arrays may nest this deep; no format of this library goes half as far.
MAX_DEPTH = 64


class _Refused(ValueError):
    """Something that Python's json reads but JSON does not allow, or that nobody should send."""


def loads(text: str, name: str = "JSON") -> Any:
    """The value of a JSON text. DecodeError, naming `name` and the place, for anything else.

    Stricter than the json module: no NaN, no number that no float holds, no half of a surrogate pair, no key
    twice, no nesting beyond `MAX_DEPTH`.

    >>> loads('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    lexludi.core.errors.DecodeError: JSON: the key 'a' twice in one object, expected valid JSON
    >>> loads('{"steps": [')
    Traceback (most recent call last):
    lexludi.core.errors.DecodeError: JSON: Expecting value: line 1 column 12 (char 11), expected valid JSON
    """
    try:
        _check_depth(text)
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite)
        if not text.isascii() or "\\u" in text:
            _check_signs(value)
        return value
    except json.JSONDecodeError as error:
        raise DecodeError(name, Words(str(error)), "valid JSON") from None
    except (_Refused, ValueError, RecursionError) as error:
        # ValueError: an integer of more digits than Python converts.
        reason = str(error) if isinstance(error, _Refused) else "a number or a nesting beyond all bounds"
        raise DecodeError(name, Words(reason), "valid JSON") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _Refused(f"the key {shorten(twice)} twice in one object")
    return made


def _no_constant(constant: str) -> Any:
    raise _Refused(f"{constant} is no JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise _Refused("a number beyond all bounds")
    return number


def _check_signs(value: Any) -> None:
    """Refuse halves of surrogate pairs: they are no characters, and nothing could write them again."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise _Refused("half of a surrogate pair is no character") from None


def _check_depth(text: str) -> None:
    """Refuse deep nesting before the parser meets it. Brackets in strings may count: no format needs them."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth, in_string, escaped = 0, False, False
    for sign in text:
        if in_string:
            in_string, escaped = escaped or sign != '"', sign == "\\" and not escaped
        elif sign == '"':
            in_string = True
        elif sign in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise _Refused(f"more than {MAX_DEPTH} levels of nesting")
        elif sign in "]}":
            depth -= 1


def load(path: Path) -> Any:
    """The value of a JSON file. DecodeError, naming the file, when it cannot be read or is not JSON."""
    return loads(load_text(path), str(path))


def load_text(path: Path) -> str:
    """The text of a file. DecodeError, naming the file, when it cannot be read or is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DecodeError(str(path), Words("not UTF-8"), "valid JSON") from None
    except OSError as error:
        raise DecodeError(str(path), Words(error.strerror or "unreadable"), "a readable file") from None


def dumps(value: Any, *, indent: int | None = None) -> str:
    """JSON text of a JSON value: on one line, or indented."""
    separators = (",", ":") if indent is None else None
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)
