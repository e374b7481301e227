"""Step invariants: what holds between a state, an action and the state after it, each with its clause.

They say again, by other means, what the rule functions compute: winners by sorting, tops by minimum,
points by adding up what lies on the table. None of them calls the function that it checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import wraps
from typing import TypeVar

from lexludi.core.game import Seat
from lexludi.core.invariants import Invariant, registering
from lexludi.druids.actions import Action, Deal, LeadGaia, PlaceMistletoe, PlaceSickle, Play
from lexludi.druids.cards import GAIA, MISTLETOE, SICKLE, Card, Cards, Domain
from lexludi.druids.state import Display, Phase, State, Top

__all__ = ["STEP_INVARIANTS", "broken_steps"]


_registered: list[Invariant] = []

_step_invariant = registering(_registered)


# --- what the step was --------------------------------------------------------------------------

T = TypeVar("T")


def _remembered(of_step: Callable[[State, Action], T]) -> Callable[[State, Action], T]:
    """`of_step` with its last answer kept: a dozen invariants ask the same of a step, one after the other."""
    last: list[tuple[State, Action, T]] = []

    @wraps(of_step)
    def asked(before: State, action: Action) -> T:
        for state, done, answer in last:
            if state is before and done is action:
                return answer
        answer = of_step(before, action)
        last[:] = [(before, action, answer)]
        return answer

    return asked


@_remembered
def _plays(before: State, action: Action) -> tuple[tuple[Seat, Card], ...]:
    """The plays of the trick once the action is done, each with its seat; () when it plays no card."""
    if not isinstance(action, Play | LeadGaia) or before.to_act is None:
        return ()
    n = before.rules.players
    lying = () if before.trick is None else before.trick.cards
    leader = before.to_act if before.trick is None else before.trick.leader
    return tuple(((leader + place) % n, card) for place, card in enumerate((*lying, action.card)))


@_remembered
def _completed(before: State, action: Action) -> tuple[tuple[Seat, Card], ...]:
    """The plays of the trick that the action completes; () when it completes none."""
    plays = _plays(before, action)
    return plays if len(plays) == before.rules.players else ()


@_remembered
def _led_domain(before: State, action: Action) -> Domain | None:
    """The domain of the trick once the action is done, from the cards alone and Gaia's leader's word."""
    if isinstance(action, LeadGaia):
        return action.domain
    if before.trick is not None and before.trick.cards[0] is GAIA:
        return before.trick.domain
    return next((card.domain for _, card in _plays(before, action) if card.domain is not None), None)


@_remembered
def _winner(before: State, action: Action) -> Seat:
    """The winner of the trick that the action completes, by sorting its plays."""
    plays, led = _completed(before, action), _led_domain(before, action)
    strengths = [(card.value, seat) for seat, card in plays if led is not None and card.domain is led]
    return max(strengths)[1] if strengths else plays[0][0]


def _round_ends(before: State, after: State) -> bool:
    return before.to_act is not None and after.to_act is None


def _tops(display: Display) -> dict[int, int]:
    return {at: stack[-1].value for at, stack in enumerate(display) if stack}


def _domain_stack(stack: Cards) -> Cards:
    return tuple(card for card in stack if card is not MISTLETOE)


@_remembered
def _sorted_display(before: State, action: Action) -> Display:
    """The winner's display right after sorting the trick, before any sickle or mistletoe."""
    old = before.displays[_winner(before, action)]
    won = [card for _, card in _completed(before, action)]
    highest_last = after_top(before, action) is Top.HIGHEST
    display = []
    for at, stack in enumerate(old):
        mine = [card for card in won if card.domain is not None and card.domain.index == at]
        mine.sort(key=lambda card: card.value if highest_last else -card.value)
        display.append((*stack, *mine))
    return tuple(display)


def after_top(before: State, action: Action) -> Top:
    """Which card counts once the action is done."""
    if isinstance(action, LeadGaia):
        return action.top or Top.LOWEST
    return before.top


# --- the invariants -----------------------------------------------------------------------------


@_step_invariant("druids/players")
def rules_stay(before: State, action: Action, after: State) -> bool:
    """The rules never change."""
    return before.rules == after.rules


@_step_invariant("druids/deal-order")
def dealt_one_by_one(before: State, action: Action, after: State) -> bool:
    """A deal gives card i of the pile to the seat i + 1 places after the dealer, as long as hands have room."""
    if not isinstance(action, Deal):
        return True
    n, size = before.rules.players, before.rules.hand_size
    return all(
        Counter(after.hands[(before.dealer + 1 + place) % n]) == Counter(action.pile[place : n * size : n])
        for place in range(n)
    )


@_step_invariant("druids/undealt")
def rest_aside(before: State, action: Action, after: State) -> bool:
    """What a deal leaves over is out of play."""
    if not isinstance(action, Deal):
        return True
    return Counter(after.aside) == Counter(action.pile[before.rules.players * before.rules.hand_size :])


@_step_invariant("druids/clear-table")
def table_cleared(before: State, action: Action, after: State) -> bool:
    """A deal clears the displays and the trick, and the lowest card counts again."""
    if not isinstance(action, Deal):
        return True
    bare = not any(stack for display in after.displays for stack in display)
    return bare and after.trick is None and after.top is Top.LOWEST and after.pending == ()


@_step_invariant("druids/gaia-leads", "druids/pile")
def gaia_holder_leads(before: State, action: Action, after: State) -> bool:
    """After a deal the seat that holds Gaia is to act, and while she is held she alone is played."""
    if isinstance(action, Deal):
        return after.to_act is not None and GAIA in after.hands[after.to_act]
    if isinstance(action, Play) and before.to_act is not None:
        return GAIA not in before.hands[before.to_act]
    return True


@_step_invariant("druids/hold-card")
def one_card_played(before: State, action: Action, after: State) -> bool:
    """A play takes exactly that card from the hand of the seat to act, and no other hand changes."""
    for seat, (had, has) in enumerate(zip(before.hands, after.hands, strict=True)):
        lost = Counter(had) - Counter(has)
        if isinstance(action, Play | LeadGaia) and seat == before.to_act:
            if lost != Counter([action.card]) or len(has) != len(had) - 1:
                return False
        elif not isinstance(action, Deal) and had != has:
            return False
    return True


@_step_invariant("druids/follow-domain")
def followed_or_void(before: State, action: Action, after: State) -> bool:
    """Whoever plays off the trick's domain plays a special card, or holds none of that domain."""
    if not isinstance(action, Play) or before.trick is None or before.to_act is None:
        return True
    led = before.trick.domain
    if led is None or action.card.is_special or action.card.domain is led:
        return True
    return all(card.domain is not led for card in before.hands[before.to_act])


@_step_invariant("druids/trick-domain", "druids/gaia-domain")
def domain_set_once(before: State, action: Action, after: State) -> bool:
    """A trick's domain is set by its first domain card or Gaia's leader, and stays."""
    return after.trick is None or after.trick.domain is _led_domain(before, action)


@_step_invariant("druids/turn-order")
def next_acts(before: State, action: Action, after: State) -> bool:
    """While a trick is not full, the next seat clockwise is to act after a play."""
    plays = _plays(before, action)
    if not plays or len(plays) == before.rules.players:
        return True
    return after.to_act == (plays[-1][0] + 1) % before.rules.players


@_step_invariant("druids/trick-winner", "druids/specials-trick", "druids/winner-leads")
def winner_takes(before: State, action: Action, after: State) -> bool:
    """A full trick changes no display but its winner's, and its winner acts next, if anybody does."""
    if not _completed(before, action):
        return True
    winner = _winner(before, action)
    others = all(
        was == now
        for seat, (was, now) in enumerate(zip(before.displays, after.displays, strict=True))
        if seat != winner
    )
    return others and after.to_act in (winner, None)


@_step_invariant("druids/sort-trick", "druids/stack-order")
def stacks_grow_on_top(before: State, action: Action, after: State) -> bool:
    """A stack that a trick leaves lying is what it was with the trick's cards of its domain on top."""
    if not _completed(before, action):
        return True
    winner = _winner(before, action)
    return all(
        not now or _domain_stack(now) == _domain_stack(due)
        for now, due in zip(after.displays[winner], _sorted_display(before, action), strict=True)
    )


@_step_invariant("druids/sort-trick")
def displays_rest(before: State, action: Action, after: State) -> bool:
    """No display changes by a play that completes no trick, nor but for the owner's by placing a card."""
    if isinstance(action, Deal) or _completed(before, action):
        return True
    placing = isinstance(action, PlaceSickle | PlaceMistletoe)
    return all(
        was == now or (placing and seat == before.to_act)
        for seat, (was, now) in enumerate(zip(before.displays, after.displays, strict=True))
    )


@_step_invariant("druids/top-card")
def top_is_lowest_or_highest(before: State, action: Action, after: State) -> bool:
    """The lowest (or, if Gaia's leader said so, highest) card of a trick lies on top of each stack it grew."""
    plays = _completed(before, action)
    if not plays:
        return True
    pick = min if after.top is Top.LOWEST else max
    for at, stack in enumerate(after.displays[_winner(before, action)]):
        values = [card.value for _, card in plays if card.domain is not None and card.domain.index == at]
        if values and stack and stack[-1].value != pick(values):
            return False
    return True


@_step_invariant("druids/gaia-aside")
def gaia_goes_aside(before: State, action: Action, after: State) -> bool:
    """With the trick that she is in Gaia goes out of play."""
    return not any(card is GAIA for _, card in _completed(before, action)) or GAIA in after.aside


@_step_invariant("druids/fifth-domain", "druids/fifth-domain-ends-round")
def all_domains_end_the_round(before: State, action: Action, after: State) -> bool:
    """A trick that gives its winner every domain ends the round, and no sickle takes a stack any more."""
    if not _completed(before, action) or not all(_sorted_display(before, action)):
        return True
    winner = _winner(before, action)
    return after.to_act is None and after.displays[winner] == _sorted_display(before, action)


@_step_invariant("druids/fifth-domain-specials")
def specials_of_a_lost_round_aside(before: State, action: Action, after: State) -> bool:
    """When a round is lost, the sickles and mistletoes of its last trick are out of play."""
    plays = _completed(before, action)
    if not plays or not all(_sorted_display(before, action)):
        return True
    specials = Counter(card for _, card in plays if card.is_special)
    return Counter(after.aside) - Counter(before.aside) == specials + Counter(c for _, c in plays if c is GAIA)


@_step_invariant("druids/sickle", "druids/second-sickle", "druids/sickle-no-stack")
def sickles_take_the_highest(before: State, action: Action, after: State) -> bool:
    """As many stacks go as sickles act, and none that stays shows more than one that went."""
    plays = _completed(before, action)
    if plays and not all(_sorted_display(before, action)):
        winner, was = _winner(before, action), _sorted_display(before, action)
        sickles = sum(card is SICKLE for _, card in plays) - after.pending.count(SICKLE)
    elif isinstance(action, PlaceSickle) and before.to_act is not None:
        winner, was = before.to_act, before.displays[before.to_act]
        sickles = before.pending.count(SICKLE) - after.pending.count(SICKLE)
    else:
        return True
    had, has = _tops(was), _tops(after.displays[winner])
    gone = [value for at, value in had.items() if at not in has]
    return len(gone) == min(sickles, len(had)) and min(gone, default=99) >= max(has.values(), default=0)


@_step_invariant("druids/sickle")
def chosen_stack_goes(before: State, action: Action, after: State) -> bool:
    """The stack that the winner names for a sickle goes out of play whole, with the sickle."""
    if not isinstance(action, PlaceSickle) or before.to_act is None:
        return True
    stack = before.displays[before.to_act][action.domain.index]
    taken = Counter((*stack, SICKLE))
    bare = not after.displays[before.to_act][action.domain.index]
    return bare and not taken - (Counter(after.aside) - Counter(before.aside))


def _waiting(display: Display, sickles: int, mistletoes: int) -> tuple[int, int]:
    """Sickles and mistletoes that wait for a choice once all that leaves none is done."""
    tops = sorted(_tops(display).values())
    while sickles and (not tops or tops.count(tops[-1]) == 1):
        sickles -= 1
        tops = tops[:-1]
    return sickles, mistletoes if sickles or len(tops) > 1 else 0


@_step_invariant("druids/sickle-tie")
def choices_are_asked(before: State, action: Action, after: State) -> bool:
    """A sickle waits for its winner exactly when the highest tops are equal."""
    return _choices(before, action, after)[0]


@_step_invariant("druids/mistletoe-own-stacks")
def mistletoe_choices_are_asked(before: State, action: Action, after: State) -> bool:
    """A mistletoe waits for its winner exactly when there are two stacks or more, or a sickle waits."""
    return _choices(before, action, after)[1]


def _choices(before: State, action: Action, after: State) -> tuple[bool, bool]:
    """Whether as many sickles, and as many mistletoes, wait as must."""
    plays, pending = _completed(before, action), before.pending
    if plays and not all(_sorted_display(before, action)):
        display, cards = _sorted_display(before, action), [card for _, card in plays]
        due = _waiting(display, cards.count(SICKLE), cards.count(MISTLETOE))
    elif isinstance(action, PlaceSickle) and before.to_act is not None:
        stacks = before.displays[before.to_act]
        left = tuple(() if at == action.domain.index else stack for at, stack in enumerate(stacks))
        due = _waiting(left, pending.count(SICKLE) - 1, pending.count(MISTLETOE))
    elif isinstance(action, PlaceMistletoe):
        due = 0, pending.count(MISTLETOE) - 1
    else:
        due = 0, 0
    return after.pending.count(SICKLE) == due[0], after.pending.count(MISTLETOE) == due[1]


@_step_invariant("druids/mistletoe")
def mistletoes_go_under(before: State, action: Action, after: State) -> bool:
    """A mistletoe goes under the stack that the winner names, and nothing else in it changes."""
    if not isinstance(action, PlaceMistletoe) or before.to_act is None:
        return True
    at = action.domain.index
    was, now = before.displays[before.to_act][at], after.displays[before.to_act][at]
    return now[-len(was) :] == was and set(now[: -len(was)]) == {MISTLETOE}


@_step_invariant("druids/sun-and-moon")
def top_said_once(before: State, action: Action, after: State) -> bool:
    """Which card counts is said with Gaia's lead and stays until the next deal."""
    return isinstance(action, Deal) or after.top is after_top(before, action)


@_step_invariant("druids/round-end")
def round_ends_when_it_must(before: State, action: Action, after: State) -> bool:
    """A round ends when all cards are played or a seat has every domain, and not otherwise."""
    if before.to_act is None:
        return True
    lost = any(all(display) for display in after.displays)
    played = not any(after.hands) and after.trick is None and not after.pending
    return _round_ends(before, after) is (lost or played)


@_step_invariant("druids/round-points", "druids/round-lost")
def points_lie_on_the_table(before: State, action: Action, after: State) -> bool:
    """A round's points are what the tops on the table add up to, −3 for a seat with every domain."""
    if not _round_ends(before, after):
        return before.scores == after.scores
    for seat, display in enumerate(after.displays):
        tops = _tops(display)
        due = -3 if len(tops) == before.rules.domains else sum(tops.values())
        if after.scores[seat] != (*before.scores[seat], due):
            return False
    return True


@_step_invariant("druids/dealer-tie")
def dealer_had_least(before: State, action: Action, after: State) -> bool:
    """The next dealer had the fewest points, and no seat before it clockwise had as few."""
    if not _round_ends(before, after) or after.phase is Phase.OVER:
        return before.dealer == after.dealer
    points = [rounds[-1] for rounds in after.scores]
    n, seat = len(points), before.dealer
    for _ in range(n):
        seat = (seat + 1) % n
        if points[seat] == min(points):
            break
    return after.dealer == seat


@_step_invariant("druids/clear-table")
def table_lies_until_the_deal(before: State, action: Action, after: State) -> bool:
    """Within a round cards go out of play and never come back."""
    return isinstance(action, Deal) or not Counter(before.aside) - Counter(after.aside)


@_step_invariant("druids/rounds", "druids/game-end")
def rounds_count_up(before: State, action: Action, after: State) -> bool:
    """The round counts up by one when a round ends, but for the last one."""
    return after.round == before.round + (_round_ends(before, after) and before.round < before.rules.rounds)


#: All of them, in the order in which they are checked.
STEP_INVARIANTS = tuple(_registered)


def broken_steps(before: State, action: Action, after: State) -> Iterator[Invariant]:
    """The step invariants that a step breaks."""
    return (invariant for invariant in STEP_INVARIANTS if not invariant.holds(before, action, after))
