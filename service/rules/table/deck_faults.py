"""Deck faults: cards that a question names and the deck does not have."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from service.rules.faults import Fault, FaultCode, fault
from service.rules.subjects import Part, Subject
from service.rules.table.cards import JOKER, Card, rank_of
from service.rules.table.table import Table

StatedCard = tuple[Subject, Card]
"""A card and the part of the question that names it."""


def with_subjects(
    cards: Iterable[Card], part: Part, *, position: int | None = None, number: int | None = None
) -> Iterator[StatedCard]:
    """Yield each card of a list with its subject."""
    for index, card in enumerate(cards):
        yield Subject(part, position, number, index), card


def deck_holds(cards: Sequence[Card], table: Table) -> bool:
    """Return whether the deck of the table has all these cards."""
    different = set(cards)
    if len(different) == len(cards):
        return different <= table.copies.keys()
    return not deck_faults(with_subjects(cards, Part.HAND), table)


def deck_faults(
    cards: Iterable[StatedCard], table: Table, *, copies: bool = True
) -> tuple[Fault, ...]:
    """Return a fault for each of these cards that the deck does not have.

    With `copies`, a card that occurs more often than in the deck is a fault too.
    """
    faults: list[Fault] = []
    seen: Counter[Card] = Counter()
    for subject, card in cards:
        seen[card] += 1
        in_play = table.copies.get(card, 0)
        if not in_play:
            faults.append(_absent(card, table, subject))
        elif copies and seen[card] > in_play:
            faults.append(_surplus(card, seen[card], table, subject))
    return tuple(faults)


def _absent(card: Card, table: Table, subject: Subject) -> Fault:
    if card == JOKER:
        return fault(FaultCode.CARD_NO_JOKERS, subject)
    size, rank = table.rules.deck.cards, rank_of(card)
    return fault(FaultCode.CARD_NOT_IN_PACK, subject, card=card, size=size, rank=rank)


def _surplus(card: Card, count: int, table: Table, subject: Subject) -> Fault:
    return fault(
        FaultCode.CARD_TOO_MANY,
        subject,
        card=card,
        number=count,
        packs=table.packs,
        held=table.copies[card],
        two_packs_from=table.rules.deck.two_packs_from or 0,
    )
