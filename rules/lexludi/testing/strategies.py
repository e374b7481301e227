"""Strategies: Hypothesis strategies for games, for other people's tests (extra `testing`).

Of any game: `seeds`, `games`, `records`, `steps`, `reachable_states`, `playable_states`. They take the
game's module and a strategy for rules, draw a seed, and play: so what they give is always legal, and a
failure is repeated by the rules and the seed that Hypothesis prints.

Of Druids: `druids_rules`, `druids_deals`, `druids_actions`, `druids_nonsense`, `druids_awkward`; of Birdie:
`birdie_rules`, `birdie_deals`, `birdie_actions`, `birdie_nonsense`, `birdie_awkward`.

>>> from hypothesis import given, settings
>>> from lexludi import druids
>>> @settings(max_examples=5, database=None, derandomize=True)
... @given(playable_states(druids, druids_rules()))
... def every_card_is_somewhere(state):
...     assert sum(map(len, druids.zones(state).values())) == state.rules.deck_size
>>> every_card_is_somewhere()
"""

from __future__ import annotations

from random import Random
from typing import Any

from lexludi import birdie
from lexludi.core.game import Game
from lexludi.core.records import Record, Step
from lexludi.druids.actions import Action, Deal, LeadGaia, PlaceMistletoe, PlaceSickle, Play
from lexludi.druids.cards import GAIA, PRINTED, Card, Domain, deck
from lexludi.druids.rules import Rules
from lexludi.druids.state import Top
from lexludi.extras import needs
from lexludi.testing.awkward import AWKWARD
from lexludi.testing.birdie_awkward import AWKWARD as BIRDIE_AWKWARD
from lexludi.testing.playouts import Moment, Policy, moments, playout
from lexludi.testing.policies import policy_of

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"{error}: {needs(__name__, 'testing')}", name=error.name) from error

__all__ = [
    "birdie_actions",
    "birdie_awkward",
    "birdie_deals",
    "birdie_nonsense",
    "birdie_rules",
    "druids_actions",
    "druids_awkward",
    "druids_deals",
    "druids_nonsense",
    "druids_rules",
    "games",
    "playable_states",
    "reachable_states",
    "records",
    "seeds",
    "steps",
]

#: Seeds of random sources.
seeds = st.integers(0, 2**32 - 1)


# --- of any game ----------------------------------------------------------------------------------


@st.composite
def games(
    draw: st.DrawFn, game: Game, rules: st.SearchStrategy[Any], policy: Policy | None = None
) -> tuple[Moment, ...]:
    """All steps of a whole random game, each with the state before and the state after it.

    `policy` chooses the moves; by default it is the game's own for random players.

    >>> from hypothesis import given, settings
    >>> from lexludi import druids
    >>> @settings(max_examples=5, database=None, derandomize=True)
    ... @given(games(druids, druids_rules()))
    ... def ends(played):
    ...     assert druids.is_over(played[-1].after)
    >>> ends()
    """
    chosen, seed = draw(rules), draw(seeds)
    return tuple(moments(game, chosen, Random(seed), policy or policy_of(game)))


@st.composite
def records(draw: st.DrawFn, game: Game, rules: st.SearchStrategy[Any], finished: bool | None = None) -> Record:
    """Records of random games: finished ones, ones that stop somewhere (the start included), or both.

    >>> from hypothesis import given, settings
    >>> from lexludi import druids, find_fault
    >>> @settings(max_examples=5, database=None, derandomize=True)
    ... @given(records(druids, druids_rules(), finished=False))
    ... def keeps_the_rules(record):
    ...     assert record.outcome is None and find_fault(record) is None
    >>> keeps_the_rules()
    """
    chosen, seed = draw(rules), draw(seeds)
    whole = playout(game, chosen, Random(seed), policy_of(game))
    if finished or (finished is None and draw(st.booleans())):
        return whole
    return Record(whole.game, whole.rules, whole.steps[: draw(st.integers(0, len(whole.steps) - 1))], None)


@st.composite
def steps(draw: st.DrawFn, game: Game, rules: st.SearchStrategy[Any], policy: Policy | None = None) -> Moment:
    """A step of a random game: a reachable state, a legal action or deal, and the state after it.

    >>> from hypothesis import given, settings
    >>> from lexludi import druids
    >>> @settings(max_examples=5, database=None, derandomize=True)
    ... @given(steps(druids, druids_rules()))
    ... def is_legal(step):
    ...     assert druids.verify(step.state, step.action, step.seat) is None
    >>> is_legal()
    """
    played = draw(games(game, rules, policy))
    return played[draw(st.integers(0, len(played) - 1))]


@st.composite
def reachable_states(draw: st.DrawFn, game: Game, rules: st.SearchStrategy[Any]) -> Any:
    """States that a game passes through: the start, the end, those in which a deal is due, all others.

    >>> from hypothesis import given, settings
    >>> from lexludi import druids, from_json, to_json
    >>> @settings(max_examples=5, database=None, derandomize=True)
    ... @given(reachable_states(druids, druids_rules()))
    ... def survives_json(state):
    ...     assert from_json(druids.State, to_json(state)) == state
    >>> survives_json()
    """
    played = draw(games(game, rules))
    at = draw(st.integers(0, len(played)))
    return played[at].state if at < len(played) else played[-1].after


@st.composite
def playable_states(draw: st.DrawFn, game: Game, rules: st.SearchStrategy[Any]) -> Any:
    """Reachable states in which a seat is to act.

    >>> from hypothesis import given, settings
    >>> from lexludi import druids
    >>> @settings(max_examples=5, database=None, derandomize=True)
    ... @given(playable_states(druids, druids_rules()))
    ... def nobody_is_stuck(state):
    ...     assert druids.legal_actions(state)
    >>> nobody_is_stuck()
    """
    playable = [moment.state for moment in draw(games(game, rules)) if moment.seat is not None]
    return playable[draw(st.integers(0, len(playable) - 1))]


# --- of Druids ------------------------------------------------------------------------------------


@st.composite
def druids_rules(draw: st.DrawFn, small: bool | None = None, players: int | None = None) -> Rules:
    """Rules of Druids that a game can be played under: the published deck, small worlds, or (None) both.

    `players` fixes the number of players, 2 to 5; at the published size 2 get large hands.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=20, database=None, derandomize=True)
    ... @given(druids_rules(small=False, players=2))
    ... def deck_is_whole(rules):
    ...     assert rules.deck_size == 65 and rules.hand_size > 16
    >>> deck_is_whole()
    """
    n = draw(st.integers(2, 5)) if players is None else players
    sun_and_moon = draw(st.booleans())
    first_dealer = draw(st.integers(0, n - 1))
    if small is False or (small is None and draw(st.booleans())):
        hand_size = 18 - n if n > 2 else draw(st.integers(17, 32))
        rounds = draw(st.integers(1, 5))
        return Rules(
            players=n, sun_and_moon=sun_and_moon, rounds=rounds, first_dealer=first_dealer, hand_size=hand_size
        )
    domains, values = draw(st.integers(1, 5)), draw(st.integers(1, 12))
    sickles, mistletoes = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    least, most = _hand_sizes(n, domains * values + sickles + mistletoes)
    while least > most:  # this world has no hand size for so many players: the next larger one may
        domains, values = (domains + 1, values) if domains < 5 else (domains, values + 1)
        least, most = _hand_sizes(n, domains * values + sickles + mistletoes)
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


def _hand_sizes(players: int, others: int) -> tuple[int, int]:
    """The least and the greatest hand size with so many cards besides Gaia: clause druids/small-worlds."""
    return others // 2 // players + 1, (others + 1) // players


@st.composite
def druids_deals(draw: st.DrawFn, rules: Rules) -> Deal:
    """Deals that `rules` allow: any order of the pile with Gaia in its top half.

    >>> from hypothesis import given, settings
    >>> from lexludi import druids
    >>> rules = Rules(players=3, domains=2, values=3, sickles=1, mistletoes=0, hand_size=2)
    >>> @settings(max_examples=20, database=None, derandomize=True)
    ... @given(druids_deals(rules))
    ... def is_taken(deal):
    ...     assert druids.verify(druids.start(rules), deal) is None
    >>> is_taken()
    """
    pile = draw(st.permutations([card for card in deck(rules) if card is not GAIA]))
    at = draw(st.integers(0, rules.top_half))
    return Deal((*pile[:at], GAIA, *pile[at:]))


def druids_actions(rules: Rules | None = None) -> st.SearchStrategy[Action]:
    """Actions of any moment, legal or not: in most states most of them are refused.

    With `rules` they are well-formed in that world; without, of the full world with or without the
    variant. Piles are short ones, which cannot be dealt, or (with `rules`) the whole deck in any order.

    >>> from hypothesis import given, settings
    >>> from lexludi import druids
    >>> rules = Rules(players=3, domains=2, values=3, sickles=1, mistletoes=0, hand_size=2)
    >>> @settings(max_examples=50, database=None, derandomize=True)
    ... @given(druids_actions(rules))
    ... def is_refused_for_another_reason(action):
    ...     refusal = druids.verify(druids.start(rules), action)
    ...     assert refusal is None or refusal.code != "malformed"
    >>> is_refused_for_another_reason()
    """
    cards: list[Card] = list(PRINTED if rules is None else dict.fromkeys(deck(rules)))
    domains = st.sampled_from(list(Domain)[: None if rules is None else rules.domains])
    tops: st.SearchStrategy[Top | None] = st.sampled_from(list(Top))
    if rules is None or not rules.sun_and_moon:
        tops = st.none() if rules is not None else st.none() | tops
    piles = st.lists(st.sampled_from(cards), max_size=8).map(tuple)
    if rules is not None:
        piles |= seeds.map(lambda seed: tuple(Random(seed).sample(deck(rules), rules.deck_size)))
    return st.one_of(
        st.builds(Play, st.sampled_from(cards)),
        st.builds(LeadGaia, domains, tops),
        st.builds(PlaceSickle, domains),
        st.builds(PlaceMistletoe, domains),
        st.builds(Deal, piles),
    )


def druids_nonsense(rules: Rules) -> st.SearchStrategy[Any]:
    """What is no action of Druids in the world of `rules`: always refused as malformed.

    >>> from hypothesis import given, settings
    >>> from lexludi import druids
    >>> rules = Rules(players=3)
    >>> @settings(max_examples=50, database=None, derandomize=True)
    ... @given(druids_nonsense(rules))
    ... def is_malformed(thing):
    ...     assert druids.verify(druids.start(rules), thing).code == "malformed"
    >>> is_malformed()
    """
    tops: list[Top | None] = [None] if rules.sun_and_moon else list(Top)
    kinds: list[st.SearchStrategy[Any]] = [
        st.none() | st.integers() | st.text(max_size=5) | st.lists(st.sampled_from(PRINTED), max_size=3),
        st.sampled_from(PRINTED),
        st.builds(LeadGaia, st.sampled_from(list(Domain)), st.sampled_from(tops)),
        st.builds(Play, st.sampled_from(["R5", None, 5])),
        st.builds(PlaceSickle, st.sampled_from(["R", None, 2])),
        st.builds(PlaceMistletoe, st.sampled_from(["R", None, 2])),
        st.builds(Deal, st.sampled_from([None, list(deck(rules)), ("R5",), (None,)])),
    ]
    if strange := [card for card in PRINTED if card not in deck(rules)]:
        outside = st.sampled_from(strange)
        kinds += [st.builds(Play, outside), outside.map(lambda card: Deal((*deck(rules)[1:], card)))]
    if rules.domains < len(Domain):
        beyond = st.sampled_from(list(Domain)[rules.domains :])
        kinds += [st.builds(PlaceSickle, beyond), st.builds(PlaceMistletoe, beyond), st.builds(LeadGaia, beyond)]
    return st.one_of(kinds)


@st.composite
def druids_awkward(draw: st.DrawFn, cut: bool = False) -> Record:
    """Records of the awkward games of `lexludi.testing.awkward`, or (`cut`) their first steps.

    >>> from hypothesis import given, settings
    >>> from lexludi import find_fault
    >>> @settings(max_examples=5, database=None, derandomize=True)
    ... @given(druids_awkward())
    ... def keeps_the_rules(record):
    ...     assert find_fault(record) is None
    >>> keeps_the_rules()
    """
    awkward = draw(st.sampled_from(AWKWARD))
    return _cut(draw, awkward.make(draw(st.sampled_from(awkward.players))), cut)


# --- of Birdie ------------------------------------------------------------------------------------

#: A table that values crosses, for as written they are worth nothing.
_CROSSES = (0, 0, 1, 1, 2, 3, 4, 6, 8)


@st.composite
def birdie_rules(draw: st.DrawFn, small: bool | None = None, players: int | None = None) -> birdie.Rules:
    """Rules of Birdie that a game can be played under: the published deck, small worlds, or (None) both.

    At the published size they are a preset, or have every other field drawn: effects bound to species,
    the order of a pile, limits for a last player, points for crosses and trophies, starters. `players`
    fixes the number of players, 2 to 4.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=20, database=None, derandomize=True)
    ... @given(birdie_rules(small=False, players=3))
    ... def deck_is_whole(rules):
    ...     assert rules.deck_size == 64 and rules.players == 3
    >>> deck_is_whole()
    """
    n = draw(st.integers(2, 4)) if players is None else players
    if small is False or (small is None and draw(st.booleans())):
        preset = draw(st.sampled_from((birdie.Rules.as_written, birdie.Rules.published, None)))
        if preset is not None:
            return preset(n)
        species, seasons, copies = 4, 4, 4
    else:
        species, seasons = draw(st.integers(1, 4)), draw(st.integers(1, 4))
        # The fewest cards of which every round can be laid out: clause birdie/small-worlds.
        least = 20 if n == 2 else 3 * n + 4
        copies = -(-least // (species * seasons)) + draw(st.integers(0, 2))
    effects = {each: draw(st.sampled_from(list(birdie.Effect))) for each in list(birdie.Species)[:species]}
    return birdie.Rules(
        players=n,
        pile_order=draw(st.sampled_from(list(birdie.PileOrder))),
        lone_turns=draw(st.none() | st.integers(1, 3)),
        crosses=draw(st.sampled_from(((0,) * 9, _CROSSES)) | st.tuples(*[st.integers(-9, 9)] * 9)),
        trophy=draw(st.integers(-3, 5)),
        abilities=effects,
        starters=draw(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))),
        species=species,
        seasons=seasons,
        copies=copies,
    )


def birdie_deals(rules: birdie.Rules) -> st.SearchStrategy[birdie.Deal]:
    """Deals that `rules` allow: the whole deck in any order.

    >>> from hypothesis import given, settings
    >>> rules = birdie.Rules(players=2, species=2, seasons=2, copies=5)
    >>> @settings(max_examples=20, database=None, derandomize=True)
    ... @given(birdie_deals(rules))
    ... def is_taken(deal):
    ...     assert birdie.verify(birdie.start(rules), deal) is None
    >>> is_taken()
    """
    return st.permutations(birdie.deck(rules)).map(lambda pile: birdie.Deal(tuple(pile)))


def birdie_actions(rules: birdie.Rules | None = None) -> st.SearchStrategy[birdie.Action]:
    """Actions of any moment, legal or not: in most states most of them are refused.

    With `rules` they are well-formed in that world; without, of the full world. Positions and lengths
    are small ones, some of them below 0 or beyond any row. Piles are short ones, which cannot be dealt,
    or (with `rules`) the whole deck in any order.

    >>> from hypothesis import given, settings
    >>> rules = birdie.Rules(players=2, species=2, seasons=2, copies=5)
    >>> @settings(max_examples=50, database=None, derandomize=True)
    ... @given(birdie_actions(rules))
    ... def is_refused_for_another_reason(action):
    ...     refusal = birdie.verify(birdie.start(rules), action)
    ...     assert refusal is None or refusal.code != "malformed"
    >>> is_refused_for_another_reason()
    """
    world = birdie.Rules(players=2) if rules is None else rules
    cards = st.sampled_from(list(dict.fromkeys(birdie.deck(world))))
    species = st.sampled_from(list(birdie.Species)[: world.species])
    seasons = st.sampled_from(list(birdie.Season)[: world.seasons])
    places = st.integers(-1, 12) | st.sampled_from((-(2**40), 99, 2**40))
    piles = st.lists(cards, max_size=8).map(tuple)
    if rules is not None:
        piles |= birdie_deals(rules).map(lambda deal: deal.pile)
    return st.one_of(
        st.builds(birdie.Take, cards),
        st.builds(birdie.TakePair, st.tuples(cards, cards)),
        st.just(birdie.Pass()),
        st.builds(birdie.Lay, cards),
        st.just(birdie.EndTurn()),
        st.builds(birdie.UseAbility, species, cards),
        cards.map(lambda card: birdie.UseAbility(card.species, card)),
        st.builds(birdie.ScoreSet, places, st.integers(1, 4) | places, species | seasons),
        st.just(birdie.EndScoring()),
        st.builds(birdie.Remove, places),
        st.builds(birdie.Move, places, places),
        st.builds(birdie.Swap, places),
        st.builds(birdie.Insert, cards, places),
        st.builds(birdie.Deal, piles),
    )


def birdie_nonsense(rules: birdie.Rules) -> st.SearchStrategy[Any]:
    """What is no action of Birdie in the world of `rules`: always refused as malformed.

    >>> from hypothesis import given, settings
    >>> rules = birdie.Rules(players=3)
    >>> @settings(max_examples=50, database=None, derandomize=True)
    ... @given(birdie_nonsense(rules))
    ... def is_malformed(thing):
    ...     assert birdie.verify(birdie.start(rules), thing).code == "malformed"
    >>> is_malformed()
    """
    printed = birdie.deck(birdie.Rules(players=2, copies=2))
    inside = birdie.deck(rules)
    first, species = inside[0], birdie.Species.WOODPECKER
    no_card = st.sampled_from(["OWL-SPRING", None, 5, birdie.STOP])
    no_place = st.sampled_from([None, True, 1.0, "0"])
    no_category = st.sampled_from(["OWL", None, 0])
    kinds: list[st.SearchStrategy[Any]] = [
        st.none() | st.integers() | st.text(max_size=5) | st.lists(st.sampled_from(printed), max_size=3),
        st.sampled_from([first, species, birdie.Take, birdie.STOP]),
        st.builds(birdie.Take, no_card),
        st.builds(birdie.Lay, no_card),
        st.builds(birdie.TakePair, st.sampled_from([None, [first, first], (first,), (first,) * 3, (first, None)])),
        st.builds(birdie.UseAbility, st.just(species), no_card),
        st.builds(birdie.UseAbility, no_category | st.just(birdie.Season.SPRING), st.just(first)),
        st.builds(birdie.Remove, no_place),
        st.builds(birdie.Swap, no_place),
        st.builds(birdie.Move, no_place, st.integers(0, 2)),
        st.builds(birdie.Move, st.integers(0, 2), no_place),
        st.builds(birdie.Insert, no_card, st.integers(0, 2)),
        st.builds(birdie.Insert, st.just(first), no_place),
        st.builds(birdie.ScoreSet, no_place, st.just(2), st.just(species)),
        st.builds(birdie.ScoreSet, st.just(0), no_place, st.just(species)),
        st.builds(birdie.ScoreSet, st.just(0), st.just(2), no_category),
        st.builds(birdie.Deal, st.sampled_from([None, list(inside), ("OWL-SPRING",), (None,), (birdie.STOP,)])),
    ]
    if strange := [card for card in dict.fromkeys(printed) if card not in inside]:
        outside = st.sampled_from(strange)
        kinds += [
            st.builds(birdie.Take, outside),
            st.builds(birdie.Lay, outside),
            st.builds(birdie.TakePair, st.tuples(st.just(first), outside)),
            st.builds(birdie.UseAbility, st.just(species), outside),
            st.builds(birdie.Insert, outside, st.integers(0, 2)),
            outside.map(lambda card: birdie.Deal((*inside[1:], card))),
        ]
    if beyond := [*list(birdie.Species)[rules.species :], *list(birdie.Season)[rules.seasons :]]:
        kinds.append(st.builds(birdie.ScoreSet, st.just(0), st.just(2), st.sampled_from(beyond)))
    return st.one_of(kinds)


@st.composite
def birdie_awkward(draw: st.DrawFn, cut: bool = False) -> Record:
    """Records of the awkward games of `lexludi.testing.birdie_awkward`, or (`cut`) their first steps.

    >>> from hypothesis import given, settings
    >>> from lexludi import find_fault
    >>> @settings(max_examples=5, database=None, derandomize=True)
    ... @given(birdie_awkward())
    ... def keeps_the_rules(record):
    ...     assert find_fault(record) is None
    >>> keeps_the_rules()
    """
    awkward = draw(st.sampled_from(BIRDIE_AWKWARD))
    return _cut(draw, awkward.make(draw(st.sampled_from(awkward.players))), cut)


def _cut(draw: st.DrawFn, record: Record, cut: bool) -> Record:
    """The record, or its first steps, however many: of what is cut the outcome is unknown."""
    if not cut:
        return record
    steps: tuple[Step, ...] = record.steps[: draw(st.integers(0, len(record.steps) - 1))]
    return Record(record.game, record.rules, steps, None)
