"""The command `lexludi`."""

from __future__ import annotations

import sys
from typing import NoReturn

from lexludi.extras import needs

__all__ = ["main"]


def main() -> None:
    """Run the command line. Exit status: 0 good, 1 a rule was broken, 2 the call or the input is unusable."""
    if sys.stdout is None:  # so Python has it when it was closed by whoever started us
        _fail("standard output is closed")
    try:
        from lexludi.cli import run  # noqa: PLC0415  (the extra may be missing)
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        _fail(needs("the command line", "cli"))
    sys.exit(run(sys.argv[1:]))


def _fail(line: str) -> NoReturn:
    if sys.stderr is not None:
        sys.stderr.write(f"lexludi: {line}\n")
    sys.exit(2)


if __name__ == "__main__":
    main()
