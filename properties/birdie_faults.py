"""Faults of Birdie, to be planted as `properties.faults` says: kind, name, file, code for the end of the file."""

from __future__ import annotations

__all__ = ["BIRDIE_FAULTS"]

BIRDIE_FAULTS: tuple[tuple[int, str, str, str], ...] = (
    (
        15,
        "a set may not stop short of the longest run",
        "birdie/sets.py",
        """
def possible_sets(row, last_end, board):
    found = list(was_possible_sets(row, last_end, board))
    longest = {}
    for start, length, category in found:
        longest[start, category] = length
    return iter([one for one in found if longest[one[0], one[2]] == one[1]])
""",
    ),
    (
        15,
        "a run of equal cards can be scored for its species alone",
        "birdie/sets.py",
        """
def is_uniform(row, start, length, category):
    run = row[start : start + length]
    return was_is_uniform(row, start, length, category) and (len(set(run)) > 1 or category is run[0].species)
""",
    ),
    (
        16,
        "the last card of a set may begin the next one",
        "birdie/sets.py",
        """
def score_set(state, start, length, category):
    after = was_score_set(state, start, length, category)
    return attrs.evolve(after, last_end=start + length - 1)
""",
    ),
    (
        16,
        "a set may begin within the last one",
        "birdie/sets.py",
        """
def starts_after(start, last_end):
    return start >= last_end - 1
""",
    ),
    (
        17,
        "the cards under the stop card are drawn too",
        "birdie/turns.py",
        """
def end_turn(state):
    after = was_end_turn(state)
    if len(after.display) == 4 or not after.under_stop:
        return after
    return attrs.evolve(after, display=(*after.display, after.under_stop[0]), under_stop=after.under_stop[1:])
""",
    ),
    (
        17,
        "the stop card comes up with the last card drawn",
        "birdie/turns.py",
        """
def take(state, card):
    after = was_take(state, card)
    return attrs.evolve(after, stop_revealed=after.stop_revealed or not after.draw_pile)
""",
    ),
    (
        17,
        "a display that lacks a card is not refilled at all when too few are left",
        "birdie/turns.py",
        """
def refilled(display, draw_pile):
    enough = len(draw_pile) >= DISPLAY - len(display)
    return was_refilled(display, draw_pile) if enough else (display, draw_pile)
""",
    ),
    (
        25,
        "who passes gets a point for each player, its own among them",
        "birdie/turns.py",
        """
def pass_points(passed):
    return active(passed)
""",
    ),
    (
        10,
        "an odd card is of round 1",
        "birdie/setup.py",
        """
def half_size(cards):
    return (cards + 1) // 2
""",
    ),
    (
        25,
        "a card in pair and hand is laid from the hand",
        "birdie/turns.py",
        """
def lay(state, card):
    seat = acting(state)
    if card not in state.hands[seat] or not state.pair:
        return was_lay(state, card)
    hands = replaced(state.hands, seat, without(state.hands[seat], card))
    return _laying(state, state.display, state.pair, hands, replaced(state.piles, seat, (*state.piles[seat], card)))
""",
    ),
    (
        22,
        "the insert may be of the card that was paid",
        "birdie/abilities.py",
        """
def is_possible(effect, row, hand):
    return effect is Effect.INSERT or was_is_possible(effect, row, hand)
""",
    ),
    (
        14,
        "equal points take the trophy away",
        "birdie/scoring.py",
        """
def awarded(boards, trophies):
    return tuple(most_points(boards, species) for species in tuple(Species)[: len(trophies)])
""",
    ),
    (
        19,
        "the owner may look into the pile",
        "birdie/view.py",
        """
def view(state, seat):
    seen = was_view(state, seat)
    return attrs.evolve(seen, rows=tuple(p if s == seat else () for s, p in enumerate(state.piles))
        if seen.rows is None and state.piles[seat] else seen.rows)
""",
    ),
    (
        19,
        "all are told what is laid from a hand",
        "birdie/telling.py",
        """
def _seen(event, viewer):
    return event if isinstance(event, Laid) else was__seen(event, viewer)
""",
    ),
)
