"""Attempts: actions that a program must refuse, as JSON, with the code that it owes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from lexludi import birdie, druids
from lexludi.birdie.cards import in_world
from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import BadInput
from lexludi.core.game import Game, form_clause
from lexludi.core.violations import Violation

__all__ = ["Attempt", "attempts", "refusal_of"]

#: A seat (or None) and an action as JSON.
Attempt = tuple[Any, Any]


def refusal_of(game: Game, state: Any, attempt: Attempt) -> Violation | None:
    """Why our rules refuse an attempt; None when they take it."""
    seat, told = attempt
    try:
        action = from_json(game.Action, told)
    except BadInput as error:
        return Violation(form_clause(game, state.rules), "malformed", str(error))
    return game.verify(state, action, seat)


def attempts(game: Game, state: Any, random: Random) -> Iterator[Attempt]:
    """Endless attempts for a state, most of them to be refused, each for one of many reasons."""
    players, seat = state.rules.players, game.to_act(state)
    legal = [to_json(action) for action in game.legal_actions(state)]
    makers = [_MALFORMED, *_MAKERS[game.NAME]]
    while True:
        chance = random.random()
        if chance < 0.15 and legal:
            wrong = int(random.random() * players)
            if wrong != seat:
                yield wrong, legal[int(random.random() * len(legal))]
        elif chance < 0.2:
            yield None, {"type": "deal", "pile": _spoilt_pile(game, state, random)}
        else:
            maker = makers[int(random.random() * len(makers))]
            yield seat, maker(state, legal, random)


def _spoilt_pile(game: Game, state: Any, random: Random) -> list[str]:
    """A pile with a card missing, a card twice, or, in Druids, Gaia at the very bottom."""
    cards = [card.token for card in _deck(game, state.rules)]
    random.shuffle(cards)
    kind = int(random.random() * 3)
    if kind == 0 or len(cards) < 2:
        return cards[1:]
    if kind == 1 or "GAIA" not in cards:
        return [*cards[:-1], cards[0]]
    return [card for card in cards if card != "GAIA"] + ["GAIA"]


def _deck(game: Game, rules: Any) -> tuple[Any, ...]:
    return druids.deck(rules) if game.NAME == "druids" else birdie.deck(rules)


def _pick(items: Any, random: Random) -> Any:
    items = list(items)
    return items[int(random.random() * len(items))]


def _malformed(state: Any, legal: list[Any], random: Random) -> Any:
    """A legal action spoilt in its form, or something that is no action at all."""
    base = dict(_pick(legal, random)) if legal else {"type": "sing"}
    kind = int(random.random() * 5)
    if kind == 0:
        return {**base, "type": "sing"}
    if kind == 1:
        return {**base, "extra": 1}
    if kind == 2:
        return {key: value for key, value in base.items() if key == "type"} if len(base) > 1 else {}
    if kind == 3:
        return {
            key: value.lower() if isinstance(value, str) and key != "type" else value for key, value in base.items()
        } | ({"at": "0"} if len(base) == 1 else {})
    return _pick([None, "pass", [], {"type": None}], random)


_MALFORMED = _malformed


def _druids_play(state: Any, legal: list[Any], random: Random) -> Any:
    """A card of the world, of the own hand more often than not."""
    hand = () if state.to_act is None else state.hands[state.to_act]
    cards = hand if hand and random.random() < 0.6 else druids.deck(state.rules)
    return to_json(druids.Play(_pick(cards, random)))


def _druids_gaia(state: Any, legal: list[Any], random: Random) -> Any:
    domain = _pick(list(druids.Domain)[: state.rules.domains], random)
    asked = state.rules.sun_and_moon is (random.random() < 0.9)
    return to_json(druids.LeadGaia(domain, _pick(druids.Top, random) if asked else None))


def _druids_place(state: Any, legal: list[Any], random: Random) -> Any:
    domain = _pick(list(druids.Domain)[: state.rules.domains], random)
    sickle = random.random() < 0.5 if not state.pending else state.pending[0] is druids.SICKLE
    return to_json(druids.PlaceSickle(domain) if sickle else druids.PlaceMistletoe(domain))


def _birdie_card(state: Any, random: Random) -> Any:
    """A card that lies somewhere near: in the display, the pair, a hand, or anywhere in the deck."""
    near = [*state.display, *state.pair, *(() if state.to_act is None else state.hands[state.to_act])]
    return _pick(near if near and random.random() < 0.7 else birdie.deck(state.rules), random)


def _birdie_turn(state: Any, legal: list[Any], random: Random) -> Any:
    kind = int(random.random() * 5)
    card, other = _birdie_card(state, random), _birdie_card(state, random)
    made = [birdie.Take(card), birdie.Lay(card), birdie.EndTurn(), birdie.Pass(), birdie.TakePair((card, other))]
    return to_json(made[kind])


def _birdie_score(state: Any, legal: list[Any], random: Random) -> Any:
    row = () if state.to_act is None else state.piles[state.to_act]
    start, length = int(random.random() * (len(row) + 2)), int(random.random() * 5)
    kind = int(random.random() * 4)
    if kind < 3:
        category = _pick([c for c in birdie.CATEGORIES if in_world(c, state.rules)], random)
        return to_json(birdie.ScoreSet(start, length, category))
    return to_json(birdie.EndScoring())


def _birdie_ability(state: Any, legal: list[Any], random: Random) -> Any:
    species = _pick(list(birdie.Species)[: state.rules.species], random)
    return to_json(birdie.UseAbility(species, _birdie_card(state, random)))


def _birdie_edit(state: Any, legal: list[Any], random: Random) -> Any:
    at, to = int(random.random() * 6), int(random.random() * 6)
    kinds = [birdie.Remove(at), birdie.Move(at, to), birdie.Swap(at), birdie.Insert(_birdie_card(state, random), at)]
    return to_json(_pick(kinds, random))


_MAKERS: dict[str, list[Any]] = {
    "druids": [_druids_play, _druids_play, _druids_play, _druids_gaia, _druids_place],
    "birdie": [_birdie_turn, _birdie_turn, _birdie_score, _birdie_score, _birdie_ability, _birdie_edit],
}
