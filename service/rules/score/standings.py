"""Standings: the totals after a round, who is out, and how the match ends.

After each round `match_status` checks the conditions one after another, in the order of the rule
book. The first that is true ends the match and is the reason for its end (rule book, "Totals").
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from service.rules.player_name import PlayerName
from service.rules.table.parameters import AllOut, Ends, Prize, Rules, TieBreak


class Standing(Struct, frozen=True):
    """A player's total, number of rejoins, and whether the player is out.

    A player who has left the match is out, at any total.
    """

    player: PlayerName
    total: int
    rejoins: int = 0
    out: bool = False
    left: bool = False


class MatchBeforeRound(Struct, frozen=True):
    """The state of the match before a round: all players in play order.

    `seats` is the number of players at the start of the match. `number` is the round's number, from
    1. It is required if the match has a number of rounds, and may be None otherwise. `opened_by` is
    what opened the play-off, if that is known.
    """

    players: tuple[Standing, ...]
    seats: int
    number: int | None = None
    play_off: bool = False
    opened_by: "Reason | None" = None


class Reason(StrEnum):
    """The reason for the end of a match."""

    CHINCHON = "chinchon"
    FULL = "full"
    LOW_TOTAL = "low_total"
    ALL_OUT = "all_out"
    LAST_PLAYER = "last_player"
    FIRST_OUT = "first_out"
    ROUNDS = "rounds"


class PrizeShare(Struct, frozen=True):
    """The prize for all winners, the share of each, and the remainder."""

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


class RoundCloser(Struct, frozen=True):
    """The player who closed; `wins` is the reason if the close wins the match, otherwise None."""

    player: PlayerName
    wins: Reason | None = None


def standings_after(
    before: MatchBeforeRound,
    points: Mapping[str, int],
    closer: RoundCloser | None,
    rules: Rules,
) -> tuple[tuple[Standing, ...], MatchStatus]:
    """Return the standings after a round and the status of the match.

    `points` has the points to add to the total of each player who is not out. `closer` is None
    after an exhaustion, and if nobody noted who closed. After a close that wins the match no total
    changes.
    """
    won = closer is not None and closer.wins is not None
    totals = [
        standing
        if won or standing.out
        else replace(standing, total=_added(standing.total, points[standing.player], rules))
        for standing in before.players
    ]
    status = match_status(before, totals, closer, rules)
    if not won:
        totals = [_with_elimination(standing, status, before, rules) for standing in totals]
    if status.over:
        status = replace(status, prize=prize(totals, status.winners, before.seats, rules))
    return tuple(totals), status


def _added(total: int, points: int, rules: Rules) -> int:
    """Return a total after points are added; it is never below the floor."""
    floor = rules.match.floor
    return total + points if floor is None else max(floor, total + points)


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
    before: MatchBeforeRound,
    totals: Sequence[Standing],
    closer: RoundCloser | None,
    rules: Rules,
) -> MatchStatus:
    """Return the status of the match by the totals of the players who played the round."""
    match, closed_by = rules.match, closer.player if closer else None
    played = [standing for standing in totals if not standing.out]
    remaining = [standing for standing in played if not match.puts_out(standing.total)]
    if closer and closer.wins:
        return MatchStatus(over=True, reason=closer.wins, winners=(closer.player,))
    if low_standings := [standing for standing in played if _is_low(standing, rules)]:
        return _lowest_wins(low_standings, Reason.LOW_TOTAL, closed_by, rules)
    if before.play_off:
        reason = play_off_reason(before, rules) or Reason.ALL_OUT
        return _lowest_wins(played, reason, closed_by, rules)
    if not remaining:
        if match.all_out is AllOut.DRAW:
            return MatchStatus(over=True, reason=Reason.ALL_OUT, draw=True)
        if match.all_out is AllOut.LOWEST_BUT_CLOSER:
            played = [standing for standing in played if standing.player != closed_by]
        return _lowest_wins(played, Reason.ALL_OUT, closed_by, rules)
    if len(remaining) == 1:
        winner = (remaining[0].player,)
        return MatchStatus(over=True, reason=Reason.LAST_PLAYER, winners=winner)
    if match.ends is Ends.FIRST_OUT and len(remaining) < len(not_left(totals)):
        return _lowest_wins(remaining, Reason.FIRST_OUT, closed_by, rules)
    if match.rounds is not None and (before.number or 0) >= match.rounds:
        return _lowest_wins(remaining, Reason.ROUNDS, closed_by, rules)
    return GOES_ON


def reason_of_tie(
    before: MatchBeforeRound,
    totals: Sequence[Standing],
    closer: RoundCloser | None,
    rules: Rules,
) -> Reason | None:
    """Return what opens or keeps open a play-off: why the match would end if the tied shared."""
    sharing = replace(rules, match=replace(rules.match, tie_breaks=(TieBreak.SHARE,)))
    return match_status(before, totals, closer, sharing).reason


def status_with_one_left(standings: Sequence[Standing], rules: Rules) -> MatchStatus:
    """Return the status of a match that ends because all other players have left or are out."""
    winners = tuple([standing.player for standing in standings if not standing.out])
    won = prize(standings, winners, len(standings), rules)
    return MatchStatus(over=True, reason=Reason.LAST_PLAYER, winners=winners, prize=won)


def not_left(standings: Sequence[Standing]) -> list[Standing]:
    """Return the standings of the players who have not left the match."""
    return [standing for standing in standings if not standing.left]


def _is_low(standing: Standing, rules: Rules) -> bool:
    low_total = rules.match.low_total
    return low_total is not None and standing.total <= low_total


def play_off_reason(  # noqa: PLR0911 - one return for each reason that is found
    before: MatchBeforeRound, rules: Rules
) -> Reason | None:
    """Return what opened the play-off that this round belongs to; None if nothing can have.

    Without `opened_by` the reason follows from the totals and the number of the round.
    The total of the tied players can rise while they stay tied. It can fall only if more than one
    player can add less than 0 (rule book, "Play-off").
    """
    if before.opened_by:
        return before.opened_by
    match, number = rules.match, before.number or 0
    tied_total = next(standing.total for standing in before.players if not standing.out)
    others = [standing for standing in before.players if standing.out]
    others_over = [match.puts_out(standing.total) for standing in not_left(others)]
    all_over = all(others_over)
    all_out = all_over and match.limit is not None and match.all_out is not AllOut.DRAW
    rounds = match.rounds
    if match.low_total is not None and tied_total <= match.low_total:
        return Reason.LOW_TOTAL
    if all_out and match.puts_out(tied_total) and (rounds is None or number <= rounds + 1):
        return Reason.ALL_OUT
    if match.ends is Ends.FIRST_OUT and any(others_over):
        return Reason.FIRST_OUT
    if rounds is not None and number > rounds:
        return Reason.ROUNDS
    if match.low_total is not None:
        return Reason.LOW_TOTAL
    return Reason.ALL_OUT if all_out and _tied_total_may_fall(rules) else None


def _tied_total_may_fall(rules: Rules) -> bool:
    scores = rules.closing_score
    return scores.for_all or min(scores.others_add_full, scores.others_add_chinchon) < 0


def _lowest_wins(
    candidates: Sequence[Standing], reason: Reason | None, closer: str | None, rules: Rules
) -> MatchStatus:
    """Return the status when the lowest total wins; `match.tie_breaks` decides between equals.

    Each step of the list keeps some of the tied players, until one is left or the last step ends
    the match or opens a play-off.
    """
    lowest = min([standing.total for standing in candidates])
    tied = [standing for standing in candidates if standing.total == lowest]
    for step in rules.match.tie_breaks:
        if len(tied) == 1:
            break
        match step:
            case TieBreak.FEWEST_REJOINS:
                fewest = min([standing.rejoins for standing in tied])
                tied = [standing for standing in tied if standing.rejoins == fewest]
            case TieBreak.CLOSER:
                tied = [standing for standing in tied if standing.player == closer] or tied
            case TieBreak.SEAT_ORDER:
                tied = tied[:1]
            case TieBreak.PLAY_ON:
                return replace(GOES_ON, tied=tuple([standing.player for standing in tied]))
            case TieBreak.SHARE:
                pass
    names = tuple([standing.player for standing in tied])
    return MatchStatus(over=True, reason=reason, winners=names)


def prize(
    standings: Sequence[Standing], winners: Sequence[str], seats: int, rules: Rules
) -> PrizeShare | None:
    """Return what the winners get and the share of each, or None without a prize or a winner."""
    if rules.match.prize is Prize.NONE or not winners:
        return None
    if rules.match.prize is Prize.POT:
        rejoins = sum([standing.rejoins for standing in standings])
        total = seats * rules.match.stake + rejoins * rules.rejoin.stake
    else:
        total = sum([standing.total for standing in standings if standing.player not in winners])
    each, remainder = divmod(total, len(winners))
    return PrizeShare(total, each, remainder)
