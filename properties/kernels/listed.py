"""The list of all kernels that must be proved, and what it lacks."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence

from properties.kernels import birdie_mirrors, druids_mirrors
from properties.kernels.mirror import Kernel

__all__ = ["KERNELS", "mistakes"]

#: Every kernel of both games.
KERNELS: tuple[Kernel, ...] = (*druids_mirrors.KERNELS, *birdie_mirrors.KERNELS)


def mistakes(kernels: Sequence[Kernel]) -> list[str]:
    """Functions of the kernels' modules that are not listed, kernels listed twice, and contracts that say nothing.

    A kernel that is listed and does not exist cannot be named here at all: Python refuses to import the list.
    """
    found = [] if kernels else ["no kernel is listed"]
    found += [
        f"{name}: listed twice" for name, times in Counter(kernel.name for kernel in kernels).items() if times > 1
    ]
    names = {kernel.name for kernel in kernels}
    for path in sorted({kernel.path for kernel in kernels}):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        written = [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        found += [f"{name}: in {path.name}, but not listed" for name in written if name not in names]
    for kernel in kernels:
        contract = kernel.contract
        found += [] if contract.post else [f"{kernel.name}: no postcondition"]
        found += [] if contract.pre else [f"{kernel.name}: no precondition, so no range"]
    return found
