"""Awkward: short games of Birdie that get to where luck hardly ever does.

Each function gives a record, for any number of players for which there is such a game. Its deals are
chosen, its moves are legal, and its last steps are the ones that it is named after. `AWKWARD` lists
them with the clauses that they reach, so a test of any Birdie program can go through them all:

>>> for awkward in AWKWARD:
...     for players in awkward.players:
...         record = awkward.make(players)
>>> len(AWKWARD)
23

In the scripts a card is written by the letter of its species and the number of its season: O1 is
OWL-SPRING. Unless a script says otherwise seat s is dealt Ws and Ps (seat 0 W1 P1), and the robins of
all seasons are displayed; so owls go where the script wants them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import attrs

from lexludi import birdie
from lexludi.birdie.actions import (
    Action,
    EndScoring,
    EndTurn,
    Insert,
    Lay,
    Move,
    Pass,
    Remove,
    ScoreSet,
    Swap,
    Take,
    TakePair,
    UseAbility,
)
from lexludi.birdie.cards import Card, Cards, Season, Species, card
from lexludi.birdie.rules import Effect, PileOrder, Rules
from lexludi.birdie.state import Phase, State
from lexludi.core.errors import BadInput
from lexludi.core.game import Seat
from lexludi.core.records import Record, RecordBuilder
from lexludi.testing.awkward import Awkward
from lexludi.testing.birdie_deals import deal_giving

__all__ = [
    "AWKWARD",
    "ability_used_in_round_1",
    "all_effects_in_one_scoring",
    "category_scored_in_round_1",
    "copies_in_pair_and_hand",
    "display_runs_out",
    "eight_crosses",
    "equal_totals",
    "hand_after_the_pair",
    "hand_between_the_pair",
    "impossible_effects",
    "insert_into_empty_row",
    "last_cards_drawn",
    "lone_player_passes",
    "lone_player_without_limit",
    "lone_turns_used_up",
    "lone_turns_used_up_twice",
    "nothing_laid",
    "odd_halves",
    "right_set_first",
    "stop_card_cuts_refill",
    "trophy_equalled",
    "trophy_for_nobody",
    "trophy_kept_between_others",
]

_SPECIES = {species.value[0]: species for species in Species}


def _card(short: str) -> Card:
    return card(f"{_SPECIES[short[0]].value}-{list(Season)[int(short[1]) - 1].value}")


def _cards(short: str) -> Cards:
    return tuple(_card(one) for one in short.split())


_NO_HANDS: Mapping[Seat, str] = MappingProxyType({})


@attrs.frozen
class _Round:
    """What a script wants dealt in one round."""

    #: Hands of two by seat, of those seats that need others than the usual ones.
    hands: Mapping[Seat, str] = _NO_HANDS
    #: The display, left to right.
    display: str = "R1 R2 R3 R4"
    #: The first cards to be drawn.
    draw: str = ""

    def all_hands(self, players: int) -> list[Cards]:
        return [_cards(self.hands.get(seat, f"W{seat + 1} P{seat + 1}")) for seat in range(players)]


_USUAL = _Round()


def _begun(rules: Rules, first: _Round = _USUAL, second: _Round = _USUAL) -> RecordBuilder:
    """A game in its first turn. Two players have got the cards of both rounds by then."""
    later: Cards = ()
    if rules.players == 2:
        hands, starter = second.all_hands(2), rules.starters[1]
        dealt = tuple(hands[(starter + place) % 2][turn] for turn in (0, 1) for place in (0, 1))
        later = dealt + _cards(second.display) + _cards(second.draw)
    builder = RecordBuilder(birdie, rules)
    hands = first.all_hands(rules.players)
    builder.apply(deal_giving(hands, _cards(first.display), rules, draw=_cards(first.draw), other_half=later))
    return builder


def _bare(players: int, draw: int, lone_turns: int | None = None) -> RecordBuilder:
    """A small world in its first turn, in which so many cards are left to draw."""
    species, seasons, copies = {
        (2, 0): (2, 2, 5),
        (2, 1): (2, 1, 11),
        (2, 2): (3, 4, 2),
        (3, 0): (1, 1, 13),
        (3, 1): (2, 1, 7),
        (3, 2): (3, 1, 5),
        (4, 0): (4, 4, 1),
        (4, 1): (1, 1, 17),
        (4, 2): (3, 3, 2),
    }[players, draw]
    rules = Rules(players=players, species=species, seasons=seasons, copies=copies, lone_turns=lone_turns)
    builder = RecordBuilder(birdie, rules)
    builder.apply(deal_giving([()] * players, (), rules))
    return builder


def _play(builder: RecordBuilder, *actions: Action) -> None:
    for action in actions:
        builder.apply(action)


def _pair(builder: RecordBuilder, short: str = "") -> None:
    """A turn in which the first two of the cards named are taken and laid, then the others of the hand.

    Without any named they are the two leftmost of the display.
    """
    laid = _cards(short) or builder.state.display[:2]
    _play(builder, TakePair(laid[:2]), *(Lay(each) for each in laid), EndTurn())


def _take_first(builder: RecordBuilder) -> None:
    builder.apply(Take(builder.state.display[0]))


def _until(builder: RecordBuilder, seat: Seat) -> None:
    """Until it is for `seat` to act all others pass, or end their scoring."""
    while builder.state.to_act != seat:
        builder.apply(Pass() if builder.state.phase is Phase.TURN else EndScoring())


def _all_pass(builder: RecordBuilder) -> None:
    while builder.state.phase is Phase.TURN:
        builder.apply(Pass())


def _all_scored(builder: RecordBuilder) -> None:
    while builder.state.phase is Phase.SCORE:
        builder.apply(EndScoring())


def _second_round(builder: RecordBuilder, wanted: _Round = _USUAL) -> None:
    """End the scoring of round 1 and lay out round 2."""
    # With two players round 2 begins by itself, so the phase tells when scoring is over.
    _all_scored(builder)
    state: State = builder.state
    if state.rules.players > 2:
        hands, draw = wanted.all_hands(state.rules.players), _cards(wanted.draw)
        builder.apply(deal_giving(hands, _cards(wanted.display), state.rules, draw=draw, round=2))


# --- the display ------------------------------------------------------------------------------------


def display_runs_out(players: int) -> Record:
    """Nothing is left to draw: the display shrinks to 3, 2, 1 and 0 cards; then all must pass.

    birdie/stop-card, birdie/must-pass.

    >>> import lexludi
    >>> [len(state.display) for state in lexludi.states(display_runs_out(3)) if state.phase is Phase.TURN]
    [4, 3, 2, 1, 0, 0, 0]
    """
    builder = _bare(players, draw=0)
    while builder.state.display:
        _take_first(builder)
    _all_pass(builder)
    return builder.record()


def last_cards_drawn(players: int) -> Record:
    """The last two cards fill the display, and the stop card stays down; the next turn brings it up.

    birdie/refill, birdie/stop-card.

    >>> import lexludi
    >>> *_, drawn, after = lexludi.states(last_cards_drawn(2))
    >>> (len(drawn.display), drawn.stop_revealed), (len(after.display), after.stop_revealed)
    ((4, False), (3, True))
    """
    builder = _bare(players, draw=2)
    _pair(builder)
    _take_first(builder)
    return builder.record()


def stop_card_cuts_refill(players: int) -> Record:
    """Two cards are missing and one is left: it is displayed, then the stop card comes up.

    birdie/refill, birdie/stop-card.

    >>> import lexludi
    >>> *_, before, after = lexludi.states(stop_card_cuts_refill(4))
    >>> len(before.draw_pile), len(after.display), after.stop_revealed, len(after.under_stop)
    (1, 3, True, 4)
    """
    builder = _bare(players, draw=1)
    _pair(builder)
    return builder.record()


# --- passing ----------------------------------------------------------------------------------------


def lone_turns_used_up(players: int) -> Record:
    """Under a limit of two the last player takes a card, then a pair, and is out without being asked.

    birdie/last-player.

    >>> import lexludi
    >>> *_, before, after = lexludi.states(lone_turns_used_up(3))
    >>> before.alone, before.passed, after.passed, after.phase
    (1, (None, 2, 1), (0, 2, 1), score)
    """
    builder = _begun(Rules(players=players, lone_turns=2))
    _take_first(builder)
    _until(builder, 0)
    _take_first(builder)
    _pair(builder)
    return builder.record()


def lone_turns_used_up_twice(players: int) -> Record:
    """Under a limit of two the last player has two turns alone in round 1, and two again in round 2.

    birdie/last-player.

    >>> import lexludi
    >>> *_, before, after = lexludi.states(lone_turns_used_up_twice(3))
    >>> before.round, before.alone, before.passed, after.passed, after.phase
    (2, 1, (1, None, 2), (1, 0, 2), score)
    """
    builder = _begun(Rules(players=players, lone_turns=2))
    for starter in (0, 1):
        if starter:
            _second_round(builder)
        _take_first(builder)
        _until(builder, starter)
        _take_first(builder)
        _pair(builder)
    return builder.record()


def lone_player_passes(players: int) -> Record:
    """The last player passes for 0 points before the limit is reached: birdie/pass, birdie/round-end.

    >>> import lexludi
    >>> *_, before, after = lexludi.states(lone_player_passes(2))
    >>> before.alone, before.rules.lone_turns, after.passed
    (1, 3, (0, 1))
    """
    builder = _begun(Rules(players=players, lone_turns=3))
    _take_first(builder)
    _until(builder, 0)
    _take_first(builder)
    builder.apply(Pass())
    return builder.record()


def lone_player_without_limit(players: int) -> Record:
    """The last player plays on alone until the display is empty, and must pass then, for 0 points.

    birdie/last-player, birdie/must-pass.

    >>> import lexludi
    >>> *_, before, after = lexludi.states(lone_player_without_limit(4))
    >>> before.display, birdie.legal_actions(before), after.passed
    ((), (Pass(),), (0, 3, 2, 1))
    """
    builder = _bare(players, draw=0)
    _take_first(builder)
    _until(builder, 0)
    while builder.state.display:
        _take_first(builder)
    builder.apply(Pass())
    return builder.record()


# --- laying -----------------------------------------------------------------------------------------


def copies_in_pair_and_hand(players: int) -> Record:
    """A token lies twice in the display and once in the hand: the leftmost is taken, and laid before the hand's.

    birdie/which-copy.

    >>> import lexludi
    >>> *_, before, laid = lexludi.states(copies_in_pair_and_hand(3))
    >>> before.display, before.hands[0] == laid.hands[0], laid.pair
    ((PIGEON-SPRING, OWL-SPRING), True, (ROBIN-SPRING,))
    """
    builder = _begun(Rules(players=players), _Round({0: "O1 R4"}, "O1 P1 O1 R1"))
    _play(builder, TakePair(_cards("O1 R1")), Lay(_card("O1")))
    return builder.record()


def hand_between_the_pair(players: int) -> Record:
    """In free order a card of the hand goes between the two of the pair: birdie/pair-first.

    >>> import lexludi
    >>> *_, after = lexludi.states(hand_between_the_pair(2))
    >>> after.piles[0]
    (ROBIN-SUMMER, WOODPECKER-SPRING, ROBIN-SPRING)
    """
    builder = _begun(Rules(players=players, pile_order=PileOrder.FREE))
    _play(builder, TakePair(_cards("R1 R2")), Lay(_card("R2")), Lay(_card("W1")), Lay(_card("R1")), EndTurn())
    return builder.record()


def hand_after_the_pair(players: int) -> Record:
    """With the pair first, both cards of the hand follow it, and then the turn can but end: birdie/pair-first.

    >>> import lexludi
    >>> *_, due, after = lexludi.states(hand_after_the_pair(2))
    >>> due.hands[0], birdie.legal_actions(due), after.to_act
    ((), (EndTurn(),), 1)
    """
    builder = _begun(Rules(players=players))
    _pair(builder, "R1 R2 W1 P1")
    return builder.record()


# --- sets -------------------------------------------------------------------------------------------


def right_set_first(players: int) -> Record:
    """The set to the right is scored first: what lies left of it scores no more, and abilities are over.

    birdie/set-disjoint, birdie/ability-timing, birdie/set-choice.

    >>> import lexludi
    >>> *_, state, _ = lexludi.states(right_set_first(2))
    >>> state.piles[0], state.last_end, state.hands[0], birdie.legal_actions(state)
    ((OWL-SPRING, OWL-SUMMER, ROBIN-SUMMER), 3, (WOODPECKER-SPRING, PIGEON-SPRING), (EndScoring(),))
    """
    builder = _begun(Rules(players=players), _Round({0: "R2 W1"}, "O1 O2 P1 R4"))
    _pair(builder, "O1 O2 R2")
    _until(builder, 0)
    _play(builder, Take(_card("P1")))
    _all_pass(builder)
    _play(builder, ScoreSet(1, 2, Season.SUMMER), EndScoring())
    return builder.record()


def category_scored_in_round_1(players: int) -> Record:
    """Two owls in round 1 are scored, so those of round 2 are not: birdie/category-once.

    >>> import lexludi
    >>> *_, state, _ = lexludi.states(category_scored_in_round_1(3))
    >>> state.round, state.piles[0], birdie.legal_actions(state)
    (2, (OWL-AUTUMN, OWL-WINTER), (EndScoring(),))
    """
    first, second = _Round({0: "R1 R2"}, "O1 O2 R3 R4"), _Round({0: "R1 R2"}, "O3 O4 R3 R4")
    builder = _begun(Rules(players=players), first, second)
    _pair(builder, "O1 O2")
    _all_pass(builder)
    builder.apply(ScoreSet(0, 2, Species.OWL))
    _second_round(builder, second)
    _until(builder, 0)
    _pair(builder, "O3 O4")
    _all_pass(builder)
    _until(builder, 0)
    _play(builder, UseAbility(Species.ROBIN, _card("R1")), EndScoring())
    return builder.record()


def eight_crosses(players: int) -> Record:
    """One seat scores every category, two cards each: eight crosses, and what they are worth at the end.

    birdie/set-cross, birdie/cross-value.

    >>> record = eight_crosses(2)
    >>> record.rules.crosses[8], record.outcome.scores[0]
    (8, 36)
    """
    pairs = ("W1 W2", "P1 P2", "O1 O2", "R1 R2", "P3 O3", "O4 R4", "W1 P1", "O2 R2")
    spare = dict.fromkeys(range(players), "W4 P4")
    later = _Round(spare, "W3 W3 W3 R3")
    rules = Rules(players=players, crosses=(0, 0, 1, 1, 2, 3, 4, 6, 8))
    builder = _begun(rules, _Round(spare, " ".join(pairs[:2]), " ".join(pairs[2:])), later)
    for pair in pairs:
        _until(builder, 0)
        _pair(builder, pair)
    _all_pass(builder)
    categories = [*Species, Season.AUTUMN, Season.WINTER, Season.SPRING, Season.SUMMER]
    _play(builder, *(ScoreSet(2 * at, 2, category) for at, category in enumerate(categories)))
    _second_round(builder, later)
    _all_pass(builder)
    _all_scored(builder)
    return builder.record()


# --- abilities --------------------------------------------------------------------------------------


def all_effects_in_one_scoring(players: int) -> Record:
    """Four abilities in a row: a card is inserted, two are swapped, one is moved, one removed.

    birdie/edit, birdie/effect-insert, birdie/effect-swap, birdie/effect-move, birdie/effect-remove.

    >>> import lexludi
    >>> *_, after = lexludi.states(all_effects_in_one_scoring(2))
    >>> after.piles[0], after.hands[0], after.out[:2], len(after.out)
    ((ROBIN-SPRING, ROBIN-SUMMER), (), (WOODPECKER-SPRING, PIGEON-SPRING), 5)
    """
    effects = {
        Species.WOODPECKER: Effect.INSERT,
        Species.PIGEON: Effect.SWAP,
        Species.OWL: Effect.MOVE,
        Species.ROBIN: Effect.REMOVE,
    }
    rules = Rules(players=players, abilities=effects)
    builder = _begun(rules, _Round({0: "W1 P1"}, "R1 R2 O1 R4", "O4"))
    _pair(builder, "R1 R2")
    _until(builder, 0)
    _play(builder, Take(_card("O1")), Take(_card("R4")), Take(_card("O4")), Pass())
    _play(builder, UseAbility(Species.WOODPECKER, _card("W1")), Insert(_card("O4"), 1))
    _play(builder, UseAbility(Species.PIGEON, _card("P1")), Swap(1))
    _play(builder, UseAbility(Species.OWL, _card("O1")), Move(2, 0))
    _play(builder, UseAbility(Species.ROBIN, _card("R4")), Remove(0))
    return builder.record()


def insert_into_empty_row(players: int) -> Record:
    """A seat that has laid nothing inserts a card: it has a row of one, which scores nothing.

    birdie/effect-insert.

    >>> import lexludi
    >>> *_, after = lexludi.states(insert_into_empty_row(4))
    >>> after.piles[0], birdie.legal_actions(after)
    ((PIGEON-SPRING,), (EndScoring(),))
    """
    builder = _begun(Rules(players=players, abilities={Species.WOODPECKER: Effect.INSERT}))
    _all_pass(builder)
    _play(builder, UseAbility(Species.WOODPECKER, _card("W1")), Insert(_card("P1"), 0))
    return builder.record()


def impossible_effects(players: int) -> Record:
    """Effects that could not be carried out: on an empty row, and with no other card to insert.

    birdie/ability-effect: seat 0 has no row, seat 1 one card in hand.

    >>> import lexludi
    >>> first, second = list(lexludi.states(impossible_effects(2)))[-3:-1]
    >>> first.hands[0], birdie.legal_actions(first)
    ((WOODPECKER-SPRING, PIGEON-SPRING, ROBIN-SPRING), (EndScoring(),))
    >>> second.hands[1], birdie.legal_actions(second)[0]
    ((OWL-SPRING,), ScoreSet(start=0, length=2, category=ROBIN))
    """
    effects = {
        Species.WOODPECKER: Effect.REMOVE,
        Species.PIGEON: Effect.MOVE,
        Species.OWL: Effect.INSERT,
        Species.ROBIN: Effect.SWAP,
    }
    builder = _begun(Rules(players=players, abilities=effects), _Round({1: "O1 P2"}))
    _play(builder, Take(_card("R1")))
    _pair(builder, "R2 R3 P2")
    _all_pass(builder)
    _play(builder, EndScoring(), EndScoring())
    return builder.record()


def ability_used_in_round_1(players: int) -> Record:
    """The ability used in round 1 is used up, whatever is in hand in round 2: birdie/ability-once.

    >>> import lexludi
    >>> *_, state, _ = lexludi.states(ability_used_in_round_1(3))
    >>> state.round, state.hands[0], birdie.legal_actions(state)
    (2, (OWL-SUMMER, OWL-AUTUMN), (EndScoring(),))
    """
    second = _Round({0: "O2 O3"})
    builder = _begun(Rules(players=players), _Round({0: "O1 P1"}), second)
    _all_pass(builder)
    builder.apply(UseAbility(Species.OWL, _card("O1")))
    _second_round(builder, second)
    _all_pass(builder)
    _until(builder, 0)
    builder.apply(EndScoring())
    return builder.record()


# --- trophies and totals ----------------------------------------------------------------------------


def _owl_trophy(players: int, first: Sequence[Seat], second: Sequence[Seat], owls: int) -> Record:
    """Seats that score two owls in round 1, and seats that score two or three in round 2."""
    plain: dict[Seat, str] = {seat: f"W{seat + 1} P{seat + 1}" for seat in range(players)}
    one = _Round(plain, "O1 O1 O2 O2")
    more = {seat: f"O{seat} P{seat + 1}" for seat in second} if owls == 3 else {}
    two = _Round({**plain, **more}, "O3 O3 O4 O4")
    builder = _begun(Rules(players=players), one, two)
    for seat in first:
        _until(builder, seat)
        _pair(builder, "O1 O2")
    _all_pass(builder)
    for seat in first:
        _until(builder, seat)
        builder.apply(ScoreSet(0, 2, Species.OWL))
    _second_round(builder, two)
    for seat in second:
        _until(builder, seat)
        _pair(builder, "O3 O4" if owls == 2 else f"O3 O4 O{seat}")
    if second:
        _all_pass(builder)
        for seat in second:
            _until(builder, seat)
            builder.apply(ScoreSet(0, owls, Species.OWL))
        _all_scored(builder)
    return builder.record()


def trophy_equalled(players: int) -> Record:
    """Seat 0 has the owls' trophy for two cards; seat 1 gets as many in round 2, and it stays.

    birdie/trophy, birdie/trophy-tie.

    >>> import lexludi
    >>> *_, after = lexludi.states(trophy_equalled(2))
    >>> after.trophies, [board.sets[Species.OWL.index] for board in after.boards]
    ((None, None, 0, None), [2, 2])
    """
    return _owl_trophy(players, [0], [1], owls=2)


def trophy_for_nobody(players: int) -> Record:
    """Two seats have equally many owls in round 1: the trophy is nobody's. birdie/trophy-tie.

    >>> import lexludi
    >>> *_, after = lexludi.states(trophy_for_nobody(3))
    >>> after.round, after.trophies
    (2, (None, None, None, None))
    """
    return _owl_trophy(players, [0, 1], [], owls=2)


def trophy_kept_between_others(players: int) -> Record:
    """Seat 0 has the trophy for two owls; two others get three each in round 2, and it stays: birdie/trophy-tie.

    >>> import lexludi
    >>> *_, after = lexludi.states(trophy_kept_between_others(3))
    >>> after.trophies, [board.sets[Species.OWL.index] for board in after.boards]
    ((None, None, 0, None), [2, 3, 3])
    """
    if not 3 <= players <= 4:
        raise BadInput("players", players, "from 3 to 4: a holder, and two who are equal")
    return _owl_trophy(players, [0], [1, 2], owls=3)


def nothing_laid(players: int) -> Record:
    """Everybody passes at once in both rounds: empty rows, and points for passing alone.

    birdie/pass-points, birdie/end-scoring, birdie/game-end.

    >>> nothing_laid(4).outcome.scores
    (3, 5, 3, 1)
    """
    builder = _begun(Rules(players=players))
    _all_pass(builder)
    _second_round(builder)
    _all_pass(builder)
    _all_scored(builder)
    return builder.record()


def equal_totals(players: int) -> Record:
    """The seats pass in round 2 in the opposite order, so all totals are equal: birdie/shared-win.

    >>> equal_totals(3).outcome.scores, equal_totals(3).outcome.winners
    ((2, 2, 2), (0, 1, 2))
    """
    builder = _begun(Rules(players=players))
    _all_pass(builder)
    _second_round(builder)
    for seat in reversed(range(players)):
        while builder.state.to_act != seat:
            _take_first(builder)
        builder.apply(Pass())
    _all_scored(builder)
    return builder.record()


def odd_halves(players: int) -> Record:
    """Two players share a pile of 27: 13 cards are round 1's, 14 round 2's. birdie/odd-half.

    >>> import lexludi
    >>> *_, after = lexludi.states(odd_halves(2))
    >>> len(after.draw_pile), len(after.other_half)
    (3, 14)
    """
    if players != 2:
        raise BadInput("players", players, "2: only their pile is halved")
    rules = Rules(players=2, species=3, seasons=3, copies=3)
    builder = RecordBuilder(birdie, rules)
    builder.apply(deal_giving([(), ()], (), rules))
    return builder.record()


_ALL = (2, 3, 4)

#: All kinds of awkward game.
AWKWARD: tuple[Awkward, ...] = (
    Awkward(display_runs_out, ("birdie/stop-card", "birdie/must-pass"), _ALL),
    Awkward(last_cards_drawn, ("birdie/refill", "birdie/stop-card"), _ALL),
    Awkward(stop_card_cuts_refill, ("birdie/refill", "birdie/stop-card"), _ALL),
    Awkward(lone_turns_used_up, ("birdie/last-player", "birdie/round-end"), _ALL),
    Awkward(lone_turns_used_up_twice, ("birdie/last-player", "birdie/table-cleared"), _ALL),
    Awkward(lone_player_passes, ("birdie/pass", "birdie/round-end"), _ALL),
    Awkward(lone_player_without_limit, ("birdie/last-player", "birdie/must-pass"), _ALL),
    Awkward(copies_in_pair_and_hand, ("birdie/which-copy",), _ALL),
    Awkward(hand_between_the_pair, ("birdie/pair-first", "birdie/pair-order"), _ALL),
    Awkward(hand_after_the_pair, ("birdie/pair-first", "birdie/end-turn"), _ALL),
    Awkward(right_set_first, ("birdie/set-disjoint", "birdie/ability-timing"), _ALL),
    Awkward(category_scored_in_round_1, ("birdie/category-once",), _ALL),
    Awkward(eight_crosses, ("birdie/set-cross", "birdie/cross-value"), _ALL),
    Awkward(
        all_effects_in_one_scoring,
        (
            "birdie/edit",
            "birdie/effect-insert",
            "birdie/effect-swap",
            "birdie/effect-move",
            "birdie/effect-remove",
        ),
        _ALL,
    ),
    Awkward(insert_into_empty_row, ("birdie/ability-cost", "birdie/effect-insert"), _ALL),
    Awkward(impossible_effects, ("birdie/ability-effect",), _ALL),
    Awkward(ability_used_in_round_1, ("birdie/ability-once", "birdie/table-cleared"), _ALL),
    Awkward(trophy_equalled, ("birdie/trophy", "birdie/trophy-tie", "birdie/trophy-value"), _ALL),
    Awkward(trophy_for_nobody, ("birdie/trophy-tie",), _ALL),
    Awkward(trophy_kept_between_others, ("birdie/trophy-tie",), (3, 4)),
    Awkward(nothing_laid, ("birdie/pass-points", "birdie/end-scoring", "birdie/game-end"), _ALL),
    Awkward(equal_totals, ("birdie/shared-win", "birdie/winner"), _ALL),
    Awkward(odd_halves, ("birdie/odd-half", "birdie/halves"), (2,)),
)
