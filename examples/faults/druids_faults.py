"""Faults in Druids. The numbers of kinds are those of the table in docs/verification.md.

How short a game can be: a deal is 1 step, a trick of n players n steps. The smallest world has 2 players with
one card each, so a round can end after 3 steps and the second deal be step 4. Gaia lies in every first trick, so
a trick with two cards of a domain needs 3 players (step 4), one with two stacks or a stack and a special card
needs 3 (a stack and a special card: step 4) or 4 (two stacks and a special card: step 5).
"""

from __future__ import annotations

from typing import Any

from planting import Fault, planter

FAULTS: list[Fault] = []
fault = planter("druids", FAULTS)


# --- tricks -----------------------------------------------------------------------------------------


@fault("Trick.set_domain", 3, "trick-domain", "follow-domain", "trick-winner", kind=1)
def domain_of_the_last_card(m: Any, was: Any, self: Any, card: Any) -> None:
    """Every domain card sets the domain anew, so an off-domain card wins."""
    self.domain = card.domain or self.domain


@fault("Table.domain_to_follow", 3, "follow-domain", kind=1)
def follow_the_card_before(m: Any, was: Any, self: Any) -> Any:
    """Whoever plays must follow the card before theirs, not the led one. The list shows it once two lie."""
    return next((card.domain for card in reversed(self.trick.cards) if card.domain), was(self)) if self.trick else None


@fault("Trick.strength", 4, "trick-winner", kind=2)
def winner_by_text(m: Any, was: Any, self: Any, card: Any) -> int:
    """Values are compared as text: a 9 beats a 12."""
    return int(str(card.value).ljust(2, "0")) if was(self, card) > 0 else int(was(self, card))


@fault("Table.arrange", 4, "top-card", "stack-order", kind=2)
def lowest_by_text(m: Any, was: Any, self: Any, cards: Any) -> Any:
    """The lowest card of a trick is found by its text: of 9 and 12 the 12 goes on top."""
    return sorted(cards, key=lambda card: card.token, reverse=self.top == "lowest")


@fault("Trick.strength", 4, "trick-winner", kind=2)
def last_follower_wins(m: Any, was: Any, self: Any, card: Any) -> int:
    """Whoever followed last wins, whatever the value."""
    return int(self.cards.index(card) if was(self, card) > 0 else was(self, card))


@fault("Trick.set_domain", 5, "trick-domain", "trick-winner", "specials-trick", kind=3)
def special_led_sets_none(m: Any, was: Any, self: Any, card: Any) -> None:
    """Once a special card is led, no card sets the domain. Gaia's trick of 2 comes before: step 5."""
    if len(self.cards) == 1:
        was(self, card)


@fault("Player.may_play", 3, "lead-any", kind=3)
def special_not_led(m: Any, was: Any, self: Any, card: Any, domain: Any) -> bool:
    """Sickles and mistletoes cannot be led: the list shows it when Gaia's trick is won."""
    only = all(one in m.SPECIALS for one in self.hand)
    return bool(was(self, card, domain)) and (domain is not None or card not in m.SPECIALS or only)


@fault("Trick.winning_play", 5, "specials-trick", kind=4)
def specials_to_the_last(m: Any, was: Any, self: Any) -> int:
    """A trick of special cards goes to whoever played last."""
    return int(was(self)) if self.domain else len(self.cards) - 1


@fault("Trick.winning_play", 5, "specials-trick", kind=4)
def specials_crash(m: Any, was: Any, self: Any) -> int:
    """The program dies of a trick of special cards."""
    follow = [card for card in self.cards if self.strength(card) >= 0]
    best: int = self.cards.index(max(follow, key=self.strength))
    return best


@fault("Trick.strength", 3, "trick-winner", kind=5)
def high_card_wins(m: Any, was: Any, self: Any, card: Any) -> int:
    """A high card of another domain wins."""
    return int(card.value)


@fault("Table.finish_trick", 3, "winner-leads", "trick-winner", kind=6)
def leader_stays(m: Any, was: Any, self: Any, trick: Any) -> None:
    """The trick is sorted by its winner, but the same seat leads again."""
    was(self, trick)
    if any(player.hand for player in self.players) and not self.pending and not self.has_lost(self.actor):
        self.to_act = trick.leader


@fault("Table.deal", 1, "gaia-leads", "clear-table", kind=6)
def dealer_leads(m: Any, was: Any, self: Any, pile: Any) -> None:
    """The dealer's neighbour leads the round, whoever holds Gaia."""
    was(self, pile)
    self.to_act = self.next_seat(self.dealer)


@fault("Player.must_follow", 2, "follow-domain", kind=18)
def stuck_without_the_domain(m: Any, was: Any, self: Any, domain: Any) -> bool:
    """Whoever has no card of the domain may play special cards only, and may be stuck."""
    return domain is not None


@fault("Table.legal_actions", 1, "gaia-domain", "legal-actions")
def gaia_only_held_domains(m: Any, was: Any, self: Any) -> Any:
    """Gaia is offered for the domains in her holder's hand only."""
    held = {card.domain for card in self.actor.hand} if self.to_act is not None else set()
    return [one for one in was(self) if one["type"] != "lead_gaia" or one["domain"] in held]


# --- stacks -----------------------------------------------------------------------------------------


@fault("Table.finish_trick", 3, "gaia-aside", kind=7)
def gaia_tops_a_stack(m: Any, was: Any, self: Any, trick: Any) -> None:
    """Gaia goes on top of the stack of the domain that she was led for, as a 0."""
    was(self, trick)
    if m.GAIA in trick.cards:
        self.aside.remove(m.GAIA)
        self.actor.display.setdefault(trick.domain, []).append(m.GAIA)


@fault("Table.finish_trick", 3, "sort-trick", "round-end", "round-points", kind=8)
def last_trick_not_sorted(m: Any, was: Any, self: Any, trick: Any) -> None:
    """The cards of the last trick go out of play and do not count."""
    if any(player.hand for player in self.players):
        was(self, trick)
        return
    self.to_act = self.next_seat(trick.leader, trick.winning_play())
    self.aside += trick.cards
    self.trick = None


@fault("Table.has_lost", 3, "fifth-domain", "round-lost", kind=9)
def fifth_domain_ignored(m: Any, was: Any, self: Any, player: Any) -> bool:
    """Nobody ever loses a round. One domain and one card each: the first trick completes it."""
    return False


@fault("Table.has_lost", 4, "fifth-domain", "fifth-domain-specials", kind=9)
def fifth_domain_after_the_specials(m: Any, was: Any, self: Any, player: Any) -> bool:
    """Whether all domains are there is looked at when the special cards have acted."""
    return not self.pending and bool(was(self, player))


@fault("Table.drop_pending", 4, "fifth-domain-specials", kind=9)
def specials_vanish_with_a_lost_round(m: Any, was: Any, self: Any) -> None:
    """The special cards of the trick that loses the round are in no place any more."""
    self.pending = []


@fault("Table.end_round", 3, "fifth-domain-ends-round", "game-end", kind=9)
def fifth_domain_ends_the_game(m: Any, was: Any, self: Any, loser: Any = None) -> None:
    """A lost round ends the game."""
    was(self, loser)
    if loser is not None and self.phase == "deal":
        self.phase, self.round = "over", self.round - 1


@fault("Table.place_sickle", 3, "sickle-no-stack", kind=13)
def sickle_without_a_stack_crashes(m: Any, was: Any, self: Any) -> bool:
    """The program dies when a sickle finds no stack."""
    if not self.actor.display:
        raise IndexError("list index out of range")
    return bool(was(self))


@fault("Table.place_sickle", 5, "sickle-tie", kind=14)
def tied_sickle_takes_the_first(m: Any, was: Any, self: Any) -> bool:
    """Of two equal highest stacks the first goes, and nobody is asked."""
    self.use_sickle(self.actor.highest()[0]) if self.actor.display else self.put_aside(m.SICKLE)
    return True


@fault("Player.highest", 5, "sickle", "sickle-tie")
def sickle_takes_the_lowest(m: Any, was: Any, self: Any) -> Any:
    """The sickle is laid on the stack with the lowest top."""
    least = min((self.top(domain).value for domain in self.display), default=0)
    return [domain for domain in self.stacks() if self.top(domain).value == least]


@fault("Table.use_sickle", 5, "sickle", "sort-trick")
def sickle_takes_one_card(m: Any, was: Any, self: Any, domain: Any) -> None:
    """The sickle takes the top card alone. A stack of two and a sickle in one trick: step 5."""
    stack = self.actor.display[domain]
    self.aside.append(stack.pop())
    if not stack:
        del self.actor.display[domain]
    self.put_aside(m.SICKLE)


@fault("Table.place_sickle", 6, "second-sickle")
def second_sickle_does_nothing(m: Any, was: Any, self: Any) -> bool:
    """Once a sickle of the trick has acted, the other is set aside. Two stacks, two sickles, Gaia: 5 players."""
    taken = m.SICKLE in self.aside[-1:] and len(self.aside) > 1 and self.aside[-2].domain is not None
    if taken and self.pending.count(m.SICKLE) == 1:
        self.put_aside(m.SICKLE)
        return True
    return bool(was(self))


@fault("Table.next_special", 6, "specials-order")
def mistletoes_first(m: Any, was: Any, self: Any) -> Any:
    """Mistletoes are placed before the sickles act. It needs two stacks, both specials and Gaia: 5 players."""
    return m.MISTLETOE if m.MISTLETOE in self.pending else m.SICKLE


@fault("Table.use_mistletoe", 4, "mistletoe", "mistletoe-own-stacks")
def mistletoe_on_top(m: Any, was: Any, self: Any, domain: Any) -> None:
    """A mistletoe goes on top of its stack."""
    self.pending.remove(m.MISTLETOE)
    self.actor.display[domain].append(m.MISTLETOE)


@fault("Table.place_mistletoe", 5, "mistletoe")
def mistletoe_not_asked(m: Any, was: Any, self: Any) -> bool:
    """A mistletoe goes under the first stack, and nobody is asked."""
    choice = self.actor.stacks()
    self.use_mistletoe(choice[0]) if choice else self.put_aside(m.MISTLETOE)
    return True


@fault("Table.place_mistletoe", 4, "mistletoe-own-stacks", "mistletoe")
def mistletoe_asked_for_one_stack(m: Any, was: Any, self: Any) -> bool:
    """The winner is asked where a mistletoe goes even with one stack."""
    if self.actor.display:
        self.phase = "mistletoe"
        return False
    return bool(was(self))


# --- rounds and points ------------------------------------------------------------------------------


@fault("Table.end_round", 3, "round-points", "round-end", kind=7)
def no_entry_for_zero(m: Any, was: Any, self: Any, loser: Any = None) -> None:
    """A round of 0 points is not written down."""
    was(self, loser)
    for player in self.players:
        if player.scores[-1] == 0:
            player.scores.pop()


@fault("Table.next_dealer", 3, "next-dealer", kind=7)
def zero_is_not_the_fewest(m: Any, was: Any, self: Any) -> int:
    """Whoever has 0 points is overlooked when the lowest scorer is looked for."""
    seats = [player.seat for player in self.players if player.scores[-1]]
    return min(seats, key=lambda seat: self.players[seat].scores[-1]) if seats else int(was(self))


@fault("Table.round_points", 3, "round-points", kind=13)
def nothing_won_is_lost(m: Any, was: Any, self: Any, player: Any, loser: Any) -> int:
    """Whoever has no stack scores -3."""
    return int(was(self, player, loser)) if player.display else -3


@fault("Table.next_dealer", 3, "dealer-tie", kind=14)
def dealer_tie_by_seat(m: Any, was: Any, self: Any) -> int:
    """Of several lowest scorers the first seat deals."""
    return min(range(self.seats), key=lambda seat: self.players[seat].scores[-1])


@fault("Table.winners", 3, "winners", kind=14)
def one_winner(m: Any, was: Any, self: Any) -> Any:
    """Of several winners the first seat alone is told."""
    winners = was(self)
    return winners and winners[:1]


@fault("Table.end_round", 3, "next-dealer")
def dealer_stays(m: Any, was: Any, self: Any, loser: Any = None) -> None:
    """The deal never passes on."""
    dealer = self.dealer
    was(self, loser)
    self.dealer = dealer


@fault("Player.stack_points", 4, "round-points")
def all_cards_count(m: Any, was: Any, self: Any) -> int:
    """All cards of a stack score, not only the top one."""
    return sum(card.value for stack in self.display.values() for card in stack if card.domain)


@fault("Table.round_points", 3, "round-lost")
def lost_round_scores_minus_two(m: Any, was: Any, self: Any, player: Any, loser: Any) -> int:
    """A lost round costs 2 points."""
    return -2 if player is loser else int(was(self, player, loser))


@fault("Table.round_points", 7, "round-points", "round-lost")
def nobody_else_scores_in_a_lost_round(m: Any, was: Any, self: Any, player: Any, loser: Any) -> int:
    """When a round is lost, the others score nothing. One must have a stack, another then get two domains: step 7."""
    return 0 if loser is not None and player is not loser else int(was(self, player, loser))


@fault("Player.total", 6, "winners", "round-points")
def last_round_alone_counts(m: Any, was: Any, self: Any) -> int:
    """The total is what the last round gave. It shows when the second round is over: 3 + 3 steps."""
    return self.scores[-1] if self.scores else 0


@fault("Table.end_round", 3, "game-end")
def dealer_moves_after_the_last_round(m: Any, was: Any, self: Any, loser: Any = None) -> None:
    """A next dealer is named although the game is over."""
    was(self, loser)
    if self.phase == "over":
        self.dealer = self.next_dealer()


@fault("Table.has_lost", 6, "fifth-domain", "fifth-domain-ends-round")
def lost_with_one_domain_missing(m: Any, was: Any, self: Any, player: Any) -> bool:
    """A round is lost with four of five domains: with five players Gaia's trick can bring them, step 6."""
    return len(player.display) >= min(4, self.rules.domains)


@fault("Table.settle_one", 3, "round-end")
def last_card_is_not_played(m: Any, was: Any, self: Any) -> bool:
    """The round ends when each has one card left."""
    placed = not self.trick and not self.pending and not self.has_lost(self.actor)
    if placed and {len(player.hand) for player in self.players} == {1} and self.rules.hand_size > 1:
        self.end_round()
        return False
    return bool(was(self))


@fault("Table.end_round", 3, "clear-table")
def aside_cleared_at_the_end(m: Any, was: Any, self: Any, loser: Any = None) -> None:
    """What lies aside is taken away as soon as a round ends."""
    was(self, loser)
    self.aside = []


@fault("Table.end_round", 3, "clear-table")
def hands_cleared_at_the_end(m: Any, was: Any, self: Any, loser: Any = None) -> None:
    """What is left in hand is taken away as soon as a round is lost."""
    was(self, loser)
    for player in self.players:
        player.hand = []


@fault("Table.end_round", 3, "clear-table")
def stacks_cleared_at_the_end(m: Any, was: Any, self: Any, loser: Any = None) -> None:
    """Stacks are taken away as soon as a round has been scored."""
    was(self, loser)
    for player in self.players:
        player.display = {}


@fault("Table.end_round", 3, "clear-table")
def choice_forgotten_at_the_end(m: Any, was: Any, self: Any, loser: Any = None) -> None:
    """Under the sun and moon, the lowest card counts again as soon as a round ends."""
    was(self, loser)
    self.top = "lowest"


# --- the deal ---------------------------------------------------------------------------------------


@fault("Rules.usual_hand", 1, "hand-size", kind=10)
def twelve_for_five(m: Any, was: Any, players: int) -> int:
    """Five players get 12 cards."""
    return {5: 12}.get(players) or int(was(players))


@fault("Table.deal", 1, "undealt", kind=10)
def undealt_not_aside(m: Any, was: Any, self: Any, pile: Any) -> None:
    """The cards left after the deal are nowhere."""
    was(self, pile)
    self.aside = []


@fault("Rules.read", 1, "deck", "pile", kind=11)
def one_mistletoe(m: Any, was: Any, data: Any) -> Any:
    """The deck has one mistletoe, unless the rules say how many."""
    return was({"mistletoes": 1, **data} if isinstance(data, dict) and "players" in data else data)


@fault("Table.lead_gaia", 2, "sun-and-moon", kind=12)
def always_highest(m: Any, was: Any, self: Any, domain: Any, top: Any) -> None:
    """The highest card goes on top for everybody, variant or not."""
    was(self, domain, top if self.rules.sun_and_moon else "highest")


@fault("Table.clear", 4, "sun-and-moon", "clear-table", kind=12)
def choice_stays(m: Any, was: Any, self: Any) -> None:
    """Who leads Gaia chooses for all later rounds too, until someone chooses again."""
    top = self.top
    was(self)
    self.top = top


@fault("Table.arrange", 4, "top-card", "stack-order", "sun-and-moon", kind=12)
def choice_without_effect(m: Any, was: Any, self: Any, cards: Any) -> Any:
    """The choice is shown, but the lowest card goes on top all the same."""
    return sorted(cards, key=m.rank, reverse=True)


@fault("Table.clear", 4, "clear-table", "deal-order", kind=24)
def hands_kept(m: Any, was: Any, self: Any) -> None:
    """New cards are dealt to the hands that are left of the last round."""
    hands = [list(player.hand) for player in self.players]
    was(self)
    for player, hand in zip(self.players, hands, strict=True):
        player.hand[:] = hand


@fault("Player.clear", 4, "clear-table", kind=24)
def stacks_kept(m: Any, was: Any, self: Any) -> None:
    """The stacks of the last round stay."""
    self.hand.clear()


@fault("Table.deal_hands", 1, "deal-order")
def dealer_first(m: Any, was: Any, self: Any) -> None:
    """The dealer gets the first card."""
    for i in range(self.seats * self.rules.hand_size):
        self.players[self.next_seat(self.dealer, i)].receive(self.deck.draw())


@fault("Table.deal_hands", 1, "deal-order")
def dealt_in_packets(m: Any, was: Any, self: Any) -> None:
    """Each seat gets its whole hand at once."""
    for i in range(self.seats * self.rules.hand_size):
        seat = self.next_seat(self.dealer, 1 + i // self.rules.hand_size)
        self.players[seat].receive(self.deck.draw())


@fault("Table.deal_hands", 4, "deal-order", "next-dealer", "dealer-tie")
def dealt_from_seat_one(m: Any, was: Any, self: Any) -> None:
    """Dealing begins at the first dealer's left in every round."""
    for i in range(self.seats * self.rules.hand_size):
        self.players[self.next_seat(self.rules.first_dealer, 1 + i)].receive(self.deck.draw())


# --- what is refused, listed and seen ---------------------------------------------------------------


@fault("Player.may_play", 2, "follow-domain", kind=22)
def nobody_must_follow(m: Any, was: Any, self: Any, card: Any, domain: Any) -> bool:
    """Any card may be played. Its list of actions shows it as soon as Gaia is led."""
    return True


@fault("Table.check_turn", 1, "turn-order", kind=22)
def out_of_turn_taken(m: Any, was: Any, self: Any, kind: Any, seat: Any) -> None:
    """Anybody may act for whoever is to act, and deal."""


@fault("Table.check_pile", 1, "pile", kind=22)
def gaia_anywhere(m: Any, was: Any, self: Any, pile: Any) -> None:
    """Gaia may lie in the lower half of the pile."""
    if not self.deck.is_whole(pile):
        raise m.Illegal("bad-deal")


@fault("Table.must_lead_gaia", 1, "gaia-leads", kind=22)
def gaia_not_forced(m: Any, was: Any, self: Any) -> bool:
    """Whoever has other cards may keep Gaia for later. Its list of actions shows it after the deal."""
    return len(self.actor.hand) == 1 and bool(was(self))


@fault("Table.check_play", 3, "refusal-order", kind=22)
def refused_card_is_gone(m: Any, was: Any, self: Any, card: Any) -> None:
    """A card that does not follow is refused, and is gone from the hand afterwards."""
    try:
        was(self, card)
    except m.Illegal as refusal:
        if refusal.code == "must-follow-domain":
            self.actor.hand.remove(card)
        raise


@fault("Table.check_phase", 1, "refusal-order", "phases", "game-over")
def turn_before_phase(m: Any, was: Any, self: Any, kind: Any) -> None:
    """A wrong type of action is called out of turn."""
    if self.phase != "over" and kind not in m.TYPES_OF_PHASE[self.phase]:
        raise m.Illegal("out-of-turn")
    was(self, kind)


@fault("Rules.check", 1, "small-worlds")
def gaia_may_stay_undealt(m: Any, was: Any, self: Any) -> None:
    """Worlds with hands so small that Gaia could stay undealt are taken."""
    try:
        was(self)
    except m.BadRules as problem:
        if "Gaia" not in str(problem) or self.players * self.hand_size > sum(
            (self.domains * self.values, self.sickles, self.mistletoes, 1)
        ):
            raise


@fault("Table.view", 3, "hidden-hands", kind=19)
def hands_open_at_the_end(m: Any, was: Any, self: Any, seat: int) -> Any:
    """Once a round is over, everybody is shown all hands."""
    view = was(self, seat)
    shown = self.phase in ("deal", "over") and any(player.scores for player in self.players)
    return {**view, "hands": [m.tokens(player.hand) for player in self.players]} if shown else view


@fault("Table.view", 1, "hidden-hands", kind=19)
def hand_of_the_actor(m: Any, was: Any, self: Any, seat: int) -> Any:
    """Everybody is shown the hand of whoever is to act."""
    return was(self, seat) if self.to_act is None else {**was(self, seat), "hand": m.tokens(self.actor.hand)}


@fault("Table.view", 1, "undealt-hidden", kind=19)
def aside_open(m: Any, was: Any, self: Any, seat: int) -> Any:
    """The cards aside are shown one by one."""
    return {**was(self, seat), "aside": m.sorted_tokens(self.aside)}


@fault("Table.view", 3, "closed-stacks", kind=19)
def stacks_open(m: Any, was: Any, self: Any, seat: int) -> Any:
    """The own stacks can be looked through."""
    stacks = {domain: m.tokens(cards) for domain, cards in self.players[seat].display.items()}
    return {**was(self, seat), "displays": stacks} if stacks else was(self, seat)
