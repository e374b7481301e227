"""The Python example behind the protocol, with faults in it: `python adapter.py FAULT[+FAULT]`.

Without a name it lists the faults. What the faulty program raises is not caught, so it may die.
"""

# ruff: noqa: T201
from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from faults import FAULTS, named
from planting import plant


def main(names: list[str]) -> int:
    """Answer until told to stop."""
    if len(names) != 1:
        for fault in FAULTS:
            print(f"{fault.name:40} {fault.says}")
        return 0 if not names else 2
    try:
        faults = named(names[0])
    except LookupError as error:
        print(error.args[0], file=sys.stderr)
        return 2
    adapter = plant(faults)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        reply = adapter.handle(request)
        if adapter.stopped:
            return 0
        sys.stdout.write(json.dumps({"id": request.get("id"), **reply}) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
