"""Sessions: whole conversations under fire, on the side that serves and on the side that asks."""

from __future__ import annotations

import io
import math
import xml.etree.ElementTree as ET
from functools import cached_property
from random import Random
from typing import Any

import attrs

import lexludi
from lexludi.conformance.lines import Lines
from lexludi.conformance.report import to_junit, verdict
from lexludi.conformance.runner import check
from lexludi.conformance.server import MAX_LINE, Server, serve
from lexludi.conformance.targets import TargetBroken
from lexludi.conformance.vectors import Skipped, Vector, replay, shipped_vectors
from lexludi.core.checks import is_integer
from lexludi.core.errors import BadInput
from lexludi.core.game import Game
from lexludi.core.jsontext import dumps, loads
from properties.fuzz import material
from properties.fuzz.mutate import Mutator
from properties.fuzz.series import Case

__all__ = ["Replies", "Requests", "read_reply", "replies", "sessions"]

#: So many conversations are spoilt.
_CONVERSATIONS = 60


@attrs.define(slots=False)
class Requests:
    """What `lexludi serve` reads: conversations whose lines are spoilt, left out, said twice, in another order."""

    game: Game
    weight: int = 25

    @property
    def name(self) -> str:
        """What it reads."""
        return f"{self.game.NAME} requests"

    @cached_property
    def _conversations(self) -> list[list[bytes]]:
        told = [material.conversation(self.game, number) for number in range(_CONVERSATIONS)]
        return [[dumps(request).encode() for request in requests] for requests in told]

    @cached_property
    def _mutator(self) -> Mutator:
        return Mutator([line for lines in self._conversations for line in lines])

    def put(self, case: Case) -> None:
        """Say all lines of a spoilt conversation: each is answered by one line, and refused ones change nothing."""
        data = b"".join(line + b"\n" for line in self._lines(case.random))
        source, sink = _Source(data, case), io.BytesIO()
        serve(source, sink)
        case.stop()
        lines, replies = data.split(b"\n")[: source.lines], sink.getvalue().splitlines(keepends=True)
        if _request(lines[-1]).get("op") == "stop":
            lines.pop()
            case.accepted()
        if len(lines) != len(replies) or not sink.getvalue().endswith(b"\n"):
            case.wrong(f"{len(lines)} lines, {len(replies)} replies")
            return
        again = Server()
        for line, told in zip(lines, replies, strict=True):
            request, reply = _request(line), loads(told.decode(), "reply")
            due = request.get("id") if is_integer(request.get("id")) else None
            if reply["id"] != due:
                case.wrong("a reply with another id than its request")
            how = next((key for key in ("error", "skipped") if key in reply), None)
            if how is None and reply.get("ok") is False:
                how = reply["code"]
            if how is None:
                case.accepted()
            else:
                case.refused(how)
            # Rules that are refused end the game that is on; all else that is refused changes nothing.
            if (how is None or request.get("op") == "new_game") and again.line(line) != reply:
                case.wrong("another answer than where the refused lines are left out")

    def _lines(self, random: Random) -> list[bytes]:
        lines = list(_one(random, self._conversations))
        spoilt = random.random()
        for at in range(len(lines)):
            # Without a game most of what follows is an error.
            if random.random() < (spoilt if at > 1 else spoilt / 8):
                lines[at] = self._mutator.spoilt(lines[at], random)
        while random.random() < 0.5:
            at, to = (1 + int(random.random() * (len(lines) - 1)) for _ in range(2))
            chance = random.random()
            if chance < 0.3:
                del lines[at:to]
            elif chance < 0.6:
                lines.insert(to, _one(random, lines))
            elif chance < 0.8:
                lines.insert(to, self._mutator(random))
            elif chance < 0.9:
                lines[at:] = lines[at:][::-1]
            elif chance > 0.99:
                lines.insert(to, b" " * (MAX_LINE - 1 + int(random.random() * 3)) + b"1")
        return lines


class _Source(io.BytesIO):
    """The lines of a conversation; what is done between two of them is done about the first."""

    def __init__(self, data: bytes, case: Case) -> None:
        super().__init__(data)
        self._case, self._whole = case, True
        #: How many lines have been read.
        self.lines = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        """The next line, or so many bytes of it."""
        line = super().readline(size)
        if self._whole and line:
            self.lines += 1
            self._case.start(line)
        self._whole = line.endswith(b"\n")
        return line


@attrs.define(slots=False)
class Replies:
    """What `lexludi conform` reads from a program: our own server, some of whose replies are spoilt."""

    game: Game
    weight: int = 3

    @property
    def name(self) -> str:
        """What it reads."""
        return f"{self.game.NAME} replies"

    @cached_property
    def _mutator(self) -> Mutator:
        return Mutator(replies(self.game))

    @cached_property
    def _vectors(self) -> list[Vector]:
        return list(shipped_vectors(self.game.NAME))

    def put(self, case: Case) -> None:
        """Hold the program to the rules: the run ends with a report that can be written, or with TargetBroken.

        Or take it through a vector.
        """
        target = _Spoilt(self._mutator, case)
        try:
            if case.random.random() < 0.3:
                list(replay(_one(case.random, self._vectors), target))
                return
            report = check(target, self.game, games=2, seconds=math.inf, shrink_seconds=0, vectors=False)
        except (TargetBroken, Skipped):
            return
        written = dumps(report.to_json())
        if dumps(loads(written)) != written or not verdict(report).isprintable():
            case.wrong("a report that cannot be written")
        ET.fromstring(to_junit([report]))


class _Spoilt(Lines):
    """A program whose lines are spoilt on their way."""

    def __init__(self, mutator: Mutator, case: Case) -> None:
        super().__init__()
        self._request = b""
        self._server, self._mutator, self._case = Server(), mutator, case
        self._often = 0.1 + case.random.random() * 0.5

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The reply to one request, if it can still be understood. Raises TargetBroken."""
        try:
            reply = super().ask(op, **fields)
        except TargetBroken as error:
            if self._case.stop():
                self._case.refused_by(error)
            raise
        if self._case.stop():
            self._case.accepted()
            if loads(dumps(reply)) != reply:
                self._case.wrong("accepted, and not the same when it is written and read again")
        return reply

    def _say(self, request: bytes) -> None:
        self._request = request

    def _line(self, op: str) -> bytes:
        random = self._case.random
        line = dumps(self._server.line(self._request)).encode() + b"\n"
        if random.random() < self._often:
            spoilt = self._mutator.spoilt(line[:-1], random) + (b"\n" if random.random() < 0.98 else b"")
            # What comes after the first line would be read as the reply to the next request.
            line = spoilt[: spoilt.find(b"\n") + 1] or spoilt
            self._case.start(line)
        return line


class _Canned(Lines):
    """A program that says one line, whatever it is asked."""

    def __init__(self, line: bytes) -> None:
        super().__init__()
        self._said = line

    def _say(self, request: bytes) -> None:
        pass

    def _line(self, op: str) -> bytes:
        return self._said


def read_reply(line: bytes) -> dict[str, Any]:
    """The reply in the first line that a program says. Raises TargetBroken."""
    return _Canned(line.split(b"\n")[0] + b"\n").ask("apply")


def replies(game: Game) -> tuple[bytes, ...]:
    """Replies of our own server, each to the first request of a conversation."""
    server, found = Server(), []
    for number in range(_CONVERSATIONS):
        for request in material.conversation(game, number):
            found.append({**(server.reply(request) or {}), "id": 1})
    return material.texts(found)


def sessions() -> list[Requests | Replies]:
    """Both sides of the conversations about each game."""
    return [kind(game) for game in lexludi.GAMES.values() for kind in (Requests, Replies)]


def _request(line: bytes) -> dict[str, Any]:
    """The request of a line, as far as there is one."""
    try:
        value = loads(line.decode()) if len(line) < MAX_LINE else None
    except (UnicodeDecodeError, BadInput):
        return {}
    return value if isinstance(value, dict) else {}


def _one(random: Random, some: list[Any]) -> Any:
    return some[int(random.random() * len(some))]
