"""`lexludi serve`: our rules behind a pipe."""

from __future__ import annotations

import sys

import click

from lexludi.cli.shared import standard_input
from lexludi.conformance import server


@click.command()
def serve() -> int:
    """Answer the protocol lexludi-conformance/1 on standard input and output, a JSON object a line.

    A program in any language can so use these rules as its own.
    """
    server.serve(standard_input(), sys.stdout.buffer)
    return 0
