"""The small functions of Druids' cards and setup, counted out; what is no action of it; what errors say."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from lexludi import druids
from lexludi.druids import actions, setup, tricks
from lexludi.druids.cards import DOMAINS, GAIA, MISTLETOE, SICKLE, Domain, canonical, card, cards, deck, in_world, world
from lexludi.druids.events import RoundScored, SickleTook
from lexludi.druids.scoring import played_out
from lexludi.druids.stacks import phase_with
from lexludi.druids.state import Phase, Top, changed, check_seat
from properties.counted import Case, Kernels, error_of
from properties.druids_contract import deck_tokens, refusal

__all__ = ["SETUP_KERNELS"]

_TOKENS = [*[f"{letter}{value}" for letter in "GYRBV" for value in range(1, 13)], "GAIA", "SICKLE", "MISTLETOE"]
_FORMS = "G1…G12, Y…, R…, B…, V…, GAIA, SICKLE or MISTLETOE"

_WORLDS = (
    druids.Rules(players=3),
    druids.Rules(players=4, first_dealer=2, sun_and_moon=True),
    druids.Rules(players=2, domains=2, values=3, sickles=1, mistletoes=0, hand_size=3, first_dealer=1),
    druids.Rules(players=5, domains=3, values=4, sickles=2, mistletoes=1, hand_size=3, first_dealer=4),
    druids.Rules(players=3, domains=1, values=12, sickles=0, mistletoes=2, hand_size=5),
)


def _cards() -> Iterator[Case]:
    """What the cards are, and that each is one object: druids/deck, druids/card-order, druids/specials-alike."""
    yield (
        "domains",
        tuple((each.value, each.index, repr(each)) for each in DOMAINS),
        tuple((letter, at, letter) for at, letter in enumerate("GYRBV")),
    )
    for at, token in enumerate(_TOKENS):
        this = card(token)
        yield token, (this.token, this.index, repr(this)), (token, at, token)
        letter = token[0] if len(token) < 4 else None
        yield token, this.domain, None if letter is None else Domain(letter)
        yield (
            token,
            (this.value, this.is_special),
            (0 if letter is None else int(token[1:]), token[1:3] in ("IC", "IS")),
        )
        same = (pickle.loads(pickle.dumps(this)), copy.copy(this), copy.deepcopy(this), *cards(token))
        yield token, tuple(each is this for each in same), (True,) * 4
    for wrong in ("G13", "g1", "G0", "", "GAIA ", None, 3, ("G1",), ["G1"]):
        yield wrong, error_of(card, wrong), f"DecodeError: card: {wrong!r}, expected {_FORMS}"
    for tokens in itertools.product(("G1", "G12", "V2", "GAIA", "SICKLE", "MISTLETOE"), repeat=3):
        due = cards(" ".join(sorted(tokens, key=_TOKENS.index)))
        yield tokens, canonical(cards(" ".join(tokens))), due


def _decks() -> Iterator[Case]:
    """What is in play in some worlds, and the state before the first deal: druids/deck, druids/first-dealer."""
    for rules in _WORLDS:
        tokens = deck_tokens(rules)
        yield rules, deck(rules), cards(" ".join(tokens))
        yield rules, world(rules), frozenset(cards(" ".join(tokens)))
        n, state = rules.players, druids.start(rules)
        due: dict[str, Any] = {
            "rules": rules,
            "phase": Phase("deal"),
            "round": 1,
            "dealer": rules.first_dealer,
            "to_act": None,
            "hands": ((),) * n,
            "trick": None,
            "pending": (),
            "displays": (((),) * rules.domains,) * n,
            "aside": (),
            "top": Top("lowest"),
            "scores": ((),) * n,
            "totals": (0,) * n,
        }
        for name, value in due.items():
            yield (rules, name), getattr(state, name), value
        for token in _TOKENS:
            yield (rules, token), in_world(card(token), rules), token in tokens


def _deals() -> Iterator[Case]:
    """Piles dealt card by card, and piles that are refused: druids/deal-order, druids/undealt, druids/pile."""
    for at, rules in enumerate(_WORLDS):
        n, size, due = rules.players, rules.hand_size, deck_tokens(rules)
        half = (len(due) - 1) // 2
        made = [tuple(c.token for c in setup.make_pile(rules, Random(seed))) for seed in range(30)]
        for pile in made:
            yield rules, tuple(sorted(pile)), tuple(sorted(due))
        # With so many piles Gaia lies first in one, deep in another, and never too deep.
        depths = [pile.index("GAIA") for pile in made]
        yield rules, (max(depths) <= half, min(depths) <= half // 3, max(depths) >= half - half // 3), (True,) * 3
        if half < 7:
            yield rules, set(depths), set(range(half + 1))
        yield rules, len({tuple(t for t in pile if t != "GAIA") for pile in made}) > 25, True
        laid = setup.make_pile(rules, Random(at))
        yield rules, laid, druids.shuffled(druids.start(rules), Random(at)).pile
        for dealer in range(n):
            hands: list[list[str]] = [[] for _ in range(n)]
            for place in range(n * size):
                hands[(dealer + 1 + place) % n].append(laid[place].token)
            dealt = tuple(cards(" ".join(sorted(hand, key=_TOKENS.index))) for hand in hands)
            yield (rules, dealer), setup.dealt_hands(laid, dealer, rules), dealt
        left = sorted((c.token for c in laid[n * size :]), key=_TOKENS.index)
        yield rules, setup.undealt(laid, rules), cards(" ".join(left))
        yield from _refused_piles(rules, [token for token in due if token != "GAIA"], half)


def _refused_piles(rules: druids.Rules, others: list[str], half: int) -> Iterator[Case]:
    for depth in range(len(others) + 1):
        pile = cards(" ".join([*others[:depth], "GAIA", *others[depth:]]))
        deep = f"GAIA lies at position {depth} of the pile, below the top half (0 to {half})"
        yield (rules, depth), setup.why_bad_deal(pile, rules), None if depth <= half else deep
    for missing, extra in ((["G1"], []), (others[2:6], others[:1]), ([], others[:2]), (["GAIA"], []), ([], ["GAIA"])):
        due = [*others, "GAIA"]
        there = sorted(((Counter(due) - Counter(missing)) + Counter(extra)).elements())
        words = f"misses {', '.join(missing)}" if missing else f"has {', '.join(extra)} too many"
        for lying in (there, there[::-1]):
            yield (rules, lying), setup.why_bad_deal(cards(" ".join(lying)), rules), f"the pile {words}"


def _forms() -> Iterator[Case]:
    """Actions whose fields hold anything: which are of this game and world. druids/well-formed, druids/phases."""
    cards_: list[Any] = [card("G1"), card("G4"), card("V1"), GAIA, SICKLE, MISTLETOE, "G1", None]
    domains: list[Any] = [*DOMAINS, "G", None, 0, card("G1")]
    tops: list[Any] = [*Top, None, "lowest"]
    g1 = card("G1")
    piles: list[Any] = [(), (g1,), (g1, GAIA, g1), (g1, card("V1"), card("B1")), (g1, None), [g1], g1, None, ("G1",)]
    pools: dict[type, tuple[list[Any], ...]] = {
        actions.Deal: (piles,),
        actions.Play: (cards_,),
        actions.LeadGaia: (domains, tops),
        actions.PlaceSickle: (domains,),
        actions.PlaceMistletoe: (domains,),
    }
    phases = ("deal", "play", "play", "sickle", "mistletoe")
    for (kind, pool), phase in zip(pools.items(), phases, strict=True):
        yield kind, kind.phase.value, phase  # type: ignore[attr-defined]
        for rules, fields in itertools.product(_WORLDS, itertools.product(*pool)):
            action = kind(*fields)
            why = actions.why_malformed(action, rules)
            refused = refusal(druids.start(rules), action, None)
            malformed = refused is not None and refused[1] == "malformed"
            yield (rules, action), type(why).__name__, "str" if malformed else "NoneType"
    yield "phases", repr(tuple(Phase)), "(deal, play, sickle, mistletoe, over)"
    yield "tops", repr(tuple(Top)), "(lowest, highest)"
    yield "Gaia", (actions.LeadGaia.card, actions.LeadGaia(DOMAINS[0]).top), (GAIA, None)
    small = _WORLDS[2]
    for action, why in (
        (actions.Play(card("G4")), "G4 does not exist in this world"),
        (actions.PlaceSickle(Domain("R")), "R does not exist in this world"),
        (actions.LeadGaia(Domain("B")), "B does not exist in this world"),
        (actions.Deal(cards("V3 G1 R9 GAIA")), "R9 does not exist in this world"),
        (actions.LeadGaia(Domain("G"), Top.LOWEST), 'top is asked for with the variant "sun and moon" only'),
        (None, "None is no action of Druids"),
        ("a" * 999, f"'{'a' * 27}...{'a' * 28}' is no action of Druids"),
        (actions.Play, "<class 'lexludi.druids.actions.Play'> is no action of Druids"),
    ):
        yield action, actions.why_malformed(action, small), why
    yield "top", actions.why_malformed(actions.LeadGaia(Domain("G")), _WORLDS[1]), "top is missing"


def _table() -> Iterator[Case]:
    """Small questions at the table: druids/gaia-leads, druids/round-end, druids/sun-and-moon, druids/specials-order."""
    for tokens in ("", "G1", "GAIA", "G3 GAIA SICKLE", "SICKLE SICKLE"):
        yield tokens, tricks.must_lead_gaia(cards(tokens)), "GAIA" in tokens
    for said in (None, *Top):
        yield said, tricks.top_after(said).value, "lowest" if said is None else said.value
    for pending, phase in (("", "play"), ("SICKLE MISTLETOE", "sickle"), ("MISTLETOE", "mistletoe")):
        yield pending, phase_with(cards(pending)).value, phase
    for sizes in itertools.product(range(3), repeat=3):
        hands = tuple(cards("G1 " * size) for size in sizes)
        yield sizes, played_out(hands), sum(sizes) == 0
        for seat, size in enumerate(sizes):
            held = tuple(cards("G2 SICKLE SICKLE V1") if other == seat else hand for other, hand in enumerate(hands))
            due = tuple(cards("G2 SICKLE V1") if other == seat else hand for other, hand in enumerate(hands))
            yield (sizes, size), tricks.without(held, seat, SICKLE), due


def _asked() -> Iterator[Case]:
    """Who sits at the table, when a deal is due, and under what a game starts: druids/phases, druids/first-dealer."""
    for thing in (None, 4, "players"):
        yield thing, error_of(druids.start, thing), f"BadInput: rules: {thing!r}, expected a lexludi.druids.Rules"
    for thing in (None, 4):
        told = f"BadInput: tokens: {thing!r}, expected a text of tokens, such as 'V3 GAIA R5'"
        yield thing, error_of(cards, thing), told
    for n in (2, 3, 4):
        state = druids.start(druids.Rules(players=n, domains=2, values=12, hand_size=5 if n > 2 else 8))
        for seat in (-1, 0, 1, n - 1, n, n + 1, None, True, "0", 0.0):
            good = seat in range(n) and type(seat) is int
            refused = None if good else f"BadInput: seat: {seat!r}, expected a seat from 0 to {n - 1}"
            yield (n, seat), error_of(check_seat, state, seat), refused
            yield (n, seat), error_of(druids.view, state, seat), refused
        for phase in Phase:
            over = phase.value == "over"
            words = f"wrong-phase (druids/phases): the game waits for another action: its phase is {phase.value}"
            words = "game-over (druids/game-over): the game is over" if over else words
            refused = None if phase.value == "deal" else f"IllegalAction: {words}"
            yield phase, error_of(druids.shuffled, changed(state, phase=phase), Random(1)), refused


def _told() -> Iterator[Case]:
    """What is refused, in words, and events that no state is made of: druids/refusal-order."""
    rules = _WORLDS[3]
    bare = druids.start(rules)
    pile = cards("G1 G2 GAIA SICKLE Y1 G3 G4 Y2 R1 R2 Y3 Y4 R3 SICKLE MISTLETOE R4")
    state = druids.apply(bare, druids.Deal(pile))
    for viewer in (None, 0):
        events = druids.explain(bare, druids.Deal(pile), viewer)
        needed = "those without a viewer: what a seat cannot see is missing"
        broken = None if viewer is None else f"BadInput: events: 'of one seat', expected {needed}"
        yield viewer, error_of(druids.fold, bare, events), broken
        for hidden in [event for event in events if getattr(event, "cards", ()) is None]:
            yield hidden, error_of(druids.fold, bare, [hidden]), broken
    took = SickleTook(0, DOMAINS[0], 1, None)
    yield took, error_of(druids.fold, bare, [took]), f"BadInput: events: 'of one seat', expected {needed}"
    for points in ((), (1, 2, 3), (1,) * 9):
        yield points, error_of(druids.fold, bare, [RoundScored(points)]) is None, False
    for thing in (None, "Gathered"):
        yield thing, error_of(druids.fold, bare, [thing]), f"BadInput: events: {thing!r}, expected events of Druids"
    for viewer in (-1, 5, True):
        told = f"BadInput: seat: {viewer!r}, expected a seat from 0 to 4"
        yield viewer, error_of(druids.explain, bare, druids.Deal(pile), viewer), told
    wrong = "IllegalAction: must-lead-gaia (druids/gaia-leads): whoever holds Gaia leads her, naming a domain"
    for ask in (druids.apply, druids.explain):
        yield ask, error_of(ask, state, druids.Play(card("G1"))), wrong


#: The kernels of cards, setup and forms.
SETUP_KERNELS: Kernels = {
    "cards": ("druids/card-order", _cards),
    "decks": ("druids/deck", _decks),
    "deals": ("druids/deal-order", _deals),
    "forms of actions": ("druids/well-formed", _forms),
    "at the table": ("druids/gaia-leads", _table),
    "seats and phases": ("druids/phases", _asked),
    "errors": ("druids/refusal-order", _told),
}
