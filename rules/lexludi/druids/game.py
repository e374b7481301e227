"""Game: the face of Druids. Which actions are legal, what they do, and in which order."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from lexludi.core import walk
from lexludi.core.clauses import clause
from lexludi.core.errors import IllegalAction
from lexludi.core.game import Seat, why_no_seat
from lexludi.core.violations import Violation
from lexludi.druids.actions import (
    MISTLETOES,
    SICKLES,
    Action,
    Deal,
    LeadGaia,
    PlaceMistletoe,
    PlaceSickle,
    Play,
    gaia_leads,
    plays,
    why_malformed,
)
from lexludi.druids.cards import Card, Domain
from lexludi.druids.scoring import end_round, lose_round, played_out
from lexludi.druids.setup import deal, make_pile, why_bad_deal
from lexludi.druids.stacks import (
    choosable,
    has_all_domains,
    lay_aside_special,
    mistletoe_choices,
    own_stacks,
    place_mistletoe,
    place_sickle,
    place_special_at_only_stack,
    sickle_choices,
    win_trick,
)
from lexludi.druids.state import Phase, State
from lexludi.druids.tricks import follows, lead_gaia, must_lead_gaia, play, playable

__all__ = ["apply", "due", "is_over", "legal_actions", "perft", "shuffled", "to_act", "verify"]

#: Looked up once: naming a member of an enumeration costs a call in Python 3.11.
_PLAY = Phase.PLAY

Step = Callable[[State], State]


def to_act(state: State) -> Seat | None:
    """The seat that must act; None when a deal is due or the game is over. Clause druids/turn-order."""
    return state.to_act


@clause("druids/game-over")
def is_over(state: State) -> bool:
    """Whether the last round has been scored. Clause druids/game-over."""
    return state.to_act is None and state.table.phase is Phase.OVER


def shuffled(state: State, random: Random) -> Deal:
    """A deal of a pile made as the rules say. Clause druids/pile.

    Raises IllegalAction when no deal is due.
    """
    if state.phase is not Phase.DEAL:
        raise IllegalAction(_not_now(state))
    return Deal(make_pile(state.rules, random))


@clause("druids/legal-actions")
def legal_actions(state: State) -> tuple[Action, ...]:
    """All actions of the seat to act, one a token, in canonical order; empty when nobody is to act.

    Clause druids/legal-actions.
    """
    seat = state.to_act
    if seat is None:
        return ()
    if state.table.pending:
        return _placements(state)
    hand = state.hands[seat]
    if not state.laid and must_lead_gaia(hand):
        return gaia_leads(state.table.rules)
    cards = playable(hand, state.led)
    # Special cards stand last in a hand, and they alone come twice.
    return plays(dict.fromkeys(cards) if len(cards) > 1 and cards[-2].is_special else cards)


def _placements(state: State) -> tuple[Action, ...]:
    if state.phase is Phase.SICKLE:
        return tuple([SICKLES[domain.index] for domain in sickle_choices(state)])
    return tuple([MISTLETOES[domain.index] for domain in mistletoe_choices(state)])


@clause("druids/refusal-order")
def verify(state: State, action: Action, seat: Seat | None = None) -> Violation | None:
    """The first clause that refuses `action` by `seat`; None when the action is legal.

    Without a seat a player's action is by whoever is to act; a deal has no seat.
    Clause druids/refusal-order.
    """
    if (
        type(action) is Play
        and type(action.card) is Card
        and state.table.phase is _PLAY
        and (seat is None or (seat == state.to_act and type(seat) is int))
        and _play_refused(state, action) is None
    ):
        return None  # Nearly every action is a legal play. What follows finds the same, and costs more.
    malformed = why_malformed(action, state.table.rules) or why_no_seat(seat)
    if malformed is not None:
        return Violation("druids/well-formed", "malformed", malformed)
    if action.phase is not state.table.phase:
        return _not_now(state)
    if seat is not None and seat != state.to_act:
        return _not_by(state, seat)
    return _OWN_REASONS[type(action)](state, action)


@clause("druids/phases", "druids/game-over")
def _not_now(state: State) -> Violation:
    """The refusal of an action of another phase. Clauses druids/phases, druids/game-over."""
    if is_over(state):
        return Violation("druids/game-over", "game-over", "the game is over")
    told = f"the game waits for another action: its phase is {state.phase.value}"
    return Violation("druids/phases", "wrong-phase", told)


def _not_by(state: State, seat: Seat) -> Violation:
    """The refusal of an action by another seat. Clause druids/turn-order."""
    if state.to_act is None:
        return Violation("druids/turn-order", "out-of-turn", "a deal is nobody's action: its seat is null")
    return Violation("druids/turn-order", "out-of-turn", f"seat {state.to_act} is to act, not seat {seat}")


def _deal_refused(state: State, action: Deal) -> Violation | None:
    reason = why_bad_deal(action.pile, state.rules)
    return None if reason is None else Violation("druids/pile", "bad-deal", reason)


def _play_refused(state: State, action: Play) -> Violation | None:
    assert state.to_act is not None
    hand, card = state.hands[state.to_act], action.card
    if not state.laid and must_lead_gaia(hand):
        return Violation("druids/gaia-leads", "must-lead-gaia", "whoever holds Gaia leads her, naming a domain")
    if card not in hand:
        return Violation("druids/hold-card", "card-not-held", f"{card} is not in the hand of seat {state.to_act}")
    if not follows(card, hand, state.led):
        return Violation("druids/follow-domain", "must-follow-domain", f"{card} does not follow {state.led!r}")
    return None


def _gaia_refused(state: State, action: LeadGaia) -> Violation | None:
    assert state.to_act is not None
    if must_lead_gaia(state.hands[state.to_act]):
        return None
    return Violation("druids/gaia-leads", "card-not-held", f"GAIA is not in the hand of seat {state.to_act}")


def _sickle_refused(state: State, action: PlaceSickle) -> Violation | None:
    assert state.to_act is not None
    if action.domain not in own_stacks(state.displays[state.to_act]):
        return _no_such_stack("druids/sickle", action.domain, state.to_act)
    if action.domain not in sickle_choices(state):
        return Violation("druids/sickle", "not-highest-stack", f"another stack shows more than {action.domain!r}")
    return None


def _mistletoe_refused(state: State, action: PlaceMistletoe) -> Violation | None:
    assert state.to_act is not None
    if action.domain in mistletoe_choices(state):
        return None
    return _no_such_stack("druids/mistletoe", action.domain, state.to_act)


def _no_such_stack(slug: str, domain: Domain, seat: Seat) -> Violation:
    return Violation(slug, "no-such-stack", f"seat {seat} has no stack {domain!r}")


_OWN_REASONS: dict[type, Callable[[State, Any], Violation | None]] = {
    Deal: _deal_refused,
    Play: _play_refused,
    LeadGaia: _gaia_refused,
    PlaceSickle: _sickle_refused,
    PlaceMistletoe: _mistletoe_refused,
}


def apply(state: State, action: Action, seat: Seat | None = None) -> State:
    """The state after `action` and all that the rules settle alone.

    Raises IllegalAction, with the Violation that `verify` gives, when the action is refused.
    """
    refusal = verify(state, action, seat)
    if refusal is not None:
        raise IllegalAction(refusal)
    state = PERFORM[type(action)](state, action)
    while (step := due(state)) is not None:
        state = step(state)
    return state


#: What a legal action of each type itself does, before anything that it sets off.
PERFORM: dict[type, Callable[[State, Any], State]] = {
    Deal: deal,
    Play: play,
    LeadGaia: lead_gaia,
    PlaceSickle: place_sickle,
    PlaceMistletoe: place_mistletoe,
}


@clause("druids/fifth-domain", "druids/specials-order", "druids/round-end")
def due(state: State) -> Step | None:
    """The step that the rules settle alone in `state`; None when somebody is to act, or to deal.

    A full trick is won and sorted. Then a display with every domain ends the round, before any
    sickle; then sickles and mistletoes are placed, unless their owner has a choice; then the round
    ends if all is played. Clauses druids/fifth-domain, druids/specials-order, druids/round-end.
    """
    if state.laid:
        return win_trick if len(state.laid) == len(state.hands) else None
    seat, table = state.to_act, state.table
    if seat is None:
        return None
    if has_all_domains(table.displays[seat]):
        return lose_round
    if table.pending:
        choices = len(choosable(state))
        return None if choices > 1 else place_special_at_only_stack if choices else lay_aside_special
    return end_round if played_out(state.hands) else None


def perft(state: State, depth: int) -> int:
    """Number of sequences of exactly `depth` player actions; a due deal and the end are leaves.

    >>> from lexludi import druids
    >>> from lexludi.druids.cards import cards
    >>> rules = druids.Rules(players=2, domains=2, values=3, sickles=0, mistletoes=0, hand_size=3)
    >>> state = druids.apply(druids.start(rules), druids.Deal(cards("G1 GAIA G2 Y1 G3 Y2 Y3")))
    >>> [druids.perft(state, depth) for depth in range(4)]
    [1, 2, 6, 12]
    """
    return walk.perft(state, depth, legal_actions, apply)
