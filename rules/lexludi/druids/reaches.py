"""Reaches: when a clause is at work in a step of a game, so that checks can count how often it was.

A rule that never binds in a test is not tested. Each entry says when its clause decides something:
not merely that the function ran, but that a table without the clause would have gone on otherwise
or would have something to look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from lexludi.druids.actions import Action, Deal, LeadGaia, Play
from lexludi.druids.cards import GAIA, MISTLETOE, SICKLE
from lexludi.druids.events import (
    Dealt,
    Event,
    GaiaSetAside,
    MistletoePlaced,
    RoundEnded,
    RoundScored,
    SickleTook,
    SpecialSetAside,
    StackGrew,
    TrickWon,
)
from lexludi.druids.state import Phase, State, Top

__all__ = ["REACHES", "Moment", "reached"]


@attrs.frozen
class Moment:
    """A step of a game, and what happened in it."""

    #: The state before the step.
    state: State
    #: The action.
    action: Action
    #: Its events, as a referee sees them.
    events: tuple[Event, ...]
    #: The state after it.
    after: State

    def told(self, kind: type, clause: str | None = None) -> list[Any]:
        """The events of one class, of one clause if given."""
        return [event for event in self.events if type(event) is kind and clause in (None, event.clause)]


def _hand(moment: Moment) -> tuple[Any, ...]:
    seat = moment.state.to_act
    return () if seat is None else moment.state.hands[seat]


def _follows(moment: Moment) -> bool:
    """The hand holds both cards that follow and cards that do not, so the rule binds."""
    trick, hand = moment.state.trick, _hand(moment)
    if trick is None or trick.domain is None or moment.state.phase is not Phase.PLAY:
        return False
    domains = {card.domain for card in hand if card.domain is not None}
    return trick.domain in domains and len(domains) > 1


def _won(moment: Moment) -> tuple[Any, ...]:
    """The cards of the trick that the step completes, with the domain; () when it completes none."""
    if not moment.told(TrickWon) or not isinstance(moment.action, Play | LeadGaia):
        return ()
    before = () if moment.state.trick is None else moment.state.trick.cards
    return (*before, moment.action.card)


def _leads(moment: Moment) -> bool:
    return isinstance(moment.action, Play) and moment.state.trick is None


def _grown(moment: Moment, how_many: int) -> bool:
    return any(len(event.cards) >= how_many for event in moment.told(StackGrew))


def _fewest(moment: Moment) -> list[int]:
    """The seats with the fewest points of the round that the step ended."""
    scored = moment.told(RoundScored)
    return [seat for seat, points in enumerate(scored[0].points) if points == min(scored[0].points)] if scored else []


def _deals(moment: Moment) -> bool:
    return isinstance(moment.action, Deal)


def _over(moment: Moment) -> bool:
    return moment.after.phase is Phase.OVER


def _fifth(moment: Moment) -> bool:
    return any(event.loser is not None for event in moment.told(RoundEnded))


#: Clause → when it is at work in a step.
REACHES: Mapping[str, Callable[[Moment], bool]] = {
    "druids/domains": _deals,
    "druids/deck": _deals,
    "druids/gaia": lambda m: isinstance(m.action, LeadGaia),
    "druids/specials": lambda m: isinstance(m.action, Play) and m.action.card.is_special,
    "druids/specials-alike": lambda m: _hand(m).count(SICKLE) > 1 or _hand(m).count(MISTLETOE) > 1,
    "druids/card-order": _deals,
    "druids/players": _deals,
    "druids/rounds": lambda m: bool(m.told(RoundEnded)),
    "druids/hand-size": _deals,
    "druids/small-worlds": lambda m: _deals(m) and m.state.rules.deck_size != 65,
    "druids/first-dealer": lambda m: _deals(m) and m.state.round == 1 and m.state.dealer > 0,
    "druids/pile": _deals,
    "druids/deal-order": lambda m: _deals(m) and bool(m.told(Dealt)),
    "druids/undealt": lambda m: _deals(m) and bool(m.after.aside),
    "druids/clear-table": lambda m: _deals(m) and m.state.round > 1,
    "druids/gaia-leads": lambda m: isinstance(m.action, LeadGaia),
    "druids/gaia-domain": lambda m: isinstance(m.action, LeadGaia),
    "druids/sun-and-moon": lambda m: isinstance(m.action, LeadGaia) and m.action.top is Top.HIGHEST,
    "druids/turn-order": lambda m: isinstance(m.action, Play),
    "druids/hold-card": lambda m: isinstance(m.action, Play),
    "druids/lead-any": _leads,
    "druids/trick-domain": lambda m: (
        isinstance(m.action, Play)
        and m.state.trick is not None
        and m.state.trick.domain is None
        and not m.action.card.is_special
    ),
    "druids/follow-domain": _follows,
    "druids/trick-winner": lambda m: any(event.clause == "druids/trick-winner" for event in m.told(TrickWon)),
    "druids/specials-trick": lambda m: bool(m.told(TrickWon, "druids/specials-trick")),
    "druids/winner-leads": lambda m: bool(m.told(TrickWon)) and m.after.phase is Phase.PLAY,
    "druids/sort-trick": lambda m: len(m.told(StackGrew)) > 1,
    "druids/top-card": lambda m: _grown(m, 2),
    "druids/stack-order": lambda m: _grown(m, 3),
    "druids/gaia-aside": lambda m: bool(m.told(GaiaSetAside)),
    "druids/fifth-domain": _fifth,
    "druids/fifth-domain-ends-round": lambda m: _fifth(m) and any(m.after.hands),
    "druids/fifth-domain-specials": lambda m: bool(m.told(SpecialSetAside, "druids/fifth-domain-specials")),
    "druids/specials-order": lambda m: SICKLE in _won(m) and MISTLETOE in _won(m) and not _fifth(m),
    "druids/sickle": lambda m: bool(m.told(SickleTook)),
    "druids/second-sickle": lambda m: len(m.told(SickleTook)) > 1,
    "druids/sickle-tie": lambda m: bool(m.told(SickleTook, "druids/sickle-tie")),
    "druids/sickle-no-stack": lambda m: bool(m.told(SpecialSetAside, "druids/sickle-no-stack")),
    "druids/mistletoe": lambda m: bool(m.told(MistletoePlaced)),
    "druids/mistletoe-own-stacks": lambda m: any(
        event.clause == "druids/mistletoe-own-stacks" for event in (*m.told(MistletoePlaced), *m.told(SpecialSetAside))
    ),
    "druids/round-end": lambda m: any(event.loser is None for event in m.told(RoundEnded)),
    "druids/round-points": lambda m: any(max(event.points) > 0 for event in m.told(RoundScored)),
    "druids/round-lost": lambda m: bool(m.told(RoundScored, "druids/round-lost")),
    "druids/next-dealer": lambda m: len(_fewest(m)) == 1 and not _over(m),
    "druids/dealer-tie": lambda m: len(_fewest(m)) > 1 and not _over(m),
    "druids/game-end": _over,
    "druids/winners": lambda m: _over(m) and m.after.totals.count(max(m.after.totals)) > 1,
    # The next four are about actions that are refused: a check offers such actions at every step.
    "druids/well-formed": lambda m: True,
    "druids/phases": lambda m: True,
    "druids/game-over": _over,
    "druids/refusal-order": lambda m: True,
    "druids/legal-actions": lambda m: m.state.to_act is not None,
    "druids/hidden-hands": lambda m: any(m.after.hands),
    "druids/closed-stacks": lambda m: any(len(stack) > 1 for display in m.after.displays for stack in display),
    "druids/undealt-hidden": lambda m: GAIA not in m.after.aside and bool(m.after.aside),
}


def reached(state: State, action: Action, events: Iterable[Event], after: State) -> list[str]:
    """The clauses that are at work in one step."""
    moment = Moment(state, action, tuple(events), after)
    return [slug for slug, at_work in REACHES.items() if at_work(moment)]
