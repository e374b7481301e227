"""Faults: what real card games shipped, planted in a copy of our rules, to see that the properties find it.

`python -m properties.faults` plants them one by one and prints which property found each, and where, in
every stage of the battery. Exit status 1 when one is not found by any. `python -m properties.faults
NAME…` plants those named only.

The numbers are those of the kinds of fault in the table of docs/verification.md. A fault is a piece of
code at the end of a module, where it takes the place of functions of that module, or (rarely) a text
that takes the place of another. A fault that no longer fits the source it is planted in is an error: it
must be planted anew, not forgotten.
"""

from __future__ import annotations

import argparse
import ast
import sys
import tempfile
from pathlib import Path

import attrs

from properties.battery import Found
from properties.birdie_faults import BIRDIE_FAULTS
from properties.copies import RULES, copy_library, run_battery
from properties.ending import run_command

__all__ = ["FAULTS", "Fault", "find", "fits", "main"]


@attrs.frozen
class Fault:
    """A fault, to be planted in one file of the library."""

    #: Number of the kind of fault.
    kind: int
    #: Its name.
    name: str
    #: The file, within the package.
    file: str
    #: Code for the end of the file. `was_x` in it is the function `x` as it stands there before.
    code: str = ""
    #: A text, which stands in the file once.
    old: str = ""
    #: What takes its place.
    new: str = ""

    def plant(self, package: Path) -> None:
        """Plant it in a copy of the package. LookupError when it does not fit there."""
        path = package / self.file
        path.write_text(self.changed(path.read_text(encoding="utf-8")), encoding="utf-8")

    def changed(self, source: str) -> str:
        """The source with the fault. LookupError when it does not fit."""
        if self.old:
            if source.count(self.old) != 1:
                raise LookupError(f"{self.name}: stands {source.count(self.old)} times in {self.file}: {self.old!r}")
            return source.replace(self.old, self.new)
        there, planted = _names(ast.parse(source)), ast.parse(self.code)
        replaced = [node.name for node in planted.body if isinstance(node, ast.FunctionDef)]
        if missing := [name for name in replaced if name not in there]:
            raise LookupError(f"{self.name}: {', '.join(missing)} is not in {self.file}")
        kept = "".join(f"was_{name} = {name}\n" for name in replaced)
        return f"{source}\n\n{_HELP[self.game]}{kept}\n{self.code}"

    @property
    def game(self) -> str:
        """The game whose battery is to find it."""
        return "birdie" if self.file.startswith("birdie/") else "druids"


#: What the code of a fault may call besides what its module has.
_HELP = {
    "druids": """
import attrs

def changed(state, **fields):
    from lexludi.druids.state import changed as now
    return now(state, **fields)

""",
    "birdie": """
import attrs

""",
}


def _names(tree: ast.Module) -> set[str]:
    """The names that a module defines or imports."""
    names: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom | ast.Import):
            names |= {alias.asname or alias.name for alias in node.names}
    return names


def _in(file: str, *faults: tuple[int, str, str]) -> tuple[Fault, ...]:
    return tuple(Fault(kind, name, file, code) for kind, name, code in faults)


FAULTS: tuple[Fault, ...] = (
    *_in(
        "druids/tricks.py",
        (
            1,
            "follow the last card, not the led one",
            """
def play(state, action):
    after = was_play(state, action)
    domain = action.card.domain or after.trick.domain
    return changed(after, trick=attrs.evolve(after.trick, domain=domain))
""",
        ),
        (
            2,
            "winner by place in the deck, not by value",
            """
def trick_winner(leader, led, laid):
    if led is None:
        return leader
    follow = [card for card in laid if card is GAIA or card.domain is led]
    best = max(follow, key=lambda card: card.index)
    return (leader + laid.index(best)) % len(laid)
""",
        ),
        (
            3,
            "a led special card leaves everybody free",
            """
def play(state, action):
    after = was_play(state, action)
    if state.trick is None:
        return after
    return changed(after, trick=attrs.evolve(after.trick, domain=state.trick.domain))
""",
        ),
        (
            3,
            "a special card may not be thrown when one could follow",
            """
def playable(hand, led):
    return tuple(card for card in hand if follows(card, hand, led))

def follows(card, hand, led):
    return led is None or card.domain is led or is_void(hand, led)
""",
        ),
        (
            4,
            "a trick of special cards goes to the last player",
            """
def trick_winner(leader, led, laid):
    return was_trick_winner(leader, led, laid) if led else (leader - 1) % len(laid)
""",
        ),
        (
            5,
            "a high card of another domain wins",
            """
def trick_winner(leader, led, laid):
    best = max(range(len(laid)), key=lambda place: laid[place].value)
    return (leader + best) % len(laid)
""",
        ),
        (
            12,
            "the variant is on for everybody",
            """
def top_after(said):
    return Top.HIGHEST if said is None else said
""",
        ),
        (
            18,
            "who is void and has no special card has nothing to play",
            """
def playable(hand, led):
    return tuple(card for card in hand if led is None or card.domain is led or card.is_special)
""",
        ),
    ),
    *_in(
        "druids/stacks.py",
        (
            2,
            "lowest of a trick by its text, so 10 before 2",
            """
def in_stack_order(cards, top):
    laid = sorted([card for card in cards if card.domain is not None], key=lambda card: card.token)
    return tuple(laid[::-1] if top is Top.LOWEST else laid)
""",
        ),
        (
            6,
            "the leader of a trick leads again",
            """
def win_trick(state):
    return changed(was_win_trick(state), to_act=state.trick.leader)
""",
        ),
        (
            12,
            "the variant is half wired: said, not done",
            """
def in_stack_order(cards, top):
    return was_in_stack_order(cards, Top.LOWEST)
""",
        ),
        (
            14,
            "of equal stacks the first in order goes, without asking",
            """
def highest_stacks(display):
    return was_highest_stacks(display)[:1]
""",
        ),
        (
            20,
            "a display is a list that its copies share",
            """
def sorted_onto(display, cards, top):
    return list(was_sorted_onto(display, cards, top))
""",
        ),
        (
            25,
            "a mistletoe goes on top",
            """
def place_mistletoe(state, action):
    after, at = was_place_mistletoe(state, action), action.domain.index
    display = after.displays[state.to_act]
    turned = replaced(display, at, (*display[at][1:], MISTLETOE))
    return changed(after, displays=replaced(after.displays, state.to_act, turned))
""",
        ),
        (
            25,
            "mistletoes before sickles",
            """
def specials_in_order(cards):
    return was_specials_in_order(cards)[::-1]
""",
        ),
        (
            25,
            "Gaia is lost with her trick",
            """
def win_trick(state):
    return changed(was_win_trick(state), aside=state.aside)
""",
        ),
        (
            25,
            "a sickle takes the lowest stack",
            """
def highest_stacks(display):
    least = min((stack[-1].value for stack in display if stack), default=0)
    return tuple(d for d in own_stacks(display) if display[d.index][-1].value == least)
""",
        ),
    ),
    *_in(
        "druids/setup.py",
        (
            6,
            "the dealer's neighbour leads a round, not Gaia's holder",
            """
def deal(state, action):
    return changed(was_deal(state, action), to_act=(state.dealer + 1) % state.rules.players)
""",
        ),
        (
            7,
            "Gaia on top, at 0, is taken for missing",
            """
def why_bad_deal(pile, rules):
    reason = was_why_bad_deal(pile, rules)
    return reason or (None if pile.index(GAIA) else "no GAIA in the pile")
""",
        ),
        (
            10,
            "hands dealt in packets",
            """
def dealt_hands(pile, dealer, rules):
    n, size = rules.players, rules.hand_size
    return tuple(canonical(pile[(s - dealer - 1) % n * size :][:size]) for s in range(n))
""",
        ),
        (
            11,
            "the undealt cards vanish",
            """
def undealt(pile, rules):
    return ()
""",
        ),
        (
            12,
            "what Gaia's leader said holds for the next rounds too",
            """
def deal(state, action):
    return changed(was_deal(state, action), top=state.top)
""",
        ),
        (
            21,
            "the variant is lost with each new deal",
            """
def deal(state, action):
    rules = attrs.evolve(state.rules, sun_and_moon=state.rules.sun_and_moon and state.round == 1)
    return changed(was_deal(state, action), rules=rules)
""",
        ),
        (
            24,
            "who leads is looked up in the hands of the round before",
            """
def deal(state, action):
    leads = next((seat for seat, hand in enumerate(state.hands) if GAIA in hand), 0)
    return changed(was_deal(state, action), to_act=leads)
""",
        ),
        (
            24,
            "a new round keeps the stacks of the last one",
            """
def deal(state, action):
    return changed(was_deal(state, action), displays=state.displays)
""",
        ),
    ),
    *_in(
        "druids/game.py",
        (
            7,
            "seat 0 taken for nobody",
            """
def due(state):
    return was_due(state) if state.trick is not None or state.to_act else None
""",
        ),
        (
            8,
            "the last trick is not won any more",
            """
def due(state):
    full = state.trick is not None and len(state.trick.cards) == state.rules.players
    return end_round if full and played_out(state.hands) else was_due(state)
""",
        ),
        (
            9,
            "a fifth domain ends nothing",
            """
def has_all_domains(display):
    return False
""",
        ),
        (
            9,
            "sickles act before the fifth domain is looked at",
            """
def due(state):
    if state.trick is None and state.pending and state.to_act is not None:
        return {0: lay_aside_special, 1: place_special_at_only_stack}.get(len(choosable(state)))
    return was_due(state)
""",
        ),
        (
            13,
            "a sickle without a stack leaves the game stuck",
            """
def due(state):
    step = was_due(state)
    return None if step is lay_aside_special else step
""",
        ),
        (
            19,
            "a refusal gives away a card of the seat to act",
            """
def verify(state, action, seat=None):
    refusal = was_verify(state, action, seat)
    if refusal is None or refusal.code != "out-of-turn" or state.to_act is None:
        return refusal
    return attrs.evolve(refusal, message=f"seat {state.to_act} with {state.hands[state.to_act][0]} is to act")
""",
        ),
        (
            22,
            "not following is accepted",
            """
def verify(state, action, seat=None):
    refusal = was_verify(state, action, seat)
    return None if refusal is not None and refusal.code == "must-follow-domain" else refusal
""",
        ),
        (
            22,
            "anybody may act for the seat to act",
            """
def verify(state, action, seat=None):
    return was_verify(state, action, seat if state.to_act is None else state.to_act)
""",
        ),
        (
            22,
            "any pile with Gaia on top may be dealt",
            """
def verify(state, action, seat=None):
    refusal = was_verify(state, action, seat)
    if refusal is None or refusal.code != "bad-deal":
        return refusal
    whole = len(action.pile) == state.rules.deck_size and str(action.pile[0]) == "GAIA"
    return None if whole else refusal
""",
        ),
        (
            22,
            "a sickle may take any stack",
            """
def verify(state, action, seat=None):
    refusal = was_verify(state, action, seat)
    return None if refusal is not None and refusal.code == "not-highest-stack" else refusal
""",
        ),
        (
            22,
            "out of turn is said before the wrong phase",
            """
def verify(state, action, seat=None):
    refusal = was_verify(state, action, seat)
    if refusal is None or refusal.code != "wrong-phase" or seat in (None, state.to_act):
        return refusal
    return Violation("druids/turn-order", "out-of-turn", "not your turn")
""",
        ),
        (
            22,
            "an action of the finished game is of the wrong phase",
            """
def verify(state, action, seat=None):
    refusal = was_verify(state, action, seat)
    if refusal is None or refusal.code != "game-over":
        return refusal
    return Violation("druids/phases", "wrong-phase", "nothing is awaited")
""",
        ),
        (
            25,
            "two equal cards in a hand are two actions",
            """
def legal_actions(state):
    actions = was_legal_actions(state)
    if state.to_act is None:
        return actions
    hand = state.hands[state.to_act]
    return tuple(a for action in actions for a in [action] * max(1, hand.count(getattr(action, "card", None))))
""",
        ),
    ),
    *_in(
        "druids/scoring.py",
        (
            7,
            "zero points taken for none",
            """
def next_dealer(points, dealer):
    return was_next_dealer(tuple(now or 99 for now in points), dealer)
""",
        ),
        (
            8,
            "the last round counts twice",
            """
def _scored(state, aside):
    after = was__scored(state, aside)
    if after.phase is not Phase.OVER:
        return after
    return changed(after, scores=tuple((*rounds[:-1], 2 * rounds[-1]) for rounds in after.scores))
""",
        ),
        (
            9,
            "the special cards of a lost round get lost",
            """
def lose_round(state):
    return changed(was_lose_round(state), aside=state.aside)
""",
        ),
        (
            13,
            "a player without a stack is charged as a loser",
            """
def points(display):
    return was_points(display) or ROUND_LOST
""",
        ),
        (
            14,
            "the lowest seat of equal ones deals",
            """
def next_dealer(points, dealer):
    return points.index(min(points))
""",
        ),
    ),
    *_in(
        "core/outcome.py",
        (
            14,
            "one winner only",
            """
def outcome_of(scores, reason):
    outcome = was_outcome_of(scores, reason)
    return attrs.evolve(outcome, winners=outcome.winners[:1])
""",
        ),
    ),
    *_in(
        "druids/events.py",
        (
            19,
            "the stack that a sickle takes is shown",
            """
def _seen(event, viewer):
    return event if isinstance(event, SickleTook) else was__seen(event, viewer)
""",
        ),
        (
            19,
            "the undealt cards are told",
            """
def _seen(event, viewer):
    return event if isinstance(event, LeftOver) else was__seen(event, viewer)
""",
        ),
        (
            19,
            "each deal tells the neighbour's hand",
            """
def _seen(event, viewer):
    return event if isinstance(event, Dealt) and event.seat == viewer + 1 else was__seen(event, viewer)
""",
        ),
    ),
    *_in(
        "druids/view.py",
        (
            19,
            "a counter gives away the cards aside",
            """
def view(state, seat):
    return attrs.evolve(was_view(state, seat), aside=sum(not card.is_special for card in state.aside))
""",
        ),
        (
            19,
            "a view shows the bottom of a stack of three",
            """
def view(state, seat):
    seen = was_view(state, seat)
    tops = tuple(tuple(s[0 if len(s) == 3 else -1] for s in display if s) for display in state.displays)
    return attrs.evolve(seen, tops=tops)
""",
        ),
        (
            19,
            "the last view opens all hands",
            """
def view(state, seat):
    seen = was_view(state, seat)
    return attrs.evolve(seen, hand_sizes=state.hands) if state.phase is Phase.OVER else seen
""",
        ),
    ),
    *_in(
        "druids/state.py",
        (
            20,
            "a state can be changed in place",
            """
State.__setattr__ = object.__setattr__
""",
        ),
    ),
    *_in(
        "druids/cards.py",
        (
            11,
            "one sickle in every deck",
            """
def deck(rules):
    cards = was_deck(rules)
    return tuple(card for at, card in enumerate(cards) if card is not SICKLE or SICKLE not in cards[:at])
""",
        ),
        (
            20,
            "a card loaded twice is two cards",
            """
Card.__reduce__ = lambda self: (Card, (self.token, self.domain, self.value, self.is_special, self.index))
""",
        ),
    ),
    *_in(
        "core/codec.py",
        (
            21,
            "a saved game forgets what Gaia's leader said",
            """
def to_json(x):
    told = was_to_json(x)
    return {**told, "top": "lowest"} if isinstance(told, dict) and "hands" in told and "top" in told else told
""",
        ),
        (
            21,
            "a saved game forgets the number of rounds",
            """
def to_json(x):
    told = was_to_json(x)
    if isinstance(told, dict) and isinstance(told.get("rules"), dict):
        told["rules"].pop("rounds", None)
    return told
""",
        ),
        (
            23,
            "files give domains and phases by their place",
            """
def register_enum(cls):
    members = list(cls)
    CONVERTER.register_structure_hook(cls, lambda value, _: members[value])
    CONVERTER.register_unstructure_hook(cls, members.index)
""",
        ),
        (
            23,
            "files may give domains and phases by their place too",
            """
def register_enum(cls):
    was_register_enum(cls)
    named, places = CONVERTER.get_structure_hook(cls), {str(at): member for at, member in enumerate(cls)}
    hook = lambda value, kind: places[value] if isinstance(value, str) and value in places else named(value, kind)
    CONVERTER.register_structure_hook(cls, hook)
""",
        ),
    ),
    Fault(
        10,
        "one card less for each player",
        "druids/rules.py",
        old="return 18 - self.players",
        new="return 17 - self.players",
    ),
    *[Fault(*fault) for fault in BIRDIE_FAULTS],
)


def find(fault: Fault, *, all_stages: bool = True) -> Found:
    """Plant one fault in a copy of the library, and tell what finds it, by stage."""
    with tempfile.TemporaryDirectory(prefix="lexludi-fault-") as name:
        fault.plant(copy_library(Path(name)))
        return run_battery(Path(name), machines=25, all_stages=all_stages, game=fault.game)


def fits() -> None:
    """Raise LookupError for the first fault that does not fit the source as it is."""
    for fault in FAULTS:
        compile(fault.changed((RULES / fault.file).read_text(encoding="utf-8")), fault.file, "exec")


def main(words: list[str]) -> int:
    """Plant the faults named, or all, and print what finds each."""
    parser = argparse.ArgumentParser(
        prog="python -m properties.faults", description="Plant faults in a copy of the rules."
    )
    parser.add_argument("names", nargs="*", metavar="FAULT", help="only these, by name")
    names = parser.parse_args(words).names
    chosen = [fault for fault in FAULTS if not names or fault.name in names]
    if unknown := set(names) - {fault.name for fault in FAULTS}:
        sys.stderr.write(f"no fault is called {', '.join(sorted(unknown))}\n")
        return 2
    missed = 0
    for number, fault in enumerate(chosen, start=1):
        found = find(fault)
        missed += not any(found.values())
        sys.stdout.write(f"{number}/{len(chosen)}  kind {fault.kind}: {fault.name}\n")
        for stage, first in found.items():
            told = "-" if first is None else f"{' '.join(first[0].split())[:160]}  [{first[1]}]"
            sys.stdout.write(f"    {stage:<9} {told}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{len(chosen) - missed} of {len(chosen)} planted faults found\n")
    return 1 if missed else 0


if __name__ == "__main__":
    run_command(lambda: main(sys.argv[1:]))
