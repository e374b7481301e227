"""Druids: a trick-taking game for three to five, in which a stack of every domain loses the round.

The modules are the chapters of the specification (`lexludi spec druids`), in its order: cards, rules,
setup, tricks, stacks, scoring, game, view. This page gathers what a program needs.

>>> import random
>>> from lexludi import druids
>>> state = druids.start(druids.Rules(players=4))
>>> state = druids.apply(state, druids.shuffled(state, random.Random(7)))
>>> druids.to_act(state)
0
>>> druids.legal_actions(state)[0]
LeadGaia(domain=G, top=None)
"""

from lexludi.druids.actions import Action, Deal, LeadGaia, PlaceMistletoe, PlaceSickle, Play
from lexludi.druids.cards import GAIA, MISTLETOE, SICKLE, Card, Domain, card, cards, deck
from lexludi.druids.events import Event, explain, fold
from lexludi.druids.figures import figures, simulated_rules
from lexludi.druids.game import apply, is_over, legal_actions, perft, shuffled, to_act, verify
from lexludi.druids.invariants import INVARIANTS
from lexludi.druids.reaches import reached
from lexludi.druids.rules import Rules
from lexludi.druids.scoring import outcome
from lexludi.druids.setup import start
from lexludi.druids.state import Phase, State, Top, Trick
from lexludi.druids.step_invariants import STEP_INVARIANTS
from lexludi.druids.view import View, project, view, zones

__all__ = [
    "GAIA",
    "INVARIANTS",
    "MISTLETOE",
    "NAME",
    "OBSERVES",
    "PLAYERS",
    "SICKLE",
    "STEP_INVARIANTS",
    "Action",
    "Card",
    "Deal",
    "Domain",
    "Event",
    "LeadGaia",
    "Phase",
    "PlaceMistletoe",
    "PlaceSickle",
    "Play",
    "Rules",
    "State",
    "Top",
    "Trick",
    "View",
    "apply",
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
NAME = "druids"

#: The numbers of players that some rules allow; 2 in small worlds.
PLAYERS = (2, 3, 4, 5)

#: The keys of an observation, in order.
OBSERVES = tuple(project(start(Rules(players=3))))
