"""The rules of Birdie that kernels mirror, and the cases in which both are compared."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from lexludi import birdie
from lexludi.birdie import scoring, sets, turns
from lexludi.birdie.cards import CATEGORIES, PRINTED, Cards
from lexludi.birdie.state import EMPTY_BOARD, Board, scored
from properties.kernels import birdie as kernels
from properties.kernels.mirror import Case, Kernel
from properties.kernels.words import NONE

__all__ = ["KERNELS"]


def _tables() -> Iterator[tuple[int, int, tuple[bool, ...], tuple[int | None, ...]]]:
    """Every number of players, seat, and who has passed: for the kernel, and as the rules have it."""
    for flags in itertools.product((False, True), repeat=4):
        for players in (2, 3, 4):
            for seat in range(players):
                yield players, seat, flags, tuple(at if out else None for at, out in enumerate(flags[:players]))


def _passes(_: bool) -> Iterator[Case]:
    for players, seat, flags, passed in _tables():
        if passed[seat] is None:
            yield (players, seat, *flags), turns.pass_points(passed)


def _follows(_: bool) -> Iterator[Case]:
    for players, seat, flags, passed in _tables():
        following = turns.next_active(seat, passed)
        yield (players, seat, *flags), NONE if following is None else following


def _alone(_: bool) -> Iterator[Case]:
    for players, seat, flags, passed in _tables():
        out = tuple(0 if at == seat else points for at, points in enumerate(passed))
        for limit, alone in itertools.product((NONE, 0, 1, 2, 3, 9), range(4)):
            after, count = turns.lone_turn(passed, seat, alone, None if limit == NONE else limit)
            assert after in (passed, out)
            stops = after == out and passed[seat] is None
            yield (players, limit, alone, seat, *flags), NONE if stops and count == alone + 1 else count


_REASONS = (None, "set-too-short", "set-outside", "set-overlaps", "set-mixed", "category-scored")


def _rows(whole: bool) -> Iterator[Cards]:
    """Rows of up to three of three cards, and all of one; whole: of up to four of four cards, and all of up to two."""
    some = [PRINTED[at] for at in ((0, 1, 4, 5) if whole else (0, 1, 4))]
    for size in range(5 if whole else 4):
        yield from itertools.product(some, repeat=size)
    for size in (1, 2) if whole else (1,):
        yield from itertools.product(PRINTED, repeat=size)


def _refused(whole: bool) -> Iterator[Case]:
    start_state = birdie.start(birdie.Rules(players=2))
    fresh = dict(enumerate(CATEGORIES))
    #: One category has been scored before, or all others have.
    only = {at: Board(tuple(2 if at == other else None for other in fresh), 1, 0, ()) for at in fresh}
    rest = {at: Board(tuple(None if at == other else 2 for other in fresh), 7, 0, ()) for at in fresh}
    for row in _rows(whole):
        size = len(row)
        numbers = [card.index for card in row] + [0] * (4 - size)
        for last, category, has in itertools.product(range(size + 1), fresh, (False, True)):
            boards = (only[category] if has else rest[category], EMPTY_BOARD)
            state = scored(start_state, to_act=0, hands=((), ()), piles=(row, ()), boards=boards, out=(), last_end=last)
            for start, length in itertools.product(range(-1, size + 1), range(size + 2)):
                refusal = birdie.verify(state, birdie.ScoreSet(start, length, fresh[category]))
                due = _REASONS.index(None if refusal is None else refusal.code)
                yield (size, *numbers, last, start, length, category, has), due


def _written(_: bool) -> Iterator[Case]:
    for category, watched in itertools.product(range(8), repeat=2):
        for length, before in itertools.product((2, 3, 8, 40), (None, 2, 9)):
            board = Board(tuple(before if at == watched else 5 for at in range(8)), 3, 0, ())
            after = sets.board_with(board, CATEGORIES[category], length).sets[watched]
            due = NONE if after is None else after
            yield (category, length, watched, NONE if before is None else before), due


def _crossed(_: bool) -> Iterator[Case]:
    units = [tuple(int(at == place) for at in range(9)) for place in range(9)]
    for table in (tuple(range(9)), (0, 0, 1, 1, 2, 3, 4, 6, 8), (0, -5, 7, 2, 2, 0, 0, 100, -1), *units):
        rules = birdie.Rules(players=2, crosses=table)
        for n in range(9):
            yield (n, *table), scoring.cross_value(Board(EMPTY_BOARD.sets, n, 0, ()), rules)


def _awarded(_: bool) -> Iterator[Case]:
    """Five different numbers are more than enough for every way in which four can be ordered, ties included."""
    rest = (None,) * (len(CATEGORIES) - 1)
    boards = {points: Board((points or None, *rest), 0, 0, ()) for points in (0, 2, 3, 4, 9)}
    for points in itertools.product(boards, repeat=4):
        for players in (2, 3, 4):
            table = tuple(boards[each] for each in points[:players])
            for holder in range(NONE, players):
                (now,) = scoring.awarded(table, (None if holder == NONE else holder,))
                yield (players, holder, *points), NONE if now is None else now


#: Every kernel of Birdie that must be proved.
KERNELS = (
    Kernel(kernels.pass_points, "birdie/pass-points", "turns.pass_points", _passes),
    Kernel(kernels.next_active, "birdie/turn-order", "turns.next_active", _follows),
    Kernel(kernels.lone_turn, "birdie/last-player", "turns.lone_turn", _alone),
    Kernel(kernels.set_refusal, "birdie/set-uniform", "verify of score_set", _refused),
    Kernel(kernels.points_after, "birdie/set-points", "sets.board_with", _written),
    Kernel(kernels.cross_points, "birdie/cross-value", "scoring.cross_value", _crossed),
    Kernel(kernels.trophy, "birdie/trophy", "scoring.awarded", _awarded),
)
