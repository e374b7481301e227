"""Tables of Birdie for examples: cards in short notation, and states in which they lie as one likes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from lexludi import birdie
from lexludi.birdie.cards import Cards, canonical, deck
from lexludi.birdie.invariants import broken
from lexludi.birdie.state import EMPTY_BOARD
from lexludi.testing.birdie_deals import deal_giving

_SPECIES = {species.value[0]: species for species in birdie.Species}
_SEASONS = list(birdie.Season)


def bird(short: str) -> birdie.Card:
    """A card by the letter of its species and the number of its season: O1 is OWL-SPRING."""
    return birdie.card(f"{_SPECIES[short[0]].value}-{_SEASONS[int(short[1]) - 1].value}")


def birds(short: str) -> Cards:
    """Cards in short notation: "O1 R4"."""
    return tuple(bird(one) for one in short.split())


def dealt(
    display: str = "", *hands: str, draw: str = "", under: str = "", rules: birdie.Rules | None = None
) -> birdie.State:
    """A round 1 that has just been laid out; two players unless `rules` say otherwise."""
    rules = rules or birdie.Rules(players=2)
    named = [birds(hand) for hand in hands] + [()] * (rules.players - len(hands))
    deal = deal_giving(named, birds(display), rules, draw=birds(draw), under=birds(under))
    return birdie.apply(birdie.start(rules), deal)


def played(state: birdie.State, *actions: Any) -> birdie.State:
    """The state after some actions."""
    for action in actions:
        state = birdie.apply(state, action)
    return state


def take(short: str) -> birdie.Take:
    return birdie.Take(bird(short))


def pair(short: str) -> birdie.TakePair:
    return birdie.TakePair(birds(short))


def lay(short: str) -> birdie.Lay:
    return birdie.Lay(bird(short))


PASS, END_TURN, END_SCORING = birdie.Pass(), birdie.EndTurn(), birdie.EndScoring()


def board(sets: Mapping[birdie.Category, int] = {}, used: Sequence[birdie.Species] = ()) -> birdie.Board:
    """A board with some sets and used abilities, and no points for passing."""
    points = tuple(sets.get(category) for category in birdie.CATEGORIES)
    return birdie.Board(points, len(sets), 0, tuple(used))


def scoring(
    *rows: str,
    hands: Sequence[str] = (),
    rules: birdie.Rules | None = None,
    round: int = 1,  # noqa: A002
    boards: Sequence[birdie.Board] = (),
    trophies: Mapping[birdie.Species, int] = {},
) -> birdie.State:
    """A state in which the starter is to score: the rows, hands, and boards named, a seat each."""
    rules = rules or birdie.Rules(players=max(2, len(rows)))
    n = rules.players
    all_rows = [birds(row) for row in rows] + [()] * (n - len(rows))
    all_hands = [canonical(birds(hand)) for hand in hands] + [()] * (n - len(hands))
    rest = list((Counter(deck(rules)) - Counter(card for zone in (*all_rows, *all_hands) for card in zone)).elements())
    assert len(rest) + sum(len(zone) for zone in (*all_rows, *all_hands)) == rules.deck_size, "too many copies"
    under, rest = rest[:n], rest[n:]
    away = rules.deck_size // 2 if n == 2 else 0
    other, rest = rest[:away], rest[away:]
    passed = tuple(range(n - 1, -1, -1))
    written = [*boards, *[EMPTY_BOARD] * (n - len(boards))]
    state = attrs.evolve(
        birdie.start(rules),
        phase=birdie.Phase.SCORE,
        round=round,
        to_act=rules.starters[round - 1],
        display=tuple(rest[:4]),
        draw_pile=tuple(rest[4:]),
        under_stop=tuple(under),
        other_half=tuple(other) if round == 1 else (),
        stop_revealed=len(rest) < 4,
        hands=tuple(all_hands),
        piles=tuple(all_rows),
        passed=passed,
        boards=tuple(attrs.evolve(one, pass_points=round * passed[seat]) for seat, one in enumerate(written)),
        trophies=tuple(trophies.get(species) for species in tuple(birdie.Species)[: rules.species]),
    )
    fault = broken(state)
    assert fault is None, fault
    return state


def refusal(state: birdie.State, action: Any, seat: int | None = None) -> tuple[str, str] | None:
    """Reason code and clause of a refused action; None when it is legal."""
    violation = birdie.verify(state, action, seat)
    return None if violation is None else (violation.code, violation.clause)
