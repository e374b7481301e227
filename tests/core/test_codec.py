"""The codec: one way out and one way in for the types that all games share."""

from typing import Any

import pytest

from lexludi import (
    CODES,
    BadInput,
    BadRules,
    DecodeError,
    Fault,
    Outcome,
    UnknownClause,
    Violation,
    birdie,
    druids,
    from_json,
    to_json,
)
from lexludi.core.jsontext import dumps, loads
from lexludi.testing.playouts import game_random, moments
from lexludi.testing.policies import policy_of

SHARED = [
    Outcome((7, 9, 9), (3, 1, 1), (1, 2), "rounds-played"),
    Violation("druids/hold-card", "card-not-held", "R5 is not in the hand"),
    Fault(3, "druids/hold-card", "card-not-held", "R5 is not in the hand"),
    Fault(30, "druids/winners", None, "the outcome is another"),
]


@pytest.mark.parametrize("x", SHARED, ids=repr)
def test_shared_types_survive_json(x: Any) -> None:
    data = loads(dumps(to_json(x)))
    assert from_json(type(x), data) == x
    assert set(data) == set(type(x).__slots__) - {"__weakref__"}


def refused(cls: Any, data: Any) -> BadInput:
    with pytest.raises(BadInput) as caught:
        from_json(cls, data)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300
    return caught.value


OUTCOME = {"scores": [7, 9], "ranks": [2, 1], "winners": [1], "reason": "rounds-played"}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"scores": [7, 9.0]}, "scores[1]"),
        ({"scores": [True, 9]}, "scores[0]"),
        ({"scores": "79"}, "scores"),
        ({"scores": {"0": 7}}, "scores"),
        ({"scores": None}, "scores"),
        ({"ranks": [2, [1]]}, "ranks[1]"),
        ({"winners": 1}, "winners"),
        ({"reason": None}, "reason"),
        ({"reason": 5}, "reason"),
        ({"extra": 1}, "extra"),
    ],
)
def test_what_is_no_outcome_is_refused_at_its_place(change: dict[str, Any], field: str) -> None:
    assert refused(Outcome, {**OUTCOME, **change}).field == field
    assert from_json(Outcome, OUTCOME).winners == (1,)


@pytest.mark.parametrize("key", OUTCOME)
def test_a_missing_field_is_said_to_be_missing(key: str) -> None:
    error = refused(Outcome, {name: value for name, value in OUTCOME.items() if name != key})
    assert error.field == key
    assert str(error).startswith(f"{key}: missing, expected ")


VIOLATION = {"clause": "druids/hold-card", "code": "card-not-held", "message": "no"}


@pytest.mark.parametrize("code", ["", "nope", "CARD-NOT-HELD", None, 3, ["malformed"]])
def test_a_violation_has_one_of_the_reason_codes(code: Any) -> None:
    assert refused(Violation, {**VIOLATION, "code": code}).field == "code"


@pytest.mark.parametrize("code", CODES)
def test_every_reason_code_is_read(code: str) -> None:
    assert from_json(Violation, {**VIOLATION, "code": code}).code == code


def test_the_reason_codes_are_all_there() -> None:
    assert len(set(CODES)) == len(CODES) == 23
    assert set(CODES) >= {
        *("out-of-turn", "wrong-phase", "game-over", "bad-deal", "malformed", "card-not-held", "must-lead-gaia"),
        *("must-follow-domain", "not-highest-stack", "no-such-stack", "bad-rules"),
    }


def test_a_violation_with_an_unknown_code_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="nope"):
        Violation("druids/hold-card", "nope", "no")


@pytest.mark.parametrize(("cls", "good"), [(int, 3), (bool, True), (str, "x")])
@pytest.mark.parametrize("value", [3, 3.0, True, "x", None, [], {}])
def test_nothing_is_taken_for_something_else(cls: Any, good: Any, value: Any) -> None:
    if type(value) is type(good):
        assert from_json(cls, value) == value
    else:
        assert isinstance(refused(cls, value), DecodeError)


@pytest.mark.parametrize("value", [10**1000, -(10**1000), 1e300, float("inf"), float("nan")])
def test_huge_numbers_are_refused_in_one_line(value: Any) -> None:
    refused(druids.Rules, {"players": value})
    refused(druids.Rules, {"players": 3, "hand_size": value})


@pytest.mark.parametrize("value", [10**100 - 1, 1 - 10**100])
def test_an_integer_may_be_large(value: int) -> None:
    assert from_json(int, value) == value


@pytest.mark.parametrize("value", [10**100, -(10**100), 10**4299])
def test_an_integer_has_at_most_100_digits(value: int) -> None:
    """So what is counted with it can always be written: Python writes 4300 digits."""
    assert refused(int, value).expected == "an integer"
    with pytest.raises(BadRules, match="copies"):
        birdie.Rules(players=2, copies=abs(value))


@pytest.mark.parametrize("value", [10**5000, [10**5000], {"a": [-(10**5000)]}], ids=["bare", "array", "object"])
def test_an_error_that_carries_a_huge_number_can_be_shown(value: Any) -> None:
    for error in (BadInput("a", value, "b"), BadRules("a", value, "b"), UnknownClause(value)):
        assert repr(error).startswith(f"{type(error).__name__}(")
        assert "a number beyond all bounds" in repr(error)
        assert "a number beyond all bounds" in str(error)
    assert repr(BadInput("a", [1], "b")) == "BadInput('a', [1], 'b')"
    assert repr(UnknownClause("a")) == "UnknownClause('a')"


def test_the_fault_told_carries_field_value_and_expectation() -> None:
    error = refused(druids.Rules, {"players": 3, "rounds": 2.5})
    assert (error.field, error.value, error.expected) == ("rounds", 2.5, "an integer")
    assert str(error) == "rounds: 2.5, expected an integer"


def test_reading_does_not_change_what_is_read() -> None:
    data = to_json(druids.start(druids.Rules(players=3)))
    before = dumps(data)
    from_json(druids.State, data)
    assert dumps(data) == before


@pytest.mark.parametrize("key", [1, None, ("a",), "not a name"])
def test_a_key_that_is_no_name_is_an_unknown_field(key: object) -> None:
    """In Python an object's keys may be anything; the error names the key."""
    with pytest.raises(DecodeError, match="unknown field"):
        from_json(druids.Rules, {"players": 3, key: 2})


@pytest.mark.parametrize("game", [druids, birdie], ids=lambda game: str(game.NAME))
def test_an_unknown_field_is_told_with_all_that_are_known(game: Any) -> None:
    """The type of an action or an event and the header of a state among them."""
    told: set[str] = set()
    for moment in moments(game, game.Rules(players=3), game_random(0, 0), policy_of(game)):
        events = game.explain(moment.state, moment.action)
        whole = [(game.State, moment.after), (game.Action, moment.action), *((game.Event, event) for event in events)]
        for cls, x in whole:
            data = to_json(x)
            expected = refused(cls, {**data, "zzz": 1}).expected
            assert expected.startswith("no other fields than ")
            assert set(data) <= set(expected.removeprefix("no other fields than ").split(", "))
            told.add(expected)
    assert len(told) > 8
    outcome = refused(Outcome, {**to_json(SHARED[0]), "zzz": 1})
    assert str(outcome) == "zzz: unknown field, expected no other fields than ranks, reason, scores, winners"
