"""Rules: how many play, and what a table may settle otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

import attrs

from lexludi.birdie.cards import Season, Species, in_world
from lexludi.core.checks import integer, integers, is_integer, member
from lexludi.core.clauses import clause
from lexludi.core.errors import BadRules

__all__ = ["Effect", "PileOrder", "Rules"]


class PileOrder(Enum):
    """In which order a pair and cards from the hand may go onto the pile."""

    #: The pair first, then cards from the hand.
    DISPLAY_FIRST = "display_first"
    #: Any order.
    FREE = "free"

    def __repr__(self) -> str:
        return self.value


class Effect(Enum):
    """What an ability does to the row of the player who uses it. Clause birdie/ability-effect."""

    #: Nothing.
    NONE = "none"
    #: A card of the row goes out of play.
    REMOVE = "remove"
    #: A card of the row goes to another place in it.
    MOVE = "move"
    #: Two neighbours change places.
    SWAP = "swap"
    #: A card from the hand goes into the row.
    INSERT = "insert"

    def __repr__(self) -> str:
        return self.value


def _by_species(abilities: Mapping[Species, Effect] | tuple[Effect, ...]) -> tuple[Effect, ...]:
    """The effects by species, of a mapping that may leave species out; anything else is for the validator."""
    if not isinstance(abilities, Mapping):
        return abilities
    return tuple(abilities.get(species, Effect.NONE) for species in Species)


@clause("birdie/rules-fields")
@attrs.frozen(kw_only=True)
class Rules:
    """What a game of Birdie is played under. Every field but `players` may be left out.

    The defaults are those of `as_written`. Raises BadRules, naming the field, for a value that no game
    can be played with. Clauses birdie/rules-fields, birdie/rules-strict, birdie/small-worlds, birdie/presets.

    >>> Rules(players=2, abilities={Species.OWL: Effect.SWAP}).abilities
    (none, none, swap, none)
    >>> Rules(players=5)
    Traceback (most recent call last):
    lexludi.core.errors.BadRules: players: 5, expected an integer from 2 to 4
    """

    #: Number of players, 2 to 4; as many cards lie under the stop card.
    players: int = attrs.field(validator=integer(2, 4))
    #: Whether a pair must lie before cards from the hand follow.
    pile_order: PileOrder = attrs.field(default=PileOrder.DISPLAY_FIRST, validator=member(PileOrder))
    #: Turns that the last player still in has; None: without limit.
    lone_turns: int | None = attrs.field(default=None, validator=attrs.validators.optional(integer(0)))
    #: Points for 0, 1, … 8 crosses.
    crosses: tuple[int, ...] = attrs.field(default=(0,) * 9, validator=integers(9))
    #: Points for a trophy.
    trophy: int = attrs.field(default=3, validator=integer())
    #: Number of species, the first ones in canonical order.
    species: int = attrs.field(default=len(Species), validator=integer(1, len(Species)))
    #: Number of seasons, the first ones in canonical order.
    seasons: int = attrs.field(default=len(Season), validator=integer(1, len(Season)))
    #: Number of copies of each card.
    copies: int = attrs.field(default=4, validator=integer(1))
    #: What each ability does, by species; made of a mapping that may leave species out.
    abilities: tuple[Effect, ...] = attrs.field(default=(Effect.NONE,) * len(Species), converter=_by_species)
    #: Seats that start round 1 and round 2.
    starters: tuple[int, ...] = attrs.field(default=(0, 1), validator=integers(2))

    @abilities.validator
    def _effects(self, _: object, value: object) -> None:
        fits = isinstance(value, tuple) and all(isinstance(effect, Effect) for effect in value)
        if not fits or len(self.abilities) != len(Species):
            raise BadRules("abilities", value, f"{len(Species)} effects, one a species")

    def __attrs_pre_init__(self, **given: Any) -> None:
        check_bound(given["abilities"], given["species"])

    def __attrs_post_init__(self) -> None:
        check_starters(self)
        check_meaning(self)
        check_world(self)

    @classmethod
    @clause("birdie/presets")
    def as_written(cls, players: int) -> Rules:
        """The rules as the source has them: the default. Clause birdie/presets.

        >>> Rules.as_written(3) == Rules(players=3)
        True
        """
        return cls(players=players)

    @classmethod
    @clause("birdie/presets")
    def published(cls, players: int) -> Rules:
        """The rules as reviews of the published game tell them. Clause birdie/presets.

        >>> Rules.published(4).pile_order, Rules.published(4).lone_turns
        (free, 1)
        """
        return cls(players=players, pile_order=PileOrder.FREE, lone_turns=1)

    @property
    def deck_size(self) -> int:
        """Number of bird cards. Clause birdie/deck."""
        return self.species * self.seasons * self.copies


@clause("birdie/rules-fields")
def check_starters(rules: Rules) -> None:
    """Refuse starters that are not at the table, with BadRules. Clause birdie/rules-fields."""
    if not all(0 <= seat < rules.players for seat in rules.starters):
        raise BadRules("starters", rules.starters, f"seats from 0 to {rules.players - 1}")


@clause("birdie/rules-strict")
def check_bound(abilities: object, size: Any) -> None:
    """Refuse a mapping that speaks of a species which the world, of `size` species, lacks, with BadRules.

    Even "none" is nothing that one can say of it. Clause birdie/rules-strict.
    """
    if not isinstance(abilities, Mapping):
        return
    for species in abilities:
        if not isinstance(species, Species):
            raise BadRules("abilities", species, "a member of Species: " + ", ".join(each.name for each in Species))
        if is_integer(size) and 0 < size <= species.index:
            raise BadRules("abilities", species, f"one of the first {size} species")


@clause("birdie/rules-strict")
def check_meaning(rules: Rules) -> None:
    """Refuse values without a meaning, with BadRules: a last player who has no turn, and an effect for a
    species that the world lacks. Clause birdie/rules-strict.
    """
    if rules.lone_turns == 0:
        raise BadRules("lone_turns", 0, "null or an integer of at least 1")
    for species, effect in zip(Species, rules.abilities, strict=True):
        if effect is not Effect.NONE and not in_world(species, rules):
            raise BadRules("abilities", species, f"one of the first {rules.species} species")


@clause("birdie/small-worlds")
def check_world(rules: Rules) -> None:
    """Refuse worlds whose rounds cannot be laid out, with BadRules.

    Each round needs two cards a hand, a display of four, and the cards under the stop card.
    Clause birdie/small-worlds.
    """
    least = 3 * rules.players + 4
    size = rules.deck_size // 2 if rules.players == 2 else rules.deck_size
    if size < least:
        raise BadRules("copies", rules.copies, f"enough for {least} cards a round; this world has {size}")
