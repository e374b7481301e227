"""Server: our own rules behind the conformance protocol, for programs in any language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, BinaryIO

import attrs

import lexludi
from lexludi.core.checks import is_integer
from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import ABSENT, BadInput, IllegalAction, shorten, shorten_key
from lexludi.core.game import Game, form_clause, why_no_seat
from lexludi.core.jsontext import dumps, loads
from lexludi.core.violations import Violation

__all__ = ["MAX_LINE", "PROTOCOL", "Server", "serve"]

#: Version of the protocol `lexludi-conformance`.
PROTOCOL = 1

#: Longest request line in bytes; the longest sensible one is a deal of a few kilobytes.
MAX_LINE = 1_000_000

Reply = dict[str, Any]


class ProtocolError(Exception):
    """A request that is none: answered by `error`, and nothing happens."""


@attrs.define
class Server:
    """One conversation: at most one game at a time. Give it requests, it gives replies."""

    _game: Game | None = None
    _state: Any = None

    def reply(self, request: object) -> Reply | None:
        """The reply to one request, a JSON value; None to `stop`."""
        if not isinstance(request, dict):
            return {"id": None, "error": f"{shorten(request)} is no request: an object was expected"}
        id_, name = request.get("id", ABSENT), request.get("op", ABSENT)
        if name == "stop":
            return None
        if not is_integer(id_):
            return {"id": None, "error": f"id: {shorten(id_)}, expected an integer"}
        try:
            if not isinstance(name, str) or name not in _OPS:
                raise ProtocolError(f"op: {shorten(name)}, expected one of {', '.join(_OPS)}, stop")
            answer, needed, allowed = _OPS[name]
            for key in needed:
                if key not in request:
                    raise ProtocolError(f"{key}: missing, expected a value")
            known = ("id", "op", *needed, *allowed)
            for key in request:
                if key not in known:
                    told = f"unknown field, expected no other fields than {', '.join(known)}"
                    raise ProtocolError(f"{shorten_key(key)}: {told}")
            return {"id": id_, **answer(self, request)}
        except ProtocolError as error:
            return {"id": id_, "error": str(error)}

    def line(self, line: bytes) -> Reply | None:
        """The reply to one line of JSON."""
        try:
            return self.reply(loads(line.decode("utf-8"), "request"))
        except UnicodeDecodeError:
            return {"id": None, "error": "request: not UTF-8"}
        except BadInput as error:
            return {"id": None, "error": str(error)}

    def _hello(self, request: Reply) -> Reply:
        if not is_integer(request["protocol"]) or request["protocol"] != PROTOCOL:
            raise ProtocolError(f"protocol: {shorten(request['protocol'])}, expected {PROTOCOL}")
        return {
            "implementation": "lexludi",
            "version": lexludi.__version__,
            "language": "Python",
            "games": {name: _declared(game) for name, game in lexludi.GAMES.items()},
        }

    def _new_game(self, request: Reply) -> Reply:
        self._game = self._state = None
        name = request.get("game", ABSENT)
        game = lexludi.GAMES.get(name) if isinstance(name, str) else None
        if game is None:
            return {"skipped": f"no game is called {shorten(name)}: there are {', '.join(lexludi.GAMES)}"}
        try:
            rules = from_json(game.Rules, request.get("rules"))
        except BadInput as error:
            return {"ok": False, "code": "bad-rules", "message": str(error)}
        self._game, self._state = game, game.start(rules)
        return {"ok": True}

    def _apply(self, request: Reply) -> Reply:
        game, state, seat = self._playing(), self._state, request.get("seat")
        refusal = _wrong_seat(game, self._state, seat)
        if refusal is None:
            try:
                action = from_json(game.Action, request.get("action"))
                self._state = game.apply(state, action, seat)
            except BadInput as error:
                refusal = _malformed(game, self._state, str(error))
            except IllegalAction as error:
                refusal = error.violation
        if refusal is not None:
            return {"ok": False, "code": refusal.code}
        return {"ok": True, "observation": game.project(self._state)}

    def _verify(self, request: Reply) -> Reply:
        game, seat = self._playing(), request.get("seat")
        refusal = _wrong_seat(game, self._state, seat)
        if refusal is None:
            try:
                refusal = game.verify(self._state, from_json(game.Action, request.get("action")), seat)
            except BadInput as error:
                refusal = _malformed(game, self._state, str(error))
        return {"violation": to_json(refusal)}

    def _explain(self, request: Reply) -> Reply:
        game, viewer = self._playing(), request.get("viewer")
        try:
            action = from_json(game.Action, request.get("action"))
            if viewer is not None:
                game.view(self._state, viewer)  # refuses a viewer that is not at the table
            return {"events": [to_json(event) for event in game.explain(self._state, action, viewer)]}
        except (BadInput, IllegalAction) as error:
            raise ProtocolError(str(error)) from None

    def _legal_actions(self, _: Reply) -> Reply:
        game = self._playing()
        return {"actions": [to_json(action) for action in game.legal_actions(self._state)]}

    def _observe(self, _: Reply) -> Reply:
        return {"observation": self._playing().project(self._state)}

    def _view(self, request: Reply) -> Reply:
        game = self._playing()
        try:
            return {"view": to_json(game.view(self._state, request.get("seat", ABSENT)))}
        except BadInput as error:
            raise ProtocolError(str(error)) from None

    def _deal(self, _: Reply) -> Reply:
        return {"skipped": "deals are given: this program does not shuffle"}

    def _playing(self) -> Game:
        if self._game is None:
            raise ProtocolError("no game is played: new_game comes first")
        return self._game


#: Op → what answers it, the keys that it needs, those that it may have besides. `verify` and `explain`
#: stand beside the protocol: for programs that use our rules as their engine.
_OPS: dict[str, tuple[Callable[[Server, Reply], Reply], tuple[str, ...], tuple[str, ...]]] = {
    "hello": (Server._hello, ("protocol",), ()),
    "new_game": (Server._new_game, ("game", "rules"), ()),
    "deal": (Server._deal, (), ()),
    "apply": (Server._apply, ("action",), ("seat", "hands", "display")),
    "legal_actions": (Server._legal_actions, (), ()),
    "observe": (Server._observe, (), ()),
    "view": (Server._view, ("seat",), ()),
    "verify": (Server._verify, ("action",), ("seat",)),
    "explain": (Server._explain, ("action",), ("viewer",)),
}


def _declared(game: Game) -> Reply:
    return {
        "players": list(game.PLAYERS),
        "observes": list(game.OBSERVES),
        "rejects_illegal": True,
        "legal_actions": True,
    }


def _wrong_seat(game: Game, state: Any, seat: object) -> Violation | None:
    reason = why_no_seat(seat)
    return None if reason is None else _malformed(game, state, reason)


def _malformed(game: Game, state: Any, message: str) -> Violation:
    return Violation(form_clause(game, state.rules), "malformed", message)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer the requests of `source`, a line each, on `sink`, until `stop` or the end."""
    server = Server()
    while line := source.readline(MAX_LINE + 1):
        if len(line) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = source.readline(MAX_LINE)
            reply: Reply | None = {"id": None, "error": f"request: a line of more than {MAX_LINE} bytes"}
        else:
            reply = server.line(line)
        if reply is None:
            return
        sink.write(dumps(reply).encode() + b"\n")
        sink.flush()
