"""Feed every decoder with spoilt files and lines, and say what came of it.

`python -m properties.fuzz [--inputs N] [--seed S] [--parts P] [--resume FOLDER] [--repeat DECODER/PART/CASE]`

Exit status 1 when an input did what none may do, or when a decoder accepted nothing or refused nothing.
"""

from __future__ import annotations

import argparse
import hashlib
import resource
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

import lexludi
from lexludi.core.jsontext import dumps, load
from lexludi.core.writing import write_whole
from properties.ending import run_command, stopped
from properties.fuzz.decoders import decoders, remove_file
from properties.fuzz.series import Fuzzed, Tally, faults, run_case, run_part
from properties.fuzz.sessions import sessions

#: No input may make the process hold more bytes than this.
_MEMORY = 2 << 30


def main(arguments: Sequence[str]) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m properties.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="how many, over all decoders")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parts", type=int, default=20, help="so many parts; finished ones are not run again")
    parser.add_argument("--resume", type=Path, metavar="FOLDER", help="where finished parts are kept")
    parser.add_argument("--repeat", metavar="DECODER/PART/CASE", help="one case again, as a failure names it")
    asked = parser.parse_args(arguments)
    if min(asked.inputs, asked.parts) < 1:
        parser.error("--inputs and --parts: at least 1")
    fuzzed: list[Fuzzed] = [*decoders(), *sessions()]
    try:
        if asked.repeat is not None:
            return _repeat(fuzzed, asked.seed, asked.repeat, parser)
        tallies = {one.name: Tally() for one in fuzzed}
        for part in range(asked.parts):
            for name, tally in _part(fuzzed, asked, part).items():
                tallies[name].add(tally)
            if sys.stderr.isatty() or (part + 1) % max(1, asked.parts // 4) == 0:
                sys.stderr.write(f"part {part + 1} of {asked.parts}\n")
    except KeyboardInterrupt:
        return stopped("finished parts", asked.resume)
    finally:
        remove_file()
    return _tell(tallies, asked.seed)


def _part(fuzzed: Sequence[Fuzzed], asked: argparse.Namespace, part: int) -> dict[str, Tally]:
    """The tallies of a part: those of its file, if there is one."""
    inputs = asked.inputs // asked.parts + (part < asked.inputs % asked.parts)
    if asked.resume is None:
        return run_part(fuzzed, asked.seed, part, inputs)
    path = asked.resume / f"{_code()[:12]}-{asked.seed}-{asked.inputs}-{asked.parts}-{part}.json"
    if path.exists():
        return {name: Tally.from_json(data) for name, data in load(path).items()}
    tallies = run_part(fuzzed, asked.seed, part, inputs)
    asked.resume.mkdir(parents=True, exist_ok=True)
    write_whole(path, dumps({name: tally.to_json() for name, tally in tallies.items()}))
    return tallies


def _code() -> str:
    """A hash of all source, for what other code came to says nothing."""
    digest = hashlib.sha256()
    for folder in (Path(lexludi.__file__).parent, Path(__file__).parent):
        for source in sorted(folder.rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()


def _tell(tallies: dict[str, Tally], seed: int) -> int:
    _say(f"{'decoder':24} {'inputs':>9} {'accepted':>9} {'undocumented':>12} {'slowest ms':>10}  refused by")
    for name, tally in tallies.items():
        refused = ", ".join(f"{how} {number:,}" for how, number in tally.refused.most_common(4))
        others = len(tally.refused) - 4
        _say(
            f"{name:24} {tally.inputs:9,} {tally.accepted:9,} {sum(tally.wrong.values()):12,} "
            f"{tally.slowest * 1000:10.0f}  {refused}{f', {others} others' if others > 0 else ''}"
        )
    found = faults(tallies)
    for line in found:
        _say(line)
    for name, tally in tallies.items():
        for one in tally.failures:
            _say(f"{one.told}: {one.shown}")
            _say(f"  python -m properties.fuzz --seed {seed} --repeat '{name}/{one.case[0]}/{one.case[1]}'")
    inputs, accepted = (sum(getattr(one, key) for one in tallies.values()) for key in ("inputs", "accepted"))
    seconds, most = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    _say(f"{inputs:,} inputs, {accepted:,} accepted, {len(found)} faults")
    _say(f"this run: {seconds:.0f} s of processor time, at most {most} MB of memory")
    return 1 if found else 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _repeat(fuzzed: Sequence[Fuzzed], seed: int, case: str, parser: argparse.ArgumentParser) -> int:
    try:
        name, part, number = case.rsplit("/", maxsplit=2)
        one = next(one for one in fuzzed if one.name == name)
        at = int(part), int(number)
    except (ValueError, StopIteration):
        parser.error(f"--repeat: {case!r}, expected DECODER/PART/CASE, one of {', '.join(one.name for one in fuzzed)}")
    tally = Tally()
    error = run_case(one, seed, at, tally)
    if error is not None:
        traceback.print_exception(error)
    for failure in tally.failures:
        _say(f"{failure.told}: {failure.shown}")
    _say(f"{tally.inputs} inputs, {tally.accepted} accepted, {sum(tally.wrong.values())} wrong")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    run_command(lambda: main(sys.argv[1:]))
