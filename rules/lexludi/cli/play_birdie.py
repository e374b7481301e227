"""How Birdie is drawn in a terminal, and what one types to play it."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lexludi.birdie.actions import (
    Action,
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
from lexludi.birdie.cards import CATEGORIES, Card, Cards, Season
from lexludi.birdie.solver import best_sets
from lexludi.birdie.state import Board
from lexludi.birdie.view import View

__all__ = ["drawn", "named", "typed"]

_COLOURS = {Season.SPRING: "green", Season.SUMMER: "yellow", Season.AUTUMN: "red", Season.WINTER: "cyan"}


def drawn(view: View) -> Group:
    """The table as one seat sees it; in scoring with the own row, position by position."""
    table = Table("seat", "hand", "pile", "passed for", "crosses", "scored", "points")
    for seat, size in enumerate(view.hand_sizes):
        passed = view.passed[seat]
        table.add_row(
            f"{seat}{' (you)' if seat == view.seat else ''}",
            str(size),
            str(view.pile_sizes[seat]),
            "" if passed is None else str(passed),
            str(view.boards[seat].crosses),
            _scored(view.boards[seat]),
            str(view.totals[seat]),
        )
    stop = "the stop card has come up" if view.stop_revealed else f"{view.draw_pile} cards above the stop card"
    parts: list[RenderableType] = [Text(f"round {view.round}, {stop}"), table, _line("display", view.display)]
    if view.pair:
        parts.append(_line("to lay", view.pair))
    parts.append(_line("hand", view.hand))
    if view.rows is not None:
        parts += _row(view.rows[view.seat], view.boards[view.seat])
    return Group(*parts)


def _scored(board: Board) -> str:
    told = zip(CATEGORIES, board.sets, strict=True)
    return " ".join(f"{category.value.lower()} {points}" for category, points in told if points is not None)


def _row(row: Cards, board: Board) -> list[RenderableType]:
    """The own row with the position of each card, and the most that it can still score."""
    table = Table(*(str(place) for place in range(len(row))), title="your row")
    table.add_row(*(Text(card.species.value.lower(), _COLOURS[card.season]) for card in row))
    table.add_row(*(Text(card.season.value.lower(), _COLOURS[card.season]) for card in row))
    still_open = [category for category, points in zip(CATEGORIES, board.sets, strict=True) if points is None]
    best = best_sets(row, still_open)
    told = ", ".join(named(one) for one in best.sets)
    return [table, Text(f"the whole row can give {best.points} points: {told}" if best.points else "no set in it")]


def _line(name: str, cards: Cards) -> Text:
    return Text(f"{name}: ") + Text(" ").join(_card(card) for card in cards)


def _card(card: Card) -> Text:
    return Text(card.token, _COLOURS[card.season])


def named(action: Action) -> str:
    """An action as one types it."""
    match action:
        case Take(card):
            return f"TAKE {card.token}"
        case TakePair((one, other)):
            return f"PAIR {one.token} {other.token}"
        case Lay(card):
            return f"LAY {card.token}"
        case EndTurn():
            return "END"
        case Pass():
            return "PASS"
        case UseAbility(species, discard):
            return f"USE {species.value} {discard.token}"
        case Remove(at):
            return f"REMOVE {at}"
        case Move(from_, to):
            return f"MOVE {from_} {to}"
        case Swap(at):
            return f"SWAP {at}"
        case Insert(card, at):
            return f"INSERT {card.token} {at}"
        case ScoreSet(start, length, category):
            return f"SET {start} {length} {category.value}"
        case EndScoring():
            return "END"
    return "DEAL"


def typed(words: list[str], actions: tuple[Action, ...]) -> dict[str, Any] | None:
    """The JSON of the action that some words mean; None when they mean none.

    >>> typed(["SET", "0", "2", "OWL"], ())
    {'type': 'score_set', 'start': 0, 'length': 2, 'category': 'OWL'}
    >>> typed(["SET", "0", "two", "OWL"], ()) is None
    True
    """
    try:
        return _typed(words, actions)
    except ValueError:  # a position that is no number
        return None


def _typed(words: list[str], actions: tuple[Action, ...]) -> dict[str, Any] | None:
    match words:
        case ["TAKE", card]:
            return {"type": "take", "card": card}
        case ["PAIR", one, other]:
            return {"type": "take_pair", "cards": [one, other]}
        case ["LAY", card]:
            return {"type": "lay", "card": card}
        case ["END"]:
            scoring = any(isinstance(action, EndScoring) for action in actions)
            return {"type": "end_scoring" if scoring else "end_turn"}
        case ["PASS"]:
            return {"type": "pass"}
        case ["USE", species, card]:
            return {"type": "use_ability", "species": species, "discard": card}
        case ["REMOVE" | "SWAP" as kind, at]:
            return {"type": "edit", "kind": kind.lower(), "at": int(at)}
        case ["MOVE", from_, to]:
            return {"type": "edit", "kind": "move", "from": int(from_), "to": int(to)}
        case ["INSERT", card, at]:
            return {"type": "edit", "kind": "insert", "card": card, "at": int(at)}
        case ["SET", start, length, category]:
            return {"type": "score_set", "start": int(start), "length": int(length), "category": category}
    return None
