"""Chapter "Rules"."""

from typing import Any

import pytest
from tests.birdie.table import birds, dealt, pair, played

from lexludi import birdie, from_json, to_json
from lexludi.birdie import Effect, PileOrder, Rules, Species
from lexludi.core.errors import BadInput, BadRules


def read(**fields: Any) -> Rules:
    rules: Rules = from_json(Rules, {"players": 3, **fields})
    return rules


def test_rules_fields__only_the_players_must_be_named() -> None:
    assert from_json(Rules, {"players": 3}) == Rules(players=3) == Rules.as_written(3)
    with pytest.raises(BadInput, match=r"players: missing"):
        from_json(Rules, {})


def test_rules_fields__as_json() -> None:
    assert to_json(Rules(players=2, abilities={Species.OWL: Effect.SWAP})) == {
        "players": 2,
        "pile_order": "display_first",
        "lone_turns": None,
        "crosses": [0] * 9,
        "trophy": 3,
        "abilities": {"OWL": "swap"},
        "starters": [0, 1],
        "species": 4,
        "seasons": 4,
        "copies": 4,
    }


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"hand": 2}, "hand"),
        ({"players": 5}, "players"),
        ({"players": 1}, "players"),
        ({"players": True}, "players"),
        ({"players": 3.0}, "players"),
        ({"pile_order": "any"}, "pile_order"),
        ({"lone_turns": -1}, "lone_turns"),
        ({"lone_turns": "1"}, "lone_turns"),
        ({"crosses": [0] * 8}, "crosses"),
        ({"crosses": [0.5] * 9}, "crosses"),
        ({"crosses": "000000000"}, "crosses"),
        ({"trophy": None}, "trophy"),
        ({"abilities": {"EAGLE": "swap"}}, "abilities"),
        ({"abilities": {"OWL": "fly"}}, "abilities.OWL"),
        ({"abilities": ["swap"]}, "abilities"),
        ({"starters": [0]}, "starters"),
        ({"starters": [0, 3]}, "starters"),
        ({"starters": [-1, 0]}, "starters"),
        ({"species": 5}, "species"),
        ({"seasons": 0}, "seasons"),
        ({"copies": 0}, "copies"),
    ],
)
def test_rules_fields__impossible_values_are_refused_by_name(fields: dict[str, Any], named: str) -> None:
    with pytest.raises(BadInput) as refused:
        read(**fields)
    assert refused.value.field.startswith(named)


@pytest.mark.parametrize(
    "fields",
    [
        {"pile_order": "free"},
        {"crosses": [0] * 9},
        {"trophy": True},
        {"abilities": {"OWL": Effect.SWAP}},
        {"abilities": (Effect.SWAP,)},
        {"abilities": (1, 2, 3, 4)},
        {"starters": (0, 1, 1)},
    ],
)
def test_rules_fields__python_values_must_fit_too(fields: dict[str, Any]) -> None:
    with pytest.raises(BadRules):
        Rules(players=3, **fields)


def test_rules_fields__same_rules_are_equal_however_they_are_written() -> None:
    bound = Rules(players=2, abilities={Species.PIGEON: Effect.MOVE, Species.OWL: Effect.NONE})
    assert bound == Rules(players=2, abilities=(Effect.NONE, Effect.MOVE, Effect.NONE, Effect.NONE))
    assert len({bound, from_json(Rules, to_json(bound))}) == 1


def test_rules_strict__a_lone_player_has_a_turn() -> None:
    with pytest.raises(BadRules, match="lone_turns"):
        read(lone_turns=0)
    assert read(lone_turns=1).lone_turns == 1


def test_rules_strict__no_ability_for_a_species_outside_the_world() -> None:
    with pytest.raises(BadInput, match="abilities"):
        from_json(Rules, {"players": 2, "species": 2, "copies": 8, "abilities": {"OWL": "swap"}})
    with pytest.raises(BadInput, match="abilities"):
        from_json(Rules, {"players": 2, "species": 2, "copies": 8, "abilities": {"OWL": "none"}})
    with pytest.raises(BadRules, match="abilities"):
        Rules(players=2, species=2, copies=8, abilities={Species.OWL: Effect.SWAP})
    with pytest.raises(BadRules, match="abilities: OWL, expected one of the first 2 species"):
        Rules(players=2, species=2, copies=8, abilities={Species.OWL: Effect.NONE})


def test_rules_fields__a_token_is_no_species() -> None:
    expected: Any = {"OWL": Effect.SWAP}
    with pytest.raises(BadRules, match=r"abilities: 'OWL', expected a member of Species: WOODPECKER, PIGEON"):
        Rules(players=2, abilities=expected)


def test_rules_strict__unusual_values_with_a_meaning_are_fine() -> None:
    rules = read(starters=[1, 1], trophy=-5, crosses=[-1] * 9)
    assert (rules.starters, rules.trophy, rules.crosses) == ((1, 1), -5, (-1,) * 9)


def test_small_worlds__each_round_can_be_laid_out() -> None:
    assert Rules(players=2, species=2, seasons=2, copies=5).deck_size == 20
    with pytest.raises(BadRules, match="enough for 10 cards"):
        Rules(players=2, species=2, seasons=2, copies=4)


@pytest.mark.parametrize(("players", "least"), [(2, 20), (3, 13), (4, 16)])
def test_small_worlds__smallest_deck_by_players(players: int, least: int) -> None:
    assert Rules(players=players, species=1, seasons=1, copies=least, starters=(0, 1)).deck_size == least
    with pytest.raises(BadRules):
        Rules(players=players, species=1, seasons=1, copies=least - 1)


def test_small_worlds__nothing_left_to_draw_is_a_full_display_still() -> None:
    state = dealt(rules=Rules(players=2, species=2, seasons=2, copies=5))
    assert (len(state.display), state.draw_pile, state.stop_revealed) == (4, (), False)


def test_presets__as_written_is_the_default() -> None:
    for players in (2, 3, 4):
        assert Rules.as_written(players) == Rules(players=players)


def test_presets__published_differs_in_two_fields() -> None:
    published = Rules.published(4)
    assert published == from_json(Rules, {"players": 4, "pile_order": "free", "lone_turns": 1})
    assert (published.pile_order, published.lone_turns) == (PileOrder.FREE, 1)


def test_presets__published_lets_hand_cards_go_between() -> None:
    state = dealt("O1 O4", "R4", rules=Rules.published(2))
    laid = played(state, pair("O1 O4"), birdie.Lay(birds("O1")[0]), birdie.Lay(birds("R4")[0]))
    assert laid.piles[0] == birds("O1 R4")
