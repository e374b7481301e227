"""Spec: the text of the specification as data: chapters, clauses, and where each sentence went."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import attrs

from lexludi.core.errors import UnknownClause

__all__ = ["Clause", "Sentence", "clause_named", "clauses", "sentences", "spec_folder", "spec_text", "spec_version"]

_CLAUSE = re.compile(r"^### ([a-z]+/[a-z0-9-]+)$")
_CHAPTER = re.compile(r"^## (.+)$")
_MARK = re.compile(r"^\*(Formally|Ruling|Field|Sources|Refusal|Example)\.\* ?(.*)$")
_ADDRESS = re.compile(r"\d{3}:\d+\.\d+")


@attrs.frozen
class Clause:
    """One clause of the specification."""

    #: Immutable slug, e.g. `druids/follow-domain`.
    slug: str
    #: The chapter it stands in, which is also the name of a module.
    chapter: str
    #: The rule in plain words.
    text: str
    #: The formal statement.
    formally: str
    #: Which ruling it is and why; empty when the sources say it.
    ruling: str
    #: Fields of Rules that govern it.
    fields: tuple[str, ...]
    #: Addresses of the sentences it comes from, or that a ruling reconciles.
    sources: tuple[str, ...]
    #: Reason codes of the actions that it refuses.
    refusals: tuple[str, ...]
    #: An example.
    example: str

    @property
    def game(self) -> str:
        """Name of the game."""
        return self.slug.split("/", maxsplit=1)[0]


@attrs.frozen
class Sentence:
    """What became of one sentence of the source documents."""

    #: Document, paragraph and sentence, e.g. `000:3.3`.
    address: str
    #: SHA-256 of the sentence, in hexadecimal.
    sha256: str
    #: The clauses that state it.
    clauses: tuple[str, ...]
    #: Why it states no rule; empty when it has clauses.
    no_rule: str


def spec_folder() -> Traversable:
    """The folder of the specification: in an installed package its data, in a checkout `spec/` itself."""
    packaged = files("lexludi") / "_spec"
    if packaged.is_dir():
        return packaged
    return Path(__file__).parents[3] / "spec"


@cache
def spec_text(name: str) -> str:
    """A file of the specification as text, by its path within the folder, e.g. `druids.md`.

    Raises FileNotFoundError when there is none.
    """
    return spec_folder().joinpath(*name.split("/")).read_text(encoding="utf-8")


def games_specified() -> tuple[str, ...]:
    """The games that the specification has a file for, by name."""
    names = (entry.name for entry in spec_folder().iterdir())
    return tuple(sorted(name.removesuffix(".md") for name in names if name.endswith(".md") and name.islower()))


@cache
def clauses() -> Mapping[str, Clause]:
    """All clauses of all games by slug, in the order of the specification.

    >>> clauses()["druids/follow-domain"].refusals
    ('must-follow-domain',)
    """
    return {clause.slug: clause for game in games_specified() for clause in _parsed(spec_text(f"{game}.md"))}


def clause_named(slug: str) -> Clause:
    """The clause called `slug`. Raises UnknownClause."""
    try:
        return clauses()[slug]
    except KeyError:
        raise UnknownClause(slug) from None


def _parsed(text: str) -> Iterator[Clause]:
    chapter, slug, part = "", "", ""
    parts: dict[str, str] = {}
    for line in [*text.splitlines(), "## end"]:
        heading = _CLAUSE.match(line) or _CHAPTER.match(line) or re.match(r"^### ", line)
        if heading:
            if slug:
                yield _clause(slug, chapter, parts)
            slug, parts, part = "", {"": ""}, ""
            if line.startswith("## "):
                chapter = line.removeprefix("## ").lower()
            elif _CLAUSE.match(line):
                slug = line.removeprefix("### ")
            continue
        mark = _MARK.match(line)
        if mark:
            part, line = mark.groups()  # noqa: PLW2901
            parts[part] = ""
        if slug:
            parts[part] += line + "\n"


def _clause(slug: str, chapter: str, parts: dict[str, str]) -> Clause:
    def told(name: str) -> str:
        return parts.get(name, "").strip()

    return Clause(
        slug=slug,
        chapter=chapter,
        text=told(""),
        formally=told("Formally"),
        ruling=told("Ruling"),
        fields=tuple(re.findall(r"`([a-z_]+)`", told("Field"))),
        sources=tuple(_addresses(told("Sources"))),
        refusals=tuple(re.findall(r"`([a-z-]+)`", told("Refusal"))),
        example=told("Example"),
    )


def _addresses(told: str) -> Iterator[str]:
    """The addresses of a Sources line: `001:10.2–10.4` stands for three of them.

    >>> list(_addresses("000:3.3, 001:10.2–10.4."))
    ['000:3.3', '001:10.2', '001:10.3', '001:10.4']
    """
    for item in told.rstrip(".").split(","):
        spanned = re.fullmatch(r"\s*(\d{3}:\d+)\.(\d+)[–-](?:\d+)\.(\d+)\s*", item)
        if spanned:
            paragraph, first, last = spanned.groups()
            yield from (f"{paragraph}.{number}" for number in range(int(first), int(last) + 1))
        else:
            yield from _ADDRESS.findall(item)


@cache
def _sources() -> Mapping[str, object]:
    return tomllib.loads(spec_text("sources.toml"))


@cache
def sentences() -> Mapping[str, Sentence]:
    """All sentences of the source documents by address, in their order."""
    return {
        address: Sentence(address, entry["sha256"], tuple(entry.get("clauses", ())), entry.get("no_rule", ""))
        for address, entry in _sources().items()
        if isinstance(entry, dict)
    }


def spec_version() -> str:
    """Version of the specification: major.minor.patch.

    >>> spec_version().count(".")
    2
    """
    return str(_sources()["spec_version"])
