"""What somebody states of a match and cannot be: names, cards, states and results."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace
from support.matches.built_states import (
    CANCELLED,
    FIRST_TURN,
    FRESH,
    HOLDING,
    NAMES,
    NEXT,
    OVER,
    SUMMARY,
    changed,
    result,
    stand,
    without_stock,
)
from support.showdowns import card_list

from service.rules.faults import Fault, ImpossibleError
from service.rules.hand.meld_check import ShownMeld
from service.rules.match.actions import (
    Action,
    CloseAction,
    DiscardAction,
    OpponentChoice,
    RejoinAction,
)
from service.rules.match.impossible_actions import (
    action_faults,
    deal_faults,
    holder_faults,
    missing_result_faults,
    name_faults,
    read_closer,
    viewer_faults,
)
from service.rules.match.result_faults import (
    ChosenInRound,
    after_faults,
    check_result,
    presence_faults,
)
from service.rules.match.state import Phase, Pile, State, StateCloser, StateDrawn
from service.rules.match.state_faults import bound_faults, state_faults
from service.rules.round.board import LayOffPlace
from service.rules.round.showdown_player import ChosenLayOff, ShowdownHand
from service.rules.subjects import Part, Subject
from service.rules.table.cards import JOKER, Card

Found = list[tuple[str, Subject]]


def found(faults: Iterable[Fault]) -> Found:
    return [(str(fault.code), fault.subject) for fault in faults]


# Names and actions


def test_a_match_is_dealt_to_different_players_one_of_whom_leads() -> None:
    assert found(name_faults(NAMES, "ben")) == []
    assert found(name_faults(["ana", "ben", "ana"], "eva")) == [
        ("player.named_twice", Subject(Part.PLAYER, 2)),
        ("player.unknown", Subject(Part.LEAD)),
    ]


def test_a_next_round_is_dealt_when_one_is_over() -> None:
    assert found(deal_faults(SUMMARY)) == []
    assert found(deal_faults(HOLDING)) == [("state.round_not_over", Subject(Part.PHASE))]


def test_only_a_match_whose_round_has_been_scored_has_a_result_to_ask_about() -> None:
    assert found(missing_result_faults(SUMMARY)) == []
    assert found(missing_result_faults(HOLDING)) == [("state.no_result", Subject(Part.PHASE))]


def test_a_viewer_plays_or_is_an_onlooker_and_only_who_holds_cards_has_a_hand() -> None:
    assert found(viewer_faults(FRESH, None)) == found(viewer_faults(FRESH, "ana")) == []
    assert found(viewer_faults(FRESH, "zoe")) == [("player.unknown", Subject(Part.ASKED_PLAYER))]
    assert found(holder_faults(NEXT, "ana")) == []
    for name in ("zoe", "eva"):
        without_hand = [("state.player_without_hand", Subject(Part.ASKED_PLAYER))]
        assert found(holder_faults(NEXT, name)) == without_hand


ABSENT = ShownMeld((Card("1o"), JOKER))
LAY_OFF = ChosenLayOff(JOKER, "ana", 0, LayOffPlace.SET, None, 0)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (DiscardAction(Card("7o")), []),
        (DiscardAction(JOKER), [("card.no_jokers", Subject(Part.ACTION_CARD))]),
        (CloseAction(JOKER), [("card.no_jokers", Subject(Part.DISCARD))]),
        (
            CloseAction(Card("7b"), (ABSENT,), (OpponentChoice("ben", (ABSENT,), (LAY_OFF,)),)),
            [
                ("card.no_jokers", Subject(Part.MELD, None, 0, 1)),
                ("card.no_jokers", Subject(Part.MELD, 0, 0, 1)),
                ("card.no_jokers", Subject(Part.LAY_OFF_CARD, 0, 0)),
            ],
        ),
        (
            CloseAction(Card("7b"), opponents=tuple(map(OpponentChoice, ["ana", "eva", "eva"]))),
            [
                ("player.no_opponent", Subject(Part.CHOICE_PLAYER, 0)),
                ("player.named_twice", Subject(Part.CHOICE_PLAYER, 2)),
            ],
        ),
        (RejoinAction("zoe"), [("player.unknown", Subject(Part.ACTION_PLAYER))]),
    ],
)
def test_an_action_names_cards_of_the_deck_and_players_who_can_be_meant(
    action: Action, expected: Found
) -> None:
    assert found(action_faults(HOLDING, action)) == expected


def test_an_opponent_who_is_out_chooses_nothing() -> None:
    state = changed(HOLDING, "eva", out=True)
    action = CloseAction(Card("7b"), opponents=(OpponentChoice("eva"),))
    assert found(action_faults(state, action)) == [("player.out", Subject(Part.CHOICE_PLAYER, 0))]


def test_the_melds_of_a_closer_lie_on_the_table_only_if_they_are_melds() -> None:
    melds = [ShownMeld(card_list("7o 7c 7e")), ABSENT, ShownMeld(card_list("1o 2o 4o"))]
    closer, faults = read_closer("ana", Card("7b"), melds, HOLDING.table)
    assert [meld.cards for meld in closer.melds] == [("7o", "7c", "7e")]
    assert found(faults) == [
        ("state.closer_meld_cards", Subject(Part.CLOSER_MELD, None, 1)),
        ("state.closer_no_meld", Subject(Part.CLOSER_MELD, None, 2)),
    ]
    assert [violation.code for violation in faults[1].because] == ["meld.gap"]


# States


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
def test_a_state_that_cannot_be_has_a_fault_that_says_where(
    state: State, code: str, subject: Subject
) -> None:
    assert (code, subject) in found(state_faults(state))


@pytest.mark.parametrize(
    ("turns", "exhaustions", "possible"),
    [(4, 1, False), (5, 1, True), (9, 2, False), (10, 2, True), (14, 3, False), (15, 3, True)],
)
def test_the_stock_is_empty_only_after_so_many_turns(
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


# Results


def with_subjects(state: State, **changes: int) -> ChosenInRound:
    before = {score.player: score.before for score in result(state).scores}
    hands = {
        player.player: ShowdownHand(player.player, player.cards, position)
        for position, player in enumerate(state.players)
    }
    return ChosenInRound(before | changes, hands, frozenset())


def test_a_result_is_there_when_a_round_has_been_scored_and_only_then() -> None:
    for state in (FRESH, SUMMARY):
        assert found(presence_faults(state, has_result=state.result is not None)) == []
    missing = found(presence_faults(SUMMARY, has_result=False))
    assert missing == [("state.result_missing", Subject(Part.RESULT))]
    not_now = found(presence_faults(FRESH, has_result=True))
    assert not_now == [("state.result_not_now", Subject(Part.RESULT))]


def test_a_result_follows_from_the_cards_and_from_the_totals_before() -> None:
    state = replace(SUMMARY, round=2)
    assert check_result(state, with_subjects(state)) == state.result
    assert found(after_faults(state, result(state), frozenset())) == []


@pytest.mark.parametrize(
    ("state", "changes", "expected"),
    [
        (
            SUMMARY,
            {},
            [("result.before_round_1", Subject(Part.RESULT_BEFORE, p)) for p in range(4)],
        ),
        (replace(SUMMARY, round=2), {"zoe": 1}, [("result.players", Subject(Part.RESULT))]),
        (
            replace(SUMMARY, round=2),
            {"ben": 71},
            [("standing.must_be_out", Subject(Part.RESULT))],
        ),
    ],
)
def test_a_round_that_cannot_have_been_is_refused(
    state: State, changes: dict[str, int], expected: Found
) -> None:
    with pytest.raises(ImpossibleError) as refused:
        check_result(state, with_subjects(state, **changes))
    assert found(refused.value.faults) == expected


@pytest.mark.parametrize(
    ("state", "rejoined", "expected"),
    [
        (changed(SUMMARY, "ana", total=61), [], ("state.total", Subject(Part.PLAYER_TOTAL, 0))),
        (
            changed(SUMMARY, "ana", out=True),
            [],
            ("state.player_is_in", Subject(Part.PLAYER_OUT, 0)),
        ),
        (
            changed(SUMMARY, "eva", out=False),
            [],
            ("state.player_is_out", Subject(Part.PLAYER_OUT, 2)),
        ),
        (
            changed(SUMMARY, "eva", out=False, total=66),
            ["eva"],
            ("state.rejoin_not_counted", Subject(Part.PLAYER_REJOINS, 2)),
        ),
        (
            changed(SUMMARY, "eva", out=False, total=60, rejoins=1),
            ["eva"],
            ("state.rejoin_total", Subject(Part.PLAYER_TOTAL, 2)),
        ),
        (
            changed(SUMMARY, "ana", rejoins=1),
            ["ana"],
            ("state.may_not_rejoin", Subject(Part.PLAYER_OUT, 0)),
        ),
        (
            replace(SUMMARY, phase=Phase.MATCH_OVER),
            [],
            ("state.match_goes_on", Subject(Part.PHASE)),
        ),
        (replace(OVER, phase=Phase.ROUND_OVER), [], ("state.match_is_over", Subject(Part.PHASE))),
        (
            replace(SUMMARY, closer=SUMMARY.closer and replace(SUMMARY.closer, melds=())),
            [],
            ("state.closer_melds", Subject(Part.CLOSER_MELD)),
        ),
    ],
)
def test_what_does_not_follow_from_the_result_is_a_fault(
    state: State, rejoined: list[str], expected: tuple[str, Subject]
) -> None:
    assert found(after_faults(state, result(state), frozenset(rejoined))) == [expected]
