"""Foreign logs: records with what another program observed at some steps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import lexludi
from lexludi.cli import run
from lexludi.conformance.logs import LOG, Log, find_log_fault
from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import BadInput
from lexludi.core.records import states
from lexludi.testing.playouts import game_random, playout
from lexludi.testing.policies import policy_of


def log_of(name: str, every: int = 3) -> dict[str, Any]:
    """A log of a whole game in which some steps carry an observation."""
    game = lexludi.GAMES[name]
    record = playout(game, game.Rules(players=3), game_random(5, 0), policy_of(game))
    told: dict[str, Any] = {**to_json(record), "format": LOG}
    for index, state in enumerate(list(states(record))[1:]):
        if index % every == 0:
            told["steps"][index]["observation"] = game.project(state)
    return told


@pytest.mark.parametrize("name", sorted(lexludi.GAMES))
def test_a_log_of_a_legal_game_fits(name: str) -> None:
    assert find_log_fault(from_json(Log, log_of(name))) is None


@pytest.mark.parametrize("name", sorted(lexludi.GAMES))
def test_every_observation_that_does_not_fit_is_found_at_its_step(name: str) -> None:
    told = log_of(name)
    keys = lexludi.GAMES[name].OBSERVES
    for index, step in enumerate(told["steps"]):
        if "observation" in step:
            key = keys[index % len(keys)]
            kept = step["observation"][key]
            step["observation"][key] = {list: [], str: "nonsense", int: 99, dict: {}, bool: not kept}.get(
                type(kept), [9]
            )
            if step["observation"][key] == kept:
                step["observation"][key] = ["R5"]
            fault = find_log_fault(from_json(Log, told))
            assert fault is not None
            assert fault.step == index
            assert fault.clause.startswith(f"{name}/")
            assert fault.message.startswith(key)
            step["observation"][key] = kept


def test_an_observation_of_another_form_is_no_log() -> None:
    told = log_of("druids")
    told["steps"][0]["observation"] = {"displays": "nonsense"}
    with pytest.raises(BadInput, match=r"steps\[0\].observation.displays: 'nonsense', expected an array"):
        find_log_fault(from_json(Log, told))


def test_an_illegal_action_is_found_before_what_follows() -> None:
    told = log_of("druids")
    told["steps"][4]["seat"] = (told["steps"][4]["seat"] + 1) % 3
    fault = find_log_fault(from_json(Log, told))
    assert fault is not None
    assert (fault.step, fault.code) == (4, "out-of-turn")


def test_a_part_of_an_observation_is_enough() -> None:
    told = log_of("druids")
    told["steps"][0]["observation"] = {"to_act": 7}
    fault = find_log_fault(from_json(Log, told))
    assert fault is not None
    assert fault.step == 0
    assert "to_act: expected" in fault.message


@pytest.mark.parametrize(
    ("spoil", "where"),
    [
        (lambda log: log.update(extra=1), "extra"),
        (lambda log: log.pop("steps"), "steps"),
        (lambda log: log["steps"][0].update(observation=[]), "steps[0].observation"),
        (lambda log: log["steps"][0].update(observation={"cards": []}), "steps[0].observation.cards"),
        (lambda log: log["steps"][1]["action"].update(card="r5"), "steps[1].action"),
        (lambda log: log.update(game="hearts"), "game"),
    ],
)
def test_what_is_no_log_is_refused_with_its_place(spoil: Any, where: str) -> None:
    told = log_of("druids")
    spoil(told)
    with pytest.raises(BadInput) as caught:
        from_json(Log, told)
    assert caught.value.field.startswith(where)


def test_audit_takes_logs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, told = tmp_path / "log.json", log_of("birdie")
    told.pop("outcome")
    path.write_text(json.dumps(told), encoding="utf-8")
    assert run(["audit", str(path)]) == 0
    told["steps"][3]["observation"]["totals"] = [9, 9, 9]
    path.write_text(json.dumps(told), encoding="utf-8")
    assert run(["audit", str(path)]) == 1
    out = capsys.readouterr().out
    assert "step 3 breaks birdie/" in out
    assert "totals.0: expected" in out
