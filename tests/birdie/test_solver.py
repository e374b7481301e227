"""The most that a row can score, against trying everything."""

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from time import perf_counter

import pytest
from tests.birdie.table import birds, played, scoring

from lexludi import birdie
from lexludi.birdie import CATEGORIES, BestSets, Season, Species, best_sets
from lexludi.birdie.cards import PRINTED, Cards, Category, deck


def divisions(row: Cards, at: int, left: frozenset[Category]) -> Iterator[tuple[int, int]]:
    """Points and crosses of every way to divide the row from `at` on."""
    if at >= len(row):
        yield 0, 0
        return
    yield from divisions(row, at + 1, left)
    for category in left & {row[at].species, row[at].season}:
        end = at + 1
        while end < len(row) and category in (row[end].species, row[end].season):
            end += 1
            for points, crosses in divisions(row, end, left - {category}):
                yield points + end - at, crosses + 1


def brute(row: Cards, left: Iterable[Category] = CATEGORIES) -> tuple[int, int]:
    return max(divisions(row, 0, frozenset(left)))


def carried_out(row: Cards, best: BestSets, left: Iterable[Category] = CATEGORIES) -> tuple[int, int]:
    """Points and crosses of the sets, if the rules take them: in order, in the row, uniform, each category once."""
    end, open_now, points = 0, set(left), 0
    for one in best.sets:
        run = row[one.start : one.start + one.length]
        assert one.start >= end
        assert one.length == len(run) >= 2
        assert all(one.category in (card.species, card.season) for card in run)
        open_now.remove(one.category)
        end, points = one.start + one.length, points + one.length
    return points, len(best.sets)


@pytest.mark.parametrize("length", range(7))
def test_every_row_of_two_species_and_two_seasons(length: int) -> None:
    for row in product(birds("W1 W2 P1 P2"), repeat=length):
        best = best_sets(row, CATEGORIES)
        assert (best.points, best.crosses) == brute(row) == carried_out(row, best), row


@pytest.mark.parametrize("cards", ["W1 W2 P1 P2", "W1 W2 W3 P1 P2 O2 O3", " ".join(["O1 O2 R1 R2 R3 P1 W1 W4"])])
def test_random_rows_up_to_nine(cards: str) -> None:
    random, some = Random(31), birds(cards)
    for _ in range(250):
        row = tuple(random.choices(some, k=random.randrange(7, 10)))
        left = [category for category in CATEGORIES if random.random() < 0.8]
        best = best_sets(row, left)
        assert (best.points, best.crosses) == brute(row, left) == carried_out(row, best, left), row


def test_of_equal_points_the_most_crosses() -> None:
    best = best_sets(birds("O1 O4 O4 R4"), CATEGORIES)
    assert (best.points, best.crosses) == (4, 2)


def test_of_equal_choices_the_leftmost_longest_and_first_category() -> None:
    assert best_sets(birds("O1 O1"), CATEGORIES).sets == (birdie.ScoreSet(0, 2, Species.OWL),)
    one = best_sets(birds("O1 O2 R3 O4 O3"), [Species.OWL])
    assert one.sets == (birdie.ScoreSet(0, 2, Species.OWL),)


def test_only_open_categories() -> None:
    row = birds("O1 O2 O3")
    assert best_sets(row, [Season.WINTER]) == BestSets(0, 0, ())
    assert best_sets(row, []) == BestSets(0, 0, ())
    assert best_sets((), CATEGORIES) == BestSets(0, 0, ())
    assert best_sets(birds("O1"), CATEGORIES) == BestSets(0, 0, ())


def test_the_rules_take_what_it_names() -> None:
    state = scoring("O1 O2 R2 R2 R3 P3 P1 P1 W1")
    best = best_sets(state.piles[0], CATEGORIES)
    assert sum(points or 0 for points in played(state, *best.sets).boards[0].sets) == best.points


def test_within_ten_milliseconds_for_32_cards() -> None:
    random, pool = Random(32), list(deck(birdie.Rules(players=4)))
    rows = [tuple(pool[:32]), tuple(pool[16:48])]
    for _ in range(10):
        row = [random.choice(PRINTED)]
        while len(row) < 32:
            near = [card for card in PRINTED if card.species is row[-1].species or card.season is row[-1].season]
            row.append(random.choice(near))
        rows.append(tuple(row))
    for row_ in rows:
        times = []
        for _ in range(3):
            began = perf_counter()
            best_sets(row_, CATEGORIES)
            times.append(perf_counter() - began)
        assert min(times) < 0.010
