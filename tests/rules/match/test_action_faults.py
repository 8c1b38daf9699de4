"""Names and cards of actions and questions that are impossible in a match."""

import pytest
from support.faults import Found, found
from support.matches.built_states import (
    FRESH,
    HOLDING,
    NAMES,
    NEXT,
    SUMMARY,
)
from support.showdowns import card_list

from service.rules.hand.meld_check import ShownMeld
from service.rules.match.actions import (
    Action,
    CloseAction,
    DiscardAction,
    LayOffAction,
    RejoinAction,
    ShowAction,
)
from service.rules.match.faults.action_faults import (
    action_faults,
    deal_faults,
    holder_faults,
    missing_result_faults,
    name_faults,
    read_melds,
    viewer_faults,
)
from service.rules.round.board import LayOffPlace
from service.rules.round.showdown_player import ChosenLayOff
from service.rules.subjects import Part, Subject
from service.rules.table.cards import JOKER, Card


def test_a_match_needs_different_players_and_a_lead_among_them() -> None:
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
            CloseAction(Card("7b"), (ABSENT,)),
            [("card.no_jokers", Subject(Part.MELD, None, 0, 1))],
        ),
        (
            ShowAction((ABSENT,), (LAY_OFF,)),
            [
                ("card.no_jokers", Subject(Part.MELD, None, 0, 1)),
                ("card.no_jokers", Subject(Part.LAY_OFF_CARD, None, 0)),
            ],
        ),
        (LayOffAction((LAY_OFF,)), [("card.no_jokers", Subject(Part.LAY_OFF_CARD, None, 0))]),
        (RejoinAction("zoe"), [("player.unknown", Subject(Part.ACTION_PLAYER))]),
    ],
)
def test_an_action_names_cards_of_the_deck_and_players_who_can_be_meant(
    action: Action, expected: Found
) -> None:
    assert found(action_faults(HOLDING, action)) == expected


def test_the_melds_of_a_closer_lie_on_the_table_only_if_they_are_melds() -> None:
    melds = [ShownMeld(card_list("7o 7c 7e")), ABSENT, ShownMeld(card_list("1o 2o 4o"))]
    read, faults = read_melds(melds, Subject(Part.CLOSER_MELD), HOLDING.table)
    assert [meld.cards for meld in read] == [("7o", "7c", "7e")]
    assert found(faults) == [
        ("state.meld_cards", Subject(Part.CLOSER_MELD, None, 1)),
        ("state.no_meld", Subject(Part.CLOSER_MELD, None, 2)),
    ]
    assert [violation.code for violation in faults[1].because] == ["meld.gap"]
