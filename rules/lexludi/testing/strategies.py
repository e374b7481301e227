"""Strategies: Hypothesis strategies for games, for other people's tests (extra `testing`).

Of any game: `seeds`, `playable_states`, `steps`; of Druids: `druids_rules`, `druids_deals`,
`druids_actions`.

>>> from hypothesis import given, settings
>>> from lexludi import druids
>>> @settings(max_examples=5, database=None)
... @given(playable_states(druids, druids_rules()))
... def every_card_is_somewhere(state):
...     assert sum(map(len, druids.zones(state).values())) == state.rules.deck_size
>>> every_card_is_somewhere()
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from lexludi.core.game import Game
from lexludi.druids.actions import Action, Deal, LeadGaia, PlaceMistletoe, PlaceSickle, Play
from lexludi.druids.cards import GAIA, PRINTED, Domain, deck
from lexludi.druids.rules import Rules
from lexludi.druids.state import Top
from lexludi.testing.playouts import Moment, Policy, moments
from lexludi.testing.policies import policy_of

__all__ = ["druids_actions", "druids_deals", "druids_rules", "playable_states", "seeds", "steps"]

#: Seeds of random sources.
seeds = st.integers(0, 2**32 - 1)


@st.composite
def druids_rules(draw: st.DrawFn, small: bool | None = None, players: int | None = None) -> Rules:
    """Rules of Druids that a game can be played under: at full size, small worlds, or (None) both.

    `players` fixes the number of players; two play in small worlds, or with large hands.
    """
    n = draw(st.integers(2, 5)) if players is None else players
    sun_and_moon = draw(st.booleans())
    first_dealer = draw(st.integers(0, n - 1))
    if n > 2 and small is not True and (small is False or draw(st.booleans())):
        rounds = draw(st.integers(1, 5))
        return Rules(players=n, sun_and_moon=sun_and_moon, rounds=rounds, first_dealer=first_dealer)
    domains, values = draw(st.integers(1, 5)), draw(st.integers(1, 12))
    sickles, mistletoes = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    others = domains * values + sickles + mistletoes
    least, most = others // 2 // n + 1, (others + 1) // n
    if least > most:  # this world has no hand size for so many players: a larger one has
        domains, values, others = 5, 12, 60 + sickles + mistletoes
        least, most = others // 2 // n + 1, (others + 1) // n
    return Rules(
        players=n,
        sun_and_moon=sun_and_moon,
        rounds=draw(st.integers(1, 3)),
        first_dealer=first_dealer,
        domains=domains,
        values=values,
        sickles=sickles,
        mistletoes=mistletoes,
        hand_size=draw(st.integers(least, most)),
    )


@st.composite
def druids_deals(draw: st.DrawFn, rules: Rules) -> Deal:
    """Deals that `rules` allow: any order of the pile with Gaia in its top half."""
    pile = draw(st.permutations([card for card in deck(rules) if card is not GAIA]))
    at = draw(st.integers(0, rules.top_half))
    return Deal((*pile[:at], GAIA, *pile[at:]))


def druids_actions() -> st.SearchStrategy[Action]:
    """Well-formed actions of the full world, legal or not: most of them are refused in most states."""
    domains = st.sampled_from(list(Domain))
    return st.one_of(
        st.builds(Play, st.sampled_from(PRINTED)),
        st.builds(LeadGaia, domains, st.none() | st.sampled_from(list(Top))),
        st.builds(PlaceSickle, domains),
        st.builds(PlaceMistletoe, domains),
        st.lists(st.sampled_from(PRINTED), max_size=70).map(lambda pile: Deal(tuple(pile))),
    )


@st.composite
def steps(draw: st.DrawFn, game: Game, rules: st.SearchStrategy[Any], policy: Policy | None = None) -> Moment:
    """A step of a random game: a reachable state, a legal action, and the state after it."""
    chosen, seed = draw(rules), draw(seeds)
    played = list(moments(game, chosen, Random(seed), policy or policy_of(game)))
    return played[draw(st.integers(0, len(played) - 1))]


def playable_states(game: Game, rules: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Reachable states in which a seat is to act."""
    return steps(game, rules).filter(lambda moment: moment.seat is not None).map(lambda moment: moment.state)
