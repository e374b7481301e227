"""The command `lexludi`."""

from __future__ import annotations

import sys

from lexludi.extras import needs

__all__ = ["main"]


def main() -> None:
    """Run the command line. Exit status: 0 good, 1 a rule was broken, 2 the call or the input is unusable."""
    try:
        from lexludi.cli import run  # noqa: PLC0415  (the extra may be missing)
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        sys.stderr.write(f"lexludi: {needs('the command line', 'cli')}\n")
        sys.exit(2)
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
