"""Material: real files and lines of every kind, from games that are always the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import lexludi
from lexludi.birdie.cards import CATEGORIES
from lexludi.birdie.solver import BestSets, best_sets
from lexludi.conformance.attempts import attempts, refusal_of
from lexludi.conformance.logs import LOG
from lexludi.conformance.perft import shipped_tables
from lexludi.conformance.sent import deal_extras
from lexludi.conformance.vectors import shipped_vectors
from lexludi.conformance.worlds import small_worlds
from lexludi.core.codec import to_json
from lexludi.core.game import Game, game_named
from lexludi.core.jsontext import dumps
from lexludi.core.records import Fault, Record, Step, find_fault
from lexludi.core.spec import clauses
from lexludi.testing.playouts import Moment, game_random, moments
from lexludi.testing.policies import policy_of

__all__ = [
    "Played",
    "best",
    "conversation",
    "faults",
    "known",
    "logs",
    "played",
    "records",
    "texts",
    "vectors",
    "violations",
]

#: So many games are played in small worlds for each game as it is published.
_SMALL = 6


class Played:
    """A game that was played: its rules, its steps, and the record of it."""

    def __init__(self, game: Game, rules: Any, number: int) -> None:
        self.game, self.rules = game, rules
        #: Every step, with the states before and after it.
        self.moments: tuple[Moment, ...] = tuple(moments(game, rules, game_random(6, number), policy_of(game)))
        steps = tuple(Step(moment.seat, moment.action) for moment in self.moments)
        #: The whole game, finished.
        self.record = Record(game.NAME, rules, steps, game.outcome(self.moments[-1].after))


def played(game: Game) -> tuple[Played, ...]:
    """Some whole games, most of them in small worlds, so that their files are short."""
    return _played(game.NAME)


@cache
def _played(name: str) -> tuple[Played, ...]:
    game = game_named(name)
    worlds = list(small_worlds(game))
    Random(6).shuffle(worlds)
    whole = list(game.simulated_rules())
    rules = [*worlds[: _SMALL * 3], whole[0], whole[-1]]
    return tuple(Played(game, one, number) for number, one in enumerate(rules))


def best() -> list[BestSets]:
    """The best sets of some rows."""
    piles = [moment.after.piles[0] for one in played(lexludi.GAMES["birdie"]) for moment in one.moments[::9]]
    return [best_sets(pile, CATEGORIES) for pile in piles]


def texts(values: Sequence[Any]) -> tuple[bytes, ...]:
    """The texts of JSON values, each once."""
    return tuple(dict.fromkeys(dumps(value).encode() for value in values))


def records(game: Game) -> tuple[bytes, ...]:
    """Records: finished ones, ones broken off, and a file of several."""
    finished = [one.record for one in played(game)]
    begun = [Record(one.game, one.rules, one.steps[: 1 + 3 * place], None) for place, one in enumerate(finished)]
    some = texts([to_json(record) for record in (*finished[:4], *begun)])
    return *some, b"\n".join(some[-3:])


def logs(game: Game) -> tuple[bytes, ...]:
    """Logs of other programs, with observations of some keys at some of the steps."""
    told = []
    for number, one in enumerate(played(game)[: _SMALL * 2]):
        random = Random(number)
        data = to_json(one.record)
        for step, moment in zip(data["steps"], one.moments, strict=True):
            if random.random() < 0.4:
                seen = game.project(moment.after)
                step["observation"] = {key: seen[key] for key in seen if random.random() < 0.3}
        data["steps"] = data["steps"][: 4 + 2 * number]
        told.append({**data, "format": LOG, "outcome": None})
    return *texts(told), *records(game)[:2]


def violations(game: Game) -> tuple[bytes, ...]:
    """Violations: why some attempts are refused."""
    found = []
    for one in played(game)[:_SMALL]:
        for number, moment in enumerate(one.moments[:20]):
            for attempt in islice(attempts(game, moment.state, Random(number)), 5):
                found.append(refusal_of(game, moment.state, attempt))
    return texts([to_json(one) for one in found if one is not None])


def faults(game: Game) -> tuple[bytes, ...]:
    """Faults: where records in which a step was left out break the rules."""
    found: list[Fault | None] = []
    for one in played(game):
        steps = one.record.steps
        found += [
            find_fault(Record(game.NAME, one.rules, (*steps[:at], *steps[at + 1 :]), None))
            for at in range(0, len(steps), 9)
        ]
    return texts([to_json(one) for one in found if one is not None])


def vectors(game: Game) -> tuple[bytes, ...]:
    """The shipped vectors, the short ones."""
    return tuple(text for vector in shipped_vectors(game.NAME) if len(text := vector.text.encode()) < 6000)


def tables(game: Game) -> tuple[bytes, ...]:
    """The shipped perft tables."""
    return tuple(table.text.encode() for table in shipped_tables(game.NAME))


def known(game: Game) -> tuple[bytes, ...]:
    """Files of known failures."""
    slugs = [slug for slug, clause in clauses().items() if clause.game == game.NAME]
    told = [f"# known\n{slug}  # since {number}\n\n" for number, slug in enumerate(slugs)]
    return tuple("".join(told[at : at + 4]).encode() for at in range(len(told)))


def conversation(game: Game, number: int) -> list[dict[str, Any]]:
    """The requests of one conversation: a game that is begun, with questions and attempts in between."""
    return list(_requests(game, played(game)[number % len(played(game))], Random(number)))


def _requests(game: Game, one: Played, random: Random) -> Iterator[dict[str, Any]]:
    told: list[dict[str, Any]] = [{"op": "hello", "protocol": 1}] if random.random() < 0.2 else []
    told.append({"op": "new_game", "game": game.NAME, "rules": to_json(one.rules)})
    for moment in one.moments[: 3 + int(random.random() * 25)]:
        action = to_json(moment.action)
        extras = {} if moment.seat is not None else deal_extras(game, moment.state, moment.after)
        chance = random.random()
        if chance < 0.1:
            attempt = next(attempts(game, moment.state, random))
            told.append({"op": "apply", "seat": attempt.seat, "action": attempt.told})
        elif chance < 0.4:
            seat = int(random.random() * one.rules.players)
            asked: dict[str, Any] = {
                "verify": {"seat": moment.seat, "action": action},
                "explain": {"action": action, "viewer": seat},
                "view": {"seat": seat},
                "observe": {},
                "legal_actions": {},
                "deal": {},
            }
            op = list(asked)[int(random.random() * len(asked))]
            told.append({"op": op, **asked[op]})
        told.append({"op": "apply", "seat": moment.seat, "action": action, **extras})
    for id_, request in enumerate(told, start=1):
        yield {"id": id_, **request}
