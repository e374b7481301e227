"""Mutants of the kernels: for each, `properties.proofs` must fail.

`python -m properties.proof_mutants` makes every small change of each kernel's body (the same as `properties.mutants`
makes of the rules; contracts are left as they are) and has CrossHair prove the changed kernel. It prints how many
mutants were red: refuted by an input or broken, or just not confirmed. Survivors are printed as diffs. Exit status 1
if one survives that is not known to come to the same as the original, with the reason.
"""

from __future__ import annotations

import ast
import sys
import tempfile
from pathlib import Path

from properties.kernels.mirror import Kernel
from properties.mutants import Mutant, mutants
from properties.proof_report import parse
from properties.proofs import Proof, chosen_kernels, copy_with, prove

__all__ = ["EQUIVALENT", "main", "mutants_of"]

#: Seconds of processor time for a postcondition of a mutant.
_SECONDS = 90

#: Mutants that come to the same as the original: kernel and diff → why.
EQUIVALENT: dict[tuple[str, str], str] = {}


def mutants_of(kernel: Kernel) -> list[Mutant]:
    """The mutants of a kernel's body: modules that hold nothing else but what it needs."""
    tree = ast.parse(kernel.path.read_text(encoding="utf-8"))
    tree.body = [node for node in tree.body if not isinstance(node, ast.FunctionDef) or node.name == kernel.name]
    return mutants(ast.unparse(tree))


def _is_refuted(proof: Proof) -> bool:
    """Whether an input breaks a postcondition, or the kernel itself, rather than nothing being found out."""
    try:
        return any(finding.level == "error" for finding in parse(proof.report))
    except ValueError:
        return False


def main() -> int:
    """The command."""
    chosen = chosen_kernels("proof_mutants", "Mutates the kernels: the proofs must fail each time.")
    row = "{:<16} {:>7} {:>5} {:>8} {:>13} {:>10} {:>8}\n"
    sys.stdout.write(row.format("kernel", "mutants", "red", "refuted", "not confirmed", "equivalent", "seconds"))
    made, red, spent, living, alike = 0, 0, 0.0, [], []
    with tempfile.TemporaryDirectory(prefix="lexludi-proof-mutants-") as name:
        for kernel in chosen:
            all_of_it, refuted, unconfirmed, same, seconds = mutants_of(kernel), 0, 0, 0, 0.0
            for mutant in all_of_it:
                proof = prove(kernel, mutant.source, copy_with(kernel, mutant.source, Path(name)), _SECONDS)
                seconds += proof.seconds
                reason = EQUIVALENT.get((kernel.name, mutant.diff))
                if not proof.verdict.proved:
                    refuted += _is_refuted(proof)
                    unconfirmed += not _is_refuted(proof)
                elif reason is not None:
                    same += 1
                    alike.append(f"{kernel.name}: {reason}\n{mutant.diff}\n")
                else:
                    living.append(f"{kernel.name}: survivor: {mutant.kind}\n{mutant.diff}\n")
            cells = (kernel.name, len(all_of_it), refuted + unconfirmed, refuted, unconfirmed, same, f"{seconds:.0f}")
            sys.stdout.write(row.format(*cells))
            sys.stdout.flush()
            made, red, spent = made + len(all_of_it), red + refuted + unconfirmed, spent + seconds
    sys.stdout.writelines(f"comes to the same: {told}" for told in alike)
    sys.stdout.write(
        f"{len(chosen)} kernels, {made} mutants, {red} red, {len(alike)} come to the same, {spent:.0f} s\n"
    )
    for told in living:
        sys.stderr.write(told)
    if living:
        sys.stderr.write("repeat with: python -m properties.proof_mutants --kernel NAME\n")
    return 1 if living or not made else 0


if __name__ == "__main__":
    raise SystemExit(main())
