"""Figures: numbers about a finished game, by seat, for summaries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lexludi.birdie.cards import Species
from lexludi.birdie.rules import Effect, PileOrder, Rules
from lexludi.birdie.state import State

__all__ = ["figures", "simulated_rules"]


def figures(state: State) -> Mapping[str, tuple[int, ...]]:
    """Label → number by seat: points for passing and for sets, crosses, trophies, abilities used.

    >>> from lexludi import birdie
    >>> figures(birdie.start(Rules(players=2)))["crosses"]
    (0, 0)
    """
    boards = state.boards
    return {
        "pass points": tuple(board.pass_points for board in boards),
        "set points": tuple(sum(points or 0 for points in board.sets) for board in boards),
        "crosses": tuple(board.crosses for board in boards),
        "trophies": tuple(state.trophies.count(seat) for seat in range(len(boards))),
        "abilities": tuple(len(board.abilities_used) for board in boards),
    }


#: A table that values crosses, since as written they are worth nothing.
_CROSSES = (0, 0, 1, 1, 2, 3, 4, 6, 8)


def simulated_rules() -> Iterator[Rules]:
    """Rules that a simulation of the whole game takes in turn: both presets with 2, 3 and 4 players; every
    effect bound to some species, with either pile order, other starters, limits for a last player, points
    for crosses and for trophies that are no presets'; and small worlds, one with a pile that halves unevenly.

    >>> [rules.players for rules in simulated_rules()]
    [2, 3, 4, 2, 3, 4, 2, 3, 4, 2, 3]
    """
    for preset in (Rules.as_written, Rules.published):
        for players in (2, 3, 4):
            yield preset(players)
    effects = (Effect.REMOVE, Effect.MOVE, Effect.SWAP, Effect.INSERT)
    for players in (2, 3, 4):
        # Each table binds the effects to other species, so that no species stands for its effect.
        turned = effects[players - 1 :] + effects[: players - 1]
        yield Rules(
            players=players,
            abilities=dict(zip(Species, turned, strict=True)),
            pile_order=PileOrder.DISPLAY_FIRST if players == 3 else PileOrder.FREE,
            lone_turns=players - 1,
            crosses=_CROSSES,
            trophy=5 if players == 2 else -1,
            starters=(players - 1, players - 1 if players == 4 else 0),
        )
    yield Rules(players=2, species=3, seasons=3, copies=3, lone_turns=1)
    yield Rules(players=3, species=2, seasons=2, copies=5, abilities={Species.PIGEON: Effect.INSERT})
