"""Match: one game played by a program and by the rules side by side, compared after every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from lexludi.birdie.setup import laid_out
from lexludi.conformance.attempts import Attempt, refusal_of
from lexludi.conformance.blame import blame, clause_of_code, refused_clause
from lexludi.conformance.compare import STEERING, Difference, Taint, differences
from lexludi.conformance.targets import Target, TargetBroken, ask
from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import ABSENT
from lexludi.core.game import Game, Seat
from lexludi.core.spec import clauses
from lexludi.core.violations import Violation

__all__ = ["Abandoned", "Break", "Declared", "Match", "Refused", "deal_extras"]


@attrs.frozen
class Declared:
    """What a program says of itself and one game in its `hello`."""

    #: Numbers of players.
    players: tuple[int, ...]
    #: Whether it refuses illegal actions.
    rejects_illegal: bool = True
    #: Whether it lists legal actions.
    legal_actions: bool = False
    #: Whether it shuffles by itself.
    deals_itself: bool = False
    #: Whether it answers `view`; the protocol has no word for it, so it is tried.
    views: bool = False


@attrs.frozen
class Break:
    """A clause that a program breaks, and the game that shows it."""

    #: The clause.
    clause: str
    #: `differs`, `accepted` (it took what is refused), `rejected` (it refused what is legal), `code`, `view`,
    #: `legal` (its list of legal actions) or `broken` (it died, fell silent or babbled).
    kind: str
    #: The leaf that differs, as a path, or what was looked at.
    where: str
    #: What the rules say there.
    expected: Any = attrs.field(eq=False)
    #: What the program said.
    got: Any = attrs.field(eq=False)
    #: The steps up to and with the one that shows it, as those of a vector.
    steps: tuple[Any, ...] = attrs.field(eq=False)
    #: The rules, as JSON.
    rules: Any = attrs.field(eq=False)

    @property
    def signature(self) -> tuple[str, str]:
        """What makes two breaks the same break."""
        return self.clause, self.kind


class Abandoned(Exception):
    """Raised where a game cannot be followed any further; says why."""


def deal_extras(game: Game, state: Any, after: Any) -> dict[str, Any]:
    """What a deal gives, for programs that cannot deal from a pile: `hands`, and Birdie's `display`.

    With two players Birdie is dealt once; then both keys have an entry for each round.
    """
    if game.NAME != "birdie":
        return {"hands": [[card.token for card in hand] for hand in after.hands]}
    layouts = [after]
    if after.other_half:
        layouts.append(laid_out(after.other_half, 2, after.rules))
    hands = [[[card.token for card in hand] for hand in layout.hands] for layout in layouts]
    displays = [[card.token for card in layout.display] for layout in layouts]
    return {"hands": hands, "display": displays} if len(layouts) > 1 else {"hands": hands[0], "display": displays[0]}


class Match:
    """A game under way on both sides. `breaks` collects what the program breaks; it goes on as far as it can."""

    def __init__(self, target: Target, declared: Declared, game: Game, rules: Any) -> None:
        self.target, self.declared, self.game, self.rules = target, declared, game, rules
        self.state = game.start(rules)
        #: The steps so far, as those of a vector.
        self.steps: list[dict[str, Any]] = []
        #: What has been found.
        self.breaks: list[Break] = []
        #: Clause → how often it was at work in a step that could be compared.
        self.exercised: Counter[str] = Counter()
        #: How many steps were compared, accepted and refused ones.
        self.compared = 0
        self._taint = Taint(game.NAME)

    def begin(self) -> None:
        """Start the game on the program's side. Raises Abandoned when it does not play these rules."""
        reply = self._ask("new_game", game=self.game.NAME, rules=to_json(self.rules))
        if reply.get("ok") is not True:
            told = reply.get("message", reply.get("code", reply.get("ok")))
            self._break(f"{self.game.NAME}/{_WORLDS[self.game.NAME]}", "rejected", "new_game", "ok", told)
            raise Abandoned("it refuses these rules")

    def _ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The reply to a request; Abandoned when it is skipped or an error."""
        reply = ask(self.target, op, **fields)
        for key in ("skipped", "error"):
            if key in reply:
                raise Abandoned(f"{op}: {key}: {reply[key]}")
        return reply

    def deal(self, deal: Any) -> None:
        """Deal on both sides; a program that shuffles by itself is followed."""
        if not self.declared.deals_itself:
            self.act(deal, None)
            return
        pile = self._ask("deal").get("pile")
        told = {"type": "deal", "pile": pile}
        refusal = refusal_of(self.game, self.state, (None, told))
        if refusal is not None:
            self.steps.append({"seat": None, "action": told})
            self._break(refusal.clause, "accepted", "pile", refusal.code, refusal.message)
            raise Abandoned("its deal is none")
        action = from_json(self.game.Action, told)
        self._advance(action, None, self._ask("observe").get("observation", {}))

    def act(self, action: Any, seat: Seat | None) -> None:
        """Take a legal action on both sides and compare. Raises Abandoned when the game cannot go on."""
        told = to_json(action)
        extras = {}
        if seat is None:
            extras = deal_extras(self.game, self.state, self.game.apply(self.state, action, seat))
        reply = ask(self.target, "apply", seat=seat, action=told, **extras)
        if "skipped" in reply and told["type"] in ("sickle", "mistletoe", "edit"):
            reply = {"ok": True}
        for key in ("skipped", "error"):
            if key in reply:
                raise Abandoned(f"apply: {key}: {reply[key]}")
        if reply.get("ok") is not True:
            self.steps.append({"seat": seat, "action": told})
            code = reply.get("code")
            clause = refused_clause(self.game, code, clauses())
            if self._taint:
                raise Abandoned(f"it refuses what is legal ({code}), after having gone astray")
            self._break(clause, "rejected", "ok", True, {"ok": reply.get("ok"), "code": code})
            self.steps.pop()
            raise Refused
        observation = reply.get("observation", {})
        self._advance(action, seat, observation if isinstance(observation, dict) else {})

    def _advance(self, action: Any, seat: Seat | None, observation: Mapping[str, Any]) -> None:
        before, game = self.state, self.game
        events = game.explain(before, action)
        self.state = game.apply(before, action, seat)
        expected = game.project(self.state)
        self.steps.append({"seat": seat, "action": to_json(action)})
        self.compared += 1
        self.exercised.update(game.reached(before, action, events, self.state))
        found = list(differences(expected, observation))
        new = [one for one in found if not self._taint.excuses(one.path)]
        if new:
            clause, root = blame(game, before, events, new)
            self._break(clause, "differs", _told(root), root.expected, root.got)
        self._taint.now({one.path for one in found})
        astray = sorted({str(one.path[0]) for one in found if one.path[0] in STEERING})
        if astray:
            raise Abandoned(f"{', '.join(astray)} went astray")

    def attempt(self, attempt: Attempt, known: Sequence[tuple[str, str]] = ()) -> None:
        """Try an action that must be refused. Raises Abandoned when the program takes it.

        What is known to be taken (`known`, signatures) is not tried again.
        """
        refusal = refusal_of(self.game, self.state, attempt)
        if refusal is None or self._taint or (refusal.clause, "accepted") in known:
            return
        seat, told = attempt
        reply = ask(self.target, "apply", seat=seat, action=told)
        self.compared += 1
        if "skipped" in reply or "error" in reply:
            return
        self.exercised[refusal.clause] += 1
        self.exercised[f"{self.game.NAME}/refusal-order"] += 1
        step = {"seat": seat, "action": told, "reject": refusal.code}
        if reply.get("ok") is not False:
            self.steps.append(step)
            self._break(refusal.clause, "accepted", "ok", {"ok": False, "code": refusal.code}, reply.get("ok"))
            self.steps.pop()
            raise Abandoned("it took what is refused")
        code = reply.get("code", refusal.code)
        if code != refusal.code:
            self.steps.append(step)
            self._break(_order_clause(self.game, refusal, code), "code", "code", refusal.code, code)
            self.steps.pop()

    def look(self, seat: Seat) -> None:
        """Compare what the program lets one seat see."""
        if self._taint:
            return
        reply = ask(self.target, "view", seat=seat)
        view = reply.get("view")
        if not isinstance(view, dict):
            return
        expected = to_json(self.game.view(self.state, seat))
        for slug in _VIEW_CLAUSES[self.game.NAME]:
            self.exercised[slug] += 1
        for key, value in view.items():
            if key not in expected or value != expected[key]:
                wanted = expected.get(key, ABSENT)
                self._look_back(seat, key, wanted)
                clause = _VIEW_KEYS[self.game.NAME].get(key, _VIEW_CLAUSES[self.game.NAME][0])
                self._break(clause, "view", f"view {seat} {key}", _plain(wanted), value)
                return

    def _look_back(self, seat: Seat, key: str, wanted: Any) -> None:
        """Note in the last step what the view should have shown."""
        if self.steps and wanted is not ABSENT:
            self.steps[-1] = {**self.steps[-1], "views": {str(seat): {key: wanted}}}

    def list_actions(self) -> None:
        """Compare the program's list of legal actions."""
        if self._taint or not self.declared.legal_actions:
            return
        reply = ask(self.target, "legal_actions")
        if "actions" not in reply:
            return
        slug = f"{self.game.NAME}/legal-actions"
        self.exercised[slug] += 1
        expected = [to_json(action) for action in self.game.legal_actions(self.state)]
        if reply["actions"] != expected:
            self._break(slug, "legal", "legal_actions", expected, reply["actions"])

    def died(self, error: TargetBroken) -> None:
        """Note that the program broke in this game."""
        slug = f"{self.game.NAME}/legal-actions"
        self._break(slug, "broken", "program", "a reply", str(error))

    def _break(self, clause: str, kind: str, where: str, expected: Any, got: Any) -> None:
        steps = tuple(self.steps)
        if kind == "differs" and steps:
            key = where.split(".", maxsplit=1)[0]
            steps = (*steps[:-1], {**steps[-1], "expect": {key: self.game.project(self.state)[key]}})
        told = to_json(self.rules)
        self.breaks.append(Break(clause, kind, where, _plain(expected), _plain(got), steps, told))


class Refused(Exception):
    """The program refused a legal action; nothing has changed on either side."""


#: Game → the clause about which rules can be played.
_WORLDS = {"druids": "small-worlds", "birdie": "small-worlds"}

#: Game → clauses that a view exercises, the one for what nobody should have sent first.
_VIEW_CLAUSES: Mapping[str, tuple[str, ...]] = {
    "druids": ("druids/hidden-hands", "druids/closed-stacks", "druids/undealt-hidden"),
    "birdie": ("birdie/hidden-cards", "birdie/view"),
}

#: Game → key of a view → the clause it stands for, where that is not the first one.
_VIEW_KEYS: Mapping[str, Mapping[str, str]] = {
    "druids": {
        "tops": "druids/closed-stacks",
        "stack_sizes": "druids/closed-stacks",
        "displays": "druids/closed-stacks",
        "aside": "druids/undealt-hidden",
    },
    "birdie": {},
}


def _order_clause(game: Game, refusal: Violation, code: Any) -> str:
    """The clause that a wrong code breaks: the order, when the code would fit too; else the refusing clause."""
    known = clause_of_code(game, code, clauses())
    return refusal.clause if known is None else f"{game.NAME}/refusal-order"


def _told(one: Difference) -> str:
    return ".".join(str(part) for part in one.path)


def _plain(value: Any) -> Any:
    return None if value is ABSENT else value
