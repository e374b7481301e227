"""JSON for every public type: one way out, one way in, strict in both.

`to_json` gives JSON values (dict, list, str, int, bool, None), `from_json` takes them; text is the
business of `json` or of `lexludi.core.jsontext`. The shapes of a game's own types are registered by
that game; here stand the converter and what all games share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from types import UnionType
from typing import Any, TypeVar, get_args

import attrs
from cattrs import Converter
from cattrs.errors import BaseValidationError, ClassValidationError, ForbiddenExtraKeysError, IterableValidationError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from lexludi.core.checks import is_integer
from lexludi.core.errors import ABSENT, BadInput, DecodeError, Words, shorten_key

__all__ = [
    "CONVERTER",
    "check_clause",
    "expect",
    "from_json",
    "inside",
    "register_enum",
    "register_shape",
    "register_tagged",
    "to_json",
]

T = TypeVar("T")

#: The converter of all types. Forbids unknown keys, coerces nothing.
CONVERTER = Converter(forbid_extra_keys=True)


def to_json(x: Any) -> Any:
    """The JSON value of any rules, state, action, view, event, outcome, violation, record or vector.

    >>> from lexludi import druids
    >>> to_json(druids.Play(druids.card("R5")))
    {'type': 'play', 'card': 'R5'}
    """
    return CONVERTER.unstructure(x)


def from_json(cls: Any, data: Any) -> Any:
    """The object of class (or union) `cls` that `data`, a JSON value, describes.

    Raises DecodeError (or BadRules, BadRecord: all are BadInput) that names the path of the first
    field that is wrong, its value, and what was expected.

    >>> from lexludi import druids
    >>> from_json(druids.Action, {"type": "play", "card": "R5"})
    Play(card=R5)
    >>> from_json(druids.Rules, {"players": 4.0})
    Traceback (most recent call last):
    lexludi.core.errors.DecodeError: players: 4.0, expected an integer
    """
    try:
        with inside(""):
            return CONVERTER.structure(data, cls)
    except BadInput as fault:
        raise type(fault)(fault.field or "JSON", fault.value, fault.expected) from None


def check_clause(game: str) -> Callable[[Any], None]:
    """A check that the `clause` of an event is the name of a clause of `game`, by its form."""
    form = re.compile(f"{game}/[a-z0-9-]+")

    def check(event: Any) -> None:
        expect(form.fullmatch(event.clause), event.clause, f"a clause, {game}/…", "clause")

    return check


def expect(good: object, value: Any, expected: str, field: str = "") -> None:
    """Raise DecodeError for `value` unless `good`. The path in front of `field` is added on the way out."""
    if not good:
        raise DecodeError(field, value, expected)


@contextmanager
def inside(path: str) -> Iterator[None]:
    """Put `path` in front of the path of every fault that is found within."""
    try:
        yield
    except (BaseValidationError, BadInput) as fault:
        raise _first_fault(fault, path) from None


def _first_fault(error: Exception, path: str) -> BadInput:
    """The first fault that cattrs found, as one of our errors, with the path that cattrs noted."""
    if isinstance(error, ClassValidationError):
        inner, others = error.group_exceptions()
        if inner:
            cause, note = inner[0]
            return _first_fault(cause, _joined(path, _key(error.cl, note.name)))
        return _first_fault(others[0], path)
    if isinstance(error, IterableValidationError):
        items, others = error.group_exceptions()
        if items:
            cause, at = items[0]
            return _first_fault(cause, f"{path}[{at.index}]")
        return _first_fault(others[0], path)
    if isinstance(error, ForbiddenExtraKeysError):
        known = sorted(_key(error.cl, field.alias) for field in attrs.fields(error.cl) if field.init)
        unknown = shorten_key(min(error.extra_fields, key=str))
        expected = ", ".join((*_beside.get(error.cl, ()), *known))
        return DecodeError(_joined(path, unknown), Words("unknown field"), f"no other fields than {expected}")
    if isinstance(error, BadInput):
        return type(error)(_joined(path, error.field), error.value, error.expected)
    if isinstance(error, KeyError):
        return DecodeError(path, ABSENT, "a value")
    return DecodeError(path, Words(str(error) or type(error).__name__), "the form that the schema gives")


#: Class → names of its fields that have another key in files.
_renamed: dict[type, Mapping[str, str]] = {}

#: Class → keys of its object in files that are no fields of it: the tag, the header.
_beside: dict[type, tuple[str, ...]] = {}


def _key(cls: type, field: str) -> str:
    return _renamed.get(cls, {}).get(field, field)


def _joined(path: str, field: str) -> str:
    if not path or not field:
        return path or field
    return path + field if field.startswith("[") else f"{path}.{field}"


def _strict(good: Callable[[Any], bool], expected: str) -> Callable[[Any, Any], Any]:
    def structure(value: Any, _: Any) -> Any:
        expect(good(value), value, expected)
        return value

    return structure


CONVERTER.register_structure_hook(int, _strict(is_integer, "an integer"))
CONVERTER.register_structure_hook(bool, _strict(lambda value: type(value) is bool, "true or false"))
CONVERTER.register_structure_hook(str, _strict(lambda value: type(value) is str, "a string"))


def _is_tuple(cls: Any) -> bool:
    return getattr(cls, "__origin__", None) is tuple and get_args(cls)[-1:] == (...,)


def _tuple_hook(cls: Any) -> Callable[[Any, Any], Any]:
    items = list.__class_getitem__(get_args(cls)[0])
    inner = CONVERTER.get_structure_hook(items)

    def structure(value: Any, _: Any) -> Any:
        # cattrs takes any iterable for a sequence, a string or an object among them.
        expect(isinstance(value, list), value, "an array")
        return tuple(inner(value, items))

    return structure


CONVERTER.register_structure_hook_factory(_is_tuple, _tuple_hook)


def register_enum(cls: type[Enum]) -> None:
    """Write the members of an enumeration by their values, and read no other value."""
    expected = "one of " + ", ".join(str(member.value) for member in cls)
    by_value = {member.value: member for member in cls}

    def structure(value: Any, _: Any) -> Any:
        expect(isinstance(value, str) and value in by_value, value, expected)
        return by_value[value]

    CONVERTER.register_structure_hook(cls, structure)
    CONVERTER.register_unstructure_hook(cls, lambda member: member.value)


def register_shape(
    cls: type[Any],
    *,
    check: Callable[[Any], None] | None = None,
    read_as: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
    written_as: Callable[[Any, dict[str, Any]], dict[str, Any]] | None = None,
    made_from: type[Any] | None = None,
    header: tuple[str, ...] = (),
) -> None:
    """Read and write an attrs class as a JSON object of its fields.

    Where a file's object is not one to one the fields, `read_as` turns the object of a file into that
    of the fields, and `written_as(x, fields)` the other way. `check` looks at the finished object and
    raises BadInput. A class whose fields nobody outside knows is `made_from` another one, whose fields
    `cls.of` takes. `header` names the keys that `read_as` takes away, to be told with those of the fields.
    """
    _beside[made_from or cls] = header
    read = make_dict_structure_fn(made_from or cls, CONVERTER, _cattrs_forbid_extra_keys=True)
    write = make_dict_unstructure_fn(cls, CONVERTER)

    def structure(value: Any, kind: Any) -> Any:
        expect(isinstance(value, dict), value, "an object")
        made = read(value if read_as is None else read_as(value), made_from or kind)
        if made_from is not None:
            made = cls.of(**attrs.asdict(made, recurse=False))
        if check is not None:
            check(made)
        return made

    def unstructure(x: Any) -> Any:
        fields = write(x)
        return fields if written_as is None else written_as(x, fields)

    CONVERTER.register_structure_hook(cls, structure)
    CONVERTER.register_unstructure_hook(cls, unstructure)


def register_tagged(
    union: UnionType,
    tags: Mapping[type[Any], str | Mapping[str, str]],
    optional: Mapping[str, Any] = {},
    renamed: Mapping[str, str] = {},
    check: Callable[[Any], None] | None = None,
) -> None:
    """Read and write each class of a union as a JSON object whose `type` names the class.

    A tag of several keys, `type` first, is for classes that share a type and are told apart by another
    key. Fields in `optional` (name → the type of their value) are left out when None, and never null.
    Fields in `renamed` (name → key) have another name in files. No other field may be missing, even if
    its class has a default for it. `check` looks at the finished object and raises BadInput.
    """
    marks = {cls: {"type": tag} if isinstance(tag, str) else dict(tag) for cls, tag in tags.items()}
    shapes = {cls: _tagged_shape(cls, optional, renamed) for cls in tags}
    needed = {
        cls: [renamed.get(field.name, field.name) for field in attrs.fields(cls) if field.name not in optional]
        for cls in tags
    }
    _renamed.update(dict.fromkeys(tags, renamed))
    _beside.update({cls: tuple(mark) for cls, mark in marks.items()})

    def structure(value: Any, kind: Any) -> Any:
        expect(isinstance(value, dict), value, "an object")
        cls = _marked(value, {kind: marks[kind]} if kind in marks else marks)
        fields = {key: item for key, item in value.items() if key not in marks[cls]}
        made = shapes[cls][0](fields, cls)
        for key in needed[cls]:
            expect(key in fields, ABSENT, "a value", key)
        if check is not None:
            check(made)
        return made

    def unstructure(value: Any) -> Any:
        return {**marks[type(value)], **shapes[type(value)][1](value)}

    CONVERTER.register_structure_hook_func(lambda kind: kind == union, structure)
    for cls in tags:
        CONVERTER.register_structure_hook(cls, structure)
        CONVERTER.register_unstructure_hook(cls, unstructure)


def _marked(value: dict[str, Any], marks: Mapping[type[Any], Mapping[str, str]]) -> type[Any]:
    """The class whose mark the object carries: its keys are asked for one after the other."""
    asked: list[str] = []
    while True:
        cls, mark = next(iter(marks.items()))
        key = next((key for key in mark if key not in asked), None)
        if key is None:
            return cls
        tag = value.get(key, ABSENT)
        known = dict.fromkeys(mark[key] for mark in marks.values())
        expect(isinstance(tag, str) and tag in known, tag, _one_of(known), key)
        marks = {cls: mark for cls, mark in marks.items() if mark[key] == tag}
        asked.append(key)


def _one_of(known: Iterable[str]) -> str:
    names = list(known)
    return names[0] if len(names) == 1 else "one of " + ", ".join(names)


def _tagged_shape(cls: type[Any], optional: Mapping[str, Any], renamed: Mapping[str, str]) -> tuple[Any, Any]:
    """The functions that read and write the fields of a class, its type tag apart."""
    reading: dict[str, Any] = {}
    writing: dict[str, Any] = {}
    for name in (field.name for field in attrs.fields(cls)):
        rename = renamed.get(name)
        if name in optional:
            hook = CONVERTER.get_structure_hook(optional[name])
            reading[name] = override(struct_hook=hook, rename=rename)
            writing[name] = override(omit_if_default=True, rename=rename)
        elif rename is not None:
            reading[name] = writing[name] = override(rename=rename)
    return (
        make_dict_structure_fn(cls, CONVERTER, _cattrs_forbid_extra_keys=True, **reading),
        make_dict_unstructure_fn(cls, CONVERTER, **writing),
    )
