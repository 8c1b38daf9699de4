"""Totals, who is out and how a match ends (rule book, "Totals", "All out" and "Play-off")."""

from typing import Any

import pytest
from msgspec.structs import replace

from service.rules.faults import FaultCode
from service.rules.score.standings import (
    MatchBeforeRound,
    MatchStatus,
    PrizeShare,
    Reason,
    RoundCloser,
    Standing,
    standings_after,
)
from service.rules.score.standings_faults import before_faults, standing_faults
from service.rules.subjects import Part
from service.rules.table.parameters import AllOut, Ends, Prize, Rules, TieBreak
from service.rules.table.profiles import PROFILES

BARAJAMOS, FOURNIER, CLASSIC = (PROFILES[name] for name in ("barajamos", "fournier", "classic"))


def with_match(rules: Rules, **changed: Any) -> Rules:
    return replace(rules, match=replace(rules.match, **changed))


def after(
    rules: Rules,
    totals: dict[str, int],
    points: dict[str, int],
    *,
    closer: RoundCloser | None = None,
    number: int | None = None,
    play_off: bool = False,
    rejoins: dict[str, int] | None = None,
    gone: dict[str, int] | None = None,
) -> tuple[dict[str, bool], MatchStatus]:
    """Who is out after a round, and the status; `gone` are players who were out before it."""
    players = (
        *(
            Standing(player, total, (rejoins or {}).get(player, 0))
            for player, total in totals.items()
        ),
        *(Standing(player, total, out=True) for player, total in (gone or {}).items()),
    )
    before = MatchBeforeRound(players, len(players), number, play_off)
    standings, status = standings_after(before, points, closer, rules)
    return {standing.player: standing.out for standing in standings}, status


def test_exactly_on_the_limit_is_still_in() -> None:
    out, status = after(BARAJAMOS, {"ana": 68, "bea": 68, "eva": 0}, {"ana": 2, "bea": 3, "eva": 9})
    assert out == {"ana": False, "bea": True, "eva": False}
    assert not status.over


def test_a_close_that_wins_comes_before_every_other_question() -> None:
    out, status = after(
        BARAJAMOS,
        {"ana": 60, "bea": 9},
        {"ana": 0, "bea": 90},
        closer=RoundCloser("ana", Reason.CHINCHON),
    )
    assert status == MatchStatus(over=True, reason=Reason.CHINCHON, winners=("ana",))
    assert out == {"ana": False, "bea": False}


def test_a_low_total_comes_before_everybody_being_out() -> None:
    rules = with_match(BARAJAMOS, low_total=-10)
    _, status = after(rules, {"ana": 0, "bea": 60}, {"ana": -10, "bea": 30})
    assert (status.reason, status.winners) == (Reason.LOW_TOTAL, ("ana",))


def test_everybody_out_is_a_draw_or_won_by_the_lowest_total() -> None:
    totals, points = {"ana": 60, "bea": 69}, {"ana": 30, "bea": 30}
    _, draw = after(BARAJAMOS, totals, points)
    assert draw == MatchStatus(over=True, reason=Reason.ALL_OUT, draw=True)
    _, won = after(with_match(BARAJAMOS, all_out=AllOut.LOWEST_TOTAL), totals, points)
    assert (won.reason, won.winners) == (Reason.ALL_OUT, ("ana",))


def test_the_last_player_in_wins_whatever_lower_totals_are_out() -> None:
    _, status = after(BARAJAMOS, {"ana": 69, "bea": 60}, {"ana": 1, "bea": 30}, gone={"eva": 71})
    assert (status.reason, status.winners) == (Reason.LAST_PLAYER, ("ana",))


def test_the_first_player_out_ends_the_match_for_the_lowest_of_those_in() -> None:
    rules = with_match(BARAJAMOS, ends=Ends.FIRST_OUT)
    totals = {"ana": 10, "bea": 69, "eva": 9}
    _, status = after(rules, totals, {"ana": 5, "bea": 5, "eva": 7})
    assert (status.reason, status.winners) == (Reason.FIRST_OUT, ("ana",))


def test_the_last_round_ends_the_match_and_no_round_before_it() -> None:
    rules = with_match(BARAJAMOS, ends=Ends.ROUNDS, rounds=3)
    totals, points = {"ana": 10, "bea": 12, "eva": 20}, {"ana": 5, "bea": 0, "eva": 0}
    assert not after(rules, totals, points, number=2)[1].over
    _, status = after(rules, totals, points, number=3)
    assert (status.reason, status.winners) == (Reason.ROUNDS, ("bea",))


@pytest.mark.parametrize(
    ("tie_breaks", "winners", "tied"),
    [
        ("share", "ana bea", ""),
        ("seat_order", "ana", ""),
        ("play_on", "", "ana bea"),
        ("fewest_rejoins share", "bea", ""),
        ("fewest_rejoins play_on", "bea", ""),
        ("closer fewest_rejoins share", "ana", ""),
        ("fewest_rejoins closer share", "bea", ""),
        ("closer share", "ana", ""),
    ],
)
def test_equal_lowest_totals_are_settled_step_by_step_as_the_table_says(
    tie_breaks: str, winners: str, tied: str
) -> None:
    steps = tuple(map(TieBreak, tie_breaks.split()))
    rules = with_match(CLASSIC, tie_breaks=steps, prize=Prize.NONE)
    totals, points = {"ana": 99, "bea": 98, "eva": 99}, {"ana": 5, "bea": 6, "eva": 21}
    closer = RoundCloser("ana")
    out, status = after(rules, totals, points, closer=closer, rejoins={"ana": 1})
    assert (" ".join(status.winners), " ".join(status.tied)) == (winners, tied)
    assert out == {"ana": not tied, "bea": not tied, "eva": True}


def test_in_a_play_off_all_above_the_lowest_total_are_out_and_the_limit_puts_nobody_out() -> None:
    totals = {"ana": 104, "bea": 104, "eva": 104}
    points = {"ana": 9, "bea": 3, "eva": 3}
    out, status = after(FOURNIER, totals, points, play_off=True)
    assert out == {"ana": True, "bea": False, "eva": False}
    assert (status.over, status.tied) == (False, ("bea", "eva"))


def test_a_play_off_ends_for_the_reason_that_opened_it() -> None:
    totals, points = {"ana": 104, "bea": 104}, {"ana": 9, "bea": 3}
    out, status = after(FOURNIER, totals, points, play_off=True)
    assert out == {"ana": True, "bea": False}
    assert (status.reason, status.winners) == (Reason.ALL_OUT, ("bea",))


def test_the_prize_is_the_sum_of_the_totals_of_all_who_have_not_won() -> None:
    rules = with_match(CLASSIC, tie_breaks=(TieBreak.SHARE,))
    totals, points = {"ana": 99, "bea": 99}, {"ana": 5, "bea": 5}
    _, status = after(rules, totals, points, gone={"eva": 121})
    assert status.winners == ("ana", "bea")
    assert status.prize == PrizeShare(total=121, each=60, remainder=1)


def test_standings_name_each_player_once_on_the_right_side_of_the_limit() -> None:
    players = (Standing("ana", 71), Standing("bea", 5, 3, out=True), Standing("ana", 9))
    faults = list(standing_faults(players, BARAJAMOS, ignore_totals=False))
    assert [(fault.code, fault.subject.part, fault.subject.position) for fault in faults] == [
        (FaultCode.STANDING_MUST_BE_OUT, Part.PLAYER_TOTAL, 0),
        (FaultCode.STANDING_TOO_MANY_REJOINS, Part.PLAYER_REJOINS, 1),
        (FaultCode.STANDING_MUST_BE_IN, Part.PLAYER_OUT, 1),
        (FaultCode.PLAYER_NAMED_TWICE, Part.PLAYER, 2),
    ]


@pytest.mark.parametrize(
    ("rules", "totals", "number", "play_off", "code"),
    [
        (with_match(BARAJAMOS, ends=Ends.ROUNDS, rounds=3), (1, 2), None, False, "round.missing"),
        (with_match(BARAJAMOS, ends=Ends.ROUNDS, rounds=3), (1, 2), 4, False, "round.after_last"),
        (BARAJAMOS, (1, 1), None, True, "play_off.not_allowed"),
        (FOURNIER, (104, 105), None, True, "play_off.not_tied"),
        (FOURNIER, (50, 50), None, True, "play_off.without_reason"),
        (BARAJAMOS, (50, 71), None, False, "match_over.last_player"),
        (with_match(BARAJAMOS, low_total=-20), (50, -20), None, False, "match_over.low_total"),
    ],
)
def test_standings_before_a_round_are_those_of_a_match_that_goes_on(
    rules: Rules, totals: tuple[int, int], number: int | None, play_off: bool, code: str
) -> None:
    players = tuple(
        Standing(player, total, out=not play_off and rules.match.puts_out(total))
        for player, total in zip(("ana", "bea"), totals, strict=True)
    )
    faults = before_faults(MatchBeforeRound(players, 2, number, play_off), rules)
    assert [fault.code for fault in faults] == [code]


def test_who_has_left_does_not_tell_what_opened_a_play_off() -> None:
    rules = with_match(
        BARAJAMOS, limit=10, rounds=1, ends=Ends.FIRST_OUT, tie_breaks=(TieBreak.PLAY_ON,)
    )
    players = (Standing("a", 13), Standing("b", 13), Standing("c", 13, out=True, left=True))
    before = MatchBeforeRound(players, 3, 3, play_off=True)
    _, status = standings_after(before, {"a": 3, "b": 4}, None, rules)
    assert (status.reason, status.winners) == (Reason.ROUNDS, ("a",))
