"""Recount: a scored round again from its own cards, to see that what is stated follows from it."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from service.rules.errors import Fault, ImpossibleError, Path, refuse
from service.rules.match.state import Phase, State
from service.rules.round.round_score import BeforeRound, RoundScore, score_hands
from service.rules.round.showdown_player import ShowdownHand
from service.rules.round.standings import Score, Standing

PLACE: Path = ("state", "result")


class StatedResult(Struct, frozen=True):
    """What a result says of its round: the totals before it, and what everybody chose.

    `rejoined` are those whom it has put out and who are in again.
    """

    before: Mapping[str, int]
    entrants: Mapping[str, ShowdownHand]
    rejoined: frozenset[str]


def check_result(state: State, stated: StatedResult) -> RoundScore:
    """The summary that follows from the state's cards and from what everybody chose.

    Raises `ImpossibleError` if there can be no such round.
    """
    standings = tuple(
        Standing(
            one.player,
            stated.before[one.player],
            max(0, one.rejoins - (one.player in stated.rejoined)),
            out=not one.cards,
        )
        for one in state.players
    )
    if state.round == 1:
        refuse(_not_fresh(standings))
    first = state.closer.player if state.closer else state.lead
    order = [first, *(one.player for one in state.after(first))]
    entrants = [stated.entrants[name] for name in order if state.player(name).cards]
    closer = entrants.pop(0) if state.closer else None
    before = BeforeRound(standings, len(state.players), state.round, state.play_off)
    try:
        summary = score_hands(before, closer, entrants, state.table)
    except ImpossibleError as error:
        raise ImpossibleError(Fault(PLACE, fault.detail) for fault in error.faults) from None
    if not summary.legal:
        raise ImpossibleError([Fault(PLACE, "what it shows or lays off is not allowed")])
    return summary


def _not_fresh(standings: Sequence[Standing]) -> Iterator[Fault]:
    """A match begins at 0, with everybody in."""
    for index, one in enumerate(standings):
        if one.total:
            place: Path = (*PLACE, "scores", index, "before")
            yield Fault(place, f"{one.player} has no points before the first round")
        if one.rejoins or one.out:
            place = ("state", "players", index)
            yield Fault(place, f"{one.player} was never out before the first round")


def after_faults(state: State, summary: RoundScore, rejoined: frozenset[str]) -> Iterator[Fault]:
    """Where totals, who is out, or the phase don't follow from the summary of the round."""
    for index, (one, score) in enumerate(zip(state.players, summary.scores, strict=True)):
        place = ("state", "players", index)
        if one.player in rejoined:
            if not one.rejoins:
                yield Fault((*place, "rejoins"), f"{one.player} has rejoined once at least")
            yield from _back_in(one.standing(), score, place)
            continue
        if one.total != score.after:
            yield Fault((*place, "total"), f"by the result {one.player} has {score.after}")
        if one.out != score.out:
            yield Fault((*place, "out"), f"by the result {one.player} is {_in(out=score.out)}")
    over = summary.status is not None and summary.status.over
    if over != (state.phase is Phase.MATCH_OVER):
        yield Fault(("state", "phase"), f"by the result the match is {'over' * over or 'going on'}")


def _back_in(one: Standing, score: Score, place: tuple[str | int, ...]) -> Iterator[Fault]:
    if not score.may_rejoin:
        yield Fault((*place, "out"), f"{one.player} is out and may not rejoin")
    elif one.total != score.rejoin_total:
        yield Fault((*place, "total"), f"{one.player} rejoins at {score.rejoin_total}")


def _in(*, out: bool) -> str:
    return "out" if out else "in"
