"""The gate of the proofs: it reads CrossHair's reports rightly, so it can fail. CrossHair is not needed here.

The reports are as CrossHair 0.0.113 printed them.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import attrs
import pytest

from lexludi.testing.checks import CheckFailed
from properties import proofs
from properties.kernels.contracts import contracts, with_posts
from properties.kernels.listed import KERNELS, mistakes
from properties.kernels.mirror import Case, compare
from properties.proof_mutants import mutants_of, why_red
from properties.proof_report import judge, parse, refuted
from properties.proofs import Proof, copy_with

CONFIRMED = "properties/kernels/druids.py:40: info: Confirmed over all paths.\n"
CONFIRMED_TWICE = CONFIRMED + CONFIRMED.replace(":40:", ":41:")
UNCONFIRMED = "properties/kernels/druids.py:40: info: Not confirmed.\n"
REFUTED = "properties/kernels/druids.py:40: error: false when calling gaia_wins(0, 0, 0, 0, 0) (which returns False)\n"
RAISED = "k.py:40: error: TypeError: 'SymbolicBoundedInt' object is not subscriptable when calling crash(4)\n"
VACUOUS = "k.py:38: info: Unable to meet precondition.\n"
UNREADABLE = "k.py:40: error: invalid syntax (<string>, line 1)\n"
NO_CHECKS = "WARNING: Targets found, but contain no checkable functions.\n"
CRASHED = 'Traceback (most recent call last):\n  File …\ncrosshair.fnutil.NotFound: Name "nosuch" not found\n'


@pytest.mark.parametrize(("report", "posts"), [(CONFIRMED, [40]), (CONFIRMED_TWICE, [40, 41])])
def test_confirmed_over_all_paths_is_proved(report: str, posts: list[int]) -> None:
    """Nothing else is."""
    verdict = judge(report, 0, posts)
    assert verdict.proved
    assert verdict.confirmed == len(posts)


@pytest.mark.parametrize(
    ("report", "status", "posts", "complaint"),
    [
        (UNCONFIRMED, 0, [40], "line 40: info: Not confirmed."),
        (REFUTED, 1, [40], "line 40: error: false when calling gaia_wins(0, 0, 0, 0, 0) (which returns False)"),
        (RAISED, 1, [40], "line 40: error: TypeError: 'SymbolicBoundedInt' object is not subscriptable"),
        (VACUOUS, 0, [40], "line 38: info: Unable to meet precondition."),
        (UNREADABLE, 1, [40], "line 40: error: invalid syntax"),
        (NO_CHECKS, 0, [40], "not a line of a report: 'WARNING: Targets found"),
        (CRASHED, 1, [40], "not a line of a report: 'Traceback"),
        ("", 0, [40], "line 40: nothing is reported"),
        (CONFIRMED, 0, [40, 41], "line 41: nothing is reported"),
        (CONFIRMED, 0, [], "there is no postcondition"),
        ("", 0, [], "there is no postcondition"),
        (CONFIRMED, 0, [39], "line 40: no postcondition of the kernel stands there"),
        (CONFIRMED + CONFIRMED, 0, [40], "line 40: reported 2 times"),
        (CONFIRMED + UNCONFIRMED.replace(":40:", ":41:"), 0, [40, 41], "line 41: info: Not confirmed."),
        (CONFIRMED, 2, [40], "CrossHair's exit status is 2"),
        (CONFIRMED.replace("info", "error"), 0, [40], "line 40: error: Confirmed over all paths."),
        (
            CONFIRMED.replace("all paths.", "all paths, nearly."),
            0,
            [40],
            "line 40: info: Confirmed over all paths, nea",
        ),
    ],
)
def test_anything_else_is_not_proved(report: str, status: int, posts: list[int], complaint: str) -> None:
    """Whatever CrossHair says, or does not say."""
    verdict = judge(report, status, posts)
    assert not verdict.proved
    assert any(each.startswith(complaint) for each in verdict.complaints), verdict.complaints


def test_a_report_is_read_line_by_line() -> None:
    """Where, how bad, and what."""
    assert [(finding.line, finding.level) for finding in parse(CONFIRMED_TWICE + REFUTED)] == [
        (40, "info"),
        (41, "info"),
        (40, "error"),
    ]
    assert parse("") == []


@pytest.mark.parametrize(
    ("report", "posts", "examples"),
    [
        (REFUTED, [40], ("gaia_wins(0, 0, 0, 0, 0) (which returns False)",)),
        (REFUTED, [40, 41], ()),
        (REFUTED, [], ()),
        (VACUOUS, [38], ()),
        (CONFIRMED, [40], ()),
        (RAISED, [40], ()),
        (CRASHED, [40], ()),
        ("", [40], ()),
    ],
)
def test_a_range_holds_something_only_if_false_is_refuted(
    report: str, posts: list[int], examples: tuple[str, ...]
) -> None:
    """By an input, for every postcondition."""
    assert refuted(report, posts) == examples


def test_the_list_and_the_modules_must_agree() -> None:
    """Both ways."""
    assert mistakes(KERNELS[1:])[0] == "may_follow: in druids.py, but not listed"
    assert mistakes((*KERNELS, KERNELS[0])) == ["may_follow: listed twice"]
    assert mistakes(()) == ["no kernel is listed"]


def test_a_contract_that_says_nothing_is_a_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then nothing would be proved."""
    path = tmp_path / "bare.py"
    path.write_text("def bare(n: int) -> int:\n    '''Nothing is promised.'''\n    return n\n")
    spec = importlib.util.spec_from_file_location("bare", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "bare", module)
    spec.loader.exec_module(module)
    kernel = attrs.evolve(KERNELS[0], function=module.bare)
    assert mistakes([kernel]) == ["bare: no postcondition", "bare: no precondition, so no range"]


def test_every_kernel_has_a_contract_that_python_can_read() -> None:
    """CrossHair would only say that it cannot meet the precondition."""
    for kernel in KERNELS:
        assert kernel.contract.post, kernel.name
        arguments, _ = next(kernel.cases(False))
        assert kernel.contract.admits(kernel.function)(*arguments) is True
        for condition in (*kernel.contract.pre, *kernel.contract.post.values()):
            compile(condition, kernel.name, "eval")


def test_postconditions_are_replaced_in_place() -> None:
    """And preconditions are left alone."""
    for path in {kernel.path for kernel in KERNELS}:
        source = path.read_text(encoding="utf-8")
        before, after = contracts(source), contracts(with_posts(source, "False"))
        assert {name: list(contract.post) for name, contract in before.items()} == {
            name: list(contract.post) for name, contract in after.items()
        }
        assert {post for contract in after.values() for post in contract.post.values()} == {"False"}
        assert [contract.pre for contract in before.values()] == [contract.pre for contract in after.values()]


@pytest.mark.parametrize(
    ("case", "says"),
    [
        (((1, 0, 0, 0, 0), 2), "is 2 as stacks.own_stacks, not 1"),
        (((1, 0, 0, 0, 0), True), "is True as stacks.own_stacks, not 1"),
        (((-1, 0, 0, 0, 0), 0), "is within the range that is proved"),
    ],
)
def test_a_kernel_that_is_no_mirror_is_found(case: Case, says: str) -> None:
    """A wrong value, a wrong type, and a case outside of what is proved."""
    kernel = next(kernel for kernel in KERNELS if kernel.name == "own_stacks")
    with pytest.raises(CheckFailed, match=f"druids/mistletoe-own-stacks: not so: .*{says}"):
        compare(attrs.evolve(kernel, cases=lambda _: iter([case])), whole=False)


def test_mutants_change_the_body_alone() -> None:
    """A changed contract would prove nothing about the gate."""
    for kernel in (kernel for kernel in KERNELS if kernel.name in ("fifth_domain", "trophy")):
        original = kernel.contract
        made = mutants_of(kernel)
        assert len(made) > 3
        for mutant in made:
            changed = contracts(mutant.source)[kernel.name]
            assert (changed.pre, tuple(changed.post.values())) == (original.pre, tuple(original.post.values()))


@pytest.mark.parametrize(
    ("report", "status", "reason"),
    [
        (CONFIRMED, 0, None),
        (REFUTED, 1, "false"),
        (RAISED, 1, "raises"),
        (CRASHED, 1, "raises"),
        (UNCONFIRMED, 0, "unconfirmed"),
        (VACUOUS, 0, "unconfirmed"),
        ("", 0, "unconfirmed"),
    ],
)
def test_a_mutant_is_red_unless_it_is_proved(report: str, status: int, reason: str | None) -> None:
    """And it is told why."""
    assert why_red(Proof(judge(report, status, [40]), report, 0.0)) == reason


def test_a_copy_holds_all_that_a_kernel_needs(tmp_path: Path) -> None:
    """With the changed module in its place."""
    folder = copy_with(KERNELS[0], "CHANGED = 1\n", tmp_path)
    assert (folder / "properties" / "kernels" / "druids.py").read_text() == "CHANGED = 1\n"
    assert "def strength" in (folder / "properties" / "kernels" / "words.py").read_text()


def test_without_crosshair_the_gate_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line, with status 2."""
    monkeypatch.setattr(sys, "argv", ["proofs"])
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(SystemExit) as left:
        proofs.main()
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("CrossHair is not installed")


@pytest.mark.parametrize(
    ("report", "inputs", "status", "complaint"),
    [
        (None, ("f(1)",), 0, ""),
        (UNCONFIRMED, ("f(1)",), 1, "may_follow: line 40: info: Not confirmed."),
        ("", ("f(1)",), 1, "may_follow: line "),
        (None, (), 1, "may_follow: no input satisfies its precondition"),
    ],
)
def test_the_gate_fails_and_names_the_kernel(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    report: str | None,
    inputs: tuple[str, ...],
    status: int,
    complaint: str,
) -> None:
    """If one is not confirmed, or not reported, or nothing lies in its range."""
    posts = KERNELS[0].contract.post
    text = (
        "".join(f"druids.py:{line}: info: Confirmed over all paths.\n" for line in posts) if report is None else report
    )
    monkeypatch.setattr(sys, "argv", ["proofs", "--kernel", "may_follow"])
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: True)
    monkeypatch.setattr(proofs, "prove", lambda *_: Proof(judge(text, 0, posts), text, 0.0))
    monkeypatch.setattr(proofs, "witnesses", lambda *_: inputs)
    assert proofs.main() == status
    told = capsys.readouterr()
    assert told.err.startswith(complaint)
    assert ("repeat one with" in told.err) is (status == 1)
    assert told.out.endswith(": not proved\n" if status else ": proved\n")
