"""Sure: whether a break shows by the moves of its game alone; if not, what was tried in between is to blame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, TypeAlias

import attrs

from lexludi.conformance.breaks import Break, Signature
from lexludi.conformance.drive import Aim, retrace
from lexludi.conformance.match import Match

__all__ = ["sure"]

#: Plays a game of the break's rules once more; None when the program is gone.
Once: TypeAlias = Callable[[Callable[[Match], None]], Match | None]

#: So many actions that must be refused are tried to find the one that changes something.
_TRIES = 60


def sure(one: Break, game: str, once: Once) -> Break:
    """The break, without the refused actions before it; if it shows only with them, they are to blame.

    So they are if it shows only once the legal actions have been listed: to list them many programs try all.
    """
    if one.kind == "changed":
        return one
    beside = one.kind in ("view", "legal")  # then it shows after the last step, whatever that was
    before, last = (one.steps, ()) if beside else (one.steps[:-1], one.steps[-1:])
    taken = tuple(step for step in before if "reject" not in step)
    refuses = taken != before
    if one.kind == "broken" and not refuses:
        return one
    plain = once(partial(_again, (*taken, *last), one.kind))
    if plain is None:
        return one
    found = [other for other in plain.breaks if other.signature == one.signature]
    if found:
        return found[0] if refuses else one
    if one.kind == "broken":  # or it dies of nothing in the game, and neither way again
        match = once(partial(_again, one.steps, one.kind))
        died = [] if match is None else [len(other.steps) for other in match.breaks if other.kind in ("broken", "down")]
        if len(one.steps) not in died:
            return one
    to_blame: Signature = (f"{game}/refusal-order", "changed")
    if refuses:
        return attrs.evolve(one, clause=to_blame[0], kind=to_blame[1])
    return _of_listing(one, plain, to_blame, once)


def _again(steps: Sequence[Any], kind: str, match: Match) -> None:
    retrace(steps, match)
    if kind == "legal":
        match.list_actions()
    elif kind == "view":
        for seat in range(match.rules.players):
            match.look(seat)


def _of_listing(one: Break, plain: Match, to_blame: Signature, once: Once) -> Break:
    """What a game shows only when legal actions are listed on its way: the refusal that shows it as well, if any."""

    def listed(match: Match) -> bool:
        match.list_actions()
        return False

    listing = once(lambda match: retrace(one.steps, match, listed))
    usual = {other.signature for other in plain.breaks}
    if listing is None or {other.signature for other in listing.breaks} <= usual:
        return one

    def tried(match: Match) -> None:
        retrace(one.steps, match)
        Aim(to_blame, len(one.steps) + _TRIES, tries=True).look(match, Random(0), _TRIES)

    trying = once(tried)
    shown = [] if trying is None else [other for other in trying.breaks if other.signature == to_blame]
    return shown[0] if shown else attrs.evolve(one, clause=to_blame[0], kind=to_blame[1])
