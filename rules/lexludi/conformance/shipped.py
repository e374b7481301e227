"""Shipped: what vectors and perft tables have in common, as files of the specification."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lexludi.core.codec import expect
from lexludi.core.errors import ABSENT, Words, shorten_key
from lexludi.core.files import check_header
from lexludi.core.jsontext import dumps, loads
from lexludi.core.spec import spec_folder, spec_version

__all__ = ["content_hash", "info", "read_shipped", "shipped_texts"]

#: The form of an id; parts may stand between slashes.
_ID = re.compile("[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)*")


def read_shipped(text: str, form: str, keys: Sequence[str], name: str) -> dict[str, Any]:
    """The object of a file of the format `form`, with these keys and no others, an id, a purpose, a game and steps.

    Raises DecodeError, with `name` before the path, for anything else.
    """
    data = check_header(loads(text, name), form)
    for key in keys:
        expect(key in data, ABSENT, "a value", f"{name}: {key}")
    for key in data:
        expect(key in keys, Words("unknown field"), "one of " + ", ".join(keys), f"{name}: {shorten_key(key)}")
    for key in ("id", "purpose", "game"):
        expect(isinstance(data[key], str), data[key], "a string", f"{name}: {key}")
    expect(
        _ID.fullmatch(data["id"]), data["id"], "a slug: words in lower case with hyphens between them", f"{name}: id"
    )
    expect(isinstance(data["steps"], list) and data["steps"], data["steps"], "an array, not empty", f"{name}: steps")
    return data


def shipped_texts(kind: str, game: str | None) -> Iterator[tuple[str, str]]:
    """Text and name of each file of a kind (a folder of the specification), by name; of one game or of all."""
    folder = spec_folder() / kind
    games = sorted(entry.name for entry in folder.iterdir() if entry.is_dir())
    for name in games if game is None else [game]:
        for entry in sorted((folder / name).iterdir(), key=lambda entry: entry.name):
            if entry.name.endswith(".json"):
                yield entry.read_text(encoding="utf-8"), entry.name


def content_hash(data: Mapping[str, Any]) -> str:
    """SHA-256 of a file's content: its object without `_info`, keys sorted, no blanks."""
    content = {key: value for key, value in data.items() if key != "_info"}
    ordered = dumps(_sorted(content))
    return hashlib.sha256(ordered.encode()).hexdigest()


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value


def info(data: Mapping[str, Any]) -> dict[str, str]:
    """What `_info` of a file must say: the version of the specification, and the hash of the content."""
    return {"spec": spec_version(), "sha256": content_hash(data)}
