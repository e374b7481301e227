"""Awkward: short games of Druids that get to where luck hardly ever does.

Each function gives a record, for any number of players for which there is such a game. Its deals are
chosen, its moves are legal, and its last steps are the ones that it is named after. `AWKWARD` lists
them with the clauses that they reach, so a test of any Druids program can go through them all:

>>> for awkward in AWKWARD:
...     for players in awkward.players:
...         record = awkward.make(players)
>>> len(AWKWARD)
16

In the scripts seat 0 holds Gaia and seat 1 is the one to whom things happen: it wins the tricks. A
trick is written as what each seat plays, and whoever is to act plays its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import attrs

from lexludi import druids
from lexludi.core.errors import BadInput
from lexludi.core.game import Seat
from lexludi.core.records import Record, RecordBuilder
from lexludi.druids.actions import Action, LeadGaia, PlaceMistletoe, PlaceSickle, Play
from lexludi.druids.cards import GAIA, MISTLETOE, SICKLE, Card, Domain, card
from lexludi.druids.rules import Rules
from lexludi.druids.state import Phase, State, Top
from lexludi.testing.druids_deals import deal_giving

__all__ = [
    "AWKWARD",
    "Awkward",
    "equal_lowest",
    "equal_tops",
    "equal_totals",
    "fifth_domain_with_specials",
    "gaia_wins",
    "last_trick_choices",
    "long_stack_highest",
    "mistletoe_before_sickle",
    "mistletoe_without_stack",
    "only_stack_for_a_mistletoe",
    "second_sickle_without_stack",
    "sickle_without_stack",
    "specials_only",
    "tie_after_a_sickle",
    "tie_before_two_sickles",
    "two_mistletoes",
]

#: What each seat plays to a trick.
_Trick = Mapping[Seat, Card]

_G, _Y, _R, _B, _V = Domain


def _rules(players: int) -> Rules:
    """The published game, of one round; for two players with hands that are large enough for Gaia."""
    if players == 2:
        return Rules(players=2, hand_size=17, rounds=1)
    return Rules(players=players, rounds=1)


def _sweep(domain: Domain, players: int, lowest: int, others: Mapping[Seat, Card] = {}, highest: int = 12) -> _Trick:
    """A trick of one domain that seat 1 wins and that leaves `lowest` on top.

    `others` says who plays something else; those left play from `lowest` upward, seat 1 the highest,
    or the lowest if nobody else plays the domain.
    """
    followers = [seat for seat in range(players) if seat not in others and seat != 1]
    trick = {seat: _card(domain, lowest + place) for place, seat in enumerate(followers)}
    trick[1] = _card(domain, highest if followers else lowest)
    return {**trick, **others}


def _card(domain: Domain, value: int) -> Card:
    return card(f"{domain.value}{value}")


def _play_tricks(
    builder: RecordBuilder,
    tricks: Sequence[_Trick],
    *,
    choices: Iterable[Action] = (),
    top: Top | None = None,
) -> None:
    """Deal hands with the cards of the tricks, and play the tricks in order, Gaia led as green.

    Where a choice is due in between, the next one of `choices` is taken; when there is none, it ends
    there. So the record ends with the last trick, or in the phase that waits for a choice.
    """
    state: State = builder.state
    n, waiting = state.rules.players, iter(choices)
    hands = [tuple(trick[seat] for trick in tricks) for seat in range(n)]
    builder.apply(deal_giving(hands, state.rules, dealer=state.dealer))
    for trick in tricks:
        for _ in range(n):
            state = builder.state
            assert state.to_act is not None
            played = trick[state.to_act]
            builder.apply(LeadGaia(_G, top) if played is GAIA else Play(played))
        while builder.state.phase in (Phase.SICKLE, Phase.MISTLETOE):
            choice = next(waiting, None)
            if choice is None:
                return
            builder.apply(choice)


def _script(players: int, tricks: Sequence[_Trick], *choices: Action) -> Record:
    builder = RecordBuilder(druids, _rules(players))
    _play_tricks(builder, tricks, choices=choices)
    return builder.record()


def _refuse(players: int, least: int, most: int, why: str) -> None:
    if not least <= players <= most:
        raise BadInput("players", players, f"from {least} to {most}: {why}")


def equal_tops(players: int) -> Record:
    """A sickle finds two equal highest tops, and the winner chooses: druids/sickle-tie.

    >>> import lexludi
    >>> *_, state, after = lexludi.states(equal_tops(3))
    >>> state.phase, druids.legal_actions(state)
    (sickle, (PlaceSickle(domain=G), PlaceSickle(domain=R)))
    >>> druids.view(after, 1).tops[1]
    (G9,)
    """
    tricks = [_sweep(_G, players, 9, {0: GAIA}), _sweep(_R, players, 9, {0: SICKLE})]
    return _script(players, tricks, PlaceSickle(_R))


def tie_before_two_sickles(players: int) -> Record:
    """Two sickles in one trick and two equal highest tops: one choice, then the other stack goes too.

    druids/sickle-tie, druids/second-sickle. Two players need a trick of sickles alone for it.

    >>> import lexludi
    >>> *_, state, after = lexludi.states(tie_before_two_sickles(4))
    >>> state.pending, druids.view(state, 1).tops[1], druids.view(after, 1).tops[1]
    ((SICKLE, SICKLE), (G9, Y2, R9), (Y2,))
    """
    stacks = [_sweep(_G, players, 9, {0: GAIA}), _sweep(_Y, players, 2)]
    if players == 2:
        tricks = [*stacks, _sweep(_R, 2, 9), {0: SICKLE, 1: SICKLE}]
    else:
        tricks = [*stacks, _sweep(_R, players, 9, {0: SICKLE, 2: SICKLE})]
    return _script(players, tricks, PlaceSickle(_G))


def tie_after_a_sickle(players: int) -> Record:
    """Two sickles: the first takes the only highest stack, the second finds two equal ones.

    druids/second-sickle, druids/sickle-tie.

    >>> import lexludi
    >>> *_, before, state, after = lexludi.states(tie_after_a_sickle(5))
    >>> state.pending, druids.view(state, 1).tops[1], druids.view(after, 1).tops[1]
    ((SICKLE,), (Y2, R2), (R2,))
    """
    stacks = [_sweep(_G, players, 5, {0: GAIA}), _sweep(_Y, players, 2)]
    if players == 2:
        tricks = [*stacks, _sweep(_R, 2, 2), {0: SICKLE, 1: SICKLE}]
    else:
        tricks = [*stacks, _sweep(_R, players, 2, {0: SICKLE, 2: SICKLE})]
    return _script(players, tricks, PlaceSickle(_Y))


def specials_only(players: int) -> Record:
    """A trick of sickles and mistletoes alone goes to its leader: druids/specials-trick.

    There are four such cards, so five players never see it.

    >>> import lexludi
    >>> *_, after = lexludi.states(specials_only(4))
    >>> after.to_act, after.aside[-4:]
    (1, (SICKLE, SICKLE, MISTLETOE, MISTLETOE))
    """
    _refuse(players, 2, 4, "there are four special cards")
    specials = (SICKLE, SICKLE, MISTLETOE, MISTLETOE)
    alone = {(1 + place) % players: specials[place] for place in range(players)}
    return _script(players, [_sweep(_G, players, 3, {0: GAIA}), alone])


def fifth_domain_with_specials(players: int) -> Record:
    """The trick that completes all domains has a sickle in it, and from three players on a mistletoe.

    Neither does anything: druids/fifth-domain-specials, druids/fifth-domain-ends-round, druids/round-lost.

    >>> record = fifth_domain_with_specials(3)
    >>> record.outcome.scores
    (0, -3, 0)
    """
    last: dict[Seat, Card] = {0: SICKLE} if players == 2 else {0: SICKLE, 2: MISTLETOE}
    tricks = [_sweep(_G, players, 2, {0: GAIA}), *(_sweep(domain, players, 3) for domain in (_Y, _R, _B))]
    return _script(players, [*tricks, _sweep(_V, players, 4, last)])


def gaia_wins(players: int) -> Record:
    """Nobody else has the domain that Gaia was led for: she wins with 0, and her leader leads again.

    druids/trick-winner, druids/gaia-aside, druids/winner-leads.

    >>> import lexludi
    >>> *_, after = lexludi.states(gaia_wins(4))
    >>> after.to_act, [len(hand) for hand in after.hands], druids.GAIA in after.aside
    (0, [13, 13, 13, 13], True)
    """
    rules = _rules(players)
    builder = RecordBuilder(druids, rules)
    mine = (GAIA, *(_card(_V, value) for value in range(1, 13)))
    builder.apply(deal_giving([mine, *(((),) * (players - 1))], rules))
    builder.apply(LeadGaia(_V))
    while builder.state.trick is not None:
        builder.apply(druids.legal_actions(builder.state)[0])
    return builder.record()


def sickle_without_stack(players: int) -> Record:
    """Gaia's trick is of special cards otherwise: her leader has no stack for the sickles to take.

    druids/sickle-no-stack, and with four and five players druids/mistletoe-own-stacks.

    >>> import lexludi
    >>> *_, after = lexludi.states(sickle_without_stack(3))
    >>> after.to_act, after.displays[0], after.pending, after.aside.count(SICKLE)
    (0, ((), (), (), (), ()), (), 2)
    """
    return _gaia_among(players, (SICKLE, SICKLE, MISTLETOE, MISTLETOE))


def mistletoe_without_stack(players: int) -> Record:
    """The same, with the mistletoes first: druids/mistletoe-own-stacks.

    >>> import lexludi
    >>> *_, after = lexludi.states(mistletoe_without_stack(2))
    >>> after.to_act, after.displays[0], after.pending
    (0, ((), (), (), (), ()), ())
    """
    return _gaia_among(players, (MISTLETOE, MISTLETOE, SICKLE, SICKLE))


def _gaia_among(players: int, specials: Sequence[Card]) -> Record:
    return _script(players, [{0: GAIA, **{seat: specials[seat - 1] for seat in range(1, players)}}])


def second_sickle_without_stack(players: int) -> Record:
    """Two sickles and one stack: the first takes it, the second finds none.

    druids/sickle, druids/sickle-no-stack.

    >>> import lexludi
    >>> *_, after = lexludi.states(second_sickle_without_stack(3))
    >>> any(after.displays[1])
    False
    """
    if players == 2:
        return _script(2, [_sweep(_G, 2, 3, {0: GAIA}), {0: SICKLE, 1: SICKLE}])
    tricks = [_sweep(_G, players, 3, {0: GAIA}), _sweep(_G, players, 6, {0: SICKLE, 2: SICKLE}, highest=11)]
    return _script(players, tricks)


def two_mistletoes(players: int) -> Record:
    """Two mistletoes in one trick: the winner of several stacks chooses twice.

    druids/mistletoe. The record ends before the second choice.

    >>> import lexludi
    >>> *_, state = lexludi.states(two_mistletoes(5))
    >>> state.pending, state.displays[1][0][0], len(druids.legal_actions(state))
    ((MISTLETOE,), MISTLETOE, 3)
    """
    stacks = [_sweep(_G, players, 4, {0: GAIA}), _sweep(_Y, players, 4), _sweep(_R, players, 4)]
    if players == 2:
        tricks = [*stacks, {0: MISTLETOE, 1: MISTLETOE}]
    else:
        tricks = [*stacks[:2], _sweep(_R, players, 4, {0: MISTLETOE, 2: MISTLETOE})]
    return _script(players, tricks, PlaceMistletoe(_G))


def only_stack_for_a_mistletoe(players: int) -> Record:
    """A mistletoe, and one stack: it goes under without being asked. druids/mistletoe-own-stacks.

    >>> import lexludi
    >>> *_, after = lexludi.states(only_stack_for_a_mistletoe(3))
    >>> after.phase, after.displays[1][0][0]
    (play, MISTLETOE)
    """
    tricks = [_sweep(_G, players, 3, {0: GAIA}), _sweep(_G, players, 6, {0: MISTLETOE}, highest=11)]
    return _script(players, tricks)


def mistletoe_before_sickle(players: int) -> Record:
    """A mistletoe played before a sickle: the sickle acts first all the same.

    druids/specials-order. Once the sickle has acted one stack is left, so there is no choice.

    >>> import lexludi
    >>> *_, after = lexludi.states(mistletoe_before_sickle(4))
    >>> after.phase, [stack for stack in after.displays[1] if stack]
    (play, [(MISTLETOE, R12, R3)])
    """
    _refuse(players, 3, 5, "the winner, a mistletoe and a sickle")
    # Seat 1 leads, so seat 2 plays before seat 0.
    last: dict[Seat, Card] = {2: MISTLETOE, 0: SICKLE}
    return _script(players, [_sweep(_G, players, 5, {0: GAIA}), _sweep(_R, players, 3, last)])


def long_stack_highest(players: int) -> Record:
    """With the variant, three and more cards of a trick go onto a stack, the highest on top.

    druids/sun-and-moon, druids/top-card, druids/stack-order.

    >>> import lexludi
    >>> *_, after = lexludi.states(long_stack_highest(4))
    >>> after.displays[1][1]
    (Y2, Y3, Y4, Y12)
    """
    _refuse(players, 3, 5, "three cards in a trick")
    builder = RecordBuilder(druids, attrs.evolve(_rules(players), sun_and_moon=True))
    _play_tricks(builder, [_sweep(_G, players, 2, {0: GAIA}), _sweep(_Y, players, 2)], top=Top.HIGHEST)
    return builder.record()


def last_trick_choices(players: int) -> Record:
    """The last trick of the game has a sickle in it, and a mistletoe: the winner still chooses, then it ends.

    druids/sickle-tie, druids/mistletoe, druids/round-end. A small world, so that the game is short.

    >>> import lexludi
    >>> *_, tied, due, after = lexludi.states(last_trick_choices(4))
    >>> any(tied.hands), tied.phase, due.phase, after.phase
    (False, sickle, mistletoe, over)
    """
    specials, highest = (1, 2) if players == 2 else (2, players)
    builder = RecordBuilder(
        druids,
        Rules(
            players=players,
            rounds=1,
            domains=4,
            values=highest,
            sickles=specials,
            mistletoes=specials,
            hand_size=4 if players == 2 else 3,
        ),
    )
    stacks = [_sweep(_G, players, 1, {0: GAIA}, highest), _sweep(_Y, players, 1, {}, highest)]
    if players == 2:
        tricks = [*stacks, _sweep(_R, 2, 1, {}, highest), {0: SICKLE, 1: MISTLETOE}]
    else:
        tricks = [*stacks, _sweep(_R, players, 1, {0: SICKLE, 2: MISTLETOE}, highest)]
    _play_tricks(builder, tricks, choices=[PlaceSickle(_Y), PlaceMistletoe(_R)])
    return builder.record()


def _one_stack_each(builder: RecordBuilder, holder: Seat, top: int) -> None:
    """A round in which every seat wins one trick: 1 point each, but `top` for the seat after Gaia's holder."""
    rules: Rules = builder.state.rules
    n = rules.players
    tricks: list[dict[Seat, Card]] = []
    for number in range(n):
        leader, winner = (holder + number) % n, (holder + number + 1) % n
        domain = tuple(Domain)[number]
        low = iter(range(1 if number else top, n))
        trick = {winner: _card(domain, n if n > 2 or number else top)}
        for place in range(n):
            seat = (leader + place) % n
            if seat != winner:
                trick[seat] = GAIA if not number and seat == holder else _card(domain, next(low))
        tricks.append(trick)
    _play_tricks(builder, tricks)


def _one_stack_each_rules(players: int, rounds: int) -> Rules:
    if players == 2:
        return Rules(players=2, rounds=rounds, domains=3, values=2, sickles=0, mistletoes=0, hand_size=2)
    specials = 1 if players == 3 else 2
    return Rules(
        players=players,
        rounds=rounds,
        values=players,
        sickles=specials,
        mistletoes=specials,
        hand_size=players,
    )


def equal_lowest(players: int) -> Record:
    """Several seats share the fewest points of a round, and not the dealer's neighbour: druids/dealer-tie.

    With two players both score the same. The record ends with the second deal due.

    >>> import lexludi
    >>> *_, after = lexludi.states(equal_lowest(4))
    >>> after.scores, after.dealer
    (((1,), (2,), (1,), (1,)), 2)
    """
    builder = RecordBuilder(druids, _one_stack_each_rules(players, rounds=2))
    _one_stack_each(builder, 0, top=2 if players > 2 else 1)
    return builder.record()


def equal_totals(players: int) -> Record:
    """After two rounds of different scores two seats have the most points, equally many: druids/winners.

    >>> equal_totals(3).outcome.winners, equal_totals(3).outcome.scores
    ((1, 2), (2, 3, 3))
    """
    builder = RecordBuilder(druids, _one_stack_each_rules(players, rounds=2))
    _one_stack_each(builder, 0, top=2)
    _one_stack_each(builder, 1, top=2)
    return builder.record()


@attrs.frozen
class Awkward:
    """A kind of awkward game."""

    #: Makes its record for a number of players.
    make: Callable[[int], Record]
    #: The clauses that it reaches, in the sense of its game's `reached`.
    clauses: tuple[str, ...]
    #: The numbers of players for which there is such a game.
    players: tuple[int, ...] = (2, 3, 4, 5)

    @property
    def name(self) -> str:
        """What it is called."""
        return self.make.__name__


#: All kinds of awkward game.
AWKWARD: tuple[Awkward, ...] = (
    Awkward(equal_tops, ("druids/sickle-tie",)),
    Awkward(tie_before_two_sickles, ("druids/sickle-tie", "druids/sickle")),
    Awkward(tie_after_a_sickle, ("druids/sickle", "druids/sickle-tie")),
    Awkward(specials_only, ("druids/specials-trick",), players=(2, 3, 4)),
    Awkward(
        fifth_domain_with_specials,
        ("druids/fifth-domain", "druids/fifth-domain-specials", "druids/fifth-domain-ends-round", "druids/round-lost"),
    ),
    Awkward(gaia_wins, ("druids/gaia-aside", "druids/trick-winner")),
    Awkward(sickle_without_stack, ("druids/sickle-no-stack",)),
    Awkward(mistletoe_without_stack, ("druids/mistletoe-own-stacks",)),
    Awkward(second_sickle_without_stack, ("druids/sickle", "druids/sickle-no-stack")),
    Awkward(two_mistletoes, ("druids/mistletoe",)),
    Awkward(only_stack_for_a_mistletoe, ("druids/mistletoe-own-stacks",)),
    Awkward(mistletoe_before_sickle, ("druids/specials-order", "druids/sickle"), players=(3, 4, 5)),
    Awkward(
        long_stack_highest,
        ("druids/sun-and-moon", "druids/top-card", "druids/stack-order"),
        players=(3, 4, 5),
    ),
    Awkward(last_trick_choices, ("druids/sickle-tie", "druids/round-end", "druids/mistletoe", "druids/game-end")),
    Awkward(equal_lowest, ("druids/dealer-tie",)),
    Awkward(equal_totals, ("druids/winners", "druids/game-end")),
)
