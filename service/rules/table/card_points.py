"""Card points: what a card costs when it is left unmatched (rule book, "Cards")."""

from collections.abc import Set as AbstractSet

from service.rules.table.cards import Card, rank_of
from service.rules.table.parameters import Count, PointsRules


def card_points(card: Card, points: PointsRules, wilds: AbstractSet[Card]) -> int:
    """The points of a card; `wilds` are the cards that are wild at the table."""
    if points.count is Count.CARDS:
        return 1
    if card in wilds:
        return points.wild
    courts = {10: points.sota, 11: points.caballo, 12: points.rey}
    return courts.get(rank_of(card), rank_of(card))
