"""Birdie as objects that change in place: a table, its players and their boards, and the cards to draw.

Written from spec/birdie.md alone; the names in comments are clauses of that text. There is no input or output here:
`Table.perform` carries an action out or raises `Illegal` and leaves everything as it was.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

SPECIES = ("WOODPECKER", "PIGEON", "OWL", "ROBIN")
SEASONS = ("SPRING", "SUMMER", "AUTUMN", "WINTER")
CATEGORIES = SPECIES + SEASONS
EFFECTS = ("none", "remove", "move", "swap", "insert")
HAND, DISPLAY = 2, 4  # birdie/hands-and-display

FIELDS = {  # field → what it holds; those of an edit depend on its kind
    "deal": {"pile": "cards"},
    "take": {"card": "card"},
    "take_pair": {"cards": "pair"},
    "pass": {},
    "lay": {"card": "card"},
    "end_turn": {},
    "use_ability": {"species": "species", "discard": "card"},
    "score_set": {"start": "number", "length": "number", "category": "category"},
    "end_scoring": {},
    "edit": {},
}
EDIT_FIELDS = {
    "remove": {"at": "number"},
    "move": {"from": "number", "to": "number"},
    "swap": {"at": "number"},
    "insert": {"card": "card", "at": "number"},
}
TYPES_OF_PHASE = {  # birdie/phases
    "deal": ("deal",),
    "turn": ("take", "take_pair", "pass"),
    "lay": ("lay", "end_turn"),
    "score": ("use_ability", "score_set", "end_scoring"),
    "edit": ("edit",),
}


class Illegal(Exception):
    """An action is refused; `code` says why."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or code)
        self.code = code


class BadRules(Exception):
    """No game can be played under these rules."""


@dataclass(frozen=True, eq=False)
class Card:
    """A kind of card. There is one object for each token, so copies are the same object."""

    token: str
    species: str
    season: str
    rank: int  # place in the canonical order (birdie/card-order)

    def belongs_to(self, category: str) -> bool:
        """Whether this is the card's species or its season."""
        return category in (self.species, self.season)


CARDS = {f"{s}-{t}": Card(f"{s}-{t}", s, t, 4 * i + j) for i, s in enumerate(SPECIES) for j, t in enumerate(SEASONS)}


def rank(card: Card) -> int:
    """The sort key of the canonical order (birdie/card-order)."""
    return card.rank


def tokens(cards: Iterable[Card]) -> list[str]:
    """Names of cards, in the order in which they lie."""
    return [card.token for card in cards]


def kinds(*bags: list[Card]) -> list[Card]:
    """The different cards in these bags, in canonical order."""
    return sorted({card for bag in bags for card in bag}, key=rank)


def is_integer(value: Any) -> bool:
    """A whole number; true and 1.0 are none."""
    return type(value) is int


@dataclass
class Rules:
    """What a game is played under; the defaults are those of `as_written` (birdie/presets)."""

    players: int
    pile_order: str = "display_first"
    lone_turns: int | None = None
    crosses: list[int] = field(default_factory=lambda: [0] * 9)
    trophy: int = 3
    abilities: dict[str, str] = field(default_factory=dict)
    starters: list[int] = field(default_factory=lambda: [0, 1])
    species: int = 4
    seasons: int = 4
    copies: int = 4

    @classmethod
    def read(cls, data: Any) -> Rules:
        """Rules from their JSON object, or `BadRules`."""
        if not isinstance(data, dict):
            raise BadRules("rules: expected an object")
        unknown = data.keys() - cls.__dataclass_fields__.keys()
        if unknown or "players" not in data:
            raise BadRules(f"unknown field {min(unknown)}" if unknown else "players: missing")
        rules = cls(**data)
        rules.check()
        return rules

    def check(self) -> None:
        """birdie/rules-fields, birdie/rules-strict, birdie/small-worlds."""
        possible = {
            "players": self.is_count(self.players, 2, 4),
            "pile_order": self.pile_order in ("display_first", "free"),
            "lone_turns": self.lone_turns is None or self.is_count(self.lone_turns, 1),
            "crosses": self.is_list_of(self.crosses, 9),
            "trophy": is_integer(self.trophy),
            "species": self.is_count(self.species, 1, 4),
            "seasons": self.is_count(self.seasons, 1, 4),
            "copies": self.is_count(self.copies, 1),
        }
        for name, good in possible.items():
            if not good:
                raise BadRules(f"{name}: not a possible value")
        if not self.is_list_of(self.starters, 2) or not all(0 <= seat < self.players for seat in self.starters):
            raise BadRules("starters: expected two seats")
        if not isinstance(self.abilities, dict) or not self.abilities.keys() <= set(SPECIES[: self.species]):
            raise BadRules("abilities: expected species of this world")
        if not all(effect in EFFECTS for effect in self.abilities.values()):
            raise BadRules("abilities: unknown effect")
        if self.round_size() < 3 * self.players + 4:
            raise BadRules("the cards do not suffice for a round")

    @staticmethod
    def is_count(value: Any, least: int, most: int | None = None) -> bool:
        """An integer within bounds."""
        return is_integer(value) and value >= least and (most is None or value <= most)

    @staticmethod
    def is_list_of(value: Any, length: int) -> bool:
        """So many integers."""
        return isinstance(value, list) and len(value) == length and all(map(is_integer, value))

    def deck_size(self) -> int:
        """birdie/deck, without the stop card."""
        return self.species * self.seasons * self.copies

    def round_size(self) -> int:
        """birdie/small-worlds: the cards of the smaller round."""
        return self.deck_size() // 2 if self.players == 2 else self.deck_size()

    def effect_of(self, species: str) -> str:
        """What the ability of a species does."""
        return self.abilities.get(species, "none")


class Deck:
    """Which cards there are, and where the undealt ones lie: above the stop card, under it, in the other half."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.species = SPECIES[: rules.species]
        self.seasons = SEASONS[: rules.seasons]
        self.cards = {card for card in CARDS.values() if card.species in self.species and card.season in self.seasons}
        self.above: deque[Card] = deque()
        self.under_stop: list[Card] = []
        self.stop_revealed = False
        self.other_half: list[Card] = []

    def knows(self, token: Any) -> bool:
        """Whether this is a token of this world. The stop card has none."""
        return isinstance(token, str) and token in CARDS and CARDS[token] in self.cards

    def is_whole(self, pile: list[Card]) -> bool:
        """birdie/deck: whether the pile holds each card as often as the deck does."""
        count = Counter(pile)
        return all(count[card] == self.rules.copies for card in self.cards)

    def split(self, pile: list[Card]) -> list[Card]:
        """birdie/halves, birdie/odd-half: what round 1 gets; the rest waits."""
        half = len(pile) // 2
        self.other_half = pile[half:]
        return pile[:half]

    def build(self, pile: list[Card]) -> None:
        """birdie/stop-pile, birdie/under-stop: the round's pile with the stop card in it."""
        above = len(pile) - self.rules.players
        self.above = deque(pile[:above])
        self.under_stop = pile[above:]
        self.stop_revealed = False

    def draw(self) -> Card:
        """The top card."""
        return self.above.popleft()

    def draw_or_stop(self) -> Card | None:
        """birdie/stop-card: the top card; if none is left, the stop card comes up instead."""
        if self.above:
            return self.above.popleft()
        self.stop_revealed = True
        return None


class Board:
    """What a player has won; kept through both rounds."""

    def __init__(self) -> None:
        self.sets: dict[str, int] = {}
        self.crosses = 0
        self.pass_points = 0
        self.abilities_used: set[str] = set()

    def write_set(self, category: str, length: int) -> None:
        """birdie/category-once, birdie/set-points, birdie/set-cross."""
        self.sets[category] = self.set_points(length)
        self.crosses += 1

    @staticmethod
    def set_points(length: int) -> int:
        """birdie/set-points."""
        return length

    def shown(self) -> Json:
        """The board as everybody sees it."""
        return {
            "sets": {category: self.sets[category] for category in CATEGORIES if category in self.sets},
            "crosses": self.crosses,
            "pass_points": self.pass_points,
            "abilities_used": [species for species in SPECIES if species in self.abilities_used],
        }


class Player:
    """A seat with its hand, its pile (a row, from scoring on) and its board."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.hand: list[Card] = []  # always in canonical order
        self.pile: list[Card] = []  # from bottom to top, or left to right
        self.passed: int | None = None
        self.board = Board()

    def clear(self) -> None:
        """birdie/table-cleared: the board stays."""
        self.hand.clear()
        self.pile.clear()
        self.passed = None

    def receive(self, card: Card) -> None:
        """A card goes into the hand."""
        insort(self.hand, card, key=rank)

    def is_in(self) -> bool:
        """Not passed yet."""
        return self.passed is None


class Table:
    """A game of Birdie and all that lies on its table."""

    def __init__(self, rules: Rules) -> None:
        """birdie/start."""
        self.rules = rules
        self.seats = rules.players
        self.deck = Deck(rules)
        self.players = [Player(seat) for seat in range(rules.players)]
        self.phase = "deal"
        self.round = 1
        self.to_act: int | None = None
        self.display: list[Card] = []
        self.pair: list[Card] = []
        self.out: list[Card] = []
        self.trophies: dict[str, int | None] = dict.fromkeys(self.deck.species)
        self.effect: str | None = None
        self.last_end = 0
        self.alone = 0

    def next_seat(self, seat: int, steps: int = 1) -> int:
        """Clockwise."""
        return (seat + steps) % self.seats

    @property
    def actor(self) -> Player:
        """Whoever must act."""
        assert self.to_act is not None
        return self.players[self.to_act]

    def starter(self) -> int:
        """birdie/starter."""
        return self.rules.starters[self.round - 1]

    def active(self) -> list[Player]:
        """The players who are still in."""
        return [player for player in self.players if player.is_in()]

    # What may be done.

    def perform(self, action: Any, seat: Any = None) -> None:
        """Carry the action out, and all that the rules settle after it; or raise `Illegal` and change nothing."""
        self.check(action, seat)
        match action["type"]:
            case "deal":
                self.deal([CARDS[token] for token in action["pile"]])
            case "take":
                self.take(CARDS[action["card"]])
            case "take_pair":
                self.take_pair([CARDS[token] for token in action["cards"]])
            case "pass":
                self.pass_turn()
            case "lay":
                self.lay(CARDS[action["card"]])
            case "end_turn":
                self.end_turn()
            case "use_ability":
                self.use_ability(action["species"], CARDS[action["discard"]])
            case "edit":
                self.edit(action)
            case "score_set":
                self.score_set(action["start"], action["length"], action["category"])
            case "end_scoring":
                self.end_scoring()

    def check(self, action: Any, seat: Any) -> None:
        """birdie/refusal-order."""
        self.check_form(action, seat)
        self.check_phase(action["type"])
        self.check_turn(action["type"], seat)
        match action["type"]:
            case "deal":
                self.check_pile([CARDS[token] for token in action["pile"]])
            case "take":
                self.check_displayed([CARDS[action["card"]]])
            case "take_pair":
                self.check_displayed([CARDS[token] for token in action["cards"]])
            case "lay":
                self.check_lay(CARDS[action["card"]])
            case "end_turn":
                self.check_end_turn()
            case "use_ability":
                self.check_ability(action["species"], CARDS[action["discard"]])
            case "edit":
                self.check_edit(action)
            case "score_set":
                self.check_set(action["start"], action["length"], action["category"])

    def check_form(self, action: Any, seat: Any) -> None:
        """birdie/action-form."""
        if not isinstance(action, dict) or not isinstance(action.get("type"), str) or action["type"] not in FIELDS:
            raise Illegal("malformed", "not a type of action of Birdie")
        fields = {"type": "word"} | FIELDS[action["type"]]
        if action["type"] == "edit":
            if not isinstance(action.get("kind"), str) or action["kind"] not in EDIT_FIELDS:
                raise Illegal("malformed", "not a kind of edit")
            fields |= {"kind": "word"} | EDIT_FIELDS[action["kind"]]
        if action.keys() != fields.keys():
            raise Illegal("malformed", f"expected the fields {sorted(fields)}")
        for name, sort in fields.items():
            if not self.fits(sort, action[name]):
                raise Illegal("malformed", f"{name}: not of this world")
        if seat is not None and not is_integer(seat):
            raise Illegal("malformed", "a seat is an integer or null")

    def fits(self, sort: str, value: Any) -> bool:
        """Whether this is a value of that sort, in this world."""
        match sort:
            case "card":
                return self.deck.knows(value)
            case "cards":
                return isinstance(value, list) and all(self.deck.knows(token) for token in value)
            case "pair":
                return self.fits("cards", value) and len(value) == 2
            case "species":
                return value in self.deck.species
            case "category":
                return value in self.deck.species or value in self.deck.seasons
            case "number":
                return is_integer(value)
        return True

    def check_phase(self, kind: str) -> None:
        """birdie/game-end, birdie/phases, birdie/ability-timing."""
        if self.phase == "over":
            raise Illegal("game-over")
        if kind not in TYPES_OF_PHASE[self.phase] or (kind == "use_ability" and not self.abilities_open()):
            raise Illegal("wrong-phase", f"no {kind} now")

    def check_turn(self, kind: str, seat: int | None) -> None:
        """birdie/whose-action: a deal is nobody's, the rest is by `to_act`, who need not be named."""
        if seat is not None and (kind == "deal" or seat != self.to_act):
            raise Illegal("out-of-turn", f"not the turn of seat {seat}")

    def check_pile(self, pile: list[Card]) -> None:
        """birdie/deal."""
        if not self.deck.is_whole(pile):
            raise Illegal("bad-deal")

    def check_displayed(self, cards: list[Card]) -> None:
        """birdie/take-one, birdie/take-pair: copy by copy."""
        if not Counter(cards) <= Counter(self.display):
            raise Illegal("card-not-displayed")

    def check_lay(self, card: Card) -> None:
        """birdie/lay, birdie/pair-first."""
        if card not in self.pair and card not in self.actor.hand:
            raise Illegal("card-not-held", f"{card.token} is neither in the pair nor in hand")
        if not self.may_lay_now(card):
            raise Illegal("display-first", "the pair must lie first")

    def may_lay_now(self, card: Card) -> bool:
        """birdie/pair-first, birdie/pair-order: for a card that could be laid."""
        return self.rules.pile_order == "free" or card in self.pair or not self.pair

    def check_end_turn(self) -> None:
        """birdie/end-turn."""
        if self.pair:
            raise Illegal("pair-not-laid")

    def abilities_open(self) -> bool:
        """birdie/ability-timing: before the first set."""
        return self.last_end == 0

    def check_ability(self, species: str, discard: Card) -> None:
        """birdie/ability-once, birdie/ability-cost, birdie/ability-effect."""
        if species in self.actor.board.abilities_used:
            raise Illegal("ability-used")
        if discard.species != species:
            raise Illegal("ability-needs-card", f"{discard.token} does not pay for {species}")
        if discard not in self.actor.hand:
            raise Illegal("card-not-held", f"{discard.token} is not in hand")
        if not self.can_take_effect(self.rules.effect_of(species)):
            raise Illegal("ability-no-effect")

    def can_take_effect(self, effect: str) -> bool:
        """birdie/ability-effect: once a hand card is paid."""
        row = len(self.actor.pile)
        match effect:
            case "remove":
                return row >= 1
            case "move" | "swap":
                return row >= 2
            case "insert":
                return len(self.actor.hand) - 1 >= 1
        return True

    def check_edit(self, edit: Json) -> None:
        """birdie/edit."""
        if edit["kind"] != self.effect or not self.can_edit(edit):
            raise Illegal("bad-edit")

    def can_edit(self, edit: Json) -> bool:
        """birdie/effect-remove, -move, -swap, -insert."""
        row = len(self.actor.pile)
        match edit["kind"]:
            case "remove":
                return 0 <= int(edit["at"]) < row
            case "move":
                return 0 <= int(edit["from"]) < row and 0 <= int(edit["to"]) < row and edit["from"] != edit["to"]
            case "swap":
                return 0 <= int(edit["at"]) < row - 1
        return CARDS[edit["card"]] in self.actor.hand and 0 <= int(edit["at"]) <= row

    def check_set(self, start: int, length: int, category: str) -> None:
        """birdie/set-run, birdie/set-disjoint, birdie/set-uniform, birdie/category-once, in this order."""
        if length < self.shortest_set():
            raise Illegal("set-too-short")
        if start < 0 or start + length > len(self.actor.pile):
            raise Illegal("set-outside")
        if self.overlaps(start):
            raise Illegal("set-overlaps")
        if not self.is_uniform(start, length, category):
            raise Illegal("set-mixed")
        if self.is_scored(category):
            raise Illegal("category-scored")

    def shortest_set(self) -> int:
        """birdie/set-run."""
        return 2

    def overlaps(self, start: int) -> bool:
        """birdie/set-disjoint."""
        return start < self.last_end

    def is_uniform(self, start: int, length: int, category: str) -> bool:
        """birdie/set-uniform."""
        return all(card.belongs_to(category) for card in self.actor.pile[start : start + length])

    def is_scored(self, category: str) -> bool:
        """birdie/category-once."""
        return category in self.actor.board.sets

    def legal_actions(self) -> list[Json]:
        """birdie/legal-actions: every candidate that would not be refused."""
        return [action for action in self.candidates() if self.is_legal(action)]

    def is_legal(self, action: Json) -> bool:
        """Whether the seat to act may do this."""
        try:
            self.check(action, self.to_act)
        except Illegal:
            return False
        return True

    def candidates(self) -> Iterator[Json]:
        """All actions worth a try in this phase, in canonical order."""
        match self.phase:
            case "turn":
                shown = tokens(kinds(self.display))
                yield from ({"type": "take", "card": card} for card in shown)
                for i, first in enumerate(shown):
                    yield from ({"type": "take_pair", "cards": [first, second]} for second in shown[i:])
                yield {"type": "pass"}
            case "lay":
                yield from ({"type": "lay", "card": card.token} for card in kinds(self.pair, self.actor.hand))
                yield {"type": "end_turn"}
            case "score":
                for card in kinds(self.actor.hand):
                    yield {"type": "use_ability", "species": card.species, "discard": card.token}
                yield from self.candidate_sets()
                yield {"type": "end_scoring"}
            case "edit":
                yield from self.candidate_edits()

    def candidate_sets(self) -> Iterator[Json]:
        """Sets of the row: from each card on, for its species and its season, as long as the run goes."""
        row = self.actor.pile
        for start in range(self.last_end, len(row)):
            for length in range(self.shortest_set(), len(row) - start + 1):
                fitting = [c for c in (row[start].species, row[start].season) if self.is_uniform(start, length, c)]
                if not fitting:
                    break
                for category in fitting:
                    yield {"type": "score_set", "start": start, "length": length, "category": category}

    def candidate_edits(self) -> Iterator[Json]:
        """Edits of the due kind."""
        places = range(len(self.actor.pile) + 1)
        edit = {"type": "edit", "kind": self.effect}
        if self.effect == "move":
            yield from ({**edit, "from": i, "to": j} for i in places for j in places)
        elif self.effect == "insert":
            yield from ({**edit, "card": card.token, "at": i} for card in kinds(self.actor.hand) for i in places)
        else:
            yield from ({**edit, "at": i} for i in places)

    # Setting up a round.

    def deal(self, pile: list[Card]) -> None:
        """birdie/deal, birdie/halves."""
        self.lay_out(self.deck.split(pile) if self.seats == 2 else pile)

    def lay_out(self, pile: list[Card]) -> None:
        """Layout of this round: birdie/stop-pile, birdie/hands-and-display, birdie/starter, birdie/table-cleared."""
        self.clear()
        self.deck.build(pile)
        self.deal_hands()
        self.display = [self.deck.draw() for _ in range(DISPLAY)]
        self.phase = "turn"
        self.to_act = self.starter()

    def clear(self) -> None:
        """birdie/table-cleared."""
        for player in self.players:
            player.clear()
        self.display = []
        self.pair = []
        self.out = []
        self.effect = None
        self.last_end = 0
        self.alone = 0

    def deal_hands(self) -> None:
        """birdie/deal-order: one card at a time from the starter on."""
        for i in range(HAND * self.seats):
            self.players[self.next_seat(self.starter(), i)].receive(self.deck.draw())

    # Turns.

    def take(self, card: Card) -> None:
        """birdie/take-one, birdie/hand-with-pair."""
        self.remove_displayed(card)
        self.actor.receive(card)
        self.finish_turn()

    def take_pair(self, cards: list[Card]) -> None:
        """birdie/take-pair."""
        for card in cards:
            self.remove_displayed(card)
        self.pair = sorted(cards, key=rank)
        self.phase = "lay"

    def remove_displayed(self, card: Card) -> None:
        """birdie/which-copy: the leftmost one; the gap closes up."""
        self.display.remove(card)

    def lay(self, card: Card) -> None:
        """birdie/lay, birdie/pile-fixed."""
        self.source_of(card).remove(card)
        self.actor.pile.append(card)

    def source_of(self, card: Card) -> list[Card]:
        """birdie/which-copy: the pair first, then the hand."""
        return self.pair if card in self.pair else self.actor.hand

    def end_turn(self) -> None:
        """birdie/end-turn."""
        self.finish_turn()

    def pass_turn(self) -> None:
        """birdie/pass."""
        points = self.pass_points()
        self.actor.passed = points
        self.actor.board.pass_points += points
        self.finish_turn()

    def pass_points(self) -> int:
        """birdie/pass-points: the others who are still in."""
        return len(self.active()) - 1

    def finish_turn(self) -> None:
        """birdie/turn-order: EndTurn."""
        self.refill()
        self.count_lone_turn()
        self.go_on()

    def refill(self) -> None:
        """birdie/refill, birdie/stop-card."""
        while len(self.display) < DISPLAY:
            card = self.deck.draw_or_stop()
            if card is None:
                break
            self.display.append(card)

    def count_lone_turn(self) -> None:
        """birdie/last-player."""
        if self.rules.lone_turns is not None and self.active() == [self.actor]:
            self.alone += 1
            if self.alone == self.rules.lone_turns:
                self.actor.passed = 0

    def go_on(self) -> None:
        """birdie/turn-order: the next player who is still in; if there is none, birdie/round-end."""
        for steps in range(1, self.seats + 1):
            player = self.players[self.next_seat(self.actor.seat, steps)]
            if player.is_in():
                self.phase = "turn"
                self.to_act = player.seat
                return
        self.start_scoring()

    # Scoring.

    def start_scoring(self) -> None:
        """birdie/round-end, birdie/row, birdie/scoring-order."""
        self.phase = "score"
        self.to_act = self.starter()
        self.alone = 0
        self.last_end = 0
        self.effect = None

    def use_ability(self, species: str, discard: Card) -> None:
        """birdie/ability-cost, birdie/ability-once, birdie/ability-effect."""
        self.actor.hand.remove(discard)
        self.out.append(discard)
        self.actor.board.abilities_used.add(species)
        effect = self.rules.effect_of(species)
        if effect != "none":
            self.phase = "edit"
            self.effect = effect

    def edit(self, edit: Json) -> None:
        """birdie/edit: change the row, then scoring goes on."""
        match edit["kind"]:
            case "remove":
                self.remove_card(edit["at"])
            case "move":
                self.move_card(edit["from"], edit["to"])
            case "swap":
                self.swap_cards(edit["at"])
            case "insert":
                self.insert_card(CARDS[edit["card"]], edit["at"])
        self.phase = "score"
        self.effect = None

    def remove_card(self, at: int) -> None:
        """birdie/effect-remove."""
        self.out.append(self.actor.pile.pop(at))

    def move_card(self, old: int, new: int) -> None:
        """birdie/effect-move: taken out first, then put in."""
        row = self.actor.pile
        row.insert(new, row.pop(old))

    def swap_cards(self, at: int) -> None:
        """birdie/effect-swap."""
        row = self.actor.pile
        row[at], row[at + 1] = row[at + 1], row[at]

    def insert_card(self, card: Card, at: int) -> None:
        """birdie/effect-insert."""
        self.actor.hand.remove(card)
        self.actor.pile.insert(at, card)

    def score_set(self, start: int, length: int, category: str) -> None:
        """birdie/set-choice, birdie/set-disjoint."""
        self.actor.board.write_set(category, length)
        self.last_end = start + length

    def end_scoring(self) -> None:
        """birdie/end-scoring."""
        self.last_end = 0
        following = self.next_seat(self.actor.seat)
        if following != self.starter():
            self.to_act = following
            return
        for species in self.deck.species:
            self.award(species)
        self.finish_round()

    def award(self, species: str) -> None:
        """birdie/trophy, birdie/trophy-tie."""
        points = [player.board.sets.get(species, 0) for player in self.players]
        if points.count(max(points)) == 1:
            self.trophies[species] = points.index(max(points))

    def finish_round(self) -> None:
        """birdie/rounds, birdie/game-end."""
        if self.round == 2:
            self.phase = "over"
            self.to_act = None
            return
        self.round = 2
        if self.seats == 2:
            half, self.deck.other_half = self.deck.other_half, []
            self.lay_out(half)
        else:
            self.phase = "deal"
            self.to_act = None

    # Points.

    def cross_value(self, player: Player) -> int:
        """birdie/cross-value."""
        return self.rules.crosses[player.board.crosses]

    def trophy_value(self, player: Player) -> int:
        """birdie/trophy-value."""
        return self.rules.trophy * list(self.trophies.values()).count(player.seat)

    def total(self, player: Player) -> int:
        """birdie/total."""
        points = sum(player.board.sets.values()) + player.board.pass_points
        if self.phase == "over":
            points += self.cross_value(player) + self.trophy_value(player)
        return points

    def winners(self) -> list[int] | None:
        """birdie/winner, birdie/shared-win."""
        if self.phase != "over":
            return None
        most = max(self.total(player) for player in self.players)
        return [player.seat for player in self.players if self.total(player) == most]

    # What can be seen.

    def open_table(self) -> Json:
        """birdie/view, birdie/open-pair: what an observation and every view have in common."""
        return {
            "phase": self.phase,
            "round": self.round,
            "to_act": self.to_act,
            "display": tokens(self.display),
            "pair": tokens(self.pair),
            "draw_pile": len(self.deck.above),
            "stop_revealed": self.deck.stop_revealed,
            "passed": [player.passed for player in self.players],
            "boards": [player.board.shown() for player in self.players],
            "trophies": dict(self.trophies),
            "totals": [self.total(player) for player in self.players],
            "winners": self.winners(),
        }

    def shown_piles(self) -> list[list[str]]:
        """The piles or rows, as they lie."""
        return [tokens(player.pile) for player in self.players]

    def rows_open(self) -> bool:
        """birdie/hidden-piles: from scoring on, until the next round is laid out."""
        return self.phase in ("score", "edit", "over") or (self.phase == "deal" and self.round == 2)

    def observation(self) -> Json:
        """The whole truth."""
        return {
            **self.open_table(),
            "hands": [tokens(player.hand) for player in self.players],
            "piles": self.shown_piles(),
        }

    def view(self, seat: int) -> Json:
        """birdie/view, birdie/hidden-cards: what one seat may see."""
        return {
            **self.open_table(),
            "seat": seat,
            "hand": tokens(self.players[seat].hand),
            "hand_sizes": [len(player.hand) for player in self.players],
            "pile_sizes": [len(player.pile) for player in self.players],
            "rows": self.shown_piles() if self.rows_open() else None,
        }
