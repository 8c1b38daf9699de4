"""Round score: what a round does to every player's total, and what becomes of the match.

The points come from a showdown, or from the caller's own count.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.faults import refuse
from service.rules.hand.closing import CloseContext
from service.rules.names import PlayerName
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
from service.rules.round.standings import BeforeRound, MatchStatus, Standing, standings_after
from service.rules.round.standings_faults import before_faults
from service.rules.subjects import Part, Subject
from service.rules.table.parameters import Rules
from service.rules.table.table import Table


class Score(Struct, frozen=True):
    """What a round did to a player; `rejoin_total` is None unless the player may rejoin now."""

    player: PlayerName
    before: int
    points: int
    after: int
    out: bool
    may_rejoin: bool
    rejoin_total: int | None
    items: tuple[Item, ...]


class RoundScore(Struct, frozen=True):
    """What a round did; `status` is None, and nothing is scored, if something was illegal."""

    showdown: Showdown | None
    scores: tuple[Score, ...]
    status: MatchStatus | None

    @property
    def legal(self) -> bool:
        """Whether nothing in the round was illegal."""
        return self.status is not None


def score_hands(
    before: BeforeRound,
    closer: ShowdownHand | None,
    opponents: Sequence[ShowdownHand],
    table: Table,
) -> RoundScore:
    """Score a round from the hands of everybody who is in; without a closer it was exhausted.

    The closer's total is checked where the table asks for it. Raises `ImpossibleError` for
    standings or hands that cannot be.
    """
    refuse(
        (
            *before_faults(before, table.rules),
            *hand_faults(closer, opponents, table),
            *player_faults(closer, opponents, before.players),
        )
    )
    if closer is None:
        return score_showdown(before, showdown_without_close(opponents, table), table)
    at = [standing.player for standing in before.players].index(closer.player)
    context = CloseContext(total=before.players[at].total, play_off=before.play_off)
    ended = _about_total_of(at, showdown(closer, opponents, table, context))
    return score_showdown(before, ended, table)


def _about_total_of(position: int, ended: Showdown) -> Showdown:
    """The showdown with the closer's total named as that of a player in play order."""
    total, subject = Subject(Part.TOTAL), Subject(Part.PLAYER_TOTAL, position)
    violations = tuple(
        [
            replace(violation, subject=subject) if violation.subject == total else violation
            for violation in ended.violations
        ]
    )
    return replace(ended, violations=violations)


def score_showdown(before: BeforeRound, ended: Showdown, table: Table) -> RoundScore:
    """Score a round by its showdown, which must be that of exactly the players who are in."""
    if not ended.legal:
        return RoundScore(ended, (), None)
    won_by = ended.closer.player if ended.closer and ended.wins else None
    return _score(before, points_of_round(ended, table), won_by, table.rules, ended)


def score_counted(
    before: BeforeRound, closing: Counted | None, points: Mapping[str, int], table: Table
) -> RoundScore:
    """Score a round by points that the caller has counted; `closing` None means exhaustion.

    Raises `ImpossibleError` for standings or points that cannot be.
    """
    refuse(
        (
            *before_faults(before, table.rules),
            *points_faults(closing, points, before.players),
        )
    )
    refuse(counted_faults(closing, points, table))
    won_by = closing.player if closing and wins(closing, table) else None
    return _score(before, counted_points(closing, points), won_by, table.rules)


def _score(
    before: BeforeRound,
    points: Mapping[str, RoundPoints],
    won_by: str | None,
    rules: Rules,
    ended: Showdown | None = None,
) -> RoundScore:
    added = {player: of_round.points for player, of_round in points.items()}
    after, status = standings_after(before, added, won_by, rules)
    match_ends = status.over or status.tied or before.play_off
    scores = []
    for was, now in zip(before.players, after, strict=True):
        may = (
            now.out
            and not (was.out or match_ends)
            and not rejoin_violations(after, now.player, rules, before.seats)
        )
        of_round = points.get(now.player, _NO_POINTS)
        scores.append(_player_score(was, now, of_round, after if may else None, rules))
    return RoundScore(ended, tuple(scores), status)


_NO_POINTS = RoundPoints(0, ())
"""What a player adds who was out before the round."""


def _player_score(
    was: Standing,
    now: Standing,
    of_round: RoundPoints,
    rejoins_among: Sequence[Standing] | None,
    rules: Rules,
) -> Score:
    """One player's score; `rejoins_among` are the standings in which it may rejoin, if it may."""
    return Score(
        now.player,
        was.total,
        of_round.points,
        now.total,
        now.out,
        rejoins_among is not None,
        None if rejoins_among is None else rejoin_total(rejoins_among, rules),
        of_round.items,
    )
