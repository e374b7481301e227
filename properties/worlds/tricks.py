"""One trick at full size: every ordered trick of three and of four cards of the published deck.

`python -m properties.worlds.tricks` counts them out: the trick's domain as each card is played, its winner,
and how it is sorted onto the winner's display, each against a formula over numbers that is written otherwise
than the rule. A domain card is 12 · domain + value − 1, so 0 to 59; Gaia is 60, a sickle 61, a mistletoe 62.
Gaia is led, for each of the five domains in turn, as the rules have it; in tricks of three cards the winner is
checked with her in every other place too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement

from lexludi import druids
from lexludi.druids import Card, Domain, Top
from lexludi.druids.actions import PLAYS, LeadGaia
from lexludi.druids.cards import DOMAINS, GAIA, PRINTED, SICKLE
from lexludi.druids.setup import start
from lexludi.druids.stacks import sorted_onto, win_trick
from lexludi.druids.state import Display, Phase, State, Table, changed
from lexludi.druids.tricks import lead_gaia, play, trick_winner
from lexludi.testing.checks import CheckFailed
from properties.ending import run_command
from properties.worlds.counting import count_out

__all__ = ["KERNELS", "main", "sorted_tricks", "tricks_of_four", "tricks_of_three"]

_GAIA = 60
_ALL = range(63)

#: What a card is worth in a trick of each domain; the sixth is that of a trick which has none.
_STRENGTH = [
    *[[code % 12 + 1 if code // 12 == led else 0 if code == _GAIA else -1 for code in _ALL] for led in range(5)],
    [-1] * 63,
]
#: The same with the place in the trick below it, so that the greatest of these numbers names the winner's.
_KEYS = [[[8 * worth + 7 - place for worth in strength] for place in range(4)] for strength in _STRENGTH]


def _may_lie(*codes: int) -> bool:
    """Whether the deck has these cards: one of each, but two sickles and two mistletoes."""
    return all(codes.count(code) == 1 or (code > _GAIA and codes.count(code) == 2) for code in codes)


def _led(*codes: int) -> int:
    """The domain of a trick without Gaia, by its first domain card; 5 when there is none."""
    return next((code // 12 for code in codes if code < _GAIA), 5)


def _domain(led: int) -> Domain | None:
    return DOMAINS[led] if led < 5 else None


def _failed(clause: str, codes: tuple[int, ...], told: str) -> CheckFailed:
    return CheckFailed(clause, f"{' '.join(PRINTED[code].token for code in codes)}: {told}", None)


def _demand(good: bool, clause: str, codes: tuple[int, ...], told: str) -> None:
    if not good:
        raise _failed(clause, codes, told)


def _tables(players: int) -> list[State]:
    """For each card, a state in which every seat of a table holds it and nothing else, and seat 0 leads."""
    rules = druids.Rules(players=players)
    base = changed(start(rules), phase=Phase.PLAY, to_act=0)
    return [changed(base, hands=((card,),) * players) for card in PRINTED]


def _laid(state: State, hands: State, card: Card) -> State:
    """The state after the seat to act has laid a card."""
    return play(State(state.table, state.to_act, hands.hands, state.leader, state.led, state.laid), PLAYS[card])


def _leads(tables: list[State], first: int) -> Iterator[tuple[int, State]]:
    """The trick with one card, and its domain: one for each that Gaia may be led for."""
    if first != _GAIA:
        yield _led(first), _laid(tables[first], tables[first], PRINTED[first])
        return
    for led, domain in enumerate(DOMAINS):
        yield led, lead_gaia(tables[first], LeadGaia(domain))


# --- three cards -------------------------------------------------------------------------------------


def tricks_of_three(firsts: range = _ALL) -> int:
    """Every ordered trick of three cards that is led with one of `firsts`. How many cases; CheckFailed."""
    tables, cases = _tables(3), 0
    lying = [
        (display, top, changed(tables[0], displays=(display,) * 3, top=top).table)
        for display in _some_displays()
        for top in Top
    ]
    for first in firsts:
        for named, one in _leads(tables, first):
            for second in _ALL:
                if second == _GAIA or not _may_lie(first, second):
                    continue
                two = _laid(one, tables[second], PRINTED[second])
                for third in _ALL:
                    if third == _GAIA or not _may_lie(first, second, third):
                        continue
                    codes = (first, second, third)
                    full = _laid(two, tables[third], PRINTED[third])
                    led = named if first == _GAIA else _led(*codes)
                    _demand(full.led is _domain(led), "druids/trick-domain", codes, f"its domain is not {full.led}")
                    _check_won(full, codes, led, lying)
                    cases += 1
    return cases + _gaia_elsewhere(firsts)


def _check_won(full: State, codes: tuple[int, ...], led: int, lying: list[tuple[Display, Top, Table]]) -> None:
    """Check who wins a full trick, led by each seat, and what then lies where, onto each display and for both tops."""
    place = 7 - max(key[code] for key, code in zip(_KEYS[led], codes, strict=False)) % 8
    for leader in range(3):
        winner = trick_winner(leader, full.led, full.laid)
        _demand(winner == (leader + place) % 3, "druids/trick-winner", codes, f"led by {leader}, not won by {winner}")
    specials = tuple(PRINTED[code] for code in sorted(codes) if code > _GAIA)
    aside = (GAIA,) if _GAIA in codes else ()
    for display, top, table in lying:
        won = win_trick(State(table, full.to_act, full.hands, full.leader, full.led, full.laid))
        stacked = _stacked(display, codes, top)
        due = tuple(stacked if seat == place else display for seat in range(3))
        _demand(won.to_act == place, "druids/winner-leads", codes, f"seat {won.to_act} is next")
        _demand(won.displays == due, "druids/sort-trick", codes, f"{top!r}: not {won.displays}")
        _demand(won.pending == specials, "druids/specials-order", codes, f"not {won.pending} are to be placed")
        _demand(won.aside == aside, "druids/gaia-aside", codes, f"not {won.aside} is out of play")


def _gaia_elsewhere(firsts: range) -> int:
    """Every trick of three cards with Gaia second or third, which no game lays: its winner by the same formula."""
    cases = 0
    for first in firsts:
        for other in _ALL:
            if not _may_lie(first, other, _GAIA):
                continue
            for codes in ((first, _GAIA, other), (first, other, _GAIA)):
                for led, domain in enumerate(DOMAINS):
                    winner = trick_winner(0, domain, tuple(PRINTED[code] for code in codes))
                    place = 7 - max(key[code] for key, code in zip(_KEYS[led], codes, strict=False)) % 8
                    _demand(winner == place, "druids/trick-winner", codes, f"{domain!r}: not won by {winner}")
                    cases += 1
    return cases


# --- four cards --------------------------------------------------------------------------------------


def tricks_of_four(firsts: range = _ALL) -> int:
    """Every ordered trick of four cards led with one of `firsts`: domain and winner. How many; CheckFailed."""
    tables, cases = _tables(4), 0
    for first in firsts:
        for named, one in _leads(tables, first):
            for second in _ALL:
                if second == _GAIA or not _may_lie(first, second):
                    continue
                two = _laid(one, tables[second], PRINTED[second])
                for third in _ALL:
                    if third == _GAIA or not _may_lie(first, second, third):
                        continue
                    three = _laid(two, tables[third], PRINTED[third])
                    led = named if first == _GAIA else _led(first, second, third)
                    cases += _fourths((first, second, third), three, led, tables)
    return cases


def _fourths(codes: tuple[int, int, int], three: State, led: int, tables: list[State]) -> int:
    """Every fourth card to three that lie, whose domain is `led`, or 5."""
    one, two, three_ = codes
    before = [max(_KEYS[now][0][one], _KEYS[now][1][two], _KEYS[now][2][three_]) for now in range(6)]
    cases = 0
    for fourth in _ALL:
        if fourth == _GAIA or (fourth in codes and not _may_lie(*codes, fourth)):
            continue
        full = _laid(three, tables[fourth], PRINTED[fourth])
        now = led if led < 5 else min(fourth // 12, 5)
        place = 7 - max(before[now], _KEYS[now][3][fourth]) % 8
        if full.led is not _domain(now):
            raise _failed("druids/trick-domain", (*codes, fourth), f"its domain is not {full.led}")
        if (winner := trick_winner(0, full.led, full.laid)) != place:
            raise _failed("druids/trick-winner", (*codes, fourth), f"not won by {winner}")
        cases += 1
    return cases


# --- sorting -----------------------------------------------------------------------------------------


def _some_displays() -> list[Display]:
    """No stack at all; and stacks under all domains but one, with tops above and below what may come."""
    given = ("G12 G3", "", "R1", "MISTLETOE B7", "V1 V12")
    return [((),) * 5, tuple(druids.cards(stack) for stack in given)]


def _stacked(display: Display, codes: tuple[int, ...], top: Top) -> Display:
    """A display with a trick sorted onto it: a card lies above as many others as go before it, which are counted."""
    sign = 1 if top is Top.HIGHEST else -1
    stacks = []
    for at, stack in enumerate(display):
        mine = [code for code in codes if code // 12 == at]
        below = {sum(sign * other < sign * code for other in mine): code for code in mine}
        stacks.append((*stack, *(PRINTED[below[place]] for place in range(len(mine)))))
    return tuple(stacks)


def sorted_tricks(size: int = 4, firsts: range = _ALL) -> int:
    """Every trick of so many cards, in one order of them, its lowest one of `firsts`, onto each display, both tops."""
    cases = 0
    for codes in combinations_with_replacement(_ALL, size):
        if codes[0] not in firsts or not _may_lie(*codes):
            continue
        # Last things first: no order of the cards must matter.
        laid = tuple(PRINTED[code] for code in codes[1:] + codes[:1])
        for top in Top:
            for display in _some_displays():
                onto = sorted_onto(display, laid, top)
                _demand(onto == _stacked(display, codes, top), "druids/sort-trick", codes, f"{top!r}: not {onto}")
                cases += 1
    return cases


#: What is counted out, by name.
KERNELS: dict[str, Callable[[], int]] = {
    "tricks of three cards: domain, winner, sorting": tricks_of_three,
    "tricks of four cards: domain and winner": tricks_of_four,
    "tricks of four cards in one order, two displays, both tops: sorting": sorted_tricks,
}


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    assert PRINTED[_GAIA] is GAIA
    assert PRINTED[_GAIA + 1] is SICKLE
    return count_out(KERNELS, "properties.worlds.tricks", __doc__, words)


if __name__ == "__main__":
    run_command(main)
