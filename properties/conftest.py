"""The profile, the mark for what takes long, and a guard against properties that look at nothing."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest

from properties import profiles

profiles.load()

#: What the properties of this run came to, told at its end.
TOLD: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    """Name the mark of this folder."""
    config.addinivalue_line("markers", "deep: takes minutes; run in the deep profile only (LEXLUDI_PROFILE=deep)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long, unless the profile is deep."""
    if profiles.is_deep():
        return
    dropped = [item for item in items if item.get_closest_marker("deep")]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = [item for item in items if item not in dropped]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    """Fail a property of which no example was executed."""
    handle = getattr(getattr(item, "obj", None), "hypothesis", None)
    if handle is None:
        return (yield)
    executed = [0]
    inner: Callable[..., Any] = handle.inner_test

    @functools.wraps(inner)
    def counted(*args: Any, **kwargs: Any) -> Any:
        executed[0] += 1
        return inner(*args, **kwargs)

    handle.inner_test = counted
    try:
        result = yield
    finally:
        handle.inner_test = inner
    assert executed[0] > 0, "no example was executed"
    return result


@pytest.fixture
def tell() -> Callable[[str], None]:
    """Say something in the summary of the run."""
    return TOLD.append


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what the properties came to."""
    if TOLD:
        terminalreporter.section(f"properties, profile {profiles.chosen()}")
        for line in TOLD:
            terminalreporter.write_line(line)
