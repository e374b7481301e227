"""Mutate: a real text spoilt, in its bytes or in its JSON, by a random source alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

__all__ = ["Mutator"]

#: Python writes and reads no integer with more digits than this.
_DIGITS = 4300

#: Values of JSON that some decoder may not expect in some place.
_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 9, -(2**31), 2**31, 2**53 + 1, 2**63, 2**64, int("9" * _DIGITS)),
    *(0.5, -0.0, 1e308, "", "x", "0", "null", "G1", "GAIA", "OWL-SPRING", "a b", "[", "\x00", "\x1b[31m", "\u2028"),
    *("\ud800", "\udfff\ud800", "é", "𝄞", "x" * 3000, "\n", "../..", "%s", "{0}"),
    *([], {}, [[]], [{}], {"": None}, {"type": "deal"}, [0] * 70, [1, "1"], {"\ud800": 1}, {"format": 1}),
)

#: Texts that may stand for a value, most of which are no JSON, or nothing that anybody should send.
_TEXTS = (
    *("NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1E400", "1.0", "-0", "1e2", "01", "+1", ".5", "1.", "0x1"),
    *(
        "9" * (_DIGITS + 1),
        "-" + "9" * 5000,
        "1" + "0" * 5000,
        "1e99999999999",
        "'x'",
        '"\\x"',
        '"\t"',
        "undefined",
        "",
    ),
    *('"\\ud800"', '"\\udc00\\ud800"', '"\\ud83d"', '"\\u00', "/**/1", "1,", "[1,]", '{"a":1,"a":2}', '{"a":1,}'),
    *("[" * 70 + "]" * 70, "[" * 10_000, "[" * 10_000 + "]" * 10_000, '{"a":' * 10_000, '{"a":' * 70 + "1" + "}" * 70),
)

#: Bytes that may stand anywhere.
_BYTES = (
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\x00", b"\xff", b"\xc3", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"),
    *(b"\x1b", b"\x7f", b"\x85", b"\xe2\x80\xa8", b"\r", b"\n", b"\r\n", b"\n\n", b" ", b"\t", b"\x0b", b"\xc2\xa0"),
    *(b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"#", b"1e400", b"null", b"-", b"0", b"9" * 5000),
    *(b"[" * 100, b'{"a":' * 100, b"[" * 10_000, b'"' + b"x" * 100_000),
)

#: Stand in a JSON value for a text, and for a key that is there already.
_HOLE, _AGAIN = "@hole@", "@again@"

#: An edit of the value at a place: it gets the container, the key or index there, and the rest of the world.
_Edit = Callable[[Any, Any, "Mutator", Random], None]


class Mutator:
    """Spoils texts of one kind, and takes parts of one for another.

    >>> spoil = Mutator([b'{"players": 3}', b'{"players": 4}'])
    >>> spoil(Random(2)) == spoil(Random(2)), len({spoil(Random(seed)) for seed in range(50)}) > 25
    (True, True)
    """

    def __init__(self, texts: Sequence[bytes]) -> None:
        if not texts:
            raise ValueError("no texts to spoil")
        self._texts = tuple(texts)

    def __call__(self, random: Random) -> bytes:
        """One of the texts, spoilt."""
        return self.spoilt(_pick(random, self._texts), random)

    def spoilt(self, text: bytes, random: Random) -> bytes:
        """A text, spoilt; or, rarely, as it is."""
        chance = random.random()
        if chance < 0.05:
            return text
        if chance < 0.75:
            text = self._in_json(text, random)
        if chance > 0.7:
            text = self._in_bytes(text, random)
        return text

    def other(self, random: Random) -> Any:
        """The JSON value of another text; None if it has none."""
        try:
            return json.loads(_pick(random, self._texts))
        except ValueError:
            return None

    # --- in its JSON ---

    def _in_json(self, text: bytes, random: Random) -> bytes:
        try:
            value = [json.loads(text)]
        except ValueError:
            return self._in_lines(text, random)
        # A key that is there already, and a text for a value, are put in at the end.
        again: list[str] = []
        for _ in range(_few(random)):
            container, key = self._place(value, random)
            if isinstance(container, dict) and random.random() < 0.08:
                again.append(key)
                container[_AGAIN] = container[key] if random.random() < 0.5 else _value(random)
            else:
                _pick(random, _EDITS)(container, key, self, random)
        written = json.dumps(
            value[0] if value else None,
            ensure_ascii=random.random() < 0.5,
            indent=1 if random.random() < 0.05 else None,
            separators=(",", ":") if random.random() < 0.5 else None,
        )
        for key in again:
            written = written.replace(f'"{_AGAIN}"', json.dumps(key))
        while f'"{_HOLE}"' in written:
            written = written.replace(f'"{_HOLE}"', _pick(random, _TEXTS), 1)
        return written.encode("utf-8", "surrogatepass")

    def _place(self, value: list[Any], random: Random) -> tuple[Any, Any]:
        """Some place in a value: a container, and a key or index of it."""
        container: Any = value
        key: Any = 0
        while True:
            if not container:
                container.append(None) if isinstance(container, list) else container.update(x=None)
            key = _pick(random, list(container)) if isinstance(container, dict) else _at(random, container)
            inner = container[key]
            if not isinstance(inner, dict | list) or not inner or random.random() < 0.2:
                return container, key
            container = inner

    def twin(self, random: Random) -> Any:
        """Some value of another text."""
        value = self.other(random)
        if not isinstance(value, dict | list) or not value:
            return value
        container, key = self._place([value], random)
        return container[key]

    # --- in its lines and bytes ---

    def _in_lines(self, text: bytes, random: Random) -> bytes:
        """A text that is no JSON: lines left out, twice, in another order, from another text."""
        lines = text.splitlines(keepends=True) or [b"\n"]
        others = _pick(random, self._texts).splitlines(keepends=True) or [b"\n"]
        for _ in range(_few(random)):
            lines.insert(int(random.random() * (len(lines) + 1)), _pick(random, others))
            if random.random() < 0.7:
                del lines[_at(random, lines)]
        return b"".join(lines)

    def _in_bytes(self, text: bytes, random: Random) -> bytes:
        for _ in range(_few(random)):
            at = int(random.random() * (len(text) + 1))
            to = min(len(text), at + int(random.random() ** 4 * 200))
            chance = random.random()
            if chance < 0.25:
                flipped = bytes([text[at] ^ 1 << int(random.random() * 8)]) if at < len(text) else b""
                text = text[:at] + flipped + text[at + 1 :]
            elif chance < 0.45:
                text = text[:at] + bytes([int(random.random() * 256)]) + text[at:]
            elif chance < 0.65:
                text = text[:at] + _pick(random, _BYTES) + text[at:]
            elif chance < 0.75:
                text = text[:at] + text[to:]
            elif chance < 0.85:
                text = text[:to] + text[at:]
            elif chance < 0.95:
                other = _pick(random, self._texts)
                start = int(random.random() * (len(other) + 1))
                text = text[:at] + other[start : start + to - at] + text[to:]
            else:
                text = text[:at]
        return text


def _few(random: Random) -> int:
    """1, often; rarely more."""
    return 1 + int(random.random() ** 3 * 4)


def _pick(random: Random, some: Sequence[Any]) -> Any:
    return some[int(random.random() * len(some))]


def _at(random: Random, some: Sequence[Any]) -> int:
    return int(random.random() * len(some))


def _value(random: Random) -> Any:
    """Some strange value, for one place alone: it may be changed there."""
    return deepcopy(_pick(random, _VALUES))


# --- the edits of a value at a place ---


def _strange(container: Any, key: Any, _: Mutator, random: Random) -> None:
    container[key] = _value(random)


def _hole(container: Any, key: Any, _: Mutator, __: Random) -> None:
    container[key] = _HOLE


def _spliced(container: Any, key: Any, mutator: Mutator, random: Random) -> None:
    """Something of another text; of the same key, if it has it."""
    other = mutator.other(random)
    if isinstance(container, dict) and isinstance(other, dict) and key in other:
        container[key] = other[key]
    else:
        container[key] = mutator.twin(random)


def _gone(container: Any, key: Any, _: Mutator, __: Random) -> None:
    del container[key]


def _twice(container: Any, key: Any, _: Mutator, random: Random) -> None:
    if isinstance(container, list):
        container.insert(_at(random, container), container[key])
    else:
        container[_pick(random, ("x", "", key + " ", key.upper() + "_", "type", "format"))] = container[key]


def _renamed(container: Any, key: Any, mutator: Mutator, random: Random) -> None:
    if isinstance(container, dict):
        names = list(container)
        container[_pick(random, (*names, "x" * 200, "\ud800", "a\nb", key + "s"))] = container.pop(key)
    else:
        _reordered(container, key, mutator, random)


def _other_type(container: Any, key: Any, _: Mutator, random: Random) -> None:
    value = container[key]
    told = str(value) if not isinstance(value, dict | list) else json.dumps(value)
    number = float(value) if isinstance(value, int) and abs(value) < 2**60 else len(told)
    container[key] = _pick(random, (told, number, [value], {"x": value}, {told[:9]: value}, bool(value), None))


def _nudged(container: Any, key: Any, _: Mutator, random: Random) -> None:
    value = container[key]
    if isinstance(value, bool):
        container[key] = not value
    elif isinstance(value, int):
        container[key] = _pick(
            random, (value + 1, value - 1, -value, value * 10**9) if abs(value) < 10**99 else (-value, value // 10)
        )
    elif isinstance(value, str):
        at = int(random.random() * (len(value) + 1))
        container[key] = _pick(random, (value[:at], value + value[at:], value.lower(), value[at:] + "-", f" {value}"))
    elif isinstance(value, list):
        container[key] = _pick(random, (value[::-1], value + value, value[1:], value[:-1], sorted(value, key=str)))


def _reordered(container: Any, key: Any, _: Mutator, random: Random) -> None:
    if isinstance(container, list):
        at = _at(random, container)
        container[key], container[at] = container[at], container[key]
    else:
        items = list(container.items())
        random.shuffle(items)
        container.clear()
        container.update(items)


def _huge(container: Any, key: Any, _: Mutator, random: Random) -> None:
    """Every number in a container, up to those that Python can still read."""
    number = _pick(random, (10 ** (_DIGITS - 1), int("9" * _DIGITS), -int("9" * _DIGITS), 2**63, 10**18))

    def grown(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: grown(item) for name, item in value.items()}
        if isinstance(value, list):
            return [grown(item) for item in value]
        return number if type(value) is int else value

    if isinstance(container, list) and type(container[key]) is int:
        container[:] = grown(container)
    else:
        container[key] = grown(container[key])


_EDITS: tuple[_Edit, ...] = (
    *(_strange, _strange, _hole, _spliced, _spliced, _spliced, _gone, _twice, _renamed, _other_type, _nudged),
    *(_nudged, _reordered, _reordered, _huge),
)
