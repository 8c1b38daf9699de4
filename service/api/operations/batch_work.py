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

MICROSECONDS = (10, 100, 200, 300, 400)
"""What a dealt hand costs on average, by how many of its cards are wild or not alone.

The hardest hands cost about four times as much.
"""

SOLVES_WITH_CHOICES = 9
"""A hand with choices is solved once, and about once more for each discard."""


def batch_work(request: EvaluatePoints) -> Work:
    """What the hands of a batch cost."""
    wilds = request.rules.table(request.seats).wilds
    microseconds = sum(_cost(cards, wilds) for cards in request.hands)
    most = None
    if isinstance(request, EvaluateBatch) and request.choices:
        microseconds *= SOLVES_WITH_CHOICES
        most = MOST_HANDS_WITH_CHOICES
    return Work("hands", len(request.hands), microseconds, most)


def _cost(cards: Sequence[Card], wilds: AbstractSet[Card]) -> int:
    hard = len(cards) - len(set(cards) - wilds)
    return MICROSECONDS[min(hard, len(MICROSECONDS) - 1)]
