"""Mutants of the kernels: for each, `properties.proofs` must fail.

`python -m properties.proof_mutants` makes every small change of each kernel's body (the same as `properties.mutants`
makes of the rules; contracts are left as they are) and has CrossHair prove the changed kernel. It prints how many
mutants are red, and of them how many because an input breaks a postcondition, because one makes the kernel or its
contract raise, or only because nothing was confirmed. Exit status 1, with the mutant's diff, if one is proved.
"""

from __future__ import annotations

import ast
import sys
import tempfile
from collections import Counter
from pathlib import Path

from properties.ending import run_command
from properties.kernels.mirror import Kernel
from properties.mutators import Mutant, mutants
from properties.proof_report import REFUTED, parse
from properties.proofs import Proof, chosen_kernels, copy_with, prove

__all__ = ["alone", "main", "mutants_of", "why_red"]

#: Seconds of processor time for a postcondition of a mutant.
_SECONDS = 90
#: Why a mutant is red.
_REASONS = ("false", "raises", "unconfirmed")


def alone(kernel: Kernel) -> str:
    """The module of a kernel without the other ones."""
    tree = ast.parse(kernel.path.read_text(encoding="utf-8"))
    tree.body = [node for node in tree.body if not isinstance(node, ast.FunctionDef) or node.name == kernel.name]
    return ast.unparse(tree)


def mutants_of(kernel: Kernel) -> list[Mutant]:
    """The mutants of a kernel's body."""
    return mutants(alone(kernel))


def why_red(proof: Proof) -> str | None:
    """Why the proof of a mutant fails, None if it does not."""
    if proof.verdict.proved:
        return None
    try:
        errors = [finding.message for finding in parse(proof.report) if finding.level == "error"]
    except ValueError:
        return "raises"
    if any(message.startswith(REFUTED) for message in errors):
        return "false"
    return "raises" if errors else "unconfirmed"


def main() -> int:
    """The command."""
    chosen = chosen_kernels("proof_mutants", "Mutates the kernels: the proofs must fail each time.")
    row = "{:<16} {:>7} {:>5} {:>6} {:>7} {:>12} {:>8}\n"
    sys.stdout.write(row.format("kernel", "mutants", "red", *_REASONS, "seconds"))
    reasons, made, spent = Counter[str](), 0, 0.0
    wrong = []
    with tempfile.TemporaryDirectory(prefix="lexludi-proof-mutants-") as name:
        for kernel in chosen:
            plain = prove(kernel, alone(kernel), copy_with(kernel, alone(kernel), Path(name)))
            wrong += [] if plain.verdict.proved else [f"{kernel.name}: not proved without any change\n"]
            found, seconds, all_of_it = Counter[str](), plain.seconds, mutants_of(kernel)
            for mutant in all_of_it:
                proof = prove(kernel, mutant.source, copy_with(kernel, mutant.source, Path(name)), _SECONDS)
                seconds += proof.seconds
                reason = why_red(proof)
                if reason is None:
                    wrong.append(f"{kernel.name}: proved, though it is a mutant: {mutant.kind}\n{mutant.diff}\n")
                else:
                    found[reason] += 1
            counts = (found.total(), *(found[reason] for reason in _REASONS))
            sys.stdout.write(row.format(kernel.name, len(all_of_it), *counts, f"{seconds:.0f}"))
            sys.stdout.flush()
            reasons, made, spent = reasons + found, made + len(all_of_it), spent + seconds
    told = ", ".join(f"{reasons[reason]} {reason}" for reason in _REASONS)
    sys.stdout.write(f"{len(chosen)} kernels, {made} mutants, {reasons.total()} red ({told}), {spent:.0f} s\n")
    if wrong or not made:
        sys.stderr.writelines([*wrong, "repeat one with: python -m properties.proof_mutants --kernel NAME\n"])
        return 1
    return 0


if __name__ == "__main__":
    run_command(main)
