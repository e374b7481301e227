"""Chapter "Game"."""

from random import Random
from typing import Any

import attrs
import pytest
from tests.birdie.play import choice, final, game, worlds
from tests.birdie.table import (
    END_SCORING,
    END_TURN,
    PASS,
    bird,
    birds,
    board,
    dealt,
    lay,
    pair,
    played,
    refusal,
    scoring,
    take,
)

from lexludi import birdie, druids, from_json
from lexludi.birdie import Phase, Rules, Season, Species
from lexludi.core.errors import BadInput, IllegalAction

OWL, ROBIN = Species.OWL, Species.ROBIN
SMALL = Rules(players=2, species=2, copies=5)


def test_rounds__a_new_deal_with_more_than_two() -> None:
    state = played(dealt(rules=Rules(players=3)), PASS, PASS, PASS, *[END_SCORING] * 3)
    assert (state.phase, state.round, state.to_act) == (Phase.DEAL, 2, None)
    assert len(state.display) == 4
    assert birdie.legal_actions(state) == ()
    state = birdie.apply(state, birdie.shuffled(state, Random(1)))
    assert (state.phase, state.round, state.to_act) == (Phase.TURN, 2, 1)


def test_rounds__no_second_deal_with_two() -> None:
    state = played(dealt(), PASS, PASS, END_SCORING, END_SCORING)
    assert (state.phase, state.round, state.to_act, len(state.display), len(state.draw_pile)) == (
        Phase.TURN,
        2,
        1,
        4,
        22,
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rounds__two_of_them(players: int) -> None:
    steps = list(game(Rules(players=players), Random(players)))
    assert sum(isinstance(action, birdie.Deal) for _, action, _ in steps) == (1 if players == 2 else 2)
    ends = [(before.round, after.phase) for before, action, after in steps if before.phase is Phase.SCORE]
    assert ends[-1] == (2, Phase.OVER)


def test_game_end__nothing_is_possible_any_more() -> None:
    state = final(Rules(players=3), Random(1))
    assert birdie.is_over(state)
    assert birdie.legal_actions(state) == ()
    for action in (PASS, END_SCORING, take("O1"), birdie.Swap(0), birdie.Deal(birdie.deck(state.rules))):
        assert refusal(state, action) == ("game-over", "birdie/game-end")
        assert refusal(state, action, 2) == ("game-over", "birdie/game-end")


def test_game_end__outcome_says_why() -> None:
    state = final(Rules(players=2), Random(2))
    outcome = birdie.outcome(state)
    assert outcome is not None
    assert outcome.reason == "rounds-played"
    assert birdie.outcome(dealt()) is None


def ended(*points: int) -> birdie.State:
    """A finished game with these totals for sets, by one category each, and passing twice in seat order."""
    n = len(points)
    boards = [board({Season.SPRING: most - 2 * (n - 1 - seat)}) for seat, most in enumerate(points)]
    return played(scoring(*[""] * n, round=2, boards=boards), *[END_SCORING] * n)


def test_winner__most_points() -> None:
    outcome = birdie.outcome(ended(12, 9, 11))
    assert outcome is not None
    assert (outcome.scores, outcome.ranks, outcome.winners) == ((12, 9, 11), (1, 3, 2), (0,))


def test_winner__nobody_before_the_end() -> None:
    assert birdie.project(dealt())["winners"] is None
    assert birdie.project(ended(12, 9, 11))["winners"] == [0]


def test_shared_win__equal_totals() -> None:
    outcome = birdie.outcome(ended(12, 12, 11))
    assert outcome is not None
    assert (outcome.ranks, outcome.winners) == ((1, 1, 3), (0, 1))


def test_shared_win__of_all() -> None:
    outcome = birdie.outcome(ended(9, 9))
    assert outcome is not None
    assert (outcome.ranks, outcome.winners) == ((1, 1), (0, 1))


@pytest.mark.parametrize(
    "action",
    [
        take("O1"),
        lay("O1"),
        pair("W1 O1"),
        birdie.TakePair((bird("W1"),)),
        birdie.TakePair(birds("W1 W1 W1")),
        birdie.TakePair(("W1", "W1")),  # type: ignore[arg-type]
        birdie.UseAbility(OWL, bird("W1")),
        birdie.UseAbility(Species.PIGEON, bird("O1")),
        birdie.UseAbility("PIGEON", bird("P1")),  # type: ignore[arg-type]
        birdie.ScoreSet(0, 2, OWL),
        birdie.ScoreSet(0.0, 2, Species.PIGEON),  # type: ignore[arg-type]
        birdie.ScoreSet(True, 2, Species.PIGEON),
        birdie.ScoreSet(0, 2, "PIGEON"),  # type: ignore[arg-type]
        birdie.Insert(bird("O1"), 0),
        birdie.Insert(bird("P1"), None),  # type: ignore[arg-type]
        birdie.Move(0, "1"),  # type: ignore[arg-type]
        birdie.Remove(1.0),  # type: ignore[arg-type]
        birdie.Swap(False),
        birdie.Deal(birds("O1")),
        birdie.Deal(["W1"]),  # type: ignore[arg-type]
        birdie.Deal((birdie.STOP,)),  # type: ignore[arg-type]
        take("O1").card,
        druids.Play(druids.card("R5")),
        None,
        "pass",
    ],
)
def test_action_form__is_of_this_game_and_world(action: Any) -> None:
    state = birdie.apply(birdie.start(SMALL), birdie.Deal(birdie.deck(SMALL)))
    assert refusal(state, action, 1) == ("malformed", "birdie/action-form")
    with pytest.raises(IllegalAction) as refused:
        birdie.apply(state, action)
    assert refused.value.violation.code == "malformed"


def test_action_form__before_the_end_of_the_game() -> None:
    assert refusal(final(SMALL, Random(1)), take("O1")) == ("malformed", "birdie/action-form")


@pytest.mark.parametrize(
    "data",
    [
        {"type": "fly"},
        {"type": ["pass"]},
        {},
        [],
        "pass",
        {"type": "pass", "seat": 0},
        {"type": "take"},
        {"type": "take", "card": "OWL-SPRING", "cards": []},
        {"type": "take", "card": "STOP"},
        {"type": "take", "card": "owl-spring"},
        {"type": "take", "card": None},
        {"type": "take_pair", "cards": "OWL-SPRING"},
        {"type": "take_pair", "cards": {"OWL-SPRING": 1}},
        {"type": "lay", "card": 3},
        {"type": "edit"},
        {"type": "edit", "kind": "fly", "at": 0},
        {"type": "edit", "kind": "remove", "at": True},
        {"type": "edit", "kind": "remove", "from": 0},
        {"type": "edit", "kind": "move", "from_": 0, "to": 1},
        {"type": "edit", "kind": "move", "from": 0},
        {"type": "edit", "kind": "insert", "at": 0},
        {"type": "remove", "at": 0},
        {"type": "use_ability", "species": "SPRING", "discard": "OWL-SPRING"},
        {"type": "score_set", "start": 0, "length": 2.0, "category": "OWL"},
        {"type": "score_set", "start": 0, "length": 2, "category": "EAGLE"},
        {"type": "deal", "pile": "OWL-SPRING"},
        {"type": "deal"},
    ],
)
def test_action_form__what_json_is_none(data: Any) -> None:
    with pytest.raises(BadInput):
        from_json(birdie.Action, data)


def test_action_form__any_integer_and_any_pile_is_well_formed() -> None:
    state = scoring("O1 O2")
    assert refusal(state, birdie.ScoreSet(-(10**30), 10**30, OWL)) == ("set-outside", "birdie/set-run")
    assert refusal(birdie.start(state.rules), birdie.Deal(())) == ("bad-deal", "birdie/deal")


#: The types that each phase takes.
TAKEN: dict[Phase, set[type]] = {
    Phase.DEAL: {birdie.Deal},
    Phase.TURN: {birdie.Take, birdie.TakePair, birdie.Pass},
    Phase.LAY: {birdie.Lay, birdie.EndTurn},
    Phase.SCORE: {birdie.UseAbility, birdie.ScoreSet, birdie.EndScoring},
    Phase.EDIT: {birdie.Remove, birdie.Move, birdie.Swap, birdie.Insert},
}


def in_phase(phase: Phase) -> birdie.State:
    rules = Rules(players=2, abilities={OWL: birdie.Effect.SWAP})
    match phase:
        case Phase.DEAL:
            return birdie.start(rules)
        case Phase.TURN:
            return dealt("O1 O2", rules=rules)
        case Phase.LAY:
            return played(dealt("O1 O2", rules=rules), pair("O1 O2"))
    state = scoring("O1 O2", hands=["O3"], rules=rules)
    return state if phase is Phase.SCORE else played(state, birdie.UseAbility(OWL, bird("O3")))


@pytest.mark.parametrize("phase", TAKEN)
def test_phases__each_takes_its_own_types(phase: Phase) -> None:
    state = in_phase(phase)
    assert state.phase is phase
    some: list[Any] = [
        birdie.Deal(()),
        take("O1"),
        pair("O1 O2"),
        PASS,
        lay("O1"),
        END_TURN,
        birdie.UseAbility(OWL, bird("O3")),
        birdie.ScoreSet(0, 2, OWL),
        END_SCORING,
        birdie.Remove(0),
        birdie.Move(0, 1),
        birdie.Swap(0),
        birdie.Insert(bird("O1"), 0),
    ]
    taken = {type(action) for action in some if refusal(state, action) != ("wrong-phase", "birdie/phases")}
    assert taken == TAKEN[phase]


def test_whose_action__the_seat_to_act_or_none() -> None:
    state = played(dealt(), PASS)
    assert state.to_act == birdie.to_act(state) == 1
    assert refusal(state, PASS, 1) is None
    assert refusal(state, PASS) is None
    for seat in (0, 2, -1):
        assert refusal(state, PASS, seat) == ("out-of-turn", "birdie/whose-action")


def test_whose_action__a_deal_is_nobodys() -> None:
    state = birdie.start(Rules(players=3))
    deal = birdie.shuffled(state, Random(1))
    assert refusal(state, deal, 0) == ("out-of-turn", "birdie/whose-action")
    assert refusal(state, deal) is None


def test_refusal_order__moment_before_seat_before_own_reasons() -> None:
    laying = in_phase(Phase.LAY)
    assert refusal(laying, PASS, 1) == ("wrong-phase", "birdie/phases")
    assert refusal(laying, lay("P1"), 1) == ("out-of-turn", "birdie/whose-action")
    assert refusal(laying, END_TURN, 1) == ("out-of-turn", "birdie/whose-action")
    assert refusal(birdie.start(SMALL), birdie.Deal(()), 0) == ("out-of-turn", "birdie/whose-action")


def test_refusal_order__own_reasons_in_their_order() -> None:
    state = played(dealt("O1 O4", "R4 R3"), pair("O1 O4"))
    assert refusal(state, lay("P1")) == ("card-not-held", "birdie/lay")
    first = Rules(players=2, starters=(0, 0))
    row = scoring("O1 O2 R3 R4", rules=first, round=2, boards=[board({OWL: 2})])
    assert refusal(row, birdie.ScoreSet(9, 1, OWL)) == ("set-too-short", "birdie/set-run")
    assert refusal(row, birdie.ScoreSet(3, 2, OWL)) == ("set-outside", "birdie/set-run")
    assert refusal(row, birdie.ScoreSet(0, 4, OWL)) == ("set-mixed", "birdie/set-uniform")
    later = played(row, birdie.ScoreSet(2, 2, ROBIN))
    assert refusal(later, birdie.ScoreSet(1, 2, OWL)) == ("set-overlaps", "birdie/set-disjoint")
    once = scoring("O1", rules=first, round=2, hands=["R1"], boards=[board(used=[ROBIN])])
    assert refusal(once, birdie.UseAbility(ROBIN, bird("O3"))) == ("ability-used", "birdie/ability-once")


def test_refusal_order__the_state_stays_as_it_was() -> None:
    state = dealt("O1 O2")
    copy = attrs.evolve(state)
    with pytest.raises(IllegalAction) as refused:
        birdie.apply(state, take("R4"))
    assert refused.value.violation.code == "card-not-displayed"
    with pytest.raises(IllegalAction):
        birdie.explain(state, take("R4"))
    assert state == copy


def test_legal_actions__one_a_token_and_a_pair_once() -> None:
    state = dealt("O1 P1 O1 R4")
    assert birdie.legal_actions(state) == (
        take("P1"),
        take("O1"),
        take("R4"),
        pair("P1 O1"),
        pair("P1 R4"),
        pair("O1 O1"),
        pair("O1 R4"),
        PASS,
    )


def everything(state: birdie.State) -> list[Any]:
    """Every action that one could think of in a state, legal or not."""
    cards = sorted({*birdie.deck(state.rules)}, key=lambda card: card.index)
    size = max(len(pile) for pile in state.piles) + 1
    places = range(-1, size + 1)
    row_sets = [
        birdie.ScoreSet(at, length, category)
        for at in places
        for length in range(size + 1)
        for category in birdie.CATEGORIES
    ]
    return [
        *map(birdie.Take, cards),
        *[birdie.TakePair((one, other)) for at, one in enumerate(cards) for other in cards[at:]],
        *map(birdie.Lay, cards),
        END_TURN,
        PASS,
        *[birdie.UseAbility(species, card) for card in cards for species in Species],
        *map(birdie.Remove, places),
        *[birdie.Move(from_, to) for from_ in places for to in places],
        *map(birdie.Swap, places),
        *[birdie.Insert(card, at) for card in cards for at in places],
        *row_sets,
        END_SCORING,
    ]


@pytest.mark.parametrize("rules", worlds(), ids=str)
def test_legal_actions__are_all_that_is_not_refused_in_order(rules: Rules) -> None:
    random = Random(8)
    for before, _, after in game(rules, random):
        if before.phase is Phase.TURN and random.random() < 0.8:
            continue
        if random.random() < 0.3:
            legal = [action for action in everything(after) if refusal(after, action) is None]
            if after.phase is Phase.SCORE:
                # Cards of use_ability come in canonical order, which is that of their species too.
                assert len(legal) == len(birdie.legal_actions(after))
            assert list(birdie.legal_actions(after)) == legal


def test_legal_actions__never_empty_while_somebody_is_to_act() -> None:
    random = Random(9)
    for rules in worlds():
        for _, _, after in game(rules, random):
            assert bool(birdie.legal_actions(after)) is (after.to_act is not None)


def test_legal_actions__counted_by_perft() -> None:
    state = birdie.start(Rules(players=2))
    assert [birdie.perft(state, depth) for depth in (0, 1, 2)] == [1, 0, 0]
    state = dealt("O1 P1 O1 R4")
    assert birdie.perft(state, 1) == 8
    assert birdie.perft(state, 2) == sum(
        len(birdie.legal_actions(birdie.apply(state, action))) for action in birdie.legal_actions(state)
    )


def test_legal_actions__one_object_each_of_the_small_steps() -> None:
    state = dealt("O1 P1 O1 R4")
    again = birdie.legal_actions(attrs.evolve(state))
    assert all(one is other for one, other in zip(birdie.legal_actions(state), again, strict=True))
    assert choice(state, Random(1)) in again
