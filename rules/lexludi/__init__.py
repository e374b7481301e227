"""lexludi: the law of the game. Card game rules as an executable, verified specification."""

from importlib import import_module
from types import MappingProxyType

from lexludi import birdie, druids
from lexludi.core.codec import from_json, to_json
from lexludi.core.errors import (
    BadInput,
    BadRecord,
    BadRules,
    DecodeError,
    IllegalAction,
    LexludiError,
    UnknownClause,
)
from lexludi.core.game import Event, Game, games, register
from lexludi.core.outcome import Outcome
from lexludi.core.records import Fault, Record, RecordBuilder, Step, find_fault, states
from lexludi.core.violations import CODES, Violation

__all__ = [
    "CODES",
    "GAMES",
    "BadInput",
    "BadRecord",
    "BadRules",
    "DecodeError",
    "Event",
    "Fault",
    "Game",
    "IllegalAction",
    "LexludiError",
    "Outcome",
    "Record",
    "RecordBuilder",
    "Step",
    "UnknownClause",
    "Violation",
    "__version__",
    "birdie",
    "druids",
    "find_fault",
    "from_json",
    "states",
    "to_json",
]

__version__ = "0.1.0"

register(druids)
register(birdie)
for _game in games():
    # How a game's types look as JSON is not part of its rules, so the game does not import it.
    import_module(f"lexludi.{_game}.forms")

#: Name → game module. Every game shows the same face: `lexludi.core.game.Game`.
GAMES = MappingProxyType(dict(games()))
