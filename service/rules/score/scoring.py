"""Round score: the totals of the players and the status of the match after a round.

The points come from a showdown or from the caller's own count (rule book, "Scoring" and "Totals").
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.faults import FaultCode, refuse_if_any
from service.rules.hand.close_conditions import CloseContext
from service.rules.hand.closing_score import ClosingKind
from service.rules.player_name import PlayerName
from service.rules.round.round_faults import exhaustion_faults, hand_faults
from service.rules.round.showdown import Showdown, showdown, showdown_without_close
from service.rules.round.showdown_player import ShowdownHand
from service.rules.score.counted_faults import counted_faults, name_faults
from service.rules.score.counted_round import CountedRound, counted_points, score_of_close
from service.rules.score.rejoining import rejoin_total, rejoin_violations
from service.rules.score.round_points import NO_POINTS, Item, RoundPoints, points_of_round
from service.rules.score.standings import (
    MatchBeforeRound,
    MatchStatus,
    Reason,
    RoundCloser,
    Standing,
    standings_after,
)
from service.rules.score.standings_faults import FEWEST_PLAYERS, before_faults, player_faults
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
    *,
    fewest_players: int = FEWEST_PLAYERS,
) -> RoundScore:
    """Return the score of a round from the hands of all players who are in.

    A round without a closer ended by exhaustion. The closer's total is checked if the table
    requires it. Raise `ImpossibleError` if the standings or hands are impossible, also if fewer
    players than `fewest_players` are in.
    """
    refuse_if_any(
        (
            *before_faults(before, table.rules, fewest_players),
            *exhaustion_faults(closer, table),
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
    closing = round_end.closer.closing if round_end.closer else None
    closer = None
    if round_end.closer and closing:
        closer = _closer(round_end.closer.player, closing.kind, wins=closing.wins_match)
    return _score(before, points_of_round(round_end, table), closer, table.rules, round_end)


def _closer(player: str, kind: ClosingKind, *, wins: bool) -> RoundCloser:
    """Return the closer; the kind of a close that wins is the reason for the end of the match."""
    return RoundCloser(player, Reason(kind.value) if wins else None)


def score_counted(before: MatchBeforeRound, counted: CountedRound, table: Table) -> RoundScore:
    """Return the score of a round as people wrote it down.

    Raise `ImpossibleError` if the standings or the round are impossible.
    """
    faults = [*before_faults(before, table.rules), *name_faults(counted, before.players)]
    if not counted.ending_noted:
        # Points that nobody noted the close of can lower the totals of all tied players.
        faults = [one for one in faults if one.code is not FaultCode.PLAY_OFF_WITHOUT_REASON]
    refuse_if_any(faults)
    refuse_if_any(counted_faults(counted, before, table))
    closing, closer = counted.closing, None
    if closing:
        wins = closing.kind is not ClosingKind.POINTS and score_of_close(closing, table) is None
        closer = _closer(closing.player, closing.kind, wins=wins)
    return _score(before, counted_points(counted, table), closer, table.rules)


def _score(
    before: MatchBeforeRound,
    points: Mapping[str, RoundPoints],
    closer: RoundCloser | None,
    rules: Rules,
    round_end: Showdown | None = None,
) -> RoundScore:
    added = {player: round_points.points for player, round_points in points.items()}
    after, status = standings_after(before, added, closer, rules)
    match_ends = status.over or status.tied or before.play_off
    scores = []
    for before_round, after_round in zip(before.players, after, strict=True):
        may_rejoin = (
            after_round.out
            and not (before_round.out or match_ends)
            and not rejoin_violations(after, after_round.player, rules, before.seats)
        )
        round_points = points.get(after_round.player, NO_POINTS)
        scores.append(
            _player_score(
                before_round, after_round, round_points, after if may_rejoin else None, rules
            )
        )
    return RoundScore(round_end, tuple(scores), status)


def unplayed_round(standings: Sequence[Standing]) -> RoundScore:
    """Return the score of a round that is not played to its end: nobody adds points."""
    scores = [
        Score(
            standing.player,
            before=standing.total,
            points=0,
            after=standing.total,
            out=standing.out,
            may_rejoin=False,
            rejoin_total=None,
            items=(),
        )
        for standing in standings
    ]
    return RoundScore(None, tuple(scores), None)


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
