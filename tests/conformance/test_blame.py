"""Blame: which clause is told for what a program did, from the state, the action and its observation."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from tests.birdie import table as birds
from tests.druids import table as stacks

from lexludi import birdie, druids
from lexludi.conformance.blame import blame, refused_clause, view_clause
from lexludi.conformance.blame_ends import gone, said
from lexludi.conformance.compare import Difference, Taint, differences
from lexludi.core.errors import ABSENT

Json = dict[str, Any]
Spoil = Callable[[Json], object]


def blamed(game: Any, state: Any, action: Any, spoil: Spoil) -> str:
    """The clause blamed on a program that says what is right, spoilt."""
    expected = game.project(game.apply(state, action))
    got = copy.deepcopy(expected)
    spoil(got)
    found = list(differences(expected, got))
    new = Taint(game.NAME, state.rules.players).step(found, got, deals=False)
    assert new
    clause, _ = blame(game, state, action, game.explain(state, action), new, found)
    return clause.split("/")[1]


def ends(phase: str, points: list[list[int]], **more: Any) -> Spoil:
    """The program ends the round, with these points."""
    return lambda got: got.update({"phase": phase, "to_act": None, "scores": points, **more})


def takes_the_first(got: Json) -> None:
    """The sickle takes the first of two stacks with equal tops, and the round ends."""
    got["displays"][0].pop("Y")
    got["tops"][0].pop("Y")
    got["aside"] = sorted([*got["aside"], "Y8", "SICKLE"])
    got["pending"] = []
    ends("deal", [[11], [4], [1]], round=2)(got)


# --- druids ------------------------------------------------------------------------------------------

#: Two cards are left to each; seat 0 wins whatever is led first.
GOES_ON = stacks.after(stacks.table("R9 G1", "R5 G2", "R4 G3", displays=("Y2 | B3", "V4 | G9", "V1")), "R9 R5")

#: The last trick, with a pile aside, stacks on the table, in the last round and in one before.
LAST_TRICK = stacks.after(stacks.table("R9", "R5", "R4", displays=("Y2 | B3", "V4 | G9", "V1")), "R9 R5")
LAST_ROUND = stacks.after(
    stacks.table("R9", "R5", "R4", displays=("Y2 | B3", "V4", "V1"), rules=druids.Rules(players=3, rounds=1)), "R9 R5"
)

#: The red card brings seat 0 all five domains, while each has a card left.
LOST = stacks.after(stacks.table("R9 G1", "R5 G2", "R4 G3", displays=("Y2 | B3 | V2 | G7", "V4", "V1")), "R9 R5")

#: The last trick gives seat 0 a sickle and two equal tops.
CHOICE = stacks.after(stacks.table("R9", "SICKLE", "R8", displays=("Y8 | B3", "V4", "V1")), "R9 SICKLE")

DRUIDS: list[tuple[str, druids.State, str, Spoil, str]] = [
    ("ends too early", GOES_ON, "R4", ends("deal", [[9], [13], [1]], round=2), "round-end"),
    ("is said to be lost", GOES_ON, "R4", ends("deal", [[-3], [13], [1]], round=2), "fifth-domain"),
    ("is lost by another", GOES_ON, "R4", ends("deal", [[9], [-3], [1]], round=2), "trick-winner"),
    ("writes points too early", GOES_ON, "R4", lambda got: got.update(scores=[[9], [13], [1]]), "round-end"),
    ("has nobody to act", GOES_ON, "R4", lambda got: got.update(to_act=None), "round-end"),
    ("loses a stack in mid-round", GOES_ON, "R4", lambda got: got["displays"][2].clear(), "sort-trick"),
    ("names a dealer in mid-round", GOES_ON, "R4", lambda got: got.update(dealer=2), "next-dealer"),
    ("is lost at its end", LAST_TRICK, "R4", lambda got: got["scores"].__setitem__(0, [-3]), "fifth-domain"),
    ("goes on", LAST_TRICK, "R4", lambda got: got.update(phase="play", to_act=0, scores=[[], [], []]), "round-end"),
    ("keeps its actor", LAST_TRICK, "R4", lambda got: got.update(to_act=0), "round-end"),
    ("ends the game", LAST_TRICK, "R4", lambda got: got.update(phase="over"), "game-end"),
    ("clears what is aside", LAST_TRICK, "R4", lambda got: got.update(aside=[]), "clear-table"),
    (
        "clears all stacks",
        LAST_TRICK,
        "R4",
        lambda got: got.update(displays=[{}, {}, {}], tops=[{}, {}, {}]),
        "clear-table",
    ),
    ("clears a stack", LAST_TRICK, "R4", lambda got: got["displays"][2].clear(), "clear-table"),
    ("does not sort", LAST_TRICK, "R4", lambda got: got["displays"][0].pop("R"), "sort-trick"),
    ("gives it to another", LAST_TRICK, "R4", lambda got: got["displays"].reverse(), "trick-winner"),
    ("moves the dealer", LAST_ROUND, "R4", lambda got: got.update(dealer=2), "game-end"),
    ("counts a round more", LAST_ROUND, "R4", lambda got: got.update(round=2), "game-end"),
    ("deals again", LAST_ROUND, "R4", lambda got: got.update(phase="deal"), "game-end"),
    ("clears the hands", LOST, "R4", lambda got: got.update(hands=[[], [], []]), "clear-table"),
    ("clears one hand", LOST, "R4", lambda got: got["hands"].__setitem__(1, []), "clear-table"),
    (
        "overlooks the loss",
        LOST,
        "R4",
        lambda got: got.update(phase="play", to_act=0, scores=[[], [], []]),
        "fifth-domain",
    ),
    ("loses the game", LOST, "R4", lambda got: got.update(phase="over"), "fifth-domain-ends-round"),
    ("does not ask", CHOICE, "R8", takes_the_first, "sickle-tie"),
]


@pytest.mark.parametrize(
    ("state", "move", "spoil", "clause"), [row[1:] for row in DRUIDS], ids=[row[0] for row in DRUIDS]
)
def test_druids(state: druids.State, move: str, spoil: Spoil, clause: str) -> None:
    assert blamed(druids, state, stacks.move(move), spoil) == clause


# --- birdie ------------------------------------------------------------------------------------------

BEGIN = birds.dealt("O1 P1 R2 W1", "O2 O3", "R3 R4")
ONE_LEFT = birds.played(BEGIN, birds.PASS)
THREE = birds.dealt("O1 P1 R2 W1", "O2 O3", "R3 R4", rules=birdie.Rules(players=3))
LONE = birds.played(
    birds.dealt("O1 P1 R2 W1", "O2 O3", "R3 R4", rules=birdie.Rules(players=2, lone_turns=2)), birds.PASS
)
SCORING = birds.scoring("O1 O2", "R1", hands=("P1", "W1"))
LAST = birds.played(SCORING, birds.END_SCORING)
LAST_OF_ALL = birds.played(birds.scoring("O1 O2", "R1", hands=("P1", "W1"), round=2), birds.END_SCORING)
OWL = birdie.UseAbility(birdie.Species.OWL, birds.bird("O1"))

BIRDIE: list[tuple[str, birdie.State, birdie.Action, Spoil, str]] = [
    ("scores with one left", BEGIN, birds.PASS, lambda got: got.update(phase="score", passed=[1, 0]), "round-end"),
    ("scores at once", THREE, birds.PASS, lambda got: got.update(phase="score"), "round-end"),
    ("plays on", ONE_LEFT, birds.PASS, lambda got: got.update(phase="turn", to_act=1), "round-end"),
    (
        "ends a lone turn early",
        LONE,
        birds.take("O1"),
        lambda got: got.update(phase="score", passed=[1, 0]),
        "last-player",
    ),
    ("clears the display", ONE_LEFT, birds.PASS, lambda got: got.update(display=[]), "table-cleared"),
    ("forgets who passed", ONE_LEFT, birds.PASS, lambda got: got.update(passed=[None, None]), "table-cleared"),
    ("pays a pass wrongly", ONE_LEFT, birds.PASS, lambda got: got.update(passed=[1, 1]), "pass-points"),
    ("scores in another order", ONE_LEFT, birds.PASS, lambda got: got.update(to_act=1), "scoring-order"),
    ("takes from the display", BEGIN, birds.PASS, lambda got: got.update(display=got["display"][1:]), "refill"),
    ("clears a hand", SCORING, birds.END_SCORING, lambda got: got["hands"].__setitem__(0, []), "table-cleared"),
    (
        "lets one score alone",
        SCORING,
        birds.END_SCORING,
        lambda got: got.update(phase="deal", to_act=None),
        "end-scoring",
    ),
    ("scores again", LAST, birds.END_SCORING, lambda got: got.update(phase="score", round=1), "end-scoring"),
    ("deals again", LAST_OF_ALL, birds.END_SCORING, lambda got: got.update(phase="deal"), "game-end"),
    ("asks for a deal", LAST, birds.END_SCORING, lambda got: got.update(phase="deal", to_act=None), "rounds"),
    ("counts trophies", LAST, birds.END_SCORING, lambda got: got["totals"].__setitem__(0, 9), "total"),
    ("names winners", LAST, birds.END_SCORING, lambda got: got.update(winners=[0]), "winner"),
    (
        "marks no ability",
        birds.scoring("O2 P2", "R1", hands=("O1", "W1")),
        OWL,
        lambda got: got["boards"][0].update(abilities_used=[]),
        "ability-once",
    ),
]


@pytest.mark.parametrize(
    ("state", "action", "spoil", "clause"), [row[1:] for row in BIRDIE], ids=[row[0] for row in BIRDIE]
)
def test_birdie(state: birdie.State, action: birdie.Action, spoil: Spoil, clause: str) -> None:
    assert blamed(birdie, state, action, spoil) == clause


# --- what is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["bad-edit", "wrong-phase", "no-such-code", None])
@pytest.mark.parametrize("effect", ["swap", "insert"])
def test_a_refused_edit_is_a_matter_of_its_effect(effect: str, code: str | None) -> None:
    rules = birdie.Rules(players=2, abilities={birdie.Species.OWL: birdie.Effect(effect)})
    due = birds.played(birds.scoring("O2 P2", "R1", hands=("O1 W1", "W2"), rules=rules), OWL)
    edit = birdie.Swap(0) if effect == "swap" else birdie.Insert(birds.bird("W1"), 2)
    assert refused_clause(birdie, due, edit, code) == f"birdie/effect-{effect}"


def test_a_code_of_several_clauses_is_a_matter_of_the_type() -> None:
    laying = birds.played(BEGIN, birds.pair("O1 P1"))
    assert refused_clause(birdie, laying, birds.lay("O1"), "card-not-held") == "birdie/lay"
    assert refused_clause(birdie, BEGIN, birds.pair("O1 P1"), "card-not-displayed") == "birdie/take-pair"
    assert refused_clause(druids, GOES_ON, stacks.move("R4"), "card-not-held") == "druids/hold-card"
    assert refused_clause(druids, GOES_ON, stacks.move("R4"), "must-follow-domain") == "druids/follow-domain"


def test_what_is_no_key_of_a_view_is_hidden() -> None:
    assert view_clause(birdie, "under_stop") == "birdie/hidden-cards"


# --- ends --------------------------------------------------------------------------------------------


def test_nothing_is_gone_where_something_lies_too_much() -> None:
    was = {"displays": [{"G": ["G1"], "R": ["R2"]}]}
    lost = Difference(("displays", 0, "G"), ["G1"], [])
    assert gone(was, [lost], ("displays",)) == [lost]
    assert gone(was, [lost], ("hands",)) == []
    assert gone(was, [lost, Difference(("displays", 0, "R"), [], ["R2"])], ("displays",)) == []


def test_what_is_another_thing_is_not_gone() -> None:
    was = {"tops": [{"G": "G1"}], "stop_revealed": False}
    for one in (Difference(("tops", 0, "G"), "G1", "G2"), Difference(("stop_revealed",), False, True)):
        assert gone(was, [one], ("tops", "stop_revealed")) == []
    taken = Difference(("tops", 0, "G"), "G1", ABSENT)
    assert gone(was, [taken], ("tops",)) == [taken]


def test_what_does_not_differ_is_as_it_should_be() -> None:
    assert said([], "phase", "play") == "play"
