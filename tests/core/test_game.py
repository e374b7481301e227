"""What all games share beside JSON and records: the face, outcomes, errors, the tie to clauses."""

import pickle
import random
from typing import Any

import pytest

import lexludi
from lexludi.core.clauses import implementations
from lexludi.core.errors import BadInput, BadRules, DecodeError, IllegalAction, LexludiError, UnknownClause
from lexludi.core.game import Game, game_named
from lexludi.core.outcome import Outcome, outcome_of
from lexludi.core.violations import Violation


def test_every_game_shows_the_same_face() -> None:
    assert "druids" in lexludi.GAMES
    for name, game in lexludi.GAMES.items():
        assert isinstance(game, Game)
        assert name == game.NAME
        assert game_named(name) is game


def test_the_games_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        lexludi.GAMES["chess"] = lexludi.druids  # type: ignore[index]


@pytest.mark.parametrize("name", ["bridge", "Druids", "", None, 3, ["druids"]])
def test_an_unknown_game_is_refused(name: object) -> None:
    with pytest.raises(BadInput, match=r"^entry\.game: .*druids"):
        game_named(name, "entry.game")


@pytest.mark.parametrize(
    ("scores", "ranks", "winners"),
    [
        ((7, 9, 9, 1), (3, 1, 1, 4), (1, 2)),
        ((5, 5, 5), (1, 1, 1), (0, 1, 2)),
        ((-3, -9), (1, 2), (0,)),
        ((0, 1, 2, 3, 4), (5, 4, 3, 2, 1), (4,)),
        ((9, 4, 4, 1), (1, 2, 2, 4), (0,)),
    ],
)
def test_most_points_win_and_equal_points_share_a_rank(
    scores: tuple[int, ...], ranks: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    assert outcome_of(scores, "why") == Outcome(scores, ranks, winners, "why")


def test_every_error_is_one_of_ours() -> None:
    refusal = IllegalAction(Violation("druids/hold-card", "card-not-held", "R5 is not held"))
    wrong = BadRules("players", 9, "an integer from 2 to 5")
    unknown = UnknownClause("druids/none")
    for error in (refusal, wrong, unknown, DecodeError("a", 1, "b")):
        assert isinstance(error, LexludiError)
        assert "\n" not in str(error)
    assert isinstance(wrong, ValueError)
    assert str(refusal) == "card-not-held (druids/hold-card): R5 is not held"
    assert "druids/none" in str(unknown)


def test_errors_pickle() -> None:
    refusal = IllegalAction(Violation("druids/hold-card", "card-not-held", "R5 is not held"))
    again = pickle.loads(pickle.dumps(refusal))
    assert again.violation == refusal.violation
    wrong = pickle.loads(pickle.dumps(BadRules("players", 9, "an integer from 2 to 5")))
    assert (type(wrong), wrong.field, wrong.value) == (BadRules, "players", 9)
    missing = pickle.loads(pickle.dumps(DecodeError("players", lexludi.core.errors.ABSENT, "a value")))
    assert str(missing) == "players: missing, expected a value"


def test_functions_are_tied_to_clauses_of_their_own_game() -> None:
    for slug, functions in implementations().items():
        assert functions
        for function in functions:
            module = function.__module__.split(".")
            assert module[:2] == ["lexludi", slug.split("/")[0]]


def test_the_ties_cannot_be_changed_from_outside() -> None:
    with pytest.raises(TypeError):
        implementations()["druids/none"] = ()  # type: ignore[index]


@pytest.mark.parametrize("name", sorted(lexludi.GAMES))
@pytest.mark.parametrize("seat", [0.0, 2.0, "0", True, [], "dealer", 10**5000], ids=lambda value: type(value).__name__)
def test_a_seat_that_is_no_integer_is_malformed(name: str, seat: Any) -> None:
    game = lexludi.GAMES[name]
    state = game.start(game.Rules(players=3))
    state = game.apply(state, game.shuffled(state, random.Random(1)))
    for action in game.legal_actions(state):
        refusal = game.verify(state, action, seat)
        assert refusal is not None
        assert refusal.code == "malformed"


@pytest.mark.parametrize("name", sorted(lexludi.GAMES))
def test_what_is_no_event_is_not_folded(name: str) -> None:
    game = lexludi.GAMES[name]
    state = game.start(game.Rules(players=3))
    deal = game.shuffled(state, random.Random(1))
    with pytest.raises(lexludi.BadInput, match="events"):
        game.fold(state, [1])
    with pytest.raises(lexludi.BadInput, match="those without a viewer"):
        game.fold(state, game.explain(state, deal, 0))
