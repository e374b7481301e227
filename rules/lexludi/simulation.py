"""Simulation: series of whole games, in one process or several, added up, checked, resumable."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import as_completed
from functools import cache
from pathlib import Path
from typing import Any

import attrs

import lexludi
from lexludi.core.codec import to_json
from lexludi.core.errors import BadInput, LexludiError
from lexludi.core.jsontext import dumps, load
from lexludi.core.records import Record, Step
from lexludi.core.writing import write_whole
from lexludi.testing.checks import (
    CheckFailed,
    Sampling,
    check_record,
    check_refusals,
    check_round_trips,
    check_step,
    refused_actions,
)
from lexludi.testing.playouts import game_random, moments
from lexludi.testing.policies import policy_of
from lexludi.workers import processes

__all__ = ["Series", "SimulationFailed", "Tally", "play_part", "run"]


@attrs.frozen
class Series:
    """A series of random games: what, under which rules, how many, and from which seed."""

    #: Name of the game.
    game: str
    #: The rules, taken in turn: game i is played under the i-th, modulo their number.
    rules: tuple[Any, ...]
    #: Seed of the series.
    seed: int
    #: Number of the first game.
    first: int
    #: How many games.
    games: int
    #: Whether every step is checked against the specification.
    check: bool = False
    #: How often the dear checks are made.
    sampling: Sampling = attrs.Factory(Sampling)


class SimulationFailed(LexludiError):
    """A game of a series broke a check. Says how to repeat it."""

    def __init__(self, told: str, repeat: str, record: Any) -> None:
        super().__init__(told, repeat, record)
        #: What was broken.
        self.told = told
        #: The command that repeats it.
        self.repeat = repeat
        #: JSON of the record up to the step that failed.
        self.record = record

    def __str__(self) -> str:
        return f"{self.told}; repeat it with: {self.repeat}"


@attrs.define
class Tally:
    """Sums over games. Adding tallies gives the tally of all their games."""

    #: `games`, `moves` (player actions), `deals`, `refusals` tried, `round trips` checked.
    counts: Counter[str] = attrs.field(factory=Counter)
    #: Greatest numbers seen: of `legal actions` at once.
    largest: Counter[str] = attrs.field(factory=Counter)
    #: Clause → in how many steps it was at work.
    reached: Counter[str] = attrs.field(factory=Counter)
    #: `players/seat/label` → sum over games; labels are `games`, `points`, `wins` and the game's figures.
    seats: Counter[str] = attrs.field(factory=Counter)

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        self.counts.update(other.counts)
        self.largest |= other.largest
        self.reached.update(other.reached)
        self.seats.update(other.seats)

    def to_json(self) -> dict[str, Any]:
        """The tally as a JSON object."""
        return {
            "counts": dict(self.counts),
            "largest": dict(self.largest),
            "reached": dict(self.reached),
            "seats": dict(self.seats),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Tally:
        """The tally of a JSON object that `to_json` gave."""
        return cls(Counter(data["counts"]), Counter(data["largest"]), Counter(data["reached"]), Counter(data["seats"]))


def play_one(series: Series, number: int, tally: Tally) -> Record:
    """Play game `number` of a series and add it up. Raises SimulationFailed when a check fails."""
    game = lexludi.GAMES[series.game]
    rules = series.rules[number % len(series.rules)]
    random = game_random(series.seed, number)
    # What is sampled must not change what is played.
    sampler = game_random(series.seed, -1 - number)
    steps: list[Step] = []
    played: list[Any] = []
    final = game.start(rules)
    try:
        for moment in moments(game, rules, random, policy_of(game)):
            steps.append(Step(moment.seat, moment.action))
            final = moment.after
            tally.counts["deals" if moment.seat is None else "moves"] += 1
            actions = game.legal_actions(moment.after)
            tally.largest["legal actions"] = max(tally.largest["legal actions"], len(actions))
            if series.check:
                events = check_step(game, moment)
                tally.reached.update(game.reached(moment.state, moment.action, events, moment.after))
                if moment.seat is not None:
                    played.append(moment.action)
                others = refused_actions(game, played, sampler, series.sampling.refusals)
                tally.counts["refusals"] += check_refusals(game, moment, others)
                if sampler.random() * series.sampling.round_trips < 1:
                    check_round_trips(game, moment)
                    tally.counts["round trips"] += 1
        record = Record(series.game, rules, tuple(steps), game.outcome(final))
        if series.check and number % 20 == 0:
            check_record(game, record, final)
            tally.counts["records"] += 1
    except CheckFailed as failure:
        told = f"game {number}, step {len(steps) - 1}: {failure}"
        so_far = to_json(Record(series.game, rules, tuple(steps), None))
        raise SimulationFailed(told, _command(series, number, rules), so_far) from failure
    _add_seats(tally, game, record, final)
    return record


def _add_seats(tally: Tally, game: Any, record: Record, final: Any) -> None:
    outcome = record.outcome
    assert outcome is not None
    tally.counts["games"] += 1
    n = len(outcome.scores)
    for seat, points in enumerate(outcome.scores):
        key = f"{n}/{seat}"
        tally.seats[f"{key}/games"] += 1
        tally.seats[f"{key}/points"] += points
        tally.seats[f"{key}/wins"] += seat in outcome.winners
        for label, by_seat in game.figures(final).items():
            tally.seats[f"{key}/{label}"] += by_seat[seat]


def _command(series: Series, number: int, rules: Any) -> str:
    """The command that plays one game of a series again."""
    check = " --check" if series.check else ""
    index = number % len(series.rules)
    told = dumps(to_json(series.rules[index]))
    return f"lexludi simulate {series.game} --seed {series.seed} --first {number} --games 1{check} --rules '{told}'"


def play_part(series: Series, keep: bool = True) -> tuple[Tally, list[Any]]:
    """Play all games of a series in this process: their tally, and (if they are kept) their records as JSON."""
    tally, records = Tally(), []
    for number in range(series.first, series.first + series.games):
        record = play_one(series, number, tally)
        if keep:
            records.append(to_json(record))
    return tally, records


def _parts(series: Series, size: int) -> Iterator[Series]:
    end = series.first + series.games
    for first in range(series.first, end, size):
        yield attrs.evolve(series, first=first, games=min(size, end - first))


def run(
    series: Series,
    *,
    workers: int = 1,
    part_size: int = 50,
    resume: Path | None = None,
    out: Callable[[list[Any]], None] | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> Tally:
    """Play a series, in parts, on `workers` processes, and add it all up.

    With `resume`, a folder, each finished part leaves its tally there, and a part whose tally lies there
    is not played again. `out` takes the records of a part, `progress` the number of games just finished.
    Raises SimulationFailed.
    """
    total = Tally()
    due: list[Series] = []
    for part in _parts(series, part_size):
        kept = None if resume is None else _kept(resume, part)
        if kept is None:
            due.append(part)
        else:
            total.add(kept)
            progress(part.games)

    def finish(part: Series, tally: Tally, records: list[Any]) -> None:
        total.add(tally)
        if resume is not None:
            write_whole(_part_file(resume, part), dumps({"part": _told(part), "tally": tally.to_json()}))
        if out is not None:
            out(records)
        progress(part.games)

    if workers == 1:
        for part in due:
            finish(part, *play_part(part, keep=out is not None))
        return total
    with processes(workers) as pool:
        running = {pool.submit(play_part, part, out is not None): part for part in due}
        for done in as_completed(list(running)):
            finish(running.pop(done), *done.result())
    return total


def _told(part: Series) -> dict[str, Any]:
    """What a part is, so that a tally is taken for no other one."""
    fields = attrs.asdict(part, recurse=False, filter=attrs.filters.exclude("rules", "sampling"))
    return {
        **fields,
        "rules": [to_json(rules) for rules in part.rules],
        "sampling": attrs.asdict(part.sampling),
        "version": lexludi.__version__,
        "code": _code(),
    }


@cache
def _code() -> str:
    """A hash of the library's own source, for what was computed by other code must not be resumed."""
    sources = sorted(Path(lexludi.__file__).parent.rglob("*.py"))
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _part_file(folder: Path, part: Series) -> Path:
    return folder / f"{part.game}-{part.seed}-{part.first:07}-{part.games}.json"


def _kept(folder: Path, part: Series) -> Tally | None:
    """The tally that an earlier run left of exactly this part, if it did."""
    path = _part_file(folder, part)
    if not path.is_file():
        return None
    data = load(path)
    if not isinstance(data, dict) or "part" not in data:
        raise BadInput(str(path), data, "a part of a simulation; remove it to play the part again")
    return Tally.from_json(data["tally"]) if data["part"] == _told(part) else None
