"""Sets: what a row may score."""

from __future__ import annotations

from collections.abc import Iterator

from lexludi.birdie.cards import Card, Cards, Category
from lexludi.birdie.state import Board, State, acting, scored
from lexludi.core.clauses import clause
from lexludi.core.game import Seat
from lexludi.core.tuples import replaced

__all__ = [
    "LEAST",
    "board_with",
    "is_long_enough",
    "is_open",
    "is_uniform",
    "is_within",
    "possible_sets",
    "row",
    "run_ends",
    "score_set",
    "set_points",
    "shares",
    "starts_after",
]

#: The fewest cards of a set. Clause birdie/set-run.
LEAST = 2


@clause("birdie/row")
def row(state: State, seat: Seat) -> Cards:
    """The row of a seat in scoring, left to right: its pile turned up, as it was built. Clause birdie/row."""
    return state.piles[seat]


@clause("birdie/set-run")
def is_long_enough(length: int) -> bool:
    """Whether so many cards can be a set. Clause birdie/set-run."""
    return length >= LEAST


@clause("birdie/set-run")
def is_within(row: Cards, start: int, length: int) -> bool:
    """Whether a run lies within the row. Clause birdie/set-run."""
    return start >= 0 and start + length <= len(row)


@clause("birdie/set-disjoint")
def starts_after(start: int, last_end: int) -> bool:
    """Whether a set that begins at `start` shares no card with the one that ended at `last_end`.

    Clause birdie/set-disjoint.
    """
    return start >= last_end


@clause("birdie/set-uniform")
def shares(card: Card, category: Category) -> bool:
    """Whether a card is of a species or season. Clause birdie/set-uniform."""
    return card.species is category or card.season is category


@clause("birdie/set-uniform")
def is_uniform(row: Cards, start: int, length: int, category: Category) -> bool:
    """Whether all cards of a run are of one species or season. Clause birdie/set-uniform.

    >>> from lexludi.birdie.cards import Season, Species, cards
    >>> two = cards("OWL-SPRING OWL-WINTER")
    >>> is_uniform(two, 0, 2, Species.OWL), is_uniform(two, 0, 2, Season.WINTER)
    (True, False)
    """
    return all(shares(card, category) for card in row[start : start + length])


@clause("birdie/category-once")
def is_open(board: Board, category: Category) -> bool:
    """Whether a category has not been scored yet, in either round. Clause birdie/category-once."""
    return board.sets[category.index] is None


def run_ends(row: Cards) -> tuple[tuple[int, int], ...]:
    """For each position, where the run of its species and the run of its season that go on there end.

    >>> from lexludi.birdie.cards import cards
    >>> run_ends(cards("OWL-SPRING OWL-WINTER ROBIN-WINTER"))
    ((2, 1), (2, 3), (3, 3))
    """
    ends: list[tuple[int, int]] = []
    right: Card | None = None
    by_species = by_season = len(row)
    for at in range(len(row) - 1, -1, -1):
        card = row[at]
        if right is None or card.species is not right.species:
            by_species = at + 1
        if right is None or card.season is not right.season:
            by_season = at + 1
        ends.append((by_species, by_season))
        right = card
    return tuple(ends[::-1])


@clause("birdie/set-choice")
def possible_sets(row: Cards, last_end: int, board: Board) -> Iterator[tuple[int, int, Category]]:
    """Every set that may be declared next: start, length, category, in this order.

    A set may stop short of the longest run, and leave cards out before it. Clause birdie/set-choice.

    >>> from lexludi.birdie.cards import cards
    >>> from lexludi.birdie.state import EMPTY_BOARD
    >>> list(possible_sets(cards("OWL-SPRING OWL-WINTER OWL-WINTER"), 0, EMPTY_BOARD))
    [(0, 2, OWL), (0, 3, OWL), (1, 2, OWL), (1, 2, WINTER)]
    """
    ends = run_ends(row)
    for start in range(last_end, len(row)):
        card = row[start]
        species_end, season_end = ends[start]
        if not is_open(board, card.species):
            species_end = start
        if not is_open(board, card.season):
            season_end = start
        for end in range(start + LEAST, max(species_end, season_end) + 1):
            if end <= species_end:
                yield start, end - start, card.species
            if end <= season_end:
                yield start, end - start, card.season


@clause("birdie/set-points")
def set_points(length: int) -> int:
    """What a set is worth: a point a card. Clause birdie/set-points."""
    return length


@clause("birdie/set-cross", "birdie/category-once")
def board_with(board: Board, category: Category, length: int) -> Board:
    """The board once a set is written down: its points, and a cross.

    Clauses birdie/set-cross, birdie/category-once.
    """
    sets = replaced(board.sets, category.index, set_points(length))
    return Board(sets, board.crosses + 1, board.pass_points, board.abilities_used)


@clause("birdie/set-disjoint", "birdie/set-points")
def score_set(state: State, start: int, length: int, category: Category) -> State:
    """The seat to act scores a set; the next one begins where it ended, or further right.

    Clauses birdie/set-disjoint, birdie/set-points.
    """
    seat = acting(state)
    return scored(
        state,
        to_act=seat,
        hands=state.hands,
        piles=state.piles,
        boards=replaced(state.boards, seat, board_with(state.boards[seat], category, length)),
        out=state.out,
        last_end=start + length,
    )
