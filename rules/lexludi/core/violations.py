"""What the rules answer to an action that they refuse."""

from __future__ import annotations

import attrs

from lexludi.core.errors import BadInput

__all__ = ["CODES", "Violation"]

#: Every reason code, of all games. Stable: programs compare codes, people read messages.
CODES = (
    "malformed",
    "game-over",
    "wrong-phase",
    "out-of-turn",
    "bad-deal",
    "must-lead-gaia",
    "card-not-held",
    "must-follow-domain",
    "no-such-stack",
    "not-highest-stack",
    "card-not-displayed",
    "display-first",
    "pair-not-laid",
    "ability-used",
    "ability-needs-card",
    "ability-no-effect",
    "bad-edit",
    "set-too-short",
    "set-outside",
    "set-overlaps",
    "set-mixed",
    "category-scored",
    "bad-rules",
)


@attrs.frozen
class Violation:
    """Why an action is refused."""

    #: The clause that forbids it, e.g. `druids/follow-domain`.
    clause: str
    #: One of `CODES`.
    code: str = attrs.field()
    #: The reason in a sentence, for people.
    message: str

    @code.validator
    def _known(self, _: object, value: object) -> None:
        if value not in CODES:
            raise BadInput("code", value, "a reason code, one of lexludi.CODES")
