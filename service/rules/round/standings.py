"""Standings: new totals, who is out, who may come back, and whether the match is over (RULES §2).

Asked in this order, the first that holds ends the match and is the reason: a chinchón that wins; a
low total; all out; the last player; the first out; the rounds.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from service.rules.errors import Fault
from service.rules.round.scoring import Item, RoundPoints
from service.rules.table.parameters import AllOut, Ends, Prize, RejoinTotal, Rules, Tie
from service.rules.violations import Code, Violation
from service.rules.words import count_of


class Reason(StrEnum):
    """What ended a match."""

    CHINCHON = "chinchon"
    LOW_TOTAL = "low_total"
    ALL_OUT = "all_out"
    LAST_PLAYER = "last_player"
    FIRST_OUT = "first_out"
    ROUNDS = "rounds"


class Standing(Struct, frozen=True):
    """Where a player stands: points, rejoins used, and whether out."""

    player: str
    total: int
    rejoins: int = 0
    out: bool = False


class Score(Struct, frozen=True):
    """What a round did to a player; `rejoin_total` is None unless the player may come back."""

    player: str
    before: int
    points: int
    after: int
    out: bool
    may_rejoin: bool
    rejoin_total: int | None
    items: tuple[Item, ...]


class PrizeShare(Struct, frozen=True):
    """What the winners are paid in all, what each gets, and what is left over."""

    total: int
    each: int
    remainder: int


class MatchStatus(Struct, frozen=True):
    """Whether the match is over, why, and who has won; `tied` go on in a play-off."""

    over: bool
    reason: Reason | None = None
    winners: tuple[str, ...] = ()
    draw: bool = False
    tied: tuple[str, ...] = ()
    prize: PrizeShare | None = None


GOES_ON = MatchStatus(over=False)


class RoundEnd(Struct, frozen=True):
    """A round that was scored: what each player in it adds, and who won the match by a chinchón.

    `number` is the round's, from 1; None where no rule asks for it.
    """

    points: Mapping[str, RoundPoints]
    won_by: str | None = None
    number: int | None = None
    play_off: bool = False


def score_standings(
    standings: Sequence[Standing], end: RoundEnd, rules: Rules, seats: int
) -> tuple[tuple[Score, ...], MatchStatus]:
    """The scores of a round, one for everybody in play order, and what becomes of the match.

    `end.points` names exactly the players who are in. A chinchón that wins changes nobody's total.
    """
    nothing = RoundPoints(0, ())
    points = {one.player: end.points.get(one.player, nothing) for one in standings}
    counts = {player: 0 if end.won_by else found.points for player, found in points.items()}
    after = [replace(one, total=one.total + counts[one.player]) for one in standings]
    status = _status(standings, after, end, rules)
    after = [_placed(one, status, end, rules) for one in after]
    if status.over:
        status = replace(status, prize=_prize(after, status.winners, rules))
    came_back = rejoin_total(after, rules)
    scores = []
    for before, now in zip(standings, after, strict=True):
        newly_out = now.out and not before.out
        may = (
            newly_out
            and not (status.over or status.tied or end.play_off)
            and not any(_refusals(after, now, rules, seats))
        )
        found = points[now.player]
        total = came_back if may else None
        scores.append(
            Score(
                now.player,
                before.total,
                found.points,
                now.total,
                now.out,
                may,
                total,
                found.items,
            )
        )
    return tuple(scores), status


def _placed(one: Standing, status: MatchStatus, end: RoundEnd, rules: Rules) -> Standing:
    """A standing with what the round means for being out."""
    if end.won_by or one.out:
        return one
    if status.tied or end.play_off:
        stays = one.player in (status.tied or status.winners)
        return replace(one, out=not stays)
    return replace(one, out=rules.match.puts_out(one.total))


def _status(  # noqa: PLR0911 - one return for each thing that is asked, in the order of RULES §2
    before: Sequence[Standing], after: Sequence[Standing], end: RoundEnd, rules: Rules
) -> MatchStatus:
    """What becomes of the match, by the totals after the round of those who were in."""
    match = rules.match
    played = [one for one in after if not one.out]
    still_in = [one for one in played if not match.puts_out(one.total)]
    if end.won_by:
        return MatchStatus(over=True, reason=Reason.CHINCHON, winners=(end.won_by,))
    low = [one for one in played if match.low_total is not None and one.total <= match.low_total]
    if low:
        return _lowest_wins(low, Reason.LOW_TOTAL, rules)
    if end.play_off:
        tied_at = next(one.total for one in before if not one.out)
        return _lowest_wins(played, play_off_reason(tied_at, end.number, rules), rules)
    if not still_in:
        if match.all_out is AllOut.DRAW:
            return MatchStatus(over=True, reason=Reason.ALL_OUT, draw=True)
        return _lowest_wins(played, Reason.ALL_OUT, rules)
    if len(still_in) == 1:
        winner = (still_in[0].player,)
        return MatchStatus(over=True, reason=Reason.LAST_PLAYER, winners=winner)
    if match.ends is Ends.FIRST_OUT and len(still_in) < len(after):
        return _lowest_wins(still_in, Reason.FIRST_OUT, rules)
    if match.ends is Ends.ROUNDS and (end.number or 0) >= (match.rounds or 0):
        return _lowest_wins(still_in, Reason.ROUNDS, rules)
    return GOES_ON


def play_off_reason(tied_at: int, number: int | None, rules: Rules) -> Reason | None:
    """What has ended the match for those who play off at this total; None if nobody can there.

    While they are tied their totals never fall, since only who closes can add less than nothing.
    `number` is that of the play-off's round, where the match ends by rounds.
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
    lowest = min(one.total for one in candidates)
    winners = [one for one in candidates if one.total == lowest]
    if len(winners) > 1 and rules.match.tie is Tie.PLAY_ON:
        return replace(GOES_ON, tied=tuple(one.player for one in winners))
    if rules.match.tie is Tie.FEWEST_REJOINS:
        fewest = min(one.rejoins for one in winners)
        winners = [one for one in winners if one.rejoins == fewest]
    return MatchStatus(over=True, reason=reason, winners=tuple(one.player for one in winners))


def _prize(after: Sequence[Standing], winners: Sequence[str], rules: Rules) -> PrizeShare | None:
    if rules.match.prize is Prize.NONE or not winners:
        return None
    total = sum(one.total for one in after if one.player not in winners)
    each, remainder = divmod(total, len(winners))
    return PrizeShare(total, each, remainder)


def rejoin_total(standings: Sequence[Standing], rules: Rules) -> int | None:
    """The total at which a player comes back among these; None if nobody is in."""
    totals = [one.total for one in standings if not one.out]
    if not totals:
        return None
    return max(totals) if rules.rejoin.total is RejoinTotal.HIGHEST_IN else min(totals)


def check_rejoin(
    standings: Sequence[Standing], player: str, rules: Rules, seats: int
) -> tuple[Violation, ...]:
    """Everything that forbids a player's rejoining after the round that put it out."""
    one = next(standing for standing in standings if standing.player == player)
    return tuple(_refusals(standings, one, rules, seats))


def _refusals(
    standings: Sequence[Standing], one: Standing, rules: Rules, seats: int
) -> Iterator[Violation]:
    rejoin, player = rules.rejoin, one.player
    still_in = sum(not other.out for other in standings)

    def violation(code: Code, message: str, limit: int | None, found: int | None) -> Violation:
        return Violation(code, message, ("player",), player=player, limit=limit, found=found)

    if not one.out:
        yield violation(Code.REJOIN_NOT_OUT, f"{player} is in", None, None)
    if rejoin.max is not None and one.rejoins >= rejoin.max:
        message = f"{player} has used {one.rejoins} of {rejoin.max} rejoins"
        yield violation(Code.REJOIN_NONE_LEFT, message, rejoin.max, one.rejoins)
    if still_in < rejoin.min_players_in:
        message = f"{count_of(still_in, 'player')} in; this table asks for {rejoin.min_players_in}"
        yield violation(Code.REJOIN_TOO_FEW_IN, message, rejoin.min_players_in, still_in)
    if _is_over(standings, still_in, rules):
        yield violation(Code.REJOIN_MATCH_OVER, "the match is over", None, None)
    if seats < rejoin.min_seats:
        message = f"{seats} sat down; with fewer than {rejoin.min_seats} nobody rejoins"
        yield violation(Code.REJOIN_TOO_FEW_SEATS, message, rejoin.min_seats, seats)


def _is_over(standings: Sequence[Standing], still_in: int, rules: Rules) -> bool:
    """Whether these standings, some of them out, can only be those of a match that is over."""
    match = rules.match
    low = match.low_total
    return (
        still_in <= 1
        or (match.ends is Ends.FIRST_OUT and still_in < len(standings))
        or (low is not None and any(not one.out and one.total <= low for one in standings))
    )


def rejoined(standings: Sequence[Standing], player: str, rules: Rules) -> tuple[Standing, ...]:
    """The standings with a player back in; see `check_rejoin`."""
    total = rejoin_total(standings, rules) or 0
    return tuple(
        replace(one, total=total, rejoins=one.rejoins + 1, out=False)
        if one.player == player
        else one
        for one in standings
    )


def standing_faults(
    standings: Sequence[Standing], rules: Rules, *, play_off: bool
) -> Iterator[Fault]:
    """What of stated standings cannot be: names twice, too many rejoins, a total that is out."""
    names = [one.player for one in standings]
    most = rules.rejoin.max
    for index, one in enumerate(standings):
        place = ("players", index)
        if one.player in names[:index]:
            yield Fault((*place, "player"), f"{one.player} is named twice")
        if most is not None and one.rejoins > most:
            detail = f"{count_of(one.rejoins, 'rejoin')}; this table allows {most}"
            yield Fault((*place, "rejoins"), detail)
        if play_off:
            continue
        if not one.out and rules.match.puts_out(one.total):
            yield Fault((*place, "total"), f"with {one.total} {one.player} is out")
        if one.out and not rules.match.puts_out(one.total):
            yield Fault((*place, "out"), f"with {one.total} {one.player} is in")
