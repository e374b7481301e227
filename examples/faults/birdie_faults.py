"""Faults in Birdie. The numbers of kinds are those of the table in docs/verification.md.

How short a game can be, with 2 players: a deal is step 1; both pass: scoring begins after step 3; both end it:
round 2 is laid out after step 5, and the game is over after step 9. A pair laid is four steps (take_pair, lay, lay,
end_turn), so a row of two can be scored from step 8 on (deal, 4, pass, pass or, with a limit to lone turns, pass and 4,
end_scoring), a row of three from step 9 on. In the smallest world, 20 cards, nothing is left to draw after the deal.
"""

from __future__ import annotations

from typing import Any

from planting import Fault, planter

FAULTS: list[Fault] = []
fault = planter("birdie", FAULTS)


# --- setting up -------------------------------------------------------------------------------------


@fault("Rules.read", 1, "deck", "deal", kind=11)
def five_copies(m: Any, was: Any, data: Any) -> Any:
    """There are five copies of each card, unless the rules say how many."""
    return was({"copies": 5, **data} if isinstance(data, dict) and "players" in data else data)


@fault("Deck.split", 1, "halves", "odd-half", kind=10)
def no_halves(m: Any, was: Any, self: Any, pile: Any) -> Any:
    """Two players play each round with the whole pile."""
    self.other_half = pile
    return pile


@fault("Deck.split", 1, "odd-half", "halves", kind=10)
def larger_half_first(m: Any, was: Any, self: Any, pile: Any) -> Any:
    """Of an odd number of cards round 1 gets the larger half."""
    half = (len(pile) + 1) // 2
    self.other_half = pile[half:]
    return pile[:half]


@fault("Deck.build", 1, "under-stop", "stop-pile", kind=10)
def three_under_stop(m: Any, was: Any, self: Any, pile: Any) -> None:
    """Three cards lie under the stop card whatever the number of players."""
    was(self, pile)
    while self.above and len(self.under_stop) < 3:
        self.under_stop.insert(0, self.above.pop())
    while len(self.under_stop) > 3:
        self.above.append(self.under_stop.pop(0))


@fault("Deck.build", 1, "stop-pile", "deal-order")
def stop_pile_upside_down(m: Any, was: Any, self: Any, pile: Any) -> None:
    """The stop card lies over the top cards of the pile: those are not used."""
    self.under_stop = pile[: self.rules.players]
    self.above = m.deque(pile[self.rules.players :])
    self.stop_revealed = False


@fault("Table.deal_hands", 1, "deal-order")
def hands_two_by_two(m: Any, was: Any, self: Any) -> None:
    """Each seat gets its two cards at once."""
    for i in range(m.HAND * self.seats):
        self.players[self.next_seat(self.starter(), i // m.HAND)].receive(self.deck.draw())


@fault("Table.starter", 5, "starter", kind=6)
def seat_zero_starts_again(m: Any, was: Any, self: Any) -> int:
    """Whoever started round 1 starts round 2."""
    return int(self.rules.starters[0])


@fault("Player.clear", 5, "table-cleared", kind=24)
def hand_kept(m: Any, was: Any, self: Any) -> None:
    """Hands are carried over into round 2."""
    self.pile.clear()
    self.passed = None


@fault("Player.clear", 5, "table-cleared", kind=24)
def passed_kept(m: Any, was: Any, self: Any) -> None:
    """Who passed in round 1 is out of round 2 as well."""
    self.hand.clear()
    self.pile.clear()


@fault("Player.clear", 5, "table-cleared")
def board_cleared(m: Any, was: Any, self: Any) -> None:
    """Boards are wiped between the rounds."""
    was(self)
    self.board = m.Board()


# --- turns ------------------------------------------------------------------------------------------


@fault("Table.remove_displayed", 2, "which-copy", kind=2)
def last_copy_taken(m: Any, was: Any, self: Any, card: Any) -> None:
    """Of several copies the rightmost is taken."""
    del self.display[len(self.display) - 1 - self.display[::-1].index(card)]


@fault("Player.is_in", 3, "turn-order", "last-player", "round-end", kind=7)
def zero_is_still_in(m: Any, was: Any, self: Any) -> bool:
    """Who passed for 0 points counts as still in."""
    return not self.passed


@fault("Table.finish_turn", 2, "stop-card", "round-end", kind=9)
def stop_card_ends_the_round(m: Any, was: Any, self: Any) -> None:
    """The round is over as soon as the stop card comes up."""
    was(self)
    if self.deck.stop_revealed and self.phase == "turn":
        self.start_scoring()


@fault("Deck.draw_or_stop", 2, "stop-card", "refill", kind=17)
def drawn_beyond_the_stop_card(m: Any, was: Any, self: Any) -> Any:
    """When nothing lies above the stop card, the cards under it are drawn."""
    if not self.above and self.under_stop:
        return self.under_stop.pop(0)
    return was(self)


@fault("Deck.draw_or_stop", 2, "stop-card", "refill", kind=17)
def refill_crashes(m: Any, was: Any, self: Any) -> Any:
    """The program dies when nothing is left to draw."""
    return self.above.popleft()


@fault("Table.refill", 2, "stop-card", kind=9)
def stop_card_too_early(m: Any, was: Any, self: Any) -> None:
    """The stop card comes up when the last card above it is drawn. One is left to draw of 22 or 23 cards."""
    was(self)
    self.deck.stop_revealed = not self.deck.above


@fault("Table.refill", 2, "refill")
def refilled_from_the_left(m: Any, was: Any, self: Any) -> None:
    """New cards go to the left of the old."""
    old = list(self.display)
    was(self)
    self.display = self.display[len(old) :] + old


@fault("Table.check_phase", 5, "must-pass", "pass", kind=18)
def no_pass_without_display(m: Any, was: Any, self: Any, kind: Any) -> None:
    """Nobody may pass while there is no card to take: four takes empty the display, and then the list is empty."""
    was(self, kind)
    if kind == "pass" and not self.display:
        raise m.Illegal("wrong-phase")


@fault("Table.take", 2, "take-one", "hand-with-pair")
def taken_card_is_laid(m: Any, was: Any, self: Any, card: Any) -> None:
    """A single card goes onto the pile."""
    self.remove_displayed(card)
    self.actor.pile.append(card)
    self.finish_turn()


@fault("Table.lay", 4, "lay", "pile-fixed")
def laid_under_the_pile(m: Any, was: Any, self: Any, card: Any) -> None:
    """Cards are laid under the pile."""
    self.source_of(card).remove(card)
    self.actor.pile.insert(0, card)


@fault("Table.source_of", 3, "which-copy", "lay")
def laid_from_the_hand_first(m: Any, was: Any, self: Any, card: Any) -> Any:
    """A card that is in the pair and in the hand is laid from the hand."""
    return self.actor.hand if card in self.actor.hand else self.pair


@fault("Table.may_lay_now", 2, "pair-first", kind=12)
def free_order_ignored(m: Any, was: Any, self: Any, card: Any) -> bool:
    """The pair must always lie first, whatever the rules say. The list shows it once a pair is taken."""
    return card in self.pair or not self.pair


@fault("Table.may_lay_now", 2, "pair-first", kind=22)
def any_order_taken(m: Any, was: Any, self: Any, card: Any) -> bool:
    """The hand's cards may always be laid before the pair."""
    return True


@fault("Table.check_end_turn", 2, "end-turn", kind=22)
def turn_ends_early(m: Any, was: Any, self: Any) -> None:
    """The turn may end before the pair lies."""


@fault("Table.pass_points", 2, "pass-points")
def passing_counts_oneself(m: Any, was: Any, self: Any) -> int:
    """Passing gives a point for oneself, too."""
    return len(self.active())


@fault("Table.go_on", 2, "turn-order")
def the_other_way_round(m: Any, was: Any, self: Any) -> None:
    """Turns go anticlockwise: with three players the second turn shows it."""
    for steps in range(self.seats - 1, -1, -1):
        player = self.players[self.next_seat(self.actor.seat, steps)]
        if player.is_in():
            self.phase, self.to_act = "turn", player.seat
            return
    self.start_scoring()


@fault("Table.count_lone_turn", 3, "last-player", kind=12)
def no_limit_to_lone_turns(m: Any, was: Any, self: Any) -> None:
    """A lone player plays on, whatever the rules say."""


@fault("Table.count_lone_turn", 3, "last-player", "pass-points")
def lone_turn_gives_a_point(m: Any, was: Any, self: Any) -> None:
    """Whoever is stopped after lone turns gets a point."""
    was(self)
    if self.alone and self.alone == self.rules.lone_turns and self.actor.passed == 0:
        self.actor.passed = 1


@fault("Table.start_scoring", 3, "table-cleared", "round-end")
def display_cleared_for_scoring(m: Any, was: Any, self: Any) -> None:
    """What is displayed is taken away when scoring begins."""
    was(self)
    self.display = []


@fault("Table.start_scoring", 3, "table-cleared", "round-end")
def passes_cleared_for_scoring(m: Any, was: Any, self: Any) -> None:
    """Who has passed is forgotten when scoring begins."""
    was(self)
    for player in self.players:
        player.passed = None


@fault("Table.go_on", 2, "round-end", "last-player")
def round_ends_with_one_player_left(m: Any, was: Any, self: Any) -> None:
    """Whoever is left alone passes at once."""
    if len(self.active()) == 1 and self.rules.lone_turns is None:
        self.active()[0].passed = 0
    was(self)


# --- sets -------------------------------------------------------------------------------------------


@fault("Table.start_scoring", 3, "scoring-order", "round-end", kind=6)
def seat_zero_scores_first(m: Any, was: Any, self: Any) -> None:
    """Seat 0 scores first, whoever started."""
    was(self)
    self.to_act = 0


@fault("Table.start_scoring", 6, "scoring-order", "end-scoring", kind=13)
def nothing_laid_nothing_asked(m: Any, was: Any, self: Any) -> None:
    """Whoever has laid nothing is left out at the start of scoring. Pass, then a lone turn with a pair: step 6."""
    was(self)
    for steps in range(self.seats):
        if self.players[self.next_seat(self.starter(), steps)].pile:
            self.to_act = self.next_seat(self.starter(), steps)
            return


@fault("Table.end_scoring", 9, "set-points", "end-scoring", kind=8)
def last_set_lost(m: Any, was: Any, self: Any) -> None:
    """The last set of a seat is forgotten when it ends its scoring."""
    if self.last_end and self.actor.board.sets:
        self.actor.board.sets.popitem()
    was(self)


@fault("Table.check_set", 8, "set-choice", kind=15)
def only_whole_runs(m: Any, was: Any, self: Any, start: int, length: int, category: str) -> None:
    """A set must be as long as its run. A row of three is there after step 8, and the list shows it."""
    was(self, start, length, category)
    row = self.actor.pile
    if start + length < len(row) and row[start + length].belongs_to(category):
        raise m.Illegal("set-mixed")


@fault("Table.candidate_sets", 7, "set-choice", "legal-actions", kind=15)
def one_category_offered(m: Any, was: Any, self: Any) -> Any:
    """Of a run that has both species and season in common the species alone is offered."""
    seen = set()
    for action in was(self):
        if (action["start"], action["length"]) not in seen:
            seen.add((action["start"], action["length"]))
            yield action


@fault("Table.overlaps", 9, "set-disjoint", kind=16)
def card_in_two_sets(m: Any, was: Any, self: Any, start: int) -> bool:
    """A card may count in two sets: a pair of equal cards as species, then, refused, as season."""
    return False


@fault("Table.is_uniform", 8, "set-uniform", kind=22)
def mixed_sets_taken(m: Any, was: Any, self: Any, start: int, length: int, category: str) -> bool:
    """It is enough that the first and the last card of a set belong to the category: a row of three."""
    row = self.actor.pile[start : start + length]
    return bool(row[0].belongs_to(category) and row[-1].belongs_to(category))


@fault("Table.is_scored", 10, "category-once")
def category_scored_again(m: Any, was: Any, self: Any, category: str) -> bool:
    """A category may be scored again. Four of a kind: pair and hand are six steps, so step 10 scores a first two."""
    return False


@fault("Table.shortest_set", 4, "set-run", kind=22)
def single_cards_score(m: Any, was: Any, self: Any) -> int:
    """A single card is a set. As scoring begins, a set of one outside the empty row is refused as that."""
    return 1


@fault("Board.set_points", 8, "set-points")
def first_card_does_not_count(m: Any, was: Any, length: int) -> int:
    """A set gives a point less than it has cards."""
    return length - 1


@fault("Board.write_set", 8, "set-cross")
def cross_for_each_card(m: Any, was: Any, self: Any, category: str, length: int) -> None:
    """A set earns a cross for each of its cards."""
    was(self, category, length)
    self.crosses += length - 1


# --- abilities --------------------------------------------------------------------------------------


@fault("Table.use_ability", 4, "ability-cost")
def ability_for_nothing(m: Any, was: Any, self: Any, species: str, discard: Any) -> None:
    """The card that pays for an ability stays in the hand."""
    was(self, species, discard)
    self.actor.receive(discard)


@fault("Player.clear", 6, "ability-once", "table-cleared")
def ability_again_in_round_two(m: Any, was: Any, self: Any) -> None:
    """Abilities are fresh in round 2: three steps, one ability, two ends."""
    was(self)
    self.board.abilities_used.clear()


@fault("Table.abilities_open", 8, "ability-timing", kind=22)
def ability_after_a_set(m: Any, was: Any, self: Any) -> bool:
    """Abilities may be used after a set. The list shows it once a set is scored."""
    return True


@fault("Table.can_take_effect", 3, "ability-effect", kind=22)
def ability_without_effect(m: Any, was: Any, self: Any, effect: str) -> bool:
    """An ability may be used where its effect cannot be carried out: the list shows it as scoring begins."""
    return True


@fault("Table.move_card", 9, "effect-move")
def moved_to_the_gap_before(m: Any, was: Any, self: Any, old: int, new: int) -> None:
    """The place to move to is counted before the card is taken out."""
    row = self.actor.pile
    card = row.pop(old)
    row.insert(new if new < old else new - 1, card)


@fault("Table.swap_cards", 10, "effect-swap")
def swapped_with_the_left(m: Any, was: Any, self: Any, at: int) -> None:
    """A card changes places with its left neighbour. In a row of two that is the same: a row of three."""
    row = self.actor.pile
    row[at], row[at - 1] = row[at - 1], row[at]


@fault("Table.remove_card", 8, "effect-remove")
def removed_into_the_hand(m: Any, was: Any, self: Any, at: int) -> None:
    """The removed card goes into the hand. After a lone take, one ability inserts a card and another removes it."""
    self.actor.receive(self.actor.pile.pop(at))


@fault("Table.insert_card", 9, "effect-insert", kind=7)
def inserted_at_zero_goes_last(m: Any, was: Any, self: Any, card: Any, at: int) -> None:
    """Place 0 is taken for no place: the card goes to the end. The row must have a card."""
    was(self, card, at or len(self.actor.pile))


@fault("Table.use_ability", 4, "ability-once")
def ability_without_effect_not_marked(m: Any, was: Any, self: Any, species: str, discard: Any) -> None:
    """An ability that does nothing does not count as used."""
    was(self, species, discard)
    if self.effect is None:
        self.actor.board.abilities_used.discard(species)


@fault("Table.can_edit", 8, "effect-insert")
def not_inserted_at_the_end(m: Any, was: Any, self: Any, edit: Any) -> bool:
    """A card cannot be inserted at the right end of a row. The list shows it after 4 steps for the row, 2 passes, 1."""
    at_end = edit["kind"] == "insert" and edit["at"] == len(self.actor.pile) > 0
    return bool(was(self, edit)) and not at_end


# --- trophies, points, the end ----------------------------------------------------------------------


@fault("Table.award", 15, "trophy-tie", "trophy", kind=14)
def trophy_to_the_first(m: Any, was: Any, self: Any, species: str) -> None:
    """Of several with most points the first gets the trophy. Two rows: two pairs, two sets: step 15."""
    points = [player.board.sets.get(species, 0) for player in self.players]
    if max(points):
        self.trophies[species] = points.index(max(points))


@fault("Table.award", 5, "trophy-tie", "trophy", kind=14)
def trophy_for_nothing(m: Any, was: Any, self: Any, species: str) -> None:
    """Where nobody has points for a species the first seat gets its trophy."""
    points = [player.board.sets.get(species, 0) for player in self.players]
    if points.count(max(points)) == 1 or not any(points):
        self.trophies[species] = points.index(max(points))


@fault("Table.award", 13, "trophy", kind=8)
def trophies_in_round_one_only(m: Any, was: Any, self: Any, species: str) -> None:
    """Round 2 gives no trophies. Round 1 takes 5 steps; pass, a lone pair, an end, a set, an end: 8 more."""
    if self.round == 1:
        was(self, species)


@fault("Table.award", 17, "trophy-tie", "trophy")
def trophy_lost_in_a_tie(m: Any, was: Any, self: Any, species: str) -> None:
    """Who is caught up loses the trophy. Each scores in one of the rounds: 1 + 8 + 8 steps."""
    points = [player.board.sets.get(species, 0) for player in self.players]
    self.trophies[species] = points.index(max(points)) if points.count(max(points)) == 1 else None


@fault("Table.trophy_value", 13, "trophy-value", "total")
def trophy_always_three(m: Any, was: Any, self: Any, player: Any) -> int:
    """A trophy is worth 3, whatever the rules say. Won in round 1 (9 steps), it counts 4 steps later."""
    return 3 * list(self.trophies.values()).count(player.seat)


@fault("Table.total", 2, "total")
def passes_do_not_count(m: Any, was: Any, self: Any, player: Any) -> int:
    """Points for passing are not in the total."""
    return int(was(self, player)) - int(player.board.pass_points)


@fault("Table.cross_value", 9, "cross-value", "total")
def crosses_from_one(m: Any, was: Any, self: Any, player: Any) -> int:
    """The table of crosses is read from the second entry on: no cross already has the value of one."""
    return int(self.rules.crosses[min(player.board.crosses + 1, 8)])


@fault("Table.winners", 9, "shared-win", "winner", kind=14)
def one_winner(m: Any, was: Any, self: Any) -> Any:
    """Of several winners the first seat alone is told."""
    winners = was(self)
    return winners and winners[:1]


@fault("Table.end_scoring", 4, "table-cleared", "end-scoring")
def hand_cleared_with_the_scoring(m: Any, was: Any, self: Any) -> None:
    """Whoever has scored discards the hand."""
    actor = self.actor
    was(self)
    if self.phase == "score":
        actor.hand = []


# --- what is refused and seen -----------------------------------------------------------------------


@fault("Table.check_turn", 1, "whose-action", kind=22)
def out_of_turn_taken(m: Any, was: Any, self: Any, kind: Any, seat: Any) -> None:
    """Anybody may act for whoever is to act, and deal."""


@fault("Table.check_set", 6, "refusal-order", "set-run")
def mixed_before_outside(m: Any, was: Any, self: Any, start: int, length: int, category: str) -> None:
    """Whether a set is of one category is looked at first. A row of one, inserted by step 5, and a set too short."""
    row = self.actor.pile[max(start, 0) : start + length]
    if row and not all(card.belongs_to(category) for card in row):
        raise m.Illegal("set-mixed")
    was(self, start, length, category)


@fault("Table.rows_open", 1, "hidden-piles", kind=19)
def piles_always_open(m: Any, was: Any, self: Any) -> bool:
    """Everybody is shown all piles at any time."""
    return True


@fault("Table.view", 1, "hidden-cards", "view", kind=19)
def draw_pile_open(m: Any, was: Any, self: Any, seat: int) -> Any:
    """Everybody is shown what will be drawn."""
    return {**was(self, seat), "draw_pile": m.tokens(self.deck.above)}


@fault("Table.view", 3, "hidden-cards", kind=19)
def hands_open_in_scoring(m: Any, was: Any, self: Any, seat: int) -> Any:
    """From scoring on everybody is shown all hands."""
    view = was(self, seat)
    return {**view, "hands": [m.tokens(player.hand) for player in self.players]} if self.rows_open() else view


@fault("Table.view", 2, "open-pair", "view")
def pair_hidden(m: Any, was: Any, self: Any, seat: int) -> Any:
    """The pair is shown to its owner alone."""
    return was(self, seat) if seat == self.to_act else {**was(self, seat), "pair": []}


@fault("Table.check_end_turn", 3, "refusal-order", "end-turn")
def refused_end_of_turn_gives_back(m: Any, was: Any, self: Any) -> None:
    """Whoever may not end the turn yet sees a card of the pair displayed again."""
    self.display.extend(self.pair[:1])
    was(self)
