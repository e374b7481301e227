"""Forks: the battery put to one mutant after another, each in a process forked from one that is ready.

`python -m properties.forks GAME --ready` imports the library and the battery once. For every line on its
standard input, a mutant as JSON, it forks; the child puts the changed function in place and goes through the
battery up to the first property that fails. The answer is a line of JSON: what failed, null for nothing,
and the seconds of processor time that it took.

A function takes on another body by taking on its code, wherever it was imported to, and no matter whether it
is a method or stands in a table. That is the same as a fresh import only if the function had no hand in
anything that the import worked out; so those that were called meanwhile, and all that is no function, are
answered by `{"fresh": true}`. Without `--ready` the process has imported other people's libraries only, and the
child imports the library with the mutant in place of its module, which takes longer and is always right.
"""

from __future__ import annotations

import argparse
import functools
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import attrs
import cattrs
import hypothesis.stateful
import hypothesis.strategies

from properties.ending import run_command

__all__ = ["LIMITS", "main"]

_RULES = Path(__file__).parents[1] / "rules" / "lexludi"
#: Seconds of processor time, by stage, that one check may take: whatever takes longer, many times what any of them
#: takes, does not end.
LIMITS = {"machines": 90.0}
_LIMIT = 5.0
#: A process that takes more bytes than this piles something up for ever.
_MEMORY = 2 << 30


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m properties.forks", description="Puts mutants to the battery.")
    parser.add_argument("game")
    parser.add_argument("--ready", action="store_true", help="import the library now, and change functions in place")
    arguments = parser.parse_args()
    called: frozenset[tuple[str, str]] = frozenset()
    if arguments.ready:
        with _watching() as seen:
            importlib.import_module(f"properties.{arguments.game}_stages")
        called = frozenset(seen)
    assert hypothesis
    assert cattrs
    for line in sys.stdin:
        sys.stdout.write(json.dumps(_answer(json.loads(line), arguments.game, called, arguments.ready)) + "\n")
        sys.stdout.flush()
    return 0


@contextmanager
def _watching() -> Iterator[set[tuple[str, str]]]:
    """Note the functions of the library that are called meanwhile: their file, and their qualified name."""
    seen: set[tuple[str, str]] = set()
    root = str(_RULES)

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(root):
            seen.add((frame.f_code.co_filename, frame.f_code.co_qualname.split(".<locals>")[0]))

    sys.setprofile(note)
    try:
        yield seen
    finally:
        sys.setprofile(None)


def _answer(asked: dict[str, Any], game: str, called: frozenset[tuple[str, str]], ready: bool) -> dict[str, Any]:
    """What became of one mutant; of the library as it is, when none is asked about."""
    swap = None
    if ready:
        swap = _swap(asked["module"], asked["source"], asked["function"], called)
        if swap is None:
            return {"fresh": True}
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _child(asked, game, swap, writing)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        told = pipe.read()
    _, status, usage = os.wait4(child, 0)
    if not told or os.waitstatus_to_exitcode(status) != 0:
        found = {"by": f"stuck: the process ended with {os.waitstatus_to_exitcode(status)}"}
    else:
        found = json.loads(told)
    return {**found, "seconds": round(usage.ru_utime + usage.ru_stime, 3)}


def _child(asked: dict[str, Any], game: str, swap: Any, writing: int) -> None:
    """Put the mutant in place, go through the battery, tell, and end."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        if swap is not None:
            function, code = swap
            function.__code__ = code
        else:
            sys.meta_path.insert(0, _Mutated(asked["module"], asked["source"]))
        by = _battery(game, asked["machines"])
    except BaseException as error:
        by = f"import: {type(error).__name__}: {error}"
    with os.fdopen(writing, "w", encoding="utf-8", errors="replace") as pipe:
        json.dump({"by": by}, pipe)
    os._exit(0)


def _battery(game: str, machines: int) -> str | None:
    """The first property of the battery that fails, after its stage and where; None when all hold."""
    from properties.battery import failure  # noqa: PLC0415 - it comes with the library

    signal.setitimer(signal.ITIMER_PROF, _LIMIT)
    for stage, where, check in importlib.import_module(f"properties.{game}_stages").checks(machines):
        # When the time is up, the signal ends the process.
        signal.setitimer(signal.ITIMER_PROF, LIMITS.get(stage, _LIMIT))
        told = failure(check)
        if told is not None:
            return f"{stage}: {where}: {told}"[:300]
    return None


# --- a function changed in place ------------------------------------------------------------------


def _swap(
    module: str, source: str, name: str, called: frozenset[tuple[str, str]]
) -> tuple[FunctionType, CodeType] | None:
    """The function of that name in the module, and the code that it has in `source`; None if that is not safe."""
    there = sys.modules[f"lexludi.{module.replace('/', '.')}"]
    path = str(there.__file__)
    if not name or (path, name) in called:
        return None
    found: Any = there
    for part in name.split("."):
        found = vars(found).get(part)
    function = _unwrapped(found)
    code = _code_of(compile(source, path, "exec", dont_inherit=True), name)
    if function is None or code is None or function.__code__.co_qualname != name:
        return None
    if function.__code__.co_filename != path or function.__code__.co_freevars != code.co_freevars:
        return None
    return function, code


def _unwrapped(found: Any) -> FunctionType | None:
    """The function in a property, a class method, a static method or a cache; None if there is none."""
    match found:
        case FunctionType():
            return found
        case property():
            return _unwrapped(found.fget)
        case classmethod() | staticmethod():
            return _unwrapped(found.__func__)
        case functools.cached_property():
            return _unwrapped(found.func)
    return _unwrapped(found.__wrapped__) if hasattr(found, "cache_info") else None


def _code_of(code: CodeType, name: str) -> CodeType | None:
    """The code of the function of that name, in the code of a module."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_qualname == name:
                return constant
            if name.startswith(f"{constant.co_qualname}."):
                return _code_of(constant, name)
    return None


# --- a module changed before it is imported -------------------------------------------------------


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module from a source that is not that of its file."""

    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        """The code of the other source."""
        return compile(self._source, self.path, "exec", dont_inherit=True)


@attrs.define
class _Mutated:
    """A finder that knows one module of the library."""

    #: Its path within the package, without the ending.
    module: str
    #: What it is loaded from.
    source: str

    def find_spec(self, name: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        """Where that one module comes from; None for every other."""
        if name != f"lexludi.{self.module.replace('/', '.')}":
            return None
        path = str(_RULES / f"{self.module}.py")
        return importlib.util.spec_from_file_location(name, path, loader=_Loader(name, path, self.source))


if __name__ == "__main__":
    run_command(main)
