"""Random playouts of Druids beside other card game libraries, in one run.

Every contender plays whole games through its public API. Whoever is to move picks among the legal
actions in the same cheap way (`actions[int(random() * len(actions))]`), the moves of players are
counted, and the time includes the dealing. In every round each contender has one slice of time and the order
is rotated, so that a machine that slows down slows them all; ratios are taken within a round.

    python benchmarks/peers.py
    python benchmarks/peers.py --only lexludi --only openspiel-hearts --rounds 3 --slice 0.5
    python benchmarks/peers.py --json peers.json

Nothing here asserts a time. A library that is not installed is listed as such.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, TypeAlias

from lexludi.core.writing import write_whole
from lexludi.extras import needs
from lexludi.scripts import add_json

try:
    from rich.console import Console
    from rich.table import Table
except ModuleNotFoundError:
    sys.stderr.write(f"{needs('the benchmark', 'bench')}\n")
    sys.exit(2)

Playout: TypeAlias = Callable[[Random], int]
"""Plays one whole game and returns how many moves the players made."""

SUBJECT = "lexludi"
SEED = 3
WARM_UP_SECONDS = 0.1
NARROWEST_TABLE = 140

NOTES = (
    "The games differ: a Druids move is not a hearts move. A ratio says how cheaply one can play, not who is better.",
    (
        "Players' moves are counted (in bridge and jass the calls too); deals and other chance moves are not, but "
        "their time is. Final scores are not asked for: only what playing computes anyway is in the time."
    ),
    (
        "lexludi is pure Python with states that never change, and checks every action. The peers change one state in "
        "place and take, for instance, a card that does not follow suit."
    ),
    "OpenSpiel's hearts, spades and oh_hell are a C++ engine driven from Python, one call for each card dealt.",
    (
        "OpenSpiel's python_* games are Python states called through its C++ interface: dominoes dealt to four hands "
        "and to two, liar's poker (bids only), and Kuhn poker (the only one with cards: three of them)."
    ),
    (
        "rlcard-bridge is the documented environment: each step extracts an observation of 573 numbers. "
        "rlcard-bridge-game drives the game object underneath, without it."
    ),
    (
        "jass-kit is Python on NumPy arrays: jass-kit plays as its arena and agents do, through observations; "
        "jass-kit-lean asks rule and state directly."
    ),
    (
        "Everybody is driven in the loop that its own documentation shows, with one cheap way of choosing for all; the "
        "rows called -lean make the fewest calls that the library bears, and leave out what a program that does not "
        "know the game must ask; in the row called -numpy chance is drawn as OpenSpiel's own example draws it."
    ),
    (
        "An interpreter built with profile-guided optimization runs Python faster, and drives C++ faster still: the "
        "ratios to OpenSpiel are lower there, to its Python games too, for they are called through C++."
    ),
)


# --- the contenders' games -------------------------------------------------------------------------------------------


def load_lexludi() -> Playout:
    """Druids, four players, through the public API."""
    druids: Any = import_module("lexludi.druids")
    rules = druids.Rules(players=4)
    start, is_over = druids.start, druids.is_over
    legal_actions, apply, shuffled = druids.legal_actions, druids.apply, druids.shuffled

    def playout(rng: Random) -> int:
        random = rng.random
        moves = 0
        state = start(rules)
        while not is_over(state):
            if actions := legal_actions(state):
                state = apply(state, actions[int(random() * len(actions))])
                moves += 1
            else:
                state = apply(state, shuffled(state, rng))
        return moves

    return playout


def load_openspiel(game_name: str) -> Playout:
    """One game of OpenSpiel, in the loop that its examples show, but for the draw at chance nodes."""
    new_state = _openspiel_states(game_name)

    def playout(rng: Random) -> int:
        random = rng.random
        moves = 0
        state = new_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()  # all equally likely in these games
                state.apply_action(outcomes[int(random() * len(outcomes))][0])
            else:
                actions = state.legal_actions(state.current_player())
                state.apply_action(actions[int(random() * len(actions))])
                moves += 1
        return moves

    return playout


def load_openspiel_numpy(game_name: str) -> Playout:
    """The same, with chance drawn by NumPy from outcomes and probabilities, as OpenSpiel's `example.py` does."""
    new_state = _openspiel_states(game_name)
    draw = import_module("numpy").random.default_rng(SEED).choice

    def playout(rng: Random) -> int:
        random = rng.random
        moves = 0
        state = new_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw(outcomes, p=probabilities))
            else:
                actions = state.legal_actions(state.current_player())
                state.apply_action(actions[int(random() * len(actions))])
                moves += 1
        return moves

    return playout


def _openspiel_states(game_name: str) -> Callable[[], Any]:
    pyspiel: Any = import_module("pyspiel")
    if game_name.startswith("python_"):
        import_module("open_spiel.python.games")  # registers them
    new_state: Callable[[], Any] = pyspiel.load_game(game_name).new_initial_state
    return new_state


def load_openspiel_lean(game_name: str) -> Playout:
    """The same with the fewest calls that this game bears: it deals all before the first move."""
    new_state = _openspiel_states(game_name)

    def playout(rng: Random) -> int:
        random = rng.random
        moves = 0
        state = new_state()
        legal_actions, apply_action, is_chance_node = state.legal_actions, state.apply_action, state.is_chance_node
        while is_chance_node():
            actions = legal_actions()
            apply_action(actions[int(random() * len(actions))])
        while actions := legal_actions():  # empty when the game is over, and only then
            apply_action(actions[int(random() * len(actions))])
            moves += 1
        return moves

    return playout


def load_rlcard_env() -> Playout:
    """RLCard's bridge as documented: the environment, with its observations."""
    rlcard: Any = import_module("rlcard")
    env = rlcard.make("bridge", config={"seed": SEED})
    reset, step = env.reset, env.step

    def playout(rng: Random) -> int:
        random = rng.random
        moves = 0
        state, _ = reset()
        while actions := state["raw_legal_actions"]:  # empty when the game is over, and only then
            state, _ = step(actions[int(random() * len(actions))])
            moves += 1
        return moves

    return playout


def load_rlcard_game() -> Playout:
    """RLCard's bridge without the environment: the game object alone."""
    rlcard: Any = import_module("rlcard")
    game = rlcard.make("bridge", config={"seed": SEED}).game
    init_game, step, legal_actions = game.init_game, game.step, game.judger.get_legal_actions

    def playout(rng: Random) -> int:
        random = rng.random
        moves = 0
        init_game()
        while actions := legal_actions():
            step(actions[int(random() * len(actions))])
            moves += 1
        return moves

    return playout


def load_jass() -> Playout:
    """One deal of Schieber with jass-kit as its arena and its agents play it: through observations."""
    util: Any = import_module("jass.game.game_util")
    rule = import_module("jass.game.rule_schieber").RuleSchieber()
    game_sim = import_module("jass.game.game_sim").GameSim
    import_module("numpy").random.seed(SEED)  # jass-kit deals with NumPy's global generator

    def playout(rng: Random) -> int:
        random = rng.random
        moves = 0
        sim = game_sim(rule)
        sim.init_from_cards(util.deal_random_hand(), int(random() * 4))
        while sim.state.trump == -1:
            actions = rule.get_valid_actions_from_obs(sim.get_observation()).nonzero()[0].tolist()
            sim.action(actions[int(random() * len(actions))])
            moves += 1
        while not sim.is_done():
            cards = rule.get_valid_cards_from_obs(sim.get_observation()).nonzero()[0].tolist()
            sim.action_play_card(cards[int(random() * len(cards))])
            moves += 1
        return moves

    return playout


def load_jass_lean() -> Playout:
    """The same without observations: rule and state asked directly."""
    util: Any = import_module("jass.game.game_util")
    rule = import_module("jass.game.rule_schieber").RuleSchieber()
    sim = import_module("jass.game.game_sim").GameSim(rule)
    import_module("numpy").random.seed(SEED)  # jass-kit deals with NumPy's global generator
    state, deal, is_done = sim.state, util.deal_random_hand, sim.is_done
    action, play_card = sim.action, sim.action_play_card
    valid_actions, valid_cards = rule.get_valid_actions_from_state, rule.get_valid_cards_from_state

    def playout(rng: Random) -> int:
        random = rng.random
        moves = 0
        sim.init_from_cards(deal(), int(random() * 4))
        while state.trump == -1:
            actions = valid_actions(state).nonzero()[0].tolist()
            action(actions[int(random() * len(actions))])
            moves += 1
        while not is_done():
            cards = valid_cards(state).nonzero()[0].tolist()
            play_card(cards[int(random() * len(cards))])
            moves += 1
        return moves

    return playout


# --- the field -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Contender:
    """A library and one of its games."""

    name: str
    load: Callable[[], Playout]
    #: The module whose absence means "not installed".
    module: str
    #: Its package, and the version that this benchmark was written against ("" for our own).
    distribution: str
    pin: str
    #: The ratio lexludi ÷ contender that the project asks of itself; told, never asserted.
    asked: float | None = None


def openspiel(game_name: str, asked: float | None = None, lean: bool = False) -> Contender:
    """Enter one of OpenSpiel's games."""
    name = f"openspiel-{game_name}{'-lean' if lean else ''}"
    load = load_openspiel_lean if lean else load_openspiel
    return Contender(name, partial(load, game_name), "pyspiel", "open-spiel", "2.0.2", asked)


CONTENDERS = (
    Contender(SUBJECT, load_lexludi, "lexludi", "lexludi", ""),
    openspiel("hearts", asked=0.4),
    openspiel("spades"),
    openspiel("oh_hell"),
    openspiel("hearts", lean=True),
    openspiel("python_team_dominoes", asked=8),
    Contender(
        "openspiel-python_team_dominoes-numpy",
        partial(load_openspiel_numpy, "python_team_dominoes"),
        "pyspiel",
        "open-spiel",
        "2.0.2",
        asked=8,
    ),
    openspiel("python_block_dominoes"),
    openspiel("python_liars_poker"),
    openspiel("python_kuhn_poker"),
    Contender("rlcard-bridge", load_rlcard_env, "rlcard", "rlcard", "1.2.0"),
    Contender("rlcard-bridge-lean", load_rlcard_game, "rlcard", "rlcard", "1.2.0"),
    Contender("jass-kit", load_jass, "jass", "jass-kit", "2.0.5", asked=3),
    Contender("jass-kit-lean", load_jass_lean, "jass", "jass-kit", "2.0.5"),
)


# --- playing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tally:
    """What one slice came to. Only whole games are played, so it may run a little over."""

    moves: int
    games: int
    seconds: float

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds


@dataclass(slots=True)
class Entry:
    """A contender in this run: its playout or why there is none, and its slices, one a round."""

    contender: Contender
    version: str
    playout: Playout | None
    status: str
    tallies: list[Tally] = field(default_factory=list)
    rng: Random = field(default_factory=lambda: Random(SEED))

    @property
    def rates(self) -> list[float]:
        """Moves a second, round by round."""
        return [tally.rate for tally in self.tallies]

    @property
    def moves_per_game(self) -> float:
        """The mean length of its games."""
        return sum(tally.moves for tally in self.tallies) / sum(tally.games for tally in self.tallies)


def play_for(playout: Playout, rng: Random, seconds: float) -> Tally:
    """Whole games, one after another, until `seconds` are over."""
    moves = games = 0
    begin = now = perf_counter()
    end = begin + seconds
    while now < end:
        moves += playout(rng)
        games += 1
        now = perf_counter()
    return Tally(moves, games, now - begin)


def lexludi_druids(rng: Random, seconds: float) -> Tally:
    """Play the library's own side alone, for a profiler."""
    return play_for(load_lexludi(), rng, seconds)


def installed_version(contender: Contender) -> str:
    """Look up the version of the contender's package, "" if it has none."""
    try:
        return version(contender.distribution)
    except PackageNotFoundError:
        return ""


def enter(contender: Contender) -> Entry:
    """Load a contender. What cannot be loaded stays in the list and says why."""
    playout: Playout | None = None
    try:
        playout = contender.load()
        status = "ok"
    except ModuleNotFoundError as error:
        absent = error.name == contender.module
        status = "not installed" if absent else f"failed to load: {error}"
    except Exception as error:  # a broken peer must not end the run of the others
        status = f"failed to load: {error!r}"
    return Entry(contender, installed_version(contender), playout, status)


def take_turn(entry: Entry, seconds: float) -> Tally | None:
    """One slice for one contender; a contender that fails is out of the run and keeps the reason."""
    if entry.playout is None:
        return None
    gc.collect()
    try:
        return play_for(entry.playout, entry.rng, seconds)
    except Exception as error:
        entry.status = f"failed: {error!r}"
        entry.playout = None
        entry.tallies.clear()
        return None


def play_rounds(entries: Sequence[Entry], rounds: int, seconds: float, tell: Callable[[str], None]) -> None:
    """All rounds: everybody once in each, the first place passed on."""
    for entry in entries:
        take_turn(entry, WARM_UP_SECONDS)
    gc.collect()
    gc.freeze()  # what the libraries loaded must not slow the collections of the others
    for number in range(rounds):
        first = number % len(entries)
        for entry in (*entries[first:], *entries[:first]):
            tell(f"round {number + 1} of {rounds}: {entry.contender.name}")
            tally = take_turn(entry, seconds)
            if tally is not None:
                entry.tallies.append(tally)


# --- telling ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spread:
    """Median, least and greatest of some measurements."""

    median: float
    min: float
    max: float


@dataclass(frozen=True, slots=True)
class Line:
    """What is told of one contender."""

    name: str
    distribution: str
    version: str
    pinned: str
    status: str
    asked: float | None
    moves_per_game: float | None = None
    rates: tuple[float, ...] = ()
    rate: Spread | None = None
    ratio: Spread | None = None


def is_failure(told: Line) -> bool:
    """Whether the contender is there and does not work; one that is not installed is no failure."""
    return told.status.startswith("failed")


def spread(values: Sequence[float]) -> Spread | None:
    """Sum `values` up, None if there are none."""
    return Spread(median(values), min(values), max(values)) if values else None


def ratios(subject: Entry | None, peer: Entry) -> list[float]:
    """How many moves the subject makes for one of the peer, round by round."""
    if subject is None or subject is peer or not (subject.tallies and peer.tallies):
        return []
    return [ours / theirs for ours, theirs in zip(subject.rates, peer.rates, strict=True)]


def line(entry: Entry, subject: Entry | None) -> Line:
    """Sum one contender up."""
    contender = entry.contender
    return Line(
        name=contender.name,
        distribution=contender.distribution,
        version=entry.version,
        pinned=contender.pin,
        status=entry.status,
        asked=contender.asked,
        moves_per_game=entry.moves_per_game if entry.tallies else None,
        rates=tuple(entry.rates),
        rate=spread(entry.rates),
        ratio=spread(ratios(subject, entry)),
    )


def summary(entries: Sequence[Entry]) -> list[Line]:
    """Sum everybody up, the ratios taken to the subject if it played."""
    subject = next((entry for entry in entries if entry.contender.name == SUBJECT), None)
    return [line(entry, subject) for entry in entries]


def number(value: float | None, form: str) -> str:
    """Write a number for the table, nothing for none."""
    return "" if value is None else format(value, form)


def range_of(values: Spread | None, form: str) -> str:
    """Least to greatest for the table."""
    return "" if values is None else f"{values.min:{form}} to {values.max:{form}}"


def thousands(values: Spread) -> Spread:
    """Divide by a thousand."""
    return Spread(values.median / 1000, values.min / 1000, values.max / 1000)


def version_cell(told: Line) -> str:
    """Tell the version, and the pinned one where that is another."""
    if told.pinned and told.version and told.version != told.pinned:
        return f"{told.version} (not {told.pinned})"
    return told.version


def cells(told: Line) -> tuple[str, ...]:
    """One row of the table."""
    if told.rate is None:
        return (told.name, version_cell(told), "", told.status.partition(":")[0])
    rate, ratio = thousands(told.rate), told.ratio
    return (
        told.name,
        version_cell(told),
        number(told.moves_per_game, ".1f"),
        number(rate.median, ",.1f"),
        range_of(rate, ",.1f"),
        number(ratio.median if ratio else None, ".2f"),
        range_of(ratio, ".2f"),
        number(told.asked, "g"),
    )


def table(lines: Sequence[Line], rounds: int, seconds: float) -> Table:
    """All of it for people."""
    made = Table(title=f"Random playouts, {rounds} rounds of {seconds:g} s each", title_justify="left")
    made.add_column("\ncontender", no_wrap=True)
    made.add_column("\nversion")
    made.add_column("moves\na game", justify="right")
    made.add_column("1000 moves/s\nmedian", justify="right", no_wrap=True)
    made.add_column("\nmin to max", justify="right", no_wrap=True)
    made.add_column(f"{SUBJECT} ÷ it\nmedian", justify="right", style="bold", no_wrap=True)
    made.add_column("\nmin to max", justify="right", no_wrap=True)
    made.add_column("\nasked ≥", justify="right", no_wrap=True)
    for told in lines:
        made.add_row(*cells(told))
    return made


def report(lines: Sequence[Line], rounds: int, seconds: float) -> dict[str, object]:
    """All of it for programs."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "rounds": rounds,
        "slice_seconds": seconds,
        "subject": SUBJECT,
        "contenders": [asdict(told) for told in lines],
        "notes": list(NOTES),
    }


# --- the command -----------------------------------------------------------------------------------------------------


def positive_int(text: str) -> int:
    """Read a whole number of at least one."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return value


def positive_float(text: str) -> float:
    """Read a number above zero."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError("more than 0")
    return value


def parser() -> argparse.ArgumentParser:
    """Describe the arguments."""
    made = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    names = [contender.name for contender in CONTENDERS]
    made.add_argument("--rounds", type=positive_int, default=7, help="rounds (default: %(default)s)")
    made.add_argument(
        "--slice",
        type=positive_float,
        default=1.0,
        dest="seconds",
        metavar="SECONDS",
        help="seconds for each contender in each round (default: %(default)s)",
    )
    made.add_argument(
        "--only",
        action="append",
        choices=names,
        metavar="NAME",
        help=f"play only this one; may be repeated. Names: {', '.join(names)}",
    )
    add_json(made)
    return made


def tell_people(lines: Sequence[Line], rounds: int, seconds: float) -> None:
    """Print the table and what it compares."""
    console = Console()
    if not console.is_terminal:
        console.width = max(console.width, NARROWEST_TABLE)
    console.print(table(lines, rounds, seconds))
    for told in lines:
        if is_failure(told):
            console.print(f"{told.name}: {told.status}", markup=False, highlight=False)
    console.print("What is compared:")
    for note in NOTES:
        console.print(f"- {note}", highlight=False)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it. Only a contender that is there and fails makes the exit status 1, never a time."""
    asked = parser().parse_args(arguments)
    chosen = [contender for contender in CONTENDERS if not asked.only or contender.name in asked.only]
    entries = [enter(contender) for contender in chosen]
    with Console(stderr=True).status("loading") as status:
        play_rounds(entries, asked.rounds, asked.seconds, status.update)
    lines = summary(entries)
    tell_people(lines, asked.rounds, asked.seconds)
    if asked.json:
        text = json.dumps(report(lines, asked.rounds, asked.seconds), indent=2, ensure_ascii=False)
        write_whole(asked.json, text + "\n")
    return int(any(is_failure(told) for told in lines))


if __name__ == "__main__":
    sys.exit(main())
