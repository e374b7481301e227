"""What the contract says of Birdie, said again: from tokens and numbers alone.

Nothing here calls a rule function or reads more of a card than its token, so a rule and this page
agree only if both are right, or wrong in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import attrs
from hypothesis import strategies as st

from lexludi import birdie
from lexludi.birdie import (
    Card,
    Deal,
    EndScoring,
    EndTurn,
    Insert,
    Lay,
    Move,
    Pass,
    Remove,
    Rules,
    ScoreSet,
    Season,
    Species,
    State,
    Swap,
    Take,
    TakePair,
    UseAbility,
)
from lexludi.birdie.events import Dealt, DrawPileLeft, HalfKept, Laid, StopLaid
from lexludi.core.game import Game, Seat
from lexludi.core.records import Record
from lexludi.testing.birdie_hidden import perturbed, perturbed_deal
from lexludi.testing.strategies import (
    birdie_actions,
    birdie_awkward,
    birdie_deals,
    birdie_nonsense,
    birdie_rules,
    seeds,
)
from properties.birdie_events import wrong_event
from properties.birdie_words import words

__all__ = ["DEFAULTS", "Birdie", "deck_tokens", "possible_rules", "refusal", "shown"]

_SPECIES = ("WOODPECKER", "PIGEON", "OWL", "ROBIN")
_SEASONS = ("SPRING", "SUMMER", "AUTUMN", "WINTER")
_CATEGORIES = (*_SPECIES, *_SEASONS)

#: The fields of the rules that may be left out, with what they are then.
DEFAULTS: dict[str, Any] = {
    "pile_order": "display_first",
    "lone_turns": None,
    "crosses": [0] * 9,
    "trophy": 3,
    "abilities": {},
    "starters": [0, 1],
    "species": 4,
    "seasons": 4,
    "copies": 4,
}

#: What an action's class is called in JSON, and the phase that takes it.
_KINDS: dict[type, tuple[str, str]] = {
    Deal: ("deal", "deal"),
    Take: ("take", "turn"),
    TakePair: ("take_pair", "turn"),
    Pass: ("pass", "turn"),
    Lay: ("lay", "lay"),
    EndTurn: ("end_turn", "lay"),
    UseAbility: ("use_ability", "score"),
    ScoreSet: ("score_set", "score"),
    EndScoring: ("end_scoring", "score"),
    Remove: ("edit", "edit"),
    Move: ("edit", "edit"),
    Swap: ("edit", "edit"),
    Insert: ("edit", "edit"),
}

_EDITS: dict[type, str] = {Remove: "remove", Move: "move", Swap: "swap", Insert: "insert"}


@cache
def deck_tokens(rules: Rules) -> tuple[str, ...]:
    """The tokens of the bird cards, in canonical order."""
    world = [f"{species}-{season}" for species in _SPECIES[: rules.species] for season in _SEASONS[: rules.seasons]]
    return tuple(token for token in world for _ in range(rules.copies))


@cache
def _world(rules: Rules) -> frozenset[str]:
    """All that an action may name: cards, species and seasons."""
    return frozenset((*deck_tokens(rules), *_SPECIES[: rules.species], *_SEASONS[: rules.seasons]))


def possible_rules(players: int, species: int, seasons: int, copies: int) -> bool:
    """Whether a game can be played with these numbers: a round has hands, a display and the cards under the stop."""
    cards = species * seasons * copies
    return (cards // 2 if players == 2 else cards) >= 2 * players + 4 + players


def _tokens(cards: Iterable[Card]) -> list[str]:
    return [card.token for card in cards]


def _starter(state: State) -> Seat:
    return state.rules.starters[state.round - 1]


# --- refusals -------------------------------------------------------------------------------------

_Refused = tuple[str, str] | None


def refusal(state: State, action: object, seat: Seat | None) -> _Refused:
    """The clause and the code with which an action is refused: the first reason in the contract's order.

    birdie/refusal-order.
    """
    if not _well_formed(action, _world(state.rules)) or not (seat is None or _is_number(seat)):
        return "birdie/action-form", "malformed"
    if state.phase.value == "over":
        return "birdie/game-end", "game-over"
    kind, phase = _KINDS[type(action)]
    if phase != state.phase.value:
        timing = kind == "use_ability" and state.phase.value == "score"
        return "birdie/ability-timing" if timing else "birdie/phases", "wrong-phase"
    if kind == "use_ability" and state.last_end > 0:
        return "birdie/ability-timing", "wrong-phase"
    if seat is not None and (kind == "deal" or seat != state.to_act):
        return "birdie/whose-action", "out-of-turn"
    return _own_reason(state, action)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _well_formed(action: object, world: frozenset[str]) -> bool:
    def is_card(value: object) -> bool:
        return isinstance(value, Card) and value.token in world

    def is_species(value: object) -> bool:
        return isinstance(value, Species) and value.value in world

    match action:
        case Deal(pile):
            return isinstance(pile, tuple) and all(map(is_card, pile))
        case TakePair(pair):
            return isinstance(pair, tuple) and len(pair) == 2 and all(map(is_card, pair))
        case Take(card) | Lay(card):
            return is_card(card)
        case Pass() | EndTurn() | EndScoring():
            return True
        case UseAbility(species, card):
            return is_species(species) and is_card(card)
        case ScoreSet(start, length, category):
            known = is_species(category) or (isinstance(category, Season) and category.value in world)
            return _is_number(start) and _is_number(length) and known
        case Remove(at) | Swap(at):
            return _is_number(at)
        case Move(from_, to):
            return _is_number(from_) and _is_number(to)
        case Insert(card, at):
            return is_card(card) and _is_number(at)
    return False


def _own_reason(state: State, action: object) -> _Refused:
    seat = state.to_act
    match action:
        case Deal(pile):
            right = Counter(_tokens(pile)) == Counter(deck_tokens(state.rules))
            return None if right else ("birdie/deal", "bad-deal")
        case Take(card):
            shown = card.token in _tokens(state.display)
            return None if shown else ("birdie/take-one", "card-not-displayed")
        case TakePair(pair):
            shown = Counter(_tokens(pair)) <= Counter(_tokens(state.display))
            return None if shown else ("birdie/take-pair", "card-not-displayed")
        case EndTurn():
            return ("birdie/end-turn", "pair-not-laid") if state.pair else None
        case Pass() | EndScoring():
            return None
    assert seat is not None
    hand, row = _tokens(state.hands[seat]), _tokens(state.piles[seat])
    match action:
        case Lay(card):
            return _lay_refused(state, card.token, hand)
        case UseAbility(species, card):
            return _ability_refused(state, species.value, card.token, hand, len(row))
        case ScoreSet(start, length, category):
            return _set_refused(state, row, start, length, category.value)
    return _edit_refused(state, action, hand, len(row))


def _lay_refused(state: State, token: str, hand: list[str]) -> _Refused:
    pair = _tokens(state.pair)
    if token not in (*pair, *hand):
        return "birdie/lay", "card-not-held"
    if state.rules.pile_order.value == "display_first" and pair and token not in pair:
        return "birdie/pair-first", "display-first"
    return None


def _effect_of(rules: Rules, species: str) -> str:
    return rules.abilities[_SPECIES.index(species)].value


def _ability_refused(state: State, species: str, token: str, hand: list[str], row: int) -> _Refused:
    assert state.to_act is not None
    if species in [used.value for used in state.boards[state.to_act].abilities_used]:
        return "birdie/ability-once", "ability-used"
    if not token.startswith(f"{species}-"):
        return "birdie/ability-cost", "ability-needs-card"
    if token not in hand:
        return "birdie/ability-cost", "card-not-held"
    possible = {"none": True, "remove": row > 0, "move": row > 1, "swap": row > 1, "insert": len(hand) > 1}
    return None if possible[_effect_of(state.rules, species)] else ("birdie/ability-effect", "ability-no-effect")


def _set_refused(state: State, row: list[str], start: int, length: int, category: str) -> _Refused:
    assert state.to_act is not None
    if length < 2:
        return "birdie/set-run", "set-too-short"
    if start < 0 or len(row) < start + length:
        return "birdie/set-run", "set-outside"
    if start < state.last_end:
        return "birdie/set-disjoint", "set-overlaps"
    if any(category not in token.split("-") for token in row[start : start + length]):
        return "birdie/set-uniform", "set-mixed"
    if state.boards[state.to_act].sets[_CATEGORIES.index(category)] is not None:
        return "birdie/category-once", "category-scored"
    return None


def _edit_refused(state: State, action: object, hand: list[str], row: int) -> _Refused:
    kind = _EDITS[type(action)]
    if state.effect is None or kind != state.effect.value:
        return "birdie/edit", "bad-edit"
    match action:
        case Remove(at):
            possible = at in range(row)
        case Move(from_, to):
            possible = from_ in range(row) and to in range(row) and from_ != to
        case Swap(at):
            possible = at in range(row) and at + 1 in range(row)
        case Insert(card, at):
            possible = card.token in hand and at in range(row + 1)
        case _:
            raise AssertionError(action)
    return None if possible else (f"birdie/effect-{kind}", "bad-edit")


# --- every action ---------------------------------------------------------------------------------


#: Of the actions of another phase so many of each type are enough: they are refused before one looks at them.
_FEW = 2


@cache
def _without_row(rules: Rules, phase: str) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Actions of turns and laying, and uses of abilities, in order: all of the phase, a few of the others."""
    cards = [birdie.card(token) for token in dict.fromkeys(deck_tokens(rules))]
    species = list(Species)[: rules.species]
    taken = None if phase == "turn" else _FEW
    laid = None if phase == "lay" else _FEW
    used = None if phase == "score" else _FEW
    turns = (
        *[Take(card) for card in cards[:taken]],
        *[TakePair(pair) for pair in list(combinations_with_replacement(cards, 2))[:taken]],
        Pass(),
        *[Lay(card) for card in cards[:laid]],
        EndTurn(),
    )
    return turns, tuple([UseAbility(each, card) for card in cards for each in species][:used])


def _every_set(state: State) -> Iterable[ScoreSet]:
    """Every set that there is in the row to be scored, those just too long, and those outside at either end."""
    rules = state.rules
    categories: list[Species | Season] = [*list(Species)[: rules.species], *list(Season)[: rules.seasons]]
    if state.phase.value != "score" or state.to_act is None:
        yield from (ScoreSet(0, 2, category) for category in categories[:_FEW])
        return
    row = [set(token.split("-")) for token in _tokens(state.piles[state.to_act])]
    size = len(row)
    for start in range(-1, size + 1):
        after = row[max(start, 0) :]
        # As long as each card shares something with the first one: no set of one category goes further.
        common = next((at for at, kinds in enumerate(after) if not kinds & after[0]), len(after))
        for length in sorted({-1, size - start, size - start + 1, *range(1, common + 2)}):
            for category in categories:
                yield ScoreSet(start, length, category)


def _every_edit(state: State) -> Iterable[Any]:
    """Every edit of the kind that is due, those just outside the row, and some of every other kind."""
    cards = [birdie.card(token) for token in dict.fromkeys(deck_tokens(state.rules))]
    row = 0 if state.to_act is None else len(state.piles[state.to_act])
    due = None if state.effect is None else state.effect.value

    def places(kind: str) -> range:
        return range(-1, row + 2) if kind == due else range(2)

    yield from map(Remove, places("remove"))
    yield from (Move(from_, to) for from_ in places("move") for to in places("move"))
    yield from map(Swap, places("swap"))
    inserted = cards if due == "insert" else cards[:1]
    yield from (Insert(card, at) for card in inserted for at in places("insert"))


# --- what an action shows -------------------------------------------------------------------------


def shown(state: State, action: object, viewer: Seat) -> dict[str, Collection[int]]:
    """Zone → places in it of the cards that an action needs or shows to `viewer`, hidden until then.

    A card that is laid, discarded or inserted must be in the hand; a refill shows the next cards of the draw
    pile; the end of turns shows all piles; and with two players the end of round 1 shows, of the other
    half, the display of round 2 and the viewer's hand.
    """
    seat = state.to_act
    assert seat is not None
    places: dict[str, Collection[int]] = {}
    match action:
        case Lay(card) | UseAbility(_, card) | Insert(card, _) if card in state.hands[seat]:
            places[f"hand {seat}"] = [state.hands[seat].index(card)]
        case Take() | EndTurn() | Pass():
            missing = 4 - len(state.display) + isinstance(action, Take)
            places["draw_pile"] = range(missing)
            if _ends_turns(state, action):
                places |= {f"pile {each}": range(len(pile)) for each, pile in enumerate(state.piles)}
        case EndScoring():
            n = state.rules.players
            if state.other_half and (seat + 1) % n == _starter(state):
                mine = (viewer - state.rules.starters[1]) % n
                places["other_half"] = [mine, n + mine, *range(2 * n, 2 * n + 4)]
    return places


def _ends_turns(state: State, action: object) -> bool:
    if state.passed.count(None) > 1:
        return False
    return isinstance(action, Pass) or state.alone + 1 == state.rules.lone_turns


# --- JSON -----------------------------------------------------------------------------------------


def _totals(state: State) -> list[int]:
    totals = []
    for seat, board in enumerate(state.boards):
        total = board.pass_points + sum(points for points in board.sets if points is not None)
        if state.phase.value == "over":
            total += state.rules.crosses[board.crosses] + state.rules.trophy * state.trophies.count(seat)
        totals.append(total)
    return totals


def _winners(state: State) -> list[Seat] | None:
    totals = _totals(state)
    return [seat for seat, total in enumerate(totals) if total == max(totals)] if state.phase.value == "over" else None


def _board_json(board: birdie.Board) -> Any:
    scored = zip(_CATEGORIES, board.sets, strict=True)
    return {
        "sets": {category: points for category, points in scored if points is not None},
        "crosses": board.crosses,
        "pass_points": board.pass_points,
        "abilities_used": [species.value for species in board.abilities_used],
    }


def _common_json(state: State) -> dict[str, Any]:
    """What an observation and a view have in common."""
    return {
        "phase": state.phase.value,
        "round": state.round,
        "to_act": state.to_act,
        "display": _tokens(state.display),
        "pair": _tokens(state.pair),
        "draw_pile": len(state.draw_pile),
        "stop_revealed": state.stop_revealed,
        "passed": list(state.passed),
        "boards": [_board_json(board) for board in state.boards],
        "trophies": dict(zip(_SPECIES[: state.rules.species], state.trophies, strict=True)),
        "totals": _totals(state),
        "winners": _winners(state),
    }


# --- the subject ----------------------------------------------------------------------------------


@attrs.frozen
class Birdie:
    """Birdie, for the machines: what they play is drawn from `worlds`."""

    #: The rules to play under.
    worlds: st.SearchStrategy[Rules] = attrs.field(factory=birdie_rules)
    #: Whether to go on from the first steps of an awkward game instead.
    awkward: bool = False

    @property
    def game(self) -> Game:
        """The module."""
        return birdie

    def deck(self, rules: Rules) -> tuple[str, ...]:
        """By the contract, the stop card last."""
        return (*deck_tokens(rules), "STOP")

    def rules_json(self, rules: Rules) -> Any:
        """Every field; of the abilities those that have an effect."""
        bound = zip(_SPECIES, rules.abilities, strict=True)
        return {
            **{name: getattr(rules, name) for name in ("players", "lone_turns", "trophy")},
            **{name: getattr(rules, name) for name in ("species", "seasons", "copies")},
            "pile_order": rules.pile_order.value,
            "crosses": list(rules.crosses),
            "starters": list(rules.starters),
            "abilities": {species: effect.value for species, effect in bound if effect.value != "none"},
        }

    def starts(self) -> st.SearchStrategy[Record]:
        """The start of a game, or of an awkward one."""
        if self.awkward:
            return birdie_awkward(cut=True) | birdie_awkward()
        return self.worlds.map(lambda rules: Record("birdie", rules, (), None))

    def deals(self, state: State) -> st.SearchStrategy[Deal]:
        """Shuffled by a seed, or card by card in a small world."""
        by_seed = seeds.map(lambda seed: birdie.shuffled(state, Random(seed)))
        return by_seed if state.rules.deck_size > 20 else by_seed | birdie_deals(state.rules)

    def offers(self, rules: Rules) -> st.SearchStrategy[Any]:
        """Well-formed actions of this world and of others, and nonsense."""
        return birdie_actions(rules) | birdie_actions() | birdie_nonsense(rules)

    def every_action(self, state: State) -> tuple[Any, ...]:
        """Every action of a player in this phase, with positions in and just outside the row; some of any other.

        Those of them that are not refused are the legal ones, in this order: birdie/legal-actions.
        """
        turns, abilities = _without_row(state.rules, state.phase.value)
        return (*turns, *abilities, *_every_set(state), EndScoring(), *_every_edit(state))

    def near_deals(self, rules: Rules) -> tuple[Deal, ...]:
        """The deck as listed and turned over; piles with a card too many, too few, twice."""
        return _near_deals(rules)

    def refusal(self, state: State, action: object, seat: Seat | None) -> _Refused:
        """By the contract."""
        return refusal(state, action, seat)

    def action_json(self, action: Any) -> Any:
        """By the contract."""
        kind, _ = _KINDS[type(action)]
        match action:
            case Deal(pile):
                return {"type": kind, "pile": _tokens(pile)}
            case TakePair(pair):
                return {"type": kind, "cards": _tokens(pair)}
            case Take(card) | Lay(card):
                return {"type": kind, "card": card.token}
            case UseAbility(species, card):
                return {"type": kind, "species": species.value, "discard": card.token}
            case ScoreSet(start, length, category):
                return {"type": kind, "start": start, "length": length, "category": category.value}
            case Move(from_, to):
                return {"type": kind, "kind": "move", "from": from_, "to": to}
            case Insert(card, at):
                return {"type": kind, "kind": "insert", "card": card.token, "at": at}
            case Remove(at) | Swap(at):
                return {"type": kind, "kind": _EDITS[type(action)], "at": at}
        return {"type": kind}

    def observation(self, state: State) -> Any:
        """By the contract."""
        hands, piles = [_tokens(hand) for hand in state.hands], [_tokens(pile) for pile in state.piles]
        return {**_common_json(state), "hands": hands, "piles": piles}

    def view_json(self, state: State, viewer: Seat) -> Any:
        """By the contract."""
        scored = state.phase.value in ("score", "edit", "over") or (state.phase.value == "deal" and state.round == 2)
        return {
            **_common_json(state),
            "seat": viewer,
            "hand": _tokens(state.hands[viewer]),
            "hand_sizes": [len(hand) for hand in state.hands],
            "pile_sizes": [len(pile) for pile in state.piles],
            "rows": [_tokens(pile) for pile in state.piles] if scored else None,
        }

    def seen(self, event: Any, viewer: Seat) -> Any:
        """Without other hands, what others lay from them, and what lies face down.

        birdie/hidden-cards; what is laid from the pair all have seen: birdie/open-pair.
        """
        if isinstance(event, Laid) and event.from_hand and event.seat != viewer:
            return attrs.evolve(event, card=None)
        hidden = isinstance(event, HalfKept | StopLaid | DrawPileLeft)
        return (
            attrs.evolve(event, cards=None) if hidden or (isinstance(event, Dealt) and event.seat != viewer) else event
        )

    def words(self, state: State, action: Any, seat: Seat | None, code: str) -> str | None:
        """With what it names."""
        return words(state, action, seat, code)

    def wrong_event(self, state: State, events: Any, after: State) -> tuple[str, str] | None:
        """By the states and cards alone."""
        return wrong_event(state, events, after)

    def lookalike(self, state: State, viewer: Seat, random: Random, action: Any) -> State:
        """With all cards hidden from the viewer elsewhere, but for those that the action needs or shows."""
        return perturbed(state, viewer, random, shown(state, action, viewer))

    def lookalike_deal(self, state: State, deal: Deal, viewer: Seat, random: Random) -> Deal:
        """With the same display, and the same hand for the viewer."""
        return perturbed_deal(state.rules, _starter(state), deal, viewer, random)


@cache
def _near_deals(rules: Rules) -> tuple[Deal, ...]:
    right = [birdie.card(token) for token in deck_tokens(rules)]
    piles = [right, right[::-1], right[:-1], [*right, right[0]], []]
    if right[0] is not right[-1]:
        piles.append([*right[:-1], right[0]])
    return tuple(Deal(tuple(pile)) for pile in piles)
