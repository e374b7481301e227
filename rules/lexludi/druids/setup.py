"""Setup: the first state, the pile, and the deal."""

from __future__ import annotations

from collections import Counter
from random import Random

from lexludi.core.checks import require
from lexludi.core.clauses import clause
from lexludi.core.game import Seat
from lexludi.druids.actions import Deal
from lexludi.druids.cards import GAIA, Cards, canonical, deck
from lexludi.druids.rules import Rules
from lexludi.druids.state import Phase, State, Top, new_state, new_table

__all__ = ["deal", "dealt_hands", "make_pile", "start", "undealt", "why_bad_deal"]


@clause("druids/first-dealer")
def start(rules: Rules) -> State:
    """The state before the first deal: all cards are in the box.

    Raises BadInput when `rules` are no rules of Druids. Clause druids/first-dealer.

    >>> start(Rules(players=3, first_dealer=1)).dealer
    1
    """
    require(rules, Rules, "rules", "a lexludi.druids.Rules")
    nothing_each: tuple[Cards, ...] = ((),) * rules.players
    return State.of(
        rules=rules,
        phase=Phase.DEAL,
        round=1,
        dealer=rules.first_dealer,
        to_act=None,
        hands=nothing_each,
        trick=None,
        pending=(),
        displays=(((),) * rules.domains,) * rules.players,
        aside=(),
        top=Top.LOWEST,
        scores=((),) * rules.players,
    )


@clause("druids/pile")
def why_bad_deal(pile: Cards, rules: Rules) -> str | None:
    """Why no deal gives this pile (its top first), in words; None when it may lie so.

    It holds exactly the deck, and Gaia lies in the top half: at most as many cards lie above her as
    that half has besides her. Clause druids/pile.

    >>> from lexludi.druids.cards import cards
    >>> rules = Rules(players=2, domains=2, values=3, sickles=1, mistletoes=0, hand_size=3)
    >>> why_bad_deal(cards("G1 G2 G3 GAIA Y1 Y2 Y3 SICKLE"), rules)
    >>> why_bad_deal(cards("G1 G2 G3 Y1 GAIA Y2 Y3 SICKLE"), rules)
    'GAIA lies at position 4 of the pile, below the top half (0 to 3)'
    """
    if canonical(pile) != deck(rules):
        return _difference(pile, rules)
    if pile.index(GAIA) > rules.top_half:
        return f"GAIA lies at position {pile.index(GAIA)} of the pile, below the top half (0 to {rules.top_half})"
    return None


def _difference(pile: Cards, rules: Rules) -> str:
    """What a pile that is not the deck has too few or too many of, in words."""
    there, due = Counter(pile), Counter(deck(rules))
    missing, extra = canonical((due - there).elements()), canonical((there - due).elements())
    return f"the pile misses {_listed(missing)}" if missing else f"the pile has {_listed(extra)} too many"


def _listed(some: Cards) -> str:
    return ", ".join(card.token for card in some)


@clause("druids/pile")
def make_pile(rules: Rules, random: Random) -> Cards:
    """A pile made as the rules say, its top first, each such pile equally likely.

    Shuffle all but Gaia, halve, shuffle Gaia into one half, lay it on the other. Clause druids/pile.
    """
    others = [card for card in deck(rules) if card is not GAIA]
    random.shuffle(others)
    others.insert(random.randrange(rules.top_half + 1), GAIA)
    return tuple(others)


@clause("druids/deal-order")
def dealt_hands(pile: Cards, dealer: Seat, rules: Rules) -> tuple[Cards, ...]:
    """The hands that a pile gives: one card at a time, clockwise, from the dealer's left.

    Clause druids/deal-order.

    >>> from lexludi.druids.cards import cards
    >>> rules = Rules(players=3, domains=2, values=3, sickles=0, mistletoes=0, hand_size=2)
    >>> dealt_hands(cards("GAIA G1 G2 G3 Y1 Y2 Y3"), 0, rules)
    ((G2, Y2), (G3, GAIA), (G1, Y1))
    """
    n = rules.players
    dealt = pile[: n * rules.hand_size]
    return tuple([canonical(dealt[(seat - dealer - 1) % n :: n]) for seat in range(n)])


@clause("druids/undealt")
def undealt(pile: Cards, rules: Rules) -> Cards:
    """The cards that a deal leaves over: out of play for the round, face down. Clause druids/undealt."""
    return canonical(pile[rules.players * rules.hand_size :])


@clause("druids/clear-table", "druids/deal-order", "druids/gaia-leads")
def deal(state: State, action: Deal) -> State:
    """The new round: all cards come back, the pile is dealt, Gaia's holder is to lead.

    Clauses druids/clear-table, druids/deal-order, druids/gaia-leads.
    """
    table, pile = state.table, action.pile
    rules = table.rules
    hands = dealt_hands(pile, table.dealer, rules)
    bare = new_table(
        rules=rules,
        phase=Phase.PLAY,
        round=table.round,
        dealer=table.dealer,
        pending=(),
        displays=(((),) * rules.domains,) * rules.players,
        aside=undealt(pile, rules),
        top=Top.LOWEST,
        scores=table.scores,
    )
    leader = next(seat for seat, hand in enumerate(hands) if GAIA in hand)
    return new_state(bare, leader, hands, None, None, ())
