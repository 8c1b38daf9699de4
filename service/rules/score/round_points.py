"""Round points: the points that each player adds after a showdown (rule book, "Scoring")."""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import UNSET, Struct, UnsetType

from service.rules.hand.closing_score import ClosingKind, full_of_opponent
from service.rules.round.showdown import CloserResult, PlayerResult, Showdown
from service.rules.table.cards import Card
from service.rules.table.table import Table


class ItemCode(StrEnum):
    """The kinds of items that a player's points are made of."""

    CARD = "card"
    FULL = "full"
    CHINCHON = "chinchon"
    COUNTED = "counted"
    OTHERS_ADD = "others_add"


class Item(Struct, frozen=True):
    """One part of a player's points: an unmatched card, a close, or the caller's own count.

    `others_add` is what another player's full close or chinchón costs.
    """

    code: ItemCode
    points: int
    card: Card | UnsetType = UNSET


class RoundPoints(Struct, frozen=True):
    """The points that a player adds for a round; they are the sum of the items."""

    points: int
    items: tuple[Item, ...]


NO_POINTS = RoundPoints(0, ())
"""The points of a player who was out before the round, or who scores nothing."""


def points_of_round(showdown: Showdown, table: Table) -> dict[str, RoundPoints]:
    """Return the points that each player adds after a legal showdown.

    A close that wins adds 0, and the points of the others are for information.
    """
    closing = showdown.closer.closing if showdown.closer else None
    kind = closing.kind if closing and not closing.wins_match else None
    added = added_to_others(kind, table)
    points = {
        end.player: with_added(_of_opponent(end, showdown, table), added)
        for end in showdown.opponents
    }
    if showdown.closer:
        points[showdown.closer.player] = _of_closer(showdown.closer, table)
    return points


def _of_opponent(end: PlayerResult, showdown: Showdown, table: Table) -> RoundPoints:
    if showdown.closer and not (end.unmatched or end.lay_offs):
        full = full_of_opponent([card for meld in end.melds for card in meld.cards], table)
        if full:
            return single(ItemCode(full.kind.value), full.points)
    return of_cards(end.unmatched, table)


def _of_closer(end: CloserResult, table: Table) -> RoundPoints:
    closing = end.closing
    if closing is None or closing.kind is ClosingKind.POINTS:
        return of_cards(end.unmatched, table)
    return single(ItemCode(closing.kind.value), closing.score or 0)


def of_cards(cards: Iterable[Card], table: Table) -> RoundPoints:
    """Return the points of unmatched cards, with an item for each."""
    items = tuple([Item(ItemCode.CARD, table.points[card], card) for card in cards])
    return RoundPoints(sum([item.points for item in items]), items)


def single(code: ItemCode, points: int) -> RoundPoints:
    """Return points with one item."""
    return RoundPoints(points, (Item(code, points),))


def added_to_others(kind: ClosingKind | None, table: Table) -> int:
    """Return what each opponent adds after a close of this kind that does not win."""
    scores = table.rules.closing_score
    if kind is ClosingKind.FULL:
        return scores.others_add_full
    return scores.others_add_chinchon if kind is ClosingKind.CHINCHON else 0


def with_added(points: RoundPoints, added: int) -> RoundPoints:
    """Return points with what another player's close costs, if anything."""
    if not added:
        return points
    return RoundPoints(points.points + added, (*points.items, Item(ItemCode.OTHERS_ADD, added)))
