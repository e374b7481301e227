"""`lexludi vectors`: the shipped vectors, listed, shown, or put to a program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from pathlib import Path

import click

from lexludi.cli.shared import OUT, write_out
from lexludi.conformance.breaks import Declared
from lexludi.conformance.pipes import Process
from lexludi.conformance.regenerate import changes, regenerated
from lexludi.conformance.runner import hello
from lexludi.conformance.server import PROTOCOL
from lexludi.conformance.targets import InProcess, Target, TargetBroken, ask
from lexludi.conformance.vectors import Skipped, Vector, replay, shipped_vectors
from lexludi.core.errors import BadInput, LexludiError, shorten
from lexludi.core.game import game_named
from lexludi.core.jsontext import dumps, load_text


@click.command()
@click.argument("words", nargs=-1, metavar="[ID | -- COMMAND…]")
@click.option("--check", is_flag=True, help="Replay all vectors, through COMMAND if one is given.")
@click.option(
    "--regenerate", metavar="FOLDER", default=None, help="Write the vectors in FOLDER anew from what they describe."
)
@click.option("--timeout", type=float, default=10.0, show_default=True, help="Seconds that COMMAND has for a reply.")
def vectors(words: tuple[str, ...], check: bool, regenerate: str | None, timeout: float) -> int:
    """List the vectors, print the one called ID, or (--check) replay them all.

    With --check and an ID only that one. With --check and a COMMAND they are put to a program that
    speaks the protocol, otherwise to our own rules. Exit status 1 when an answer differs.

    --regenerate replays the steps of each vector in FOLDER and writes what the rules say of them at the keys
    that it looks at. It tells every value that changes: look at them before you keep them.
    """
    if not (isfinite(timeout) and timeout > 0):
        raise BadInput("--timeout", timeout, "a number above 0")
    if regenerate is not None:
        if words or check:
            raise BadInput("--regenerate", regenerate, "no ID, no --check and no COMMAND beside it")
        if not regenerate:
            raise BadInput("--regenerate", regenerate, "a folder with vectors")
        return _regenerate(Path(regenerate))
    known = {vector.id: vector for vector in shipped_vectors()}
    if check:
        if len(words) == 1 and words[0] in known:
            return _check(InProcess(), [known[words[0]]])
        return _check(_started(words, timeout) if words else InProcess(), list(known.values()))
    if not words:
        for vector in known.values():
            OUT.tell(f"{vector.id:44} {vector.purpose}")
        OUT.print(f"{len(known)} vectors")
    elif len(words) == 1 and words[0] in known:
        click.echo(known[words[0]].text, nl=False)
    else:
        raise BadInput("ID", " ".join(words), "the id of a vector; `lexludi vectors` lists them")
    return 0


def _regenerate(folder: Path) -> int:
    files = sorted(folder.rglob("*.json"))
    if not files:
        raise BadInput("--regenerate", str(folder), "a folder with vectors")
    written = 0
    for path in files:
        before = load_text(path)
        after = regenerated(before, path.name)
        if after != before:
            written += 1
            for told in changes(before, after):
                OUT.tell(told)
            write_out(str(path), after)
    OUT.print(f"{len(files)} vectors: {written} written anew")
    return 0


def _started(words: tuple[str, ...], timeout: float) -> Target:
    try:
        return Process(words, timeout)
    except TargetBroken as error:
        raise LexludiError(f"COMMAND does not speak lexludi-conformance/1: {error}") from None


def _check(target: Target, vectors: Sequence[Vector]) -> int:
    kept = broken = skipped = 0
    try:
        declared = _declared(target, {vector.game for vector in vectors})
        for vector in vectors:
            try:
                if vector.game not in declared:
                    raise Skipped("skipped", f"it does not play {vector.game}", "an answer")
                differences = list(replay(vector, target, declared[vector.game]))
            except Skipped as why:
                skipped += 1
                OUT.tell(f"{vector.id}: {why.field}: {why.value}")
                continue
            kept, broken = kept + (not differences), broken + bool(differences)
            for found in differences:
                told = f"expected {dumps(found.expected)}, got {dumps(found.got)}"
                OUT.tell(f"{found.vector} step {found.step}: {found.where}: {told}")
    except TargetBroken as error:
        raise LexludiError(f"COMMAND does not speak lexludi-conformance/1: {error}") from None
    finally:
        target.close()
    if not kept + broken:
        raise BadInput("COMMAND", f"{skipped} vectors skipped", "a program that answers at least one of them")
    OUT.print(f"{kept + broken + skipped} vectors: {kept} kept, {broken} broken, {skipped} skipped")
    return 1 if broken else 0


def _declared(target: Target, games: Iterable[str]) -> dict[str, Declared]:
    """What a program says of those of the games that it plays."""
    told = ask(target, "hello", protocol=PROTOCOL).get("games")
    if not isinstance(told, dict):
        raise TargetBroken(f"reply to 'hello': games: {shorten(told)}, expected an object of games")
    return {name: hello(target, game_named(name))[1] for name in sorted(games) if name in told}
