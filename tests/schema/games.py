"""What the tests of the schemas must know of each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import attrs
from tests.birdie import play

from lexludi import birdie, druids
from lexludi.birdie import events as birdie_events
from lexludi.birdie.cards import PRINTED as BIRDS
from lexludi.birdie.setup import laid_out
from lexludi.druids import events as druids_events
from lexludi.druids.cards import PRINTED as CARDS

__all__ = ["CASES", "Case"]


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Case:
    """A game, how the tests play it, and what its schema must name."""

    game: Any
    #: Rules of the games that are played, by name: all numbers of players, all variants, small worlds.
    rules: Mapping[str, Any]
    #: A legal action of a state, or a deal.
    choose: Callable[[Any, Random], Any]
    #: What a deal request tells besides the action, from the state after the deal.
    given: Callable[[Any], dict[str, Any]]
    #: Names of the games that samples are taken from, small ones.
    small: tuple[str, ...]
    #: Rules of which every field says something.
    full_rules: Any
    #: Whether a state has something in most of its places.
    is_full: Callable[[Any], bool]
    #: Event class → its type.
    events: Mapping[type, str]
    #: Type of one of a player's actions.
    turn: str
    #: Type (and kind) of each action.
    actions: frozenset[tuple[str, str | None]]
    #: Parts that are lists of names → the names that the library has.
    names: Mapping[str, list[str]]
    #: Fields of rules that are numbers → the bounds of their schema; None for no bound.
    bounds: Mapping[str, tuple[int | None, int | None]]
    #: Most players.
    most: int
    #: Part and key of the lists by seat → an entry.
    by_seat: Mapping[str, Any]

    def __repr__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return str(self.game.NAME)

    def ref(self, part: str) -> str:
        """The schema of one of the game's parts."""
        return f"{self.name}#/$defs/{part}"


def any_of_them(state: Any, random: Random) -> Any:
    choices = druids.legal_actions(state)
    return random.choice(choices) if choices else druids.shuffled(state, random)


def birdie_given(after: birdie.State) -> dict[str, Any]:
    """Both rounds when there is one deal for both, else the one."""
    now = birdie.project(after)
    if not after.other_half:
        return {"hands": now["hands"], "display": now["display"]}
    later = laid_out(after.other_half, 2, after.rules)
    hands = [[card.token for card in hand] for hand in later.hands]
    display = [card.token for card in later.display]
    return {"hands": [now["hands"], hands], "display": [now["display"], display]}


DRUIDS = Case(
    game=druids,
    rules={
        "three": druids.Rules(players=3, rounds=2),
        "four": druids.Rules(players=4, rounds=1, first_dealer=3),
        "five": druids.Rules(players=5, rounds=1),
        "variant": druids.Rules(players=4, rounds=1, sun_and_moon=True),
        "two": druids.Rules(players=2, domains=3, values=3, sickles=2, mistletoes=2, hand_size=5),
        "small": druids.Rules(players=2, domains=2, values=2, sickles=1, mistletoes=1, hand_size=3, rounds=1),
        "four domains": druids.Rules(players=2, domains=4, values=4, hand_size=8, sun_and_moon=True),
        "tiny": druids.Rules(players=2, domains=1, values=1, sickles=0, mistletoes=0, hand_size=1, rounds=1),
        "ties": druids.Rules(players=3, rounds=12, domains=3, values=2, sickles=1, mistletoes=0, hand_size=2),
        "no specials": druids.Rules(players=3, domains=3, values=4, sickles=0, mistletoes=0, hand_size=4),
    },
    choose=any_of_them,
    given=lambda after: {"hands": druids.project(after)["hands"]},
    small=("two", "four domains"),
    full_rules=druids.Rules(players=4, rounds=1, sun_and_moon=True),
    is_full=lambda state: state.trick is not None and any(any(display) for display in state.displays),
    events=druids_events.EVENTS,
    turn="play",
    actions=frozenset((name, None) for name in ("deal", "play", "lead_gaia", "sickle", "mistletoe")),
    names={
        "card": [card.token for card in CARDS],
        "domain": [domain.value for domain in druids.Domain],
        "phase": [phase.value for phase in druids.Phase],
        "top": [top.value for top in druids.Top],
    },
    bounds={
        "players": (2, 5),
        "rounds": (1, None),
        "first_dealer": (0, 4),
        "domains": (1, 5),
        "values": (1, 12),
        "sickles": (0, 2),
        "mistletoes": (0, 2),
        "hand_size": (1, 32),
    },
    most=5,
    by_seat={
        "observationPart/hands": ["G1", "SICKLE"],
        "observationPart/displays": {"G": ["G1"]},
        "observationPart/tops": {"G": "G1"},
        "observationPart/scores": [-3, 26],
        "observationPart/totals": 23,
        "viewPart/hand_sizes": 0,
        "viewPart/stack_sizes": {"G": 1},
    },
)

_MIXED = dict(zip(birdie.Species, list(birdie.Effect)[1:], strict=True))


def small_birdie(**effects: birdie.Effect) -> birdie.Rules:
    abilities = {birdie.Species(name): effect for name, effect in effects.items()}
    return birdie.Rules(players=2, species=2, seasons=2, copies=6, abilities=abilities)


BIRDIE = Case(
    game=birdie,
    rules={
        **{f"world {place}": rules for place, rules in enumerate(play.worlds())},
        "insert": small_birdie(WOODPECKER=birdie.Effect.INSERT, PIGEON=birdie.Effect.MOVE),
        "remove": small_birdie(WOODPECKER=birdie.Effect.SWAP, PIGEON=birdie.Effect.REMOVE),
    },
    choose=play.choice,
    given=birdie_given,
    small=("insert", "remove"),
    full_rules=birdie.Rules(
        players=3,
        pile_order=birdie.PileOrder.FREE,
        lone_turns=2,
        crosses=tuple(range(9)),
        abilities=_MIXED,
        starters=(2, 1),
    ),
    is_full=lambda state: state.effect is not None and any(board.crosses for board in state.boards),
    events=birdie_events.EVENTS,
    turn="take",
    actions=frozenset(
        (
            *((name, None) for name in ("deal", "take", "take_pair", "lay", "end_turn", "pass")),
            *((name, None) for name in ("use_ability", "score_set", "end_scoring")),
            *(("edit", kind) for kind in ("remove", "move", "swap", "insert")),
        )
    ),
    names={
        "card": [card.token for card in BIRDS],
        "species": [species.value for species in birdie.Species],
        "category": [category.value for category in birdie.CATEGORIES],
        "phase": [phase.value for phase in birdie.Phase],
        "effect": [effect.value for effect in birdie.Effect],
        "kind": [effect.value for effect in birdie.Effect if effect is not birdie.Effect.NONE],
        "rules/properties/pile_order": [order.value for order in birdie.PileOrder],
    },
    bounds={
        "players": (2, 4),
        "lone_turns": (1, None),
        "trophy": (None, None),
        "species": (1, 4),
        "seasons": (1, 4),
        "copies": (1, None),
    },
    most=4,
    by_seat={
        "observationPart/hands": ["OWL-SPRING"],
        "observationPart/piles": ["OWL-SPRING"],
        "observationPart/passed": None,
        "observationPart/boards": {"sets": {}, "crosses": 0, "pass_points": 0, "abilities_used": []},
        "observationPart/totals": 23,
        "viewPart/hand_sizes": 0,
        "viewPart/pile_sizes": 0,
        "viewPart/rows": [],
    },
)

#: All games, by name.
CASES = {case.name: case for case in (DRUIDS, BIRDIE)}
