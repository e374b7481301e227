"""Rules: how many play, which variant, and what a table may settle otherwise."""

from __future__ import annotations

import attrs

from lexludi.core.checks import flag, integer, is_integer
from lexludi.core.clauses import clause
from lexludi.core.errors import BadRules

__all__ = ["Rules"]


@clause("druids/players", "druids/rounds", "druids/hand-size", "druids/first-dealer")
@attrs.frozen(kw_only=True, cache_hash=True)
class Rules:
    """What a game of Druids is played under. Every field but `players` may be left out.

    Raises BadRules, naming the field, for a value that no game can be played with.
    Clauses druids/players, druids/rounds, druids/hand-size, druids/first-dealer, druids/small-worlds.

    >>> Rules(players=4).hand_size
    14
    >>> Rules(players=6)
    Traceback (most recent call last):
    lexludi.core.errors.BadRules: players: 6, expected an integer from 2 to 5
    """

    #: Number of players: 3 to 5; small worlds also 2.
    players: int = attrs.field(validator=integer(2, 5))
    #: The variant "sun and moon": Gaia's leader says which card of a trick goes on top.
    sun_and_moon: bool = attrs.field(default=False, validator=flag())
    #: Number of rounds.
    rounds: int = attrs.field(default=5, validator=integer(1))
    #: Seat that deals the first round.
    first_dealer: int = attrs.field(default=0, validator=integer(0))
    #: Number of domains, the first ones in canonical order. As many stacks lose the round.
    domains: int = attrs.field(default=5, validator=integer(1, 5))
    #: Cards of each domain: values 1 to this.
    values: int = attrs.field(default=12, validator=integer(1, 12))
    #: Number of golden sickles.
    sickles: int = attrs.field(default=2, validator=integer(0, 2))
    #: Number of mistletoes.
    mistletoes: int = attrs.field(default=2, validator=integer(0, 2))
    #: Cards dealt to each player.
    hand_size: int = attrs.field(validator=integer(1))

    @hand_size.default
    def _published_hand_size(self) -> int:
        # Runs before `players` is validated, so it must bear any value.
        return 18 - self.players if is_integer(self.players) else 1

    def __attrs_post_init__(self) -> None:
        check_world(self)

    @property
    def deck_size(self) -> int:
        """Number of cards in the deck, Gaia and the special cards included."""
        return self.domains * self.values + 1 + self.sickles + self.mistletoes

    @property
    def top_half(self) -> int:
        """Number of cards, Gaia not counted, in the half that lies on top of the pile. Clause druids/pile."""
        return (self.deck_size - 1) // 2


@clause("druids/small-worlds")
def check_world(rules: Rules) -> None:
    """Refuse rules whose sizes do not fit together, with BadRules.

    The first dealer sits at the table; the deck is enough for the hands; and Gaia, who may lie
    deepest in the top half of the pile, is always dealt. Clause druids/small-worlds.
    """
    if rules.first_dealer >= rules.players:
        raise BadRules("first_dealer", rules.first_dealer, f"a seat from 0 to {rules.players - 1}")
    dealt = rules.players * rules.hand_size
    if dealt > rules.deck_size:
        raise BadRules(
            "hand_size",
            rules.hand_size,
            f"at most {rules.deck_size // rules.players} for {rules.players} players and {rules.deck_size} cards",
        )
    if dealt <= rules.top_half:
        raise BadRules(
            "hand_size",
            rules.hand_size,
            f"more than {rules.top_half // rules.players} for {rules.players} players: "
            f"Gaia, one of the {rules.top_half + 1} top cards, must be dealt",
        )
