"""All planted faults by name, and some that are planted two at a time."""

from __future__ import annotations

import birdie_faults
import druids_faults
import writing_faults
from planting import Fault

__all__ = ["FAULTS", "PAIRS", "named"]

#: All single faults.
FAULTS: tuple[Fault, ...] = (*druids_faults.FAULTS, *birdie_faults.FAULTS, *writing_faults.FAULTS)

_BY_NAME = {fault.name: fault for fault in FAULTS}

#: Faults that are planted together, the one that nearly every game meets at once first: both must be found.
PAIRS: tuple[tuple[str, str], ...] = (
    ("druids-gaia-tops-a-stack", "druids-sickle-takes-the-lowest"),
    ("druids-gaia-tops-a-stack", "druids-dealer-tie-by-seat"),
    ("druids-gaia-tops-a-stack", "druids-mistletoe-on-top"),
    ("druids-gaia-tops-a-stack", "druids-one-winner"),
    ("druids-dealer-leads", "druids-lost-round-scores-minus-two"),
    ("druids-high-card-wins", "druids-second-sickle-does-nothing"),
    ("druids-lowest-by-text", "druids-last-round-alone-counts"),
    ("druids-undealt-not-aside", "druids-specials-to-the-last"),
    ("birdie-refilled-from-the-left", "birdie-trophy-to-the-first"),
    ("birdie-passing-counts-oneself", "birdie-swapped-with-the-left"),
    ("birdie-hands-two-by-two", "birdie-first-card-does-not-count"),
    ("birdie-first-card-does-not-count", "birdie-trophy-always-three"),
)


def named(names: str) -> tuple[Fault, ...]:
    """The fault or, joined by `+`, the faults of these names. LookupError for others."""
    found = []
    for name in names.split("+"):
        if name not in _BY_NAME:
            raise LookupError(f"no fault is called {name}: there are {', '.join(sorted(_BY_NAME))}")
        found.append(_BY_NAME[name])
    return tuple(found)
