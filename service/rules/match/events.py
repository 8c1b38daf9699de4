"""Events: what happened in a step, in order, with what one player alone may see kept apart."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from service.rules.round.round_score import RoundScore
from service.rules.round.showdown import Showdown
from service.rules.round.showdown_player import LayOff
from service.rules.table.cards import in_order


class EventType(StrEnum):
    """What can happen."""

    DEALT = "dealt"
    TURNED_UP = "turned_up"
    DREW = "drew"
    RESHUFFLED = "reshuffled"
    DISCARDED = "discarded"
    CLOSED = "closed"
    SHOWN = "shown"
    LAID_OFF = "laid_off"
    SCORED = "scored"
    OUT = "out"
    REJOINED = "rejoined"
    ROUND_OVER = "round_over"
    TIED = "tied"
    MATCH_OVER = "match_over"
    CANCELLED = "cancelled"


class Event(Struct, frozen=True):
    """One thing that happened; `told` is for everybody, `secret` for `player` alone."""

    type: EventType
    player: str | None = None
    told: Mapping[str, object] = {}
    secret: Mapping[str, object] = {}


def of_showdown(shown: Showdown) -> Iterator[Event]:
    """Who showed what and laid off what, in the order of play: pass, then turn order."""
    laid = {end.player: end.lay_offs for end in shown.opponents}
    melds = {end.player: (end.melds, end.unmatched, end.lay_offs) for end in shown.opponents}
    if shown.closer and shown.closer.closing:
        closing = shown.closer.closing
        yield _shown(shown.closer.player, closing.melds, closing.unmatched)
        laid = {shown.closer.player: shown.closer.lay_offs} | laid
        yield from _laid(shown.closer.player, shown.closer.lay_offs, 1)
    for player, (shown_melds, left, lay_offs) in melds.items():
        yield _shown(player, shown_melds, in_order([*left, *(step.card for step in lay_offs)]))
        yield from _laid(player, lay_offs, 1)
    last = max((step.number for steps in laid.values() for step in steps), default=1)
    for number in range(2, last + 1):
        for player, steps in laid.items():
            yield from _laid(player, steps, number)


def _shown(player: str, melds: object, unmatched: tuple[str, ...]) -> Event:
    return Event(EventType.SHOWN, player, {"melds": melds, "unmatched": unmatched})


def _laid(player: str, steps: tuple[LayOff, ...], number: int) -> Iterator[Event]:
    for step in steps:
        if step.number == number:
            yield Event(EventType.LAID_OFF, player, {"lay_off": step})


def of_summary(summary: RoundScore, *, exhausted: bool) -> Iterator[Event]:
    """What the round's end brought: scores, who is out, and what becomes of the match."""
    status, shown = summary.status, summary.showdown
    played = {end.player for end in shown.opponents} if shown else set()
    if shown and shown.closer:
        played.add(shown.closer.player)
    for score in summary.scores:
        if score.player in played:
            told = {"points": score.points, "after": score.after}
            yield Event(EventType.SCORED, score.player, told)
    for score in summary.scores:
        if score.out and score.player in played:
            yield Event(EventType.OUT, score.player)
    yield Event(EventType.ROUND_OVER, told={"exhausted": exhausted})
    if status and status.tied:
        yield Event(EventType.TIED, told={"players": status.tied})
    if status and status.over:
        yield Event(EventType.MATCH_OVER, told={"match": status})
