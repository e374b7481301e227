"""The small functions of Birdie's turns and of its setup, counted out; and what is no action of it."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import attrs

from lexludi import birdie
from lexludi.birdie import actions, setup, turns
from lexludi.birdie.cards import Season, Species, card, cards, deck
from lexludi.birdie.rules import Effect, PileOrder
from lexludi.birdie.state import Phase
from lexludi.birdie.view import check_seat
from properties.birdie_contract import deck_tokens, refusal
from properties.birdie_events import wrong_event
from properties.counted import Case, Kernels, error_of

__all__ = ["TURN_KERNELS"]

#: Three cards, in canonical order, and one that comes before them.
_THREE = ("PIGEON-SPRING", "OWL-SPRING", "ROBIN-WINTER")
_OTHER = "WOODPECKER-AUTUMN"


def _displays() -> Iterator[Case]:
    """What may be taken of every display, and what comes after it: birdie/take-one, birdie/take-pair, birdie/refill."""
    for size in range(5):
        for tokens in itertools.product(_THREE, repeat=size):
            display = cards(" ".join(tokens))
            there = Counter(tokens)
            yield tokens, turns.takeable(display), cards(" ".join(t for t in _THREE if there[t]))
            due = tuple(
                cards(f"{a} {b}")
                for a, b in itertools.combinations_with_replacement(_THREE, 2)
                if not Counter((a, b)) - there
            )
            yield tokens, turns.pairs(display), due
            for a in (*_THREE, _OTHER):
                yield (tokens, a), turns.is_displayed(card(a), display), there[a] > 0
                for b in (*_THREE, _OTHER):
                    open_pair = turns.is_open_pair(cards(f"{a} {b}"), display)
                    yield (tokens, a, b), open_pair, not Counter((a, b)) - there
            yield tokens, turns.stop_comes_up(display), size < 4
            for left in range(6):
                pile = cards(" ".join([_OTHER, *_THREE, *_THREE][:left]))
                drawn = min(4 - size, left)
                yield (tokens, left), turns.refilled(display, pile), (display + pile[:drawn], pile[drawn:])


def _layable() -> Iterator[Case]:
    """What may be laid of every pair and hand: birdie/lay, birdie/pair-first."""
    hands = [(), *itertools.combinations_with_replacement((_OTHER, *_THREE), 1)]
    hands += list(itertools.combinations_with_replacement((_OTHER, *_THREE), 3))
    canonical = (_OTHER, *_THREE)
    for size, hand, order in itertools.product(range(3), hands, PileOrder):
        for pair in itertools.combinations_with_replacement(_THREE, size):
            held, taken = cards(" ".join(hand)), cards(" ".join(pair))
            bound = order.value == "display_first" and pair
            due = [t for t in canonical if t in pair or (t in hand and not bound)]
            case = (pair, hand, order)
            yield case, turns.layable(taken, held, order), cards(" ".join(due))
            yield case, turns.pair_lies(taken), not pair
            for token in canonical:
                yield (case, token), turns.held(card(token), taken, held), token in (*pair, *hand)
                if token in (*pair, *hand):
                    yield (case, token), turns.may_follow_pair(card(token), taken, order), token in due
    for pile in ((), _THREE):
        yield pile, turns.on_top(cards(" ".join(pile)), card(_OTHER)), cards(" ".join((*pile, _OTHER)))


def _passing() -> Iterator[Case]:
    """Who is still in, whose turn it is, what passing gives: birdie/turn-order, -pass-points, -last-player."""
    for n in (2, 3, 4):
        for passed in itertools.product((None, 0, 2), repeat=n):
            still = [seat for seat in range(n) if passed[seat] is None]
            yield passed, turns.active(passed), len(still)
            if still:
                yield passed, turns.pass_points(passed), len(still) - 1
            for seat in range(n):
                order = [other % n for other in range(seat + 1, seat + n + 1)]
                following = next((other for other in order if other in still), None)
                yield (passed, seat), turns.next_active(seat, passed), following
                for alone, limit in itertools.product(range(3), (None, 1, 2, 3)):
                    lone = limit is not None and still == [seat]
                    last = lone and alone + 1 >= (limit or 0)
                    after = tuple(0 if last and other == seat else points for other, points in enumerate(passed))
                    due = (after, alone + lone)
                    yield (passed, seat, alone, limit), turns.lone_turn(passed, seat, alone, limit), due


_WORLDS = (
    birdie.Rules(players=2, starters=(1, 0)),
    birdie.Rules(players=2, species=3, seasons=3, copies=3),
    birdie.Rules(players=3, starters=(2, 0)),
    birdie.Rules(players=4, species=2, seasons=4, copies=2, starters=(1, 3)),
)


def _layouts() -> Iterator[Case]:
    """How piles are laid out, card by card: birdie/deal-order, birdie/stop-pile, birdie/hands-and-display."""
    yield "sizes", (setup.HAND, setup.DISPLAY), (2, 4)
    for size in range(12, 30):
        yield size, setup.half_size(size), size // 2
    for at, rules in enumerate(_WORLDS):
        n, pile = rules.players, birdie.shuffled(birdie.start(rules), Random(at)).pile
        upper, lower = setup.halves(pile)
        yield rules, (upper, lower), (pile[: len(pile) // 2], pile[len(pile) // 2 :])
        yield rules, setup.under_stop(rules), n
        for round_ in (1, 2):
            first = rules.starters[round_ - 1]
            yield (rules, round_), setup.starter(rules, round_), first
            for played in (upper, lower) if n == 2 else (pile,):
                above, under = list(played[:-n]), played[-n:]
                yield rules, setup.split_at_stop(played, rules), (tuple(above), under)
                hands: list[list[str]] = [[] for _ in range(n)]
                for dealt in range(2 * n):
                    hands[(first + dealt) % n].append(above.pop(0).token)
                layout = setup.laid_out(played, round_, rules)
                order = list(dict.fromkeys(deck_tokens(rules)))
                due = tuple(cards(" ".join(sorted(hand, key=order.index))) for hand in hands)
                yield (rules, round_, "hands"), layout.hands, due
                yield (rules, round_, "display"), layout.display, tuple(above[:4])
                yield (rules, round_, "rest"), (layout.draw_pile, layout.under_stop), (tuple(above[4:]), under)


def _starts() -> Iterator[Case]:
    """The state before the first deal, field by field: birdie/start."""
    for rules in _WORLDS:
        n, board = rules.players, ((None,) * 8, 0, 0, ())
        due: dict[str, Any] = {
            **dict.fromkeys(("display", "pair", "draw_pile", "under_stop", "other_half", "out"), ()),
            **dict.fromkeys(("hands", "piles"), ((),) * n),
            "rules": rules,
            "phase": Phase("deal"),
            "round": 1,
            "to_act": None,
            "stop_revealed": False,
            "passed": (None,) * n,
            "trophies": (None,) * rules.species,
            "effect": None,
            "last_end": 0,
            "alone": 0,
        }
        zones = birdie.zones(setup.start(rules))
        names = [*[f"hand {seat}" for seat in range(n)], *[f"pile {seat}" for seat in range(n)]]
        names += ["display", "pair", "draw_pile", "under_stop", "other_half", "out", "stop"]
        yield "zones", {name: zones.get(name) for name in zones if name != "box"}, dict.fromkeys(names, ())
        yield "box", repr(zones["box"]), f"({', '.join((*deck_tokens(rules), 'STOP'))})"
        for field in attrs.fields(birdie.State):
            found = getattr(setup.start(rules), field.name)
            if field.name == "boards":
                yield field.name, tuple(attrs.astuple(each, recurse=False) for each in found), (board,) * n
            else:
                yield field.name, found, due[field.name]


def _piles() -> Iterator[Case]:
    """Shuffled piles, and piles that no deal gives: birdie/deal."""
    for rules in _WORLDS:
        state = birdie.start(rules)
        due = deck_tokens(rules)
        shuffled = [tuple(c.token for c in setup.make_pile(rules, Random(seed))) for seed in range(8)]
        yield rules, len({*shuffled, due}), 9
        for tokens in shuffled:
            yield rules, tuple(sorted(tokens)), tuple(sorted(due))
        yield rules, setup.make_pile(rules, Random(3)), birdie.shuffled(state, Random(3)).pile
        right = deck(rules)
        yield rules, setup.why_bad_deal(right[::-1], rules), None
        # The words name what is missing: up to eight cards, and how many more.
        names = [c.token for c in right]
        for missing in range(1, 12):
            pile = (*right[missing:], *right[-1:] * missing)
            told = ", ".join(names[: min(missing, 8)]) + (f" and {missing - 8} more" if missing > 8 else "")
            yield (rules, missing), setup.why_bad_deal(pile, rules), f"the pile misses {told}"
        for size in (0, 1, len(right) - 1, len(right) + 1):
            told = f"the pile has {size} cards and not {len(right)}"
            yield (rules, size), setup.why_bad_deal((*right, *right)[:size], rules), told
    for phase in Phase:
        waiting = attrs.evolve(birdie.start(_WORLDS[2]), phase=phase)
        words = f"wrong-phase (birdie/phases): the game waits for another action: its phase is {phase.value}"
        words = "game-over (birdie/game-end): the game is over" if phase.value == "over" else words
        refused = None if phase.value == "deal" else f"IllegalAction: {words}"
        yield phase, error_of(birdie.shuffled, waiting, Random(1)), refused


def _forms() -> Iterator[Case]:
    """Actions whose fields hold anything: which are of this game and world. birdie/action-form, birdie/phases."""
    rules = birdie.Rules(players=2, species=2, seasons=3, copies=6)
    state = birdie.start(rules)
    owl, pigeon, winter = card("OWL-SPRING"), card("PIGEON-SPRING"), card("PIGEON-WINTER")
    cards_: list[Any] = [pigeon, owl, winter, "PIGEON-SPRING", None]
    numbers: list[Any] = [0, -7, 10**9, True, 1.0, "1", None]
    named: list[Any] = [*Species, *Season, "OWL", None, pigeon]
    several: list[Any] = [(), (pigeon,), (pigeon, pigeon), (pigeon, owl), (winter, pigeon), (pigeon, None), [pigeon]]
    several += [(pigeon,) * 3, (owl, owl), "PIGEON-SPRING", None, [pigeon, pigeon]]
    pools: dict[type, tuple[list[Any], ...]] = {
        actions.Deal: (several,),
        actions.Take: (cards_,),
        actions.TakePair: (several,),
        actions.Lay: (cards_,),
        actions.EndTurn: (),
        actions.Pass: (),
        actions.UseAbility: (named, cards_),
        actions.Remove: (numbers,),
        actions.Move: (numbers, numbers),
        actions.Swap: (numbers,),
        actions.Insert: (cards_, numbers),
        actions.ScoreSet: (numbers, numbers[2:], named),
        actions.EndScoring: (),
    }
    for kind, pool in pools.items():
        for fields in itertools.product(*pool):
            action = kind(*fields)
            why = actions.why_malformed(action, rules)
            refused = refusal(state, action, None)
            malformed = refused is not None and refused[1] == "malformed"
            yield action, "str" if malformed else "NoneType", type(why).__name__
        phase = {"Deal": "deal", "Lay": "lay", "EndTurn": "lay", "Take": "turn", "TakePair": "turn", "Pass": "turn"}
        due = phase.get(kind.__name__, "score" if len(kind.__name__) > 7 else "edit")
        yield kind, actions.phase_of(kind(*[values[0] for values in pool])).value, due
    for nothing in (None, 3, "pass", actions.Pass, Phase.TURN, pigeon, ()):
        yield nothing, type(actions.why_malformed(nothing, rules)).__name__, "str"
    for action, why in (
        (actions.TakePair((owl, winter)), "PIGEON-WINTER does not exist in this world"),
        (actions.UseAbility(Species.OWL, winter), "OWL does not exist in this world"),
        (actions.UseAbility(Species.PIGEON, winter), "PIGEON-WINTER does not exist in this world"),
        (actions.ScoreSet(0, 2, Season.WINTER), "WINTER does not exist in this world"),
        (actions.Deal((pigeon, winter, owl)), "PIGEON-WINTER does not exist in this world"),
        (None, "None is no action of Birdie"),
        ("a" * 999, f"'{'a' * 27}...{'a' * 28}' is no action of Birdie"),
    ):
        yield action, actions.why_malformed(action, rules), why
    yield "phases", repr(tuple(Phase)), "(deal, turn, lay, score, edit, over)"
    unordered = actions.TakePair((winter, pigeon))
    yield unordered, unordered, actions.TakePair((pigeon, winter))


def _seats() -> Iterator[Case]:
    """Who sits at the table, for views, and under what a game starts: birdie/view, birdie/start."""
    for thing in (None, 4, "players"):
        yield thing, error_of(birdie.start, thing), f"BadInput: rules: {thing!r}, expected a lexludi.birdie.Rules"
        told = f"BadInput: tokens: {thing!r}, expected a text of tokens, such as 'ROBIN-WINTER OWL-SPRING'"
        if not isinstance(thing, str):
            yield thing, error_of(birdie.cards, thing), told
    for n in (2, 3, 4):
        state = birdie.start(birdie.Rules(players=n))
        for seat in (-1, 0, 1, n - 1, n, n + 1, None, True, "0", 0.0):
            good = seat in range(n) and type(seat) is int
            refused = None if good else f"BadInput: seat: {seat!r}, expected a seat from 0 to {n - 1}"
            yield (n, seat), error_of(check_seat, state, seat), refused
            yield (n, seat), error_of(birdie.view, state, seat), refused


def _told() -> Iterator[Case]:
    """Events that no state is made of, and actions that no state takes: birdie/refusal-order."""
    needed = "those without a viewer: what a seat cannot see is missing"
    broken = f"BadInput: events: 'of one seat', expected {needed}"
    for rules in (_WORLDS[0], _WORLDS[2]):
        bare = birdie.start(rules)
        deal = birdie.shuffled(bare, Random(5))
        state = birdie.apply(bare, deal)
        first = state.to_act
        assert first is not None
        laying = birdie.apply(birdie.apply(state, actions.TakePair(state.display[:2])), actions.Lay(state.display[0]))
        laying = birdie.apply(laying, actions.Lay(state.display[1]))
        lay = actions.Lay(laying.hands[first][0])
        for told in (birdie.explain(bare, deal, (first + 1) % rules.players), birdie.explain(laying, lay, first - 1)):
            kept = [event for event in told if None in attrs.astuple(event, recurse=False)]
            yield rules, bool(kept), True
            for hidden in kept:
                yield hidden, error_of(birdie.fold, laying, [hidden]), broken
        yield rules, error_of(birdie.fold, bare, birdie.explain(bare, deal)), None
        for viewer in (-1, rules.players, True):
            outside = f"BadInput: seat: {viewer!r}, expected a seat from 0 to {rules.players - 1}"
            yield viewer, error_of(birdie.explain, bare, deal, viewer), outside
        for ask in (birdie.apply, birdie.explain):
            wrong = "IllegalAction: wrong-phase (birdie/phases): the game waits for another action: its phase is turn"
            yield ask, error_of(ask, state, deal), wrong
        for thing in (None, "Gathered"):
            told_of = f"BadInput: events: {thing!r}, expected events of Birdie"
            yield thing, error_of(birdie.fold, bare, [thing]), told_of


def _folded() -> Iterator[Case]:
    """Edits of every seat at every place, and the last turn of every seat that is alone, told and folded.

    birdie/edit, birdie/last-player.
    """
    rows = tuple(cards(" ".join(_THREE)) for _ in range(3))
    hands = tuple(cards(f"{_OTHER} {token}") for token in _THREE)
    for seat, effect in itertools.product(range(3), list(Effect)[1:]):
        state = attrs.evolve(
            birdie.start(_WORLDS[2]), phase=Phase("edit"), to_act=seat, piles=rows, hands=hands, effect=effect
        )
        for edit in birdie.legal_actions(state):
            yield from _step(state, edit)
    for seat, alone in itertools.product(range(3), range(2)):
        rules = attrs.evolve(_WORLDS[2], lone_turns=2)
        dealt = birdie.apply(birdie.start(rules), birdie.Deal(deck(rules)))
        passed = tuple(None if other == seat else 1 for other in range(3))
        state = attrs.evolve(dealt, to_act=seat, passed=passed, alone=alone)
        for action in birdie.legal_actions(state):
            yield from _step(state, action)


def _step(state: birdie.State, action: Any) -> Iterator[Case]:
    events, after = birdie.explain(state, action), birdie.apply(state, action)
    yield action, birdie.fold(state, events), after
    yield action, wrong_event(state, events, after), None


#: The kernels of turns, setup and forms.
TURN_KERNELS: Kernels = {
    "displays": ("birdie/take-pair", _displays),
    "cards to lay": ("birdie/lay", _layable),
    "passing": ("birdie/turn-order", _passing),
    "layouts": ("birdie/deal-order", _layouts),
    "starts": ("birdie/start", _starts),
    "piles": ("birdie/deal", _piles),
    "forms of actions": ("birdie/action-form", _forms),
    "seats of views": ("birdie/view", _seats),
    "errors": ("birdie/refusal-order", _told),
    "steps told": ("birdie/edit", _folded),
}
