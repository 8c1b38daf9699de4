"""Batch work: what a batch of hands costs, so that one request cannot hold a worker for long."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from service.api.operations.operation import Work
from service.api.requests.hands import (
    MOST_HANDS_WITH_CHOICES,
    EvaluateBatch,
    EvaluatePoints,
)
from service.rules.table.cards import Card

MELDING = (10, 120, 150, 200, 300, 400, 2_500, 7_000, 20_000)
"""Microseconds for a hand, by how many of its cards are wild or not alone."""

CHOOSING = (60, 200, 300, 500, 800, 1_500, 6_000, 14_000, 20_000)
"""The same for a hand whose discards are evaluated too."""


def batch_work(request: EvaluatePoints) -> Work:
    """What the hands of a batch cost."""
    wilds = request.rules.table(request.seats).wilds
    choices = isinstance(request, EvaluateBatch) and request.choices
    costs, most = (CHOOSING, MOST_HANDS_WITH_CHOICES) if choices else (MELDING, None)
    microseconds = sum(costs[_hard(cards, wilds)] for cards in request.hands)
    return Work("hands", len(request.hands), microseconds, most)


def _hard(cards: Sequence[Card], wilds: AbstractSet[Card]) -> int:
    """How many cards are wild, or equal to another of the hand."""
    return len(cards) - len(set(cards) - wilds)
