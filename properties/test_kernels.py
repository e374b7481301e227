"""The kernels are mirrors of the rules: compared in every case, not sampled."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lexludi.testing.checks import CheckFailed
from properties.kernels.listed import KERNELS, mistakes
from properties.kernels.mirror import Kernel, compare


def test_the_list_is_whole() -> None:
    assert mistakes(KERNELS) == []
    assert len(KERNELS) >= 10


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_a_kernel_gives_what_its_rule_gives(kernel: Kernel, tell: Callable[[str], None]) -> None:
    cases = compare(kernel, whole=False)
    assert cases > 50
    tell(f"{kernel.name} = {kernel.rule}: {cases:,} cases compared")


@pytest.mark.deep
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_a_kernel_gives_what_its_rule_gives_in_the_whole(kernel: Kernel, tell: Callable[[str], None]) -> None:
    tell(f"{kernel.name} = {kernel.rule}: {compare(kernel, whole=True):,} cases compared, the whole")
