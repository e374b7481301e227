"""Repeat: one vector put to a program, and to the rules beside it, to see a break again."""

from __future__ import annotations

import attrs

from lexludi.conformance.breaks import Abandoned, Break, Refused
from lexludi.conformance.drive import retrace
from lexludi.conformance.match import Match, refuse_rules
from lexludi.conformance.runner import hello
from lexludi.conformance.sent import is_sparse
from lexludi.conformance.targets import Target, TargetBroken
from lexludi.conformance.vectors import Vector
from lexludi.core.codec import from_json
from lexludi.core.errors import BadInput, Words
from lexludi.core.game import game_named
from lexludi.core.jsontext import dumps

__all__ = ["repeat"]


def repeat(vector: Vector, target: Target) -> list[str]:
    """What a program does otherwise than the rules on the way of a vector, a line each; nothing if it keeps it.

    The rules are asked, rather than what the vector expects: so lists of legal actions, views that show too much,
    refusals that change something and rules that must be refused can be repeated too. Raises TargetBroken when the
    program does not speak the protocol, BadInput when it does not do what the vector needs.
    """
    game = game_named(vector.game)
    declared = attrs.evolve(hello(target, game)[1], views=True, observes=True)
    try:
        rules = from_json(game.Rules, vector.rules)
    except BadInput:
        try:
            one = refuse_rules(target, game, vector.rules)
        except Abandoned as why:
            raise BadInput(vector.id, str(why), "a program that can be led through it") from None
        return [] if one is None else [_told(one)]
    steps = [step for _, step in declared.due(vector.steps)]
    match = Match(target, declared, game, rules, sparse=is_sparse(rules, vector.rules))
    try:
        match.begin()
        retrace(steps, match)
        match.list_actions()
        match.observe()
        for seat in range(match.rules.players):
            match.look(seat)
    except (Abandoned, Refused) as why:
        if not match.breaks:
            raise BadInput(vector.id, str(why), "a program that can be led through it") from None
    except TargetBroken as error:
        match.died(error)
    if not match.breaks and not match.compared:
        raise BadInput(vector.id, Words("nothing of it was compared"), "a program that reports something of it")
    return [_told(one) for one in match.breaks]


def _told(one: Break) -> str:
    return f"step {len(one.steps)}: {one.where}: expected {dumps(one.expected)}, got {dumps(one.got)}"
