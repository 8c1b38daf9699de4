"""A whole match from what was written down (rule book, "Counted rounds" and "Leaving")."""

from typing import Any

import pytest

from service.rules.faults import FaultCode, ImpossibleError
from service.rules.hand.closing_score import ClosingKind
from service.rules.score.counted_round import CountedClose, CountedRound
from service.rules.score.score_sheet import NextRound, ScoreSheet, score_sheet
from service.rules.score.sheet_round import SheetRound
from service.rules.subjects import Part
from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of
from service.rules.violations import ViolationCode

NAMES = ("ana", "bea", "carlos", "eva")


def played(
    closer: str | None, *, rejoin: str = "", leave: str = "", kind: str = "points", **points: int
) -> SheetRound:
    """A round that `closer` closed; without a closer nothing is written down of its end."""
    closing = None if closer is None else CountedClose(closer, ClosingKind(kind), 0)
    counted = CountedRound(closing, closer is not None, points, {})
    return SheetRound(counted, tuple(rejoin.split()), tuple(leave.split()))


def sheet(*rounds: SheetRound, base: str = "barajamos", dealer: str | None = "eva") -> ScoreSheet:
    return score_sheet(NAMES, dealer, rounds, table_of(PROFILES[base], len(NAMES)))


def totals(of: ScoreSheet) -> list[int]:
    return [standing.total for standing in of.players]


def refusals(*rounds: SheetRound, **more: Any) -> list[tuple[FaultCode, Part, int | None]]:
    with pytest.raises(ImpossibleError) as refused:
        sheet(*rounds, **more)
    faults = refused.value.faults
    return [(fault.code, fault.subject.part, fault.subject.sheet_round) for fault in faults]


FIRST = played("bea", ana=12, bea=3, carlos=40, eva=60)
EVA_OUT = played("ana", ana=5, bea=9, carlos=20, eva=11)


def test_a_sheet_without_rounds_is_a_match_that_begins() -> None:
    empty = sheet()
    assert (empty.rounds, totals(empty)) == ((), [0, 0, 0, 0])
    assert empty.next == NextRound(1, "eva", "ana")
    assert not empty.match.over


def test_totals_follow_round_by_round() -> None:
    scored = sheet(FIRST, EVA_OUT)
    assert [[one.after for one in of.scores] for of in scored.rounds] == [
        [12, 3, 40, 60],
        [17, 12, 60, 71],
    ]
    assert [standing.out for standing in scored.players] == [False, False, False, True]
    assert [one.may_rejoin for one in scored.rounds[1].scores] == [False, False, False, True]


def test_to_undo_a_round_it_is_left_out() -> None:
    assert sheet(FIRST, EVA_OUT).rounds[:1] == sheet(FIRST).rounds
    assert sheet(FIRST).next == NextRound(2, "ana", "bea")


def test_a_rejoin_takes_the_highest_total_of_those_who_are_in() -> None:
    back = sheet(FIRST, played("ana", rejoin="eva", ana=5, bea=9, carlos=20, eva=11))
    assert back.rounds[1].rejoined == ("eva",)
    assert (totals(back)[3], back.players[3].rejoins, back.players[3].out) == (60, 1, False)
    assert back.next == NextRound(3, "bea", "carlos")


def test_the_lead_or_the_deal_passes_over_those_who_are_out() -> None:
    lost = played("ana", ana=1, bea=80, carlos=5, eva=5)
    assert sheet(lost).next == NextRound(2, "ana", "carlos")  # bea would have led
    first, second = (played("ana", ana=1, bea=points, carlos=5, eva=5) for points in (60, 45))
    scored = sheet(first, second, base="fournier")
    assert [(one.dealer, one.lead) for one in scored.rounds] == [("eva", "ana"), ("ana", "bea")]
    assert scored.next == NextRound(3, "carlos", "eva")  # ana has dealt, and bea is out


def test_without_a_first_dealer_nobody_is_told_to_deal_or_lead() -> None:
    scored = sheet(FIRST, dealer=None)
    assert (scored.rounds[0].dealer, scored.rounds[0].lead) == (None, None)
    assert scored.next == NextRound(2, None, None)


def test_who_leaves_during_a_round_has_no_points_in_it_and_keeps_the_total() -> None:
    scored = sheet(FIRST, played("ana", leave="eva", ana=5, bea=9, carlos=20))
    assert (scored.players[3].total, scored.players[3].out, scored.players[3].left) == (
        60,
        True,
        True,
    )
    assert scored.rounds[1].left == ("eva",)
    assert scored.rounds[1].scores[3].points == 0


def test_who_leaves_after_a_round_is_scored_first_and_may_have_rejoined() -> None:
    scored = sheet(FIRST, played("ana", rejoin="eva", leave="eva", ana=5, bea=9, carlos=20, eva=11))
    assert (scored.rounds[1].rejoined, scored.rounds[1].left) == (("eva",), ("eva",))
    assert (scored.players[3].total, scored.players[3].left) == (60, True)


def test_if_leaves_leave_one_the_round_is_not_scored_and_that_player_wins() -> None:
    scored = sheet(FIRST, played(None, leave="ana bea eva"))
    assert totals(scored) == [12, 3, 40, 60]
    assert (scored.match.over, scored.match.reason, scored.match.winners) == (
        True,
        "last_player",
        ("carlos",),
    )
    assert scored.next is None
    assert scored.rounds[1].match == scored.match


def test_nothing_is_counted_in_a_round_that_left_one_player() -> None:
    counted = played("carlos", leave="ana bea eva", carlos=1)
    assert refusals(FIRST, counted) == [(FaultCode.SHEET_NOT_PLAYED, Part.SHEET_ROUND, 1)]


def test_a_match_that_leaving_ended_after_a_round_keeps_that_round_as_scored() -> None:
    everybody = played("ana", leave="bea carlos eva", ana=5, bea=9, carlos=8, eva=9)
    scored = sheet(FIRST, everybody)
    assert not scored.rounds[1].match.over
    assert scored.match.winners == ("ana",)


def test_a_round_after_the_end_is_impossible() -> None:
    end = played("ana", kind="chinchon", ana=0, bea=9, carlos=8, eva=9)
    assert sheet(end).match.winners == ("ana",)
    assert refusals(end, FIRST) == [(FaultCode.SHEET_AFTER_END, Part.SHEET_ROUND, 1)]


def test_a_fault_names_its_round() -> None:
    odd = played("ana", ana=5, bea=900, carlos=8, eva=9)
    assert refusals(FIRST, odd) == [(FaultCode.POINTS_NOT_OF_CARDS, Part.POINTS, 1)]
    stranger = played("ana", rejoin="zoe", leave="zoe", ana=5, bea=9, carlos=8, eva=9)
    assert refusals(FIRST, stranger) == [
        (FaultCode.PLAYER_UNKNOWN, Part.REJOIN, 1),
        (FaultCode.PLAYER_UNKNOWN, Part.LEAVE, 1),
    ]
    assert refusals(dealer="zoe") == [(FaultCode.PLAYER_UNKNOWN, Part.FIRST_DEALER, None)]


@pytest.mark.parametrize(
    ("rejoin", "leave", "codes"),
    [
        ("ana", "", [ViolationCode.REJOIN_NOT_OUT]),
        ("", "eva", [ViolationCode.LEAVE_ALREADY_OUT]),
        ("eva eva", "", [ViolationCode.REJOIN_NOT_OUT]),
        ("ana", "eva", [ViolationCode.REJOIN_NOT_OUT, ViolationCode.LEAVE_ALREADY_OUT]),
    ],
)
def test_a_rejoin_or_leave_that_may_not_be_ends_the_sheet_before_its_round(
    rejoin: str, leave: str, codes: list[ViolationCode]
) -> None:
    odd = played("ana", rejoin=rejoin, leave=leave, ana=5, bea=9, carlos=20, eva=11)
    scored = sheet(FIRST, odd, FIRST)
    assert [violation.code for violation in scored.violations] == codes
    assert all(violation.subject for violation in scored.violations)
    assert (len(scored.rounds), totals(scored)) == (1, [12, 3, 40, 60])
    assert scored.next == NextRound(2, "ana", "bea")


def test_who_was_out_before_a_round_may_not_rejoin_after_it() -> None:
    later = played("ana", rejoin="eva", ana=1, bea=2, carlos=3)
    scored = sheet(FIRST, EVA_OUT, later)
    assert [violation.code for violation in scored.violations] == [ViolationCode.REJOIN_TOO_LATE]


def test_a_play_off_follows_from_the_rounds_before() -> None:
    table = table_of(PROFILES["fournier"], 2)
    rounds = [
        played("bea", ana=60, bea=5),
        played("ana", ana=5, bea=55),
        played("bea", ana=33, bea=1),
        played("ana", ana=5, bea=42),
    ]
    tied = score_sheet(("ana", "bea"), None, rounds, table)
    assert [standing.total for standing in tied.players] == [103, 103]
    assert (tied.match.over, tied.match.tied) == (False, ("ana", "bea"))
    rounds.append(played("ana", ana=2, bea=9))
    won = score_sheet(("ana", "bea"), None, rounds, table)
    assert (won.match.reason, won.match.winners) == ("all_out", ("ana",))
