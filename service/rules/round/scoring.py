"""Round score: the totals of the players and the status of the match after a round.

The points come from a showdown or from the caller's own count (rule book, "Scoring" and "Totals").
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.faults import refuse_if_any
from service.rules.hand.closing import CloseContext
from service.rules.player_name import PlayerName
from service.rules.round.rejoining import rejoin_total, rejoin_violations
from service.rules.round.round_faults import hand_faults, player_faults, points_faults
from service.rules.round.round_points import (
    Counted,
    Item,
    RoundPoints,
    counted_faults,
    counted_points,
    points_of_round,
    wins,
)
from service.rules.round.showdown import Showdown, showdown, showdown_without_close
from service.rules.round.showdown_player import ShowdownHand
from service.rules.round.standings import MatchBeforeRound, MatchStatus, Standing, standings_after
from service.rules.round.standings_faults import before_faults
from service.rules.subjects import Part, Subject
from service.rules.table.parameters import Rules
from service.rules.table.table import Table


class Score(Struct, frozen=True):
    """A player's score for a round; `rejoin_total` is None unless the player may rejoin now."""

    player: PlayerName
    before: int
    points: int
    after: int
    out: bool
    may_rejoin: bool
    rejoin_total: int | None
    items: tuple[Item, ...]


class RoundScore(Struct, frozen=True):
    """The result of a round; if it was illegal, `scores` is empty and `status` is None."""

    showdown: Showdown | None
    scores: tuple[Score, ...]
    status: MatchStatus | None

    @property
    def legal(self) -> bool:
        """True if nothing in the round was illegal."""
        return self.status is not None


def score_hands(
    before: MatchBeforeRound,
    closer: ShowdownHand | None,
    opponents: Sequence[ShowdownHand],
    table: Table,
) -> RoundScore:
    """Return the score of a round from the hands of all players who are in.

    A round without a closer ended by exhaustion. The closer's total is checked if the table
    requires it. Raise `ImpossibleError` if the standings or hands are impossible.
    """
    refuse_if_any(
        (
            *before_faults(before, table.rules),
            *hand_faults(closer, opponents, table),
            *player_faults(closer, opponents, before.players),
        )
    )
    if closer is None:
        return score_showdown(before, showdown_without_close(opponents, table), table)
    closer_index = [standing.player for standing in before.players].index(closer.player)
    context = CloseContext(total=before.players[closer_index].total, play_off=before.play_off)
    round_end = _with_total_subject(closer_index, showdown(closer, opponents, table, context))
    return score_showdown(before, round_end, table)


def _with_total_subject(position: int, round_end: Showdown) -> Showdown:
    """Return the showdown with violations about the total assigned to the player at `position`."""
    total, subject = Subject(Part.TOTAL), Subject(Part.PLAYER_TOTAL, position)
    violations = tuple(
        [
            replace(violation, subject=subject) if violation.subject == total else violation
            for violation in round_end.violations
        ]
    )
    return replace(round_end, violations=violations)


def score_showdown(before: MatchBeforeRound, round_end: Showdown, table: Table) -> RoundScore:
    """Return the score of a round whose showdown has exactly the players who are in."""
    if not round_end.legal:
        return RoundScore(round_end, (), None)
    won_by = round_end.closer.player if round_end.closer and round_end.wins else None
    return _score(before, points_of_round(round_end, table), won_by, table.rules, round_end)


def score_counted(
    before: MatchBeforeRound, closing: Counted | None, points: Mapping[str, int], table: Table
) -> RoundScore:
    """Return the score of a round from points that the caller has counted.

    If `closing` is None, the round ended by exhaustion. Raise `ImpossibleError` if the standings or
    points are impossible.
    """
    refuse_if_any(
        (
            *before_faults(before, table.rules),
            *points_faults(closing, points, before.players),
        )
    )
    refuse_if_any(counted_faults(closing, points, table))
    won_by = closing.player if closing and wins(closing, table) else None
    return _score(before, counted_points(closing, points), won_by, table.rules)


def _score(
    before: MatchBeforeRound,
    points: Mapping[str, RoundPoints],
    won_by: str | None,
    rules: Rules,
    round_end: Showdown | None = None,
) -> RoundScore:
    added = {player: round_points.points for player, round_points in points.items()}
    after, status = standings_after(before, added, won_by, rules)
    match_ends = status.over or status.tied or before.play_off
    scores = []
    for before_round, after_round in zip(before.players, after, strict=True):
        may_rejoin = (
            after_round.out
            and not (before_round.out or match_ends)
            and not rejoin_violations(after, after_round.player, rules, before.seats)
        )
        round_points = points.get(after_round.player, _NO_POINTS)
        scores.append(
            _player_score(
                before_round, after_round, round_points, after if may_rejoin else None, rules
            )
        )
    return RoundScore(round_end, tuple(scores), status)


_NO_POINTS = RoundPoints(0, ())
"""The points of a player who was out before the round."""


def _player_score(
    before_round: Standing,
    after_round: Standing,
    round_points: RoundPoints,
    rejoin_standings: Sequence[Standing] | None,
    rules: Rules,
) -> Score:
    """Return a player's score; `rejoin_standings` is None if the player may not rejoin."""
    return Score(
        after_round.player,
        before_round.total,
        round_points.points,
        after_round.total,
        after_round.out,
        rejoin_standings is not None,
        None if rejoin_standings is None else rejoin_total(rejoin_standings, rules),
        round_points.items,
    )
