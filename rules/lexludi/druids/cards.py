"""Cards: the domains, the deck, and the order in which cards are listed."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING

import attrs

from lexludi.core.checks import require
from lexludi.core.clauses import clause
from lexludi.core.errors import DecodeError

if TYPE_CHECKING:
    from lexludi.druids.rules import Rules

__all__ = ["DOMAINS", "GAIA", "MISTLETOE", "SICKLE", "Card", "Cards", "Domain", "canonical", "card", "cards", "deck"]


@clause("druids/domains")
class Domain(Enum):
    """A field of learning; its value is its letter. Listed in canonical order.

    Clause druids/domains.

    >>> [domain.value for domain in Domain]
    ['G', 'Y', 'R', 'B', 'V']
    """

    #: Green.
    HEALING = "G"
    #: Yellow.
    DIVINATION = "Y"
    #: Red.
    SHAPESHIFTING = "R"
    #: Blue.
    ASTROLOGY = "B"
    #: Violet.
    FINE_ARTS = "V"

    #: Place in canonical order, from 0. Displays are indexed by it.
    index: int

    def __init__(self, letter: str) -> None:
        self.index = "GYRBV".index(letter)

    def __repr__(self) -> str:
        return str(self.value)


#: All domains, in canonical order.
DOMAINS = tuple(Domain)


@clause("druids/gaia", "druids/specials", "druids/specials-alike")
@attrs.frozen(eq=False, repr=False)
class Card:
    """One of the cards. There is one object a token, so cards compare with `is` and in no time.

    The two sickles are one and the same object twice in a deck, and so are the two mistletoes:
    nothing tells them apart. Clauses druids/gaia, druids/specials, druids/specials-alike.

    >>> card("R5"), card("R5").domain, card("R5").value
    (R5, R, 5)
    >>> GAIA.value, GAIA.domain, SICKLE.is_special
    (0, None, True)
    """

    #: How the card is written in files: `R5`, `GAIA`, `SICKLE`, `MISTLETOE`.
    token: str
    #: Its domain; None for Gaia, who takes the one that her leader names, and for special cards.
    domain: Domain | None
    #: 1 to 12; 0 for Gaia; special cards have 0 too, which no rule ever reads.
    value: int
    #: Whether it is a sickle or a mistletoe.
    is_special: bool
    #: Place in canonical order, from 0.
    index: int

    def __repr__(self) -> str:
        return self.token

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.token,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


#: Several cards; hands and other unordered zones keep them in canonical order.
Cards = tuple[Card, ...]

_by_index = attrgetter("index")

#: Domain cards that are printed, by index: first G1 … G12, then Y1 … Y12, and so on.
_DOMAIN_CARDS = tuple(
    Card(f"{domain.value}{value}", domain, value, False, domain.index * 12 + value - 1)
    for domain in Domain
    for value in range(1, 13)
)

#: Mother Earth: value 0 of the domain that her leader names.
GAIA = Card("GAIA", None, 0, False, len(_DOMAIN_CARDS))
#: The golden sickle, twice in the deck.
SICKLE = Card("SICKLE", None, 0, True, len(_DOMAIN_CARDS) + 1)
#: The mistletoe, twice in the deck.
MISTLETOE = Card("MISTLETOE", None, 0, True, len(_DOMAIN_CARDS) + 2)

#: All printed cards once, in canonical order.
PRINTED = (*_DOMAIN_CARDS, GAIA, SICKLE, MISTLETOE)

_BY_TOKEN = {printed.token: printed for printed in PRINTED}


def card(token: object) -> Card:
    """The card written `token`. DecodeError for anything that is no token of Druids.

    >>> card("r5")
    Traceback (most recent call last):
    lexludi.core.errors.DecodeError: card: 'r5', expected G1…G12, Y…, R…, B…, V…, GAIA, SICKLE or MISTLETOE
    """
    found = _BY_TOKEN.get(token) if isinstance(token, str) else None
    if found is None:
        raise DecodeError("card", token, "G1…G12, Y…, R…, B…, V…, GAIA, SICKLE or MISTLETOE")
    return found


def cards(tokens: str) -> Cards:
    """The cards of a text of tokens, in its order: short to write in examples and tests.

    Raises BadInput when `tokens` is no text, DecodeError for a token that there is not.

    >>> cards("V3 GAIA R5")
    (V3, GAIA, R5)
    """
    require(tokens, str, "tokens", "a text of tokens, such as 'V3 GAIA R5'")
    return tuple(card(token) for token in tokens.split())


@clause("druids/card-order")
def canonical(some: Iterable[Card]) -> Cards:
    """The cards in canonical order: by domain, then value, then Gaia, sickles, mistletoes.

    Clause druids/card-order.

    >>> canonical(cards("SICKLE R5 GAIA G12 R4"))
    (G12, R4, R5, GAIA, SICKLE)
    """
    return tuple(sorted(some, key=_by_index))


@clause("druids/deck")
@lru_cache
def deck(rules: Rules) -> Cards:
    """All cards that are in play under `rules`, in canonical order.

    Clause druids/deck.

    >>> from lexludi.druids.rules import Rules
    >>> len(deck(Rules(players=4)))
    65
    """
    return (
        *(c for c in _DOMAIN_CARDS if c.domain is not None and in_world(c, rules)),
        GAIA,
        *(SICKLE,) * rules.sickles,
        *(MISTLETOE,) * rules.mistletoes,
    )


@lru_cache
def world(rules: Rules) -> frozenset[Card]:
    """The different cards that exist under `rules`. Clauses druids/deck, druids/small-worlds."""
    return frozenset(deck(rules))


def in_world(card: Card, rules: Rules) -> bool:
    """Whether a card exists in the world that `rules` describe. Clauses druids/deck, druids/small-worlds."""
    if card.domain is not None:
        return card.domain.index < rules.domains and card.value <= rules.values
    if card is SICKLE:
        return rules.sickles > 0
    if card is MISTLETOE:
        return rules.mistletoes > 0
    return True
