"""Stamp: write spec version and content hash into the vectors of a folder (`spec/vectors` by default).

python -m lexludi.conformance.stamp [FOLDER]
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from lexludi.conformance.vectors import info, load_vector
from lexludi.core.jsontext import dumps, loads, write_whole

__all__ = ["stamped"]


def stamped(text: str) -> str:
    """The text of a vector with the right `_info`, all else as it was."""
    load_vector(text)
    told = ", ".join(f'"{key}": {dumps(value)}' for key, value in info(loads(text)).items())
    return re.sub(r'"_info":\s*\{[^{}]*\}', f'"_info": {{{told}}}', text)


def main(folder: Path) -> None:
    """Stamp all vectors below `folder`."""
    for path in sorted(folder.rglob("*.json")):
        text = path.read_text(encoding="utf-8")
        if (new := stamped(text)) != text:
            write_whole(path, new)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "spec/vectors"))
