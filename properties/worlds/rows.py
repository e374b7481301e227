"""All rows of Birdie up to a length: what may be scored in each, what it is worth, what each ability may do.

`python -m properties.worlds.rows` counts them out, in small worlds and in that of the published game, through
`legal_actions`, `verify` and `apply`, each against the words of the specification, said of tokens: a set is
looked for in every start, length and category, those included that no row has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

import attrs

from lexludi import birdie
from lexludi.birdie import Effect, Insert, Move, Remove, ScoreSet, Species, Swap, UseAbility
from lexludi.birdie.cards import CATEGORIES, PRINTED, Cards, Category
from lexludi.birdie.state import EMPTY_BOARD, Board, Phase, State
from lexludi.testing.checks import CheckFailed
from properties.ending import run_command
from properties.worlds.counting import count_out

__all__ = ["KERNELS", "edits", "main", "sets"]


def _rules(species: int, seasons: int, effect: Effect) -> birdie.Rules:
    """Rules of a world with so many sorts of card, and enough of each for any row."""
    return birdie.Rules(
        players=2, species=species, seasons=seasons, copies=40, abilities=dict.fromkeys([*Species][:species], effect)
    )


def _scoring(rules: birdie.Rules) -> State:
    """A state in which seat 0 scores, with nothing in its row or hand."""
    start = birdie.start(rules)
    return attrs.evolve(start, phase=Phase.SCORE, to_act=0, passed=(1, 0))


def _with(base: State, row: Cards, hand: Cards = (), last_end: int = 0, board: Board = EMPTY_BOARD) -> State:
    return attrs.evolve(base, piles=(row, ()), hands=(hand, ()), last_end=last_end, boards=(board, EMPTY_BOARD))


def _demand(good: bool, clause: str, state: State, told: str) -> None:
    if not good:
        row, hand = (" ".join(card.token for card in some[0]) or "nothing" for some in (state.piles, state.hands))
        raise CheckFailed(clause, f"{told}; row: {row}; hand: {hand}; last set to {state.last_end}", None)


# --- sets --------------------------------------------------------------------------------------------


def _board_of(*scored: Category) -> Board:
    points = tuple(2 if category in scored else None for category in CATEGORIES)
    return Board(points, len(scored), 0, ())


def _boards(rules: birdie.Rules) -> list[Board]:
    """A board with nothing scored, those with one category scored, and one with all."""
    there = [*CATEGORIES[: rules.species], *CATEGORIES[4 : 4 + rules.seasons]]
    return [EMPTY_BOARD, *(_board_of(category) for category in there), _board_of(*there)]


def _is_set(names: list[set[str]], start: int, length: int, category: Category, last_end: int, board: Board) -> bool:
    """Whether these cards may be declared: two or more, in the row, behind the last set, all of an open category."""
    scored = {each.value for each, points in zip(CATEGORIES, board.sets, strict=True) if points is not None}
    places = range(start, start + length)
    return (
        len(places) > 1
        and set(places) <= set(range(last_end, len(names)))
        and not [place for place in places if category.value not in names[place]]
        and category.value not in scored
    )


def sets(species: int, seasons: int, length: int) -> Iterator[State]:
    """Check every row of `length` cards, behind every mark, on several boards: which sets, worth what."""
    rules = _rules(species, seasons, Effect.NONE)
    base, boards = _scoring(rules), _boards(rules)
    there = [*CATEGORIES[:species], *CATEGORIES[4 : 4 + seasons]]
    offered = [
        ScoreSet(start, size, category)
        for start in range(-1, length + 1)
        for size in range(-1, length + 2)
        for category in there
    ]
    for row in product(_sorts(species, seasons), repeat=length):
        names = [set(card.token.split("-")) for card in row]
        for last_end in (0, *range(2, length + 1)):
            for board in boards if last_end == 0 else boards[:1]:
                state = _with(base, row, last_end=last_end, board=board)
                due = [
                    each for each in offered if _is_set(names, each.start, each.length, each.category, last_end, board)
                ]
                _check_sets(state, due, offered)
                yield state


def _check_sets(state: State, due: list[ScoreSet], offered: list[ScoreSet]) -> None:
    """Check that just the sets due may be declared, listed in order, and what each is worth."""
    listed = [action for action in birdie.legal_actions(state) if isinstance(action, ScoreSet)]
    in_order = sorted(due, key=lambda each: (each.start, each.length, CATEGORIES.index(each.category)))
    _demand(listed == in_order, "birdie/set-choice", state, f"the sets are {in_order}, not {listed}")
    allowed = [each for each in offered if birdie.verify(state, each) is None]
    _demand(allowed == due, "birdie/set-uniform", state, f"{allowed} may be declared, and should {due}")
    was = state.boards[0]
    for each in due:
        after = birdie.apply(state, each)
        now, place = after.boards[0], CATEGORIES.index(each.category)
        written = [points for at, points in enumerate(now.sets) if at == place or points != was.sets[at]]
        _demand(written == [each.length], "birdie/set-points", state, f"{each} gives {written}")
        _demand(now.crosses == was.crosses + 1, "birdie/set-cross", state, f"{each} gives no cross")
        _demand(after.last_end == each.start + each.length, "birdie/set-disjoint", state, f"{each}")


# --- abilities ---------------------------------------------------------------------------------------


def edits(species: int, seasons: int, length: int) -> Iterator[State]:
    """Check every row of `length` cards with every hand of none to two: each effect, in all ways and some more."""
    sorts = _sorts(species, seasons)
    hands = [
        (),
        *((card,) for card in sorts),
        *((one, two) for one in sorts for two in sorts if one.index <= two.index),
    ]
    for effect in (Effect.REMOVE, Effect.MOVE, Effect.SWAP, Effect.INSERT):
        base = attrs.evolve(_scoring(_rules(species, seasons, effect)), phase=Phase.EDIT, effect=effect)
        offered = _offered(length, sorts)
        for row in product(sorts, repeat=length):
            for hand in hands if effect is Effect.INSERT else hands[:1]:
                state = _with(base, row, hand)
                _check_edits(state, offered, effect)
                yield state
            for hand in hands:
                state = _with(_scoring(base.rules), row, hand)
                _check_use(state, sorts, effect)
                yield state


def _sorts(species: int, seasons: int) -> Cards:
    there = CATEGORIES[4 : 4 + seasons]
    return tuple(card for card in PRINTED if card.species in CATEGORIES[:species] and card.season in there)


def _offered(length: int, sorts: Cards) -> list[Any]:
    """Edits of every kind, at every place and just beside them, in the order in which legal ones are listed."""
    places = range(-1, length + 2)
    return [
        *(Remove(at) for at in places),
        *(Move(from_, to) for from_ in places for to in places),
        *(Swap(at) for at in places),
        *(Insert(card, at) for card in sorts for at in places),
    ]


def _edited(row: Cards, hand: Cards, edit: Any) -> Cards | None:
    """The row after an edit, built place by place; None where it cannot be carried out."""
    n = len(row)
    match edit:
        case Remove(at) if 0 <= at < n:
            return tuple(row[place + (place >= at)] for place in range(n - 1))
        case Move(from_, to) if from_ != to and {from_, to} <= set(range(n)):
            way = 1 if to > from_ else -1
            between = range(min(from_, to), max(from_, to) + 1)
            return tuple(
                row[from_] if place == to else row[place + way] if place in between else row[place]
                for place in range(n)
            )
        case Swap(at) if {at, at + 1} <= set(range(n)):
            return tuple(row[2 * at + 1 - place] if place in (at, at + 1) else row[place] for place in range(n))
        case Insert(card, at) if hand.count(card) and at in range(n + 1):
            return tuple(card if place == at else row[place - (place > at)] for place in range(n + 1))
    return None


def _check_edits(state: State, offered: list[Any], effect: Effect) -> None:
    """Check that the effect due can be carried out in just the ways that there are, and what each comes to."""
    row, hand = state.piles[0], state.hands[0]
    slug = f"birdie/effect-{effect.value}"
    due = {
        edit: after
        for edit in offered
        if type(edit).__name__.lower() == effect.value and (after := _edited(row, hand, edit)) is not None
    }
    listed = birdie.legal_actions(state)
    _demand(listed == tuple(due), slug, state, f"the edits are {list(due)}, not {listed}")
    allowed = [edit for edit in offered if birdie.verify(state, edit) is None]
    _demand(allowed == list(due), slug, state, f"{allowed} may be done, and should {list(due)}")
    for edit, row_due in due.items():
        done = birdie.apply(state, edit)
        _demand(done.piles == (row_due, ()), slug, state, f"{edit} gives {done.piles[0]}")
        lying = sorted(card.token for card in (*done.piles[0], *done.hands[0], *done.out))
        _demand(lying == sorted(card.token for card in (*row, *hand)), slug, state, f"{edit} loses a card")
        _demand(done.phase is Phase.SCORE, "birdie/edit", state, f"{edit} does not go back to scoring")


def _check_use(state: State, sorts: Cards, effect: Effect) -> None:
    """Check that a card of the hand buys the ability of its species, if there is then something to do."""
    row, hand = state.piles[0], state.hands[0]
    left = len(hand) - 1
    possible = {"remove": len(row) > 0, "move": len(row) > 1, "swap": len(row) > 1, "insert": left > 0}[effect.value]
    due = list(dict.fromkeys(hand)) if possible else []
    bought = [action.discard for action in birdie.legal_actions(state) if isinstance(action, UseAbility)]
    _demand(bought == due, "birdie/ability-effect", state, f"{effect.value}: bought by {bought}, and should by {due}")
    for card in sorts:
        allowed = birdie.verify(state, UseAbility(card.species, card)) is None
        _demand(allowed is (card in due), "birdie/ability-cost", state, f"{card} buys {effect.value}: {allowed}")


def _up_to(longest: int, check: Callable[[int, int, int], Iterator[State]], species: int, seasons: int) -> int:
    return sum(1 for length in range(longest + 1) for _ in check(species, seasons, length))


def _named(
    name: str, check: Callable[[int, int, int], Iterator[State]], *worlds: tuple[int, int, int]
) -> dict[str, Callable[[], int]]:
    """What is counted out for each of these species, seasons and greatest lengths, by name."""
    return {
        f"{name} of up to {longest} cards, {species} × {seasons} sorts": partial(
            _up_to, longest, check, species, seasons
        )
        for species, seasons, longest in worlds
    }


#: What is counted out, by name.
KERNELS: dict[str, Callable[[], int]] = {
    **_named("sets in all rows", sets, (2, 2, 6), (3, 2, 4), (4, 4, 3)),
    **_named("edits of all rows", edits, (2, 2, 5), (2, 1, 6), (4, 4, 2)),
}


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    return count_out(KERNELS, "properties.worlds.rows", __doc__, words)


if __name__ == "__main__":
    run_command(main)
