"""What the specification says of actions and views of Druids, said again: from tokens and numbers alone.

Clauses druids/well-formed, druids/phases, druids/game-over, druids/refusal-order, druids/legal-actions.

Nothing here calls a rule function or reads more of a card than its token, so a rule and this page
agree only if both are right, or wrong in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

import attrs
from hypothesis import strategies as st

from lexludi import druids
from lexludi.core.game import Game, Seat
from lexludi.core.records import Record
from lexludi.druids import Deal, Domain, LeadGaia, PlaceMistletoe, PlaceSickle, Play, Rules, State, Top
from lexludi.druids.events import Dealt, LeftOver, SickleTook
from lexludi.testing.hidden import perturbed, perturbed_deal
from lexludi.testing.strategies import (
    druids_actions,
    druids_awkward,
    druids_deals,
    druids_nonsense,
    druids_rules,
    seeds,
)
from properties.druids_events import wrong_event
from properties.druids_words import words

__all__ = ["DEFAULTS", "Druids", "deck_tokens", "possible_rules", "refusal"]

_LETTERS = "GYRBV"
_SPECIAL = ("SICKLE", "MISTLETOE")

#: The fields of the rules that may be left out, with what they are then; the hand size is 18 − players.
DEFAULTS: dict[str, int | bool | None] = {
    "sun_and_moon": False,
    "rounds": 5,
    "first_dealer": 0,
    "domains": 5,
    "values": 12,
    "sickles": 2,
    "mistletoes": 2,
    "hand_size": None,
}

#: What an action's class is called in JSON, and the phase that takes it.
_KINDS: dict[type, tuple[str, str]] = {
    Deal: ("deal", "deal"),
    Play: ("play", "play"),
    LeadGaia: ("lead_gaia", "play"),
    PlaceSickle: ("sickle", "sickle"),
    PlaceMistletoe: ("mistletoe", "mistletoe"),
}


@cache
def deck_tokens(rules: Rules) -> tuple[str, ...]:
    """The tokens of the deck, in canonical order."""
    domain_cards = [f"{letter}{value}" for letter in _LETTERS[: rules.domains] for value in range(1, rules.values + 1)]
    return (*domain_cards, "GAIA", *("SICKLE",) * rules.sickles, *("MISTLETOE",) * rules.mistletoes)


def possible_rules(players: int, first_dealer: int, domains: int, values: int, specials: int, hand_size: int) -> bool:
    """Whether a game can be played with these numbers; `specials` is sickles and mistletoes together."""
    others = domains * values + specials
    return first_dealer < players and others // 2 < players * hand_size <= others + 1


def _letter(token: str) -> str | None:
    """The domain of a card; None for Gaia and special cards."""
    return None if token in ("GAIA", *_SPECIAL) else token[0]


def _value(token: str) -> int:
    return int(token[1:])


def _tokens(cards: Iterable[druids.Card]) -> list[str]:
    return [card.token for card in cards]


def _tops(state: State, seat: Seat) -> dict[str, str]:
    shown = zip(_LETTERS, state.displays[seat], strict=False)
    return {letter: stack[-1].token for letter, stack in shown if stack}


# --- refusals -------------------------------------------------------------------------------------


def refusal(state: State, action: object, seat: Seat | None) -> tuple[str, str] | None:
    """The clause and the code with which an action is refused: the first reason in the contract's order."""
    if not _well_formed(action, state.rules):
        return "druids/well-formed", "malformed"
    if state.phase.value == "over":
        return "druids/game-over", "game-over"
    kind, phase = _KINDS[type(action)]
    if phase != state.phase.value:
        return "druids/phases", "wrong-phase"
    if seat is not None and (kind == "deal" or seat != state.to_act):
        return "druids/turn-order", "out-of-turn"
    match action:
        case Deal(pile):
            return _deal_refused(state, _tokens(pile))
        case Play(card):
            return _play_refused(state, card.token)
        case LeadGaia():
            return None if "GAIA" in _own_hand(state) else ("druids/gaia-leads", "card-not-held")
        case PlaceSickle(domain):
            return _sickle_refused(state, domain.value)
        case PlaceMistletoe(domain):
            assert state.to_act is not None
            return None if domain.value in _tops(state, state.to_act) else ("druids/mistletoe", "no-such-stack")
    raise AssertionError(action)


def _well_formed(action: object, rules: Rules) -> bool:
    world, letters = set(deck_tokens(rules)), _LETTERS[: rules.domains]
    match action:
        case Deal(pile):
            return isinstance(pile, tuple) and all(isinstance(c, druids.Card) and c.token in world for c in pile)
        case Play(card):
            return isinstance(card, druids.Card) and card.token in world
        case LeadGaia(domain, top):
            said = isinstance(top, Top) if rules.sun_and_moon else top is None
            return said and isinstance(domain, Domain) and domain.value in letters
        case PlaceSickle(domain) | PlaceMistletoe(domain):
            return isinstance(domain, Domain) and domain.value in letters
    return False


def _own_hand(state: State) -> list[str]:
    assert state.to_act is not None
    return _tokens(state.hands[state.to_act])


def _deal_refused(state: State, pile: list[str]) -> tuple[str, str] | None:
    due = deck_tokens(state.rules)
    if Counter(pile) != Counter(due) or pile.index("GAIA") > (len(due) - 1) // 2:
        return "druids/pile", "bad-deal"
    return None


def _play_refused(state: State, token: str) -> tuple[str, str] | None:
    hand = _own_hand(state)
    if "GAIA" in hand:
        return "druids/gaia-leads", "must-lead-gaia"
    if token not in hand:
        return "druids/hold-card", "card-not-held"
    led = None if state.trick is None or state.trick.domain is None else state.trick.domain.value
    bound = led is not None and led in [_letter(held) for held in hand]
    if bound and token not in _SPECIAL and _letter(token) != led:
        return "druids/follow-domain", "must-follow-domain"
    return None


def _sickle_refused(state: State, letter: str) -> tuple[str, str] | None:
    assert state.to_act is not None
    tops = _tops(state, state.to_act)
    if letter not in tops:
        return "druids/sickle", "no-such-stack"
    if any(_value(top) > _value(tops[letter]) for top in tops.values()):
        return "druids/sickle", "not-highest-stack"
    return None


# --- JSON -----------------------------------------------------------------------------------------


def _trick_json(state: State) -> Any:
    if state.trick is None:
        return None
    leader, n = state.trick.leader, state.rules.players
    return {
        "leader": leader,
        "domain": None if state.trick.domain is None else state.trick.domain.value,
        "plays": [
            {"seat": (leader + place) % n, "card": token} for place, token in enumerate(_tokens(state.trick.cards))
        ],
    }


def _winners(state: State) -> list[Seat] | None:
    totals = [sum(rounds) for rounds in state.scores]
    return [seat for seat, total in enumerate(totals) if total == max(totals)] if state.phase.value == "over" else None


def _common_json(state: State) -> dict[str, Any]:
    """What an observation and a view have in common."""
    return {
        "phase": state.phase.value,
        "round": state.round,
        "dealer": state.dealer,
        "to_act": state.to_act,
        "trick": _trick_json(state),
        "pending": _tokens(state.pending),
        "tops": [_tops(state, seat) for seat in range(state.rules.players)],
        "top": state.top.value,
        "scores": [list(rounds) for rounds in state.scores],
        "totals": [sum(rounds) for rounds in state.scores],
        "winners": _winners(state),
    }


def _stacks(state: State, seat: Seat) -> dict[str, list[str]]:
    shown = zip(_LETTERS, state.displays[seat], strict=False)
    return {letter: _tokens(stack) for letter, stack in shown if stack}


# --- the subject ----------------------------------------------------------------------------------


@attrs.frozen
class Druids:
    """Druids, for the machines: what they play is drawn from `worlds`."""

    #: The rules to play under.
    worlds: st.SearchStrategy[Rules] = attrs.field(factory=druids_rules)
    #: Whether to go on from the first steps of an awkward game instead.
    awkward: bool = False

    @property
    def game(self) -> Game:
        """The module."""
        return druids

    def deck(self, rules: Rules) -> tuple[str, ...]:
        """By the contract."""
        return deck_tokens(rules)

    def rules_json(self, rules: Rules) -> Any:
        """Every field, in the contract's order."""
        return {name: getattr(rules, name) for name in ("players", *DEFAULTS)}

    def starts(self) -> st.SearchStrategy[Record]:
        """The start of a game, or of an awkward one."""
        if self.awkward:
            return druids_awkward(cut=True) | druids_awkward()
        return self.worlds.map(lambda rules: Record("druids", rules, (), None))

    def deals(self, state: State) -> st.SearchStrategy[Deal]:
        """Shuffled by a seed, or card by card in a small world."""
        by_seed = seeds.map(lambda seed: druids.shuffled(state, Random(seed)))
        return by_seed if state.rules.deck_size > 16 else by_seed | druids_deals(state.rules)

    def offers(self, rules: Rules) -> st.SearchStrategy[Any]:
        """Well-formed actions of this world and of others, and nonsense."""
        return druids_actions(rules) | druids_actions() | druids_nonsense(rules)

    def every_action(self, state: State) -> tuple[Any, ...]:
        """Every play, lead of Gaia and placing of a card that this world knows."""
        return _every_action(state.rules)

    def near_deals(self, rules: Rules) -> tuple[Deal, ...]:
        """Gaia first, as deep as she may lie, and one card deeper; piles with a card too many, too few, twice."""
        return _near_deals(rules)

    def refusal(self, state: State, action: object, seat: Seat | None) -> tuple[str, str] | None:
        """By the contract."""
        return refusal(state, action, seat)

    def action_json(self, action: Any) -> Any:
        """By the contract."""
        kind, _ = _KINDS[type(action)]
        match action:
            case Deal(pile):
                return {"type": kind, "pile": _tokens(pile)}
            case Play(card):
                return {"type": kind, "card": card.token}
            case LeadGaia(domain, Top() as top):
                return {"type": kind, "domain": domain.value, "top": top.value}
        return {"type": kind, "domain": action.domain.value}

    def observation(self, state: State) -> Any:
        """By the contract."""
        seats = range(state.rules.players)
        return {
            **_common_json(state),
            "hands": [_tokens(hand) for hand in state.hands],
            "displays": [_stacks(state, seat) for seat in seats],
            "aside": _tokens(state.aside),
        }

    def view_json(self, state: State, viewer: Seat) -> Any:
        """By the contract."""
        seats = range(state.rules.players)
        return {
            **_common_json(state),
            "seat": viewer,
            "hand": _tokens(state.hands[viewer]),
            "hand_sizes": [len(hand) for hand in state.hands],
            "stack_sizes": [{letter: len(stack) for letter, stack in _stacks(state, s).items()} for s in seats],
            "aside": len(state.aside),
        }

    def seen(self, event: Any, viewer: Seat) -> Any:
        """Without other hands, what was left over, and the stack that a sickle took."""
        hidden = isinstance(event, LeftOver | SickleTook) or (isinstance(event, Dealt) and event.seat != viewer)
        return attrs.evolve(event, cards=None) if hidden else event

    def words(self, state: State, action: Any, seat: Seat | None, code: str) -> str | None:
        """With what it names."""
        return words(state, action, seat, code)

    def wrong_event(self, state: State, events: Any, after: State) -> tuple[str, str] | None:
        """By the states and cards alone."""
        return wrong_event(state, events, after)

    def lookalike(self, state: State, viewer: Seat, random: Random, action: Any) -> State:
        """With the card that is played still in hand; with the whole hand, if it must be."""
        actor = state.to_act
        assert actor is not None
        if isinstance(action, Play | LeadGaia):
            other = perturbed(state, viewer, random, {actor: (action.card,)})
            if refusal(other, action, actor) is None:
                return other
        return perturbed(state, viewer, random, {actor: state.hands[actor]}, possible=random.random() < 0.5)

    def lookalike_deal(self, state: State, deal: Deal, viewer: Seat, random: Random) -> Deal:
        """With the same hand for the viewer, and Gaia in the same hand."""
        return perturbed_deal(state.rules, state.dealer, deal, viewer, random)


@cache
def _every_action(rules: Rules) -> tuple[Any, ...]:
    cards = [druids.card(token) for token in dict.fromkeys(deck_tokens(rules))]
    domains = [Domain(letter) for letter in _LETTERS[: rules.domains]]
    tops = (Top("lowest"), Top("highest")) if rules.sun_and_moon else (None,)
    return (
        *(Play(card) for card in cards),
        *(LeadGaia(domain, top) for domain in domains for top in tops),
        *(PlaceSickle(domain) for domain in domains),
        *(PlaceMistletoe(domain) for domain in domains),
    )


@cache
def _near_deals(rules: Rules) -> tuple[Deal, ...]:
    tokens = list(deck_tokens(rules))
    others = [druids.card(token) for token in tokens if token != "GAIA"]
    deepest, gaia = len(others) // 2, druids.card("GAIA")
    piles = [[*others[:at], gaia, *others[at:]] for at in (0, deepest, deepest + 1, len(others))]
    right = piles[0]
    piles += [right[:-1], [*right, right[-1]], [*right[:-1], right[1]], [gaia, *right[:-1]], others, []]
    return tuple(Deal(tuple(pile)) for pile in piles)
