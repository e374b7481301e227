"""The rules of Druids that kernels mirror, and the cases in which both are compared."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from lexludi.core.outcome import outcome_of
from lexludi.druids import stacks, tricks
from lexludi.druids.cards import DOMAINS, GAIA, MISTLETOE, PRINTED, SICKLE, Card, Cards, Domain
from lexludi.druids.scoring import next_dealer, round_points
from lexludi.druids.state import Display, Top
from properties.kernels import druids as kernels
from properties.kernels.mirror import Case, Kernel, number_of
from properties.kernels.words import NONE

__all__ = ["KERNELS"]

_VALUES = 12
#: Values of a domain, by the length of a trick: every way in which its cards can be ordered occurs with each of them.
_SOME_VALUES, _FIVE_VALUES, _ALL_VALUES = (1, 5, 12), (1, 2, 6, 11, 12), tuple(range(1, _VALUES + 1))


def _domain_card(domain: int, value: int) -> Card:
    return PRINTED[domain * _VALUES + value - 1]


def _domain(led: int) -> Domain | None:
    return None if led == NONE else DOMAINS[led]


def _numbers(cards: Cards) -> tuple[int, ...]:
    return tuple(card.index for card in cards)


def _filled(cards: Cards, length: int) -> tuple[int, ...]:
    """The numbers of a trick of fewer cards than the kernel takes: sickles for the rest, which change nothing."""
    return _numbers(cards + (SICKLE,) * (length - len(cards)))


def _hands(whole: bool) -> Iterator[Cards]:
    """All hands of up to two cards (whole: three), and those with none, an end or all of each domain."""
    for size in (1, 2, 3) if whole else (1, 2):
        yield from itertools.combinations(PRINTED, size)
    kinds = [
        [(), suit[:1], suit, suit[-1:]][: 4 if whole else 3]
        for suit in (PRINTED[start : start + _VALUES] for start in range(0, 60, _VALUES))
    ]
    for parts in itertools.product(*kinds, [(), (SICKLE,), (MISTLETOE,), (SICKLE, MISTLETOE)]):
        yield sum(parts, ())


def _followed(whole: bool) -> Iterator[Case]:
    for hand in _hands(whole):
        counts = [sum(card.domain is domain for card in hand) for domain in DOMAINS]
        for led in (NONE, 0, 1, 2, 3, 4):
            domain = _domain(led)
            playable = frozenset(tricks.playable(hand, domain))
            for card in dict.fromkeys(hand):
                arguments = (led, card.index, *counts)
                yield arguments, tricks.follows(card, hand, domain)
                yield arguments, card in playable


def _kinds_of_cards(led: int, values: tuple[int, ...], turn: int) -> Cards:
    """Cards that differ in a trick of the domain `led`: such of hers, Gaia, specials, one of another domain."""
    other = _domain_card((led + 1 + turn % 4) % 5, 1 + turn // 4 % _VALUES)
    return (*(_domain_card(led, value) for value in values), GAIA, SICKLE, MISTLETOE, other)


def _tricks_by_kind(n: int, values: tuple[int, ...]) -> Iterator[tuple[int, Cards]]:
    """All tricks of n cards for each led domain, by kinds of cards; the one of another domain goes round."""
    for led in range(5):
        kinds = [_kinds_of_cards(led, values, turn) for turn in range(48)]
        for turn, places in enumerate(itertools.product(range(len(kinds[0])), repeat=n)):
            cards = kinds[turn % 48]
            yield led, tuple(cards[place] for place in places)


def _natural_tricks() -> Iterator[tuple[int, Cards]]:
    """All ordered tricks of three cards of the deck, for the domain they have: any, where Gaia is first."""
    for cards in itertools.product(PRINTED, repeat=3):
        if len({*cards}) < 3 and any(cards.count(card) > 1 + card.is_special for card in cards):
            continue
        first = next((card for card in cards if not card.is_special), None)
        if first is None:
            yield NONE, cards
        elif first.domain is None:
            yield from ((led, cards) for led in range(5))
        else:
            yield first.domain.index, cards


def _any_tricks() -> Iterator[tuple[int, Cards]]:
    """All that three cards can be, three alike included, for every domain."""
    for cards in itertools.product(PRINTED, repeat=3):
        yield from ((led, cards) for led in range(5))
    yield from ((NONE, cards) for cards in itertools.product((SICKLE, MISTLETOE), repeat=3))


def _won(n: int, whole: bool) -> Iterator[Case]:
    if n == 3:
        laid = _any_tricks() if whole else _natural_tricks()
    else:
        specials = ((NONE, cards) for cards in itertools.product((SICKLE, MISTLETOE), repeat=n))
        many = _ALL_VALUES if n == 4 else _FIVE_VALUES
        laid = itertools.chain(_tricks_by_kind(n, many if whole else _SOME_VALUES), specials)
    for turn, (led, cards) in enumerate(laid):
        leader = turn % n
        yield (leader, led, *_numbers(cards)), tricks.trick_winner(leader, _domain(led), cards)


def _won_by_gaia(whole: bool) -> Iterator[Case]:
    values = _ALL_VALUES if whole else _SOME_VALUES
    pairs = ((led, cards) for led in range(5) for cards in itertools.product(PRINTED, repeat=2))
    for led, cards in itertools.chain(pairs, _tricks_by_kind(3, values), _tricks_by_kind(4, values)):
        yield (led, *_filled(cards, 4)), tricks.trick_winner(0, DOMAINS[led], (GAIA, *cards)) == 0


def _topped(whole: bool) -> Iterator[Case]:
    """Tricks of three, with any top below; whole: of four and five, with one that goes round."""
    for domain, cards in _tricks_by_kind(3, _SOME_VALUES):
        for below, highest in itertools.product(range(_VALUES + 1), (False, True)):
            yield _top(highest, domain, below, cards)
    if whole:
        longer = itertools.chain(_tricks_by_kind(4, _ALL_VALUES), _tricks_by_kind(5, _FIVE_VALUES))
        for turn, (domain, cards) in enumerate(longer):
            yield from (_top(highest, domain, turn % (_VALUES + 1), cards) for highest in (False, True))


def _top(highest: bool, domain: int, below: int, cards: Cards) -> Case:
    display = _stacks(tuple(below * (place == domain) for place in range(5)))
    stack = stacks.sorted_onto(display, cards, Top.HIGHEST if highest else Top.LOWEST)[domain]
    return (highest, domain, below, *_filled(cards, 5)), stack[-1].value if stack else 0


def _stacks(tops: tuple[int, ...]) -> Display:
    """A display by its tops: under each lie a mistletoe and a higher card."""
    return tuple(
        (MISTLETOE, _domain_card(domain, _VALUES), _domain_card(domain, top)) if top else ()
        for domain, top in enumerate(tops)
    )


def _sizes() -> Iterator[tuple[tuple[int, ...], Display]]:
    """All displays of stacks of up to two cards."""
    for sizes in itertools.product(range(3), repeat=5):
        yield sizes, tuple(tuple(_domain_card(domain, 1 + at) for at in range(n)) for domain, n in enumerate(sizes))


def _lost(_: bool) -> Iterator[Case]:
    for domains in range(1, 6):
        for sizes, display in _sizes():
            yield (domains, *sizes), stacks.has_all_domains(display[:domains])


def _owned(_: bool) -> Iterator[Case]:
    for sizes, display in _sizes():
        yield sizes, number_of(domain.index for domain in stacks.own_stacks(display))


def _displays(whole: bool) -> Iterator[tuple[int, ...]]:
    return itertools.product(range(_VALUES + 1) if whole else (0, 1, 2, 11, 12), repeat=5)


def _sickled(whole: bool) -> Iterator[Case]:
    for tops in _displays(whole):
        yield tops, number_of(domain.index for domain in stacks.highest_stacks(_stacks(tops)))


def _pointed(whole: bool) -> Iterator[Case]:
    for tops in _displays(whole):
        yield tops, round_points((_stacks(tops),))[0]


def _dealt(n: int) -> Iterator[Case]:
    """Five different numbers are enough for every way in which five can be ordered, ties included."""
    for points in itertools.product((-3, 0, 1, 7, 48), repeat=n):
        for dealer in range(n):
            yield (dealer, *points), next_dealer(points, dealer)


def _won_games(_: bool) -> Iterator[Case]:
    for totals in itertools.product((-3, 0, 1, 7, 48), repeat=5):
        for players in range(2, 6):
            yield (players, *totals), number_of(outcome_of(totals[:players], "").winners)


#: Every kernel of Druids that must be proved.
KERNELS = (
    Kernel(kernels.may_follow, "druids/follow-domain", "tricks.follows, tricks.playable", _followed),
    Kernel(kernels.gaia_wins, "druids/gaia", "tricks.trick_winner, Gaia led", _won_by_gaia),
    Kernel(kernels.trick_winner_3, "druids/trick-winner", "tricks.trick_winner, 3 cards", lambda w: _won(3, w)),
    Kernel(kernels.trick_winner_4, "druids/trick-winner", "tricks.trick_winner, 4 cards", lambda w: _won(4, w)),
    Kernel(kernels.trick_winner_5, "druids/trick-winner", "tricks.trick_winner, 5 cards", lambda w: _won(5, w)),
    Kernel(kernels.stack_top, "druids/top-card", "stacks.sorted_onto", _topped),
    Kernel(kernels.fifth_domain, "druids/fifth-domain", "stacks.has_all_domains", _lost),
    Kernel(kernels.own_stacks, "druids/mistletoe-own-stacks", "stacks.own_stacks", _owned),
    Kernel(kernels.highest_stacks, "druids/sickle", "stacks.highest_stacks", _sickled),
    Kernel(kernels.round_points, "druids/round-points", "scoring.round_points", _pointed),
    Kernel(kernels.next_dealer_3, "druids/dealer-tie", "scoring.next_dealer, 3 players", lambda _: _dealt(3)),
    Kernel(kernels.next_dealer_4, "druids/dealer-tie", "scoring.next_dealer, 4 players", lambda _: _dealt(4)),
    Kernel(kernels.next_dealer_5, "druids/dealer-tie", "scoring.next_dealer, 5 players", lambda _: _dealt(5)),
    Kernel(kernels.winners, "druids/winners", "core.outcome.outcome_of", _won_games),
)
