"""Rejoining: who may rejoin after the round that put them out, and at what total.

See the rule book, "Rejoining".
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from service.rules.faults import Fault, FaultCode, fault
from service.rules.score.standings import Standing, not_left
from service.rules.subjects import Part, Subject
from service.rules.table.parameters import Ends, RejoinTotal, Rules
from service.rules.violations import Violation, ViolationCode


def rejoin_total(standings: Sequence[Standing], rules: Rules) -> int | None:
    """Return the total at which a player rejoins, or None if nobody is in."""
    totals = sorted(standing.total for standing in standings if not standing.out)
    if not totals:
        return None
    match rules.rejoin.total:
        case RejoinTotal.HIGHEST_IN:
            return totals[-1]
        case RejoinTotal.SECOND_HIGHEST_IN:
            return totals[-2:][0]
        case RejoinTotal.LOWEST_IN:
            return totals[0]


def rejoin_violations(
    standings: Sequence[Standing], player: str, rules: Rules, seats: int
) -> tuple[Violation, ...]:
    """Return a violation for each rule that forbids a player to rejoin after the round.

    `player` must be in `standings`. `seats` is the number of players at the start of the match.
    """
    return tuple(_violations(standings, player, rules, seats))


def _violations(
    standings: Sequence[Standing], player: str, rules: Rules, seats: int
) -> Iterator[Violation]:
    limits, subject = rules.rejoin, Subject(Part.REJOINER)
    rejoiner = next(standing for standing in standings if standing.player == player)
    players_in = sum([not standing.out for standing in standings])

    def violation(
        code: ViolationCode, limit: int | None = None, found: int | None = None
    ) -> Violation:
        return Violation(code, subject, player=player, limit=limit, found=found)

    if not rejoiner.out:
        yield violation(ViolationCode.REJOIN_NOT_OUT)
    if rejoiner.left:
        yield violation(ViolationCode.REJOIN_LEFT)
    if limits.max is not None and rejoiner.rejoins >= limits.max:
        yield violation(ViolationCode.REJOIN_NONE_LEFT, limits.max, rejoiner.rejoins)
    if players_in < limits.min_players_in:
        yield violation(ViolationCode.REJOIN_TOO_FEW_IN, limits.min_players_in, players_in)
    if _is_over(standings, players_in, rules):
        yield violation(ViolationCode.REJOIN_MATCH_OVER)
    if seats < limits.min_seats:
        yield violation(ViolationCode.REJOIN_TOO_FEW_SEATS, limits.min_seats, seats)


def _is_over(standings: Sequence[Standing], players_in: int, rules: Rules) -> bool:
    """Return True if the match is over by these standings, at least one of them out."""
    match = rules.match
    low_total = match.low_total
    return (
        players_in <= 1
        or (match.ends is Ends.FIRST_OUT and players_in < len(not_left(standings)))
        or (
            low_total is not None
            and any(not standing.out and standing.total <= low_total for standing in standings)
        )
    )


def rejoin(standings: Sequence[Standing], player: str, total: int) -> tuple[Standing, ...]:
    """Return the standings after the player has rejoined; the caller checks that they may."""
    return tuple(
        [
            replace(standing, total=total, rejoins=standing.rejoins + 1, out=False)
            if standing.player == player
            else standing
            for standing in standings
        ]
    )


def rejoiner_faults(standings: Sequence[Standing], player: str) -> Iterator[Fault]:
    """Yield a fault if the rejoining player is not among the standings."""
    if all(standing.player != player for standing in standings):
        yield fault(FaultCode.PLAYER_UNKNOWN, Subject(Part.REJOINER), player=player)
