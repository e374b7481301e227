"""Reaches: when a clause is at work in a step of a game, so that checks can count how often it was.

A rule that never binds in a test is not tested. Each entry says when its clause decides something:
not merely that the function ran, but that a table without the clause would have gone on otherwise
or would have something to look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

import attrs

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
)
from lexludi.birdie.cards import CATEGORIES, Cards, Category
from lexludi.birdie.events import (
    AbilityUsed,
    CardInserted,
    CardMoved,
    CardRemoved,
    CardsSwapped,
    CrossEarned,
    Dealt,
    DisplayOpened,
    EffectDue,
    Event,
    GameEnded,
    Gathered,
    HalfKept,
    Laid,
    Passed,
    Refilled,
    RoundDue,
    RoundEnded,
    RowShown,
    ScoringDue,
    ScoringEnded,
    SetScored,
    StopLaid,
    StopRevealed,
    TrophyGiven,
    TrophyStayed,
    TurnDue,
)
from lexludi.birdie.rules import Effect, PileOrder, Rules
from lexludi.birdie.scoring import cross_value, totals
from lexludi.birdie.state import EMPTY_BOARD, Board, Phase, State

__all__ = ["REACHES", "Moment", "reached"]


@attrs.frozen
class Moment:
    """A step of a game, and what happened in it."""

    #: The state before the step.
    state: State
    #: The action.
    action: Action
    #: The classes of its events, as a referee sees them, with the events of each.
    events: Mapping[type, list[Any]]
    #: The state after it.
    after: State

    def told(self, kind: type, clause: str | None = None) -> list[Any]:
        """The events of one class, of one clause if given."""
        events = self.events.get(kind, [])
        return events if clause is None else [event for event in events if event.clause == clause]


# --- what is looked at ------------------------------------------------------------------------------


def _hand(moment: Moment) -> Cards:
    seat = moment.state.to_act
    return () if seat is None else moment.state.hands[seat]


def _board(moment: Moment) -> Board:
    seat = moment.state.to_act
    return EMPTY_BOARD if seat is None else moment.state.boards[seat]


def _row(moment: Moment) -> Cards:
    """The row of the seat that scores; () in all other phases."""
    seat = moment.state.to_act
    return () if seat is None or moment.state.phase is not Phase.SCORE else moment.state.piles[seat]


def _still_shared(moment: Moment) -> list[Category]:
    """For each two neighbours that are not behind the last set, what they share."""
    return [
        category
        for one, other in pairwise(_row(moment)[moment.state.last_end :])
        for category in CATEGORIES
        if category in (one.species, one.season) and category in (other.species, other.season)
    ]


def _is_scored(moment: Moment, category: Category) -> bool:
    return _board(moment).sets[category.index] is not None


# --- when a clause is at work -----------------------------------------------------------------------


def _deals(moment: Moment) -> bool:
    return isinstance(moment.action, Deal)


def _over(moment: Moment) -> bool:
    return bool(moment.told(GameEnded))


def _unusual(moment: Moment) -> bool:
    """The rules have a value that is refused nowhere, though it looks as if it might be."""
    rules = moment.state.rules
    odd_worth = rules.trophy <= 0 or min(rules.crosses) < 0
    return _deals(moment) and (odd_worth or rules.starters[0] == rules.starters[1] or rules.lone_turns is not None)


def _preset(moment: Moment) -> bool:
    rules = moment.state.rules
    return _deals(moment) and rules in (Rules.as_written(rules.players), Rules.published(rules.players))


def _cleared(moment: Moment) -> bool:
    """Something lay on the table when the next round was laid out."""
    was = moment.state
    return bool(moment.told(Gathered)) and any((*was.hands, *was.piles, was.out, was.display))


def _copies(moment: Moment) -> bool:
    """It matters which copy was taken, or from where a card was laid."""
    state = moment.state
    match moment.action:
        case Take(card):
            return state.display.count(card) > 1
        case TakePair(cards):
            return any(state.display.count(card) > cards.count(card) for card in cards)
        case Lay(card):
            return card in state.pair and card in _hand(moment)
    return False


def _order_binds(moment: Moment) -> bool:
    """A card of the hand would come before the pair lies: it may not, or it does."""
    if not isinstance(moment.action, Lay) or not moment.state.pair:
        return False
    if moment.state.rules.pile_order is PileOrder.FREE:
        return any(event.from_hand for event in moment.told(Laid))
    return any(card not in moment.state.pair for card in _hand(moment))


def _either_first(moment: Moment) -> bool:
    return (
        isinstance(moment.action, Lay) and moment.action.card in moment.state.pair and len(set(moment.state.pair)) > 1
    )


def _onto(moment: Moment) -> bool:
    """A card is laid on others, of which none moves."""
    seat = moment.state.to_act
    return isinstance(moment.action, Lay) and seat is not None and bool(moment.state.piles[seat])


def _skips(moment: Moment) -> bool:
    """The turn goes round past a seat that has passed, to one that has not."""
    seat, n = moment.state.to_act, moment.state.rules.players
    neighbours = () if seat is None else (seat, (seat + 1) % n)
    return any(event.seat not in neighbours for event in moment.told(TurnDue, "birdie/turn-order"))


def _alone(moment: Moment) -> bool:
    """A player who is alone is stopped, or, without a limit, goes on after a turn alone."""
    if moment.told(Passed, "birdie/last-player"):
        return True
    state = moment.state
    goes_on = state.phase is Phase.TURN and state.passed.count(None) == 1 and not isinstance(moment.action, Pass)
    return goes_on and state.rules.lone_turns is None


def _chosen(moment: Moment) -> bool:
    """A choice that is not to take the longest and all: a set stops short, leaves cards out, or is skipped."""
    row = _row(moment)
    match moment.action:
        case ScoreSet(start, length, category):
            end = start + length
            return end < len(row) and category in (row[end].species, row[end].season)
        case EndScoring():
            return any(not _is_scored(moment, category) for category in _still_shared(moment))
    return False


def _shut_out(moment: Moment) -> bool:
    """Some card is no part of a set any more, since one to its right or itself was declared."""
    return moment.state.phase is Phase.SCORE and moment.state.last_end > 0


def _mixed(moment: Moment) -> bool:
    """A set is declared in a row that is not of one category."""
    if not isinstance(moment.action, ScoreSet):
        return False
    category = moment.action.category
    return any(category not in (card.species, card.season) for card in _row(moment))


def _closed(moment: Moment) -> bool:
    """Neighbours share what has been scored before, so they score nothing for it."""
    return any(_is_scored(moment, category) for category in _still_shared(moment))


def _spent(moment: Moment) -> bool:
    """A card in hand would buy an ability, had it not been used."""
    used = _board(moment).abilities_used
    scoring = moment.state.phase is Phase.SCORE and moment.state.last_end == 0
    return scoring and any(card.species in used for card in _hand(moment))


def _too_late(moment: Moment) -> bool:
    """A card in hand would buy an ability, had no set been declared."""
    used = _board(moment).abilities_used
    scoring = moment.state.phase is Phase.SCORE and moment.state.last_end > 0
    return scoring and any(card.species not in used for card in _hand(moment))


def _powerless(moment: Moment) -> bool:
    """A card in hand would buy an ability, but there is nothing that its effect could be carried out on."""
    state, hand, row = moment.state, _hand(moment), _row(moment)
    if state.phase is not Phase.SCORE or state.last_end or not hand:
        return False
    least = {Effect.NONE: 0, Effect.REMOVE: 1, Effect.MOVE: 2, Effect.SWAP: 2, Effect.INSERT: 0}
    effects = [
        state.rules.abilities[card.species.index] for card in hand if card.species not in _board(moment).abilities_used
    ]
    return any(len(row) < least[effect] or (effect is Effect.INSERT and len(hand) == 1) for effect in effects)


def _equal_for_trophy(moment: Moment) -> bool:
    """Two seats have equally many points for a species, and none has more: neither gets the trophy."""
    for event in moment.told(TrophyStayed):
        points = [board.sets[event.species.index] or 0 for board in moment.after.boards]
        if max(points) > 0:
            return True
    return False


def _shared(moment: Moment) -> bool:
    points = totals(moment.after)
    return _over(moment) and len(set(points)) < len(points)


def _worth(moment: Moment) -> bool:
    """Some crosses are worth something at the end."""
    return _over(moment) and any(cross_value(board, moment.after.rules) for board in moment.after.boards)


def _face_down(moment: Moment) -> bool:
    return moment.after.phase in (Phase.TURN, Phase.LAY) and any(moment.after.piles)


def _is_edit(moment: Moment) -> bool:
    return isinstance(moment.action, Remove | Move | Swap | Insert)


def _always(_: Moment) -> bool:
    """For clauses about actions that are refused: a check offers such actions at every step."""
    return True


#: Clause → when it is at work in a step.
REACHES: Mapping[str, Callable[[Moment], bool]] = {
    "birdie/deck": _deals,
    "birdie/card-order": _deals,
    "birdie/conservation": lambda m: bool(m.told(Gathered)),
    "birdie/rules-fields": _deals,
    "birdie/rules-strict": _unusual,
    "birdie/small-worlds": lambda m: _deals(m) and m.state.rules.deck_size != 64,
    "birdie/presets": _preset,
    "birdie/start": lambda m: _deals(m) and m.state.round == 1,
    "birdie/deal": _deals,
    "birdie/halves": lambda m: bool(m.told(HalfKept)),
    "birdie/odd-half": lambda m: bool(m.told(HalfKept, "birdie/odd-half")),
    "birdie/stop-pile": lambda m: bool(m.told(StopLaid)),
    "birdie/under-stop": lambda m: bool(m.told(StopLaid)),
    "birdie/hands-and-display": lambda m: bool(m.told(DisplayOpened)),
    "birdie/deal-order": lambda m: bool(m.told(Dealt)),
    "birdie/starter": lambda m: any(event.seat > 0 for event in m.told(TurnDue, "birdie/starter")),
    "birdie/table-cleared": _cleared,
    "birdie/turn-order": _skips,
    "birdie/take-one": lambda m: isinstance(m.action, Take),
    "birdie/take-pair": lambda m: isinstance(m.action, TakePair),
    "birdie/which-copy": _copies,
    "birdie/lay": lambda m: bool(m.told(Laid)),
    # The turn is over, though there are cards that could be laid.
    "birdie/hand-with-pair": lambda m: isinstance(m.action, Take) and bool(_hand(m)),
    "birdie/pair-first": _order_binds,
    "birdie/pair-order": _either_first,
    "birdie/end-turn": lambda m: isinstance(m.action, EndTurn),
    "birdie/pile-fixed": _onto,
    "birdie/pass": lambda m: isinstance(m.action, Pass),
    "birdie/pass-points": lambda m: any(event.points for event in m.told(Passed, "birdie/pass-points")),
    "birdie/refill": lambda m: bool(m.told(Refilled)),
    "birdie/stop-card": lambda m: bool(m.told(StopRevealed)),
    "birdie/must-pass": lambda m: m.state.phase is Phase.TURN and not m.state.display,
    "birdie/last-player": _alone,
    "birdie/round-end": lambda m: bool(m.told(RoundEnded)),
    "birdie/row": lambda m: any(len(event.cards) > 1 for event in m.told(RowShown)),
    "birdie/set-run": lambda m: isinstance(m.action, ScoreSet) and m.action.length < len(_row(m)),
    "birdie/set-disjoint": _shut_out,
    "birdie/set-uniform": _mixed,
    "birdie/category-once": _closed,
    "birdie/set-choice": _chosen,
    "birdie/set-points": lambda m: bool(m.told(SetScored)),
    "birdie/set-cross": lambda m: bool(m.told(CrossEarned)),
    "birdie/ability-cost": lambda m: bool(m.told(AbilityUsed)),
    "birdie/ability-once": _spent,
    "birdie/ability-timing": _too_late,
    "birdie/ability-effect": lambda m: bool(m.told(EffectDue)) or _powerless(m),
    "birdie/edit": _is_edit,
    "birdie/effect-remove": lambda m: bool(m.told(CardRemoved)),
    "birdie/effect-move": lambda m: bool(m.told(CardMoved)),
    "birdie/effect-swap": lambda m: bool(m.told(CardsSwapped)),
    "birdie/effect-insert": lambda m: bool(m.told(CardInserted)),
    "birdie/scoring-order": lambda m: isinstance(m.action, EndScoring) and bool(m.told(ScoringDue)),
    "birdie/end-scoring": lambda m: bool(m.told(ScoringEnded)),
    "birdie/trophy": lambda m: bool(m.told(TrophyGiven)),
    "birdie/trophy-tie": _equal_for_trophy,
    "birdie/cross-value": _worth,
    "birdie/trophy-value": lambda m: _over(m) and any(holder is not None for holder in m.after.trophies),
    "birdie/total": _over,
    "birdie/rounds": lambda m: bool(m.told(RoundDue)),
    "birdie/game-end": _over,
    "birdie/winner": _over,
    "birdie/shared-win": _shared,
    "birdie/action-form": _always,
    "birdie/phases": _always,
    "birdie/whose-action": _always,
    "birdie/refusal-order": _always,
    "birdie/legal-actions": lambda m: m.state.to_act is not None,
    "birdie/view": _always,
    "birdie/hidden-cards": lambda m: any(m.after.hands),
    "birdie/hidden-piles": _face_down,
    "birdie/open-pair": lambda m: bool(m.after.pair),
}


def reached(state: State, action: Action, events: Iterable[Event], after: State) -> list[str]:
    """The clauses that are at work in one step."""
    by_kind: dict[type, list[Any]] = {}
    for event in events:
        by_kind.setdefault(type(event), []).append(event)
    moment = Moment(state, action, by_kind, after)
    return [slug for slug, at_work in REACHES.items() if at_work(moment)]
