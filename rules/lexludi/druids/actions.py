"""Actions: what a player does or chooses at the table, and the deal, which is chance.

Each class names the phase that takes it (clause druids/phases).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter
from typing import ClassVar

import attrs

from lexludi.core.clauses import clause
from lexludi.core.errors import shorten
from lexludi.druids.cards import DOMAINS, GAIA, PRINTED, Card, Cards, Domain, in_world, world
from lexludi.druids.rules import Rules
from lexludi.druids.state import Phase, Top

__all__ = [
    "Action",
    "Deal",
    "LeadGaia",
    "PlaceMistletoe",
    "PlaceSickle",
    "Play",
    "gaia_leads",
    "plays",
    "why_malformed",
]


@attrs.frozen
class Deal:
    """A pile is made and dealt. Nobody's choice: its seat is None."""

    phase: ClassVar = Phase.DEAL

    #: All cards of the deck, the top of the pile first.
    pile: Cards


@attrs.frozen
class Play:
    """The seat to act plays a card from its hand."""

    phase: ClassVar = Phase.PLAY

    card: Card


@attrs.frozen
class LeadGaia:
    """Gaia's holder leads her to the first trick of a round."""

    phase: ClassVar = Phase.PLAY
    #: The card that it plays.
    card: ClassVar = GAIA

    #: The domain that she stands for in this trick.
    domain: Domain
    #: Which card of a trick goes on top this round: with the variant "sun and moon" only, else None.
    top: Top | None = None


@attrs.frozen
class PlaceSickle:
    """The winner of a trick says which of the equal highest stacks a sickle takes."""

    phase: ClassVar = Phase.SICKLE

    domain: Domain


@attrs.frozen
class PlaceMistletoe:
    """The winner of a trick says under which own stack a mistletoe goes."""

    phase: ClassVar = Phase.MISTLETOE

    domain: Domain


Action = Deal | Play | LeadGaia | PlaceSickle | PlaceMistletoe

#: The one `Play` object of each card: what `legal_actions` returns.
PLAYS = {card: Play(card) for card in PRINTED}
#: And the placements, by index of the domain.
SICKLES = tuple(PlaceSickle(domain) for domain in DOMAINS)
MISTLETOES = tuple(PlaceMistletoe(domain) for domain in DOMAINS)


def plays(some: Iterable[Card]) -> tuple[Play, ...]:
    """The plays of one card or more, in their order.

    >>> from lexludi.druids.cards import cards
    >>> plays(cards("G3 R5"))
    (Play(card=G3), Play(card=R5))
    """
    found = itemgetter(*some)(PLAYS)  # all at once, in half the time
    return found if type(found) is tuple else (found,)


@clause("druids/gaia-leads", "druids/sun-and-moon")
@lru_cache
def gaia_leads(rules: Rules) -> tuple[LeadGaia, ...]:
    """All ways to lead Gaia, in canonical order. Clauses druids/gaia-leads, druids/sun-and-moon.

    >>> [(lead.domain, lead.top) for lead in gaia_leads(Rules(players=3, domains=1, sun_and_moon=True, hand_size=5))]
    [(G, lowest), (G, highest)]
    """
    tops = tuple(Top) if rules.sun_and_moon else (None,)
    return tuple(LeadGaia(domain, top) for domain in DOMAINS[: rules.domains] for top in tops)


@clause("druids/well-formed")
def why_malformed(action: object, rules: Rules) -> str | None:
    """Why `action` is no action of this game and world, in words; None when it is one.

    Clause druids/well-formed.

    >>> why_malformed(LeadGaia(Domain.HEALING, Top.LOWEST), Rules(players=3))
    'top is asked for with the variant "sun and moon" only'
    >>> why_malformed("R5", Rules(players=3))
    "'R5' is no action of Druids"
    """
    if type(action) is Play and type(action.card) is Card:
        return None if in_world(action.card, rules) else _no_such(action.card)
    match action:
        case LeadGaia(domain=Domain() as domain, top=Top() | None as top):
            if (top is not None) is not rules.sun_and_moon:
                return "top is missing" if top is None else 'top is asked for with the variant "sun and moon" only'
            return None if domain.index < rules.domains else _no_such(domain)
        case PlaceSickle(domain=Domain() as domain) | PlaceMistletoe(domain=Domain() as domain):
            return None if domain.index < rules.domains else _no_such(domain)
        case Deal(pile=tuple() as pile) if set(map(type, pile)) <= {Card}:
            strange = set(pile) - world(rules)
            return _no_such(min(strange, key=lambda card: card.index)) if strange else None
    return f"{shorten(action)} is no action of Druids"


def _no_such(what: Card | Domain) -> str:
    return f"{what!r} does not exist in this world"
