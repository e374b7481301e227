"""`lexludi replay`: a record, told step by step."""

from __future__ import annotations

import json

import click

from lexludi.cli.shared import OUT, read_record, tell_action, tell_event
from lexludi.core.codec import to_json
from lexludi.core.errors import BadInput, IllegalAction
from lexludi.core.game import game_named


@click.command()
@click.argument("record", metavar="RECORD")
@click.option("--viewer", type=int, default=None, help="Tell it as this seat learns it.")
@click.option("--until", type=int, default=None, help="Stop after this many steps.")
@click.option("--observe", is_flag=True, help="Print the observation (with --viewer, the view) at the end, as JSON.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a step: step, seat, action, events.")
def replay(record: str, viewer: int | None, until: int | None, observe: bool, as_json: bool) -> int:
    """Tell RECORD (a file, or - for standard input) step by step, each event with its clause.

    Exit status 1 when a step breaks a rule.
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
            OUT.print(f"step {index}: {tell_action(step)}: {refusal}", markup=False)
            return 1
        events = game.explain(state, step.action, viewer)
        if as_json:
            told = {"step": index, "seat": step.seat, "events": [to_json(event) for event in events]}
            # A seat does not learn the pile that it is dealt from.
            seen = viewer is None or step.seat is not None
            click.echo(json.dumps({**told, "action": to_json(step.action)} if seen else told))
        else:
            OUT.print(f"{index:4} {tell_action(step)}", markup=False)
            for event in events:
                OUT.print(f"       {tell_event(event)}", markup=False)
        state = after
    if observe:
        seen_now = game.project(state) if viewer is None else to_json(game.view(state, viewer))
        click.echo(json.dumps(seen_now))
    return 0
