"""Scripts: what the scripts beside the library share, a file for their figures."""

from __future__ import annotations

import argparse
from pathlib import Path

from lexludi.core.errors import BadInput
from lexludi.core.writing import check_writable

__all__ = ["add_json"]


def add_json(parser: argparse.ArgumentParser) -> None:
    """Give a script the option `--json FILE`, a Path or None.

    A file that cannot be written ends the script with one line and exit status 2, before anything is measured.
    """

    def checked(name: str) -> Path:
        why = "the table has standard output for itself" if name == "-" else ""
        try:
            check_writable(Path(name))
        except OSError as error:
            why = error.strerror or "unwritable"
        if why:
            parser.exit(2, f"{parser.prog}: {BadInput('--json', name, f'a file that can be written: {why}')}\n")
        return Path(name)

    parser.add_argument("--json", type=checked, metavar="FILE", help="write the figures there too")
