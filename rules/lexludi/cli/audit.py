"""`lexludi audit`: whether a record keeps the rules."""

from __future__ import annotations

import click

from lexludi import GAMES
from lexludi.cli.shared import OUT, read_logs, tell_action
from lexludi.conformance.logs import find_log_fault
from lexludi.core.records import Fault, Record, states
from lexludi.core.spec import clause_named


@click.command()
@click.argument("record", metavar="RECORD")
def audit(record: str) -> int:
    """Say whether RECORD keeps the rules: a file with one record, or with several, a line each; - for standard input.

    RECORD may be a log of another program, too, in which some steps have an observation. Tells the first
    clause that is broken and at which step. Exit status 1 when one is.
    """
    status = 0
    records = read_logs(record)
    for number, log in enumerate(records, start=1):
        read, fault = log.record, find_log_fault(log)
        if len(records) > 1 and fault is not None:
            OUT.print(f"line {number}:")
        if len(records) == 1 or fault is not None:
            status = max(status, _tell(read, fault))
    if len(records) > 1:
        OUT.print(f"{len(records)} records: {'all keep the rules' if status == 0 else 'not all keep the rules'}")
    return status


def _tell(read: Record, fault: Fault | None) -> int:
    """Tell how one record fares; 1 when it breaks a rule."""
    if fault is None:
        *_, last = states(read)
        outcome = GAMES[read.game].outcome(last)
        ended = "unfinished" if outcome is None else f"winners {', '.join(map(str, outcome.winners))}"
        OUT.print(f"{read.game}: {len(read.steps)} steps keep the rules ({ended})")
        return 0
    if fault.step < len(read.steps):
        OUT.tell(f"step {fault.step} breaks {fault.clause}: {tell_action(read.steps[fault.step])}")
        OUT.tell(f"  {fault.code}: {fault.message}" if fault.code else f"  {fault.message}")
    else:
        OUT.tell(f"the outcome breaks {fault.clause}: {fault.message}")
    OUT.print(f"  {clause_named(fault.clause).text}", markup=False)
    return 1
