"""What several tests of Druids ask for."""

import re
from pathlib import Path

import pytest

SPEC = Path(__file__).parents[2] / "spec" / "druids.md"


@pytest.fixture(scope="session")
def clauses() -> frozenset[str]:
    """The slugs of all clauses of the specification."""
    return frozenset(re.findall(r"^### (druids/[a-z0-9-]+)$", SPEC.read_text(encoding="utf-8"), re.MULTILINE))
