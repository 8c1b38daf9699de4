"""The summary of a round: the showdown or a count, new totals, what becomes of the match."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.errors import Fault, refuse
from service.rules.hand.closing import CloseContext
from service.rules.round.round_input import hand_faults, seat_faults
from service.rules.round.scoring import (
    Counted,
    counted_faults,
    counted_points,
    points_of_round,
    wins,
)
from service.rules.round.showdown import Showdown, showdown
from service.rules.round.showdown_player import ShowdownHand
from service.rules.round.standings import (
    MatchStatus,
    RoundEnd,
    Score,
    Standing,
    play_off_reason,
    score_standings,
    standing_faults,
)
from service.rules.table.parameters import Ends, Rules, Tie
from service.rules.table.table import Table
from service.rules.violations import Violation


class BeforeRound(Struct, frozen=True):
    """How a match stood before the round: everybody in play order, and how many sat down.

    `number` is the round's, from 1, and needed where the match ends by rounds.
    """

    players: tuple[Standing, ...]
    seats: int
    number: int | None = None
    play_off: bool = False


class RoundScore(Struct, frozen=True):
    """What a round did; `status` is None, and nothing scored, if something in it was illegal."""

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

    The closer's total is asked where the table asks for it. Raises `ImpossibleError` for standings
    or hands that cannot be.
    """
    players = before.players
    refuse(
        (
            *before_faults(before, table.rules),
            *hand_faults(closer, opponents, table),
            *seat_faults(closer, opponents, players),
        )
    )
    totals = {one.player: one.total for one in players}
    total = totals[closer.player] if closer else None
    moment = CloseContext(total=total, play_off=before.play_off)
    shown = showdown(closer, opponents, table, moment)
    if closer:
        at = [one.player for one in players].index(closer.player)
        shown = replace(shown, violations=tuple(_of_total(one, at) for one in shown.violations))
    if not shown.legal:
        return RoundScore(shown, (), None)
    won_by = closer.player if closer and shown.wins else None
    end = RoundEnd(points_of_round(shown, table), won_by, before.number, before.play_off)
    return RoundScore(shown, *score_standings(players, end, table.rules, before.seats))


def _of_total(violation: Violation, at: int) -> Violation:
    """A violation of the closer's total at the place where that was stated."""
    if violation.path != ("total",):
        return violation
    return replace(violation, path=("players", at, "total"))


def score_counted(
    before: BeforeRound, closing: Counted | None, points: Mapping[str, int], table: Table
) -> RoundScore:
    """Score a round by points that the caller has counted; `closing` None means exhaustion.

    Raises `ImpossibleError` for standings or points that cannot be.
    """
    refuse(
        (
            *before_faults(before, table.rules),
            *_stranger_faults(closing, points, before.players),
        )
    )
    refuse(counted_faults(closing, points, table))
    won_by = closing.player if closing and wins(closing, table) else None
    end = RoundEnd(counted_points(closing, points), won_by, before.number, before.play_off)
    return RoundScore(None, *score_standings(before.players, end, table.rules, before.seats))


def before_faults(before: BeforeRound, rules: Rules) -> Iterator[Fault]:
    """What of the standings before a round cannot be; paths are those of `/score`."""
    yield from standing_faults(before.players, rules, play_off=before.play_off)
    match = rules.match
    if match.ends is Ends.ROUNDS and before.number is None:
        yield Fault(("round",), "this match ends by rounds: say which round this is")
    if before.play_off:
        yield from _play_off_faults(before, rules)
    elif match.rounds is not None and (before.number or 0) > match.rounds:
        yield Fault(("round",), f"this match ends after {match.rounds} rounds")
    yield from _over_faults(before, rules)


def _play_off_faults(before: BeforeRound, rules: Rules) -> Iterator[Fault]:
    """A play-off is for those who are tied, where the table lets them play on."""
    totals = {one.total for one in before.players if not one.out}
    if rules.match.tie is not Tie.PLAY_ON:
        yield Fault(("play_off",), "nobody plays off at this table")
    elif len(totals) > 1:
        yield Fault(("play_off",), "those who play off are tied, and these totals differ")
    elif any(play_off_reason(total, before.number, rules) is None for total in totals):
        yield Fault(("play_off",), f"with {totals.pop()} the match goes on, and nobody plays off")


def _over_faults(before: BeforeRound, rules: Rules) -> Iterator[Fault]:
    """Standings that only a match has which is over."""
    low, players = rules.match.low_total, before.players
    if sum(not one.out for one in players) < 2:  # noqa: PLR2004 - one alone has won
        yield Fault(("players",), "fewer than two players are in, so the match is over")
    for index, one in enumerate(players):
        if not one.out and low is not None and one.total <= low and not before.play_off:
            yield Fault(("players", index, "total"), f"with {one.total} the match is won")
        if one.out and rules.match.ends is Ends.FIRST_OUT and not before.play_off:
            yield Fault(("players", index, "out"), "the match ends with the first who is out")


def _stranger_faults(
    closing: Counted | None, points: Mapping[str, int], players: Sequence[Standing]
) -> Iterator[Fault]:
    """Points of strangers or of players who are out, and players who are in without points."""
    playing = dict.fromkeys(one.player for one in players if not one.out)
    known = {one.player for one in players}
    for player in points:
        if player not in playing:
            why = "is out" if player in known else "is not among the players"
            yield Fault(("points", player), f"{player} {why}")
    for player in playing:
        if player not in points:
            yield Fault(("points",), f"{player} is in and has no points here")
    if closing and closing.player not in playing:
        yield Fault(("closing", "player"), f"{closing.player} is not among those who are in")
