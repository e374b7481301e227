"""How Druids is drawn in a terminal, and what one types to play it."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from lexludi.druids.actions import Action, LeadGaia, PlaceMistletoe, PlaceSickle, Play
from lexludi.druids.cards import Card, Domain
from lexludi.druids.view import View

__all__ = ["drawn", "named", "typed"]

_COLOURS = {
    Domain.HEALING: "green",
    Domain.DIVINATION: "yellow",
    Domain.SHAPESHIFTING: "red",
    Domain.ASTROLOGY: "blue",
    Domain.FINE_ARTS: "magenta",
}


def drawn(view: View) -> Group:
    """The table as one seat sees it: the tops of all displays, the trick, the own hand."""
    table = Table("seat", "cards", "stacks (top, size)", "points")
    for seat, size in enumerate(view.hand_sizes):
        stacks = Text("  ").join(
            _card(top) + Text(f"×{count}", "dim")
            for top, count in zip(view.tops[seat], view.stack_sizes[seat], strict=True)
        )
        marks = (" (you)" if seat == view.seat else "") + (" deals" if seat == view.dealer else "")
        table.add_row(f"{seat}{marks}", str(size), stacks, str(view.totals[seat]))
    return Group(
        Text(f"round {view.round}, the {view.top.value} card of a trick goes on top; {view.aside} cards aside"),
        table,
        Text("trick: ") + _trick(view),
        Text("hand:  ") + Text(" ").join(_card(card) for card in view.hand),
    )


def _trick(view: View) -> Text:
    if view.trick is None:
        return Text("none yet" if not view.pending else "won, with " + " ".join(c.token for c in view.pending))
    cards = Text(" ").join(_card(card) for card in view.trick.cards)
    led = "" if view.trick.domain is None else f", domain {view.trick.domain.value}"
    return cards + Text(f"  (led by seat {view.trick.leader}{led})")


def _card(card: Card) -> Text:
    return Text(card.token, _COLOURS[card.domain] if card.domain is not None else "bold")


def named(action: Action) -> str:
    """An action as one types it."""
    match action:
        case Play(card):
            return card.token
        case LeadGaia(domain, top):
            return f"GAIA {domain.value}" + ("" if top is None else f" {top.value}")
        case PlaceSickle(domain):
            return f"{domain.value} (the stack that the sickle takes)"
        case PlaceMistletoe(domain):
            return f"{domain.value} (the stack that the mistletoe goes under)"
    return "deal"


def typed(words: list[str], actions: tuple[Action, ...]) -> dict[str, Any] | None:
    """The JSON of the action that some words mean; None when they mean none.

    >>> typed(["R5"], ())
    {'type': 'play', 'card': 'R5'}
    >>> typed(["GAIA", "R", "HIGHEST"], ())
    {'type': 'lead_gaia', 'domain': 'R', 'top': 'highest'}
    """
    match words:
        case ["GAIA", domain]:
            return {"type": "lead_gaia", "domain": domain}
        case ["GAIA", domain, top]:
            return {"type": "lead_gaia", "domain": domain, "top": top.lower()}
        case [word] if actions and isinstance(actions[0], PlaceSickle):
            return {"type": "sickle", "domain": word}
        case [word] if actions and isinstance(actions[0], PlaceMistletoe):
            return {"type": "mistletoe", "domain": word}
        case [word]:
            return {"type": "play", "card": word}
    return None
