"""Setup: the first state, the pile, and how a round is laid out."""

from __future__ import annotations

from collections import Counter
from random import Random

import attrs

from lexludi.birdie.cards import Card, Cards, canonical, deck
from lexludi.birdie.rules import Rules
from lexludi.birdie.state import EMPTY_BOARD, Phase, State
from lexludi.core.checks import require
from lexludi.core.clauses import clause
from lexludi.core.game import Seat

__all__ = [
    "DISPLAY",
    "HAND",
    "Layout",
    "deal",
    "dealt_hands",
    "half_size",
    "halves",
    "laid_out",
    "lay_out",
    "make_pile",
    "open_display",
    "split_at_stop",
    "start",
    "starter",
    "under_stop",
    "why_bad_deal",
]

#: Cards dealt to each hand. Clause birdie/hands-and-display.
HAND = 2
#: Cards of a full display. Clause birdie/hands-and-display.
DISPLAY = 4


@clause("birdie/start")
def start(rules: Rules) -> State:
    """The state before the first deal: all cards are in the box, the trophies nobody's.

    Raises BadInput when `rules` are no rules of Birdie. Clause birdie/start.

    >>> start(Rules(players=2)).trophies
    (None, None, None, None)
    """
    require(rules, Rules, "rules", "a lexludi.birdie.Rules")
    nothing_each: tuple[Cards, ...] = ((),) * rules.players
    return State(
        rules=rules,
        phase=Phase.DEAL,
        round=1,
        to_act=None,
        display=(),
        pair=(),
        draw_pile=(),
        under_stop=(),
        stop_revealed=False,
        other_half=(),
        hands=nothing_each,
        piles=nothing_each,
        passed=(None,) * rules.players,
        boards=(EMPTY_BOARD,) * rules.players,
        trophies=(None,) * rules.species,
        out=(),
        effect=None,
        last_end=0,
        alone=0,
    )


@clause("birdie/deal")
def why_bad_deal(pile: Cards, rules: Rules) -> str | None:
    """Why no deal gives this pile, in words; None when it holds exactly the bird cards.

    Clause birdie/deal.

    >>> rules = Rules(players=2)
    >>> why_bad_deal(deck(rules)[1:], rules)
    'the pile has 63 cards and not 64'
    >>> why_bad_deal((*deck(rules)[1:], *deck(rules)[-1:]), rules)
    'the pile misses WOODPECKER-SPRING'
    """
    if len(pile) != rules.deck_size:  # first, for `copies` may be any number
        return f"the pile has {len(pile)} cards and not {rules.deck_size}"
    there, due = Counter(pile), Counter(deck(rules))
    missing = canonical((due - there).elements())
    return f"the pile misses {_listed(missing)}" if missing else None


def _listed(some: Cards) -> str:
    more = f" and {len(some) - 8} more" if len(some) > 8 else ""
    return ", ".join(card.token for card in some[:8]) + more


@clause("birdie/deal")
def make_pile(rules: Rules, random: Random) -> Cards:
    """A shuffled pile of all bird cards, its top first, each order equally likely. Clause birdie/deal."""
    pile: list[Card] = list(deck(rules))
    random.shuffle(pile)
    return tuple(pile)


@clause("birdie/odd-half")
def half_size(cards: int) -> int:
    """Number of cards of round 1, with two players and a pile of `cards`: an odd card is round 2's.

    Clause birdie/odd-half.

    >>> half_size(64), half_size(27)
    (32, 13)
    """
    return cards // 2


@clause("birdie/halves")
def halves(pile: Cards) -> tuple[Cards, Cards]:
    """The upper half, which is played in round 1, and the lower half, which is played in round 2.

    With two players only. Clause birdie/halves.
    """
    size = half_size(len(pile))
    return pile[:size], pile[size:]


@clause("birdie/under-stop")
def under_stop(rules: Rules) -> int:
    """Number of cards under the stop card: one a player. Clause birdie/under-stop."""
    return rules.players


@clause("birdie/stop-pile")
def split_at_stop(pile: Cards, rules: Rules) -> tuple[Cards, Cards]:
    """What of a round's pile lies above the stop card, and what under it. Clause birdie/stop-pile."""
    above = len(pile) - under_stop(rules)
    return pile[:above], pile[above:]


@clause("birdie/starter")
def starter(rules: Rules, round: int) -> Seat:  # noqa: A002
    """The seat that begins a round, and scores first in it. Clause birdie/starter."""
    return rules.starters[round - 1]


@clause("birdie/deal-order")
def dealt_hands(above: Cards, first: Seat, players: int) -> tuple[Cards, ...]:
    """The hands of a round: one card at a time, clockwise from the round's starter.

    Clause birdie/deal-order.

    >>> from lexludi.birdie.cards import cards
    >>> dealt_hands(cards("OWL-SPRING OWL-SUMMER OWL-AUTUMN OWL-WINTER"), 1, 2)
    ((OWL-SUMMER, OWL-WINTER), (OWL-SPRING, OWL-AUTUMN))
    """
    dealt = above[: HAND * players]
    return tuple(canonical(dealt[(seat - first) % players :: players]) for seat in range(players))


@clause("birdie/hands-and-display")
def open_display(above: Cards, players: int) -> tuple[Cards, Cards]:
    """The display, which is opened once all have their hands, and the draw pile that is left.

    Clause birdie/hands-and-display.
    """
    first = HAND * players
    return above[first : first + DISPLAY], above[first + DISPLAY :]


@attrs.frozen
class Layout:
    """How the pile of a round lies once the round is laid out."""

    #: Hands by seat, in canonical order.
    hands: tuple[Cards, ...]
    #: The open cards, left to right.
    display: Cards
    #: What is left above the stop card, top first.
    draw_pile: Cards
    #: What lies under the stop card, top first.
    under_stop: Cards


def laid_out(pile: Cards, round: int, rules: Rules) -> Layout:  # noqa: A002
    """How `pile` lies once round `round` is laid out.

    Clauses birdie/stop-pile, birdie/hands-and-display, birdie/deal-order.
    """
    above, under = split_at_stop(pile, rules)
    display, draw_pile = open_display(above, rules.players)
    return Layout(dealt_hands(above, starter(rules, round), rules.players), display, draw_pile, under)


@clause("birdie/table-cleared", "birdie/starter")
def lay_out(state: State, pile: Cards, other_half: Cards) -> State:
    """The round that is due: all cards come back, `pile` is laid out, the starter is to act.

    Only boards and trophies stay as they are. Clauses birdie/table-cleared, birdie/starter.
    """
    rules = state.rules
    layout = laid_out(pile, state.round, rules)
    return State(
        rules=rules,
        phase=Phase.TURN,
        round=state.round,
        to_act=starter(rules, state.round),
        display=layout.display,
        pair=(),
        draw_pile=layout.draw_pile,
        under_stop=layout.under_stop,
        stop_revealed=False,
        other_half=other_half,
        hands=layout.hands,
        piles=((),) * rules.players,
        passed=(None,) * rules.players,
        boards=state.boards,
        trophies=state.trophies,
        out=(),
        effect=None,
        last_end=0,
        alone=0,
    )


@clause("birdie/deal", "birdie/halves")
def deal(state: State, pile: Cards) -> State:
    """A pile is dealt: to two players half of it, to more the whole.

    Clauses birdie/deal, birdie/halves.
    """
    now, later = halves(pile) if state.rules.players == 2 else (pile, ())
    return lay_out(state, now, later)
