"""Decoders under fire: nothing but what is documented comes of any input; and the fuzz notices when it does."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from lexludi.conformance.server import Server
from lexludi.core.codec import from_json
from lexludi.core.errors import BadInput, Words
from lexludi.core.jsontext import loads
from properties.fuzz import __main__ as command
from properties.fuzz import decoders, series
from properties.fuzz.decoders import Decoder
from properties.fuzz.series import Tally, faults, run_part
from properties.fuzz.sessions import sessions


def run(*names: str, inputs: int = 400, part: int = 0) -> dict[str, Tally]:
    """A part of a series for these decoders, or for all."""
    try:
        fuzzed = [one for one in [*decoders.decoders(), *sessions()] if not names or one.name in names]
        return run_part(fuzzed, 1, part, inputs)
    finally:
        decoders.remove_file()


def test_a_slice(tell: Callable[[str], None]) -> None:
    """Every decoder."""
    tallies = run(inputs=10_000)
    assert faults(tallies) == [], tallies
    accepted = sum(tally.accepted for tally in tallies.values())
    tell(f"fuzz: {sum(tally.inputs for tally in tallies.values())} inputs, {accepted} accepted, none undocumented")


def test_a_part_is_the_same_every_time() -> None:
    """Whatever ran before it."""
    names = ("druids state", "birdie log", "birdie requests", "druids replies")
    first = run(*names, part=3)
    run(*names, part=2)
    again = run(*names, part=3)
    for name, tally in again.items():
        tally.slowest = first[name].slowest
    assert again == first


def careless_header(data: Any, _: str) -> dict[str, Any]:
    """The fields of a file, by someone who takes for granted that there is a format."""
    fields = dict(data)
    del fields["format"]
    return fields


def backwards(text: str, name: str) -> list[str]:
    """Known failures, in the wrong order."""
    del name
    return [line for line in text.splitlines() if "/" in line][::-1]


def for_ever(text: str, name: str) -> list[str]:
    """Known failures, by someone who now and then does not come to an end."""
    while len(text) % 29 == 0:
        pass
    raise BadInput(name, "", "something else")


def wordy(text: str, name: str) -> Any:
    """JSON, by someone who says too much."""
    try:
        return loads(text, name)
    except BadInput as error:
        raise BadInput(f"{name}\n{text}", Words(""), error.expected) from None


def python_json(text: str, name: str) -> Any:
    """JSON as Python reads it, its exceptions apart."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(name, Words(type(error).__name__), "JSON") from None


def twice(value: Any) -> str:
    """Two lines for one."""
    return json.dumps(value) + "\n" + json.dumps(value)


_LINE = Server.line


def sulking(server: Any, line: bytes) -> Any:
    """A server that begins anew when it refuses something."""
    reply = _LINE(server, line)
    if reply is not None and reply.get("ok") is False and server._state is not None:
        server._state = server._game.start(server._state.rules)
    return reply


#: Fault → where it is planted, what, the decoder that shows it, and what is said.
PLANTED: dict[str, tuple[str, Any, str, str]] = {
    "a KeyError is let through": (
        "lexludi.core.files.check_header",
        careless_header,
        "druids record",
        "KeyError, undocumented, in careless_header",
    ),
    "what is read is not what was written": (
        "properties.fuzz.decoders.known_failures",
        backwards,
        "birdie known failures",
        "not the same when it is written and read again",
    ),
    "an input that takes for ever": (
        "properties.fuzz.decoders.known_failures",
        for_ever,
        "birdie known failures",
        "takes more than 0.1 s",
    ),
    "nothing is accepted": (
        "properties.fuzz.decoders.known_failures",
        lambda text, name: from_json(int, text),
        "druids known failures",
        "none of 400 inputs accepted",
    ),
    "everything is accepted": (
        "properties.fuzz.decoders.read_reply",
        lambda line: {"id": len(line)},
        "druids reply",
        "none of 400 inputs refused",
    ),
    "a message of many lines": ("properties.fuzz.decoders.loads", wordy, "druids rules", "no line of at most"),
    "the server dies of a line": ("lexludi.conformance.server.loads", json.loads, "druids requests", "undocumented"),
    "the server says two lines": ("lexludi.conformance.server.dumps", twice, "birdie requests", "replies"),
    "a refused action ends the game": (
        "lexludi.conformance.server.Server.line",
        sulking,
        "birdie requests",
        "another answer than where the refused lines are left out",
    ),
    "numbers that nobody can write are read": (
        "lexludi.conformance.lines.loads",
        python_json,
        "druids reply",
        "undocumented",
    ),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_fault_is_found(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And named."""
    where, fault, name, told = PLANTED[planted]
    monkeypatch.setattr(where, fault)
    monkeypatch.setattr(series, "BOUND", 0.1)
    found = faults(run(name))
    assert any(line.startswith(f"{name}: ") and told in line for line in found), found


def test_a_decoder_that_gets_nothing_is_a_fault() -> None:
    """So that an empty series is not a good one."""
    assert faults({}) == ["no decoder"]
    assert faults({"x": Tally()}) == ["x: no input"]
    assert faults({"x": Tally(inputs=3, accepted=3)}) == ["x: none of 3 inputs refused"]


def test_a_failure_prints_what_repeats_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The command that the series prints ends with the same failure."""
    monkeypatch.setattr("lexludi.core.files.check_header", careless_header)
    (only,) = (one for one in decoders.decoders() if one.name == "druids record")
    monkeypatch.setattr(command, "decoders", lambda: [only])
    monkeypatch.setattr(command, "sessions", list[Decoder])
    assert command.main(["--inputs", "100", "--parts", "2"]) == 1
    told = capsys.readouterr().out
    case = next(line for line in told.splitlines() if "--repeat" in line).split("'")[1]
    assert command.main(["--repeat", case]) == 1
    again = capsys.readouterr()
    assert "careless_header" in again.out
    assert "Traceback" in again.err


def test_finished_parts_are_not_run_again(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What they came to is kept beside them."""
    (only,) = (one for one in decoders.decoders() if one.name == "druids outcome")
    monkeypatch.setattr(command, "decoders", lambda: [only])
    monkeypatch.setattr(command, "sessions", list[Decoder])
    asked = ["--inputs", "200", "--parts", "2", "--resume", str(tmp_path)]
    assert command.main(asked) == 0
    assert len(list(tmp_path.iterdir())) == 2
    monkeypatch.setattr(command, "run_part", None)
    assert command.main(asked) == 0
