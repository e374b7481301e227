"""Profiles: how long the properties look. Both are deterministic: the same examples every time."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

__all__ = ["NAMES", "is_deep", "load"]

#: The profiles: name → number of examples of a property.
NAMES = {"quick": 20, "deep": 400}


def load() -> None:
    """Register the profiles, and load the one that `LEXLUDI_PROFILE` names (`quick` if none)."""
    for name, examples in NAMES.items():
        settings.register_profile(
            name,
            max_examples=examples,
            derandomize=True,
            database=None,
            deadline=None,
            print_blob=True,
            # Explaining a failure of a whole game takes minutes; the shrunk example says enough.
            phases=(Phase.explicit, Phase.generate, Phase.target, Phase.shrink),
            suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example),
        )
    settings.load_profile(chosen())


def chosen() -> str:
    """The name of the profile that the environment asks for."""
    name = os.environ.get("LEXLUDI_PROFILE", "quick")
    if name not in NAMES:
        raise ValueError(f"LEXLUDI_PROFILE: {name!r}, expected one of {', '.join(NAMES)}")
    return name


def is_deep() -> bool:
    """Whether the deep profile is asked for."""
    return chosen() == "deep"
