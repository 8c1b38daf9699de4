"""Score sheet: a whole match at a table with real cards, counted from what was written down.

A round of the sheet has the end of the round, and the players who rejoined or left (rule book,
"Counted rounds"). The sheet is counted again from its beginning, so it has no state.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.faults import Fault, FaultCode, ImpossibleError, fault, refuse_if_any
from service.rules.player_name import PlayerName
from service.rules.score.rejoining import rejoin, rejoin_violations
from service.rules.score.rotation import DealerAndLead, first_round, next_round
from service.rules.score.scoring import RoundScore, Score, score_counted, unplayed_round
from service.rules.score.sheet_round import SheetRound, sheet_name_faults
from service.rules.score.standings import (
    GOES_ON,
    MatchBeforeRound,
    MatchStatus,
    Reason,
    RoundCloser,
    Standing,
    reason_of_tie,
    status_with_one_left,
)
from service.rules.subjects import Part, Subject
from service.rules.table.table import Table
from service.rules.violations import Violation, ViolationCode, facts


class ScoredRound(Struct, frozen=True):
    """A round of the sheet, scored; `dealer` and `lead` are None if the first dealer is unknown."""

    round: int
    dealer: PlayerName | None
    lead: PlayerName | None
    scores: tuple[Score, ...]
    rejoined: tuple[PlayerName, ...]
    left: tuple[PlayerName, ...]
    match: MatchStatus


class NextRound(Struct, frozen=True):
    """The round that comes next."""

    round: int
    dealer: PlayerName | None
    lead: PlayerName | None


class ScoreSheet(Struct, frozen=True):
    """The match as it stands after the rounds of a sheet.

    With `violations` it is the match before the round that has them.
    """

    rounds: tuple[ScoredRound, ...]
    players: tuple[Standing, ...]
    next: NextRound | None
    match: MatchStatus
    violations: tuple[Violation, ...]


class _Position(Struct, frozen=True):
    """The match between two rounds: the standings, its status, and who dealt and led last.

    `opened_by` is what opened the play-off, if there is one.
    """

    players: tuple[Standing, ...]
    match: MatchStatus
    last: DealerAndLead | None
    opened_by: Reason | None = None

    def players_in(self) -> list[str]:
        return [standing.player for standing in self.players if not standing.out]


def score_sheet(
    players: Sequence[str], first_dealer: str | None, rounds: Sequence[SheetRound], table: Table
) -> ScoreSheet:
    """Return the match after these rounds.

    Raise `ImpossibleError` for a round that is impossible or comes after the end of the match, and
    for unknown players. The first round in which a player may not rejoin or leave ends the sheet
    with violations.
    """
    refuse_if_any(sheet_name_faults(players, first_dealer, rounds))
    position = _Position(tuple(Standing(player, 0) for player in players), GOES_ON, None)
    scored: list[ScoredRound] = []
    violations: tuple[Violation, ...] = ()
    for index, sheet_round in enumerate(rounds):
        if position.match.over:
            after_end = fault(
                FaultCode.SHEET_AFTER_END, Subject(Part.SHEET_ROUND, sheet_round=index)
            )
            raise ImpossibleError([after_end])
        seats = _seats_of_round(position, players, first_dealer, table)
        try:
            played, after, found = _play(sheet_round, index + 1, position, seats, table)
        except ImpossibleError as error:
            raise ImpossibleError(_in_round(index, error.faults)) from None
        if found:
            violations = tuple(_violations_in_round(index, found))
            break
        scored.append(played)
        position = after
    upcoming = None
    if not position.match.over:
        seats = _seats_of_round(position, players, first_dealer, table)
        upcoming = NextRound(len(scored) + 1, *(seats or (None, None)))
    return ScoreSheet(tuple(scored), position.players, upcoming, position.match, violations)


def _seats_of_round(
    position: _Position, players: Sequence[str], first_dealer: str | None, table: Table
) -> DealerAndLead | None:
    """Return who deals and leads the next round, or None if the first dealer is unknown."""
    if first_dealer is None:
        return None
    if position.last is None:
        return first_round(players, first_dealer)
    return next_round(position.last, players, position.players_in(), table.rules.match.rotation)


def _play(
    sheet_round: SheetRound,
    number: int,
    before: _Position,
    seats: DealerAndLead | None,
    table: Table,
) -> tuple[ScoredRound, _Position, list[Violation]]:
    """Return a round scored, the match after it, and the violations in it."""
    leaving_first = sheet_round.leaving_first()
    position = replace(before, last=seats)
    position, left_first, violations = _leave_all(leaving_first, position, table)
    result = _score(sheet_round, number, position, table)
    if result.status is not None:
        opened_by = _opened_by(sheet_round, _before(position, number), result, table)
        position = replace(_after_scores(position, result, result.status), opened_by=opened_by)
    rejoined: list[str] = []
    for index, player in enumerate(sheet_round.rejoin):
        subject = Subject(Part.REJOIN, number=index)
        found = _rejoin_violations(player, position, result, table)
        violations += [replace(violation, subject=subject) for violation in found]
        if not found:
            totals: Mapping[str, int | None] = {s.player: s.rejoin_total for s in result.scores}
            players = rejoin(position.players, player, totals[player] or 0)
            position = replace(position, players=players)
            rejoined.append(player)
    leaving_last = [
        leaver for leaver in enumerate(sheet_round.leave) if leaver not in leaving_first
    ]
    position, left_last, found_last = _leave_all(leaving_last, position, table)
    violations += found_last
    dealer, lead = seats or (None, None)
    match = result.status or position.match
    left = (*left_first, *left_last)
    scored = ScoredRound(number, dealer, lead, result.scores, tuple(rejoined), left, match)
    return scored, position, violations


def _score(sheet_round: SheetRound, number: int, position: _Position, table: Table) -> RoundScore:
    """Return the score of a round; it is not played if only one player is left."""
    if position.match.over:
        if not sheet_round.is_empty:
            raise ImpossibleError([fault(FaultCode.SHEET_NOT_PLAYED, Subject(Part.SHEET_ROUND))])
        return replace(unplayed_round(position.players), status=position.match)
    return score_counted(_before(position, number), sheet_round.counted, table)


def _before(position: _Position, number: int) -> MatchBeforeRound:
    players, tied = position.players, bool(position.match.tied)
    return MatchBeforeRound(players, len(players), number, tied, position.opened_by)


def _after_scores(position: _Position, result: RoundScore, status: MatchStatus) -> _Position:
    after = {score.player: score for score in result.scores}
    players = tuple(
        [
            replace(standing, total=after[standing.player].after, out=after[standing.player].out)
            for standing in position.players
        ]
    )
    return replace(position, players=players, match=status)


def _opened_by(
    sheet_round: SheetRound, before: MatchBeforeRound, result: RoundScore, table: Table
) -> Reason | None:
    """Return what opened the play-off that follows, or None if none follows."""
    if not result.status or not result.status.tied:
        return None
    if before.opened_by:
        return before.opened_by
    totals = [
        replace(standing, total=score.after)
        for standing, score in zip(before.players, result.scores, strict=True)
    ]
    closing = sheet_round.counted.closing
    closer = RoundCloser(closing.player) if closing else None
    return reason_of_tie(before, totals, closer, table.rules)


def _rejoin_violations(
    player: str, position: _Position, result: RoundScore, table: Table
) -> tuple[Violation, ...]:
    """Return what forbids a player to rejoin after this round."""
    if position.match.over:
        return (Violation(ViolationCode.REJOIN_MATCH_OVER, player=player),)
    violations = rejoin_violations(position.players, player, table.rules, len(position.players))
    score = next(score for score in result.scores if score.player == player)
    if score.out and not violations and not score.may_rejoin:
        return (Violation(ViolationCode.REJOIN_TOO_LATE, player=player),)
    return violations


def _leave_all(
    leavers: Iterable[tuple[int, str]], position: _Position, table: Table
) -> tuple[_Position, list[str], list[Violation]]:
    """Return the match after these players have left, who has left, and the violations."""
    left: list[str] = []
    violations: list[Violation] = []
    for index, player in leavers:
        violation = _leave_violation(player, position)
        if violation:
            subject = Subject(Part.LEAVE, number=index)
            violations.append(replace(violation, subject=subject))
        else:
            position = _after_leaving(player, position, table)
            left.append(player)
    return position, left, violations


def _leave_violation(player: str, position: _Position) -> Violation | None:
    """Return what forbids a player to leave, if anything."""
    if position.match.over:
        return Violation(ViolationCode.ACTION_MATCH_OVER, facts=facts(phase="match_over"))
    if player not in position.players_in():
        return Violation(ViolationCode.LEAVE_ALREADY_OUT, player=player)
    return None


def _after_leaving(player: str, position: _Position, table: Table) -> _Position:
    """Return the match after a player has left; it is over if one player is left."""
    players = tuple(
        [
            replace(standing, out=True, left=True) if standing.player == player else standing
            for standing in position.players
        ]
    )
    tied = tuple([name for name in position.match.tied if name != player])
    position = replace(position, players=players, match=replace(position.match, tied=tied))
    if len(position.players_in()) == 1:
        return replace(position, match=status_with_one_left(players, table.rules))
    return position


def _in_round(index: int, faults: Sequence[Fault]) -> Iterator[Fault]:
    """Yield the faults with the index of their round."""
    for item in faults:
        yield replace(item, subject=replace(item.subject, sheet_round=index))


def _violations_in_round(index: int, violations: Sequence[Violation]) -> Iterator[Violation]:
    """Yield the violations with the index of their round."""
    for violation in violations:
        subject = violation.subject or Subject(Part.SHEET_ROUND)
        yield replace(violation, subject=replace(subject, sheet_round=index))
