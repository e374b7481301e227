"""Game: the face of Birdie. Which actions are legal, what they do, and in which order."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import attrs

from lexludi.birdie import abilities, sets, turns
from lexludi.birdie.actions import (
    END_SCORING,
    END_TURN,
    LAYS,
    PAIRS,
    PASS,
    TAKES,
    Action,
    Deal,
    Edit,
    EndScoring,
    EndTurn,
    Insert,
    Lay,
    Move,
    Pass,
    Remove,
    ScoreSet,
    Swap,
    Take,
    TakePair,
    UseAbility,
    effect_of,
    phase_of,
    why_malformed,
)
from lexludi.birdie.scoring import awarded, end_scoring, totals
from lexludi.birdie.setup import deal, lay_out, make_pile, why_bad_deal
from lexludi.birdie.state import Phase, State, acting
from lexludi.core import walk
from lexludi.core.clauses import clause
from lexludi.core.errors import IllegalAction
from lexludi.core.game import Seat, why_no_seat
from lexludi.core.outcome import Outcome, outcome_of
from lexludi.core.tuples import without
from lexludi.core.violations import Violation

__all__ = [
    "apply",
    "close_round",
    "due",
    "is_over",
    "lay_out_other_half",
    "legal_actions",
    "outcome",
    "perform",
    "perft",
    "shuffled",
    "to_act",
    "verify",
]

Step = Callable[[State], State]


def to_act(state: State) -> Seat | None:
    """The seat that must act; None when a deal is due or the game is over. Clause birdie/whose-action."""
    return state.to_act


@clause("birdie/game-end")
def is_over(state: State) -> bool:
    """Whether the second round has been scored. Clause birdie/game-end."""
    return state.phase is Phase.OVER


def shuffled(state: State, random: Random) -> Deal:
    """A deal of a shuffled pile. Clause birdie/deal.

    Raises IllegalAction when no deal is due.
    """
    action = Deal(make_pile(state.rules, random))
    refusal = _not_now(state, action)
    if refusal is not None:
        raise IllegalAction(refusal)
    return action


@clause("birdie/legal-actions")
def legal_actions(state: State) -> tuple[Action, ...]:
    """All actions of the seat to act, one a token, in canonical order; empty when nobody is to act.

    Clause birdie/legal-actions.
    """
    seat = state.to_act
    if seat is None:
        return ()
    if state.phase is Phase.TURN:
        return (
            *[TAKES[card.index] for card in turns.takeable(state.display)],
            *[PAIRS[first.index][second.index] for first, second in turns.pairs(state.display)],
            PASS,
        )
    if state.phase is Phase.LAY:
        cards = turns.layable(state.pair, state.hands[seat], state.rules.pile_order)
        lays = tuple([LAYS[card.index] for card in cards])
        return (*lays, END_TURN) if turns.pair_lies(state.pair) else lays
    row = sets.row(state, seat)
    if state.phase is Phase.EDIT:
        return abilities.possible_edits(state.effect, row, state.hands[seat])
    return (
        *[UseAbility(species, card) for species, card in abilities.usable(state)],
        *[ScoreSet(*found) for found in sets.possible_sets(row, state.last_end, state.boards[seat])],
        END_SCORING,
    )


@clause("birdie/refusal-order")
def verify(state: State, action: Action, seat: Seat | None = None) -> Violation | None:
    """The first clause that refuses `action` by `seat`; None when the action is legal.

    Without a seat a player's action is by whoever is to act; a deal has no seat.
    Clause birdie/refusal-order.
    """
    malformed = why_malformed(action, state.rules) or why_no_seat(seat)
    if malformed is not None:
        return Violation("birdie/action-form", "malformed", malformed)
    return _not_now(state, action) or _not_by(state, seat) or _OWN_REASONS[type(action)](state, action)


def _not_now(state: State, action: Action) -> Violation | None:
    """Refusals for the moment. Clauses birdie/game-end, birdie/phases, birdie/ability-timing."""
    phase = state.phase
    if phase_of(action) is phase:
        if isinstance(action, UseAbility) and not abilities.is_time(state.last_end):
            return Violation("birdie/ability-timing", "wrong-phase", "abilities are used before the first set")
        return None
    if phase is Phase.OVER:
        return Violation("birdie/game-end", "game-over", "the game is over")
    slug = "birdie/phases"
    return Violation(slug, "wrong-phase", f"the game waits for another action: its phase is {phase.value}")


@clause("birdie/whose-action")
def _not_by(state: State, seat: Seat | None) -> Violation | None:
    """Refusals for the seat. Clause birdie/whose-action."""
    if seat is None or seat == state.to_act:
        return None
    if state.to_act is None:
        return Violation("birdie/whose-action", "out-of-turn", "a deal is nobody's action: its seat is null")
    return Violation("birdie/whose-action", "out-of-turn", f"seat {state.to_act} is to act, not seat {seat}")


def _deal_refused(state: State, action: Deal) -> Violation | None:
    reason = why_bad_deal(action.pile, state.rules)
    return None if reason is None else Violation("birdie/deal", "bad-deal", reason)


def _take_refused(state: State, action: Take) -> Violation | None:
    if turns.is_displayed(action.card, state.display):
        return None
    return Violation("birdie/take-one", "card-not-displayed", f"{action.card} is not displayed")


def _pair_refused(state: State, action: TakePair) -> Violation | None:
    if turns.is_open_pair(action.cards, state.display):
        return None
    first, second = action.cards
    return Violation("birdie/take-pair", "card-not-displayed", f"{first} and {second} are not both displayed")


def _lay_refused(state: State, action: Lay) -> Violation | None:
    seat, card, pair = acting(state), action.card, state.pair
    if not turns.held(card, pair, state.hands[seat]):
        return Violation("birdie/lay", "card-not-held", f"seat {seat} has no {card} to lay")
    if not turns.may_follow_pair(card, pair, state.rules.pile_order):
        return Violation("birdie/pair-first", "display-first", "the pair is laid before cards from the hand")
    return None


def _end_turn_refused(state: State, _: EndTurn) -> Violation | None:
    if turns.pair_lies(state.pair):
        return None
    return Violation("birdie/end-turn", "pair-not-laid", f"{len(state.pair)} of the pair are still to be laid")


def _ability_refused(state: State, action: UseAbility) -> Violation | None:
    seat, species, card = acting(state), action.species, action.discard
    hand = state.hands[seat]
    if not abilities.is_unused(state.boards[seat], species):
        return Violation("birdie/ability-once", "ability-used", f"seat {seat} has used {species.value} before")
    if not abilities.pays_for(species, card):
        return Violation("birdie/ability-cost", "ability-needs-card", f"{card} does not pay for {species.value}")
    if card not in hand:
        return Violation("birdie/ability-cost", "card-not-held", f"{card} is not in the hand of seat {seat}")
    effect = abilities.effect_bound(state.rules, species)
    if not abilities.is_possible(effect, sets.row(state, seat), without(hand, card)):
        return Violation("birdie/ability-effect", "ability-no-effect", f"there is nothing to {effect.value}")
    return None


def _edit_refused(state: State, action: Edit) -> Violation | None:
    seat = acting(state)
    if not abilities.is_due(action, state.effect):
        due = "nothing" if state.effect is None else state.effect.value
        return Violation("birdie/edit", "bad-edit", f"what is due is {due}, not {effect_of(action).value}")
    row = sets.row(state, seat)
    match action:
        case Remove(at):
            possible = abilities.can_remove(row, at)
        case Move(from_, to):
            possible = abilities.can_move(row, from_, to)
        case Swap(at):
            possible = abilities.can_swap(row, at)
        case Insert(card, at):
            possible = abilities.can_insert(row, state.hands[seat], card, at)
    if possible:
        return None
    slug = f"birdie/effect-{effect_of(action).value}"
    return Violation(slug, "bad-edit", f"{action} cannot be carried out on a row of {len(row)}")


def _set_refused(state: State, action: ScoreSet) -> Violation | None:
    seat, start, length, category = acting(state), action.start, action.length, action.category
    row = sets.row(state, seat)
    if not sets.is_long_enough(length):
        return Violation("birdie/set-run", "set-too-short", f"a set has at least {sets.LEAST} cards")
    if not sets.is_within(row, start, length):
        return Violation("birdie/set-run", "set-outside", f"the row has {len(row)} cards")
    if not sets.starts_after(start, state.last_end):
        return Violation("birdie/set-disjoint", "set-overlaps", f"the last set ended before card {state.last_end}")
    if not sets.is_uniform(row, start, length, category):
        return Violation("birdie/set-uniform", "set-mixed", f"not all of these cards are {category.value}")
    if not sets.is_open(state.boards[seat], category):
        return Violation("birdie/category-once", "category-scored", f"seat {seat} has scored {category.value} before")
    return None


def _never(_: State, __: Action) -> None:
    """For passing and for the end of scoring: in their phase the seat to act may always do it."""


_OWN_REASONS: dict[type, Callable[[State, Any], Violation | None]] = {
    Deal: _deal_refused,
    Take: _take_refused,
    TakePair: _pair_refused,
    Lay: _lay_refused,
    EndTurn: _end_turn_refused,
    Pass: _never,
    UseAbility: _ability_refused,
    Remove: _edit_refused,
    Move: _edit_refused,
    Swap: _edit_refused,
    Insert: _edit_refused,
    ScoreSet: _set_refused,
    EndScoring: _never,
}


def apply(state: State, action: Action, seat: Seat | None = None) -> State:
    """The state after `action` and all that the rules settle alone.

    Raises IllegalAction, with the Violation that `verify` gives, when the action is refused.
    """
    refusal = verify(state, action, seat)
    if refusal is not None:
        raise IllegalAction(refusal)
    return walk.settle(perform(state, action), due)


def perform(state: State, action: Action) -> State:
    """What a legal action itself does, before anything that it sets off."""
    match action:
        case Lay(card):
            return turns.lay(state, card)
        case TakePair(pair):
            return turns.take_pair(state, pair)
        case EndTurn():
            return turns.end_turn(state)
        case Take(card):
            return turns.take(state, card)
        case Pass():
            return turns.pass_round(state)
        case ScoreSet(start, length, category):
            return sets.score_set(state, start, length, category)
        case EndScoring():
            return end_scoring(state)
        case UseAbility(species, discard):
            return abilities.use_ability(state, species, discard)
        case Deal(pile):
            return deal(state, pile)
        case Remove() | Move() | Swap() | Insert():
            return abilities.edit(state, action)


@clause("birdie/round-end", "birdie/rounds")
def due(state: State) -> Step | None:
    """The step that the rules settle alone in `state`; None when somebody is to act, or to deal.

    When all have passed, scoring begins; when all have scored, the round is closed; and if the cards of
    the next one are known, it is laid out. Clauses birdie/round-end, birdie/rounds.
    """
    if state.to_act is not None:
        return None
    if state.phase is Phase.TURN:
        return turns.begin_scoring
    if state.phase is Phase.SCORE:
        return close_round
    return lay_out_other_half if state.other_half else None


@clause("birdie/rounds", "birdie/game-end")
def close_round(state: State) -> State:
    """A step: all have scored, so trophies are given. After round 1 round 2 is due, after it the game is over.

    The table stays as it lies. Clauses birdie/rounds, birdie/game-end.
    """
    trophies = awarded(state.boards, state.trophies)
    last = state.round == 2
    return attrs.evolve(state, phase=Phase.OVER if last else Phase.DEAL, round=2, trophies=trophies)


@clause("birdie/rounds")
def lay_out_other_half(state: State) -> State:
    """A step: two players have the cards of round 2 already, which are laid out at once. Clause birdie/rounds."""
    return lay_out(state, state.other_half, ())


@clause("birdie/winner", "birdie/shared-win")
def outcome(state: State) -> Outcome | None:
    """How the game ended, None while it goes on: most points win, equal points share the win.

    Clauses birdie/winner, birdie/shared-win.
    """
    return outcome_of(totals(state), "rounds-played") if is_over(state) else None


def perft(state: State, depth: int) -> int:
    """Number of sequences of exactly `depth` player actions; a due deal and the end are leaves.

    >>> from lexludi import birdie
    >>> rules = birdie.Rules(players=2, species=2, seasons=2, copies=5)
    >>> state = birdie.apply(birdie.start(rules), birdie.Deal(birdie.deck(rules)))
    >>> [birdie.perft(state, depth) for depth in range(4)]
    [1, 5, 16, 38]
    """
    return walk.perft(state, depth, legal_actions, apply)
