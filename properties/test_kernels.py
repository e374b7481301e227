"""The kernels are mirrors of the rules: compared in every case, not sampled."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from properties.kernels.listed import KERNELS, mistakes
from properties.kernels.mirror import Kernel, answers, compare


def test_the_list_is_whole() -> None:
    """Every function of the kernels' modules is listed, and nothing else."""
    assert mistakes(KERNELS) == []
    assert len(KERNELS) >= 10


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_a_kernel_gives_what_its_rule_gives(kernel: Kernel, tell: Callable[[str], None]) -> None:
    """In the quick cases: a few seconds for all kernels."""
    cases = compare(kernel, whole=False)
    assert cases > 50
    tell(f"{kernel.name} = {kernel.rule}: {cases:,} cases compared")


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_a_contract_allows_one_answer(kernel: Kernel) -> None:
    """The rule's: so what is proved leaves nothing open."""
    assert answers(kernel) > 500


@pytest.mark.deep
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_a_kernel_gives_what_its_rule_gives_in_the_whole(kernel: Kernel, tell: Callable[[str], None]) -> None:
    """In all cases."""
    tell(f"{kernel.name} = {kernel.rule}: {compare(kernel, whole=True):,} cases compared, the whole")
