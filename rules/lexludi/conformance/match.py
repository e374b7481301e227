"""Match: one game played by a program and by the rules side by side, compared after every step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from lexludi.conformance.attempts import Attempt, refusal_of
from lexludi.conformance.blame import (
    at_work,
    blame,
    listed_clause,
    order_clause,
    refused_clause,
    rules_clause,
    view_clause,
    view_clauses,
    view_shows,
)
from lexludi.conformance.breaks import Abandoned, Break, Declared, Refused, Signature
from lexludi.conformance.compare import STEERING, Difference, Taint, alike, as_told, differences, same
from lexludi.conformance.derived import derived
from lexludi.conformance.lines import posed
from lexludi.conformance.sent import deal_extras, rules_json
from lexludi.conformance.targets import Target, TargetBroken, ask
from lexludi.conformance.work import Work
from lexludi.conformance.writings import Writing
from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import ABSENT
from lexludi.core.game import Game, Seat

__all__ = ["MAY_BE_SKIPPED", "Match", "refuse_rules"]

#: Types of actions that count as done when a program skips them: it settles them by itself.
MAY_BE_SKIPPED = ("sickle", "mistletoe", "edit")


class Match:
    """A game under way on both sides. `breaks` collects what the program breaks; it goes on as far as it can.

    `counts` says whether to count which clauses are at work; a game played only to see one break again
    need not.
    """

    def __init__(
        self, target: Target, declared: Declared, game: Game, rules: Any, *, sparse: bool = False, counts: bool = True
    ) -> None:
        self.target, self.declared, self.game, self.rules = target, declared, game, rules
        self.told = rules_json(rules, sparse)
        self.state = game.start(rules)
        #: The steps so far, as those of a vector; actions that were refused as they should be are among them.
        self.steps: list[dict[str, Any]] = []
        #: What has been found.
        self.breaks: list[Break] = []
        #: Which clauses were at work, and in what was compared.
        self.work = Work(game.NAME)
        #: How many steps were compared, accepted and refused ones.
        self.compared = 0
        #: How many steps were accepted, so that an observation was due; and the keys that any told.
        self.due = 0
        self.reported: set[str] = set()
        #: How many lists of legal actions were asked for; whether any was told stands in `reported`.
        self.due_lists = 0
        #: The keys that were compared in the last accepted step.
        self.shown: frozenset[str] = frozenset()
        self._told_keys: tuple[str, ...] = ()
        #: Whether the last step counts as compared; before the first there is none that could.
        self._seen = True
        self._counts = counts
        self._taint = Taint(game.NAME, rules.players)
        self._before: Mapping[str, Any] = {}
        #: Whether the tables differ before the first action is taken; None before that is asked.
        self._apart: bool | None = None
        #: What is being asked, for when the program dies of it: step and clause.
        self._asking: tuple[dict[str, Any] | None, str] = (None, f"{game.NAME}/legal-actions")
        self._acting: Any = None

    # --- what is asked ---

    def begin(self) -> None:
        """Start the game on the program's side. Raises Abandoned when it does not play these rules."""
        clause = f"{self.game.NAME}/small-worlds"
        self._asking = None, clause
        reply = self._ask("new_game", game=self.game.NAME, rules=self.told)
        if reply.get("ok") is not True:
            self.steps.append({"seat": None, "action": {"type": "deal", "pile": []}})
            self._break(clause, "rejected", "new_game", "ok", reply.get("message", reply.get("code", reply.get("ok"))))
            raise Abandoned("it refuses these rules")

    def deal(self, deal: Any) -> None:
        """Deal on both sides; a program that shuffles by itself is followed. Raises Abandoned, Refused."""
        if not self.declared.deals_itself:
            self.act(deal, None)
            return
        self._asking = {"seat": None, "action": {"type": "deal", "pile": []}}, f"{self.game.NAME}/legal-actions"
        told = {"type": "deal", "pile": self._ask("deal").get("pile")}
        refusal = refusal_of(self.game, self.state, Attempt(None, told))
        if refusal is not None:
            self.steps.append({"seat": None, "action": told})
            self._break(refusal.clause, "accepted", "pile", refusal.code, refusal.message)
            raise Abandoned("its deal is none")
        action = from_json(self.game.Action, told)
        after = self.game.apply(self.state, action)
        observation = self._ask("observe").get("observation", {})
        self._advance(action, told, None, after, self.game.project(after), observation)

    def act(self, action: Any, seat: Seat | None, writing: Writing | None = None) -> None:
        """Take a legal action on both sides and compare. A `writing` tells how it is written, if not as usual.

        Raises Abandoned when the game cannot go on, Refused when the program does not take the action.
        """
        usual = Writing(seat, to_json(action))
        if writing is None or not writing.clause:
            self._send(action, usual)
            return
        try:
            self._send(action, writing)
        except Refused as refused:
            self._send(action, usual)  # one that does not take it this way either lacks more than the writing
            if not self._taint:
                here = self.steps.pop()
                self.steps.append({"seat": writing.seat, "action": writing.told})
                self._break(writing.clause, "rejected", "ok", True, refused.args[0])
                self.steps[-1] = here

    def _send(self, action: Any, writing: Writing) -> None:
        """Send a legal action in one of its writings. What is refused in an unusual one is no break yet."""
        seat, told, unusual = writing
        dealt = type(action) is self.game.Deal
        extras = deal_extras(self.game, self.state, self.game.apply(self.state, action)) if dealt else {}
        self._asking = {"seat": seat, "action": told}, unusual
        self._acting = action
        answer = posed(self.target, "apply", seat=seat, action=told, **extras)
        # What should come of it is worked out while the program works at it.
        after = self.game.apply(self.state, action, seat)
        expected = self.game.project(after)
        reply = answer()
        if "skipped" in reply and told["type"] in MAY_BE_SKIPPED:
            reply = {"ok": True}
        _check_answered("apply", reply)
        if reply.get("ok") is not True:
            code = reply.get("code")
            got = {"ok": reply.get("ok"), "code": code}
            if not self._taint and not unusual:
                self.steps.append({"seat": seat, "action": told})
                clause = refused_clause(self.game, self.state, action, code)
                self._break(clause, "rejected", "ok", True, got)
                self.steps.pop()
            raise Refused(got)
        self._advance(action, told, seat, after, expected, reply.get("observation", {}))

    def attempt(self, attempt: Attempt, known: Sequence[Signature] = ()) -> None:
        """Try an action that must be refused. Raises Abandoned when the program takes it.

        What is known to be taken, or to break it down (`known`, signatures), is not tried again. Abandoned too
        when it is no answer.
        """
        refusal = refusal_of(self.game, self.state, attempt)
        if refusal is None or self._taint or {(refusal.clause, kind) for kind in ("accepted", "broken")} & {*known}:
            return
        if self._starts_apart():
            return
        step = {"seat": attempt.seat, "action": attempt.told, "reject": refusal.code}
        self._asking = step, refusal.clause
        reply = ask(self.target, "apply", seat=attempt.seat, action=attempt.told)
        if "skipped" in reply and isinstance(attempt.told, dict) and attempt.told.get("type") in MAY_BE_SKIPPED:
            return
        _check_answered("apply", reply)
        self.compared += 1
        self.work.beside((refusal.clause, f"{self.game.NAME}/refusal-order"))
        self.steps.append(step)
        if reply.get("ok") is not False:
            self._break(refusal.clause, "accepted", "ok", {"ok": False, "code": refusal.code}, reply.get("ok"))
            raise Abandoned("it took what is refused")
        code = reply.get("code", refusal.code)
        if code != refusal.code:
            self._break(order_clause(self.game, refusal, code), "code", "code", refusal.code, code)

    def _starts_apart(self) -> bool:
        """Whether the tables differ before the first action is taken: then no refusal is to blame for it."""
        if self._apart is None:
            observation = ask(self.target, "observe").get("observation")
            expected = self.game.project(self.state)
            self._apart = isinstance(observation, dict) and any(differences(expected, observation))
        return self._apart

    def look(self, seat: Seat) -> Set[str]:
        """Compare what the program lets one seat see: the keys that were compared."""
        if self._taint or not self.declared.views:
            return frozenset()
        self._asking = None, view_clauses(self.game)[0]
        view = ask(self.target, "view", seat=seat).get("view")
        if not isinstance(view, dict):
            return frozenset()
        expected = to_json(self.game.view(self.state, seat))
        compared: Set[str] = view.keys() & expected.keys()
        if not compared:
            return frozenset()
        self.work.beside(view_shows(self.game, compared))
        self._step_seen()
        for key, value in view.items():
            wanted = expected.get(key, ABSENT)
            if not alike(wanted, value):
                if self.steps and wanted is not ABSENT and "reject" not in self.steps[-1]:
                    self.steps[-1] = {**self.steps[-1], "views": {str(seat): {key: wanted}}}
                if wanted is ABSENT and value is None:  # which would both be told as null
                    self._break(view_clause(self.game, key), "view", f"view {seat}", expected, view)
                else:
                    self._break(view_clause(self.game, key), "view", f"view {seat} {key}", wanted, value)
                break
        return compared

    def list_actions(self) -> None:
        """Compare the program's list of legal actions."""
        if self._taint or not self.declared.legal_actions:
            return
        slug = f"{self.game.NAME}/legal-actions"
        self._asking = None, slug
        reply = ask(self.target, "legal_actions")
        self.due_lists += 1
        if "actions" not in reply:
            return
        self.reported.add("legal_actions")
        self.work.beside((slug,))
        self._step_seen()
        expected = [to_json(action) for action in self.game.legal_actions(self.state)]
        if not alike(expected, reply["actions"]):
            clause = listed_clause(self.game, self.state, expected, reply["actions"])
            self._break(clause, "legal", "legal_actions", expected, reply["actions"])

    def observe(self) -> None:
        """Compare what the program observes now, after a refusal: it must have changed nothing."""
        if self._taint:
            return
        observation = ask(self.target, "observe").get("observation")
        if not isinstance(observation, dict):
            return
        expected = self.game.project(self.state)
        self.reported |= observation.keys() & expected.keys()
        for one in differences(expected, observation):
            told = as_told(one.path, expected, observation)
            self._break(f"{self.game.NAME}/refusal-order", "changed", _where(told), told.expected, told.got)
            raise Abandoned("a refused action changed something")

    def died(self, error: TargetBroken) -> None:
        """Note that the program broke in this game."""
        step, clause = self._asking
        if step is not None:
            self.steps.append(step)
        self._break(
            clause or at_work(self.game, self.state, self._acting)[0], "broken", "program", "a reply", str(error)
        )

    # --- what is made of the answers ---

    def _ask(self, op: str, **fields: Any) -> dict[str, Any]:
        reply = ask(self.target, op, **fields)
        _check_answered(op, reply)
        return reply

    def _advance(
        self, action: Any, told: Any, seat: Seat | None, after: Any, expected: Mapping[str, Any], observation: Any
    ) -> None:
        """Go on by a step on our side, and compare with what the program observes."""
        before, game = self.state, self.game
        got: Mapping[str, Any] = observation if isinstance(observation, dict) else {}
        self.state, self._apart = after, False
        self.steps.append({"seat": seat, "action": told})
        self.due += 1
        if (told_keys := tuple(got)) != self._told_keys:  # most programs tell the same keys after each step
            self._told_keys, self.shown = told_keys, frozenset(got.keys() & expected.keys())
            self.reported |= self.shown
        self._seen = bool(self.shown)
        self.compared += self._seen
        if self._counts:
            reached = game.reached(before, action, game.explain(before, action), after)
            self.work.step(reached, self.shown)
        found = list(differences(expected, got))
        if found or self._taint:
            self._differs(before, action, expected, got, found)
        self._before = got

    def _step_seen(self) -> None:
        """Something of what the last step led to was compared."""
        self.compared += not self._seen
        self._seen = True

    def _differs(
        self, before: Any, action: Any, expected: Mapping[str, Any], got: Mapping[str, Any], found: list[Difference]
    ) -> None:
        """Some leaves differ, or did: note what is new, and see whether the game can go on."""
        round_before = before.round
        deals = type(action) is self.game.Deal or (self.state.round != round_before and self.state.to_act is not None)
        new = self._taint.step(found, got, deals)
        if not new:
            new = [one for one in found if self._not_even_derived(one, expected, got)][:1]
        if new:
            events = self.game.explain(before, action)
            clause, root = blame(self.game, before, action, events, new, found)
            told = as_told(root.path, expected, got)
            self._break(clause, "differs", _where(told), told.expected, told.got)
        astray = sorted({str(one.path[0]) for one in found if one.path[0] in STEERING})
        if astray:
            raise Abandoned(f"{' and '.join(astray)} went astray")

    def _not_even_derived(self, one: Difference, expected: Mapping[str, Any], got: Mapping[str, Any]) -> bool:
        """Whether what differs does not even follow from the program's own values."""
        key, seat = one.part
        wanted, told = derived(self.game.NAME, key, to_json(self.rules), self._before, got, expected), got[key]
        if wanted is None or seat is None or not isinstance(told, list) or seat >= len(told):
            return wanted is not None and not same(wanted, told)
        return not same(wanted[seat], told[seat])

    def _break(self, clause: str, kind: str, where: str, expected: Any, got: Any) -> None:
        steps = tuple(self.steps)
        if kind == "differs" and steps:
            key = where.split(".", maxsplit=1)[0]
            steps = (*steps[:-1], {**steps[-1], "expect": {key: self.game.project(self.state)[key]}})
        self.breaks.append(Break(clause, kind, where, _plain(expected), _plain(got), steps, self.told))


def refuse_rules(target: Target, game: Game, told: Any) -> Break | None:
    """Ask for a game under rules that no game can be played under: the break if it is begun all the same.

    Raises Abandoned when that is not answered; a program that breaks down over it has broken its clause too.
    """
    step = {"seat": None, "action": {"type": "deal", "pile": []}, "reject": "bad-rules"}
    wanted = {"ok": False, "code": "bad-rules"}
    try:
        reply = ask(target, "new_game", game=game.NAME, rules=told)
    except TargetBroken as error:
        return Break(rules_clause(game, told), "broken", "new_game", wanted, str(error), (step,), told)
    _check_answered("new_game", reply)
    if reply.get("ok") is not True:
        return None
    return Break(rules_clause(game, told), "accepted", "new_game", wanted, True, (step,), told)


def _check_answered(op: str, reply: Mapping[str, Any]) -> None:
    for key in ("skipped", "error"):
        if key in reply:
            raise Abandoned(f"{op}: {key}: {reply[key]}")


def _where(one: Difference) -> str:
    return ".".join(str(part) for part in one.path)


def _plain(value: Any) -> Any:
    return None if value is ABSENT else value
