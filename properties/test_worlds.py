"""Small worlds, all of each: the quick slice; that the deals are all deals; and that faults are found."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import nullcontext
from importlib import import_module
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import attrs
import pytest

from lexludi import birdie, druids
from lexludi.core.codec import from_json
from lexludi.core.records import Record, states
from properties.worlds import __main__ as command
from properties.worlds.deals import all_deals
from properties.worlds.explore import Visit, WorldFailed, _Walk, explore
from properties.worlds.family import WORLDS
from properties.worlds.run import missed, visit_all
from properties.worlds.world import World

_TINY = WORLDS["druids/2p-2x2-s0m0-hand2-r3"]
#: Not of the family: some 200 states.
_LEAST = World(rules=attrs.evolve(_TINY.rules, rounds=1))
_SEATS_3 = WORLDS["birdie/3p-1x1x13-first-alone1-remove-round"]


def test_the_quick_slice(tell: Callable[[str], None]) -> None:
    """All of some worlds; events are looked at in the two smallest alone, for they take as long as all else."""
    total = Visit()
    for world in WORLDS.values():
        if world.quick:
            total.add(explore(world, events=world in (_TINY, _SEATS_3)))
    states, steps = total.counts["states"], total.counts["transitions"]
    assert states >= 100_000
    assert total.counts["ends"] > 0
    tell(f"small worlds: {states} different states, {steps} transitions, {total.counts['deals']} deals")


def test_worlds_differ_in_their_rules() -> None:
    """So that states of two worlds, which hold their rules, are different ones."""
    assert len({world.rules for world in WORLDS.values()}) == len(WORLDS)
    sun = World(rules=attrs.evolve(_LEAST.rules, sun_and_moon=True))
    seen = [_states(world) for world in (_TINY, _LEAST, sun)]
    assert all(len(each) > 100 for each in seen)
    assert not any(one & other for one, other in combinations(seen, 2))


def _states(world: World) -> set[Any]:
    walk = _Walk(world, events=False)
    walk.go()
    return set(walk.parents)


# --- all deals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_all_piles_of_druids_are_dealt(dealer: int) -> None:
    """Every pile, one by one, gives a state that one of the deals gives, as often as that deal says."""
    rules = druids.Rules(
        players=3, domains=2, values=2, sickles=2, mistletoes=0, hand_size=2, rounds=1, first_dealer=dealer
    )
    start = druids.start(rules)
    piles = {pile for pile in permutations(druids.deck(rules)) if druids.verify(start, druids.Deal(pile)) is None}
    by_hand = Counter(druids.apply(start, druids.Deal(pile)) for pile in piles)
    dealt = Counter({druids.apply(start, deal): ways for deal, ways in all_deals(start)})
    assert by_hand == dealt
    assert len(piles) > 500


def test_all_piles_of_birdie_are_dealt() -> None:
    """The same, but for the order of what lies under the stop card, which stays as it lies."""
    rules = birdie.Rules(players=3, species=1, seasons=2, copies=7)
    start, deck = birdie.start(rules), birdie.deck(rules)
    by_hand: Counter[Any] = Counter()
    for places in combinations(range(14), 7):
        pile = tuple(deck[0] if place in places else deck[-1] for place in range(14))
        after = birdie.apply(start, birdie.Deal(pile))
        by_hand[attrs.evolve(after, under_stop=tuple(sorted(after.under_stop, key=deck.index)))] += 1
    assert by_hand == Counter({birdie.apply(start, deal): ways for deal, ways in all_deals(start)})


def test_both_halves_of_two_players_are_dealt() -> None:
    """The other half is dealt in all ways too where round 2 is played, and in one where it is not."""
    rules = birdie.Rules(players=2, species=1, seasons=2, copies=10)
    whole = sum(ways for _, ways in all_deals(birdie.start(rules)))
    half = list(all_deals(birdie.start(rules), whole=False))
    assert whole == sum(ways for _, ways in half) == 184756
    assert len(half) == 432


def test_the_order_under_the_stop_card_makes_no_difference() -> None:
    """All lines of play from two piles that differ in it alone are the same but for it."""
    one, other = birdie.cards("WOODPECKER-SPRING WOODPECKER-SUMMER")
    rules = birdie.Rules(players=2, species=1, seasons=2, copies=10, lone_turns=1)
    rest = (*[one] * 4, *[other] * 4)
    later = (*[one] * 5, *[other] * 5)
    first, second = (
        _reached(birdie.apply(birdie.start(rules), birdie.Deal((*rest, *under, *later))))
        for under in ((one, other), (other, one))
    )
    assert first == {attrs.evolve(state, under_stop=(one, other)) for state in second}
    assert len(first) > 100


def _reached(state: Any) -> set[Any]:
    """The states that the turns of round 1 come to."""
    seen, due = {state}, [state]
    while due:
        state = due.pop()
        if state.phase.value != "score":
            new = {birdie.apply(state, action) for action in birdie.legal_actions(state)} - seen
            seen |= new
            due += new
    return seen


# --- faults are found ----------------------------------------------------------------------------------


def _lowest_wins(leader: int, led: Any, laid: Any) -> int:
    values = [card.value if card.domain is led and led is not None else 99 for card in laid]
    return (leader + values.index(min(values))) % len(laid)


def _first_of_equals(was: Any) -> Any:
    return lambda display: was(display)[:1]


def _points_to_all(passed: Any) -> int:
    return len(passed) - 1


def _never_passes(was: Any) -> Any:
    return lambda state: tuple(action for action in was(state) if action != birdie.Pass() or state.display)


def _overlaps(was: Any) -> Any:
    def score_set(state: Any, start: int, length: int, category: Any) -> Any:
        return attrs.evolve(was(state, start, length, category), last_end=start + length - (length > 2))

    return score_set


_FAULTS = [
    ("lexludi.druids.stacks.trick_winner", lambda _: _lowest_wins, "druids/2p-2x2-s0m0-hand2-r3", "trick-winner"),
    ("lexludi.druids.stacks.highest_stacks", _first_of_equals, "druids/2p-3x2-s2m0-hand4-r1", "sickle"),
    ("lexludi.birdie.turns.pass_points", lambda _: _points_to_all, _SEATS_3.name, "pass"),
    ("lexludi.birdie.legal_actions", _never_passes, _SEATS_3.name, "legal-actions"),
    ("lexludi.birdie.sets.score_set", _overlaps, _SEATS_3.name, "set"),
]


@pytest.mark.parametrize(("where", "fault", "name", "slug"), _FAULTS, ids=[fault[0] for fault in _FAULTS])
def test_a_fault_is_found(where: str, fault: Any, name: str, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the record tells the shortest line of play that leads to it."""
    module, _, function = where.rpartition(".")
    was = getattr(import_module(module), function)
    monkeypatch.setattr(where, fault(was))
    with pytest.raises(WorldFailed, match=f"{name.split('/', maxsplit=1)[0]}/.*{slug}") as found:
        explore(WORLDS[name])
    record = from_json(Record, found.value.record)
    assert record.steps
    assert len(list(states(record))) == len(record.steps) + 1


def test_a_failure_comes_home_from_another_process() -> None:
    """With all that it tells."""
    failure = pickle.loads(pickle.dumps(WorldFailed("druids/x", "not so", {"steps": []})))
    assert (failure.world, failure.told, failure.record) == ("druids/x", "not so", {"steps": []})


def test_worlds_are_visited_by_several_processes() -> None:
    """And come to the same."""
    worlds = [_TINY, WORLDS["druids/5p-5x12-s2m2-hand13-r5-depth6"]]
    alone, together = (visit_all(worlds, workers=workers, told=lambda *_: None) for workers in (1, 2))
    assert {name: visit.counts for name, visit in together.items()} == {
        name: visit.counts for name, visit in alone.items()
    }
    assert all(together[name].reached == alone[name].reached for name in alone)


def test_the_record_is_the_shortest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal and two tricks of two cards: to Gaia's trick one card of its domain comes at most."""
    monkeypatch.setattr("lexludi.druids.stacks.trick_winner", _lowest_wins)
    with pytest.raises(WorldFailed) as found:
        explore(_TINY)
    assert len(found.value.record["steps"]) == 5


def test_what_is_raised_is_a_failure_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception in a rule comes with the line of play that leads to it."""

    def broken(points: Any, dealer: int) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr("lexludi.druids.scoring.next_dealer", broken)
    with pytest.raises(WorldFailed, match="ZeroDivisionError") as found:
        explore(_TINY)
    assert len(found.value.record["steps"]) > 2


def test_a_deal_that_remembers_the_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """That equal scores and dealers are dealt once is checked, not believed."""

    def kept(state: Any, action: Any) -> Any:
        after = was(state, action)
        return druids_changed(after, aside=state.aside) if state.round > 1 else after

    from lexludi.druids.setup import deal as was  # noqa: PLC0415
    from lexludi.druids.state import changed as druids_changed  # noqa: PLC0415

    monkeypatch.setitem(druids.game.PERFORM, druids.Deal, kept)
    walk = _Walk(_TINY, events=False)
    walk.state_invariants, walk.step_invariants = [], []
    with pytest.raises(Exception, match="a deal makes equal what it clears"):
        walk.go()


def test_a_lost_deal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deals must stand for as many piles as there are."""
    monkeypatch.setattr("properties.worlds.world.all_deals", lambda state, whole: list(all_deals(state, whole))[1:])
    with pytest.raises(WorldFailed, match="all 72 piles"):
        explore(_TINY)


def test_a_world_without_deals_is_an_error() -> None:
    """Nothing visited is nothing shown."""
    with pytest.raises(WorldFailed, match="not a single state"):
        explore(attrs.evolve(_TINY, seeds=()))


# --- the command -----------------------------------------------------------------------------------------


def test_finished_worlds_are_kept(tmp_path: Path) -> None:
    """A file each, written whole; it counts for exactly its world and code."""
    told: list[bool] = []

    def visit(world: World) -> Visit:
        return visit_all([world], kept=tmp_path, told=lambda *args: told.append(args[2]))[world.name]

    first, second = visit(_LEAST), visit(_LEAST)
    assert (first.counts, first.reached, told) == (second.counts, second.reached, [False, True])
    (path,) = tmp_path.iterdir()
    part = json.loads(path.read_text(encoding="utf-8"))
    part["part"]["code"] = "other"
    path.write_text(json.dumps(part), encoding="utf-8")
    visit(_LEAST)
    assert told == [False, True, False]


def test_worlds_that_are_finished_untold_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that workers have finished when the run is broken off as another one is told."""

    class AtOnce:
        """Workers that have finished what they are given."""

        def submit(self, _: object, name: str) -> Future[Visit]:
            future: Future[Visit] = Future()
            future.set_result(Visit(seconds=float(len(name))))
            return future

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("properties.worlds.run.processes", lambda *_, **__: nullcontext(AtOnce()))
    with pytest.raises(KeyboardInterrupt):
        visit_all([_TINY, _SEATS_3], workers=2, kept=tmp_path, told=stop)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_clause_that_was_never_at_work_is_missed() -> None:
    """One small world does not reach all."""
    visit = explore(_LEAST)
    slugs = missed([visit])
    assert "druids/sickle" in slugs
    assert "birdie/pass" in slugs
    assert "druids/trick-winner" not in slugs


def test_the_command_tells_what_it_visits(capsys: pytest.CaptureFixture[str]) -> None:
    """A line a world, then the clauses and the sums."""
    assert command.main([_TINY.name, "--at-least", "6000"]) == 1
    out = capsys.readouterr().out
    assert "5952 states" in out
    assert "24 deals, which stand for 72 piles" in out
    assert "fewer than 6000 states" in out
    assert command.main(["--list"]) == 0
    assert capsys.readouterr().out.splitlines()[-len(WORLDS) :] == list(WORLDS)


def test_a_failure_tells_how_to_repeat_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command, and a file that `lexludi replay` reads."""
    monkeypatch.setattr("lexludi.druids.stacks.trick_winner", _lowest_wins)
    monkeypatch.setattr(command, "_OUT", tmp_path)
    assert command.main([_TINY.name]) == 1
    out = capsys.readouterr().out
    assert f"python -m properties.worlds {_TINY.name}\n" in out
    (path,) = tmp_path.iterdir()
    assert f"lexludi replay {path}" in out
    assert from_json(Record, json.loads(path.read_text(encoding="utf-8"))).rules == _TINY.rules


@pytest.mark.parametrize("words", [["nowhere"], ["--workers", "0"], ["--workers", "x"], ["--resume", "/dev/null/x"]])
def test_an_unusable_call_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 2."""
    with pytest.raises(SystemExit, match="2"):
        command.main(words)
    assert len(capsys.readouterr().err.splitlines()) == 1
