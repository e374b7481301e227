"""Druids as objects that change in place: a table, its players, a deck and a trick.

Written from spec/druids.md alone; the names in comments are clauses of that text. There is no input or output here:
`Table.perform` carries an action out or raises `Illegal` and leaves everything as it was.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

DOMAINS = ("G", "Y", "R", "B", "V")
FIELDS = {
    "deal": {"pile"},
    "play": {"card"},
    "lead_gaia": {"domain"},
    "sickle": {"domain"},
    "mistletoe": {"domain"},
}
TYPES_OF_PHASE = {  # druids/phases
    "deal": ("deal",),
    "play": ("play", "lead_gaia"),
    "sickle": ("sickle",),
    "mistletoe": ("mistletoe",),
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
    """A kind of card. Each token has one object, so equal cards are the same (druids/specials-alike)."""

    token: str
    domain: str | None
    value: int  # Gaia has 0 (druids/gaia); sickle and mistletoe have no value and no use of this (druids/specials)
    rank: int  # place in the canonical order (druids/card-order)


def _all_cards() -> dict[str, Card]:
    cards = [Card(f"{d}{v}", d, v, 12 * i + v) for i, d in enumerate(DOMAINS) for v in range(1, 13)]
    cards += [Card("GAIA", None, 0, 100), Card("SICKLE", None, -1, 101), Card("MISTLETOE", None, -1, 102)]
    return {card.token: card for card in cards}


CARDS = _all_cards()
GAIA, SICKLE, MISTLETOE = CARDS["GAIA"], CARDS["SICKLE"], CARDS["MISTLETOE"]
SPECIALS = (SICKLE, MISTLETOE)


def rank(card: Card) -> int:
    """The sort key of the canonical order (druids/card-order)."""
    return card.rank


def tokens(cards: list[Card]) -> list[str]:
    """Names of cards, in the order in which they lie."""
    return [card.token for card in cards]


def sorted_tokens(cards: list[Card]) -> list[str]:
    """Names of cards in canonical order."""
    return tokens(sorted(cards, key=rank))


@dataclass
class Rules:
    """What a game is played under."""

    players: int
    hand_size: int
    sun_and_moon: bool = False
    rounds: int = 5
    first_dealer: int = 0
    domains: int = 5
    values: int = 12
    sickles: int = 2
    mistletoes: int = 2

    @classmethod
    def read(cls, data: Any) -> Rules:
        """Rules from their JSON object, or `BadRules`."""
        if not isinstance(data, dict):
            raise BadRules("rules: expected an object")
        for name, value in data.items():
            if name not in cls.__dataclass_fields__:
                raise BadRules(f"{name}: unknown field")
            wanted = bool if name == "sun_and_moon" else int
            if type(value) is not wanted:  # so that true is no number
                raise BadRules(f"{name}: expected {'true or false' if wanted is bool else 'an integer'}")
        if "players" not in data:
            raise BadRules("players: missing")
        rules = cls(**{"hand_size": cls.usual_hand(data["players"]), **data})
        rules.check()
        return rules

    @staticmethod
    def usual_hand(players: int) -> int:
        """druids/hand-size."""
        return 18 - players

    def check(self) -> None:
        """druids/small-worlds."""
        bounds = {
            "players": (2, 5),
            "rounds": (1, self.rounds),
            "first_dealer": (0, self.players - 1),
            "domains": (1, 5),
            "values": (1, 12),
            "sickles": (0, 2),
            "mistletoes": (0, 2),
        }
        for name, (least, most) in bounds.items():
            if not least <= getattr(self, name) <= most:
                raise BadRules(f"{name}: out of bounds")
        m = self.domains * self.values + self.sickles + self.mistletoes
        if not m // 2 < self.players * self.hand_size <= m + 1:
            raise BadRules("hand_size: the cards do not suffice, or Gaia could stay undealt")


class Deck:
    """All cards of this world (druids/deck), and the pile that they are dealt from."""

    def __init__(self, rules: Rules) -> None:
        self.domains = DOMAINS[: rules.domains]  # druids/domains
        self.contents = Counter(CARDS[f"{d}{v}"] for d in self.domains for v in range(1, rules.values + 1))
        self.contents[GAIA] = 1
        self.contents.update([SICKLE] * rules.sickles + [MISTLETOE] * rules.mistletoes)
        self.pile: list[Card] = []  # the top card is the last one

    def knows(self, token: Any) -> bool:
        """Whether this is a token of this world."""
        return isinstance(token, str) and token in CARDS and CARDS[token] in self.contents

    def is_whole(self, pile: list[Card]) -> bool:
        """Whether the pile holds each card as often as the deck does."""
        return Counter(pile) == self.contents

    def gaia_in_upper_half(self, pile: list[Card]) -> bool:
        """druids/pile: Gaia is among the top ⌊m/2⌋ + 1 cards."""
        return pile.index(GAIA) <= (len(pile) - 1) // 2

    def put_down(self, pile: list[Card]) -> None:
        """A shuffled pile, top card first, is ready to be dealt."""
        self.pile = pile[::-1]

    def draw(self) -> Card:
        """The top card."""
        return self.pile.pop()

    def draw_rest(self) -> list[Card]:
        """All that is left."""
        rest, self.pile = self.pile, []
        return rest


class Player:
    """A seat with its hand, its display and its points."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.hand: list[Card] = []  # always in canonical order
        self.display: dict[str, list[Card]] = {}  # domain → stack from bottom to top, none of them empty
        self.scores: list[int] = []

    def clear(self) -> None:
        """Give all cards back."""
        self.hand.clear()
        self.display.clear()

    def receive(self, card: Card) -> None:
        """A card is dealt into the hand."""
        insort(self.hand, card, key=rank)

    def holds(self, card: Card) -> bool:
        """druids/hold-card."""
        return card in self.hand

    def must_follow(self, domain: str | None) -> bool:
        """druids/follow-domain: there is a domain, and a card of it in hand."""
        return domain is not None and any(card.domain == domain for card in self.hand)

    def may_play(self, card: Card, domain: str | None) -> bool:
        """druids/follow-domain, druids/lead-any: for a card in hand."""
        return not self.must_follow(domain) or card.domain == domain or card in SPECIALS

    def playable(self, domain: str | None) -> list[Card]:
        """Each card that may be played, once a token."""
        return [card for card in dict.fromkeys(self.hand) if self.may_play(card, domain)]

    def add_to_stack(self, domain: str, cards: list[Card]) -> None:
        """Cards go on top of their stack, or start it (druids/sort-trick)."""
        self.display.setdefault(domain, []).extend(cards)

    def top(self, domain: str) -> Card:
        """The only card of a stack that counts."""
        return self.display[domain][-1]

    def stacks(self) -> list[str]:
        """The domains with a stack, in order."""
        return [domain for domain in DOMAINS if domain in self.display]

    def highest(self) -> list[str]:
        """The domains of the stacks with the highest top card (druids/sickle)."""
        most = max((self.top(domain).value for domain in self.display), default=0)
        return [domain for domain in self.stacks() if self.top(domain).value == most]

    def stack_points(self) -> int:
        """druids/round-points."""
        return sum(self.top(domain).value for domain in self.display)

    def total(self) -> int:
        """The points of all rounds."""
        return sum(self.scores)

    def shown_tops(self) -> dict[str, str]:
        """The top cards, as everybody sees them."""
        return {domain: self.top(domain).token for domain in self.stacks()}

    def shown_sizes(self) -> dict[str, int]:
        """The sizes of the stacks, as everybody sees them."""
        return {domain: len(self.display[domain]) for domain in self.stacks()}


class Trick:
    """Cards on the table, in order of play."""

    def __init__(self, leader: int, domain: str | None = None) -> None:
        self.leader = leader
        self.domain = domain
        self.cards: list[Card] = []

    def add(self, card: Card) -> None:
        """One more card is played."""
        self.cards.append(card)
        self.set_domain(card)

    def set_domain(self, card: Card) -> None:
        """druids/trick-domain: the first domain card sets it."""
        if self.domain is None:
            self.domain = card.domain

    def strength(self, card: Card) -> int:
        """druids/trick-winner."""
        if card is GAIA:
            return 0
        return card.value if card.domain == self.domain else -1

    def winning_play(self) -> int:
        """Which play wins, from 0: the strongest one; the leader's in a trick of specials (druids/specials-trick)."""
        if self.domain is None:
            return 0
        strengths = [self.strength(card) for card in self.cards]
        return strengths.index(max(strengths))

    def of_domain(self, domain: str) -> list[Card]:
        """The trick's cards of one domain."""
        return [card for card in self.cards if card.domain == domain]

    def specials(self) -> list[Card]:
        """The trick's sickles and mistletoes."""
        return [card for card in self.cards if card in SPECIALS]


class Table:
    """A game of Druids and all that lies on its table."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats = rules.players
        self.deck = Deck(rules)
        self.players = [Player(seat) for seat in range(rules.players)]
        self.phase = "deal"
        self.round = 1
        self.dealer = rules.first_dealer  # druids/first-dealer
        self.to_act: int | None = None
        self.trick: Trick | None = None
        self.pending: list[Card] = []
        self.aside: list[Card] = []
        self.top = "lowest"

    def next_seat(self, seat: int, steps: int = 1) -> int:
        """Clockwise."""
        return (seat + steps) % self.seats

    @property
    def actor(self) -> Player:
        """Whoever must act; while a trick is placed, its winner."""
        assert self.to_act is not None
        return self.players[self.to_act]

    # What may be done.

    def perform(self, action: Any, seat: Any = None) -> None:
        """Carry the action out, and all that the rules settle after it; or raise `Illegal` and change nothing."""
        self.check(action, seat)
        match action["type"]:
            case "deal":
                self.deal([CARDS[token] for token in action["pile"]])
            case "play":
                self.play(CARDS[action["card"]])
            case "lead_gaia":
                self.lead_gaia(action["domain"], action.get("top", "lowest"))
            case "sickle":
                self.use_sickle(action["domain"])
            case "mistletoe":
                self.use_mistletoe(action["domain"])
        self.settle()

    def check(self, action: Any, seat: Any) -> None:
        """druids/refusal-order."""
        self.check_form(action, seat)
        self.check_phase(action["type"])
        self.check_turn(action["type"], seat)
        match action["type"]:
            case "deal":
                self.check_pile([CARDS[token] for token in action["pile"]])
            case "play":
                self.check_play(CARDS[action["card"]])
            case "lead_gaia":
                self.check_lead_gaia()
            case "sickle":
                self.check_sickle(action["domain"])
            case "mistletoe":
                self.check_mistletoe(action["domain"])

    def check_form(self, action: Any, seat: Any) -> None:
        """druids/well-formed."""
        if not isinstance(action, dict) or not isinstance(action.get("type"), str) or action["type"] not in FIELDS:
            raise Illegal("malformed", "not a type of action of Druids")
        fields = FIELDS[action["type"]] | {"type"}
        if action["type"] == "lead_gaia" and self.rules.sun_and_moon:
            fields = fields | {"top"}
        if action.keys() != fields:
            raise Illegal("malformed", f"expected the fields {sorted(fields)}")
        for name in fields - {"type"}:
            if not self.fits(name, action[name]):
                raise Illegal("malformed", f"{name}: not of this world")
        if seat is not None and type(seat) is not int:
            raise Illegal("malformed", "a seat is an integer or null")

    def fits(self, name: str, value: Any) -> bool:
        """Whether this is a value for that field of an action, in this world."""
        if name == "pile":
            return isinstance(value, list) and all(self.deck.knows(token) for token in value)
        if name == "card":
            return self.deck.knows(value)
        if name == "domain":
            return value in self.deck.domains
        return value in ("lowest", "highest")

    def check_phase(self, kind: str) -> None:
        """druids/game-over, druids/phases."""
        if self.phase == "over":
            raise Illegal("game-over")
        if kind not in TYPES_OF_PHASE[self.phase]:
            raise Illegal("wrong-phase", f"no {kind} in phase {self.phase}")

    def check_turn(self, kind: str, seat: int | None) -> None:
        """druids/turn-order: a deal is nobody's, the rest is by `to_act`, who need not be named."""
        if seat is not None and (kind == "deal" or seat != self.to_act):
            raise Illegal("out-of-turn", f"not the turn of seat {seat}")

    def check_pile(self, pile: list[Card]) -> None:
        """druids/pile."""
        if not self.deck.is_whole(pile) or not self.deck.gaia_in_upper_half(pile):
            raise Illegal("bad-deal")

    def check_play(self, card: Card) -> None:
        """druids/gaia-leads, druids/hold-card, druids/follow-domain."""
        if self.must_lead_gaia():
            raise Illegal("must-lead-gaia")
        if not self.actor.holds(card):
            raise Illegal("card-not-held", f"{card.token} is not in hand")
        if not self.actor.may_play(card, self.domain_to_follow()):
            raise Illegal("must-follow-domain", f"{card.token} does not follow {self.domain_to_follow()}")

    def check_lead_gaia(self) -> None:
        """druids/gaia-leads."""
        if not self.actor.holds(GAIA):
            raise Illegal("card-not-held", "GAIA is not in hand")

    def check_sickle(self, domain: str) -> None:
        """druids/sickle."""
        if domain not in self.actor.stacks():
            raise Illegal("no-such-stack")
        if domain not in self.actor.highest():
            raise Illegal("not-highest-stack")

    def check_mistletoe(self, domain: str) -> None:
        """druids/mistletoe."""
        if domain not in self.actor.stacks():
            raise Illegal("no-such-stack")

    def must_lead_gaia(self) -> bool:
        """druids/gaia-leads."""
        return self.actor.holds(GAIA)

    def domain_to_follow(self) -> str | None:
        """The trick's domain; none for a lead."""
        return self.trick.domain if self.trick else None

    def legal_actions(self) -> list[Json]:
        """druids/legal-actions."""
        if self.to_act is None:
            return []
        if self.phase == "sickle":
            return [{"type": "sickle", "domain": domain} for domain in self.actor.highest()]
        if self.phase == "mistletoe":
            return [{"type": "mistletoe", "domain": domain} for domain in self.actor.stacks()]
        if not self.must_lead_gaia():
            return [{"type": "play", "card": card.token} for card in self.actor.playable(self.domain_to_follow())]
        leads: list[Json] = [{"type": "lead_gaia", "domain": domain} for domain in self.deck.domains]
        if self.rules.sun_and_moon:
            return [{**lead, "top": top} for lead in leads for top in ("lowest", "highest")]
        return leads

    # What actions do.

    def deal(self, pile: list[Card]) -> None:
        """druids/clear-table, druids/deal-order, druids/undealt."""
        self.clear()
        self.deck.put_down(pile)
        self.deal_hands()
        self.aside = self.deck.draw_rest()
        self.phase = "play"
        self.to_act = next(player.seat for player in self.players if player.holds(GAIA))

    def clear(self) -> None:
        """druids/clear-table: everything goes back to the deck."""
        for player in self.players:
            player.clear()
        self.trick = None
        self.pending = []
        self.aside = []
        self.top = "lowest"

    def deal_hands(self) -> None:
        """druids/deal-order: one card at a time from the dealer's left."""
        for i in range(self.seats * self.rules.hand_size):
            self.players[self.next_seat(self.dealer, 1 + i)].receive(self.deck.draw())

    def lead_gaia(self, domain: str, top: str) -> None:
        """druids/gaia-leads, druids/gaia-domain, druids/sun-and-moon."""
        self.top = top
        self.trick = Trick(self.actor.seat, domain)
        self.lay_down(GAIA)

    def play(self, card: Card) -> None:
        """druids/turn-order."""
        self.trick = self.trick or Trick(self.actor.seat)
        self.lay_down(card)

    def lay_down(self, card: Card) -> None:
        """A card goes from the hand into the trick, and the turn passes on."""
        assert self.trick is not None
        self.actor.hand.remove(card)
        self.trick.add(card)
        self.to_act = self.next_seat(self.actor.seat)

    def use_sickle(self, domain: str) -> None:
        """druids/sickle: the stack goes aside, and the sickle with it."""
        self.aside += self.actor.display.pop(domain)
        self.put_aside(SICKLE)

    def use_mistletoe(self, domain: str) -> None:
        """druids/mistletoe: it goes to the bottom of the stack."""
        self.pending.remove(MISTLETOE)
        self.actor.display[domain].insert(0, MISTLETOE)

    def put_aside(self, special: Card) -> None:
        """A pending card leaves the round."""
        self.pending.remove(special)
        self.aside.append(special)

    # What the rules settle alone.

    def settle(self) -> None:
        """The table of *Steps*, from its first row on until somebody must choose."""
        while self.settle_one():
            pass

    def settle_one(self) -> bool:
        """One step; false when there is none left."""
        if self.trick:
            if len(self.trick.cards) < self.seats:
                return False
            self.finish_trick(self.trick)
        elif self.has_lost(self.actor):
            self.drop_pending()
            self.end_round(loser=self.actor)
        elif self.pending:
            return self.place(self.next_special())
        elif not any(player.hand for player in self.players):
            self.end_round()
        else:
            self.phase = "play"  # the winner leads (druids/winner-leads)
            return False
        return self.phase not in ("deal", "over")

    def finish_trick(self, trick: Trick) -> None:
        """druids/winner-leads, druids/sort-trick."""
        self.to_act = self.next_seat(trick.leader, trick.winning_play())
        for domain in self.deck.domains:
            if cards := trick.of_domain(domain):
                self.actor.add_to_stack(domain, self.arrange(cards))
        self.pending = trick.specials()
        self.dispose_of_gaia(trick)
        self.trick = None

    def arrange(self, cards: list[Card]) -> list[Card]:
        """druids/top-card, druids/stack-order: from bottom to top."""
        return sorted(cards, key=rank, reverse=self.top == "lowest")

    def dispose_of_gaia(self, trick: Trick) -> None:
        """druids/gaia-aside."""
        if GAIA in trick.cards:
            self.aside.append(GAIA)

    def has_lost(self, player: Player) -> bool:
        """druids/fifth-domain."""
        return len(player.display) == self.rules.domains

    def drop_pending(self) -> None:
        """druids/fifth-domain-specials."""
        self.aside += self.pending
        self.pending = []

    def next_special(self) -> Card:
        """druids/specials-order: all sickles before any mistletoe."""
        return SICKLE if SICKLE in self.pending else MISTLETOE

    def place(self, special: Card) -> bool:
        """Place a pending card; false if its owner must choose where."""
        if special is SICKLE:
            return self.place_sickle()
        return self.place_mistletoe()

    def place_sickle(self) -> bool:
        """druids/sickle, druids/second-sickle, druids/sickle-no-stack, druids/sickle-tie."""
        choice = self.actor.highest()
        if len(choice) > 1:
            self.phase = "sickle"
            return False
        if choice:
            self.use_sickle(choice[0])
        else:
            self.put_aside(SICKLE)
        return True

    def place_mistletoe(self) -> bool:
        """druids/mistletoe, druids/mistletoe-own-stacks."""
        choice = self.actor.stacks()
        if len(choice) > 1:
            self.phase = "mistletoe"
            return False
        if choice:
            self.use_mistletoe(choice[0])
        else:
            self.put_aside(MISTLETOE)
        return True

    # The end of a round and of the game.

    def end_round(self, loser: Player | None = None) -> None:
        """druids/round-end, druids/game-end."""
        for player in self.players:
            player.scores.append(self.round_points(player, loser))
        self.to_act = None
        if self.round == self.rules.rounds:
            self.phase = "over"
        else:
            self.phase = "deal"
            self.round += 1
            self.dealer = self.next_dealer()

    def round_points(self, player: Player, loser: Player | None) -> int:
        """druids/round-points, druids/round-lost."""
        return -3 if player is loser else player.stack_points()

    def next_dealer(self) -> int:
        """druids/next-dealer, druids/dealer-tie: the fewest points of the round, the old dealer asked last."""
        clockwise = [self.next_seat(self.dealer, k) for k in range(1, self.seats + 1)]
        return min(clockwise, key=lambda seat: self.players[seat].scores[-1])

    def winners(self) -> list[int] | None:
        """druids/winners."""
        if self.phase != "over":
            return None
        most = max(player.total() for player in self.players)
        return [player.seat for player in self.players if player.total() == most]

    # What can be seen.

    def open_table(self) -> Json:
        """What an observation and every view have in common."""
        return {
            "phase": self.phase,
            "round": self.round,
            "dealer": self.dealer,
            "to_act": self.to_act,
            "trick": self.shown_trick(),
            "pending": sorted_tokens(self.pending),
            "tops": [player.shown_tops() for player in self.players],
            "top": self.top,
            "scores": [list(player.scores) for player in self.players],
            "totals": [player.total() for player in self.players],
            "winners": self.winners(),
        }

    def shown_trick(self) -> Json | None:
        """The trick with the seats that played to it."""
        if self.trick is None:
            return None
        leader = self.trick.leader
        plays = [{"seat": self.next_seat(leader, i), "card": card.token} for i, card in enumerate(self.trick.cards)]
        return {"leader": leader, "domain": self.trick.domain, "plays": plays}

    def observation(self) -> Json:
        """The whole truth."""
        return {
            **self.open_table(),
            "hands": [tokens(player.hand) for player in self.players],
            "displays": [
                {domain: tokens(player.display[domain]) for domain in player.stacks()} for player in self.players
            ],
            "aside": sorted_tokens(self.aside),
        }

    def view(self, seat: int) -> Json:
        """druids/hidden-hands, druids/closed-stacks, druids/undealt-hidden: what one seat may see."""
        return {
            **self.open_table(),
            "seat": seat,
            "hand": tokens(self.players[seat].hand),
            "hand_sizes": [len(player.hand) for player in self.players],
            "stack_sizes": [player.shown_sizes() for player in self.players],
            "aside": len(self.aside),
        }
