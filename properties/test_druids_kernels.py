"""The small functions of Druids are right wherever they can be called."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from properties.counted import check_kernel
from properties.druids_kernels import KERNELS


@pytest.mark.parametrize("name", KERNELS)
def test_every_case_is_as_the_spec_says(name: str, tell: Callable[[str], None]) -> None:
    """Counted out, so that nothing is left to luck."""
    cases = check_kernel(KERNELS, name)
    assert cases > 10
    tell(f"{name}: {cases} cases counted out")
