"""Events: everything that an action may set off, each with its clause."""

from __future__ import annotations

import attrs

from lexludi.birdie.cards import Card, Cards, Category, Species
from lexludi.birdie.rules import Effect
from lexludi.core.game import Seat

__all__ = [
    "EVENTS",
    "AbilityUsed",
    "CardInserted",
    "CardMoved",
    "CardRemoved",
    "CardsSwapped",
    "CrossEarned",
    "Dealt",
    "DisplayOpened",
    "DrawPileLeft",
    "EffectDue",
    "Event",
    "GameEnded",
    "Gathered",
    "HalfKept",
    "Laid",
    "LoneTurn",
    "PairTaken",
    "Passed",
    "Refilled",
    "RoundDue",
    "RoundEnded",
    "RowShown",
    "ScoringDue",
    "ScoringEnded",
    "SetScored",
    "StopLaid",
    "StopRevealed",
    "Taken",
    "TrophyGiven",
    "TrophyStayed",
    "TurnDue",
    "TurnEnded",
]


@attrs.frozen
class Gathered:
    """All cards came back into the box: the table is clear."""

    clause: str = "birdie/table-cleared"


@attrs.frozen
class HalfKept:
    """Half of the pile was kept for round 2."""

    count: int
    #: The cards, top first; None when hidden.
    cards: Cards | None
    clause: str = "birdie/halves"


@attrs.frozen
class StopLaid:
    """Cards were laid face down, and the stop card on them."""

    count: int
    #: The cards, top first; None when hidden.
    cards: Cards | None
    clause: str = "birdie/stop-pile"


@attrs.frozen
class Dealt:
    """A seat was dealt its hand."""

    seat: Seat
    #: Number of cards.
    count: int
    #: The hand; None when it is another seat's and hidden.
    cards: Cards | None
    clause: str = "birdie/deal-order"


@attrs.frozen
class DisplayOpened:
    """The display was laid out."""

    #: The cards, left to right.
    cards: Cards
    clause: str = "birdie/hands-and-display"


@attrs.frozen
class DrawPileLeft:
    """The rest above the stop card became the draw pile."""

    count: int
    #: The cards, top first; None when hidden.
    cards: Cards | None
    clause: str = "birdie/hands-and-display"


@attrs.frozen
class TurnDue:
    """It became a seat's turn."""

    seat: Seat
    clause: str = "birdie/turn-order"


@attrs.frozen
class Taken:
    """A seat took a card from the display into its hand."""

    seat: Seat
    card: Card
    clause: str = "birdie/take-one"


@attrs.frozen
class PairTaken:
    """A seat took two cards from the display, to lay them."""

    seat: Seat
    cards: Cards
    clause: str = "birdie/take-pair"


@attrs.frozen
class Laid:
    """A seat laid a card on its pile."""

    seat: Seat
    #: Whether it comes from the hand, not from the pair.
    from_hand: bool
    #: The card; None when it is hidden.
    card: Card | None
    clause: str = "birdie/lay"


@attrs.frozen
class TurnEnded:
    """A seat ended a turn with a pair."""

    seat: Seat
    clause: str = "birdie/end-turn"


@attrs.frozen
class Passed:
    """A seat is out of the round, with its points for that."""

    seat: Seat
    points: int
    clause: str = "birdie/pass-points"


@attrs.frozen
class Refilled:
    """The display was filled up."""

    #: The new cards, which lie to the right of the others.
    cards: Cards
    clause: str = "birdie/refill"


@attrs.frozen
class StopRevealed:
    """The stop card came up: from now on nothing is refilled in this round."""

    clause: str = "birdie/stop-card"


@attrs.frozen
class LoneTurn:
    """The last player still in has finished a turn of those that the rules allow."""

    seat: Seat
    #: Such turns so far.
    count: int
    clause: str = "birdie/last-player"


@attrs.frozen
class RoundEnded:
    """All have passed."""

    round: int
    clause: str = "birdie/round-end"


@attrs.frozen
class RowShown:
    """A pile was turned up and laid out as a row."""

    seat: Seat
    #: The row, left to right.
    cards: Cards
    clause: str = "birdie/row"


@attrs.frozen
class ScoringDue:
    """It became a seat's turn to score."""

    seat: Seat
    clause: str = "birdie/scoring-order"


@attrs.frozen
class AbilityUsed:
    """A seat discarded a card for an ability."""

    seat: Seat
    species: Species
    discard: Card
    clause: str = "birdie/ability-cost"


@attrs.frozen
class EffectDue:
    """The effect of an ability is to be carried out."""

    seat: Seat
    effect: Effect
    clause: str = "birdie/ability-effect"


@attrs.frozen
class CardRemoved:
    """A card of a row went out of play."""

    seat: Seat
    at: int
    card: Card
    clause: str = "birdie/effect-remove"


@attrs.frozen
class CardMoved:
    """A card of a row went to another place in it."""

    seat: Seat
    #: Where it stood.
    from_: int
    #: Where it stands now.
    to: int
    clause: str = "birdie/effect-move"


@attrs.frozen
class CardsSwapped:
    """A card of a row changed places with its right neighbour."""

    seat: Seat
    #: Position of the left one.
    at: int
    clause: str = "birdie/effect-swap"


@attrs.frozen
class CardInserted:
    """A card went from the hand into the row."""

    seat: Seat
    card: Card
    at: int
    clause: str = "birdie/effect-insert"


@attrs.frozen
class SetScored:
    """A seat scored a set."""

    seat: Seat
    start: int
    length: int
    category: Category
    points: int
    clause: str = "birdie/set-points"


@attrs.frozen
class CrossEarned:
    """A seat made a cross, for a set."""

    seat: Seat
    clause: str = "birdie/set-cross"


@attrs.frozen
class ScoringEnded:
    """A seat has scored."""

    seat: Seat
    clause: str = "birdie/end-scoring"


@attrs.frozen
class TrophyGiven:
    """A trophy went to the seat with most points for its species."""

    species: Species
    seat: Seat
    clause: str = "birdie/trophy"


@attrs.frozen
class TrophyStayed:
    """No single seat has most points for a species: its trophy stayed where it was."""

    species: Species
    #: Its holder; None when it is nobody's.
    seat: Seat | None
    clause: str = "birdie/trophy-tie"


@attrs.frozen
class RoundDue:
    """The next round is due."""

    round: int
    clause: str = "birdie/rounds"


@attrs.frozen
class GameEnded:
    """The second round was scored."""

    winners: tuple[Seat, ...]
    clause: str = "birdie/game-end"


Event = (
    Gathered
    | HalfKept
    | StopLaid
    | Dealt
    | DisplayOpened
    | DrawPileLeft
    | TurnDue
    | Taken
    | PairTaken
    | Laid
    | TurnEnded
    | Passed
    | Refilled
    | StopRevealed
    | LoneTurn
    | RoundEnded
    | RowShown
    | ScoringDue
    | AbilityUsed
    | EffectDue
    | CardRemoved
    | CardMoved
    | CardsSwapped
    | CardInserted
    | SetScored
    | CrossEarned
    | ScoringEnded
    | TrophyGiven
    | TrophyStayed
    | RoundDue
    | GameEnded
)

#: Event class → its type in files.
EVENTS: dict[type, str] = {
    Gathered: "gathered",
    HalfKept: "half_kept",
    StopLaid: "stop_laid",
    Dealt: "dealt",
    DisplayOpened: "display_opened",
    DrawPileLeft: "draw_pile_left",
    TurnDue: "turn_due",
    Taken: "taken",
    PairTaken: "pair_taken",
    Laid: "laid",
    TurnEnded: "turn_ended",
    Passed: "passed",
    Refilled: "refilled",
    StopRevealed: "stop_revealed",
    LoneTurn: "lone_turn",
    RoundEnded: "round_ended",
    RowShown: "row_shown",
    ScoringDue: "scoring_due",
    AbilityUsed: "ability_used",
    EffectDue: "effect_due",
    CardRemoved: "card_removed",
    CardMoved: "card_moved",
    CardsSwapped: "cards_swapped",
    CardInserted: "card_inserted",
    SetScored: "set_scored",
    CrossEarned: "cross_earned",
    ScoringEnded: "scoring_ended",
    TrophyGiven: "trophy_given",
    TrophyStayed: "trophy_stayed",
    RoundDue: "round_due",
    GameEnded: "game_ended",
}
