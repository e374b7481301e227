"""Invariants: what holds in every state that a game reaches, each a predicate with its clause."""

from __future__ import annotations

from collections import Counter

from lexludi.core.errors import DecodeError
from lexludi.core.invariants import Invariant, registering
from lexludi.druids.cards import GAIA, MISTLETOE, canonical, deck
from lexludi.druids.scoring import ROUND_LOST, next_dealer, outcome, round_points
from lexludi.druids.stacks import choosable, phase_with
from lexludi.druids.state import Phase, State, Top
from lexludi.druids.view import zones

__all__ = ["INVARIANTS", "broken", "check"]


_registered: list[Invariant] = []

_invariant = registering(_registered)


@_invariant("druids/players", "druids/domains")
def by_seat(state: State) -> bool:
    """Every list by seat has one entry a player, every display one place a domain."""
    n = state.rules.players
    return (
        len(state.hands) == len(state.displays) == len(state.scores) == n
        and all(len(display) == state.rules.domains for display in state.displays)
        and 0 <= state.dealer < n
        and (state.to_act is None or 0 <= state.to_act < n)
    )


@_invariant("druids/deck", "druids/specials-alike")
def cards_conserved(state: State) -> bool:
    """The zones together are exactly the deck."""
    lying = Counter(card for zone in zones(state).values() for card in zone)
    return lying == Counter(deck(state.rules))


@_invariant("druids/card-order")
def zones_in_order(state: State) -> bool:
    """Hands, pending cards and cards aside are in canonical order."""
    return all(zone == canonical(zone) for zone in (*state.hands, state.pending, state.aside))


@_invariant("druids/rounds")
def round_counts(state: State) -> bool:
    """As many rounds are scored for every seat as are finished."""
    finished = state.rules.rounds if state.phase is Phase.OVER else state.round - 1
    return 1 <= state.round <= state.rules.rounds and all(len(rounds) == finished for rounds in state.scores)


@_invariant("druids/next-dealer")
def dealers_follow(state: State) -> bool:
    """The dealer follows from the first dealer and the points of the rounds before this one."""
    dealer = state.rules.first_dealer
    for points in list(zip(*state.scores, strict=True))[: state.round - 1]:
        dealer = next_dealer(points, dealer)
    return dealer == state.dealer


@_invariant("druids/turn-order")
def somebody_acts(state: State) -> bool:
    """A seat is to act except when a deal is due or the game is over."""
    return (state.to_act is None) is (state.phase in (Phase.DEAL, Phase.OVER))


@_invariant("druids/turn-order")
def trick_in_step(state: State) -> bool:
    """A trick has 1 to n − 1 cards, and the seat to act follows its last one clockwise."""
    trick, n = state.trick, state.rules.players
    if trick is None:
        return True
    return (
        state.phase is Phase.PLAY
        and 1 <= len(trick.cards) < n
        and 0 <= trick.leader < n
        and state.to_act == (trick.leader + len(trick.cards)) % n
    )


@_invariant("druids/turn-order")
def hands_in_step(state: State) -> bool:
    """Hands are equally long, but for those who have played to the trick, who hold one card less."""
    trick, n = state.trick, state.rules.players
    played = [] if trick is None else [(trick.leader + place) % n for place in range(len(trick.cards))]
    return len({len(hand) + (seat in played) for seat, hand in enumerate(state.hands)}) == 1


@_invariant("druids/trick-domain")
def trick_domain_fits(state: State) -> bool:
    """The trick's domain is that of its first domain card, or the one that Gaia was led for."""
    trick = state.trick
    if trick is None:
        return True
    if GAIA in trick.cards:
        return trick.cards[0] is GAIA and trick.domain is not None and trick.domain.index < state.rules.domains
    return trick.domain is next((card.domain for card in trick.cards if card.domain is not None), None)


@_invariant("druids/gaia-leads")
def gaia_comes_first(state: State) -> bool:
    """Whoever holds Gaia is to act, and nothing has been played."""
    holders = [seat for seat, hand in enumerate(state.hands) if GAIA in hand]
    return not holders or (
        holders == [state.to_act]
        and all(len(hand) == state.rules.hand_size for hand in state.hands)
        and not any(stack for display in state.displays for stack in display)
        and state.top is Top.LOWEST
    )


@_invariant("druids/gaia-aside", "druids/gaia")
def gaia_never_in_stack(state: State) -> bool:
    """Gaia lies in no stack."""
    return all(GAIA not in stack for display in state.displays for stack in display)


@_invariant("druids/sort-trick", "druids/specials")
def stacks_pure(state: State) -> bool:
    """A stack holds cards of its domain alone, but for mistletoes at its bottom, and shows one of them."""
    for display in state.displays:
        for index, stack in enumerate(display):
            mistletoes = stack.count(MISTLETOE)
            if stack and (stack[-1].domain is None or stack[:mistletoes].count(MISTLETOE) < mistletoes):
                return False
            if any(card.domain is None or card.domain.index != index for card in stack[mistletoes:]):
                return False
    return True


@_invariant("druids/fifth-domain")
def nobody_plays_on_with_all_domains(state: State) -> bool:
    """While the round goes on nobody has a stack of every domain; when it has ended at most one seat has."""
    full = sum(all(display) for display in state.displays)
    return full == 0 if state.to_act is not None else full <= 1


@_invariant("druids/specials-order")
def pending_fits_phase(state: State) -> bool:
    """Cards are pending only while their owner has a choice, sickles before mistletoes."""
    if not state.pending:
        return state.phase not in (Phase.SICKLE, Phase.MISTLETOE)
    return (
        all(card.is_special for card in state.pending)
        and state.to_act is not None
        and state.phase is phase_with(state.pending)
        and len(choosable(state)) > 1
    )


@_invariant("druids/round-end")
def round_goes_on(state: State) -> bool:
    """While somebody plays cards there are cards to play."""
    if state.phase is not Phase.PLAY or state.to_act is None:
        return True
    return bool(state.hands[state.to_act])


@_invariant("druids/round-end")
def round_has_ended(state: State) -> bool:
    """When a round has ended, all is played or one seat has every domain, and no trick lies."""
    if state.to_act is not None or _undealt(state):
        return True
    return state.trick is None and (not any(state.hands) or any(all(display) for display in state.displays))


@_invariant("druids/round-end")
def table_shows_the_points(state: State) -> bool:
    """When a round has ended, the last points are those of the table as it lies."""
    if state.to_act is not None or _undealt(state):
        return True
    return tuple(rounds[-1] for rounds in state.scores) == round_points(state.displays)


@_invariant("druids/first-dealer")
def box_is_full_before_the_first_deal(state: State) -> bool:
    """Before the first deal all cards are in the box, and only then any."""
    return (not zones(state)["box"]) is not _undealt(state)


def _undealt(state: State) -> bool:
    """Whether nothing has been dealt yet."""
    return state.phase is Phase.DEAL and state.round == 1


@_invariant("druids/hand-size")
def hands_not_too_large(state: State) -> bool:
    """No hand holds more cards than are dealt to it."""
    return all(len(hand) <= state.rules.hand_size for hand in state.hands)


@_invariant("druids/round-points")
def points_in_range(state: State) -> bool:
    """A round is worth −3, or from 0 to the highest value times all domains but one."""
    most = state.rules.values * max(state.rules.domains - 1, 0)
    return all(now == ROUND_LOST or 0 <= now <= most for rounds in state.scores for now in rounds)


@_invariant("druids/winners")
def most_points_win(state: State) -> bool:
    """Whoever has as many points as anybody has won, and nobody else, once the game is over."""
    ended = outcome(state)
    if state.phase is not Phase.OVER:
        return ended is None
    sums = [sum(rounds) for rounds in state.scores]
    return ended is not None and list(ended.winners) == [at for at, points in enumerate(sums) if points == max(sums)]


@_invariant("druids/sun-and-moon")
def highest_needs_variant(state: State) -> bool:
    """The highest card counts only under the variant."""
    return state.top is Top.LOWEST or state.rules.sun_and_moon


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
