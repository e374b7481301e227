"""Drive: who plays a match: at random, or along the steps of an earlier one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import attrs

from lexludi.conformance.attempts import Attempt, attempts, refusal_of
from lexludi.conformance.breaks import Abandoned, Break, Refused, Signature
from lexludi.conformance.match import Match
from lexludi.conformance.writings import another, is_canonical, of_step
from lexludi.core.codec import from_json
from lexludi.core.errors import BadInput
from lexludi.core.game import Game, game_named
from lexludi.core.records import Record
from lexludi.testing.playouts import Policy

__all__ = ["Aim", "Moods", "follow", "play_at_random", "retrace", "take_record", "take_vector", "try_all"]

#: So many illegal actions are tried at a step, on average; and so often are lists and views looked at.
_ATTEMPTS, _LOOKS = 0.6, 0.1

#: So many legal actions are written in another way than the usual one.
_REWRITTEN = 0.1


class Moods:
    """Players that prefer some types of action to others, by weights drawn anew for each game.

    A game in which passes are likely, or special cards, gets in few steps to where players to whom all is
    alike hardly ever come.
    """

    def __init__(self, random: Random, like: Moods | None = None) -> None:
        self._random = random
        self._weights: dict[Any, float] = {}
        for kind, weight in ({} if like is None else like._weights).items():
            self._weights[kind] = weight * 4.0 ** (random.random() - 0.5)

    def __call__(self, state: Any, actions: tuple[Any, ...], random: Random) -> Any:
        """One of the actions."""
        if len(actions) == 1:
            return actions[0]
        by_kind: dict[Any, list[Any]] = {}
        for action in actions:
            by_kind.setdefault(_kind(action), []).append(action)
        left = random.random() * sum(map(self._weight, by_kind))
        chosen = actions
        for kind, some in by_kind.items():
            left -= self._weight(kind)
            if left < 0:
                chosen = tuple(some)
                break
        return chosen[int(random.random() * len(chosen))]

    def _weight(self, kind: Any) -> float:
        if kind not in self._weights:
            self._weights[kind] = 8.0 ** (2 * self._random.random() - 1)
        return self._weights[kind]


def _kind(action: Any) -> Any:
    """The class of an action; special cards and others are two kinds of play."""
    card = getattr(action, "card", None)
    return type(action), getattr(card, "is_special", None)


@attrs.frozen
class Aim:
    """A break that is to be seen again, in a game of at most `most` steps."""

    signature: Signature
    most: int
    #: Whether it takes an action that must be refused.
    tries: bool = False
    #: Whether its last step is a legal action in an unusual writing.
    rewrites: bool = False

    @classmethod
    def of(cls, one: Break, most: int | None = None) -> Aim:
        """At a break that has been seen, in a game that is no longer, or of at most `most` steps."""
        tries, last = any("reject" in step for step in one.steps), one.steps[-1] if one.steps else {"reject": ""}
        rewrites = "reject" not in last and _is_rewritten(game_named(one.clause.split("/")[0]), last)
        return cls(one.signature, len(one.steps) if most is None else most, tries, rewrites)

    def hit(self, match: Match) -> bool:
        """Whether the match has shown it."""
        return any(one.signature == self.signature for one in match.breaks)

    def missed(self, match: Match) -> bool:
        """Whether it is too late for it."""
        return len(match.steps) >= self.most

    def look(self, match: Match, random: Random, tries: int = 4) -> None:
        """Look at what the break is about, beyond the comparison after each step."""
        clause, kind = self.signature
        if kind == "legal":
            match.list_actions()
        elif kind == "view" and match.steps:
            for seat in range(match.rules.players):
                match.look(seat)
        elif self.tries:
            trying = attempts(match.game, match.state, random)
            for attempt in (next(trying) for _ in range(tries)):
                refusal = refusal_of(match.game, match.state, attempt)
                if refusal is not None and (refusal.clause == clause or kind not in ("accepted", "broken")):
                    _try_once(match, attempt, self.signature)
                    if self.hit(match):
                        return


def _is_rewritten(game: Game, step: Any) -> bool:
    """Whether the action of a step is written unusually."""
    try:
        action = from_json(game.Action, step["action"])
    except BadInput:
        return False
    nobody = step["seat"] is None and type(action) is not game.Deal
    return nobody or not is_canonical(action, step["action"])


def _try_once(match: Match, attempt: Attempt, signature: Signature) -> None:
    """Try an action that must be refused; forget that it was, unless it is what the break needs."""
    before = len(match.steps)
    match.attempt(attempt)
    if signature[1] == "changed":
        match.observe()
    elif not match.breaks:
        del match.steps[before:]


def play_at_random(
    match: Match, random: Random, policy: Policy, known: Sequence[Signature] = (), aim: Aim | None = None
) -> None:
    """Play to the end, trying illegal actions, views and lists; with an aim, look for one break alone."""
    game, declared = match.game, match.declared
    while True:
        actions = game.legal_actions(match.state)
        if aim is None:
            _pry(match, random, known, actions)
        else:
            aim.look(match, random)
            if aim.hit(match) or aim.missed(match):
                return
        if game.is_over(match.state):
            return
        try:
            if not actions:
                match.deal(None if declared.deals_itself else game.shuffled(match.state, random))
            else:
                _act(
                    match, policy(match.state, actions, random), random, _REWRITTEN if aim is None else aim.rewrites / 2
                )
        except Refused:
            _take_another(match, actions)
        if aim is not None and aim.hit(match):
            return


def _pry(match: Match, random: Random, known: Sequence[Signature], actions: Sequence[Any]) -> None:
    if match.declared.rejects_illegal and random.random() < _ATTEMPTS:
        before = len(match.steps)
        match.attempt(next(attempts(match.game, match.state, random, actions)), known)
        if match.declared.observes and len(match.steps) > before and random.random() < _LOOKS:
            match.observe()
    if random.random() < _LOOKS:
        match.list_actions()
    if match.steps and random.random() < _LOOKS:
        match.look(int(random.random() * match.rules.players))


def _act(match: Match, action: Any, random: Random, often: float) -> None:
    """Take a legal action, written in another way every so often."""
    writing = None
    if often and random.random() < often:
        unnamed = match.declared.rejects_illegal  # who refuses what is out of turn knows whose turn it is
        writing = another(match.game, match.state, action, random, unnamed=unnamed)
    match.act(action, match.state.to_act, writing)


def _take_another(match: Match, actions: Sequence[Any]) -> None:
    """After a legal action was refused, take the first that is not. Abandoned when all are."""
    for action in actions:
        try:
            match.act(action, match.state.to_act)
        except Refused:
            continue
        return
    raise Abandoned("it refuses every legal action")


def retrace(steps: Sequence[Any], match: Match, stop: Callable[[Match], bool] = lambda match: False) -> None:
    """Take the steps of a vector as they stand, the refused ones too. Abandoned where our rules do not."""
    for step in steps:
        if "reject" in step:
            match.attempt(Attempt(step["seat"], step["action"]))
        else:
            _take(match, step)
        if stop(match):
            return


def _take(match: Match, step: Any) -> None:
    if refusal_of(match.game, match.state, Attempt(step["seat"], step["action"])) is not None:
        raise Abandoned("a step that the rules refuse")
    action = from_json(match.game.Action, step["action"])
    try:
        match.act(action, match.state.to_act, of_step(match.game, match.state, action, step))
    except Refused:
        raise Abandoned("it refuses a step") from None


def follow(steps: Sequence[Any], match: Match, random: Random, aim: Aim) -> None:
    """Take what is left of a game of which steps were cut out: each seat does what it still can, in its order.

    A seat that can do nothing of what it was to do takes its first legal action.
    """
    left = [step for step in steps if "reject" not in step]
    tried = [Attempt(step["seat"], step["action"]) for step in steps if "reject" in step]
    while True:
        aim.look(match, random, 1)
        for attempt in tried if aim.tries else ():
            if not aim.hit(match):
                _try_once(match, attempt, aim.signature)
        if aim.hit(match) or aim.missed(match) or match.game.is_over(match.state):
            return
        try:
            if not _take_next(match, left, aim.rewrites):
                return
        except Refused:
            raise Abandoned("it refuses a step") from None
        if aim.hit(match):
            return


def _take_next(match: Match, left: list[Any], rewrites: bool) -> bool:
    """Take the first of the steps left that is possible now; False when there is none, and no other."""
    seat = match.state.to_act
    for index, step in enumerate(left):
        deals = step["action"]["type"] == "deal"
        if seat is not None and deals:
            break  # what comes after the next deal belongs to another round
        if deals != (seat is None) or step["seat"] not in (seat, None):
            continue
        if refusal_of(match.game, match.state, Attempt(seat, step["action"])) is None:
            del left[index]
            action = from_json(match.game.Action, step["action"])
            match.act(action, seat, of_step(match.game, match.state, action, step) if rewrites else None)
            return True
    actions = match.game.legal_actions(match.state)
    if not actions:
        return False
    match.act(actions[0], seat)
    return True


def take_vector(steps: Sequence[Any], compared: list[bool], match: Match) -> None:
    """Take the steps of a vector, looking at the views that it tells of; note what of it was compared."""
    for step in steps:
        before = match.compared
        retrace([step], match)
        compared.append(bool(match.shown & step.get("expect", {}).keys()))
        compared.append("reject" in step and match.compared > before)
        for seat, wanted in step.get("views", {}).items():
            compared.append(bool(match.look(int(seat)) & wanted.keys()))
    match.list_actions()


def take_record(record: Record, match: Match) -> None:
    """Take the steps of a record, looking at lists and views where it ends."""
    for step in record.steps:
        try:
            match.act(step.action, step.seat)
        except Refused:
            raise Abandoned("it refuses a step of a built situation") from None
    match.list_actions()
    for seat in range(match.rules.players):
        match.look(seat)


def try_all(record: Record, index: int, left: list[Attempt], known: Sequence[Signature], match: Match) -> None:
    """Take the steps of a record up to one, and try there all that is left to try, taking it off the list."""
    for step in record.steps[:index]:
        try:
            match.act(step.action, step.seat)
        except Refused:
            raise Abandoned("it refuses a step of a built situation") from None
    before = len(match.steps)
    while left:
        match.attempt(left.pop(0), known)
        if match.declared.observes and len(match.steps) > before:
            match.observe()
        del match.steps[before:]
