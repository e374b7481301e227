"""Birdie: two to four people build piles of birds and seasons, and score what lies together in them.

The modules are the chapters of the specification (`lexludi spec birdie`), in its order: cards, rules,
setup, turns, sets, abilities, scoring, game, view. This page gathers what a program needs.

>>> import random
>>> from lexludi import birdie
>>> state = birdie.start(birdie.Rules(players=3))
>>> state = birdie.apply(state, birdie.shuffled(state, random.Random(7)))
>>> birdie.to_act(state)
0
>>> birdie.legal_actions(state)[-1]
Pass()
"""

from lexludi.birdie.actions import (
    Action,
    Deal,
    Edit,
    EndScoring,
    EndTurn,
    Insert,
    Lay,
    Move,
    Pass,
    Remove,
    ScoreSet,
    Swap,
    Take,
    TakePair,
    UseAbility,
)
from lexludi.birdie.cards import CATEGORIES, STOP, Card, Category, Season, Species, card, cards, deck
from lexludi.birdie.events import Event
from lexludi.birdie.figures import figures, simulated_rules
from lexludi.birdie.game import apply, is_over, legal_actions, outcome, perft, shuffled, to_act, verify
from lexludi.birdie.invariants import INVARIANTS
from lexludi.birdie.reaches import reached
from lexludi.birdie.rules import Effect, PileOrder, Rules
from lexludi.birdie.setup import start
from lexludi.birdie.solver import BestSets, best_sets
from lexludi.birdie.state import Board, Phase, State
from lexludi.birdie.step_invariants import STEP_INVARIANTS
from lexludi.birdie.telling import explain, fold
from lexludi.birdie.view import View, project, view, zones

__all__ = [
    "CATEGORIES",
    "INVARIANTS",
    "NAME",
    "OBSERVES",
    "PLAYERS",
    "STEP_INVARIANTS",
    "STOP",
    "Action",
    "BestSets",
    "Board",
    "Card",
    "Category",
    "Deal",
    "Edit",
    "Effect",
    "EndScoring",
    "EndTurn",
    "Event",
    "Insert",
    "Lay",
    "Move",
    "Pass",
    "Phase",
    "PileOrder",
    "Remove",
    "Rules",
    "ScoreSet",
    "Season",
    "Species",
    "State",
    "Swap",
    "Take",
    "TakePair",
    "UseAbility",
    "View",
    "apply",
    "best_sets",
    "card",
    "cards",
    "deck",
    "explain",
    "figures",
    "fold",
    "is_over",
    "legal_actions",
    "outcome",
    "perft",
    "project",
    "reached",
    "shuffled",
    "simulated_rules",
    "start",
    "to_act",
    "verify",
    "view",
    "zones",
]

#: The game's name in files and on the command line.
NAME = "birdie"

#: The numbers of players that some rules allow.
PLAYERS = (2, 3, 4)

#: The keys of an observation, in order.
OBSERVES = tuple(project(start(Rules(players=3))))
