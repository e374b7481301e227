"""The report of CrossHair, and what it proves of a kernel.

CrossHair exits with status 0 when it has found nothing, which may be because it has looked at nothing. So a kernel
counts as proved only if the full report (`--report_all`) says of each of its postconditions, by its line, that it is
confirmed over all paths, and says nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

import attrs

__all__ = ["CONFIRMED", "REFUTED", "Finding", "Verdict", "judge", "parse", "refuted"]

#: What the report says of a postcondition that holds.
CONFIRMED = "Confirmed over all paths."
#: What it says first of one that a call breaks.
REFUTED = "false when calling "

_LINE = re.compile(r"(?P<path>.+?):(?P<line>\d+): (?P<level>error|warning|info): (?P<message>.*)")


@attrs.frozen
class Finding:
    """A line of the report."""

    #: The line of the module: where a postcondition stands, or what raised.
    line: int
    #: `error`, `warning` or `info`.
    level: str
    #: What is said.
    message: str


@attrs.frozen
class Verdict:
    """What a report proves of a kernel."""

    #: Postconditions that are confirmed over all paths.
    confirmed: int
    #: Why the kernel does not count as proved; empty when it does.
    complaints: tuple[str, ...]

    @property
    def proved(self) -> bool:
        """Whether every postcondition is confirmed, and nothing else is said."""
        return not self.complaints


def parse(report: str) -> list[Finding]:
    """The findings of a report. ValueError, naming the line, for anything else that stands in it.

    >>> parse("kernels.py:12: info: Confirmed over all paths.")
    [Finding(line=12, level='info', message='Confirmed over all paths.')]
    """
    found = []
    for text in report.splitlines():
        match = _LINE.fullmatch(text)
        if match is not None:
            found.append(Finding(int(match["line"]), match["level"], match["message"]))
        elif text.strip():
            raise ValueError(f"not a line of a report: {text!r}")
    return found


def judge(report: str, status: int, posts: Collection[int]) -> Verdict:
    """What a report proves of a kernel whose postconditions stand on the lines `posts`, with CrossHair's exit status.

    >>> judge("k.py:5: info: Confirmed over all paths.", 0, [5, 6])
    Verdict(confirmed=1, complaints=('line 6: nothing is reported',))
    """
    try:
        found = parse(report)
    except ValueError as error:
        return Verdict(0, (str(error),))
    complaints = [] if posts else ["there is no postcondition"]
    complaints += [
        f"line {finding.line}: {finding.level}: {finding.message}" for finding in found if not _confirms(finding)
    ]
    told = Counter(finding.line for finding in found)
    complaints += [f"line {line}: nothing is reported" for line in posts if told[line] == 0]
    complaints += [f"line {line}: reported {times} times" for line, times in told.items() if times > 1]
    complaints += [f"line {line}: no postcondition of the kernel stands there" for line in told if line not in posts]
    if status != 0:
        complaints.append(f"CrossHair's exit status is {status}")
    return Verdict(sum(_confirms(finding) and finding.line in posts for finding in found), tuple(complaints))


def refuted(report: str, posts: Collection[int]) -> Sequence[str]:
    """The counterexamples of a report, if each of the postconditions on the lines `posts` has one; else none.

    So it is when a kernel's postconditions are put as `False` and some input satisfies its precondition.

    >>> refuted("k.py:5: error: false when calling f(1) (which returns 2)", [5])
    ('f(1) (which returns 2)',)
    """
    try:
        found = parse(report)
    except ValueError:
        return ()
    examples = {
        finding.line: finding.message.removeprefix(REFUTED)
        for finding in found
        if finding.level == "error" and finding.message.startswith(REFUTED)
    }
    return tuple(examples.values()) if posts and set(examples) == set(posts) else ()


def _confirms(finding: Finding) -> bool:
    return (finding.level, finding.message) == ("info", CONFIRMED)
