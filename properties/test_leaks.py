"""The run that looks for leaks: it counts what it compares, and a leak ends it."""

from __future__ import annotations

from types import ModuleType

import pytest

from lexludi import birdie, druids
from properties import leaks


def test_a_few_whole_games(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing differs, and something was hidden in nearly every pair."""
    assert leaks.main(["--games", "2"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in told] == ["druids", "birdie"]
    for line in told:
        steps, pairs, different = (int(line.split(word)[0].split()[-1].replace(",", "")) for word in _COUNTED)
        assert 0 < steps < pairs
        assert different > 0.9 * pairs


_COUNTED = (" steps", " pairs", " of them")


@pytest.mark.parametrize("game", [druids, birdie], ids=lambda game: game.NAME)
def test_a_leak_ends_it(game: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A view that tells the next seat's first card is found, and the line that repeats it is printed."""
    view = game.view

    def leaky(state: object, seat: int) -> object:
        hand = state.hands[(seat + 1) % state.rules.players]  # type: ignore[attr-defined]
        return view(state, seat), hand[:1]

    monkeypatch.setattr(game, "view", leaky)
    assert leaks.main(["--games", "3"]) == 1
    told = capsys.readouterr().err
    assert "whatever is hidden" in told
    assert "repeat: python -m properties.leaks --games 1 --seed 1 --only 0" in told


def test_nothing_played_is_no_success() -> None:
    """The call is refused."""
    with pytest.raises(SystemExit) as refused:
        leaks.main(["--games", "0"])
    assert refused.value.code == 2
