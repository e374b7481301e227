"""Hidden: states and deals of Birdie that differ only in what a seat may not see.

Built from the table of what a view holds (docs/formats/view.md), and not from the view itself: whoever sees two
such states must see the same, learn the same, and be refused with the same words. If not, something
leaks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from random import Random
from types import MappingProxyType

import attrs

from lexludi.birdie.actions import Deal
from lexludi.birdie.cards import Card, canonical, deck
from lexludi.birdie.rules import Rules
from lexludi.birdie.state import Phase, State
from lexludi.core.game import Seat

__all__ = ["hidden_places", "perturbed", "perturbed_deal"]

_NOTHING: Mapping[str, Collection[int]] = MappingProxyType({})


def hidden_places(state: State, viewer: Seat) -> Mapping[str, int]:
    """Zone → number of its cards, of the zones that `viewer` does not see into, named as in `zones`.

    Hidden are the other hands; the draw pile, what lies under the stop card, the other half; until
    scoring all piles, the viewer's own among them; and what is out of play or in the box. A view has
    of hands, piles and draw pile the sizes, and of the others nothing.

    >>> import random
    >>> from lexludi import birdie
    >>> state = birdie.start(Rules(players=2))
    >>> state = birdie.apply(state, birdie.shuffled(state, random.Random(7)))
    >>> {zone: size for zone, size in hidden_places(state, 0).items() if size}
    {'hand 1': 2, 'draw_pile': 22, 'under_stop': 2, 'other_half': 32}
    """
    return MappingProxyType({zone: len(cards) for zone, cards in _hidden(state, viewer)})


def _hidden(state: State, viewer: Seat) -> Iterator[tuple[str, list[Card]]]:
    for seat, hand in enumerate(state.hands):
        if seat != viewer:
            yield f"hand {seat}", list(hand)
    if state.phase in (Phase.TURN, Phase.LAY):
        for seat, pile in enumerate(state.piles):
            yield f"pile {seat}", list(pile)
    yield "draw_pile", list(state.draw_pile)
    yield "under_stop", list(state.under_stop)
    yield "other_half", list(state.other_half)
    yield "out", list(state.out)
    yield "box", _box(state)


def _box(state: State) -> list[Card]:
    """The cards of round 1 while two players play round 2; before the first deal none is moved."""
    if not any(state.hands) and not state.under_stop:
        return []
    rest = list(deck(state.rules))
    zones = (*state.hands, *state.piles, state.display, state.pair, state.draw_pile)
    for zone in (*zones, state.under_stop, state.other_half, state.out):
        for card in zone:
            rest.remove(card)
    return rest


def perturbed(state: State, viewer: Seat, random: Random, keep: Mapping[str, Collection[int]] = _NOTHING) -> State:
    """A state that looks like `state` to `viewer`: the cards that it may not see have changed places.

    Any card of a zone that `hidden_places` names may now lie in any other. `keep` names, by zone, places
    whose cards stay, counted from 0 as the zone lists them, so that an action stays legal, or shows the
    same. What is left is a state of a game: it keeps every invariant.

    >>> from lexludi import birdie, states
    >>> from lexludi.testing.birdie_awkward import hand_after_the_pair
    >>> *_, state = states(hand_after_the_pair(3))
    >>> other = perturbed(state, 0, Random(1), {"draw_pile": [0]})
    >>> other.hands[0] == state.hands[0], other.piles[0] == state.piles[0], other.hands[1] == state.hands[1]
    (True, False, False)
    >>> other.draw_pile[0] is state.draw_pile[0]
    True
    >>> birdie.view(other, 0) == birdie.view(state, 0), birdie.view(other, 1) == birdie.view(state, 1)
    (True, False)
    """
    zones = dict(_hidden(state, viewer))
    free = [(cards, at) for zone, cards in zones.items() for at in range(len(cards)) if at not in keep.get(zone, ())]
    moved = [cards[at] for cards, at in free]
    random.shuffle(moved)
    for (cards, at), card in zip(free, moved, strict=True):
        cards[at] = card
    return attrs.evolve(
        state,
        hands=tuple(canonical(zones.get(f"hand {seat}", hand)) for seat, hand in enumerate(state.hands)),
        piles=tuple(tuple(zones.get(f"pile {seat}", pile)) for seat, pile in enumerate(state.piles)),
        draw_pile=tuple(zones["draw_pile"]),
        under_stop=tuple(zones["under_stop"]),
        other_half=tuple(zones["other_half"]),
        out=canonical(zones["out"]),
    )


def perturbed_deal(rules: Rules, starter: Seat, deal: Deal, viewer: Seat, random: Random) -> Deal:
    """A deal in which `viewer` learns the same as in `deal`: the display, and its own hand.

    `starter` is the seat that starts the round: it gets the first card. All other cards of the pile have
    changed places; with two players those of the other half too.

    >>> from lexludi import birdie
    >>> state = birdie.start(Rules(players=4))
    >>> deal = birdie.shuffled(state, Random(7))
    >>> other = perturbed_deal(state.rules, 0, deal, 2, Random(1))
    >>> one, two = birdie.apply(state, deal), birdie.apply(state, other)
    >>> one.hands[2] == two.hands[2], one.display == two.display, one.hands[3] == two.hands[3]
    (True, True, False)
    """
    n, pile = rules.players, list(deal.pile)
    # Two rounds of cards to the hands, the viewer's at its distance from the starter; then the display.
    seen = {place for place in range(2 * n) if (starter + place) % n == viewer} | set(range(2 * n, 2 * n + 4))
    free = [place for place in range(len(pile)) if place not in seen]
    cards = [pile[place] for place in free]
    random.shuffle(cards)
    for place, card in zip(free, cards, strict=True):
        pile[place] = card
    return Deal(tuple(pile))
