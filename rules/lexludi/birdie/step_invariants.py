"""Step invariants: what holds between a state, an action and the state after it, each with its clause.

They say again, by other means, what the rule functions compute: who is next by distances, what is drawn
by looking at display and draw pile as one line, trophies and ranks by sorting, totals by what each
action earns. None of them calls the function that it checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lexludi.birdie.actions import (
    Action,
    Deal,
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
)
from lexludi.birdie.cards import CATEGORIES, Card, Cards, Category, Species
from lexludi.birdie.game import outcome
from lexludi.birdie.invariants import measure
from lexludi.birdie.rules import Effect, PileOrder
from lexludi.birdie.scoring import totals
from lexludi.birdie.state import Board, Phase, State
from lexludi.birdie.view import view
from lexludi.core.game import Seat
from lexludi.core.invariants import Invariant, registering

__all__ = ["STEP_INVARIANTS", "broken_steps"]


_registered: list[Invariant] = []

_step_invariant = registering(_registered)


# --- what the step was --------------------------------------------------------------------------

#: Cards of a full display, and of a hand as it is dealt: said again, for they are what is checked.
_FULL, _DEALT = 4, 2

_ENDS_TURN = frozenset({Take, Pass, EndTurn})
_IN_TURNS = frozenset({Take, TakePair, Lay, EndTurn, Pass})
_EDITS = frozenset({Remove, Move, Swap, Insert})
_IN_SCORING = frozenset({UseAbility, ScoreSet, EndScoring}) | _EDITS
_ON_BOARD = frozenset({Pass, UseAbility, ScoreSet})

#: Type of action → the phase in which it is taken.
_TAKEN_IN: dict[type, str] = {
    Deal: "deal",
    **dict.fromkeys((Take, TakePair, Pass), "turn"),
    **dict.fromkeys((Lay, EndTurn), "lay"),
    **dict.fromkeys((UseAbility, ScoreSet, EndScoring), "score"),
    **dict.fromkeys(_EDITS, "edit"),
}


def _seat(before: State) -> Seat:
    """The seat that acts; −1 for a deal, which is nobody's."""
    return -1 if before.to_act is None else before.to_act


def _closes_round(before: State, action: Action) -> bool:
    """Whether the action ends the scoring of the last seat of a round."""
    n = before.rules.players
    return isinstance(action, EndScoring) and (_seat(before) - before.rules.starters[before.round - 1]) % n == n - 1


def _round_pile(before: State, action: Action) -> Cards | None:
    """The pile of the round that the step lays out, its top first; None when it lays out none."""
    if isinstance(action, Deal):
        return action.pile[: len(action.pile) // 2] if before.rules.players == 2 else action.pile
    if before.rules.players == 2 and before.round == 1 and _closes_round(before, action):
        return before.other_half
    return None


def _taken(action: Action) -> Cards:
    """The cards that the action takes from the display."""
    if isinstance(action, Take):
        return (action.card,)
    return action.cards if isinstance(action, TakePair) else ()


def _left_lying(before: State, action: Action) -> Cards:
    """What is left of the display when the leftmost copies of what is taken are gone, before any refill."""
    due, lying = Counter(_taken(action)), []
    for card in before.display:
        if due[card]:
            due[card] -= 1
        else:
            lying.append(card)
    return tuple(lying)


def _is_alone(before: State) -> bool:
    """Whether the seat to act is the only one that has not passed."""
    return all((points is None) is (seat == before.to_act) for seat, points in enumerate(before.passed))


def _is_last_lone_turn(before: State, action: Action) -> bool:
    """Whether the action ends the last turn that a player who is alone may take, so that it passes."""
    limit = before.rules.lone_turns
    if limit is None or type(action) not in _ENDS_TURN or isinstance(action, Pass):
        return False
    return _is_alone(before) and before.alone == limit - 1


def _part(card: Card, category: Category) -> Category:
    """The part of a card that could be `category`: its species or its season."""
    return card.species if isinstance(category, Species) else card.season


def _others_same(was: tuple[object, ...], now: tuple[object, ...], seat: Seat) -> bool:
    """Whether lists by seat are equal but for the place of `seat`."""
    return len(was) == len(now) and all(
        one == other for at, (one, other) in enumerate(zip(was, now, strict=True)) if at != seat
    )


def _earned(board: Board) -> int:
    """Points that a board shows: for sets and for passing."""
    return sum(points for points in board.sets if points is not None) + board.pass_points


# --- the invariants: rules and setup --------------------------------------------------------------


@_step_invariant("birdie/rules-fields")
def rules_stay(before: State, action: Action, after: State) -> bool:
    """The rules never change."""
    return before.rules is after.rules or before.rules == after.rules


@_step_invariant("birdie/phases")
def taken_in_its_phase(before: State, action: Action, after: State) -> bool:
    """Each type of action is taken in its phase, and a deal alone is nobody's."""
    return before.phase.value == _TAKEN_IN[type(action)] and (before.to_act is None) is isinstance(action, Deal)


@_step_invariant("birdie/deal-order", "birdie/deal")
def dealt_one_by_one(before: State, action: Action, after: State) -> bool:
    """Card i of a round's pile goes to the seat i places after the starter, until all have two."""
    pile = _round_pile(before, action)
    if pile is None:
        return True
    n, first = before.rules.players, before.rules.starters[after.round - 1]
    dealt: list[list[Card]] = [[] for _ in range(n)]
    for place, card in enumerate(pile[: _DEALT * n]):
        dealt[(first + place) % n].append(card)
    return [Counter(hand) for hand in after.hands] == [Counter(cards) for cards in dealt]


@_step_invariant("birdie/hands-and-display")
def display_and_draw_pile_follow(before: State, action: Action, after: State) -> bool:
    """After the hands four cards of the pile are the display; the rest above the stop card is to be drawn."""
    pile = _round_pile(before, action)
    if pile is None:
        return True
    lying = (*after.display, *after.draw_pile, *after.under_stop)
    return len(after.display) == _FULL and lying == pile[_DEALT * before.rules.players :]


@_step_invariant("birdie/stop-pile")
def lowest_under_the_stop_card(before: State, action: Action, after: State) -> bool:
    """The lowest cards of a round's pile, one a player, lie under the stop card, which is not up."""
    pile = _round_pile(before, action)
    if pile is None:
        return True
    return after.under_stop == pile[len(pile) - before.rules.players :] and not after.stop_revealed


@_step_invariant("birdie/halves")
def lower_half_waits(before: State, action: Action, after: State) -> bool:
    """With two players the lower half of the pile waits untouched until round 2 is laid out."""
    if isinstance(action, Deal):
        played = _round_pile(before, action) or ()
        return after.other_half == (action.pile[len(played) :] if before.rules.players == 2 else ())
    return after.other_half == (before.other_half if after.round == before.round else ())


@_step_invariant("birdie/odd-half")
def halves_differ_by_one_at_most(before: State, action: Action, after: State) -> bool:
    """Of a pile for two players round 2 gets as many cards as round 1, or one more."""
    if not isinstance(action, Deal) or before.rules.players != 2:
        return True
    return 0 <= 2 * len(after.other_half) - len(action.pile) <= 1


@_step_invariant("birdie/starter")
def starter_begins(before: State, action: Action, after: State) -> bool:
    """When a round has been laid out, its starter takes the first turn."""
    if _round_pile(before, action) is None:
        return True
    return after.phase is Phase.TURN and after.to_act == before.rules.starters[after.round - 1]


@_step_invariant("birdie/table-cleared")
def nothing_carried_over(before: State, action: Action, after: State) -> bool:
    """A round begins with no piles, nobody out, and nothing out of play or half done."""
    if _round_pile(before, action) is None:
        return True
    return (
        not any(after.piles)
        and after.passed == (None,) * before.rules.players
        and (after.pair, after.out, after.effect, after.last_end, after.alone) == ((), (), None, 0, 0)
    )


@_step_invariant("birdie/table-cleared")
def table_lies_until_then(before: State, action: Action, after: State) -> bool:
    """From scoring until the next round is laid out, display, draw pile and points for passing stay as they are."""
    if type(action) not in _IN_SCORING or _round_pile(before, action) is not None:
        return True
    return (
        before.display == after.display
        and before.draw_pile == after.draw_pile
        and before.stop_revealed is after.stop_revealed
        and before.passed == after.passed
    )


@_step_invariant("birdie/table-cleared")
def boards_change_by_their_owner(before: State, action: Action, after: State) -> bool:
    """No board changes but that of who passes, uses an ability or scores a set; a new round changes none."""
    return _others_same(before.boards, after.boards, _seat(before) if type(action) in _ON_BOARD else -1)


# --- turns ------------------------------------------------------------------------------------------


@_step_invariant("birdie/turn-order")
def next_in_turn(before: State, action: Action, after: State) -> bool:
    """After a turn the seat nearest clockwise that is still in has the next; until then the same seat acts."""
    if type(action) not in _IN_TURNS:
        return True
    seat, n = _seat(before), before.rules.players
    if type(action) not in _ENDS_TURN:
        return after.to_act == seat and after.phase is Phase.LAY
    still_in = [other for other, points in enumerate(after.passed) if points is None]
    if not still_in:
        return after.phase is Phase.SCORE
    return after.phase is Phase.TURN and after.to_act == min(still_in, key=lambda other: (other - seat - 1) % n)


@_step_invariant("birdie/take-one")
def taken_card_in_hand(before: State, action: Action, after: State) -> bool:
    """A card taken alone is in the hand of its taker, whose pile is as it was; all other hands are as they were."""
    if not isinstance(action, Take):
        return True
    seat = _seat(before)
    gained = Counter(after.hands[seat])
    gained.subtract(before.hands[seat])
    return (
        {card: number for card, number in gained.items() if number} == {action.card: 1}
        and _others_same(before.hands, after.hands, seat)
        and before.piles == after.piles
    )


@_step_invariant("birdie/take-pair")
def pair_waits(before: State, action: Action, after: State) -> bool:
    """A pair is two cards that lay in the display; it waits to be laid, and nothing else has moved."""
    if not isinstance(action, TakePair):
        return True
    return (
        len(action.cards) == len(after.pair) == 2
        and Counter(after.pair) == Counter(action.cards)
        and len(after.display) == len(before.display) - 2
        and (before.hands, before.piles, before.draw_pile) == (after.hands, after.piles, after.draw_pile)
    )


@_step_invariant("birdie/which-copy")
def leftmost_copy_taken(before: State, action: Action, after: State) -> bool:
    """What was left of the display lies there as before, at its left end: the leftmost copies were taken."""
    if type(action) not in _IN_TURNS:
        return True
    lying = _left_lying(before, action)
    exact = type(action) not in _ENDS_TURN
    return after.display[: len(lying)] == lying and (not exact or len(after.display) == len(lying))


@_step_invariant("birdie/which-copy")
def laid_from_the_pair_first(before: State, action: Action, after: State) -> bool:
    """A token that is both in the pair and in the hand leaves the pair."""
    if not isinstance(action, Lay):
        return True
    return (before.hands if action.card in before.pair else before.pair) == (
        after.hands if action.card in before.pair else after.pair
    )


@_step_invariant("birdie/lay", "birdie/pair-order")
def laid_card_on_top(before: State, action: Action, after: State) -> bool:
    """The card laid was in the pair or the hand, is there once less, and lies on top of the own pile."""
    if not isinstance(action, Lay):
        return True
    seat = _seat(before)
    had = Counter((*before.pair, *before.hands[seat]))
    had[action.card] -= 1
    return (
        had[action.card] >= 0
        and +had == Counter((*after.pair, *after.hands[seat]))
        and after.piles[seat][-1:] == (action.card,)
        and _others_same(before.hands, after.hands, seat)
    )


@_step_invariant("birdie/hand-with-pair")
def hands_laid_with_a_pair_only(before: State, action: Action, after: State) -> bool:
    """In turns no hand gets smaller but by a card that is laid, and after a single card nobody lays any."""
    if type(action) not in _ENDS_TURN and not isinstance(action, TakePair):
        return True
    kept = all(len(has) >= len(had) for had, has in zip(before.hands, after.hands, strict=True))
    return kept and (after.phase is Phase.LAY) is isinstance(action, TakePair)


@_step_invariant("birdie/pair-first")
def pair_before_hand(before: State, action: Action, after: State) -> bool:
    """Unless the order is free, no hand is touched while a card of the pair is still to be laid."""
    if not isinstance(action, Lay) or before.rules.pile_order is not PileOrder.DISPLAY_FIRST or not before.pair:
        return True
    return before.hands == after.hands


@_step_invariant("birdie/end-turn")
def pair_laid_whole(before: State, action: Action, after: State) -> bool:
    """A card leaves the pair only by being laid, and the turn is not over before both lie."""
    if isinstance(action, TakePair):
        return True
    gone = Counter(before.pair)
    gone.subtract(after.pair)
    missing = [card for card, number in gone.items() if number]
    if isinstance(action, Lay):
        return missing in ([], [action.card]) and gone.total() <= 1
    return not missing and not after.pair


@_step_invariant("birdie/pile-fixed")
def piles_grow_on_top(before: State, action: Action, after: State) -> bool:
    """In turns a pile never reorders: what lay stays, and one card comes on top of it when its owner lays one."""
    if type(action) not in _IN_TURNS:
        return True
    for seat, (was, now) in enumerate(zip(before.piles, after.piles, strict=True)):
        more = isinstance(action, Lay) and seat == before.to_act
        if len(now) != len(was) + more or now[: len(was)] != was:
            return False
    return True


@_step_invariant("birdie/pass")
def out_for_the_round(before: State, action: Action, after: State) -> bool:
    """Who passes is out, who has passed stays out with the same points, and nobody else is out."""
    if type(action) not in _IN_TURNS:
        return True
    goes = _seat(before) if isinstance(action, Pass) or _is_last_lone_turn(before, action) else -1
    return (goes < 0 or after.passed[goes] is not None) and _others_same(before.passed, after.passed, goes)


@_step_invariant("birdie/pass-points")
def a_point_for_each_other_still_in(before: State, action: Action, after: State) -> bool:
    """Passing is worth the number of other seats that have not passed, and it is written down; nothing else is."""
    for seat, (was, now) in enumerate(zip(before.boards, after.boards, strict=True)):
        gained = now.pass_points - was.pass_points
        if not isinstance(action, Pass) or seat != before.to_act:
            if gained:
                return False
            continue
        others = [points for other, points in enumerate(before.passed) if other != seat]
        still_in = sum(points is None for points in others)
        if gained != still_in or after.passed[seat] != still_in:
            return False
    return True


@_step_invariant("birdie/refill")
def drawn_from_the_top(before: State, action: Action, after: State) -> bool:
    """At the end of a turn, and only then, the display takes over from the draw pile's top what it lacks of four."""
    if type(action) not in _IN_TURNS:
        return True
    if type(action) not in _ENDS_TURN:
        return before.draw_pile == after.draw_pile
    in_a_line = (*_left_lying(before, action), *before.draw_pile)
    return in_a_line == (*after.display, *after.draw_pile) and (
        len(after.display) == _FULL or (len(after.display) < _FULL and not after.draw_pile)
    )


@_step_invariant("birdie/stop-card")
def stop_card_comes_up(before: State, action: Action, after: State) -> bool:
    """The stop card comes up when a refill lacks a card, not when it draws the last one, and stays up."""
    if type(action) not in _IN_TURNS:
        return True
    if type(action) not in _ENDS_TURN:
        return before.stop_revealed is after.stop_revealed
    lacks = len(_left_lying(before, action)) + len(before.draw_pile) < _FULL
    return after.stop_revealed is (before.stop_revealed or lacks)


@_step_invariant("birdie/stop-card")
def nothing_below_surfaces(before: State, action: Action, after: State) -> bool:
    """What lies under the stop card stays there, in its order, until a round is laid out."""
    return _round_pile(before, action) is not None or before.under_stop == after.under_stop


@_step_invariant("birdie/must-pass")
def takes_what_lies_there(before: State, action: Action, after: State) -> bool:
    """Nobody takes what is not displayed: with no card there a turn is a pass, with one it is no pair."""
    return before.phase is not Phase.TURN or Counter(_taken(action)) <= Counter(before.display)


@_step_invariant("birdie/last-player")
def lone_turns_limited(before: State, action: Action, after: State) -> bool:
    """Under a limit each turn alone is counted; after the last of them the player is out, for 0 points."""
    if type(action) not in _ENDS_TURN:
        return after.alone == (before.alone if type(action) in _IN_TURNS else 0)
    counted = before.rules.lone_turns is not None and _is_alone(before) and not isinstance(action, Pass)
    if _is_last_lone_turn(before, action):
        return after.passed[_seat(before)] == 0 and after.alone == 0
    return after.alone == before.alone + counted if after.phase is Phase.TURN else after.alone == 0


@_step_invariant("birdie/round-end")
def scoring_follows_the_last_pass(before: State, action: Action, after: State) -> bool:
    """Scoring begins exactly when nobody is left in, with the starter, who has declared nothing."""
    if type(action) not in _IN_TURNS:
        return True
    if None in after.passed:
        return after.phase in (Phase.TURN, Phase.LAY)
    first = before.rules.starters[before.round - 1]
    return (after.phase, after.to_act, after.last_end, after.effect) == (Phase.SCORE, first, 0, None)


# --- sets -------------------------------------------------------------------------------------------


@_step_invariant("birdie/row")
def rows_as_built(before: State, action: Action, after: State) -> bool:
    """From scoring on a row is the pile as it was built, but for edits of its owner."""
    if type(action) not in _IN_SCORING or _round_pile(before, action) is not None:
        return True
    return _others_same(before.piles, after.piles, _seat(before) if type(action) in _EDITS else -1)


@_step_invariant("birdie/set-run")
def set_is_a_run_of_the_row(before: State, action: Action, after: State) -> bool:
    """A set has two cards or more, neighbours in the own row."""
    if not isinstance(action, ScoreSet):
        return True
    places = range(len(before.piles[_seat(before)]))
    run = places[action.start : action.start + action.length] if action.start >= 0 else range(0)
    return len(run) == action.length >= 2


@_step_invariant("birdie/set-disjoint")
def sets_go_right(before: State, action: Action, after: State) -> bool:
    """A set shares no card with an earlier one of its round: it starts where that ended or further right."""
    if isinstance(action, ScoreSet):
        return before.last_end <= action.start < after.last_end == action.start + action.length
    # Between two sets of a seat nothing but other sets happens, so what lies left of the mark stays closed.
    return after.last_end == 0


@_step_invariant("birdie/set-uniform")
def set_of_one_kind(before: State, action: Action, after: State) -> bool:
    """All cards of a set have its species, or all have its season."""
    if not isinstance(action, ScoreSet):
        return True
    run = before.piles[_seat(before)][action.start : action.start + action.length]
    return {_part(card, action.category) for card in run} == {action.category}


@_step_invariant("birdie/category-once")
def category_written_once(before: State, action: Action, after: State) -> bool:
    """A set fills a category that was empty; no other entry of any board changes, in either round."""
    for seat, (was, now) in enumerate(zip(before.boards, after.boards, strict=True)):
        written = [
            category
            for category, old, new in zip(CATEGORIES, was.sets, now.sets, strict=True)
            if old is not new and old != new
        ]
        mine = isinstance(action, ScoreSet) and seat == before.to_act
        if not mine and written:
            return False
        if isinstance(action, ScoreSet) and mine:
            place = CATEGORIES.index(action.category)
            if written != [action.category] or was.sets[place] is not None:
                return False
    return True


@_step_invariant("birdie/set-choice")
def declaring_goes_on(before: State, action: Action, after: State) -> bool:
    """A set, an ability or an edit leaves the choice of what comes next to the same seat."""
    if not isinstance(action, ScoreSet | UseAbility) and type(action) not in _EDITS:
        return True
    return after.to_act == before.to_act and after.phase in (Phase.SCORE, Phase.EDIT)


@_step_invariant("birdie/set-points")
def a_point_a_card(before: State, action: Action, after: State) -> bool:
    """A set is worth the number of its cards."""
    if not isinstance(action, ScoreSet):
        return True
    seat = _seat(before)
    run = before.piles[seat][action.start : action.start + action.length]
    return _earned(after.boards[seat]) - _earned(before.boards[seat]) == len(run)


@_step_invariant("birdie/set-cross")
def a_cross_a_set(before: State, action: Action, after: State) -> bool:
    """A set earns one cross, and nothing else does."""
    return all(
        now.crosses - was.crosses == (isinstance(action, ScoreSet) and seat == before.to_act)
        for seat, (was, now) in enumerate(zip(before.boards, after.boards, strict=True))
    )


# --- abilities --------------------------------------------------------------------------------------


@_step_invariant("birdie/ability-cost")
def paid_with_its_species(before: State, action: Action, after: State) -> bool:
    """An ability costs one card of its species from the hand, which is then out of play; rows do not change."""
    if not isinstance(action, UseAbility):
        return True
    seat = _seat(before)
    return (
        action.discard.species is action.species
        and Counter(before.hands[seat]) == Counter((*after.hands[seat], action.discard))
        and Counter(after.out) == Counter((*before.out, action.discard))
        and before.piles == after.piles
    )


@_step_invariant("birdie/ability-cost")
def hands_change_for_abilities_only(before: State, action: Action, after: State) -> bool:
    """In scoring no hand changes but for a cost, or for a card that is inserted."""
    if type(action) not in _IN_SCORING or _round_pile(before, action) is not None:
        return True
    return _others_same(before.hands, after.hands, _seat(before) if isinstance(action, UseAbility | Insert) else -1)


@_step_invariant("birdie/ability-once")
def ability_marked_once(before: State, action: Action, after: State) -> bool:
    """An ability was unused and is used now; no other mark on any board comes or goes."""
    for seat, (was, now) in enumerate(zip(before.boards, after.boards, strict=True)):
        due = set(was.abilities_used)
        if isinstance(action, UseAbility) and seat == before.to_act:
            if action.species in due:
                return False
            due.add(action.species)
        if len(now.abilities_used) != len(due) or set(now.abilities_used) != due:
            return False
    return True


@_step_invariant("birdie/ability-timing")
def abilities_before_sets(before: State, action: Action, after: State) -> bool:
    """Abilities and edits come before the first set of a seat's scoring, which is still to come."""
    if not isinstance(action, UseAbility) and type(action) not in _EDITS:
        return True
    return (before.last_end, after.last_end) == (0, 0)


@_step_invariant("birdie/ability-effect")
def bound_effect_is_due(before: State, action: Action, after: State) -> bool:
    """An ability makes the effect due to which the rules bind it, and it can be carried out; else nothing is due."""
    if not isinstance(action, UseAbility):
        return after.phase is not Phase.EDIT
    seat = _seat(before)
    effect = before.rules.abilities[list(Species).index(action.species)]
    row, hand = after.piles[seat], after.hands[seat]
    match effect:
        case Effect.NONE:
            return after.phase is Phase.SCORE and after.effect is None
        case Effect.REMOVE:
            possible = len(row) > 0
        case Effect.MOVE | Effect.SWAP:
            possible = len(row) > 1
        case Effect.INSERT:
            possible = len(hand) > 0
    return possible and after.phase is Phase.EDIT and after.effect is effect


@_step_invariant("birdie/edit")
def edit_is_the_due_one(before: State, action: Action, after: State) -> bool:
    """An edit is of the kind that is due, which is done then; nothing else happens while one is due."""
    if before.phase is not Phase.EDIT:
        return type(action) not in _EDITS
    kind = before.effect is not None and type(action).__name__.lower() == before.effect.value
    return kind and after.phase is Phase.SCORE and after.effect is None


@_step_invariant("birdie/effect-remove")
def removed_card_is_out(before: State, action: Action, after: State) -> bool:
    """Removing takes one card out of the row and out of play; the others stay in their order."""
    if not isinstance(action, Remove):
        return True
    was, now = list(before.piles[_seat(before)]), list(after.piles[_seat(before)])
    if not 0 <= action.at < len(was):
        return False
    gone = was.pop(action.at)
    return was == now and Counter(after.out) == Counter((*before.out, gone))


@_step_invariant("birdie/effect-move")
def moved_card_stands_there(before: State, action: Action, after: State) -> bool:
    """A moved card stands at its new place, which is another one; the others stay in their order."""
    if not isinstance(action, Move):
        return True
    was, now = list(before.piles[_seat(before)]), list(after.piles[_seat(before)])
    if action.from_ == action.to or not all(0 <= at < len(was) == len(now) for at in (action.from_, action.to)):
        return False
    return was.pop(action.from_) is now.pop(action.to) and was == now


@_step_invariant("birdie/effect-swap")
def neighbours_swapped(before: State, action: Action, after: State) -> bool:
    """Swapping exchanges a card and its right neighbour, and no others."""
    if not isinstance(action, Swap):
        return True
    was, now = before.piles[_seat(before)], after.piles[_seat(before)]
    if not 0 <= action.at < len(was) - 1 or len(was) != len(now):
        return False
    places = {action.at: action.at + 1, action.at + 1: action.at}
    return all(now[places.get(at, at)] is card for at, card in enumerate(was))


@_step_invariant("birdie/effect-insert")
def inserted_card_stands_there(before: State, action: Action, after: State) -> bool:
    """An inserted card comes from the hand and stands at its place; the others stay in their order."""
    if not isinstance(action, Insert):
        return True
    seat = _seat(before)
    now = list(after.piles[seat])
    if not 0 <= action.at < len(now):
        return False
    put = now.pop(action.at)
    return (
        put is action.card
        and tuple(now) == before.piles[seat]
        and Counter(before.hands[seat]) == Counter((*after.hands[seat], put))
    )


@_step_invariant("birdie/edit")
def out_grows_by_costs_and_removals(before: State, action: Action, after: State) -> bool:
    """Cards come out of play for an ability or by removal only, and lie there until the next round."""
    if isinstance(action, UseAbility | Remove) or _round_pile(before, action) is not None:
        return True
    return before.out == after.out


# --- scoring and the game ---------------------------------------------------------------------------


@_step_invariant("birdie/scoring-order")
def next_to_score(before: State, action: Action, after: State) -> bool:
    """When a seat has scored, its left neighbour does, until all have; the starter was the first."""
    if not isinstance(action, EndScoring) or _closes_round(before, action):
        return True
    return after.phase is Phase.SCORE and after.to_act == [*range(1, before.rules.players), 0][_seat(before)]


@_step_invariant("birdie/end-scoring")
def ending_writes_nothing(before: State, action: Action, after: State) -> bool:
    """Ending one's scoring writes nothing down, and leaves no mark for the next seat."""
    if not isinstance(action, EndScoring):
        return True
    return before.boards == after.boards and after.last_end == 0 and after.effect is None


def _ranked(before: State, species: Species) -> list[tuple[int, Seat]]:
    """Points for a species and the seat that has them, the most first."""
    place = CATEGORIES.index(species)
    return sorted(((board.sets[place] or 0, seat) for seat, board in enumerate(before.boards)), reverse=True)


@_step_invariant("birdie/trophy")
def trophies_to_the_most(before: State, action: Action, after: State) -> bool:
    """At the end of a round a trophy is with the one seat that has more points for its species than the next."""
    if not _closes_round(before, action):
        return before.trophies == after.trophies
    for species, holder in zip(Species, after.trophies, strict=False):
        (most, first), (next_most, _), *_ = _ranked(before, species)
        if most > next_most and holder != first:
            return False
    return True


@_step_invariant("birdie/trophy-tie")
def trophies_stay_among_equals(before: State, action: Action, after: State) -> bool:
    """Where two or more seats have the most points for a species its trophy stays where it was."""
    if not _closes_round(before, action):
        return True
    for species, was, now in zip(Species, before.trophies, after.trophies, strict=False):
        (most, _), (next_most, _), *_ = _ranked(before, species)
        if most == next_most and was != now:
            return False
    return True


@_step_invariant("birdie/total", "birdie/cross-value", "birdie/trophy-value")
def totals_grow_by_what_is_earned(before: State, action: Action, after: State) -> bool:
    """A total grows by the points of a pass or of a set; at the end by what crosses and trophies are worth."""
    had, has = totals(before), totals(after)
    for seat, board in enumerate(after.boards):
        earned = 0
        if seat == before.to_act:
            if isinstance(action, Pass):
                earned = before.passed.count(None) - 1
            elif isinstance(action, ScoreSet):
                earned = action.length
        if after.phase is Phase.OVER:
            sets = sum(points is not None for points in board.sets)
            earned += before.rules.crosses[sets]
            earned += sum(before.rules.trophy for holder in after.trophies if holder == seat)
        if has[seat] - had[seat] != earned:
            return False
    return True


@_step_invariant("birdie/total")
def totals_from_scratch(before: State, action: Action, after: State) -> bool:
    """Until the game is over a total is what the board shows for sets and passing."""
    return after.phase is Phase.OVER or totals(after) == tuple(_earned(board) for board in after.boards)


@_step_invariant("birdie/rounds")
def rounds_follow(before: State, action: Action, after: State) -> bool:
    """Round 2 is due when round 1 has been scored: a deal for three or four players, at once for two."""
    if before.round == 1 and _closes_round(before, action):
        next_phase = Phase.TURN if before.rules.players == 2 else Phase.DEAL
        return after.round == 2 and after.phase is next_phase
    return after.round == before.round and after.phase is not Phase.DEAL


@_step_invariant("birdie/game-end")
def over_after_two_rounds(before: State, action: Action, after: State) -> bool:
    """The game is over exactly when round 2 has been scored; then nobody is to act."""
    ends = before.round == 2 and _closes_round(before, action)
    return (after.phase is Phase.OVER) is ends and (not ends or after.to_act is None)


@_step_invariant("birdie/game-end")
def measure_lessens(before: State, action: Action, after: State) -> bool:
    """What is left of the game gets less with every action, so every game ends."""
    return measure(after) < measure(before)


@_step_invariant("birdie/winner", "birdie/shared-win")
def ranked_by_total(before: State, action: Action, after: State) -> bool:
    """Once the game is over the seats with most points have won; a rank counts the seats with more."""
    ended = outcome(after)
    if ended is None:
        return after.phase is not Phase.OVER
    points = totals(after)
    falling = sorted(points, reverse=True)
    ranks = tuple(falling.index(own) + 1 for own in points)
    best = [seat for seat in range(len(points)) if ranks[seat] == 1]
    told = ended.scores == points and ended.ranks == ranks and list(ended.winners) == best
    return told and after.phase is Phase.OVER


@_step_invariant("birdie/hidden-piles")
def rows_open_in_scoring_only(before: State, action: Action, after: State) -> bool:
    """A seat sees rows from the start of scoring until the next round is laid out, and no pile before."""
    seen = view(after, _seat(before) if before.to_act is not None else 0)
    if any(points is None for points in after.passed):
        return seen.rows is None
    return seen.rows == after.piles


@_step_invariant("birdie/hidden-cards")
def views_count_what_they_hide(before: State, action: Action, after: State) -> bool:
    """A seat sees its own hand, the open cards, and of all else how much there is."""
    seat = (_seat(before) + 1) % before.rules.players
    seen = view(after, seat)
    return (
        (seen.hand, seen.display, seen.pair) == (after.hands[seat], after.display, after.pair)
        and seen.draw_pile == len(after.draw_pile)
        and seen.hand_sizes == tuple(map(len, after.hands))
        and seen.pile_sizes == tuple(map(len, after.piles))
    )


#: All of them, in the order in which they are checked.
STEP_INVARIANTS = tuple(_registered)


def broken_steps(before: State, action: Action, after: State) -> Iterator[Invariant]:
    """The step invariants that a step breaks."""
    return (invariant for invariant in STEP_INVARIANTS if not invariant.holds(before, action, after))
