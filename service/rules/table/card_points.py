"""Card points: the points that an unmatched card costs (rule book, "Cards")."""

from collections.abc import Set as AbstractSet

from service.rules.table.cards import Card, rank_of
from service.rules.table.parameters import CardCost, PointsRules


def cost_of(card: Card, points: PointsRules, wilds: AbstractSet[Card]) -> int:
    """Return what an unmatched card costs: its points, or 1 where cards are counted."""
    return 1 if points.count is CardCost.CARDS else card_points(card, points, wilds)


def card_points(card: Card, points: PointsRules, wilds: AbstractSet[Card]) -> int:
    """Return the points of a card; `wilds` are the wild cards of the table."""
    if card in wilds:
        return points.wild
    courts = {10: points.sota, 11: points.caballo, 12: points.rey}
    return courts.get(rank_of(card), rank_of(card))
