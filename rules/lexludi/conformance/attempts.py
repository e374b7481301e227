"""Attempts: actions that a program must refuse, as JSON, with the code that it owes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from lexludi import birdie, druids
from lexludi.birdie.cards import in_world
from lexludi.conformance.malformed import no_seats, spoilt, wrong_seats
from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import BadInput
from lexludi.core.game import Game, form_clause
from lexludi.core.violations import Violation

__all__ = ["Attempt", "attempts", "refusal_of", "sweep"]


class Attempt(NamedTuple):
    """A seat (or None) and an action as JSON; the action itself, if it is one."""

    seat: Any
    told: Any
    action: Any = None


def refusal_of(game: Game, state: Any, attempt: Attempt) -> Violation | None:
    """Why our rules refuse an attempt; None when they take it."""
    action = attempt.action
    if action is None:
        try:
            action = from_json(game.Action, attempt.told)
        except BadInput as error:
            return Violation(form_clause(game, state.rules), "malformed", str(error))
    return game.verify(state, action, attempt.seat)


def attempts(game: Game, state: Any, random: Random, legal: Sequence[Any] | None = None) -> Iterator[Attempt]:
    """Endless attempts for a state, most of them to be refused, each for one of many reasons.

    `legal` are its legal actions, if somebody has them at hand.
    """
    players, seat = state.rules.players, game.to_act(state)
    legal = game.legal_actions(state) if legal is None else legal
    makers = _MAKERS[game.NAME]
    while True:
        chance = random.random()
        if chance < 0.15 and legal:
            yield _meant(_pick(wrong_seats(seat, players), random), _pick(legal, random))
        elif chance < 0.2:
            yield Attempt(None, {"type": "deal", "pile": _spoilt_pile(game, state, random)})
        elif chance < 0.25 and seat is None and not game.is_over(state):
            yield _meant(_pick(wrong_seats(seat, players), random), game.shuffled(state, random))
        elif chance < 0.4:
            yield Attempt(seat, _malformed(game, state, legal, random))
        else:
            yield _meant(seat, makers[int(random.random() * len(makers))](state, random))


def sweep(game: Game, state: Any, action: Any, seat: Any) -> list[Attempt]:
    """All that is tried of one legal action: every way to spoil its form, and every wrong seat."""
    tried = [Attempt(seat, told) for told in spoilt(game.NAME, to_json(action))]
    tried += [_meant(wrong, action) for wrong in wrong_seats(seat, state.rules.players)]
    return tried + [Attempt(wrong, to_json(action)) for wrong in no_seats(seat)]


def _meant(seat: Any, action: Any) -> Attempt:
    return Attempt(seat, to_json(action), action)


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
    if not isinstance(items, Sequence):
        items = list(items)
    return items[int(random.random() * len(items))]


def _malformed(game: Game, state: Any, legal: Sequence[Any], random: Random) -> Any:
    """A legal action spoilt in its form, or something that is no action at all."""
    if legal:
        base = _pick(legal, random)
    elif game.is_over(state):
        return _pick([None, "pass", [], {"type": None}], random)
    else:
        base = game.shuffled(state, random)
    return _pick(list(spoilt(game.NAME, to_json(base))), random)


def _druids_play(state: Any, random: Random) -> Any:
    """A card of the world, of the own hand more often than not."""
    hand = () if state.to_act is None else state.hands[state.to_act]
    cards = hand if hand and random.random() < 0.6 else druids.deck(state.rules)
    return druids.Play(_pick(cards, random))


def _druids_gaia(state: Any, random: Random) -> Any:
    domain = _pick(list(druids.Domain)[: state.rules.domains], random)
    asked = state.rules.sun_and_moon is (random.random() < 0.9)
    return druids.LeadGaia(domain, _pick(druids.Top, random) if asked else None)


def _druids_place(state: Any, random: Random) -> Any:
    domain = _pick(list(druids.Domain)[: state.rules.domains], random)
    sickle = random.random() < 0.5 if not state.pending else state.pending[0] is druids.SICKLE
    return druids.PlaceSickle(domain) if sickle else druids.PlaceMistletoe(domain)


def _birdie_card(state: Any, random: Random) -> Any:
    """A card that lies somewhere near: in the display, the pair, a hand, or anywhere in the deck."""
    near = [*state.display, *state.pair, *(() if state.to_act is None else state.hands[state.to_act])]
    return _pick(near if near and random.random() < 0.7 else birdie.deck(state.rules), random)


def _birdie_turn(state: Any, random: Random) -> Any:
    kind = int(random.random() * 5)
    card, other = _birdie_card(state, random), _birdie_card(state, random)
    made = [birdie.Take(card), birdie.Lay(card), birdie.EndTurn(), birdie.Pass(), birdie.TakePair((card, other))]
    return made[kind]


def _birdie_score(state: Any, random: Random) -> Any:
    row = () if state.to_act is None else state.piles[state.to_act]
    start, length = int(random.random() * (len(row) + 2)), int(random.random() * 5)
    if random.random() < 0.1:
        start -= len(row)  # for who counts from the end
    kind = int(random.random() * 4)
    if kind < 3:
        category = _pick([c for c in birdie.CATEGORIES if in_world(c, state.rules)], random)
        return birdie.ScoreSet(start, length, category)
    return birdie.EndScoring()


def _birdie_ability(state: Any, random: Random) -> Any:
    species = _pick(list(birdie.Species)[: state.rules.species], random)
    return birdie.UseAbility(species, _birdie_card(state, random))


def _birdie_edit(state: Any, random: Random) -> Any:
    at, to = int(random.random() * 6), int(random.random() * 6)
    if random.random() < 0.1 and state.to_act is not None:
        at -= len(state.piles[state.to_act])  # for who counts from the end
    kinds = [birdie.Remove(at), birdie.Move(at, to), birdie.Swap(at), birdie.Insert(_birdie_card(state, random), at)]
    return _pick(kinds, random)


_MAKERS: dict[str, list[Callable[[Any, Random], Any]]] = {
    "druids": [_druids_play, _druids_play, _druids_play, _druids_gaia, _druids_place],
    "birdie": [_birdie_turn, _birdie_turn, _birdie_score, _birdie_score, _birdie_ability, _birdie_edit],
}
