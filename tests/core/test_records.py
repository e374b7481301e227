"""Records: built, told state by state, read strictly, and judged."""

import random
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from lexludi import (
    BadInput,
    BadRecord,
    DecodeError,
    IllegalAction,
    Outcome,
    Record,
    RecordBuilder,
    Step,
    druids,
    find_fault,
    from_json,
    states,
    to_json,
)
from lexludi.core.jsontext import dumps, loads

RULES = druids.Rules(players=3, domains=3, values=4, sickles=1, mistletoes=1, hand_size=4, rounds=2)


def built(rules: druids.Rules = RULES, seed: int = 1, steps: int = 10**6) -> RecordBuilder:
    """A builder that has played a random game, or its first steps."""
    source, builder = random.Random(seed), RecordBuilder(druids, rules)
    while steps and not druids.is_over(builder.state):
        actions = druids.legal_actions(builder.state)
        builder.apply(source.choice(actions) if actions else druids.shuffled(builder.state, source))
        steps -= 1
    return builder


WHOLE = built().record()
CUT = built(steps=7).record()


def test_a_builder_keeps_rules_steps_and_outcome() -> None:
    builder = built()
    record = builder.record()
    assert (record.game, record.rules) == ("druids", RULES)
    assert record.outcome == druids.outcome(builder.state)
    assert record.outcome is not None
    assert all((step.seat is None) is isinstance(step.action, druids.Deal) for step in record.steps)
    assert record.steps


def test_a_builder_names_the_seat_that_was_to_act() -> None:
    state = druids.start(RULES)
    for step in WHOLE.steps:
        assert step.seat == druids.to_act(state)
        state = druids.apply(state, step.action)


def test_a_builder_stays_as_it_was_when_an_action_is_refused() -> None:
    builder = built(steps=3)
    before = builder.record(), builder.state
    for action, seat in ((druids.Play(druids.GAIA), None), (druids.legal_actions(builder.state)[0], 7)):
        with pytest.raises(IllegalAction):
            builder.apply(action, seat)
    assert (builder.record(), builder.state) == before


def test_a_record_does_not_change_when_its_builder_goes_on() -> None:
    builder = built(steps=3)
    record = builder.record()
    builder.apply(druids.legal_actions(builder.state)[0])
    assert len(record.steps) == 3
    assert len(builder.record().steps) == 4


def test_the_states_of_a_record_are_its_start_and_one_after_each_step() -> None:
    passed = list(states(WHOLE))
    assert passed[0] == druids.start(RULES)
    assert len(passed) == len(WHOLE.steps) + 1
    for state, step, following in zip(passed, WHOLE.steps, passed[1:], strict=False):
        assert druids.apply(state, step.action, step.seat) == following
    assert passed[-1] == built().state


def test_the_states_of_a_record_stop_at_the_first_step_that_is_refused() -> None:
    record = spoiled(4, druids.Play(druids.GAIA))
    walk = states(record)
    passed = [next(walk) for _ in range(5)]
    assert len(passed) == 5
    with pytest.raises(IllegalAction) as caught:
        next(walk)
    assert caught.value.violation.code == "card-not-held"


def test_the_states_of_a_record_are_taken_by_the_seats_that_it_names() -> None:
    step = WHOLE.steps[5]
    assert step.seat is not None
    with pytest.raises(IllegalAction) as caught:
        list(states(spoiled(5, step.action, (step.seat + 1) % 3)))
    assert caught.value.violation.code == "out-of-turn"


def spoiled(at: int, action: Any, seat: int | None = -1) -> Record:
    """The whole record with another action (and seat, if given) at one step."""
    step = Step(WHOLE.steps[at].seat if seat == -1 else seat, action)
    return attrs.evolve(WHOLE, steps=(*WHOLE.steps[:at], step, *WHOLE.steps[at + 1 :]))


def test_a_record_that_keeps_the_rules_has_no_fault() -> None:
    for seed in range(5):
        assert find_fault(built(seed=seed).record()) is None
    assert find_fault(built(druids.Rules(players=5, sun_and_moon=True)).record()) is None


@pytest.mark.parametrize("steps", [0, 1, 2, 7])
def test_an_unfinished_record_has_no_fault(steps: int) -> None:
    record = built(steps=steps).record()
    assert record.outcome is None
    assert find_fault(record) is None


def test_a_finished_record_may_leave_its_outcome_open() -> None:
    assert find_fault(attrs.evolve(WHOLE, outcome=None)) is None


def test_the_fault_is_the_first_step_that_breaks_a_clause() -> None:
    record = spoiled(4, druids.Play(druids.GAIA))
    record = attrs.evolve(record, steps=(*record.steps[:6], *WHOLE.steps[7:]))
    fault = find_fault(record)
    assert fault is not None
    assert (fault.step, fault.clause, fault.code) == (4, "druids/hold-card", "card-not-held")
    assert fault.message


def test_a_fault_of_the_seat_is_found() -> None:
    step = WHOLE.steps[5]
    assert step.seat is not None
    fault = find_fault(spoiled(5, step.action, (step.seat + 1) % 3))
    assert fault is not None
    assert (fault.step, fault.clause, fault.code) == (5, "druids/turn-order", "out-of-turn")


def test_a_fault_of_the_deal_is_found() -> None:
    pile = WHOLE.steps[0].action.pile
    fault = find_fault(spoiled(0, druids.Deal((*pile[:-1], pile[0]))))
    assert fault is not None
    assert (fault.step, fault.clause, fault.code) == (0, "druids/pile", "bad-deal")


def test_a_step_after_the_end_is_a_fault() -> None:
    fault = find_fault(attrs.evolve(WHOLE, steps=(*WHOLE.steps, WHOLE.steps[0])))
    assert fault is not None
    assert (fault.step, fault.clause, fault.code) == (len(WHOLE.steps), "druids/game-over", "game-over")


def test_a_wrong_outcome_is_a_fault_after_the_last_step() -> None:
    outcome = WHOLE.outcome
    assert outcome is not None
    wrong = [
        attrs.evolve(outcome, scores=(outcome.scores[0] + 1, *outcome.scores[1:])),
        attrs.evolve(outcome, ranks=outcome.ranks[::-1] if outcome.ranks != outcome.ranks[::-1] else (3, 2, 1)),
        attrs.evolve(outcome, winners=tuple(seat for seat in range(3) if seat not in outcome.winners)),
        attrs.evolve(outcome, reason="nobody-knows"),
    ]
    for told in wrong:
        fault = find_fault(attrs.evolve(WHOLE, outcome=told))
        assert fault is not None
        assert (fault.step, fault.clause, fault.code) == (len(WHOLE.steps), "druids/winners", None)
        assert "\n" not in fault.message


def test_an_outcome_of_an_unfinished_game_is_a_fault() -> None:
    fault = find_fault(attrs.evolve(CUT, outcome=Outcome((1, 2, 3), (3, 2, 1), (2,), "rounds-played")))
    assert fault is not None
    assert (fault.step, fault.clause, fault.code) == (7, "druids/winners", None)


def test_a_record_as_json() -> None:
    data = to_json(CUT)
    assert data == {
        "format": "lexludi-record/1",
        "game": "druids",
        "rules": to_json(RULES),
        "steps": [{"seat": step.seat, "action": to_json(step.action)} for step in CUT.steps],
        "outcome": None,
    }
    assert list(data) == ["format", "game", "rules", "steps", "outcome"]


def test_records_survive_json() -> None:
    for record in (WHOLE, CUT, built(steps=0).record(), built(druids.Rules(players=4, sun_and_moon=True)).record()):
        assert from_json(Record, loads(dumps(to_json(record)))) == record


def test_rules_left_out_in_a_record_are_the_published_ones() -> None:
    data = {**to_json(built(steps=0).record()), "rules": {"players": 4}}
    assert from_json(Record, data).rules == druids.Rules(players=4)


def put(*path: Any) -> Callable[[Any], None]:
    """The change that puts the last argument at the path that the others are."""
    *way, last, value = path

    def change(data: Any) -> None:
        for step in way:
            data = data[step]
        data[last] = value

    return change


def without(*path: Any) -> Callable[[Any], None]:
    """The change that takes the field at a path away."""
    *way, last = path

    def change(data: Any) -> None:
        for step in way:
            data = data[step]
        del data[last]

    return change


BAD: list[tuple[Callable[[Any], None], str]] = [
    (without("format"), "format"),
    (put("format", "lexludi-record/2"), "format"),
    (put("format", "lexludi-state/1"), "format"),
    (put("format", ["lexludi-record/1"]), "format"),
    (without("game"), "game"),
    (put("game", "birdies"), "game"),
    (put("game", "Druids"), "game"),
    (put("game", None), "game"),
    (put("game", ["druids"]), "game"),
    (without("rules"), "rules"),
    (put("rules", None), "rules"),
    (put("rules", "players", 3.0), "rules.players"),
    (put("rules", "players", 7), "rules.players"),
    (put("rules", "extra", 1), "rules.extra"),
    (put("rules", "hand_size", 1), "rules.hand_size"),
    (without("rules", "players"), "rules.players"),
    (without("steps"), "steps"),
    (put("steps", None), "steps"),
    (put("steps", {}), "steps"),
    (put("steps", 1, None), "steps[1]"),
    (put("steps", 1, []), "steps[1]"),
    (put("steps", 1, "note", ""), "steps[1]"),
    (without("steps", 1, "seat"), "steps[1]"),
    (without("steps", 1, "action"), "steps[1]"),
    (put("steps", 1, "seat", None), "steps[1].seat"),
    (put("steps", 1, "seat", 1.0), "steps[1].seat"),
    (put("steps", 1, "seat", True), "steps[1].seat"),
    (put("steps", 1, "seat", 3), "steps[1].seat"),
    (put("steps", 1, "seat", -1), "steps[1].seat"),
    (put("steps", 1, "seat", "1"), "steps[1].seat"),
    (put("steps", 0, "seat", 0), "steps[0].seat"),
    (put("steps", 1, "action", None), "steps[1].action"),
    (put("steps", 1, "action", "type", "pass"), "steps[1].action.type"),
    (put("steps", 1, "action", "domain", "g"), "steps[1].action.domain"),
    (put("steps", 2, "action", {"type": "play", "card": "r5"}), "steps[2].action.card"),
    (put("steps", 2, "action", {"type": "play"}), "steps[2].action.card"),
    (put("steps", 2, "action", {"type": "play", "card": "G1", "x": 1}), "steps[2].action.x"),
    (put("steps", 0, "action", "pile", 3, "g1"), "steps[0].action.pile[3]"),
    (without("outcome"), "outcome"),
    (put("outcome", "won"), "outcome"),
    (put("outcome", "scores", 0, 1.0), "outcome.scores[0]"),
    (put("outcome", "extra", 1), "outcome.extra"),
    (without("outcome", "reason"), "outcome.reason"),
    (put("comment", ""), "comment"),
]


@pytest.mark.parametrize(("change", "field"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_no_record_is_refused_at_its_place(change: Callable[[Any], None], field: str) -> None:
    data = loads(dumps(to_json(WHOLE)))
    change(data)
    with pytest.raises(BadInput) as caught:
        from_json(Record, data)
    assert caught.value.field == field
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("data", [None, 3, "record", [], [WHOLE]])
def test_a_record_is_an_object(data: Any) -> None:
    with pytest.raises(DecodeError):
        from_json(Record, data)


def test_a_record_that_ends_too_soon_is_a_bad_record() -> None:
    data = to_json(CUT)
    del data["outcome"]
    with pytest.raises(BadRecord, match="cut off"):
        from_json(Record, data)


def test_a_record_of_an_unknown_game_names_the_games_there_are() -> None:
    with pytest.raises(BadInput, match="druids"):
        from_json(Record, {**to_json(CUT), "game": "bridge"})


def test_a_record_cut_off_in_the_middle_is_refused_at_every_place() -> None:
    text = dumps(to_json(CUT))
    for length in range(0, len(text), 7):
        with pytest.raises(BadInput):
            loads(text[:length])


def test_a_step_is_read_as_part_of_a_record_alone() -> None:
    written = to_json(WHOLE)["steps"][0]
    for data in (written, None):
        with pytest.raises(DecodeError, match="a step alone does not say of which game it is"):
            from_json(Step, data)
