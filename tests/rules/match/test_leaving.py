"""A player who leaves a match (rule book, "Leaving")."""

from typing import Any

import pytest
from msgspec.structs import replace
from support.core_answers import rules_of
from support.matches.built_states import (
    ADDS,
    CANCELLED,
    CLOSE,
    DISCARDS,
    FRESH,
    HOLDING,
    NAMES,
    OVER,
    STOCK,
    SUMMARY,
    changed,
    closing,
    codes,
    over,
    played,
    points,
    result,
    stand,
    status,
    summed_up,
    totals_of,
    types,
    who_is_out,
    without_stock,
)
from support.matches.values import as_json

from service.rules.match.actions import (
    CancelAction,
    DealAction,
    DiscardAction,
    LeaveAction,
    RejoinAction,
)
from service.rules.match.dealing import first_deal
from service.rules.match.events import Rejoined
from service.rules.match.faults.action_faults import action_faults
from service.rules.match.legal_actions import legal_actions
from service.rules.match.state import Phase, State
from service.rules.score.standings import Reason
from service.rules.table.table import table_of

ANA, BEN, EVA, FRAN = map(LeaveAction, NAMES)
THREE_IN = summed_up(ana=60, ben=66, eva=65, fran=90)


@pytest.mark.parametrize("state", [FRESH, HOLDING, SUMMARY], ids=lambda state: str(state.phase))
def test_a_player_may_leave_until_the_match_is_over(state: State) -> None:
    assert codes(state, ANA) == codes(state, BEN) == set()
    players_in = [one.player for one in state.players if not one.out]
    assert legal_actions(state).room == (*map(LeaveAction, players_in), CancelAction())


@pytest.mark.parametrize("state", [OVER, CANCELLED], ids=lambda state: str(state.phase))
def test_nobody_leaves_a_match_that_is_over(state: State) -> None:
    assert codes(state, ANA) == {"action.match_over"}
    assert legal_actions(state).room == ()


def test_who_is_out_cannot_leave() -> None:
    assert codes(SUMMARY, EVA) == {"leave.already_out"}
    after, _ = played(FRESH, EVA)
    assert codes(after, EVA) == {"leave.already_out"}


def test_only_a_player_of_the_match_can_leave() -> None:
    (fault,) = action_faults(FRESH, LeaveAction("zoe"))
    assert fault.code == "player.unknown"


def test_leaving_is_written_with_its_player() -> None:
    assert as_json(ANA) == {"type": "leave", "player": "ana"}
    assert as_json(played(FRESH, ANA)[1]) == [{"type": "left", "player": "ana"}]


@pytest.mark.parametrize("total", [-40, 0, 70])
def test_who_leaves_is_out_at_any_total_and_the_total_stands(total: int) -> None:
    after, _ = played(changed(FRESH, "eva", total=total), EVA)
    left = after.player("eva")
    assert (left.out, left.left, left.total) == (True, True, total)
    assert [one.player for one in after.players if one.left] == ["eva"]


def test_who_has_left_cannot_rejoin() -> None:
    after, _ = played(THREE_IN, EVA)
    assert codes(after, RejoinAction("eva")) == {"rejoin.left"}
    assert RejoinAction("eva") not in legal_actions(after).actions


FIRST_OUT = over("barajamos", match={"ends": "first_out"})


def test_who_has_left_is_not_the_first_out() -> None:
    after, _ = played(closing(FIRST_OUT, ends=ADDS), FRAN, CLOSE)
    assert after.phase is Phase.ROUND_OVER
    after, _ = played(after, EVA)
    assert after.phase is Phase.ROUND_OVER
    before = closing(FIRST_OUT, ends={"ana": 1, "ben": 71, "eva": 27, "fran": 44})
    after, _ = played(before, FRAN, CLOSE)
    assert (status(after)["reason"], status(after)["winners"]) == (Reason.FIRST_OUT, ["ana"])


ONE_ROUND = over("barajamos", match={"limit": None, "ends": "rounds", "rounds": 1})


@pytest.mark.parametrize("eva", [20, 30])
def test_who_has_left_is_not_among_those_who_win_or_tie_or_are_lowest(eva: int) -> None:
    state = closing(ONE_ROUND, ends={"ana": 30, "ben": 30, "eva": eva + ADDS["eva"], "fran": 50})
    after, _ = played(state, EVA, CLOSE)
    assert totals_of(after)["eva"] == eva
    assert status(after)["winners"] == ["ana", "ben"]


LOW_WINS = over("barajamos", match={"low_total": -5})


def test_a_low_total_of_who_has_left_does_not_win() -> None:
    state = changed(stand(LOW_WINS, drawn="7b"), "eva", total=-9, out=True, left=True)
    after, _ = played(state, CLOSE)
    assert (after.phase, status(after)["winners"]) == (Phase.ROUND_OVER, [])


def test_the_lowest_total_for_a_rejoin_is_not_that_of_who_has_left() -> None:
    rules = over("barajamos", rejoin={"total": "lowest_in"})
    ends = {"ana": 60, "ben": 66, "eva": 30, "fran": 90}
    after, _ = played(closing(rules, ends=ends), EVA, CLOSE, RejoinAction("fran"))
    assert totals_of(after)["fran"] == 60


def test_the_total_of_who_has_left_counts_in_the_prize() -> None:
    state = closing("classic", seats=3, ends={"ana": 40, "ben": 101, "eva": 20 + ADDS["eva"]})
    after, _ = played(state, EVA, CLOSE)
    assert status(after)["prize"] == {"total": 121, "each": 121, "remainder": 0}


def test_the_cards_of_who_has_left_stay_out_of_play_until_the_next_deal() -> None:
    after, events = played(HOLDING, EVA)
    assert after.player("eva").cards == HOLDING.player("eva").cards
    assert (after.stock, after.discards) == (HOLDING.stock, HOLDING.discards)
    ended, events = played(after, CLOSE)
    shown = result(ended).showdown
    assert shown
    assert [end.player for end in shown.opponents] == ["ben", "fran"]
    assert not {"shown eva", "scored eva", "out eva"} & set(types(events))
    assert points(ended) == ADDS | {"eva": 0}
    assert ended.player("eva").cards == HOLDING.player("eva").cards
    dealt, events = played(ended, DealAction())
    assert dealt.player("eva").cards == ()
    assert (dealt.player("eva").out, dealt.player("eva").left) == (True, True)
    assert "dealt eva" not in types(events)


def test_the_turn_of_who_leaves_with_a_card_drawn_ends_with_that_card() -> None:
    after, events = played(HOLDING, ANA)
    assert types(events) == ["left ana", "discarded ana"]
    assert (after.player("ana").turns, after.discards[-1]) == (2, "7b")
    assert after.player("ana").cards == FRESH.player("ana").cards
    assert (after.phase, after.to_play, after.drawn) == (Phase.DRAW, "ben", None)


def test_a_card_taken_from_the_discards_goes_back_also_where_it_may_not() -> None:
    rules = over("barajamos", turn={"may_discard_taken_card": False})
    taken, _ = played(stand(rules, discards="12c"), DISCARDS)
    after, events = played(taken, ANA)
    assert types(events) == ["left ana", "discarded ana"]
    assert after.discards == ("12c",)


def test_the_turn_of_who_leaves_may_empty_the_stock() -> None:
    after, events = played(without_stock("fournier", "7b"), ANA)
    assert types(events) == ["left ana", "discarded ana", "reshuffled"]
    assert (after.exhaustions, after.to_play, after.discards) == (1, "ben", ("7b",))


def test_the_turn_of_who_leaves_may_end_the_round_for_those_who_are_left() -> None:
    after, events = played(without_stock("ludoteka", "7b", exhaustions=3), ANA)
    assert types(events) == [
        *("left ana", "discarded ana", "shown ben", "shown eva", "shown fran"),
        *("scored ben", "scored eva", "scored fran", "round_over"),
    ]
    assert (after.phase, after.closer) == (Phase.ROUND_OVER, None)
    assert points(after) == ADDS | {"ana": 0}


def test_the_round_ends_before_it_is_asked_who_is_left() -> None:
    after, events = played(without_stock("ludoteka", "7b", seats=2, exhaustions=3), ANA)
    expected = ["left ana", "discarded ana", "shown ben", "scored ben", "round_over", "match_over"]
    assert types(events) == expected
    assert totals_of(after) == {"ana": 0, "ben": 20}
    assert (status(after)["reason"], status(after)["winners"]) == (Reason.LAST_PLAYER, ["ben"])


def test_if_who_leaves_has_not_drawn_no_turn_is_counted_and_the_next_still_in_plays() -> None:
    after, events = played(FRESH, ANA)
    assert types(events) == ["left ana"]
    assert (after.phase, after.to_play) == (Phase.DRAW, "ben")
    assert [one.turns for one in after.players] == [1, 1, 1, 1]
    after, _ = played(FRESH, BEN, ANA)
    assert after.to_play == "eva"


@pytest.mark.parametrize("state", [FRESH, HOLDING], ids=lambda state: str(state.phase))
def test_who_leaves_while_another_plays_changes_nothing_else(state: State) -> None:
    after, events = played(state, EVA)
    assert types(events) == ["left eva"]
    left = changed(state, "eva", out=True, left=True)
    assert after == replace(left, moves=state.moves + 1)


EIGHT = over("barajamos", turn={"lead_gets_eight": True})


def test_the_lead_who_leaves_with_eight_cards_turns_up_the_last_of_them() -> None:
    state, _ = first_deal(table_of(rules_of(EIGHT), 4), NAMES, "seed", "ben")
    *seven, last = state.player("ben").cards
    after, events = played(state, BEN)
    assert types(events) == ["left ben", "discarded ben"]
    assert (after.discards, after.player("ben").cards) == ((last,), tuple(seven))
    assert (after.player("ben").turns, after.phase, after.to_play) == (1, Phase.DRAW, "eva")
    waiting, _ = played(state, ANA)
    left = changed(state, "ana", out=True, left=True)
    assert waiting == replace(left, moves=state.moves + 1)


def test_between_rounds_the_result_stands_and_a_rejoin_costs_the_same() -> None:
    after, events = played(THREE_IN, BEN, RejoinAction("fran"))
    assert events[-1] == Rejoined("fran", 66)
    assert types(events)[:-1] == ["left ben"]
    assert after.result == THREE_IN.result
    assert totals_of(after) == {"ana": 60, "ben": 66, "eva": 65, "fran": 66}
    assert who_is_out(after) == {"ben"}


def test_nobody_rejoins_if_leaving_has_left_too_few() -> None:
    rules = over("barajamos", rejoin={"min_players_in": 3})
    after, _ = played(summed_up(rules, ana=60, ben=66, eva=65, fran=90), BEN)
    assert codes(after, RejoinAction("fran")) == {"rejoin.too_few_in"}


@pytest.mark.parametrize("play_off", [False, True])
@pytest.mark.parametrize(
    ("drawn", "leaver", "following", "size"),
    [
        (None, ANA, [], 7),
        (None, BEN, [], 7),
        ("7b", ANA, ["discarded ana"], 7),
        ("7b", BEN, [], 8),
    ],
)
def test_who_is_left_alone_wins_without_a_showdown_or_points(
    drawn: str | None, leaver: LeaveAction, following: list[str], size: int, *, play_off: bool
) -> None:
    totals = dict.fromkeys(["ana", "ben"], 101 if play_off else 30)
    state = stand("fournier", 2, drawn=drawn, totals=totals, play_off=play_off, round=2)
    after, events = played(state, leaver)
    assert types(events) == [f"left {leaver.player}", *following, "match_over"]
    (winner,) = {"ana", "ben"} - {leaver.player}
    assert (status(after)["reason"], status(after)["winners"]) == ("last_player", [winner])
    assert (after.phase, after.to_play, after.drawn) == (Phase.MATCH_OVER, None, None)
    assert (result(after).showdown, after.closer) == (None, None)
    assert (points(after), totals_of(after)) == ({"ana": 0, "ben": 0}, totals)
    assert len(after.player("ana").cards) == size


def test_who_is_left_alone_between_rounds_wins_and_the_scores_stand() -> None:
    after, events = played(SUMMARY, BEN)
    assert types(events) == ["left ben", "match_over"]
    assert after.phase is Phase.MATCH_OVER
    assert (status(after)["reason"], status(after)["winners"]) == ("last_player", ["ana"])
    assert result(after).scores == result(SUMMARY).scores
    assert result(after).showdown == result(SUMMARY).showdown


def test_who_is_left_alone_before_a_play_off_wins() -> None:
    tied = summed_up("fournier", ana=101, ben=101, eva=115)
    after, _ = played(tied, BEN)
    assert (after.phase, status(after)["winners"]) == (Phase.MATCH_OVER, ["ana"])
    assert (status(after)["reason"], status(after)["tied"]) == (Reason.LAST_PLAYER, [])


@pytest.mark.parametrize(("rules", "following"), [("barajamos", "ben"), ("fournier", "eva")])
def test_a_lead_who_has_left_stays_the_lead_of_that_round(rules: Any, following: str) -> None:
    left, _ = played(stand(rules), ANA)
    assert left.lead == "ana"
    drawing, _ = played(left, STOCK)
    assert drawing.drawn
    again, _ = played(drawing, DiscardAction(drawing.drawn.card))
    assert (again.lead, again.to_play) == ("ana", "eva")
    after, _ = played(closing(rules, ends=ADDS), CLOSE, ANA, DealAction())
    assert (after.lead, after.to_play) == (following, following)
