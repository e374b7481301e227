"""Mirrors: a kernel beside the rule that it mirrors, and their comparison, case by case."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import attrs

from lexludi.testing.checks import CheckFailed
from properties.kernels.contracts import Contract, contracts

__all__ = ["Case", "Kernel", "answers", "compare", "number_of"]

#: Arguments of a kernel, and what the rule gives there, put into the kernel's numbers.
Case = tuple[tuple[int, ...], int]


@attrs.frozen
class Kernel:
    """A kernel that must be proved, and the rule that it mirrors."""

    #: The kernel itself.
    function: Callable[..., int]
    #: The clause.
    clause: str
    #: The functions of the rules that it mirrors.
    rule: str
    #: The cases in which it is compared with the rule: the quick ones, or (true) the whole of them.
    cases: Callable[[bool], Iterator[Case]]

    @property
    def name(self) -> str:
        """Its name, which no other kernel has."""
        return self.function.__name__

    @property
    def module(self) -> str:
        """The dotted name of its module."""
        return self.function.__module__

    @property
    def path(self) -> Path:
        """The file of its module."""
        return Path(inspect.getfile(self.function))

    @property
    def contract(self) -> Contract:
        """What it demands and promises."""
        return contracts(self.path.read_text(encoding="utf-8"))[self.name]


def number_of(places: Iterable[int]) -> int:
    """A set of domains or seats as the kernels write it.

    >>> number_of([0, 2])
    5
    """
    return sum(2**place for place in places)


def compare(kernel: Kernel, *, whole: bool) -> int:
    """Compare a kernel with its rule in all cases, none of which may lie outside its precondition.

    How many cases there are. Raises CheckFailed at the first in which they differ.
    """
    admits, counted = kernel.contract.admits(kernel.function), 0
    for arguments, due in kernel.cases(whole):
        if not admits(*arguments):
            raise CheckFailed(kernel.clause, f"{kernel.name}{arguments} is within the range that is proved", None)
        given = kernel.function(*arguments)
        if given != due or type(given) is not type(due):
            raise CheckFailed(
                kernel.clause, f"{kernel.name}{arguments} is {due!r} as {kernel.rule}, not {given!r}", None
            )
        counted += 1
    return counted


def answers(kernel: Kernel, *, first: int = 300, every: int = 199) -> int:
    """Check that a contract allows the rule's answer and no other one, in the first cases and in every so many after.

    A contract that allows more proves less than the rule. How many answers were tried. Raises CheckFailed.
    """
    allows, tried = kernel.contract.allows(kernel.function), 0
    cases = kernel.cases(False)
    for arguments, due in itertools.chain(itertools.islice(cases, first), itertools.islice(cases, 0, None, every)):
        others = (False, True) if isinstance(due, bool) else {*range(-4, 33), due - 1, due, due + 1}
        for answer in others:
            try:
                allowed = allows(answer, *arguments)
            except IndexError:  # no such seat: so much the less is it allowed
                allowed = False
            if allowed is not (answer == due):
                says = f"the contract allows {due} alone for {kernel.name}{arguments}, and not {answer}"
                raise CheckFailed(kernel.clause, says, None)
            tried += 1
    return tried
