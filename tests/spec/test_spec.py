"""The specification as data: complete, tied to its sources, and nothing hangs in the air."""

from __future__ import annotations

import re

import pytest

import lexludi
from lexludi.core.errors import UnknownClause
from lexludi.core.spec import clause_named, clauses, sentences, spec_text, spec_version
from lexludi.core.violations import CODES
from lexludi.matrix import matrix, orphans
from lexludi.matrix import tests_by_clause as found_tests


def test_nothing_hangs_in_the_air() -> None:
    assert list(orphans()) == []


def test_every_clause_has_words_a_formal_statement_and_an_example() -> None:
    assert len(clauses()) > 50
    for clause in clauses().values():
        assert clause.text, clause.slug
        assert clause.formally, clause.slug
        assert clause.example, clause.slug


def test_chapters_are_modules() -> None:
    for clause in clauses().values():
        __import__(f"lexludi.{clause.game}.{clause.chapter}")


def test_every_clause_is_implemented_in_its_game() -> None:
    for row in matrix():
        assert any(function.startswith(f"{row.clause.game}.") for function in row.functions), row.clause.slug


def test_functions_name_their_clauses() -> None:
    from lexludi.core.clauses import implementations  # noqa: PLC0415

    for slug, functions in implementations().items():
        for function in functions:
            assert slug in (function.__doc__ or ""), f"the docstring of {function} does not name {slug}"


def test_rulings_are_all_there() -> None:
    numbers = {
        game: sorted(
            {
                int(found[1])
                for clause in clauses().values()
                if clause.game == game and (found := _number(clause.ruling))
            }
        )
        for game in lexludi.GAMES
    }
    assert numbers == {"druids": list(range(1, 15)), "birdie": list(range(1, 21))}


def _number(ruling: str) -> re.Match[str] | None:
    return re.match(r"(\d+)", ruling)


def test_refusals_are_known_codes() -> None:
    told = {code for clause in clauses().values() for code in clause.refusals}
    assert told <= set(CODES)
    assert {"must-follow-domain", "must-lead-gaia", "bad-deal", "bad-rules"} <= told


def test_every_sentence_has_a_hash_and_clauses_or_a_reason() -> None:
    assert len(sentences()) == 101
    for sentence in sentences().values():
        assert re.fullmatch(r"[0-9a-f]{64}", sentence.sha256), sentence.address
        assert bool(sentence.clauses) is not bool(sentence.no_rule), sentence.address


def test_no_sentence_is_copied() -> None:
    # The sources are German; umlauts would betray a quotation.
    for game in lexludi.GAMES:
        text = spec_text(f"{game}.md").replace("An dòigh", "")
        assert not re.search("[äöüÄÖÜß„“]", text)


def test_the_version_has_three_numbers() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", spec_version())


def test_a_clause_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownClause, match="druids/follow-suit"):
        clause_named("druids/follow-suit")


def test_tests_are_found_by_their_names() -> None:
    found = found_tests()
    assert found is not None
    assert any("test_follow_domain__" in name for name in found["druids/follow-domain"])
