"""View: what one seat may see, where the cards lie, and the observation of a referee."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import attrs

from lexludi.core.clauses import clause
from lexludi.core.game import Seat
from lexludi.druids.cards import DOMAINS, Cards, deck
from lexludi.druids.scoring import outcome
from lexludi.druids.state import Display, Phase, State, Top, Trick, check_seat

__all__ = ["View", "project", "trick_to_json", "view", "winners", "zones"]


@attrs.frozen
class View:
    """What one seat may see of a state: nothing here depends on anything that it may not know."""

    #: The seat that sees.
    seat: Seat
    #: What the game waits for.
    phase: Phase
    #: The round, from 1.
    round: int
    #: Seat that deals (or dealt) that round.
    dealer: Seat
    #: Seat to act, if any.
    to_act: Seat | None
    #: The own hand, in canonical order.
    hand: Cards
    #: Number of cards in each hand, by seat.
    hand_sizes: tuple[int, ...]
    #: The trick on the table, if any.
    trick: Trick | None
    #: Sickles and mistletoes won and not yet placed.
    pending: Cards
    #: Top cards of the stacks by seat, in canonical order: each names its stack's domain.
    tops: tuple[Cards, ...]
    #: Number of cards in each of those stacks, in the same order.
    stack_sizes: tuple[tuple[int, ...], ...]
    #: Number of cards out of play this round.
    aside: int
    #: Which card of a trick counts this round.
    top: Top
    #: Points of each finished round, by seat.
    scores: tuple[tuple[int, ...], ...]
    #: Points so far, by seat.
    totals: tuple[int, ...]
    #: Seats that have won; None until the game is over.
    winners: tuple[Seat, ...] | None


@clause("druids/hidden-hands", "druids/closed-stacks", "druids/undealt-hidden")
def view(state: State, seat: Seat) -> View:
    """What `seat` may see of `state`: its own hand, and of the others' the size; of a stack its top and
    size; of the cards out of play their number.

    Raises BadInput for a seat that is not at the table.
    Clauses druids/hidden-hands, druids/closed-stacks, druids/undealt-hidden.
    """
    check_seat(state, seat)
    return View(
        seat=seat,
        phase=state.phase,
        round=state.round,
        dealer=state.dealer,
        to_act=state.to_act,
        hand=state.hands[seat],
        hand_sizes=tuple(len(hand) for hand in state.hands),
        trick=state.trick,
        pending=state.pending,
        tops=tuple(_tops(display) for display in state.displays),
        stack_sizes=tuple(tuple(len(stack) for stack in display if stack) for display in state.displays),
        aside=len(state.aside),
        top=state.top,
        scores=state.scores,
        totals=state.totals,
        winners=winners(state),
    )


def _tops(display: Display) -> Cards:
    return tuple(stack[-1] for stack in display if stack)


def winners(state: State) -> tuple[Seat, ...] | None:
    """Seats that have won, ascending; None until the game is over. Clause druids/winners."""
    ended = outcome(state)
    return None if ended is None else ended.winners


@clause("druids/deck")
def zones(state: State) -> Mapping[str, Cards]:
    """Zone name → its cards; together they are always exactly the deck.

    Before the first deal all lie in the `box`. Clause druids/deck.

    >>> from lexludi import druids
    >>> lying = zones(druids.start(druids.Rules(players=4)))
    >>> {name: len(cards) for name, cards in lying.items() if cards}
    {'box': 65}
    """
    lying: dict[str, Cards] = {}
    for seat, hand in enumerate(state.hands):
        lying[f"hand {seat}"] = hand
    lying["trick"] = () if state.trick is None else state.trick.cards
    lying["pending"] = state.pending
    for seat, display in enumerate(state.displays):
        for domain, stack in zip(DOMAINS, display, strict=False):
            lying[f"display {seat} {domain.value}"] = stack
    lying["aside"] = state.aside
    lying["box"] = () if any(lying.values()) else deck(state.rules)
    return MappingProxyType(lying)


def project(state: State) -> dict[str, Any]:
    """The observation: the whole truth as a referee sees it, as a JSON object.

    Zones are in canonical order, but for the trick and the stacks, which are as they lie.
    """
    ended = winners(state)
    return {
        "phase": state.phase.value,
        "round": state.round,
        "dealer": state.dealer,
        "to_act": state.to_act,
        "hands": [_tokens(hand) for hand in state.hands],
        "trick": None if state.trick is None else trick_to_json(state.trick, state.rules.players),
        "pending": _tokens(state.pending),
        "displays": [_by_domain(display, _tokens) for display in state.displays],
        "tops": [_by_domain(display, _top_token) for display in state.displays],
        "aside": _tokens(state.aside),
        "top": state.top.value,
        "scores": [list(rounds) for rounds in state.scores],
        "totals": list(state.totals),
        "winners": None if ended is None else list(ended),
    }


def _tokens(cards: Cards) -> list[str]:
    return [card.token for card in cards]


def _top_token(stack: Cards) -> str:
    return stack[-1].token


def _by_domain(display: Display, tell: Any) -> dict[str, Any]:
    return {domain.value: tell(stack) for domain, stack in zip(DOMAINS, display, strict=False) if stack}


def trick_to_json(trick: Trick, players: int) -> dict[str, Any]:
    """The trick as a JSON object that names the seat of each card."""
    return {
        "leader": trick.leader,
        "domain": None if trick.domain is None else trick.domain.value,
        "plays": [
            {"seat": (trick.leader + place) % players, "card": card.token} for place, card in enumerate(trick.cards)
        ],
    }
