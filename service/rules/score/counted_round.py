"""Counted round: the end of a round as people wrote it down, and the points that it gives.

At a table with real cards somebody counts what each player has left, or lists the cards (rule book,
"Counted rounds").
"""

from collections.abc import Mapping

from msgspec import Struct

from service.rules.hand.closing_score import ClosingKind, full_score
from service.rules.score.round_points import (
    ItemCode,
    RoundPoints,
    added_to_others,
    of_cards,
    single,
    with_added,
)
from service.rules.table.cards import Card, in_order
from service.rules.table.table import Table


class CountedClose(Struct, frozen=True):
    """A close as people noted it; `wilds` is the number of wilds in the run of a chinchón."""

    player: str
    kind: ClosingKind
    wilds: int


class CountedRound(Struct, frozen=True):
    """The end of a round as people wrote it down.

    `closing` is None if the round ended by exhaustion, or if nobody noted how it ended; then
    `ending_noted` is false. Each player has either counted points or unmatched cards. A closer with
    no unmatched card may have neither.
    """

    closing: CountedClose | None
    ending_noted: bool
    points: Mapping[str, int]
    unmatched: Mapping[str, tuple[Card, ...]]


def counted_points(counted: CountedRound, table: Table) -> dict[str, RoundPoints]:
    """Return the points that each player adds; `counted_faults` has found no fault."""
    closing = counted.closing
    points = {
        player: single(ItemCode.COUNTED, player_points)
        for player, player_points in counted.points.items()
    }
    points |= {
        player: of_cards(in_order(cards), table) for player, cards in counted.unmatched.items()
    }
    if closing is None or closing.kind is ClosingKind.POINTS:
        return points
    score = score_of_close(closing, table)
    if score is not None:
        added = added_to_others(closing.kind, table)
        points = {player: with_added(others, added) for player, others in points.items()}
    points[closing.player] = single(ItemCode(closing.kind.value), score or 0)
    return points


def score_of_close(closing: CountedClose, table: Table) -> int | None:
    """Return the score of a full close or a chinchón, or None if it wins the match."""
    score = full_score(closing.kind, closing.wilds, table)
    return score if isinstance(score, int) else None
