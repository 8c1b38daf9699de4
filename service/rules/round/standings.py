"""Standings: the totals after a round, who is out, and how the match ends.

After each round the questions of `match_status` are asked in its order. The first that is true ends
the match and is its reason (rule book, "Totals").
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from service.rules.names import PlayerName
from service.rules.table.parameters import AllOut, Ends, Prize, Rules, Tie


class Standing(Struct, frozen=True):
    """Where a player stands: total, rejoins used, and whether it is out."""

    player: PlayerName
    total: int
    rejoins: int = 0
    out: bool = False


class BeforeRound(Struct, frozen=True):
    """How the match stood before a round: everybody in play order, and how many sat down.

    `number` is the round's, from 1. It is None where nobody has said it, which only a match that
    ends by rounds forbids.
    """

    players: tuple[Standing, ...]
    seats: int
    number: int | None = None
    play_off: bool = False


class Reason(StrEnum):
    """What ended a match."""

    CHINCHON = "chinchon"
    LOW_TOTAL = "low_total"
    ALL_OUT = "all_out"
    LAST_PLAYER = "last_player"
    FIRST_OUT = "first_out"
    ROUNDS = "rounds"


class PrizeShare(Struct, frozen=True):
    """What all winners are paid together, what each gets, and what is left over."""

    total: int
    each: int
    remainder: int


class MatchStatus(Struct, frozen=True):
    """Whether the match is over, why, and who has won; the `tied` go on in a play-off."""

    over: bool
    reason: Reason | None = None
    winners: tuple[PlayerName, ...] = ()
    draw: bool = False
    tied: tuple[PlayerName, ...] = ()
    prize: PrizeShare | None = None


GOES_ON = MatchStatus(over=False)


def standings_after(
    before: BeforeRound, points: Mapping[str, int], won_by: str | None, rules: Rules
) -> tuple[tuple[Standing, ...], MatchStatus]:
    """The standings after a round, and what becomes of the match.

    `points` are what each player adds who is in. A close that wins, by the player `won_by`, changes
    no total.
    """
    added = {} if won_by else points
    totals = [
        replace(standing, total=standing.total + added.get(standing.player, 0))
        for standing in before.players
    ]
    status = match_status(before, totals, won_by, rules)
    if not won_by:
        totals = [_placed(standing, status, before, rules) for standing in totals]
    if status.over:
        status = replace(status, prize=_prize(totals, status.winners, rules))
    return tuple(totals), status


def _placed(standing: Standing, status: MatchStatus, before: BeforeRound, rules: Rules) -> Standing:
    """The standing of a player, put out if the round does so; nobody comes back in by a round."""
    if standing.out:
        return standing
    if status.tied or before.play_off:
        stays = standing.player in (status.tied or status.winners)
        return replace(standing, out=not stays)
    return replace(standing, out=rules.match.puts_out(standing.total))


def match_status(  # noqa: PLR0911 - one return for each question, in the order of the rule book
    before: BeforeRound, totals: Sequence[Standing], won_by: str | None, rules: Rules
) -> MatchStatus:
    """What becomes of the match, by the totals after the round of those who played it."""
    match = rules.match
    played = [standing for standing in totals if not standing.out]
    still_in = [standing for standing in played if not match.puts_out(standing.total)]
    if won_by:
        return MatchStatus(over=True, reason=Reason.CHINCHON, winners=(won_by,))
    if low := [standing for standing in played if _is_low(standing, rules)]:
        return _lowest_wins(low, Reason.LOW_TOTAL, rules)
    if before.play_off:
        tied_at = next(standing.total for standing in before.players if not standing.out)
        return _lowest_wins(played, play_off_reason(tied_at, before.number, rules), rules)
    if not still_in:
        if match.all_out is AllOut.DRAW:
            return MatchStatus(over=True, reason=Reason.ALL_OUT, draw=True)
        return _lowest_wins(played, Reason.ALL_OUT, rules)
    if len(still_in) == 1:
        winner = (still_in[0].player,)
        return MatchStatus(over=True, reason=Reason.LAST_PLAYER, winners=winner)
    if match.ends is Ends.FIRST_OUT and len(still_in) < len(totals):
        return _lowest_wins(still_in, Reason.FIRST_OUT, rules)
    if match.ends is Ends.ROUNDS and (before.number or 0) >= (match.rounds or 0):
        return _lowest_wins(still_in, Reason.ROUNDS, rules)
    return GOES_ON


def _is_low(standing: Standing, rules: Rules) -> bool:
    low = rules.match.low_total
    return low is not None and standing.total <= low


def play_off_reason(tied_at: int, number: int | None, rules: Rules) -> Reason | None:
    """What opened the play-off of players tied at this total; None if no play-off can be there.

    While players are tied their totals never fall, since only a closer can add less than nothing.
    `number` is that of a round of the play-off, where the match ends by rounds (rule book,
    "Play-off").
    """
    match = rules.match
    if match.low_total is not None and tied_at <= match.low_total:
        return Reason.LOW_TOTAL
    if match.ends is Ends.ROUNDS and (number or 0) > (match.rounds or 0):
        return Reason.ROUNDS
    if match.puts_out(tied_at) and match.all_out is AllOut.LOWEST_TOTAL:
        return Reason.ALL_OUT
    if match.ends is Ends.FIRST_OUT:
        return Reason.FIRST_OUT
    return None if match.low_total is None else Reason.LOW_TOTAL


def _lowest_wins(
    candidates: Sequence[Standing], reason: Reason | None, rules: Rules
) -> MatchStatus:
    """The lowest total wins; equal ones are settled by `match.tie`."""
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
    """The sum of the totals of everybody who has not won, if the table pays it."""
    if rules.match.prize is Prize.NONE or not winners:
        return None
    total = sum([standing.total for standing in standings if standing.player not in winners])
    each, remainder = divmod(total, len(winners))
    return PrizeShare(total, each, remainder)
