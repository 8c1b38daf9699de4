"""Standings check: faults in the standings that a request gives, before or after a round."""

from collections.abc import Iterator, Sequence

from service.rules.faults import Fault, FaultCode, fault
from service.rules.round.standings import MatchBeforeRound, Standing, play_off_reason
from service.rules.subjects import Part, Subject
from service.rules.table.parameters import Ends, Rules, Tie

_FEWEST_PLAYERS = 2
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
        if ignore_totals:
            continue
        if not standing.out and rules.match.puts_out(total):
            subject = Subject(Part.PLAYER_TOTAL, index)
            yield fault(FaultCode.STANDING_MUST_BE_OUT, subject, player=player, total=total)
        if standing.out and not rules.match.puts_out(total):
            subject = Subject(Part.PLAYER_OUT, index)
            yield fault(FaultCode.STANDING_MUST_BE_IN, subject, player=player, total=total)


def before_faults(before: MatchBeforeRound, rules: Rules) -> Iterator[Fault]:
    """Yield the faults of the standings before a round."""
    yield from standing_faults(before.players, rules, ignore_totals=before.play_off)
    match = rules.match
    if match.ends is Ends.ROUNDS and before.number is None:
        yield fault(FaultCode.ROUND_MISSING, Subject(Part.ROUND))
    if before.play_off:
        yield from _play_off_faults(before, rules)
    elif match.rounds is not None and (before.number or 0) > match.rounds:
        yield fault(FaultCode.ROUND_AFTER_LAST, Subject(Part.ROUND), rounds=match.rounds)
    yield from _over_faults(before, rules)


def _play_off_faults(before: MatchBeforeRound, rules: Rules) -> Iterator[Fault]:
    """Yield a fault if a play-off is not allowed or its players are not tied."""
    subject = Subject(Part.PLAY_OFF)
    totals = {standing.total for standing in before.players if not standing.out}
    if rules.match.tie is not Tie.PLAY_ON:
        yield fault(FaultCode.PLAY_OFF_NOT_ALLOWED, subject)
    elif len(totals) > 1:
        yield fault(FaultCode.PLAY_OFF_NOT_TIED, subject)
    elif any(play_off_reason(total, before.number, rules) is None for total in totals):
        yield fault(FaultCode.PLAY_OFF_WITHOUT_REASON, subject, total=totals.pop())


def _over_faults(before: MatchBeforeRound, rules: Rules) -> Iterator[Fault]:
    """Yield a fault if the standings show that the match is over."""
    match, low_total = rules.match, rules.match.low_total
    if sum([not standing.out for standing in before.players]) < _FEWEST_PLAYERS:
        yield fault(FaultCode.MATCH_OVER_LAST_PLAYER, Subject(Part.PLAYERS))
    if before.play_off:
        return
    for index, standing in enumerate(before.players):
        player, total = standing.player, standing.total
        if not standing.out and low_total is not None and total <= low_total:
            subject = Subject(Part.PLAYER_TOTAL, index)
            yield fault(FaultCode.MATCH_OVER_LOW_TOTAL, subject, player=player, total=total)
        if standing.out and match.ends is Ends.FIRST_OUT:
            subject = Subject(Part.PLAYER_OUT, index)
            yield fault(FaultCode.MATCH_OVER_FIRST_OUT, subject, player=player)
