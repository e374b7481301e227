"""Invariants: what holds in every state that a game reaches, each a predicate with its clause."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from lexludi.birdie.abilities import effect_bound, is_possible
from lexludi.birdie.cards import CATEGORIES, STOP, Season, Species, canonical, deck, in_world
from lexludi.birdie.rules import Effect
from lexludi.birdie.scoring import awarded
from lexludi.birdie.sets import LEAST
from lexludi.birdie.setup import DISPLAY, HAND, half_size, under_stop
from lexludi.birdie.state import Phase, State
from lexludi.birdie.turns import active
from lexludi.birdie.view import zones
from lexludi.core.errors import DecodeError
from lexludi.core.invariants import Invariant, registering

__all__ = ["INVARIANTS", "broken", "check", "measure"]


_registered: list[Invariant] = []

_invariant = registering(_registered)


def _before_first_deal(state: State) -> bool:
    return state.phase is Phase.DEAL and state.round == 1


def _in_turns(state: State) -> bool:
    return state.phase in (Phase.TURN, Phase.LAY)


def _in_scoring(state: State) -> bool:
    return state.phase in (Phase.SCORE, Phase.EDIT)


def _just_scored(state: State) -> bool:
    """Whether a round has been scored and still lies there."""
    return state.phase is Phase.OVER or (state.phase is Phase.DEAL and state.round == 2)


def _outside_box(state: State) -> int:
    """Number of bird cards that lie anywhere but in the box: half of them at least, once there was a deal."""
    lying = sum(map(len, (*state.hands, *state.piles, state.display, state.pair, state.draw_pile)))
    return lying + sum(map(len, (state.under_stop, state.other_half, state.out)))


@_invariant("birdie/rules-fields")
def by_seat(state: State) -> bool:
    """Every list by seat has one entry a player, boards a place a category, trophies one a species."""
    n = state.rules.players
    seats = (state.to_act, *state.trophies)
    return (
        len(state.hands) == len(state.piles) == len(state.passed) == len(state.boards) == n
        and all(len(board.sets) == len(CATEGORIES) for board in state.boards)
        and len(state.trophies) == state.rules.species
        and all(seat is None or 0 <= seat < n for seat in seats)
    )


@_invariant("birdie/conservation", "birdie/deck")
def cards_conserved(state: State) -> bool:
    """The zones together are exactly the bird cards and one stop card."""
    if _before_first_deal(state):  # all is in the box, and `copies` may be any number
        return True
    if 2 * _outside_box(state) < state.rules.deck_size:  # so it may for a state that no game reaches
        return False
    lying = list(chain.from_iterable(zones(state).values()))
    return len(lying) == state.rules.deck_size + 1 and Counter(lying) == Counter((*deck(state.rules), STOP))


@_invariant("birdie/halves", "birdie/start")
def box_and_half(state: State) -> bool:
    """Nothing lies anywhere before the first deal, with two players in round 2 a half, else the whole deck."""
    rules = state.rules
    upper = half_size(rules.deck_size) if rules.players == 2 else rules.deck_size
    lower = rules.deck_size - upper
    lying = _outside_box(state)
    if _before_first_deal(state):
        return lying == 0
    if state.round == 2 and state.phase is not Phase.DEAL:
        return not state.other_half and lying == (lower if rules.players == 2 else upper)
    return len(state.other_half) == lower and lying == rules.deck_size


@_invariant("birdie/card-order")
def zones_in_order(state: State) -> bool:
    """Hands, the pair and cards out of play are in canonical order, and so are used abilities."""
    in_order = all(zone == canonical(zone) for zone in (*state.hands, state.pair, state.out))
    used = [board.abilities_used for board in state.boards]
    return in_order and all(list(one) == [species for species in Species if species in one] for one in used)


@_invariant("birdie/under-stop")
def stop_pile_whole(state: State) -> bool:
    """A card a player lies under the stop card from the first deal on: none of them ever surfaces."""
    return len(state.under_stop) == (0 if _before_first_deal(state) else under_stop(state.rules))


@_invariant("birdie/rounds")
def round_counts(state: State) -> bool:
    """The round is 1 or 2; two players wait for a deal once, and the game ends in round 2."""
    if state.round not in (1, 2):
        return False
    dealt_twice = state.phase is Phase.DEAL and state.round == 2 and state.rules.players == 2
    return not dealt_twice and (state.phase is not Phase.OVER or state.round == 2)


@_invariant("birdie/whose-action")
def somebody_acts(state: State) -> bool:
    """A seat is to act except when a deal is due or the game is over."""
    return (state.to_act is None) is (state.phase in (Phase.DEAL, Phase.OVER))


@_invariant("birdie/turn-order")
def active_seat_acts(state: State) -> bool:
    """In turns the seat to act is still in; in scoring and after it nobody is."""
    if _in_turns(state):
        return state.to_act is not None and state.passed[state.to_act] is None
    return active(state.passed) == (state.rules.players if _before_first_deal(state) else 0)


@_invariant("birdie/take-pair")
def pair_in_lay_only(state: State) -> bool:
    """A pair waits only while a turn with a pair goes on, and what it lacks of two lies on the pile."""
    if state.phase is not Phase.LAY or state.to_act is None:
        return not state.pair
    return len(state.pair) <= 2 and len(state.piles[state.to_act]) >= 2 - len(state.pair)


@_invariant("birdie/refill")
def display_full(state: State) -> bool:
    """The display lacks no card, but for a pair just taken, unless the stop card is up."""
    if _before_first_deal(state):
        return not state.display
    size = DISPLAY - 2 if state.phase is Phase.LAY else DISPLAY
    return len(state.display) == size or (state.stop_revealed and len(state.display) < size)


@_invariant("birdie/stop-card")
def stop_ends_drawing(state: State) -> bool:
    """Once the stop card is up nothing is left to draw, and a card has been missing."""
    if not state.stop_revealed:
        return True
    return not state.draw_pile and len(state.display) < (DISPLAY - 1 if state.phase is Phase.LAY else DISPLAY)


@_invariant("birdie/take-one")
def hands_grow_by_taking(state: State) -> bool:
    """What has left the display in turns is in hands, in piles, or waits as a pair."""
    if not _in_turns(state):
        return True
    dealt = HAND * state.rules.players
    held = sum(len(hand) for hand in state.hands) + sum(len(pile) for pile in state.piles) + len(state.pair)
    return held >= dealt and not state.out


@_invariant("birdie/pass-points")
def passes_count_down(state: State) -> bool:
    """The first to pass in a round got a point for each other player, each later one a point less."""
    points = sorted(points for points in state.passed if points is not None)
    return points == list(range(active(state.passed), len(state.passed)))


@_invariant("birdie/pass")
def pass_points_written(state: State) -> bool:
    """Boards have the points for passing of this round, and of round 1 as many as there are places."""
    before = sorted(board.pass_points - (now or 0) for board, now in zip(state.boards, state.passed, strict=True))
    second = state.round == 2 and state.phase is not Phase.DEAL
    return before == (list(range(len(before))) if second else [0] * len(before))


@_invariant("birdie/last-player")
def lone_turns_counted(state: State) -> bool:
    """Turns alone are counted only under a limit, below it, and for a single player still in."""
    limit = state.rules.lone_turns
    if state.alone == 0:
        return True
    return limit is not None and 0 < state.alone < limit and _in_turns(state) and active(state.passed) == 1


@_invariant("birdie/category-once")
def sets_worth_points(state: State) -> bool:
    """A category that was scored exists, and gave a point for each of two to all of its cards."""
    rules = state.rules
    for board in state.boards:
        for category, points in zip(CATEGORIES, board.sets, strict=True):
            if points is None:
                continue
            most = rules.copies * (rules.species if isinstance(category, Season) else rules.seasons)
            if not in_world(category, rules) or not LEAST <= points <= most:
                return False
    return True


@_invariant("birdie/set-cross")
def a_cross_a_set(state: State) -> bool:
    """Each board has as many crosses as categories scored."""
    return all(board.crosses == sum(points is not None for points in board.sets) for board in state.boards)


@_invariant("birdie/scoring-order")
def boards_filled_in_order(state: State) -> bool:
    """In round 1 a seat that has not begun to score has no sets and has used no ability."""
    if state.round == 2:
        return True
    first, n = state.rules.starters[0], state.rules.players
    done = 0 if not _in_scoring(state) or state.to_act is None else (state.to_act - first) % n + 1
    waiting = [state.boards[(first + place) % n] for place in range(done, n)]
    return not any(board.crosses or board.abilities_used for board in waiting)


@_invariant("birdie/set-disjoint")
def sets_within_row(state: State) -> bool:
    """The last set ended within the row of the seat that scores, who has a cross for it."""
    if state.last_end == 0:
        return True
    return (
        state.phase is Phase.SCORE
        and state.to_act is not None
        and LEAST <= state.last_end <= len(state.piles[state.to_act])
        and state.boards[state.to_act].crosses > 0
    )


@_invariant("birdie/ability-once")
def abilities_exist(state: State) -> bool:
    """Abilities have been used once each, of species of this world."""
    used = [board.abilities_used for board in state.boards]
    return all(len(set(one)) == len(one) and all(in_world(each, state.rules) for each in one) for one in used)


@_invariant("birdie/ability-cost")
def out_is_paid(state: State) -> bool:
    """Cards out of play were discarded for abilities, or removed by them: at most two an ability."""
    if not (_in_scoring(state) or _just_scored(state)):
        return not state.out
    most = sum(
        1 + (effect_bound(state.rules, species) is Effect.REMOVE)
        for board in state.boards
        for species in board.abilities_used
    )
    return len(state.out) <= most


@_invariant("birdie/ability-effect")
def effect_fits_phase(state: State) -> bool:
    """An effect is due only in its phase; it was bought, and it can be carried out."""
    if state.phase is not Phase.EDIT or state.to_act is None:
        return state.effect is None and state.phase is not Phase.EDIT
    used = state.boards[state.to_act].abilities_used
    return (
        state.effect is not None
        and state.effect is not Effect.NONE
        and any(effect_bound(state.rules, species) is state.effect for species in used)
        and is_possible(state.effect, state.piles[state.to_act], state.hands[state.to_act])
        and bool(state.out)
    )


@_invariant("birdie/trophy")
def trophies_follow_boards(state: State) -> bool:
    """Nobody has a trophy in round 1; later its holder has points for it, and once a round is scored the most."""
    nobody: tuple[int | None, ...] = (None,) * state.rules.species
    if state.round == 1:
        return state.trophies == nobody
    if state.phase is Phase.OVER:
        kept = awarded(state.boards, state.trophies) == state.trophies
    elif _in_scoring(state):
        kept = True
    else:
        kept = awarded(state.boards, nobody) == state.trophies
    held = [(species, seat) for species, seat in zip(Species, state.trophies, strict=False) if seat is not None]
    return kept and all(state.boards[seat].sets[species.index] is not None for species, seat in held)


#: All of them, in the order in which they are checked.
INVARIANTS = tuple(_registered)


def broken(state: State) -> Invariant | None:
    """The first invariant that `state` breaks, None when it keeps all."""
    return next((invariant for invariant in INVARIANTS if not invariant.holds(state)), None)


def check(state: State) -> None:
    """Raise DecodeError for a state that breaks an invariant: no game reaches it."""
    first = broken(state)
    if first is not None:
        raise DecodeError("", f"breaks {first.clause}", f"a state of a game: {first.says}")


def measure(state: State) -> tuple[int, ...]:
    """What every action lessens, compared from the left: so every game ends.

    First what is left of the game: deal, turns and scoring of either round. Then, in turns, cards that
    can still move (3 for one to be taken, 2 for one of a pair, 1 for one in a hand), players still in,
    and a turn that goes on; in scoring, seats still to score, categories and abilities they have left,
    and an edit that is due.
    """
    stage = {Phase.DEAL: 3, Phase.TURN: 2, Phase.LAY: 2, Phase.SCORE: 1, Phase.EDIT: 1, Phase.OVER: 0}[state.phase]
    left = 0 if state.phase is Phase.OVER else stage + 3 * (2 - state.round)
    if _in_turns(state):
        to_take = len(state.display) + len(state.draw_pile)
        hands = sum(len(hand) for hand in state.hands)
        moving = 3 * to_take + 2 * len(state.pair) + hands
        return left, moving + active(state.passed) + (state.phase is Phase.LAY)
    if not _in_scoring(state) or state.to_act is None:
        return (left,)
    n, board = state.rules.players, state.boards[state.to_act]
    waiting = n - (state.to_act - state.rules.starters[state.round - 1]) % n
    categories = len(CATEGORIES) - board.crosses
    abilities = len(Species) - len(board.abilities_used)
    return left, waiting, categories, abilities, int(state.phase is Phase.EDIT)
