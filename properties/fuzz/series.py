"""Series: so many inputs put to every decoder, in parts, and what they came to."""

from __future__ import annotations

import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from types import FrameType
from typing import Any, Protocol

import attrs

from lexludi.core.errors import shorten

__all__ = ["BOUND", "Failure", "Fuzzed", "Tally", "faults", "run_case", "run_part"]

#: No input may take more processor time than this, in seconds; the slowest takes a hundredth.
BOUND = 5.0

#: So many failures are kept a decoder; the others are counted.
_KEPT = 5


@attrs.frozen
class Failure:
    """An input that did what no input may do."""

    #: Part and number of the case.
    case: tuple[int, int]
    #: What it did, in words; equal for inputs that seem to show the same.
    told: str
    #: The input, shortened.
    shown: str


@attrs.define
class Tally:
    """What the inputs of one decoder came to."""

    inputs: int = 0
    accepted: int = 0
    #: Name of an exception, or of another way to refuse → how many inputs were refused by it.
    refused: Counter[str] = attrs.field(factory=Counter)
    #: What went wrong → how often.
    wrong: Counter[str] = attrs.field(factory=Counter)
    #: Processor time of the slowest input, in seconds.
    slowest: float = 0.0
    #: Some of the failures.
    failures: list[Failure] = attrs.field(factory=list)

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        self.inputs += other.inputs
        self.accepted += other.accepted
        self.refused.update(other.refused)
        self.wrong.update(other.wrong)
        self.slowest = max(self.slowest, other.slowest)
        self.failures = (self.failures + other.failures)[:_KEPT]

    def to_json(self) -> dict[str, Any]:
        """The tally as a JSON object."""
        return attrs.asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Tally:
        """The tally of a JSON object that `to_json` gave."""
        failures = [Failure((one["case"][0], one["case"][1]), one["told"], one["shown"]) for one in data["failures"]]
        counts = {key: Counter(data[key]) for key in ("refused", "wrong")}
        return cls(data["inputs"], data["accepted"], slowest=data["slowest"], failures=failures, **counts)


class Case:
    """One case as it is put to a decoder: what it is made from, and what is noted of it."""

    def __init__(self, seed: int, name: str, number: tuple[int, int], tally: Tally) -> None:
        self.random = Random(f"{seed}/{name}/{number[0]}/{number[1]}")
        self._number, self._tally = number, tally
        self._shown: object = b""
        self._since: float | None = None

    @contextmanager
    def input(self, shown: object) -> Iterator[None]:
        """Count an input, and the processor time that is spent within. TooLong ends it beyond `BOUND`."""
        self.start(shown)
        try:
            yield
        finally:
            self.stop()

    def start(self, shown: object) -> None:
        """Begin an input, and end the one before. TooLong comes when it takes more than `BOUND`."""
        self.stop()
        self._shown = shown
        self._tally.inputs += 1
        signal.setitimer(signal.ITIMER_VIRTUAL, BOUND)
        self._since = time.process_time()

    def stop(self) -> bool:
        """End the input that is on. Whether there was one."""
        if self._since is None:
            return False
        self._tally.slowest = max(self._tally.slowest, time.process_time() - self._since)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self._since = None
        return True

    def accepted(self) -> None:
        """Note that the input was accepted."""
        self._tally.accepted += 1

    def refused(self, how: str) -> None:
        """Note that the input was refused, and how."""
        self._tally.refused[how] += 1

    def refused_by(self, error: Exception) -> None:
        """Note that the input was refused by a documented exception, whose message must be one clear line."""
        self.refused(type(error).__name__)
        told = str(error)
        if not told.isprintable() or len(told) > _LONGEST:
            self.wrong(f"a {type(error).__name__} that is no line of at most {_LONGEST} printable signs")

    def wrong(self, told: str) -> None:
        """Note that something happened that must not."""
        if told not in self._tally.wrong and len(self._tally.failures) < _KEPT:
            self._tally.failures.append(Failure(self._number, told, shorten(self._shown)))
        self._tally.wrong[told] += 1


#: Longest message of a refusal, in characters; the longest sensible one lists the fields of a view.
_LONGEST = 1000


class Fuzzed(Protocol):
    """A decoder under fire."""

    @property
    def name(self) -> str:
        """What it reads."""

    @property
    def weight(self) -> int:
        """How many inputs it gets, compared with the others."""

    def put(self, case: Case) -> None:
        """Put one case to it, of one input or of several. What is raised here is undocumented."""


class TooLong(BaseException):
    """An input takes more processor time than `BOUND`. No `except Exception` may catch it."""


def _too_long(_: int, __: FrameType | None) -> None:
    raise TooLong


def run_case(fuzzed: Fuzzed, seed: int, number: tuple[int, int], tally: Tally) -> Exception | None:
    """Put one case to a decoder, and note what came of it. The undocumented exception, if there was one."""
    case = Case(seed, fuzzed.name, number, tally)
    try:
        fuzzed.put(case)
    except TooLong:
        case.wrong(f"takes more than {BOUND:g} s of processor time")
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        case.wrong(f"{type(error).__name__}, undocumented, in {where.name}")
        return error
    finally:
        case.stop()
    return None


def run_part(
    all_fuzzed: Sequence[Fuzzed],
    seed: int,
    part: int,
    inputs: int,
    progress: Callable[[int], None] = lambda done: None,
) -> dict[str, Tally]:
    """Put about so many inputs to the decoders, shared by their weights: name → what they came to.

    What a part does depends on the seed and its number alone.
    """
    before = signal.signal(signal.SIGVTALRM, _too_long)
    total = sum(one.weight for one in all_fuzzed)
    tallies = {one.name: Tally() for one in all_fuzzed}
    try:
        for one in all_fuzzed:
            tally, number = tallies[one.name], 0
            while tally.inputs * total < inputs * one.weight:
                run_case(one, seed, (part, number), tally)
                number += 1
            progress(tally.inputs)
    finally:
        signal.signal(signal.SIGVTALRM, before)
    return tallies


def faults(tallies: Mapping[str, Tally]) -> list[str]:
    """What is wrong with a whole run, a line each."""
    found = []
    for name, tally in tallies.items():
        found += [f"{name}: {told} ({number} inputs)" for told, number in tally.wrong.items()]
        if not tally.inputs:
            found.append(f"{name}: no input")
        elif not tally.accepted:
            found.append(f"{name}: none of {tally.inputs} inputs accepted")
        elif not tally.refused:
            found.append(f"{name}: none of {tally.inputs} inputs refused")
    return found or ([] if tallies else ["no decoder"])
