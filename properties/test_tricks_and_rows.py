"""One trick at full size, and all rows up to a length: a slice of each; and that faults are found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lexludi.testing.checks import CheckFailed
from properties.worlds import rows, tricks
from properties.worlds.counting import count_out

#: Led with G1, V12, Gaia, a sickle, a mistletoe.
_LEADS = [range(1), range(59, 60), range(60, 61), range(61, 62), range(62, 63)]


def test_tricks_of_three_cards(tell: Callable[[str], None]) -> None:
    """Every trick of three cards that is led with one of these."""
    cases = sum(tricks.tricks_of_three(firsts) for firsts in _LEADS)
    assert cases > 30_000
    tell(f"tricks of three cards: {cases} cases counted out")


def test_tricks_of_four_cards(tell: Callable[[str], None]) -> None:
    """Every trick of four cards led with a sickle, and every one with G1 as its lowest card, sorted."""
    led, laid = tricks.tricks_of_four(range(61, 62)), tricks.sorted_tricks(4, range(45, 46))
    assert min(led, laid) > 2_000
    tell(f"tricks of four cards: {led} for domain and winner, {laid} for sorting")


@pytest.mark.parametrize(
    ("check", "world"),
    [(rows.sets, (2, 2, 3)), (rows.sets, (2, 2, 4)), (rows.edits, (2, 2, 3)), (rows.edits, (2, 1, 4))],
)
def test_rows(check: Any, world: tuple[int, int, int], tell: Callable[[str], None]) -> None:
    """All rows of a small world: which sets, worth what; what each ability may do."""
    cases = sum(1 for _ in check(*world))
    assert cases > 500
    species, seasons, length = world
    tell(f"{check.__name__} of all rows of {length} cards, {species} × {seasons} sorts: {cases} cases counted out")


def _second_place_wins(leader: int, led: Any, laid: Any) -> int:
    return (leader + 1) % len(laid)


@pytest.mark.parametrize(
    ("where", "fault", "check"),
    [
        ("properties.worlds.tricks.trick_winner", _second_place_wins, lambda: tricks.tricks_of_three(range(1))),
        ("properties.worlds.tricks.trick_winner", _second_place_wins, lambda: tricks.tricks_of_four(range(1))),
        ("properties.worlds.tricks.sorted_onto", lambda display, *_: display, tricks.sorted_tricks),
        ("lexludi.birdie.sets.is_within", lambda *_: True, lambda: list(rows.sets(2, 2, 2))),
        ("lexludi.birdie.sets.set_points", lambda length: length - 1, lambda: list(rows.sets(2, 2, 2))),
        ("lexludi.birdie.abilities.moved", lambda row, *_: row, lambda: list(rows.edits(2, 2, 2))),
        ("lexludi.birdie.abilities.can_insert", lambda *_: True, lambda: list(rows.edits(2, 2, 2))),
    ],
)
def test_a_fault_is_found(where: str, fault: Any, check: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the first case that shows it."""
    monkeypatch.setattr(where, fault)
    with pytest.raises(CheckFailed):
        check()


def _wrong() -> int:
    raise CheckFailed("druids/deck", "a card is missing", None)


@pytest.mark.parametrize(
    ("count", "status", "told"),
    [(lambda: 3, 0, "cards: 3 cases"), (lambda: 0, 1, "cards: 0 cases"), (_wrong, 1, "repeat it with: python -m here")],
)
def test_the_command(count: Callable[[], int], status: int, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It says how many cases there were; a wrong one fails it, and so does none."""
    assert count_out({"cards": count}, "here", None, []) == status
    assert told in capsys.readouterr().out
