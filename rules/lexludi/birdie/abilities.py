"""Abilities: what a card that is left in the hand may buy in scoring."""

from __future__ import annotations

from collections.abc import Iterator

from lexludi.birdie.actions import Edit, Insert, Move, Remove, Swap, effect_of
from lexludi.birdie.cards import Card, Cards, Species, canonical
from lexludi.birdie.rules import Effect, Rules
from lexludi.birdie.sets import row
from lexludi.birdie.state import Board, Phase, State, acting, scored
from lexludi.core.clauses import clause
from lexludi.core.tuples import replaced, without

__all__ = [
    "can_insert",
    "can_move",
    "can_remove",
    "can_swap",
    "edit",
    "effect_bound",
    "inserted",
    "is_due",
    "is_possible",
    "is_time",
    "is_unused",
    "moved",
    "pays_for",
    "possible_edits",
    "removed",
    "swapped",
    "usable",
    "use_ability",
    "used",
]


@clause("birdie/ability-timing")
def is_time(last_end: int) -> bool:
    """Whether abilities may still be used in a seat's scoring: before its first set. Clause birdie/ability-timing."""
    return last_end == 0


@clause("birdie/ability-once")
def is_unused(board: Board, species: Species) -> bool:
    """Whether a seat has not used an ability yet, in either round. Clause birdie/ability-once."""
    return species not in board.abilities_used


@clause("birdie/ability-cost")
def pays_for(species: Species, discard: Card) -> bool:
    """Whether `discard` is a card that buys the ability of `species`. Clause birdie/ability-cost."""
    return discard.species is species


@clause("birdie/ability-effect")
def effect_bound(rules: Rules, species: Species) -> Effect:
    """The effect that the rules bind to a species. Clause birdie/ability-effect."""
    return rules.abilities[species.index]


@clause("birdie/ability-effect")
def is_possible(effect: Effect, row: Cards, hand: Cards) -> bool:
    """Whether an effect can be carried out on a row, with what `hand` is once the cost is paid.

    Clause birdie/ability-effect.

    >>> from lexludi.birdie.cards import cards
    >>> is_possible(Effect.SWAP, cards("OWL-SPRING"), ()), is_possible(Effect.NONE, (), ())
    (False, True)
    """
    if effect is Effect.INSERT:
        return len(hand) >= 1
    return len(row) >= {Effect.NONE: 0, Effect.REMOVE: 1, Effect.MOVE: 2, Effect.SWAP: 2}[effect]


@clause("birdie/ability-cost", "birdie/ability-once", "birdie/ability-effect")
def usable(state: State) -> Iterator[tuple[Species, Card]]:
    """The abilities that the seat to act may use, each with the cards that pay for it, in canonical order.

    Clauses birdie/ability-cost, birdie/ability-once, birdie/ability-effect.
    """
    seat = acting(state)
    if not is_time(state.last_end):
        return
    hand = state.hands[seat]
    for card in dict.fromkeys(hand):
        if is_unused(state.boards[seat], card.species):
            effect = effect_bound(state.rules, card.species)
            if is_possible(effect, row(state, seat), without(hand, card)):
                yield card.species, card


@clause("birdie/ability-once")
def used(board: Board, species: Species) -> Board:
    """The board once an ability is marked as used. Clause birdie/ability-once."""
    abilities = tuple(each for each in Species if each is species or each in board.abilities_used)
    return Board(board.sets, board.crosses, board.pass_points, abilities)


@clause("birdie/ability-cost", "birdie/ability-effect")
def use_ability(state: State, species: Species, discard: Card) -> State:
    """The seat to act discards a card for an ability, whose effect, if it has any, is then due.

    Clauses birdie/ability-cost, birdie/ability-effect.
    """
    seat = acting(state)
    effect = effect_bound(state.rules, species)
    bare = effect is Effect.NONE
    return scored(
        state,
        phase=Phase.SCORE if bare else Phase.EDIT,
        to_act=seat,
        hands=replaced(state.hands, seat, without(state.hands[seat], discard)),
        piles=state.piles,
        boards=replaced(state.boards, seat, used(state.boards[seat], species)),
        out=canonical((*state.out, discard)),
        effect=None if bare else effect,
        last_end=0,
    )


@clause("birdie/effect-remove")
def can_remove(row: Cards, at: int) -> bool:
    """Whether there is a card to remove. Clause birdie/effect-remove."""
    return 0 <= at < len(row)


@clause("birdie/effect-remove")
def removed(row: Cards, at: int) -> Cards:
    """The row without a card, whose neighbours become adjacent. Clause birdie/effect-remove.

    >>> from lexludi.birdie.cards import cards
    >>> removed(cards("OWL-SPRING ROBIN-WINTER OWL-WINTER"), 1)
    (OWL-SPRING, OWL-WINTER)
    """
    return row[:at] + row[at + 1 :]


@clause("birdie/effect-move")
def can_move(row: Cards, from_: int, to: int) -> bool:
    """Whether a card can be moved so: to another place. Clause birdie/effect-move."""
    return 0 <= from_ < len(row) and 0 <= to < len(row) and from_ != to


@clause("birdie/effect-move")
def moved(row: Cards, from_: int, to: int) -> Cards:
    """The row with a card taken out and put in again, where it then stands at `to`. Clause birdie/effect-move.

    >>> from lexludi.birdie.cards import cards
    >>> moved(cards("OWL-SPRING ROBIN-WINTER OWL-WINTER"), 0, 2)
    (ROBIN-WINTER, OWL-WINTER, OWL-SPRING)
    """
    return inserted(removed(row, from_), row[from_], to)


@clause("birdie/effect-swap")
def can_swap(row: Cards, at: int) -> bool:
    """Whether there is a card with a right neighbour. Clause birdie/effect-swap."""
    return 0 <= at < len(row) - 1


@clause("birdie/effect-swap")
def swapped(row: Cards, at: int) -> Cards:
    """The row with a card and its right neighbour in each other's place. Clause birdie/effect-swap.

    >>> from lexludi.birdie.cards import cards
    >>> swapped(cards("OWL-SPRING ROBIN-WINTER OWL-WINTER"), 0)
    (ROBIN-WINTER, OWL-SPRING, OWL-WINTER)
    """
    return (*row[:at], row[at + 1], row[at], *row[at + 2 :])


@clause("birdie/effect-insert")
def can_insert(row: Cards, hand: Cards, card: Card, at: int) -> bool:
    """Whether a card is in the hand, and there is such a place in the row. Clause birdie/effect-insert."""
    return card in hand and 0 <= at <= len(row)


@clause("birdie/effect-insert")
def inserted(row: Cards, card: Card, at: int) -> Cards:
    """The row with a card put in, where it then stands at `at`. Clause birdie/effect-insert.

    >>> from lexludi.birdie.cards import card, cards
    >>> inserted(cards("OWL-SPRING OWL-WINTER"), card("ROBIN-WINTER"), 2)
    (OWL-SPRING, OWL-WINTER, ROBIN-WINTER)
    """
    return (*row[:at], card, *row[at:])


@clause("birdie/edit")
def is_due(action: Edit, effect: Effect | None) -> bool:
    """Whether an edit is of the kind that the ability bought. Clause birdie/edit."""
    return effect_of(action) is effect


@clause("birdie/edit")
def possible_edits(effect: Effect | None, row: Cards, hand: Cards) -> tuple[Edit, ...]:
    """Every way to carry out the effect that is due, by card, then position. Clause birdie/edit."""
    places = range(len(row))
    match effect:
        case Effect.REMOVE:
            return tuple(Remove(at) for at in places)
        case Effect.MOVE:
            return tuple(Move(from_, to) for from_ in places for to in places if from_ != to)
        case Effect.SWAP:
            return tuple(Swap(at) for at in places[:-1])
        case Effect.INSERT:
            return tuple(Insert(card, at) for card in dict.fromkeys(hand) for at in range(len(row) + 1))
    return ()


@clause("birdie/edit")
def edit(state: State, action: Edit) -> State:
    """The effect that is due is carried out; the seat to act goes on scoring. Clause birdie/edit."""
    seat = acting(state)
    before, hand, out = row(state, seat), state.hands[seat], state.out
    match action:
        case Remove(at):
            after, out = removed(before, at), canonical((*out, before[at]))
        case Move(from_, to):
            after = moved(before, from_, to)
        case Swap(at):
            after = swapped(before, at)
        case Insert(card, at):
            after, hand = inserted(before, card, at), without(hand, card)
    return scored(
        state,
        to_act=seat,
        hands=replaced(state.hands, seat, hand),
        piles=replaced(state.piles, seat, after),
        boards=state.boards,
        out=out,
        last_end=0,
    )
