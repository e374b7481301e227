"""`lexludi replay`: a record, told step by step."""

from __future__ import annotations

import json

import click

from lexludi.cli.shared import OUT, read_record, tell_action, tell_event
from lexludi.core.codec import to_json
from lexludi.core.errors import BadInput, IllegalAction
from lexludi.core.game import game_named
from lexludi.core.records import Step


@click.command()
@click.argument("record", metavar="RECORD")
@click.option("--viewer", type=int, default=None, help="Tell it as this seat learns it.")
@click.option("--until", type=int, default=None, help="Stop after this many steps.")
@click.option("--observe", is_flag=True, help="Print the observation (with --viewer, the view) at the end, as JSON.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a step: step, seat, action, events.")
def replay(record: str, viewer: int | None, until: int | None, observe: bool, as_json: bool) -> int:
    """Tell RECORD (a file, or - for standard input) step by step, each event with its clause.

    With a viewer, the actions of others are not told as such: what a seat learns of them are their events.
    Exit status 1 when a step breaks a rule, or the outcome is wrong.
    """
    read = read_record(record)
    game = game_named(read.game)
    state = game.start(read.rules)
    if viewer is not None:
        game.view(state, viewer)  # refuses a viewer that is not at the table
    if until is not None and until < 0:
        raise BadInput("--until", until, "a number of steps, at least 0")
    for index, step in enumerate(read.steps[:until]):
        try:
            after = game.apply(state, step.action, step.seat)
        except IllegalAction as refusal:
            OUT.tell(f"step {index}: {tell_action(step)}: {refusal}")
            return 1
        events = game.explain(state, step.action, viewer)
        if as_json:
            told = {"step": index, "seat": step.seat, "events": [to_json(event) for event in events]}
            click.echo(json.dumps({**told, "action": to_json(step.action)} if _open(step, viewer) else told))
        else:
            shown = tell_action(step) if _open(step, viewer) else _who(step)
            OUT.tell(f"{index:4} {shown}")
            for event in events:
                OUT.tell(f"       {tell_event(event)}")
        state = after
    outcome = game.outcome(state)
    if until is None and read.outcome not in (None, outcome):
        OUT.tell(f"the outcome of the record is wrong: {read.outcome}, not {outcome}")
        return 1
    if observe:
        seen_now = game.project(state) if viewer is None else to_json(game.view(state, viewer))
        click.echo(json.dumps(seen_now))
    return 0


def _open(step: Step, viewer: int | None) -> bool:
    """Whether a viewer may be told an action itself: its own. Others' may name cards that it does not see."""
    return viewer is None or step.seat == viewer


def _who(step: Step) -> str:
    return "deal" if step.seat is None else f"seat {step.seat}"
