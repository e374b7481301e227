"""Report: what a conformance run came to, clause by clause, for people and for machines."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from lexludi.conformance.breaks import Break
from lexludi.conformance.shipped import info
from lexludi.conformance.vectors import VECTOR
from lexludi.core.jsontext import dumps
from lexludi.core.spec import clauses, spec_version

__all__ = ["REPORT", "Report", "break_vector", "to_junit", "verdict"]

#: Format name of a report.
REPORT = "lexludi-report/1"

#: What can be said of a clause.
STATUSES = ("kept", "broken", "not exercised", "skipped")


@attrs.frozen
class Report:
    """What a conformance run came to."""

    #: Name of the game.
    game: str
    #: What the program said of itself.
    implementation: Mapping[str, Any]
    #: The breaks, the shortest game of each.
    breaks: tuple[Break, ...]
    #: Clause → in how many steps it was at work in what was compared.
    exercised: Mapping[str, int]
    #: Clauses that could not be compared, for want of what the program does not do.
    skipped: frozenset[str]
    #: Vectors put to it: kept, broken, skipped.
    vectors: tuple[int, int, int]
    #: Ids of vectors that it breaks.
    broken_vectors: tuple[str, ...]
    #: Games played, steps compared.
    games: int
    steps: int
    #: Built situation → how often it was played through.
    situations: Mapping[str, int]
    #: Why games were abandoned → how often.
    abandoned: Mapping[str, int]
    #: How the run ended early, if it did.
    dead: str
    #: Clauses that are listed as known failures; those of another game are no matter here.
    known: frozenset[str]
    #: Keys that the program says it observes, and never told though steps were accepted.
    unreported: tuple[str, ...] = ()

    @classmethod
    def of_broken(cls, game: str, why: str) -> Report:
        """The report on a program that does not speak the protocol: nothing could be asked."""
        return cls(
            game=game,
            implementation={},
            breaks=(),
            exercised={},
            skipped=frozenset(),
            vectors=(0, 0, 0),
            broken_vectors=(),
            games=0,
            steps=0,
            situations={},
            abandoned={},
            dead=why,
            known=frozenset(),
        )

    def statuses(self) -> dict[str, str]:
        """Clause → `kept`, `broken`, `not exercised` or `skipped`, in the order of the specification."""
        broken = {one.clause for one in self.breaks if one.blamed}
        return {slug: self._status(slug, broken) for slug, one in clauses().items() if one.game == self.game}

    def _status(self, slug: str, broken: set[str]) -> str:
        if slug in broken:
            return "broken"
        if slug in self.skipped:
            return "skipped"
        return "kept" if self.exercised.get(slug) else "not exercised"

    @property
    def unexpectedly_kept(self) -> tuple[str, ...]:
        """Clauses that are listed as known failures and are kept; not those that nothing was seen of."""
        return tuple(
            sorted(slug for slug, status in self.statuses().items() if status == "kept" and slug in self.known)
        )

    @property
    def breakdowns(self) -> tuple[Break, ...]:
        """Where the program broke down of something that no clause is to blame for, the shortest game first."""
        return tuple(one for one in self.breaks if not one.blamed)

    @property
    def nothing_compared(self) -> str:
        """Why the run says nothing of the program, as no step could be compared; empty when it says something."""
        if self.steps or self.breaks or self.dead:
            return ""
        why = max(self.abandoned, key=lambda reason: self.abandoned[reason], default="its replies hold no observation")
        return f"no step could be compared: {why}"

    def is_known(self, one: Break) -> bool:
        """Whether a break is listed as a known failure; a breakdown without a clause to blame cannot be."""
        return one.blamed and one.clause in self.known

    @property
    def conforms(self) -> bool:
        """Whether nothing is broken but what is listed as known, and nothing listed is kept."""
        unknown = [one for one in self.breaks if not self.is_known(one)]
        return not unknown and not self.unexpectedly_kept and not self.dead and self.steps > 0

    def to_json(self) -> dict[str, Any]:
        """The report as a JSON object."""
        return {
            "format": REPORT,
            "game": self.game,
            "spec": spec_version(),
            "implementation": dict(self.implementation),
            "conforms": self.conforms,
            "clauses": {
                slug: {"status": status, "exercised": self.exercised.get(slug, 0)}
                for slug, status in self.statuses().items()
            },
            "breaks": [
                {
                    "clause": one.clause,
                    "kind": one.kind,
                    "known": self.is_known(one),
                    "perhaps": one.perhaps or None,
                    "where": one.where,
                    "expected": one.expected,
                    "got": one.got,
                    "steps": len(one.steps),
                    "vector": break_vector(self.game, one),
                }
                for one in self.breaks
            ],
            "vectors": dict(zip(("kept", "broken", "skipped"), self.vectors, strict=True)),
            "broken_vectors": list(self.broken_vectors),
            "games": self.games,
            "steps": self.steps,
            "situations": dict(self.situations),
            "abandoned": dict(self.abandoned),
            "dead": self.dead or None,
            "unexpectedly_kept": list(self.unexpectedly_kept),
            "unreported": list(self.unreported),
        }


def verdict(report: Report) -> str:
    """What a run came to, on one line."""
    if report.conforms:
        known = len({one.clause for one in report.breaks if report.is_known(one)})
        failures = f"{known} known {'failure' if known == 1 else 'failures'}"
        return f"{report.game}: conforms" + (f", but for {failures}" if known else "")
    reasons = []
    broken = sorted({one.clause for one in report.breaks if one.blamed} - report.known)
    if broken:
        reasons.append(f"it breaks {len(broken)} {'clause' if len(broken) == 1 else 'clauses'}: {', '.join(broken)}")
    if report.unexpectedly_kept:
        reasons.append(f"it keeps what is listed as broken: {', '.join(report.unexpectedly_kept)}")
    if report.dead:
        down = "it broke down, and " if report.breakdowns else ""
        reasons.append(f"{down}the run ended early: {report.dead}")
    else:
        reasons += dict.fromkeys(f"it broke down: {one.got}" for one in report.breakdowns)
    if not report.steps:
        reasons.append(report.nothing_compared or "no step could be compared")
    return f"{report.game}: does not conform: {'; '.join(reasons)}"


def break_vector(game: str, one: Break) -> dict[str, Any]:
    """The game that shows a break, as a vector: what the rules say is in its last step."""
    made = {
        "format": VECTOR,
        "id": f"break-{one.clause.replace('/', '-')}-{one.kind}",
        "clauses": [one.clause],
        "purpose": f"{one.where}: expected {dumps(one.expected)}, got {dumps(one.got)}"[:300],
        "game": game,
        "rules": one.rules,
        "steps": list(one.steps),
    }
    return {**made, "_info": info(made)}


def to_junit(reports: Sequence[Report]) -> str:
    """The reports as JUnit XML: a suite a game, a case a clause."""
    suites = ET.Element("testsuites", name="lexludi conform")
    for report in reports:
        statuses = report.statuses()
        failing = {slug for slug, status in statuses.items() if status == "broken"} - report.known
        failing |= set(report.unexpectedly_kept)
        idle = [slug for slug, status in statuses.items() if status != "kept" and slug not in failing]
        suite = ET.SubElement(
            suites,
            "testsuite",
            name=report.game,
            tests=str(len(statuses)),
            failures=str(len(failing)),
            errors=str(int(bool(_error(report)))),
            skipped=str(len(idle)),
        )
        for slug, status in statuses.items():
            case = ET.SubElement(suite, "testcase", classname=report.game, name=slug)
            if slug in report.unexpectedly_kept:
                ET.SubElement(case, "failure", message="listed as a known failure, and kept", type="known")
            elif slug in failing:
                for one in (one for one in report.breaks if one.clause == slug and one.blamed):
                    told = f"{one.where}: expected {dumps(one.expected)}, got {dumps(one.got)}"
                    failure = ET.SubElement(case, "failure", message=told, type=one.kind)
                    failure.text = dumps(break_vector(report.game, one))
            elif slug in idle:
                ET.SubElement(case, "skipped", message="known failure" if status == "broken" else status)
        if _error(report):
            ET.SubElement(suite, "system-err").text = _error(report)
    return ET.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _error(report: Report) -> str:
    """What went wrong in a run apart from any clause, with the games that show it; empty when nothing did."""
    found = [f"it broke down: {one.got}\n{dumps(break_vector(report.game, one))}" for one in report.breakdowns]
    found += [f"the run ended early: {report.dead}"] if report.dead else []
    found += [report.nothing_compared] if report.nothing_compared else []
    return "\n".join(found)
