"""Chapter Game of the specification, clause by clause."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.druids.table import SMALL, after, code, dealt, end, every_game, game, legal, move, refusal, table

from lexludi import druids
from lexludi.core.errors import IllegalAction

MOON = druids.Rules(players=3, sun_and_moon=True)
G, R = druids.Domain("G"), druids.Domain("R")


def deal_of(rules: druids.Rules) -> druids.Deal:
    return druids.shuffled(druids.start(rules), random.Random(1))


def over() -> druids.State:
    return after(table("G1", "G2", "G3", rules=druids.Rules(players=3, rounds=1)), "G1 G2 G3")


def sickle_due(rules: druids.Rules | None = None) -> druids.State:
    return after(table("G8 V1", "SICKLE V2", "G9 V4", displays=["", "", "R8 | V3"], rules=rules), "G8 SICKLE G9")


def mistletoe_due() -> druids.State:
    return after(table("B5 V1", "MISTLETOE V2", "B2 V3", displays=["G7 G2"]), "B5 MISTLETOE B2")


def phases() -> dict[str, druids.State]:
    """One state of every phase."""
    return {
        "deal": druids.start(druids.Rules(players=3)),
        "play": table("G1 R5", "G2 R6", "G3 R7"),
        "sickle": sickle_due(),
        "mistletoe": mistletoe_due(),
        "over": over(),
    }


def test_every_phase_is_there() -> None:
    assert {name: state.phase.value for name, state in phases().items()} == {name: name for name in phases()}


class Stranger:
    """Something that is no action of any game."""


STRANGE: list[Any] = [
    None,
    "play",
    5,
    {"type": "play", "card": "G1"},
    (),
    Stranger(),
    druids.Play,
    druids.card("G1"),
    druids.Play("G1"),  # type: ignore[arg-type]
    druids.Play(None),  # type: ignore[arg-type]
    druids.Play(G),  # type: ignore[arg-type]
    druids.Deal(list(druids.deck(MOON))),  # type: ignore[arg-type]
    druids.Deal(("G1",)),  # type: ignore[arg-type]
    druids.Deal(None),  # type: ignore[arg-type]
    druids.LeadGaia("G"),  # type: ignore[arg-type]
    druids.LeadGaia(G, "lowest"),  # type: ignore[arg-type]
    druids.PlaceSickle("G"),  # type: ignore[arg-type]
    druids.PlaceMistletoe(None),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("strange", STRANGE, ids=repr)
def test_well_formed__what_is_no_action_is_malformed_in_every_phase(strange: Any) -> None:
    for state in phases().values():
        violation = druids.verify(state, strange)
        assert violation is not None
        assert (violation.clause, violation.code) == ("druids/well-formed", "malformed")
        assert "\n" not in violation.message


SMALLEST = druids.Rules(players=2, domains=2, values=3, sickles=0, mistletoes=0, hand_size=3)


ELSEWHERE = ["R5", "R1", "G4", "G12", "V1", "SICKLE", "MISTLETOE", "SICKLE>R", "MISTLETOE>V", "GAIA>B"]


@pytest.mark.parametrize("text", ELSEWHERE)
def test_well_formed__tokens_and_domains_are_those_of_this_world(text: str) -> None:
    for state in (dealt("GAIA", "", rules=SMALLEST), druids.start(SMALLEST), end(SMALLEST, 1)):
        assert refusal(state, text) == ("druids/well-formed", "malformed")


def test_well_formed__a_pile_has_tokens_of_this_world() -> None:
    state = druids.start(SMALLEST)
    pile = deal_of(SMALLEST).pile
    assert refusal(state, druids.Deal((*pile[:-1], druids.SICKLE))) == ("druids/well-formed", "malformed")
    assert refusal(state, druids.Deal((*pile[:-1], druids.card("R1")))) == ("druids/well-formed", "malformed")
    assert refusal(state, druids.Deal(pile[:-1])) == ("druids/pile", "bad-deal")


def test_well_formed__sickle_and_mistletoe_are_actions_also_in_a_world_without_them() -> None:
    state = dealt("GAIA", "", rules=SMALLEST)
    assert code(state, "SICKLE>G") == "wrong-phase"
    assert code(state, "MISTLETOE>Y") == "wrong-phase"


def test_well_formed__top_is_given_if_and_only_if_it_is_asked_for() -> None:
    plain, moon = dealt("GAIA", "", ""), dealt("GAIA", "", "", rules=MOON)
    assert refusal(plain, "GAIA>R") is None
    assert refusal(plain, "GAIA>R>lowest") == ("druids/well-formed", "malformed")
    assert refusal(plain, "GAIA>R>highest") == ("druids/well-formed", "malformed")
    assert refusal(moon, "GAIA>R") == ("druids/well-formed", "malformed")
    assert refusal(moon, "GAIA>R>lowest") is None
    assert refusal(moon, "GAIA>R>highest") is None


TYPES: dict[str, druids.Action] = {
    "deal": deal_of(druids.Rules(players=3)),
    "play": druids.Play(druids.card("G1")),
    "lead_gaia": druids.LeadGaia(G),
    "sickle": druids.PlaceSickle(G),
    "mistletoe": druids.PlaceMistletoe(G),
}

TAKES = {"deal": {"deal"}, "play": {"play", "lead_gaia"}, "sickle": {"sickle"}, "mistletoe": {"mistletoe"}}


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("phase", TAKES)
def test_phases__each_takes_its_own_types_of_action(phase: str, kind: str) -> None:
    refused = refusal(phases()[phase], TYPES[kind])
    if kind in TAKES[phase]:
        assert refused is None or refused[1] not in ("wrong-phase", "game-over", "malformed")
    else:
        assert refused == ("druids/phases", "wrong-phase")


def test_phases__whatever_the_hand_holds() -> None:
    state = sickle_due()
    for card in druids.deck(state.rules):
        assert code(state, druids.Play(card)) == "wrong-phase"


@pytest.mark.parametrize("kind", TYPES)
def test_game_over__nothing_is_taken_any_more(kind: str) -> None:
    state = over()
    assert refusal(state, TYPES[kind]) == ("druids/game-over", "game-over")
    with pytest.raises(IllegalAction):
        druids.apply(state, TYPES[kind])
    assert state == over()


def test_game_over__no_sixth_deal() -> None:
    state = end(druids.Rules(players=3), 1)
    assert refusal(state, TYPES["deal"]) == ("druids/game-over", "game-over")
    assert legal(state) == ""
    with pytest.raises(IllegalAction) as caught:
        druids.shuffled(state, random.Random(1))
    assert (caught.value.violation.clause, caught.value.violation.code) == ("druids/game-over", "game-over")


@pytest.mark.parametrize(
    ("state", "action", "seat", "expected"),
    [
        # malformed before all else
        (over(), druids.LeadGaia(R, druids.Top.LOWEST), 7, "malformed"),
        (sickle_due(), druids.LeadGaia(R, druids.Top.LOWEST), 0, "malformed"),
        (table("G1 R5", "G2 R6", "G3 R7"), druids.Play("G9"), 2, "malformed"),  # type: ignore[arg-type]
        # then the end of the game
        (over(), TYPES["play"], 1, "game-over"),
        (over(), druids.Deal(()), 1, "game-over"),
        # then the phase
        (sickle_due(), move("R12"), 0, "wrong-phase"),
        (mistletoe_due(), move("SICKLE>V"), 1, "wrong-phase"),
        (druids.start(druids.Rules(players=3)), move("G1"), 1, "wrong-phase"),
        (table("G1 R5", "G2 R6", "G3 R7"), druids.Deal(()), 1, "wrong-phase"),
        (dealt("GAIA", "", ""), druids.Deal(()), None, "wrong-phase"),
        # then the seat
        (table("G1 R5", "G2 R6", "G3 R7"), move("R12"), 1, "out-of-turn"),
        (table("G1 R5", "G2 R6", "G3 R7"), move("G2"), 1, "out-of-turn"),
        (table("G1 R5", "G2 R6", "G3 R7"), move("GAIA>R"), 1, "out-of-turn"),
        (dealt("GAIA", "", ""), move("R12"), 1, "out-of-turn"),
        (sickle_due(), move("SICKLE>B"), 0, "out-of-turn"),
        (mistletoe_due(), move("MISTLETOE>V"), 2, "out-of-turn"),
        (druids.start(druids.Rules(players=3)), druids.Deal(()), 0, "out-of-turn"),
        # then the action's own reasons, in their order
        (dealt("GAIA", "R5", ""), move("R5"), 0, "must-lead-gaia"),
        (after(table("R9 G1", "R5 G2", "Y1 Y2"), "R9"), move("G12"), 1, "card-not-held"),
        (after(table("R9 G1", "R5 G2", "Y1 Y2"), "R9"), move("G2"), 1, "must-follow-domain"),
        (sickle_due(), move("SICKLE>Y"), 2, "no-such-stack"),
        (sickle_due(), move("SICKLE>V"), 2, "not-highest-stack"),
        (mistletoe_due(), move("MISTLETOE>Y"), 0, "no-such-stack"),
        (druids.start(druids.Rules(players=3)), druids.Deal(()), None, "bad-deal"),
    ],
)
def test_refusal_order__first_reason_that_applies(
    state: druids.State, action: druids.Action, seat: int | None, expected: str
) -> None:
    assert code(state, action, seat) == expected


def test_refusal_order__every_reason_of_this_game_is_given_above() -> None:
    (mark,) = test_refusal_order__first_reason_that_applies.pytestmark  # type: ignore[attr-defined]
    assert {case[-1] for case in mark.args[1]} == {
        "malformed",
        "game-over",
        "wrong-phase",
        "out-of-turn",
        "bad-deal",
        "must-lead-gaia",
        "card-not-held",
        "must-follow-domain",
        "no-such-stack",
        "not-highest-stack",
    }


def test_refusal_order__a_refused_action_changes_nothing() -> None:
    state = after(table("R9 G1", "R5 G2", "Y1 Y2"), "R9")
    before, printed = hash(state), repr(state)
    for action, seat in ((move("G2"), None), (move("R5"), 0), (move("R9"), 1), (deal_of(state.rules), None)):
        with pytest.raises(IllegalAction) as caught:
            druids.apply(state, action, seat)
        assert caught.value.violation == druids.verify(state, action, seat)
        with pytest.raises(IllegalAction):
            druids.explain(state, deal_of(state.rules))
    assert (hash(state), repr(state)) == (before, printed)
    assert legal(state) == "R5"


def test_refusal_order__the_exception_tells_code_clause_and_sentence_in_one_line() -> None:
    state = after(table("R9 G1", "R5 G2", "Y1 Y2"), "R9")
    with pytest.raises(IllegalAction, match=r"must-follow-domain.*druids/follow-domain") as caught:
        druids.apply(state, move("G2"))
    assert "\n" not in str(caught.value)


def test_legal_actions__none_when_nobody_is_to_act() -> None:
    assert druids.legal_actions(druids.start(druids.Rules(players=3))) == ()
    assert druids.legal_actions(over()) == ()


def test_legal_actions__gaia_is_led_as_each_domain_in_order() -> None:
    assert legal(dealt("GAIA", "", "")) == "GAIA>G GAIA>Y GAIA>R GAIA>B GAIA>V"


def test_legal_actions__with_the_variant_lowest_comes_before_highest() -> None:
    expected = " ".join(f"GAIA>{letter}>{top}" for letter in "GYRBV" for top in ("lowest", "highest"))
    assert legal(dealt("GAIA", "", "", rules=MOON)) == expected


def test_legal_actions__plays_are_in_canonical_order_once_a_token() -> None:
    hand = "MISTLETOE SICKLE V3 SICKLE B12 B2 R7 MISTLETOE G10 G9 Y1"
    state = table(hand, " ".join(f"Y{n}" for n in range(2, 13)), " ".join(f"V{n}" for n in (1, 2, *range(4, 13))))
    assert legal(state) == "G9 G10 Y1 R7 B2 B12 V3 SICKLE MISTLETOE"


def test_legal_actions__specials_alone_are_one_action() -> None:
    state = table("SICKLE SICKLE", "G1 G2", "G3 G4", to_act=1)
    assert legal(after(state, "G1 G3")) == "SICKLE"


def test_legal_actions__specials_come_after_what_follows() -> None:
    state = after(table("R9 G1 G2 G3", "SICKLE SICKLE R5 G7", "Y1 Y2 Y3 Y4"), "R9")
    assert legal(state) == "R5 SICKLE"


def test_legal_actions__are_asked_even_when_one_is_left() -> None:
    state = table("G1", "G2", "G3")
    assert (legal(state), state.to_act) == ("G1", 0)


def test_legal_actions__tied_stacks_and_as_many_sickles() -> None:
    state = after(table("G8 V1", "SICKLE V2", "SICKLE V4", displays=["R8"]), "G8 SICKLE SICKLE")
    assert legal(state) == "SICKLE>G SICKLE>R"


def test_legal_actions__sickle_lists_the_highest_stacks_mistletoe_all_stacks() -> None:
    assert legal(sickle_due()) == "SICKLE>G SICKLE>R"
    assert legal(mistletoe_due()) == "MISTLETOE>G MISTLETOE>B"
    state = after(table("R1 V1", "MISTLETOE V2", "Y2 V3", displays=["G3 | B5"]), "R1 MISTLETOE Y2")
    assert legal(state) == "MISTLETOE>G MISTLETOE>Y MISTLETOE>R MISTLETOE>B"


def conceivable(rules: druids.Rules) -> Iterator[druids.Action]:
    """Every action but deals that could be named in this world, sensible or not."""
    for card in dict.fromkeys(druids.deck(rules)):
        yield druids.Play(card)
    for domain in druids.Domain:
        yield druids.PlaceSickle(domain)
        yield druids.PlaceMistletoe(domain)
        for top in (None, *druids.Top):
            yield druids.LeadGaia(domain, top)


def test_legal_actions__an_action_is_allowed_if_and_only_if_it_is_listed() -> None:
    for rules in SMALL:
        everything = list(conceivable(rules))
        for seed in range(3):
            for state, _ in game(rules, seed):
                listed = druids.legal_actions(state)
                allowed = {action for action in everything if druids.verify(state, action) is None}
                assert len(set(listed)) == len(listed)
                assert set(listed) == allowed


def test_legal_actions__are_never_empty_while_somebody_is_to_act() -> None:
    for played in every_game():
        for state, _ in played:
            assert bool(druids.legal_actions(state)) is (druids.to_act(state) is not None)


def test_legal_actions__others_are_out_of_turn() -> None:
    for state, action in game(SMALL[4], 1):
        if state.to_act is not None:
            for seat in range(4):
                assert (code(state, action, seat) == "out-of-turn") is (seat != state.to_act)


def test_perft_counts_sequences_of_player_actions() -> None:
    state = table("G1 R1", "G2 R2", "Y1 Y2")
    # G1 or R1, one card that follows each, two yellow ones, then the winner's last card and so on.
    assert [druids.perft(state, depth) for depth in range(8)] == [1, 2, 2, 4, 4, 4, 4, 0]


def test_perft_stops_at_a_due_deal_and_at_the_end() -> None:
    assert druids.perft(druids.start(MOON), 0) == 1
    assert druids.perft(druids.start(MOON), 1) == 0
    assert druids.perft(over(), 1) == 0
    assert druids.perft(over(), 3) == 0


def test_perft_agrees_with_counting_by_hand() -> None:
    def count(state: druids.State, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(count(druids.apply(state, action), depth - 1) for action in druids.legal_actions(state))

    state = game(SMALL[0], 1)[5][0]
    assert druids.perft(state, 4) == count(state, 4) > 10
