"""Stacks: what a won trick does to its winner's display."""

from __future__ import annotations

from operator import attrgetter

from lexludi.core.clauses import clause
from lexludi.core.game import Seat
from lexludi.core.tuples import replaced
from lexludi.druids.actions import MISTLETOES, SICKLES, PlaceMistletoe, PlaceSickle
from lexludi.druids.cards import DOMAINS, GAIA, MISTLETOE, SICKLE, Cards, Domain, canonical
from lexludi.druids.state import Display, Phase, State, Top, new_state, new_table
from lexludi.druids.tricks import trick_winner

__all__ = [
    "choosable",
    "has_all_domains",
    "highest_stacks",
    "in_stack_order",
    "lay_aside_special",
    "mistletoe_choices",
    "own_stacks",
    "phase_with",
    "place_mistletoe",
    "place_sickle",
    "sickle_choices",
    "sorted_onto",
    "specials_in_order",
    "win_trick",
]


_by_index = attrgetter("index")

#: Looked up once: naming a member of an enumeration costs a call in Python 3.11.
_LOWEST, _PLAY = Top.LOWEST, Phase.PLAY


@clause("druids/top-card", "druids/stack-order")
def in_stack_order(cards: Cards, top: Top) -> Cards:
    """The cards of a trick in the order in which they go onto their stacks, the later above.

    Values descend when the lowest is to lie on top, ascend when the highest is. Gaia and special
    cards, which go onto none, stand apart. Clauses druids/top-card, druids/stack-order.

    >>> from lexludi.druids.cards import cards
    >>> in_stack_order(cards("R5 SICKLE G1 R9"), Top.LOWEST)
    (SICKLE, R9, R5, G1)
    >>> in_stack_order(cards("R5 SICKLE G1 R9"), Top.HIGHEST)
    (G1, R5, R9, SICKLE)
    """
    return tuple(sorted(cards, key=_by_index, reverse=top is _LOWEST))


@clause("druids/sort-trick")
def sorted_onto(display: Display, cards: Cards, top: Top) -> Display:
    """The display once the cards of a trick are sorted onto it: each domain on its own stack.

    What lay there stays below, so a top may go up or down. Clause druids/sort-trick.

    >>> from lexludi.druids.cards import cards
    >>> sorted_onto((cards("G7"), (), cards("R1")), cards("R5 G1 R9 SICKLE"), Top.LOWEST)
    ((G7, G1), (), (R1, R9, R5))
    """
    stacks = list(display)
    for card in in_stack_order(cards, top):
        if card.domain is not None:
            stacks[card.domain.index] += (card,)
    return tuple(stacks)


@clause("druids/specials-order")
def specials_in_order(cards: Cards) -> Cards:
    """The sickles and mistletoes of a trick in the order in which they act: all sickles first.

    Clause druids/specials-order.

    >>> from lexludi.druids.cards import cards
    >>> specials_in_order(cards("MISTLETOE R5 SICKLE"))
    (SICKLE, MISTLETOE)
    """
    specials = [card for card in cards if card.is_special]
    return canonical(specials) if specials else ()


def phase_with(pending: Cards) -> Phase:
    """The phase while `pending` cards wait to be placed. Clauses druids/specials-order, druids/phases."""
    if not pending:
        return _PLAY
    return Phase.SICKLE if pending[0] is SICKLE else Phase.MISTLETOE


@clause("druids/winner-leads", "druids/sort-trick", "druids/gaia-aside")
def win_trick(state: State) -> State:
    """A step: the full trick goes to its winner, who sorts it, lays Gaia aside, and is next to act.

    Clauses druids/winner-leads, druids/sort-trick, druids/gaia-aside.
    """
    table, leader, laid = state.table, state.leader, state.laid
    assert leader is not None
    winner = trick_winner(leader, state.led, laid)
    pending = specials_in_order(laid)
    after = new_table(
        table.rules,
        phase_with(pending),
        table.round,
        table.dealer,
        pending,
        replaced(table.displays, winner, sorted_onto(table.displays[winner], laid, table.top)),
        canonical((*table.aside, GAIA)) if GAIA in laid else table.aside,
        table.top,
        table.scores,
    )
    return new_state(after, winner, state.hands, None, None, ())


@clause("druids/fifth-domain")
def has_all_domains(display: Display) -> bool:
    """Whether a display has a stack of every domain: the round is lost. Clause druids/fifth-domain."""
    return all(display)


def own_stacks(display: Display) -> tuple[Domain, ...]:
    """The domains of which a display has a stack, in canonical order."""
    return tuple([domain for domain, stack in zip(DOMAINS, display, strict=False) if stack])


@clause("druids/sickle", "druids/second-sickle")
def highest_stacks(display: Display) -> tuple[Domain, ...]:
    """The domains of the stacks that show the highest top; several when they are equal.

    A second sickle asks again, once the first one's stack is gone.
    Clauses druids/sickle, druids/second-sickle.

    >>> from lexludi.druids.cards import cards
    >>> highest_stacks((cards("G12 G3"), cards("Y7"), (), cards("B1 B7")))
    (Y, B)
    """
    tops = [stack[-1].value if stack else 0 for stack in display]  # a top shows at least 1
    highest = max(tops)
    return tuple([DOMAINS[at] for at, top in enumerate(tops) if top == highest > 0])


@clause("druids/sickle-tie")
def sickle_choices(state: State) -> tuple[Domain, ...]:
    """The stacks among which the winner chooses for a sickle: the equal highest ones.

    Clause druids/sickle-tie.
    """
    return highest_stacks(state.table.displays[_winner(state)])


@clause("druids/mistletoe", "druids/mistletoe-own-stacks")
def mistletoe_choices(state: State) -> tuple[Domain, ...]:
    """The stacks among which the winner chooses for a mistletoe: all of the own display.

    Clauses druids/mistletoe, druids/mistletoe-own-stacks.
    """
    return own_stacks(state.table.displays[_winner(state)])


@clause("druids/sickle-tie", "druids/mistletoe-own-stacks", "druids/sickle-no-stack")
def choosable(state: State) -> tuple[Domain, ...]:
    """Where the first pending card may go: no stack, the only one, or several to choose from.

    Clauses druids/sickle-tie, druids/mistletoe-own-stacks, druids/sickle-no-stack.
    """
    return sickle_choices(state) if state.table.pending[0] is SICKLE else mistletoe_choices(state)


@clause("druids/sickle")
def place_sickle(state: State, action: PlaceSickle) -> State:
    """A sickle goes onto a stack, and both out of play. Clause druids/sickle."""
    display, at = state.table.displays[_winner(state)], action.domain.index
    return _placed(state, replaced(display, at, ()), canonical((*state.table.aside, SICKLE, *display[at])))


@clause("druids/mistletoe")
def place_mistletoe(state: State, action: PlaceMistletoe) -> State:
    """A mistletoe goes under a stack, where it does nothing. Clause druids/mistletoe."""
    display, at = state.table.displays[_winner(state)], action.domain.index
    return _placed(state, replaced(display, at, (MISTLETOE, *display[at])), state.table.aside)


@clause("druids/sickle-no-stack", "druids/mistletoe-own-stacks")
def lay_aside_special(state: State) -> State:
    """A step: a sickle or mistletoe that finds no stack goes out of play and does nothing.

    Clauses druids/sickle-no-stack, druids/mistletoe-own-stacks.
    """
    table = state.table
    return _placed(state, table.displays[_winner(state)], canonical((*table.aside, table.pending[0])))


def place_special_at_only_stack(state: State) -> State:
    """A step: where one stack alone can be meant, there is nothing to choose.

    Clauses druids/sickle, druids/mistletoe-own-stacks.
    """
    (only,) = choosable(state)
    if state.table.pending[0] is SICKLE:
        return place_sickle(state, SICKLES[only.index])
    return place_mistletoe(state, MISTLETOES[only.index])


def _placed(state: State, display: Display, aside: Cards) -> State:
    """The state once the first pending card is placed."""
    winner, table = _winner(state), state.table
    pending = table.pending[1:]
    after = new_table(
        table.rules,
        phase_with(pending),
        table.round,
        table.dealer,
        pending,
        replaced(table.displays, winner, display),
        aside,
        table.top,
        table.scores,
    )
    return new_state(after, winner, state.hands, None, None, ())


def _winner(state: State) -> Seat:
    """The winner of the last trick, who places its special cards."""
    assert state.to_act is not None
    return state.to_act
