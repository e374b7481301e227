"""Situations of Druids in few words, for the tests.

A *move* is written as it is spoken: `R9` plays a card, `GAIA>R` leads Gaia as R, `GAIA>R>highest` with
the variant, `SICKLE>R` and `MISTLETOE>B` place a won special card.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from lexludi import druids
from lexludi.druids.cards import Cards, canonical
from lexludi.druids.invariants import check
from lexludi.druids.state import Display

#: Small worlds of every shape: few players, one domain, one value, no specials, more cards than hands take.
SMALL = (
    druids.Rules(players=2, domains=3, values=3, sickles=1, mistletoes=1, hand_size=6, rounds=3),
    druids.Rules(players=2, domains=1, values=4, sickles=2, mistletoes=2, hand_size=4, rounds=2, first_dealer=1),
    druids.Rules(players=3, domains=2, values=4, sickles=0, mistletoes=0, hand_size=3, rounds=2),
    druids.Rules(players=3, domains=5, values=1, sickles=2, mistletoes=2, hand_size=3, rounds=4, sun_and_moon=True),
    druids.Rules(players=4, domains=4, values=5, sickles=2, mistletoes=2, hand_size=6, rounds=3, first_dealer=3),
    druids.Rules(players=5, domains=3, values=4, sickles=2, mistletoes=1, hand_size=3, rounds=2, sun_and_moon=True),
)

#: The published game for each number of players, without and with the variant.
PUBLISHED = tuple(druids.Rules(players=n, sun_and_moon=variant) for n in (3, 4, 5) for variant in (False, True))


def tokens(cards: Cards) -> str:
    """The cards as text: the inverse of `druids.cards`."""
    return " ".join(card.token for card in cards)


def run(letter: str, first: int, last: int) -> str:
    """The tokens of a domain from one value to another."""
    return " ".join(f"{letter}{value}" for value in range(first, last + 1))


def move(text: str) -> druids.Action:
    """The action that a move, as above, means."""
    name, *said = text.split(">")
    if not said:
        return druids.Play(druids.card(name))
    domain = druids.Domain(said[0])
    if name == "GAIA":
        return druids.LeadGaia(domain, druids.Top(said[1]) if said[1:] else None)
    return druids.PlaceSickle(domain) if name == "SICKLE" else druids.PlaceMistletoe(domain)


def spoken(action: druids.Action) -> str:
    """The move that an action of a player is: the inverse of `move`."""
    match action:
        case druids.Play(card):
            return card.token
        case druids.LeadGaia(domain, top):
            return f"GAIA>{domain.value}" + (f">{top.value}" if top else "")
        case druids.PlaceSickle(domain):
            return f"SICKLE>{domain.value}"
        case druids.PlaceMistletoe(domain):
            return f"MISTLETOE>{domain.value}"
        case druids.Deal():
            raise AssertionError("a deal is no move")


def after(state: druids.State, moves: str) -> druids.State:
    """The state after some moves, each by whoever is to act."""
    for text in moves.split():
        state = druids.apply(state, move(text))
    return state


def legal(state: druids.State) -> str:
    """The legal moves, in the order in which they are listed."""
    return " ".join(spoken(action) for action in druids.legal_actions(state))


def refusal(state: druids.State, action: druids.Action | str, seat: int | None = None) -> tuple[str, str] | None:
    """The clause and the code with which an action is refused; None when it is legal."""
    violation = druids.verify(state, move(action) if isinstance(action, str) else action, seat)
    return None if violation is None else (violation.clause, violation.code)


def code(state: druids.State, action: druids.Action | str, seat: int | None = None) -> str | None:
    """The code with which an action is refused; None when it is legal."""
    refused = refusal(state, action, seat)
    return None if refused is None else refused[1]


def stacks(state: druids.State, seat: int) -> dict[str, str]:
    """Domain → stack from bottom to top, of one seat: only the stacks that are there."""
    display = state.displays[seat]
    return {domain.value: tokens(stack) for domain, stack in zip(druids.Domain, display, strict=False) if stack}


def dealt(*hands: str, rules: druids.Rules | None = None, state: druids.State | None = None) -> druids.State:
    """The state after a deal that gives these hands, filled up with other cards in canonical order."""
    from lexludi.testing.druids_deals import deal_giving  # noqa: PLC0415 - the walls: tests alone need it

    rules = rules or druids.Rules(players=len(hands))
    state = state or druids.start(rules)
    return druids.apply(state, deal_giving([druids.cards(hand) for hand in hands], rules, dealer=state.dealer))


def table(
    *hands: str,
    displays: Sequence[str] = (),
    to_act: int = 0,
    rules: druids.Rules | None = None,
    scores: Sequence[tuple[int, ...]] = (),
    dealer: int = 0,
    top: druids.Top = druids.Top.LOWEST,
) -> druids.State:
    """A table in mid-round, `to_act` to lead: hands, and displays as `"MISTLETOE G7 G2 | B5"` by seat.

    All other cards are out of play. It is a state that keeps all invariants.
    """
    rules = rules or druids.Rules(players=len(hands), first_dealer=dealer)
    none: tuple[int, ...] = ()
    lying = tuple(canonical(druids.cards(hand)) for hand in hands)
    shown = tuple(_display(text, rules) for text in (*displays, *("",) * (len(hands) - len(displays))))
    used = Counter(card for zone in (*lying, *(stack for display in shown for stack in display)) for card in zone)
    state = druids.State.of(
        rules=rules,
        phase=druids.Phase.PLAY,
        round=1 + (len(scores[0]) if scores else 0),
        dealer=dealer,
        to_act=to_act,
        hands=lying,
        trick=None,
        pending=(),
        displays=shown,
        aside=canonical((Counter(druids.deck(rules)) - used).elements()),
        top=top,
        scores=tuple(scores) or (none,) * len(hands),
    )
    check(state)
    return state


def _display(text: str, rules: druids.Rules) -> Display:
    by_domain: dict[druids.Domain | None, Cards] = {}
    for stack in filter(None, (druids.cards(part) for part in text.split("|"))):
        by_domain[stack[-1].domain] = stack
    return tuple(by_domain.get(domain, ()) for domain in tuple(druids.Domain)[: rules.domains])


@cache
def game(rules: druids.Rules, seed: int) -> tuple[tuple[druids.State, druids.Action], ...]:
    """A game of random moves: each state in which something happens, with the action taken."""
    return tuple(_moves(rules, seed))


def _moves(rules: druids.Rules, seed: int) -> Iterator[tuple[druids.State, druids.Action]]:
    source = random.Random(seed)
    state = druids.start(rules)
    while not druids.is_over(state):
        actions = druids.legal_actions(state)
        action = source.choice(actions) if actions else druids.shuffled(state, source)
        yield state, action
        state = druids.apply(state, action)


def end(rules: druids.Rules, seed: int) -> druids.State:
    """The last state of that game."""
    return druids.apply(*game(rules, seed)[-1])


def every_game() -> Iterator[tuple[tuple[druids.State, druids.Action], ...]]:
    """A good few games of every published table and of many small ones."""
    for rules in PUBLISHED:
        yield game(rules, 1)
    for rules in SMALL:
        for seed in range(8):
            yield game(rules, seed)


def every_state() -> Iterator[druids.State]:
    """The states of `every_game`, the last ones included."""
    for played in every_game():
        for state, _ in played:
            yield state
        yield druids.apply(*played[-1])


__all__ = [
    "PUBLISHED",
    "SMALL",
    "after",
    "code",
    "dealt",
    "end",
    "every_game",
    "every_state",
    "game",
    "legal",
    "move",
    "refusal",
    "run",
    "spoken",
    "stacks",
    "table",
    "tokens",
]
