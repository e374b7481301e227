"""Cards: birds and seasons, the deck, and the order in which cards are listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING

import attrs

from lexludi.core.checks import require
from lexludi.core.clauses import clause
from lexludi.core.errors import DecodeError

if TYPE_CHECKING:
    from lexludi.birdie.rules import Rules

__all__ = [
    "CATEGORIES",
    "STOP",
    "Card",
    "Cards",
    "Category",
    "Season",
    "Species",
    "StopCard",
    "canonical",
    "card",
    "cards",
    "deck",
    "in_box",
    "in_world",
]


class Species(Enum):
    """A species of bird; its value is its token. Listed in canonical order."""

    WOODPECKER = "WOODPECKER"
    PIGEON = "PIGEON"
    OWL = "OWL"
    ROBIN = "ROBIN"

    #: Place among the categories, from 0. Boards, trophies and abilities are indexed by it.
    index: int

    def __init__(self, _: str) -> None:
        self.index = len(type(self).__members__)

    def __repr__(self) -> str:
        return str(self.value)


#: Number of species that are printed.
_SPECIES = len(Species)


class Season(Enum):
    """A season; its value is its token. Listed in canonical order."""

    SPRING = "SPRING"
    SUMMER = "SUMMER"
    AUTUMN = "AUTUMN"
    WINTER = "WINTER"

    #: Place among the categories, from 4: all species come first.
    index: int

    def __init__(self, _: str) -> None:
        self.index = _SPECIES + len(type(self).__members__)

    def __repr__(self) -> str:
        return str(self.value)


#: What a set is scored for.
Category = Species | Season

#: All categories that are printed, in canonical order.
CATEGORIES: tuple[Category, ...] = (*Species, *Season)


@attrs.frozen(eq=False, repr=False)
class Card:
    """One of the bird cards. There is one object a token, so cards compare with `is` and in no time.

    All copies of a card are one and the same object several times in a deck: nothing tells them apart.

    >>> card("OWL-SPRING"), card("OWL-SPRING").species, card("OWL-SPRING").season
    (OWL-SPRING, OWL, SPRING)
    """

    #: How the card is written in files: `OWL-SPRING`.
    token: str
    #: Its species.
    species: Species
    #: Its season.
    season: Season
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


class StopCard:
    """The stop card. It is no bird card: no zone but its own ever holds it."""

    #: How it is written.
    token: str = "STOP"

    def __repr__(self) -> str:
        return self.token

    def __reduce__(self) -> str:
        return "STOP"

    def __copy__(self) -> StopCard:
        return self

    def __deepcopy__(self, memo: object) -> StopCard:
        return self


#: The one stop card, as `zones` names it.
STOP = StopCard()

#: Several cards; hands and other unordered zones keep them in canonical order.
Cards = tuple[Card, ...]

#: All printed cards once, in canonical order: a card stands at its index.
PRINTED: Cards = tuple(
    Card(f"{species.value}-{season.value}", species, season, species.index * len(Season) + place)
    for species in Species
    for place, season in enumerate(Season)
)

_BY_TOKEN = {printed.token: printed for printed in PRINTED}


def card(token: object) -> Card:
    """The card written `token`. DecodeError for anything that is no token of Birdie.

    >>> card("OWL")
    Traceback (most recent call last):
    lexludi.core.errors.DecodeError: card: 'OWL', expected SPECIES-SEASON, such as OWL-SPRING
    """
    found = _BY_TOKEN.get(token) if isinstance(token, str) else None
    if found is None:
        raise DecodeError("card", token, "SPECIES-SEASON, such as OWL-SPRING")
    return found


def cards(tokens: str) -> Cards:
    """The cards of a text of tokens, in its order: short to write in examples and tests.

    Raises BadInput when `tokens` is no text, DecodeError for a token that there is not.

    >>> cards("ROBIN-WINTER OWL-SPRING")
    (ROBIN-WINTER, OWL-SPRING)
    """
    require(tokens, str, "tokens", "a text of tokens, such as 'ROBIN-WINTER OWL-SPRING'")
    return tuple(card(token) for token in tokens.split())


@clause("birdie/card-order")
def canonical(some: Iterable[Card]) -> Cards:
    """The cards in canonical order: by species, then season. Clause birdie/card-order.

    >>> canonical(cards("OWL-SUMMER PIGEON-WINTER OWL-SPRING"))
    (PIGEON-WINTER, OWL-SPRING, OWL-SUMMER)
    """
    return tuple(sorted(some, key=_place))


def _place(card: Card) -> int:
    return card.index


@clause("birdie/deck")
def deck(rules: Rules) -> Cards:
    """All bird cards that are in play under `rules`, in canonical order; the stop card comes on top of them.

    Clause birdie/deck.

    >>> from lexludi.birdie.rules import Rules
    >>> len(deck(Rules(players=3)))
    64
    """
    return tuple(c for c in PRINTED if in_world(c, rules) for _ in range(rules.copies))


def in_world(what: Card | Category, rules: Rules) -> bool:
    """Whether a card or a category exists in the world that `rules` describe.

    Clauses birdie/deck, birdie/small-worlds.
    """
    if isinstance(what, Card):
        return what.species.index < rules.species and what.season.index < _SPECIES + rules.seasons
    if isinstance(what, Species):
        return what.index < rules.species
    return what.index < _SPECIES + rules.seasons


@clause("birdie/conservation")
def in_box(lying: Iterable[Card], rules: Rules) -> Cards:
    """The bird cards that are back in the box while those of `lying` are on the table.

    Clause birdie/conservation.

    >>> from lexludi.birdie.rules import Rules
    >>> in_box(deck(Rules(players=3))[1:], Rules(players=3))
    (WOODPECKER-SPRING,)
    """
    return canonical((Counter(deck(rules)) - Counter(lying)).elements())
