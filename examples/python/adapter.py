"""Speaks `lexludi-conformance/1` over standard input and output, for both games: one JSON object a line, either way."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:  # type checkers start at the root of the repository, Python in this folder
    from examples.python import birdie, druids
else:
    import birdie
    import druids

Json = dict[str, Any]
Table: TypeAlias = druids.Table | birdie.Table

DRUIDS_KEYS = "phase round dealer to_act hands trick pending displays tops aside top scores totals winners"
BIRDIE_KEYS = (
    "phase round to_act display pair draw_pile stop_revealed hands piles passed boards trophies totals winners"
)
OPERATIONS = {  # operation → the keys that it needs, and those that it may have
    "hello": ({"protocol"}, set[str]()),
    "new_game": ({"game", "rules"}, set[str]()),
    "apply": ({"action"}, {"seat", "hands", "display"}),
    "legal_actions": (set[str](), set[str]()),
    "observe": (set[str](), set[str]()),
    "view": ({"seat"}, set[str]()),
    "stop": (set[str](), set[str]()),
}


class BadRequest(Exception):
    """A request that is none."""


def offer(players: list[int], keys: str) -> Json:
    """What `hello` says of a game."""
    return {"players": players, "observes": keys.split(), "rejects_illegal": True, "legal_actions": True}


def unique(pairs: list[tuple[str, Any]]) -> Json:
    """An object whose keys stand once."""
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def no_number(text: str) -> float:
    """NaN and infinity are no JSON."""
    raise ValueError(f"{text} is no number")


class Adapter:
    """A conversation; it has at most one game on."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.stopped = False

    def answer(self, line: bytes) -> Json | None:
        """The reply to a line, or none to `stop`."""
        ident = None
        try:
            request = json.loads(line.decode("utf-8"), object_pairs_hook=unique, parse_constant=no_number)
            if not isinstance(request, dict) or type(request.get("id")) is not int:
                raise BadRequest("expected an object with an integer id")
            ident = request["id"]
            reply = self.handle(request)
        except (BadRequest, ValueError, RecursionError) as problem:
            reply = {"error": str(problem)}
        except Exception as problem:  # a mistake of ours: the game cannot be trusted any more
            self.table = None
            reply = {"error": f"{type(problem).__name__}: {problem}"}
        return None if self.stopped else {"id": ident, **reply}

    def handle(self, request: Json) -> Json:
        """The reply without its id."""
        op = request.get("op")
        if not isinstance(op, str):
            raise BadRequest("expected an op")
        if op not in OPERATIONS:
            return {"skipped": "unknown operation"}
        needed, possible = OPERATIONS[op]
        keys = request.keys() - {"id", "op"}
        if not needed <= keys <= needed | possible:
            raise BadRequest(f"{op}: keys missing or unknown")
        if op == "hello":
            return self.hello(request["protocol"])
        if op == "new_game":
            return self.new_game(request["game"], request["rules"])
        if op == "stop":
            self.stopped = True
            return {}
        if self.table is None:
            raise BadRequest("no game is on")
        if op == "apply":
            return self.apply(self.table, request["action"], request.get("seat"))
        if op == "legal_actions":
            return {"actions": self.table.legal_actions()}
        if op == "observe":
            return {"observation": self.table.observation()}
        if type(request["seat"]) is not int or not 0 <= request["seat"] < self.table.seats:
            raise BadRequest("no such seat")
        return {"view": self.table.view(request["seat"])}

    def hello(self, protocol: Any) -> Json:
        """Who we are and what we play."""
        if type(protocol) is not int or protocol != 1:
            return {"skipped": "protocol 1 only"}
        games = {"druids": offer([2, 3, 4, 5], DRUIDS_KEYS), "birdie": offer([2, 3, 4], BIRDIE_KEYS)}
        return {"implementation": "object-tables", "version": "1.0", "language": "Python", "games": games}

    def new_game(self, game: Any, rules: Any) -> Json:
        """Drop the game that is on and start another."""
        self.table = None
        try:
            if game == "druids":
                self.table = druids.Table(druids.Rules.read(rules))
            elif game == "birdie":
                self.table = birdie.Table(birdie.Rules.read(rules))
            else:
                return {"skipped": "unknown game"}
        except (druids.BadRules, birdie.BadRules) as problem:
            return {"ok": False, "code": "bad-rules", "message": str(problem)}
        return {"ok": True}

    def apply(self, table: Table, action: Any, seat: Any) -> Json:
        """Carry an action out, or say why not."""
        try:
            table.perform(action, seat)
        except (druids.Illegal, birdie.Illegal) as refusal:
            return {"ok": False, "code": refusal.code}
        return {"ok": True, "observation": table.observation()}


def main() -> None:
    """Answer until told to stop."""
    adapter = Adapter()
    for line in sys.stdin.buffer:
        reply = adapter.answer(line)
        if adapter.stopped:
            break
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
