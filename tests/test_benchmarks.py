"""The page of the benchmarks says what they do today."""

import re
from pathlib import Path

from benchmarks import peers

PAGE = (Path(peers.__file__).parent / "README.md").read_text(encoding="utf-8")


def test_the_rows_that_the_page_names_are_rows() -> None:
    names = {contender.name for contender in peers.CONTENDERS}
    told = set(re.findall(r"\b(?:openspiel|rlcard|jass-kit)-[a-z_-]+", PAGE.replace("`-", "")))
    assert told
    assert told <= names
    assert set(re.findall(r"--only (\S+)", PAGE)) <= names


def test_the_page_names_every_kind_of_row() -> None:
    """The ones that stand beside another row of the same game."""
    kinds = {name.rpartition("-")[2] for contender in peers.CONTENDERS if (name := contender.name) != peers.SUBJECT}
    beside = kinds & {"lean", "numpy"}
    assert beside == {"lean", "numpy"}
    assert all(f"`-{kind}`" in PAGE for kind in beside)


def test_the_page_installs_what_the_rows_are_pinned_to() -> None:
    pins = {f"{contender.distribution}=={contender.pin}" for contender in peers.CONTENDERS if contender.pin}
    assert pins == set(re.findall(r"\S+==[\d.]+", PAGE))
