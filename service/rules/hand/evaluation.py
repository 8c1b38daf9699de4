"""Evaluation: the best melding and closing of a hand, and of the cards left by each discard."""

from collections.abc import Sequence
from functools import lru_cache

from service.rules.hand.best_melding import best_melding, best_without_each
from service.rules.hand.close_conditions import ANY_CONTEXT, CloseContext
from service.rules.hand.closing import Closing, best_closing_given
from service.rules.hand.melding import Melding
from service.rules.table.cards import HAND_SIZE, ORDER, Card
from service.rules.table.table import Table


class Choice(Melding, frozen=True, gc=False):
    """A card to discard, and the best melding and closing of the seven other cards."""

    discard: Card
    closing: Closing | None


class Evaluation(Melding, frozen=True):
    """The best melding of a hand, and the best close of the hand, which may need another melding.

    `cards` is the hand sorted for display, melds first. `closing` is None unless the hand has seven
    cards, `choices` is None unless it has eight.
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
    """Return the evaluation of one to eight cards, all of which the deck of the table must have."""
    melding = best_melding(cards, table)
    size = len(cards)
    return Evaluation(
        melding.melds,
        melding.unmatched,
        melding.unmatched_points,
        melding.sorted_cards if melding.melds else melding.unmatched,
        best_closing_given(melding, cards, table, context) if size == HAND_SIZE else None,
        _choices(cards, melding, table, context) if with_choices and size > HAND_SIZE else None,
    )


def choices(
    cards: Sequence[Card], table: Table, context: CloseContext = ANY_CONTEXT
) -> tuple[Choice, ...]:
    """Return a choice for each different discard from eight cards, the best first.

    Choices are ordered by the unmatched points; then by the closing: one that wins, then the lower
    score, then none; then by the number of unmatched cards; then by the points of the discard, the
    most first; then by the fixed order of the discard.
    """
    return _choices(cards, best_melding(cards, table), table, context)


def _choices(
    cards: Sequence[Card], whole: Melding, table: Table, context: CloseContext
) -> tuple[Choice, ...]:
    limit, discard_order = table.points_limit, _discard_order(table)
    ranked = []
    for discard, melding in best_without_each(cards, whole, table).items():
        points, unmatched = melding.unmatched_points, len(melding.unmatched)
        if limit is None or points <= limit:
            kept = list(cards)
            kept.remove(discard)
            closing = best_closing_given(melding, kept, table, context)
            closing_key = closing_order(closing)
        else:
            closing, closing_key = None, _NO_CLOSING
        choice = Choice(melding.melds, melding.unmatched, points, discard, closing)
        ranked.append((points, closing_key, unmatched, discard_order[discard], choice))
    ranked.sort()
    return tuple([row[-1] for row in ranked])


@lru_cache(maxsize=256)
def _discard_order(table: Table) -> dict[Card, int]:
    """Return the index of each card, most points first; equal points are in the fixed order."""
    cards = sorted(table.copies, key=lambda card: (-table.points[card], ORDER[card]))
    return {card: index for index, card in enumerate(cards)}


_NO_CLOSING = (2, 0)


def closing_order(closing: Closing | None) -> tuple[int, int]:
    """Return the sort key of a closing: one that wins, then the lower score, then none."""
    if closing is None:
        return _NO_CLOSING
    return (0, 0) if closing.score is None else (1, closing.score)
