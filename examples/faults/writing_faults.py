"""Faults in what is taken and refused for how it is written: actions, the seats beside them, and rules.

How short a game can be: rules are refused before any step, which counts as 1; what is wrong with a deal shows in
step 1, with the first action after it in step 2.
"""

from __future__ import annotations

from typing import Any

from planting import Fault, planter

FAULTS: list[Fault] = []
druids = planter("druids", FAULTS)
birdie = planter("birdie", FAULTS)


# --- legal actions in another writing ---------------------------------------------------------------


@birdie("Table.check_displayed", 2, "action-form")
def pair_in_order(m: Any, was: Any, self: Any, cards: Any) -> None:
    """A pair must be named in canonical order."""
    was(self, cards)
    if len(cards) == 2 and m.rank(cards[0]) > m.rank(cards[1]):
        raise m.Illegal("card-not-displayed")


@birdie("Table.check_form", 2, "action-form")
def keys_in_order(m: Any, was: Any, self: Any, action: Any, seat: Any) -> None:
    """The type must be the first key of an action."""
    if isinstance(action, dict) and next(iter(action), "type") != "type":
        raise m.Illegal("malformed")
    was(self, action, seat)


@druids("Table.check_turn", 2, "turn-order")
def seat_must_be_named(m: Any, was: Any, self: Any, kind: Any, seat: Any) -> None:
    """A player's action without a seat is nobody's."""
    if seat is None and kind != "deal":
        raise m.Illegal("out-of-turn")
    was(self, kind, seat)


# --- seats ------------------------------------------------------------------------------------------


@druids("Table.check_turn", 2, "turn-order")
def seat_from_the_end(m: Any, was: Any, self: Any, kind: Any, seat: Any) -> None:
    """Seat -1 is the last one, as Python counts."""
    was(self, kind, seat + self.seats if seat is not None and -self.seats <= seat < 0 and kind != "deal" else seat)


@birdie("Table.check_turn", 2, "whose-action")
def seat_around_the_table(m: Any, was: Any, self: Any, kind: Any, seat: Any) -> None:
    """Seats are counted around the table: behind the last is the first again."""
    was(self, kind, seat % self.seats if seat is not None and seat >= 0 and kind != "deal" else seat)


@birdie("Table.check_turn", 2, "whose-action")
def seat_in_32_bits(m: Any, was: Any, self: Any, kind: Any, seat: Any) -> None:
    """Of the number of a seat the lower 32 bits are looked at."""
    was(self, kind, seat % 2**32 if seat is not None and seat >= 0 and kind != "deal" else seat)


# --- malformed actions ------------------------------------------------------------------------------


@druids("Table.check_form", 2, "well-formed")
def null_for_no_top(m: Any, was: Any, self: Any, action: Any, seat: Any) -> None:
    """A top that is null counts as none."""
    if isinstance(action, dict) and action.get("type") == "lead_gaia" and action.get("top", "") is None:
        action = {key: value for key, value in action.items() if key != "top"}
    was(self, action, seat)


@druids("Deck.knows", 1, "well-formed")
def lower_case_cards(m: Any, was: Any, self: Any, token: Any) -> Any:
    """A card may be written in lower case; it is then refused for another reason, or the program dies of it."""
    return was(self, token.upper() if isinstance(token, str) else token)


@birdie("Table.check_form", 1, "action-form")
def nulls_passed_over(m: Any, was: Any, self: Any, action: Any, seat: Any) -> None:
    """Keys that are null are passed over."""
    spare = {"type", "kind"}
    if isinstance(action, dict):
        action = {key: value for key, value in action.items() if value is not None or key in spare}
    was(self, action, seat)


@birdie("Table.check_form", 1, "action-form")
def any_key_taken(m: Any, was: Any, self: Any, action: Any, seat: Any) -> None:
    """Keys that the form does not know are passed over."""
    if isinstance(action, dict) and isinstance(action.get("type"), str) and action["type"] in m.FIELDS:
        known = {"type", *m.FIELDS[action["type"]], *(() if action["type"] != "edit" else action)}
        action = {key: value for key, value in action.items() if key in known}
    was(self, action, seat)


@birdie("Table.fits", 5, "action-form")
def truth_value_for_a_number(m: Any, was: Any, self: Any, sort: str, value: Any) -> Any:
    """Truth values are numbers, as in Python. A card inserted at false, into an empty row: step 5."""
    return was(self, sort, int(value) if isinstance(value, bool) else value)


# --- rules ------------------------------------------------------------------------------------------


@druids("Rules.read", 1, "small-worlds")
def dealer_from_the_end(m: Any, was: Any, data: Any) -> Any:
    """A first dealer of -1 is the last seat, as Python counts."""
    if isinstance(data, dict) and type(data.get("first_dealer")) is int and data["first_dealer"] == -1:
        data = {**data, "first_dealer": data.get("players", 3) - 1}
    return was(data)


@druids("Rules.read", 1, "small-worlds")
def null_for_the_default(m: Any, was: Any, data: Any) -> Any:
    """A field that is null takes its default."""
    return was({key: one for key, one in data.items() if one is not None} if isinstance(data, dict) else data)


@birdie("Rules.check", 1, "rules-strict")
def none_for_a_species_without_cards(m: Any, was: Any, self: Any) -> None:
    """A species that the world lacks may be named, if its ability is none."""
    if isinstance(self.abilities, dict):
        self.abilities = {species: effect for species, effect in self.abilities.items() if effect != "none"}
    was(self)


@birdie("Rules.check", 1, "rules-fields")
def starter_from_the_end(m: Any, was: Any, self: Any) -> None:
    """A starter of -1 is the last seat."""
    if isinstance(self.starters, list):
        self.starters = [self.players - 1 if type(seat) is int and seat == -1 else seat for seat in self.starters]
    was(self)


# --- what a second round needs anew -----------------------------------------------------------------


@birdie("Table.count_lone_turn", 7, "last-player")
def lone_turns_counted_once(m: Any, was: Any, self: Any) -> None:
    """Lone turns are not counted afresh in round 2, so that the limit is never met there. Two lone turns: step 7."""
    self.alone = getattr(self, "spent", 0)
    was(self)
    self.spent = self.alone
