"""`lexludi audit`: whether a record keeps the rules."""

from __future__ import annotations

import click

from lexludi.cli.shared import OUT, read_record, tell_action
from lexludi.core.records import find_fault
from lexludi.core.spec import clause_named


@click.command()
@click.argument("record", metavar="RECORD")
def audit(record: str) -> int:
    """Say whether RECORD (a file, or - for standard input) keeps the rules.

    Tells the first clause that it breaks and at which step. Exit status 1 when it breaks one.
    """
    read = read_record(record)
    fault = find_fault(read)
    if fault is None:
        ended = "unfinished" if read.outcome is None else f"winners {', '.join(map(str, read.outcome.winners))}"
        OUT.print(f"{read.game}: {len(read.steps)} steps keep the rules ({ended})")
        return 0
    if fault.step < len(read.steps):
        OUT.print(f"step {fault.step} breaks {fault.clause}: {tell_action(read.steps[fault.step])}", markup=False)
        OUT.print(f"  {fault.code}: {fault.message}", markup=False)
    else:
        OUT.print(f"the outcome breaks {fault.clause}: {fault.message}", markup=False)
    OUT.print(f"  {clause_named(fault.clause).text}", markup=False)
    return 1
