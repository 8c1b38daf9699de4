"""Who may rejoin, and at what total (rule book, "Rejoining")."""

from typing import Any

import pytest
from msgspec.structs import replace

from service.rules.faults import FaultCode
from service.rules.score.rejoining import (
    rejoin,
    rejoin_total,
    rejoin_violations,
    rejoiner_faults,
)
from service.rules.score.standings import Standing
from service.rules.subjects import Part, Subject
from service.rules.table.parameters import Ends, RejoinTotal, Rules
from service.rules.table.profiles import PROFILES
from service.rules.violations import ViolationCode

BARAJAMOS = PROFILES["barajamos"]
# Case 20 of the rule book.
ROUND = (
    Standing("ana", 60),
    Standing("bea", 66),
    Standing("carlos", 71, out=True),
    Standing("diego", 90, 1, out=True),
)


def with_rejoin(**changed: Any) -> Rules:
    return replace(BARAJAMOS, rejoin=replace(BARAJAMOS.rejoin, **changed))


def with_match(**changed: Any) -> Rules:
    return replace(BARAJAMOS, match=replace(BARAJAMOS.match, **changed))


def test_all_who_went_out_in_a_round_come_back_at_the_same_total() -> None:
    assert not rejoin_violations(ROUND, "carlos", BARAJAMOS, 4)
    after = rejoin(ROUND, "carlos", 66)
    assert after[2] == Standing("carlos", 66, 1)
    assert not rejoin_violations(after, "diego", BARAJAMOS, 4)
    assert rejoin(after, "diego", 66)[3] == Standing("diego", 66, 2)
    assert after[0] == ROUND[0]


def test_a_player_on_the_limit_is_in_and_counts_for_the_total() -> None:
    assert rejoin_total((Standing("ana", 60), Standing("bea", 70)), BARAJAMOS) == 70


def test_the_total_may_be_the_lowest_and_may_be_negative() -> None:
    rules = with_rejoin(total=RejoinTotal.LOWEST_IN)
    assert rejoin_total((Standing("ana", -5), Standing("bea", 70)), rules) == -5


def test_the_total_may_be_the_second_highest_counted_for_each_player() -> None:
    rules = with_rejoin(total=RejoinTotal.SECOND_HIGHEST_IN)
    totals = [Standing(player, total) for player, total in zip("abc", (64, 64, 43), strict=True)]
    assert rejoin_total(totals, rules) == 64
    assert rejoin_total(totals[1:], rules) == 43
    assert rejoin_total(totals[2:], rules) == 43


def test_a_player_who_has_left_may_not_rejoin() -> None:
    standings = (*ROUND[:2], Standing("carlos", 30, out=True, left=True), ROUND[3])
    (violation,) = rejoin_violations(standings, "carlos", BARAJAMOS, 4)
    assert violation.code is ViolationCode.REJOIN_LEFT


def test_where_nobody_is_in_there_is_no_total() -> None:
    assert rejoin_total((Standing("ana", 80, out=True),), BARAJAMOS) is None


@pytest.mark.parametrize(
    ("rules", "player", "seats", "code", "limit", "found"),
    [
        (BARAJAMOS, "ana", 4, ViolationCode.REJOIN_NOT_OUT, None, None),
        (with_rejoin(max=1), "diego", 4, ViolationCode.REJOIN_NONE_LEFT, 1, 1),
        (with_rejoin(min_players_in=3), "carlos", 4, ViolationCode.REJOIN_TOO_FEW_IN, 3, 2),
        (with_rejoin(min_seats=5), "carlos", 4, ViolationCode.REJOIN_TOO_FEW_SEATS, 5, 4),
        (with_match(ends=Ends.FIRST_OUT), "carlos", 4, ViolationCode.REJOIN_MATCH_OVER, None, None),
        (with_match(low_total=60), "carlos", 4, ViolationCode.REJOIN_MATCH_OVER, None, None),
    ],
)
def test_each_rule_of_the_table_can_forbid_it(
    rules: Rules, player: str, seats: int, code: ViolationCode, limit: int | None, found: int | None
) -> None:
    (violation,) = rejoin_violations(ROUND, player, rules, seats)
    assert (violation.code, violation.limit, violation.found) == (code, limit, found)
    assert (violation.subject, violation.player) == (Subject(Part.REJOINER), player)


def test_with_one_player_in_the_match_is_over_and_nobody_rejoins() -> None:
    standings = (Standing("ana", 60), *(replace(one, out=True) for one in ROUND[1:]))
    codes = [v.code for v in rejoin_violations(standings, "carlos", BARAJAMOS, 4)]
    assert codes == [ViolationCode.REJOIN_TOO_FEW_IN, ViolationCode.REJOIN_MATCH_OVER]


def test_only_a_player_of_the_match_can_rejoin() -> None:
    assert not list(rejoiner_faults(ROUND, "carlos"))
    (fault,) = rejoiner_faults(ROUND, "zoe")
    assert (fault.code, fault.subject) == (FaultCode.PLAYER_UNKNOWN, Subject(Part.REJOINER))
