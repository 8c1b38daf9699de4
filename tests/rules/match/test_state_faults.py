"""The faults of states that no match can reach."""

import pytest
from msgspec.structs import replace
from support.faults import found
from support.matches.built_states import (
    CANCELLED,
    FIRST_TURN,
    FRESH,
    HOLDING,
    NEXT,
    OVER,
    SUMMARY,
    changed,
    stand,
    without_stock,
)

from service.rules.match.faults.state_faults import bound_faults, state_faults
from service.rules.match.state import Phase, Pile, State, StateCloser, StateDrawn
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card


def cards_of(state: State, player: str) -> tuple[Card, ...]:
    return state.player(player).cards


def named_twice(state: State) -> State:
    ana, ben, *others = state.players
    return replace(state, players=(ana, replace(ben, player="ana"), *others))


ROUND_2 = replace(HOLDING, round=2)
LUDOTEKA = replace(stand("ludoteka"), round=2)


@pytest.mark.parametrize(
    ("state", "code", "subject"),
    [
        (named_twice(HOLDING), "player.named_twice", Subject(Part.PLAYER, 1)),
        (replace(HOLDING, lead="zoe"), "player.unknown", Subject(Part.LEAD)),
        (changed(HOLDING, "ana", out=True), "player.out", Subject(Part.LEAD)),
        (replace(HOLDING, stock=HOLDING.stock[1:]), "state.cards_missing", Subject(Part.STATE)),
        (
            replace(HOLDING, stock=(*HOLDING.stock, HOLDING.stock[0])),
            "card.too_many",
            Subject(Part.STOCK, card=len(HOLDING.stock)),
        ),
        (
            changed(HOLDING, "ben", cards=cards_of(HOLDING, "ben")[:6]),
            "state.hand_size",
            Subject(Part.PLAYER_CARDS, 1),
        ),
        (changed(FRESH, "ben", out=True), "state.hand_size", Subject(Part.PLAYER_CARDS, 1)),
        (replace(HOLDING, to_play=None), "state.nobody_to_play", Subject(Part.TO_PLAY)),
        (replace(SUMMARY, to_play="ana"), "state.somebody_to_play", Subject(Part.TO_PLAY)),
        (replace(HOLDING, to_play="ben"), "state.not_next_to_play", Subject(Part.TO_PLAY)),
        (replace(HOLDING, drawn=None), "state.nothing_drawn", Subject(Part.DRAWN)),
        (
            replace(FRESH, drawn=StateDrawn(Pile.STOCK, Card("7o"))),
            "state.drawn_not_now",
            Subject(Part.DRAWN),
        ),
        (
            changed(HOLDING, "ana", cards=cards_of(HOLDING, "ana")[:7]),
            "state.drawn_without_eight",
            Subject(Part.DRAWN),
        ),
        (
            replace(HOLDING, drawn=StateDrawn(Pile.STOCK, Card("12c"))),
            "state.drawn_not_held",
            Subject(Part.DRAWN_CARD),
        ),
        (
            replace(FIRST_TURN, drawn=StateDrawn(Pile.DISCARDS, Card("7o")), phase=Phase.DISCARD),
            "state.drawn_first_discard",
            Subject(Part.DRAWN_FROM),
        ),
        (changed(SUMMARY, "ana", cards=()), "state.lead_without_hand", Subject(Part.LEAD)),
        (changed(HOLDING, "eva", turns=3), "state.turns_uneven", Subject(Part.PLAYERS)),
        (changed(NEXT, "eva", turns=1), "state.turns_without_hand", Subject(Part.PLAYER_TURNS, 2)),
        (replace(SUMMARY, closer=None), "state.not_exhausted", Subject(Part.EXHAUSTIONS)),
        (
            replace(LUDOTEKA, exhaustions=4),
            "state.exhausted_before",
            Subject(Part.EXHAUSTIONS),
        ),
        (
            replace(HOLDING, exhaustions=1),
            "state.exhausted_too_often",
            Subject(Part.EXHAUSTIONS),
        ),
        (without_stock("ludoteka"), "state.stock_empty", Subject(Part.STOCK)),
        (
            replace(without_stock("barajamos"), discards=()),
            "state.no_card_to_draw",
            Subject(Part.STOCK),
        ),
        (without_stock("barajamos"), "state.discards", Subject(Part.DISCARDS)),
        (
            changed(HOLDING, "ben", total=5),
            "state.scored_before_round_1",
            Subject(Part.PLAYER_TOTAL, 1),
        ),
        (
            replace(HOLDING, play_off=True),
            "state.play_off_in_round_1",
            Subject(Part.PLAY_OFF),
        ),
        (
            replace(HOLDING, closer=StateCloser("ana", Card("7b"), ())),
            "state.closer_not_now",
            Subject(Part.CLOSER),
        ),
        (
            replace(SUMMARY, closer=SUMMARY.closer and replace(SUMMARY.closer, player="ben")),
            "state.closer_not_last",
            Subject(Part.CLOSER_PLAYER),
        ),
        (
            replace(SUMMARY, closer=SUMMARY.closer and replace(SUMMARY.closer, player="zoe")),
            "state.closer_without_hand",
            Subject(Part.CLOSER_PLAYER),
        ),
        (changed(ROUND_2, "ben", total=71), "standing.must_be_out", Subject(Part.PLAYER_TOTAL, 1)),
    ],
)
def test_an_impossible_state_has_a_fault_with_its_subject(
    state: State, code: str, subject: Subject
) -> None:
    assert (code, subject) in found(state_faults(state))


@pytest.mark.parametrize(
    ("turns", "exhaustions", "possible"),
    [(4, 1, False), (5, 1, True), (9, 2, False), (10, 2, True), (14, 3, False), (15, 3, True)],
)
def test_the_stock_cannot_be_empty_before_its_cards_are_drawn(
    turns: int, exhaustions: int, *, possible: bool
) -> None:
    # Four hands leave 20 of the 48 cards: 19 turns empty the first stock, 20 more each later one.
    state = replace(ROUND_2, exhaustions=exhaustions)
    for name in state.names():
        state = changed(state, name, turns=turns)
    codes = {code for code, _ in found(state_faults(state))}
    assert ("state.exhausted_too_often" not in codes) is possible


@pytest.mark.parametrize("state", [FRESH, HOLDING, SUMMARY, NEXT, OVER, CANCELLED])
def test_a_state_that_was_played_has_no_fault(state: State) -> None:
    assert found(state_faults(replace(state, round=2))) == []


def test_numbers_that_no_state_can_be_sent_with_are_faults() -> None:
    state = changed(replace(HOLDING, round=101), "ben", total=-101)
    assert found(bound_faults(state, 101)) == []
    assert found(bound_faults(state, 100)) == [
        ("state.too_many_rounds", Subject(Part.ROUND)),
        ("state.numbers_too_large", Subject(Part.PLAYER_STATE, 1)),
    ]
