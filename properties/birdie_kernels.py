"""The small functions of Birdie, counted out: cards, sets, abilities, scoring, and the solver.

Games lay only some rows, and end with only some boards; a function that other programs may call must be right
there too. The formulas are those of the specification, over tokens. `birdie_turn_kernels` has the others.
"""

from __future__ import annotations

import copy
import itertools
import pickle
from collections import Counter
from collections.abc import Iterator
from functools import cache

import attrs

from lexludi import birdie
from lexludi.birdie import abilities, scoring, sets
from lexludi.birdie.actions import Edit, Insert, Move, Remove, ScoreSet, Swap, effect_of
from lexludi.birdie.cards import (
    CATEGORIES,
    STOP,
    Cards,
    Season,
    Species,
    canonical,
    card,
    cards,
    deck,
    in_box,
    in_world,
)
from lexludi.birdie.rules import Effect
from lexludi.birdie.solver import best_sets
from lexludi.birdie.state import EMPTY_BOARD, Board, Phase
from properties.birdie_contract import deck_tokens
from properties.birdie_turn_kernels import TURN_KERNELS
from properties.counted import Case, Kernels, error_of

__all__ = ["KERNELS"]

_SPECIES = ("WOODPECKER", "PIGEON", "OWL", "ROBIN")
_SEASONS = ("SPRING", "SUMMER", "AUTUMN", "WINTER")
_NAMES = (*_SPECIES, *_SEASONS)
_TOKENS = [f"{species}-{season}" for species in _SPECIES for season in _SEASONS]
#: Two species and two seasons: enough for rows in which every kind of neighbour stands.
_FOUR = ("PIGEON-SPRING", "PIGEON-WINTER", "OWL-SPRING", "OWL-WINTER")

_Row = tuple[str, ...]


def _cards() -> Iterator[Case]:
    """What the cards are, and that each is one object: birdie/deck, birdie/card-order."""
    yield "species", tuple(each.value for each in Species), _SPECIES
    yield "seasons", tuple(each.value for each in Season), _SEASONS
    yield "categories", tuple(each.value for each in CATEGORIES), _NAMES
    yield "their indexes", tuple(each.index for each in CATEGORIES), tuple(range(8))
    yield "their words", repr(CATEGORIES), f"({', '.join(_NAMES)})"
    for at, token in enumerate(_TOKENS):
        this = card(token)
        yield token, (this.token, this.index, repr(this)), (token, at, token)
        yield token, f"{this.species.value}-{this.season.value}", token
        same = (pickle.loads(pickle.dumps(this)), copy.copy(this), copy.deepcopy(this), *cards(token))
        yield token, tuple(each is this for each in same), (True,) * 4
    same_stop = (pickle.loads(pickle.dumps(STOP)), copy.copy(STOP), copy.deepcopy(STOP))
    yield "the stop card", tuple(each is STOP for each in same_stop), (True,) * 3
    yield "the stop card", (STOP.token, repr(STOP)), ("STOP", "STOP")
    for wrong in ("OWL", "owl-spring", "STOP", "", None, 3, ("OWL-SPRING",), ["OWL-SPRING"]):
        told = f"DecodeError: card: {wrong!r}, expected SPECIES-SEASON, such as OWL-SPRING"
        yield wrong, error_of(card, wrong), told
    for tokens in itertools.product((*_FOUR, "ROBIN-SUMMER"), repeat=3):
        due = cards(" ".join(sorted(tokens, key=_TOKENS.index)))
        yield tokens, canonical(cards(" ".join(tokens))), due


def _decks() -> Iterator[Case]:
    """What is in play in some worlds, and what is back in the box: birdie/deck, birdie/conservation."""
    for species, seasons, copies in itertools.product((1, 2, 4), (1, 3, 4), (4, 16)):
        if species * seasons * copies < 13:
            continue
        rules = birdie.Rules(players=3, species=species, seasons=seasons, copies=copies)
        tokens = deck_tokens(rules)
        yield rules, deck(rules), cards(" ".join(tokens))
        for token in _TOKENS:
            yield (rules, token), in_world(card(token), rules), token in tokens
        for place, category in enumerate(CATEGORIES):
            yield (rules, category), in_world(category, rules), place % 4 < (species if place < 4 else seasons)
        for lying in ((), tokens[:1], tokens[3:9], tokens[1:], tokens):
            left = Counter(tokens) - Counter(lying)
            box = cards(" ".join(sorted(left.elements(), key=_TOKENS.index)))
            yield (rules, lying), in_box(cards(" ".join(lying)), rules), box
            yield (rules, lying), in_box(cards(" ".join(lying[::-1])), rules), box


# --- sets -----------------------------------------------------------------------------------------


@cache
def _rows(longest: int) -> tuple[_Row, ...]:
    return tuple(row for size in range(longest + 1) for row in itertools.product(_FOUR, repeat=size))


def _same_kind(row: _Row, start: int, end: int, name: str) -> bool:
    return all(name in token.split("-") for token in row[start:end])


def _runs() -> Iterator[Case]:
    """Every run of every row of up to four cards: birdie/set-run, birdie/set-uniform, birdie/set-disjoint."""
    for length in range(-1, 5):
        yield length, sets.is_long_enough(length), length >= 2
    for start, last_end in itertools.product(range(4), repeat=2):
        yield (start, last_end), sets.starts_after(start, last_end), start >= last_end
    for token, category in itertools.product(_TOKENS, CATEGORIES):
        yield (token, category), sets.shares(card(token), category), category.value in token.split("-")
    for row in _rows(4):
        laid = cards(" ".join(row))
        for start, length in itertools.product(range(-1, len(row) + 1), range(5)):
            inside = start in range(len(row) + 1) and start + length in range(len(row) + 1)
            yield (row, start, length), sets.is_within(laid, start, length), inside
            if inside and len(row) < 4:
                for name, category in zip(_NAMES, CATEGORIES, strict=True):
                    due = _same_kind(row, start, start + length, name)
                    yield (row, start, length, name), sets.is_uniform(laid, start, length, category), due
        ends = tuple(
            (_furthest(row, at, token.split("-")[0]), _furthest(row, at, token.split("-")[1]))
            for at, token in enumerate(row)
        )
        yield row, sets.run_ends(laid), ends


def _furthest(row: _Row, start: int, name: str) -> int:
    return max(end for end in range(start, len(row) + 1) if _same_kind(row, start, end, name))


def _board(*scored: str, points: int = 2) -> Board:
    return attrs.evolve(EMPTY_BOARD, sets=tuple(points if name in scored else None for name in _NAMES))


def _choices() -> Iterator[Case]:
    """What of every row may be declared, with what is scored already: birdie/set-choice, birdie/category-once."""
    for scored in ((), ("OWL",), ("SPRING",), ("PIGEON", "WINTER"), _NAMES):
        board = _board(*scored)
        for name, category in zip(_NAMES, CATEGORIES, strict=True):
            yield (scored, name), sets.is_open(board, category), name not in scored
        for row in _rows(4 if scored == () else 3):
            for last_end in range(len(row) + 1):
                due = [
                    (start, length, category)
                    for start in range(last_end, len(row))
                    for length in range(2, len(row) - start + 1)
                    for name, category in zip(_NAMES, CATEGORIES, strict=True)
                    if name not in scored and _same_kind(row, start, start + length, name)
                ]
                found = list(sets.possible_sets(cards(" ".join(row)), last_end, board))
                yield (row, last_end, scored), found, due


def _written() -> Iterator[Case]:
    """What a set writes on a board: birdie/set-points, birdie/set-cross."""
    before = Board((5, None, None, 2, None, None, None, 3), 3, 4, (Species.PIGEON,))
    for place, category in enumerate(CATEGORIES):
        for length in (2, 3, 7):
            written = tuple(length if at == place else points for at, points in enumerate(before.sets))
            due = Board(written, 4, 4, (Species.PIGEON,))
            yield (category, length), sets.board_with(before, category, length), due
            yield length, sets.set_points(length), length


def _best() -> Iterator[Case]:
    """The most that every row of up to five cards scores, by trying everything."""
    opened: list[tuple[str, ...]] = [_NAMES, ("OWL", "SPRING", "WINTER"), ("PIGEON", "OWL"), ("WINTER",), ()]
    rows = [(row, names) for row in _rows(3) for names in opened]
    rows += [(row, _NAMES) for row in _rows(5)[-1024::7]]
    rows += [
        (tuple(_FOUR[place] for place in row), _NAMES) for row in ((0, 0, 2, 2, 0, 0), (0, 1, 1, 3, 3, 2, 2), (3,) * 7)
    ]
    rows += [(tuple(_TOKENS[place] for place in (0, 1, 5, 6, 10, 11, 15, 12, 3, 3)), _NAMES)]
    # Here a set of one card, were there such a thing, would look as good as what the row can score.
    rows += [(tuple(_TOKENS[place] for place in (7, 11, 10, 12, 13, 12, 15, 3)), _NAMES)]
    for row, names in rows:
        wanted = [category for name, category in zip(_NAMES, CATEGORIES, strict=True) if name in names]
        points, crosses, declared = _tried(row, 0, names)
        due = tuple(ScoreSet(start, length, CATEGORIES[_NAMES.index(name)]) for start, length, name in declared)
        found = best_sets(cards(" ".join(row)), wanted)
        yield (row, names), (found.points, found.crosses, found.sets), (points, crosses, due)
        yield (row, names), best_sets(cards(" ".join(row)), iter(wanted)), found


_Declared = tuple[int, int, str]


@cache
def _tried(row: _Row, at: int, names: tuple[str, ...]) -> tuple[int, int, tuple[_Declared, ...]]:
    """The best of all ways to declare sets from a position on; of equal ones the one that is tried first."""
    best: tuple[int, int, tuple[_Declared, ...]] = (0, 0, ())
    for start in range(at, len(row)):
        for length in range(len(row) - start, 1, -1):
            for name in names:
                if _same_kind(row, start, start + length, name):
                    left = tuple(other for other in names if other != name)
                    points, crosses, declared = _tried(row, start + length, left)
                    way = (points + length, crosses + 1, ((start, length, name), *declared))
                    best = way if way[:2] > best[:2] else best
    return best


# --- abilities ------------------------------------------------------------------------------------


def _prices() -> Iterator[Case]:
    """When an ability may be used, what pays for it, and what it then does: birdie/ability-cost, -once, -effect."""
    for last_end in range(4):
        yield last_end, abilities.is_time(last_end), last_end == 0
    for token, species in itertools.product(_TOKENS, Species):
        yield (token, species), abilities.pays_for(species, card(token)), token.startswith(f"{species.value}-")
    bound = birdie.Rules(players=2, abilities=tuple(Effect)[:0:-1])
    names = dict(zip(_SPECIES, ("insert", "swap", "move", "remove"), strict=True))
    for marked in itertools.product((False, True), repeat=4):
        board = attrs.evolve(_board("OWL"), abilities_used=tuple(itertools.compress(Species, marked)), crosses=2)
        for species, done in zip(Species, marked, strict=True):
            yield (marked, species), abilities.is_unused(board, species), not done
            yield species, abilities.effect_bound(bound, species).value, names[species.value]
            due = tuple(each for each, done in zip(Species, marked, strict=True) if done or each is species)
            yield (marked, species), abilities.used(board, species), attrs.evolve(board, abilities_used=due)
    for effect, row, hand in itertools.product(Effect, range(4), range(3)):
        least = {"none": 0, "remove": 1, "move": 2, "swap": 2, "insert": 0}[effect.value]
        due_possible = row >= least and (hand > 0 or effect.value != "insert")
        given = abilities.is_possible(effect, (card("OWL-SPRING"),) * row, (card("ROBIN-WINTER"),) * hand)
        yield (effect, row, hand), given, due_possible


def _edits() -> Iterator[Case]:
    """Every edit of rows of up to four different cards: birdie/edit and the effects."""
    hand = cards("ROBIN-SPRING OWL-WINTER OWL-WINTER")
    extra = card("ROBIN-SPRING")
    kinds: dict[Effect, Edit] = {
        Effect.REMOVE: Remove(0),
        Effect.MOVE: Move(0, 1),
        Effect.SWAP: Swap(0),
        Effect.INSERT: Insert(extra, 0),
    }
    for effect, action in kinds.items():
        yield action, effect_of(action), effect
        for due in (*Effect, None):
            yield (action, due), abilities.is_due(action, due), due is effect
    for size in range(5):
        row = cards(" ".join(_TOKENS[1:16:4][:size]))
        offered = tuple(dict.fromkeys(hand))
        for effect in (*Effect, None):
            wanted = {
                Effect.REMOVE: tuple(Remove(at) for at in range(size)),
                Effect.MOVE: tuple(Move(a, b) for a in range(size) for b in range(size) if a != b),
                Effect.SWAP: tuple(Swap(at) for at in range(size - 1)),
                Effect.INSERT: tuple(Insert(each, at) for each in offered for at in range(size + 1)),
            }
            found = abilities.possible_edits(effect, row, hand)
            yield (effect, size), found, wanted.get(effect, ()) if effect is not None else ()
        for at in range(-2, size + 3):
            yield (size, at), abilities.can_remove(row, at), at in range(size)
            yield (size, at), abilities.can_swap(row, at), at in range(size) and at + 1 in range(size)
            yield (size, at), abilities.can_insert(row, hand, extra, at), at in range(size + 1)
            yield (size, at), abilities.can_insert(row, hand, card("PIGEON-WINTER"), at), False
            for to in range(-2, size + 3):
                due_move = at in range(size) and to in range(size) and at != to
                yield (size, at, to), abilities.can_move(row, at, to), due_move
            yield from _edited(row, at, extra)


def _edited(row: Cards, at: int, extra: birdie.Card) -> Iterator[Case]:
    """The rows that the edits at a place leave, by the changes of a list."""
    if at in range(len(row) + 1):
        after = list(row)
        after.insert(at, extra)
        yield (row, at), abilities.inserted(row, extra, at), tuple(after)
    if at in range(len(row)):
        after = list(row)
        taken = after.pop(at)
        yield (row, at), abilities.removed(row, at), tuple(after)
        for to in range(len(row)):
            put = list(after)
            put.insert(to, taken)
            yield (row, at, to), abilities.moved(row, at, to), tuple(put)
    if at in range(len(row) - 1):
        after = list(row)
        after[at], after[at + 1] = after[at + 1], after[at]
        yield (row, at), abilities.swapped(row, at), tuple(after)


# --- scoring --------------------------------------------------------------------------------------


def _trophies() -> Iterator[Case]:
    """Who has most, and who holds the trophies then, for all points from a few: birdie/trophy, birdie/trophy-tie."""
    for n in (2, 3, 4):
        for points in itertools.product((None, 0, 1, 2, 5), repeat=n):
            most = [seat for seat in range(n) if (points[seat] or 0) == max(each or 0 for each in points)]
            for place in (0, 2) if n < 4 else (1,):
                boards = tuple(
                    attrs.evolve(EMPTY_BOARD, sets=tuple(each if at == place else None for at in range(8)))
                    for each in points
                )
                best = most[0] if len(most) == 1 else None
                yield (points, place), scoring.most_points(boards, tuple(Species)[place]), best
                for holders in ((None, n - 1, 0), (0, None, None)):
                    changed = tuple(best if at == place and best is not None else h for at, h in enumerate(holders))
                    yield (points, place, holders), scoring.awarded(boards, holders), changed


def _orders() -> Iterator[Case]:
    """Who scores next, for every starter: birdie/scoring-order."""
    for n in (2, 3, 4):
        for first in range(n):
            order = [*range(first, n), *range(first)]
            for seat, following in zip(order, [*order[1:], None], strict=True):
                yield (n, first, seat), scoring.next_to_score(seat, first, n), following


def _totals() -> Iterator[Case]:
    """Totals of tables at every stage: birdie/total, birdie/cross-value, birdie/trophy-value."""
    crosses = (0, 1, 1, 3, 5, 9, 9, 20, -7)
    for trophy, phase in itertools.product((3, -1), Phase):
        rules = birdie.Rules(players=3, crosses=crosses, trophy=trophy)
        boards = (
            Board((5, None, None, 2, None, 3, None, None), 3, 4, ()),
            Board((None,) * 8, 0, 0, ()),
            Board((2, 2, 2, 2, 3, 2, 2, 2), 8, 1, ()),
        )
        holders = (0, 2, None, 0)
        for seat, board in enumerate(boards):
            yield board, scoring.cross_value(board, rules), crosses[board.crosses]
            yield (trophy, seat), scoring.trophy_value(holders, seat, rules), trophy * holders.count(seat)
        state = attrs.evolve(birdie.start(rules), boards=boards, trophies=holders, phase=phase, round=2)
        over = phase.value == "over"
        due = (14 + over * (3 + 2 * trophy), 0, 18 + over * (-7 + trophy))
        yield (trophy, phase), scoring.totals(state), due


#: All kernels of Birdie.
KERNELS: Kernels = {
    "cards": ("birdie/card-order", _cards),
    "decks": ("birdie/deck", _decks),
    "runs of a row": ("birdie/set-run", _runs),
    "sets to choose from": ("birdie/set-choice", _choices),
    "sets written down": ("birdie/set-cross", _written),
    "what abilities cost": ("birdie/ability-cost", _prices),
    "edits of a row": ("birdie/edit", _edits),
    "trophies": ("birdie/trophy", _trophies),
    "order of scoring": ("birdie/scoring-order", _orders),
    "totals": ("birdie/total", _totals),
    **TURN_KERNELS,
    "best sets": ("birdie/set-choice", _best),
}
