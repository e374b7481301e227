"""Actions: what a player does or chooses at the table, and the deal, which is chance."""

from __future__ import annotations

import attrs

from lexludi.birdie.cards import PRINTED, Card, Cards, Category, Season, Species, canonical, in_world
from lexludi.birdie.rules import Effect, Rules
from lexludi.birdie.state import Phase
from lexludi.core.checks import is_integer
from lexludi.core.clauses import clause
from lexludi.core.errors import shorten

__all__ = [
    "Action",
    "Deal",
    "Edit",
    "EndScoring",
    "EndTurn",
    "Insert",
    "Lay",
    "Move",
    "Pass",
    "Remove",
    "ScoreSet",
    "Swap",
    "Take",
    "TakePair",
    "UseAbility",
    "effect_of",
    "phase_of",
    "why_malformed",
]


@attrs.frozen
class Deal:
    """A pile is made and laid out. Nobody's choice: its seat is None."""

    #: All bird cards, the top of the pile first.
    pile: Cards


@attrs.frozen
class Take:
    """The seat to act takes a card from the display into its hand."""

    card: Card


def _in_order(pair: Cards) -> Cards:
    # Anybody may make an action of anything: what is no pair of cards waits for `why_malformed`.
    fits = isinstance(pair, tuple) and all(isinstance(card, Card) for card in pair)
    return canonical(pair) if fits else pair


@attrs.frozen
class TakePair:
    """The seat to act takes two cards from the display, to lay them on its pile."""

    #: The two, kept in canonical order: a pair has none of its own.
    cards: Cards = attrs.field(converter=_in_order)


@attrs.frozen
class Lay:
    """The seat to act lays a card on its pile: of the pair, else from its hand."""

    card: Card


@attrs.frozen
class EndTurn:
    """The seat to act ends a turn in which it took a pair."""


@attrs.frozen
class Pass:
    """The seat to act takes no more cards in this round."""


@attrs.frozen
class UseAbility:
    """The seat that scores uses the ability of a species."""

    species: Species
    #: The card of that species that it discards from its hand.
    discard: Card


@attrs.frozen
class Remove:
    """An edit: a card of the row goes out of play."""

    #: Its position, from 0.
    at: int


@attrs.frozen
class Move:
    """An edit: a card is taken out of the row and put in again elsewhere."""

    #: Its position, from 0. In files `from`, which Python keeps for itself.
    from_: int
    #: Its position afterwards.
    to: int


@attrs.frozen
class Swap:
    """An edit: a card of the row changes places with its right neighbour."""

    #: Position of the left one, from 0.
    at: int


@attrs.frozen
class Insert:
    """An edit: a card from the hand goes into the row."""

    card: Card
    #: Its position afterwards, from 0.
    at: int


@attrs.frozen
class ScoreSet:
    """The seat that scores declares a set."""

    #: Position of its first card in the row, from 0.
    start: int
    #: Number of its cards.
    length: int
    #: What it is scored for.
    category: Category


@attrs.frozen
class EndScoring:
    """The seat that scores has declared all the sets that it wants to."""


Edit = Remove | Move | Swap | Insert

Action = Deal | Take | TakePair | Lay | EndTurn | Pass | UseAbility | Edit | ScoreSet | EndScoring

#: The one `Take` object of each card, at the card's index: what `legal_actions` returns.
TAKES = tuple(Take(card) for card in PRINTED)
#: The one `Lay` object of each card, at the card's index.
LAYS = tuple(Lay(card) for card in PRINTED)
#: The one `TakePair` object of each pair, at the indexes of its cards.
PAIRS = tuple(tuple(TakePair((card, other)) for other in PRINTED) for card in PRINTED)
#: The one object of each action that says nothing but its type.
END_TURN, PASS, END_SCORING = EndTurn(), Pass(), EndScoring()

_PHASES: dict[type, Phase] = {
    Deal: Phase.DEAL,
    Take: Phase.TURN,
    TakePair: Phase.TURN,
    Lay: Phase.LAY,
    EndTurn: Phase.LAY,
    Pass: Phase.TURN,
    UseAbility: Phase.SCORE,
    Remove: Phase.EDIT,
    Move: Phase.EDIT,
    Swap: Phase.EDIT,
    Insert: Phase.EDIT,
    ScoreSet: Phase.SCORE,
    EndScoring: Phase.SCORE,
}

_EFFECTS: dict[type, Effect] = {
    Remove: Effect.REMOVE,
    Move: Effect.MOVE,
    Swap: Effect.SWAP,
    Insert: Effect.INSERT,
}


@clause("birdie/phases")
def phase_of(action: Action) -> Phase:
    """The phase that takes actions of this type. Clause birdie/phases.

    >>> phase_of(Swap(0))
    edit
    """
    return _PHASES[type(action)]


def effect_of(action: Edit) -> Effect:
    """The effect that an edit carries out. Clause birdie/edit.

    >>> effect_of(Swap(0))
    swap
    """
    return _EFFECTS[type(action)]


@clause("birdie/action-form")
def why_malformed(action: object, rules: Rules) -> str | None:
    """Why `action` is no action of this game and world, in words; None when it is one.

    Numbers may be out of any range: that is for the rules to refuse. Clause birdie/action-form.

    >>> from lexludi.birdie.cards import card
    >>> why_malformed(Take(card("OWL-SPRING")), Rules(players=2, species=2, copies=8))
    'OWL-SPRING does not exist in this world'
    >>> why_malformed(Swap(True), Rules(players=2))
    'Swap(at=True) is no action of Birdie'
    """
    match action:
        case Lay(card=Card() as card) | Take(card=Card() as card):
            return None if in_world(card, rules) else _strange(rules, card)
        case EndTurn() | Pass() | EndScoring():
            return None
        case TakePair(cards=(Card() as card, Card() as other)) if isinstance(action.cards, tuple):
            return _strange(rules, card, other)
        case ScoreSet(start=start, length=length, category=Species() | Season() as category):
            if is_integer(start) and is_integer(length):
                return _strange(rules, category)
        case UseAbility(species=Species() as species, discard=Card() as card):
            return _strange(rules, species, card)
        case Remove(at=at) | Swap(at=at):
            if is_integer(at):
                return None
        case Move(from_=from_, to=to):
            if is_integer(from_) and is_integer(to):
                return None
        case Insert(card=Card() as card, at=at):
            if is_integer(at):
                return _strange(rules, card)
        case Deal(pile=tuple() as pile) if all(isinstance(card, Card) for card in pile):
            return _strange(rules, *pile)
    return f"{shorten(action)} is no action of Birdie"


def _strange(rules: Rules, *named: Card | Category) -> str | None:
    """That one of what an action names does not exist, None when all do."""
    for what in named:
        if not in_world(what, rules):
            return f"{what!r} does not exist in this world"
    return None
