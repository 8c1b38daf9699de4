"""Evaluation: everything that can be told of one hand, and what each discard would leave."""

from collections.abc import Sequence
from functools import lru_cache

from service.rules.hand.best_melding import best_melding, best_without_each
from service.rules.hand.closing import ANY_CONTEXT, CloseContext, Closing, closing_of
from service.rules.hand.melding import Melding
from service.rules.table.cards import HAND_SIZE, ORDER, Card
from service.rules.table.table import Table


class Choice(Melding, frozen=True, gc=False):
    """One card to discard, and what the seven others make of it."""

    discard: Card
    closing: Closing | None


class Evaluation(Melding, frozen=True):
    """The best melding of a hand, and how it may close.

    `cards` is the hand sorted for showing: melds first. `closing` is for seven cards, `choices` for
    eight; else they are None.
    """

    cards: tuple[Card, ...]
    closing: Closing | None
    choices: tuple[Choice, ...] | None


def evaluate(
    cards: Sequence[Card],
    table: Table,
    context: CloseContext = ANY_CONTEXT,
    *,
    with_choices: bool = True,
) -> Evaluation:
    """Evaluate one to eight cards that the table's deck can hold."""
    melding = best_melding(cards, table)
    size = len(cards)
    return Evaluation(
        melding.melds,
        melding.unmatched,
        melding.unmatched_points,
        melding.sorted_cards if melding.melds else melding.unmatched,
        closing_of(melding, cards, table, context) if size == HAND_SIZE else None,
        _choices(cards, melding, table, context) if with_choices and size > HAND_SIZE else None,
    )


def choices(
    cards: Sequence[Card], table: Table, context: CloseContext = ANY_CONTEXT
) -> tuple[Choice, ...]:
    """Each different discard from eight cards, judged on its own.

    Best first: fewest points; then a closing that wins, the lower score, none; then fewest
    unmatched cards; then the dearest discard; then the fixed order.
    """
    return _choices(cards, best_melding(cards, table), table, context)


def _choices(
    cards: Sequence[Card], whole: Melding, table: Table, context: CloseContext
) -> tuple[Choice, ...]:
    cap, last = table.rules.close.max_unmatched_points, _dearest_first(table)
    ranked = []
    for discard, melding in best_without_each(cards, whole, table).items():
        points, unmatched = melding.unmatched_points, len(melding.unmatched)
        if cap is None or points <= cap:
            kept = list(cards)
            kept.remove(discard)
            closing = closing_of(melding, kept, table, context)
            rank = _closing_rank(closing)
        else:
            closing, rank = None, _NO_CLOSING
        choice = Choice(melding.melds, melding.unmatched, points, discard, closing)
        ranked.append((points, rank, unmatched, last[discard], choice))
    ranked.sort()
    return tuple([row[-1] for row in ranked])


@lru_cache(maxsize=256)
def _dearest_first(table: Table) -> dict[Card, int]:
    """The place of each card among all: the dearer first, then the fixed order."""
    cards = sorted(table.copies, key=lambda card: (-table.points[card], ORDER[card]))
    return {card: place for place, card in enumerate(cards)}


_NO_CLOSING = (2, 0)


def _closing_rank(closing: Closing | None) -> tuple[int, int]:
    """Sorts closings best first: one that wins, the lower score, none."""
    if closing is None:
        return _NO_CLOSING
    return (0, 0) if closing.score is None else (1, closing.score)
