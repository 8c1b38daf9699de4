"""Standings: the totals after a round, who is out, and how the match ends.

After each round `match_status` checks the conditions one after another, in the order of the rule
book. The first that is true ends the match and is the reason for its end (rule book, "Totals").
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from service.rules.player_name import PlayerName
from service.rules.table.parameters import AllOut, Ends, Prize, Rules, Tie


class Standing(Struct, frozen=True):
    """A player's total, number of rejoins, and whether the player is out."""

    player: PlayerName
    total: int
    rejoins: int = 0
    out: bool = False


class MatchBeforeRound(Struct, frozen=True):
    """The state of the match before a round: all players in play order.

    `seats` is the number of players at the start of the match. `number` is the round's number, from
    1. It is required if the match ends by rounds, and may be None otherwise.
    """

    players: tuple[Standing, ...]
    seats: int
    number: int | None = None
    play_off: bool = False


class Reason(StrEnum):
    """The reason for the end of a match."""

    CHINCHON = "chinchon"
    LOW_TOTAL = "low_total"
    ALL_OUT = "all_out"
    LAST_PLAYER = "last_player"
    FIRST_OUT = "first_out"
    ROUNDS = "rounds"


class PrizeShare(Struct, frozen=True):
    """The prize: the sum for all winners, the share of each, and the remainder."""

    total: int
    each: int
    remainder: int


class MatchStatus(Struct, frozen=True):
    """Whether the match is over, why, and who has won; `tied` players go on in a play-off."""

    over: bool
    reason: Reason | None = None
    winners: tuple[PlayerName, ...] = ()
    draw: bool = False
    tied: tuple[PlayerName, ...] = ()
    prize: PrizeShare | None = None


GOES_ON = MatchStatus(over=False)


def standings_after(
    before: MatchBeforeRound, points: Mapping[str, int], won_by: str | None, rules: Rules
) -> tuple[tuple[Standing, ...], MatchStatus]:
    """Return the standings after a round and the status of the match.

    `points` has the points to add to the total of each player who is not out. If a close wins the
    match, `won_by` is the closer, and no total changes.
    """
    added = {} if won_by else points
    totals = [
        replace(standing, total=standing.total + added.get(standing.player, 0))
        for standing in before.players
    ]
    status = match_status(before, totals, won_by, rules)
    if not won_by:
        totals = [_with_elimination(standing, status, before, rules) for standing in totals]
    if status.over:
        status = replace(status, prize=_prize(totals, status.winners, rules))
    return tuple(totals), status


def _with_elimination(
    standing: Standing, status: MatchStatus, before: MatchBeforeRound, rules: Rules
) -> Standing:
    """Return the standing after elimination; a player who is out stays out."""
    if standing.out:
        return standing
    if status.tied or before.play_off:
        stays = standing.player in (status.tied or status.winners)
        return replace(standing, out=not stays)
    return replace(standing, out=rules.match.puts_out(standing.total))


def match_status(  # noqa: PLR0911 - one return for each condition, in the order of the rule book
    before: MatchBeforeRound, totals: Sequence[Standing], won_by: str | None, rules: Rules
) -> MatchStatus:
    """Return the status of the match by the totals of the players who played the round."""
    match = rules.match
    played = [standing for standing in totals if not standing.out]
    remaining = [standing for standing in played if not match.puts_out(standing.total)]
    if won_by:
        return MatchStatus(over=True, reason=Reason.CHINCHON, winners=(won_by,))
    if low_standings := [standing for standing in played if _is_low(standing, rules)]:
        return _lowest_wins(low_standings, Reason.LOW_TOTAL, rules)
    if before.play_off:
        tied_total = next(standing.total for standing in before.players if not standing.out)
        return _lowest_wins(played, play_off_reason(tied_total, before.number, rules), rules)
    if not remaining:
        if match.all_out is AllOut.DRAW:
            return MatchStatus(over=True, reason=Reason.ALL_OUT, draw=True)
        return _lowest_wins(played, Reason.ALL_OUT, rules)
    if len(remaining) == 1:
        winner = (remaining[0].player,)
        return MatchStatus(over=True, reason=Reason.LAST_PLAYER, winners=winner)
    if match.ends is Ends.FIRST_OUT and len(remaining) < len(totals):
        return _lowest_wins(remaining, Reason.FIRST_OUT, rules)
    if match.ends is Ends.ROUNDS and (before.number or 0) >= (match.rounds or 0):
        return _lowest_wins(remaining, Reason.ROUNDS, rules)
    return GOES_ON


def _is_low(standing: Standing, rules: Rules) -> bool:
    low_total = rules.match.low_total
    return low_total is not None and standing.total <= low_total


def play_off_reason(tied_total: int, number: int | None, rules: Rules) -> Reason | None:
    """Return why players tied at this total are in a play-off; None if they cannot be in one.

    While the players stay tied, their total cannot fall: only the closer can add less than 0, and
    would then no longer be tied. It can rise, so players who tied at a low total may be above it
    now. If the match ends by rounds, `number` is the number of a round in the play-off (rule book,
    "Play-off").
    """
    match = rules.match
    if match.low_total is not None and tied_total <= match.low_total:
        return Reason.LOW_TOTAL
    if match.ends is Ends.ROUNDS and (number or 0) > (match.rounds or 0):
        return Reason.ROUNDS
    if match.puts_out(tied_total) and match.all_out is AllOut.LOWEST_TOTAL:
        return Reason.ALL_OUT
    if match.ends is Ends.FIRST_OUT:
        return Reason.FIRST_OUT
    return None if match.low_total is None else Reason.LOW_TOTAL


def _lowest_wins(
    candidates: Sequence[Standing], reason: Reason | None, rules: Rules
) -> MatchStatus:
    """Return the status when the lowest total wins; `match.tie` decides between equal totals."""
    lowest = min([standing.total for standing in candidates])
    winners = [standing for standing in candidates if standing.total == lowest]
    if len(winners) > 1 and rules.match.tie is Tie.PLAY_ON:
        return replace(GOES_ON, tied=tuple([standing.player for standing in winners]))
    if rules.match.tie is Tie.FEWEST_REJOINS:
        fewest = min([standing.rejoins for standing in winners])
        winners = [standing for standing in winners if standing.rejoins == fewest]
    names = tuple([standing.player for standing in winners])
    return MatchStatus(over=True, reason=reason, winners=names)


def _prize(
    standings: Sequence[Standing], winners: Sequence[str], rules: Rules
) -> PrizeShare | None:
    """Return what each winner gets of the sum of the others' totals, or None without a prize."""
    if rules.match.prize is Prize.NONE or not winners:
        return None
    total = sum([standing.total for standing in standings if standing.player not in winners])
    each, remainder = divmod(total, len(winners))
    return PrizeShare(total, each, remainder)
