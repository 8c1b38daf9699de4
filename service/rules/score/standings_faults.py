"""Standings check: faults in the standings before or after a round, and in who has a hand."""

from collections.abc import Iterator, Sequence

from service.rules.faults import Fault, FaultCode, fault
from service.rules.round.showdown_player import ShowdownHand
from service.rules.score.standings import MatchBeforeRound, Standing, play_off_reason
from service.rules.subjects import Part, Subject
from service.rules.table.parameters import Ends, Rules, TieBreak

FEWEST_PLAYERS = 2
"""The match is over if fewer players are in."""


def standing_faults(
    standings: Sequence[Standing], rules: Rules, *, ignore_totals: bool
) -> Iterator[Fault]:
    """Yield a fault for each repeated name, excess of rejoins and wrong `out`.

    With `ignore_totals`, totals are not checked against the limit, as a play-off suspends it.
    """
    names = [standing.player for standing in standings]
    max_rejoins = rules.rejoin.max
    for index, standing in enumerate(standings):
        player, total = standing.player, standing.total
        if player in names[:index]:
            yield fault(FaultCode.PLAYER_NAMED_TWICE, Subject(Part.PLAYER, index), player=player)
        if max_rejoins is not None and standing.rejoins > max_rejoins:
            subject = Subject(Part.PLAYER_REJOINS, index)
            code = FaultCode.STANDING_TOO_MANY_REJOINS
            yield fault(code, subject, player=player, rejoins=standing.rejoins, most=max_rejoins)
        if standing.left and not standing.out:
            subject = Subject(Part.PLAYER_OUT, index)
            yield fault(FaultCode.STANDING_LEFT_AND_IN, subject, player=player)
        floor = rules.match.floor
        if floor is not None and total < floor:
            subject = Subject(Part.PLAYER_TOTAL, index)
            yield fault(
                FaultCode.STANDING_BELOW_FLOOR, subject, player=player, total=total, floor=floor
            )
        if ignore_totals or standing.left:
            continue
        if not standing.out and rules.match.puts_out(total):
            subject = Subject(Part.PLAYER_TOTAL, index)
            yield fault(FaultCode.STANDING_MUST_BE_OUT, subject, player=player, total=total)
        if standing.out and not rules.match.puts_out(total):
            subject = Subject(Part.PLAYER_OUT, index)
            yield fault(FaultCode.STANDING_MUST_BE_IN, subject, player=player, total=total)


def before_faults(
    before: MatchBeforeRound, rules: Rules, fewest_players: int = FEWEST_PLAYERS
) -> Iterator[Fault]:
    """Yield the faults of the standings before a round; so many players must be in."""
    yield from standing_faults(before.players, rules, ignore_totals=before.play_off)
    match = rules.match
    if match.rounds is not None and before.number is None:
        yield fault(FaultCode.ROUND_MISSING, Subject(Part.ROUND))
    if before.play_off:
        yield from _play_off_faults(before, rules)
    elif match.rounds is not None and (before.number or 0) > match.rounds:
        yield fault(FaultCode.ROUND_AFTER_LAST, Subject(Part.ROUND), rounds=match.rounds)
    if sum([not standing.out for standing in before.players]) < fewest_players:
        yield fault(FaultCode.MATCH_OVER_LAST_PLAYER, Subject(Part.PLAYERS))
    yield from _over_faults(before, rules)


def _play_off_faults(before: MatchBeforeRound, rules: Rules) -> Iterator[Fault]:
    """Yield a fault if a play-off is not allowed or its players are not tied."""
    subject = Subject(Part.PLAY_OFF)
    tied = [standing for standing in before.players if not standing.out]
    totals = {standing.total for standing in tied}
    tie_breaks = rules.match.tie_breaks
    if TieBreak.PLAY_ON not in tie_breaks:
        yield fault(FaultCode.PLAY_OFF_NOT_ALLOWED, subject)
    elif len(totals) > 1:
        yield fault(FaultCode.PLAY_OFF_NOT_TIED, subject)
    elif TieBreak.FEWEST_REJOINS in tie_breaks and len({one.rejoins for one in tied}) > 1:
        yield fault(FaultCode.PLAY_OFF_REJOINS_DIFFER, subject)
    elif totals and play_off_reason(before, rules) is None:
        yield fault(FaultCode.PLAY_OFF_WITHOUT_REASON, subject, total=totals.pop())


def _over_faults(before: MatchBeforeRound, rules: Rules) -> Iterator[Fault]:
    """Yield a fault if the standings show that the match is over."""
    match, low_total = rules.match, rules.match.low_total
    if before.play_off:
        return
    for index, standing in enumerate(before.players):
        player, total = standing.player, standing.total
        if not standing.out and low_total is not None and total <= low_total:
            subject = Subject(Part.PLAYER_TOTAL, index)
            yield fault(FaultCode.MATCH_OVER_LOW_TOTAL, subject, player=player, total=total)
        if standing.out and not standing.left and match.ends is Ends.FIRST_OUT:
            subject = Subject(Part.PLAYER_OUT, index)
            yield fault(FaultCode.MATCH_OVER_FIRST_OUT, subject, player=player)


def player_faults(
    closer: ShowdownHand | None, opponents: Sequence[ShowdownHand], standings: Sequence[Standing]
) -> Iterator[Fault]:
    """Yield a fault for each difference between the hands and the standings.

    Exactly the players who are in must have a hand, and the opponents must be in turn order.
    """
    known = {standing.player: standing for standing in standings}
    hands = [*([closer] if closer else []), *opponents]
    for hand in hands:
        subject = Subject(Part.SHOWDOWN_PLAYER, hand.position)
        if hand.player not in known:
            yield fault(FaultCode.PLAYER_UNKNOWN, subject, player=hand.player)
        elif known[hand.player].out:
            yield fault(FaultCode.PLAYER_OUT, subject, player=hand.player)
    names = {hand.player for hand in hands}
    playing = [standing.player for standing in standings if not standing.out]
    for player in playing:
        if player not in names:
            subject = Subject(Part.OPPONENTS)
            yield fault(FaultCode.PLAYER_WITHOUT_HAND, subject, player=player)
    if closer and closer.player in playing and set(playing) == names:
        yield from _turn_order_faults(closer.player, opponents, playing)


def _turn_order_faults(
    closer: str, opponents: Sequence[ShowdownHand], playing: Sequence[str]
) -> Iterator[Fault]:
    """Yield a fault for the first opponent who is not in turn order from the closer."""
    index = playing.index(closer)
    turn_order = (*playing[index + 1 :], *playing[:index])
    for hand, expected in zip(opponents, turn_order, strict=False):
        if hand.player != expected:
            subject = Subject(Part.SHOWDOWN_PLAYER, hand.position)
            yield fault(FaultCode.PLAYER_OUT_OF_TURN, subject, closer=closer, players=turn_order)
            return
