"""Turns at tables where the lead is dealt eight cards, and where one may close without drawing."""

from typing import Any

import pytest
from msgspec.structs import replace
from support.core_answers import rules_of
from support.matches.built_states import (
    ADDS,
    CLOSE,
    FRESH,
    HOLDING,
    NAMES,
    STOCK,
    SUMMARY,
    changed,
    closing,
    codes,
    over,
    played,
    points,
    stand,
    types,
)
from support.matches.values import secret_of
from support.shuffle_model import mixed

from service.rules.match.action_check import check_action
from service.rules.match.actions import CloseAction, DealAction, DiscardAction, RejoinAction
from service.rules.match.dealing import first_deal
from service.rules.match.faults.state_faults import state_faults
from service.rules.match.legal_actions import legal_actions
from service.rules.match.state import Phase, State
from service.rules.table.cards import Card
from service.rules.table.table import table_of

EIGHT = over("barajamos", turn={"lead_gets_eight": True})
WITHOUT = over("barajamos", close={"without_drawing": True})
NOTHING = CloseAction(None)


def dealt_eight(**groups: Any) -> State:
    state, _ = first_deal(table_of(rules_of(EIGHT | groups), 4), NAMES, "seed", "ben")
    return state


def test_the_lead_gets_the_card_that_would_be_turned_up_as_the_last_of_eight() -> None:
    state, events = first_deal(table_of(rules_of(EIGHT), 4), NAMES, "seed", "ben")
    pile = mixed(state.table.deck, "seed", "deal/1")
    assert state.player("ben").cards[-1] == pile[-29]
    assert list(state.stock) == pile[:-29]
    assert [len(one.cards) for one in state.players] == [7, 8, 7, 7]
    assert (state.phase, state.to_play, state.drawn) == (Phase.DISCARD, "ben", None)
    assert (state.discards, state_faults(state)) == ((), ())
    assert types(events) == ["dealt ben", "dealt eva", "dealt fran", "dealt ana"]


def test_the_lead_begins_with_a_discard_and_the_next_player_may_take_it() -> None:
    state = dealt_eight()
    card = state.player("ben").cards[0]
    assert codes(state, STOCK) == {"action.wrong_phase"}
    after, events = played(state, DiscardAction(card))
    assert types(events) == ["discarded ben"]
    assert (after.player("ben").turns, after.to_play, after.phase) == (1, "eva", Phase.DRAW)
    no_first = dealt_eight(turn={"lead_gets_eight": True, "may_take_first_discard": False})
    after, _ = played(no_first, DiscardAction(card))
    assert after.may_take_discard()


@pytest.mark.parametrize(("earliest", "expected"), [(1, set()), (2, {"close.too_early"})])
def test_the_lead_may_close_with_eight_cards_if_the_first_turn_is_early_enough(
    earliest: int, expected: set[str]
) -> None:
    close = {"earliest_turn": earliest, "max_unmatched_points": None}
    state = dealt_eight(close=close)
    assert codes(state, CloseAction(state.player("ben").cards[0])) == expected


def test_a_player_may_close_with_seven_cards_instead_of_drawing() -> None:
    after, events = played(stand(WITHOUT), NOTHING)
    assert types(events)[:2] == ["closed ana", "shown ana"]
    assert secret_of(events[0]) == {"discard": None}
    assert points(after) == ADDS
    assert after.closer
    assert (after.closer.discard, after.player("ana").turns) == (None, 2)
    assert (after.stock, after.discards) == (stand(WITHOUT).stock, stand(WITHOUT).discards)


def test_a_close_without_drawing_is_listed_where_it_is_worth_something() -> None:
    legal = legal_actions(stand(WITHOUT))
    assert NOTHING in legal.actions
    assert [(option.discard, option.closing.score) for option in legal.closings] == [(None, 1)]
    assert NOTHING not in legal_actions(stand(WITHOUT, lead="ben", to_play="ben")).actions


@pytest.mark.parametrize(
    ("state", "action", "why"),
    [
        (FRESH, NOTHING, "phase"),
        (FRESH, CLOSE, "phase"),
        (HOLDING, NOTHING, "drawn"),
        (SUMMARY, NOTHING, "phase"),
        (stand(WITHOUT), CLOSE, "not_drawn"),
        (stand(WITHOUT, drawn="7b"), NOTHING, "drawn"),
    ],
)
def test_a_close_is_without_a_discard_before_the_draw_and_with_one_after_it(
    state: State, action: CloseAction, why: str
) -> None:
    (violation,) = check_action(state, action)
    assert violation.code == "close.not_now"
    assert dict(violation.facts)["why"] == why


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"turns": 0}, {"close.too_early"}),
        ({"turns": 1}, set()),
    ],
)
def test_a_close_without_drawing_is_a_turn_like_any_other(
    changes: dict[str, int], expected: set[str]
) -> None:
    rules = over("barajamos", close={"without_drawing": True, "earliest_turn": 2})
    assert codes(changed(stand(rules), "ana", **changes), NOTHING) == expected


@pytest.mark.parametrize(
    ("lead", "ends", "back", "following"),
    [
        ("ben", {"ana": 1, "ben": 20, "eva": 30, "fran": 44}, [], "eva"),
        ("ben", {"ana": 1, "ben": 71, "eva": 30, "fran": 44}, [], "fran"),
        ("ben", {"ana": 1, "ben": 71, "eva": 30, "fran": 44}, ["ben"], "eva"),
        ("ana", {"ana": 1, "ben": 20, "eva": 30, "fran": 71}, [], "ben"),
        ("ben", {"ana": 1, "ben": 20, "eva": 71, "fran": 44}, [], "fran"),
    ],
)
def test_where_the_deal_passes_the_next_still_in_after_the_dealer_deals(
    lead: str, ends: dict[str, int], back: list[str], following: str
) -> None:
    rules = over("barajamos", match={"rotation": "deal"})
    state = replace(closing(rules, ends=ends), lead=lead)
    after, _ = played(state, CLOSE, *map(RejoinAction, back), DealAction())
    assert (after.lead, after.to_play) == (following, following)


def test_nobody_discards_a_card_that_is_not_among_the_eight() -> None:
    state = dealt_eight()
    assert codes(state, DiscardAction(state.stock[0])) == {"discard.not_held"}
    assert codes(state, DiscardAction(Card(state.player("ben").cards[7]))) == set()
