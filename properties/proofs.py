"""Proofs: CrossHair proves the contract of every kernel, over its whole range.

`python -m properties.proofs` runs CrossHair on each kernel that is listed, reads the full report, and demands
"Confirmed over all paths" for each of its postconditions. It then puts the postconditions as `False`: unless every
one is refuted by an input, no input satisfies the precondition and nothing has been proved. Exit status: 0 all proved,
1 not, with each complaint on a line, 2 CrossHair is not installed.

`python -m properties.proof_mutants` shows that this fails for every mutant of each kernel.
"""

from __future__ import annotations

import argparse
import importlib.util
import resource
import sys
import tempfile
from pathlib import Path

import attrs

from properties.copies import Stuck, run_python
from properties.ending import run_command
from properties.kernels.contracts import contracts, with_posts
from properties.kernels.listed import KERNELS, mistakes
from properties.kernels.mirror import Kernel
from properties.proof_report import Verdict, judge, refuted

__all__ = ["Proof", "chosen_kernels", "copy_with", "main", "prove", "witnesses"]

_ROOT = Path(__file__).parents[1]
#: Seconds of processor time for a postcondition; what takes more is not confirmed.
SECONDS = 240


@attrs.frozen
class Proof:
    """What CrossHair came to about one kernel."""

    #: Whether it is proved, and if not, why.
    verdict: Verdict
    #: CrossHair's report.
    report: str
    #: Seconds of processor time.
    seconds: float


def prove(kernel: Kernel, source: str, folder: Path, seconds: int = SECONDS) -> Proof:
    """Run CrossHair on a kernel of the module `source`, as it stands in `folder`."""
    contract, before = contracts(source)[kernel.name], _spent()
    command = ("-m", "crosshair", "check", "--report_all", "--analysis_kind", "PEP316")
    limit = ("--per_condition_timeout", str(seconds))
    try:
        done = run_python(
            folder,
            *command,
            *limit,
            f"{kernel.module}.{kernel.name}",
            seconds=seconds * max(1, len(contract.post)) + 20,
        )
    except Stuck as stuck:
        return Proof(Verdict(0, (f"stuck: {stuck}",)), "", _spent() - before)
    verdict = judge(done.stdout, done.returncode, contract.post)
    if not done.stdout and done.stderr:
        verdict = attrs.evolve(verdict, complaints=(*verdict.complaints, done.stderr.splitlines()[-1]))
    return Proof(verdict, done.stdout, _spent() - before)


def witnesses(kernel: Kernel, folder: Path) -> tuple[str, ...]:
    """Inputs within the kernel's range, one a postcondition: those that refute it once it is put as `False`."""
    source = with_posts(kernel.path.read_text(encoding="utf-8"), "False")
    proof = prove(kernel, source, copy_with(kernel, source, folder))
    return tuple(refuted(proof.report, contracts(source)[kernel.name].post))


def copy_with(kernel: Kernel, source: str, folder: Path) -> Path:
    """A folder in which the kernel's module is `source`, and all that a kernel needs is as it is."""
    package = folder / "properties" / "kernels"
    package.mkdir(parents=True, exist_ok=True)
    for name in ("__init__.py", "kernels/__init__.py", "kernels/words.py"):
        (folder / "properties" / name).write_text((_ROOT / "properties" / name).read_text(encoding="utf-8"))
    (package / kernel.path.name).write_text(source, encoding="utf-8")
    return folder


def _spent() -> float:
    """Seconds of processor time of the processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def chosen_kernels(program: str, description: str) -> list[Kernel]:
    """The kernels that the command line names, all if none. Exits with status 2 where CrossHair is not installed."""
    parser = argparse.ArgumentParser(prog=f"python -m properties.{program}", description=description)
    names = [kernel.name for kernel in KERNELS]
    parser.add_argument("--kernel", action="append", choices=names, metavar="NAME", help="only this one (repeatable)")
    arguments = parser.parse_args()
    if importlib.util.find_spec("crosshair") is None:
        sys.stderr.write(
            "CrossHair is not installed: make proofs does it, or pip install 'crosshair-tool>=0.0.113,<0.1'\n"
        )
        raise SystemExit(2)
    return [kernel for kernel in KERNELS if arguments.kernel is None or kernel.name in arguments.kernel]


def main() -> int:
    """The command."""
    chosen = chosen_kernels("proofs", "Proves the contracts of the kernels.")
    wrong = mistakes(KERNELS)
    row = "{:<16} {:<34} {:<28} {:>5} {:>9} {:>7}  {}\n"
    sys.stdout.write(
        row.format("kernel", "mirrors", "clause", "posts", "confirmed", "seconds", "an input in its range")
    )
    confirmed, posts, started = 0, 0, _spent()
    with tempfile.TemporaryDirectory(prefix="lexludi-proofs-") as name:
        for kernel in chosen:
            proof = prove(kernel, kernel.path.read_text(encoding="utf-8"), _ROOT)
            inputs = witnesses(kernel, Path(name))
            verdict, number = proof.verdict, len(kernel.contract.post)
            shown = inputs[0].partition(" (")[0] if inputs else "none"
            cells = (kernel.name, kernel.rule, kernel.clause, number, verdict.confirmed, f"{proof.seconds:.1f}", shown)
            sys.stdout.write(row.format(*cells))
            sys.stdout.flush()
            wrong += [f"{kernel.name}: {complaint}" for complaint in verdict.complaints]
            wrong += [] if inputs else [f"{kernel.name}: no input satisfies its precondition"]
            posts, confirmed = posts + number, confirmed + verdict.confirmed
    told = f"{len(chosen)} kernels, {posts} postconditions, {confirmed} confirmed over all paths"
    sys.stdout.write(f"{told}, {_spent() - started:.0f} s: {'not proved' if wrong else 'proved'}\n")
    for complaint in wrong:
        sys.stderr.write(f"{complaint}\n")
    if wrong:
        sys.stderr.write("repeat one with: python -m properties.proofs --kernel NAME\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    run_command(main)
