"""Deck check: which of the cards that a question names the deck cannot hold."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from service.rules.faults import Fault, FaultCode, fault
from service.rules.subjects import Part, Subject
from service.rules.table.cards import JOKER, Card, rank_of
from service.rules.table.table import Table

StatedCard = tuple[Subject, Card]
"""A card and where it was stated."""


def with_subjects(
    cards: Iterable[Card], part: Part, *, position: int | None = None, number: int | None = None
) -> Iterator[StatedCard]:
    """Each card of a list with its subject."""
    for index, card in enumerate(cards):
        yield Subject(part, position, number, index), card


def deck_holds(cards: Sequence[Card], table: Table) -> bool:
    """Whether this deck can hold these cards together."""
    different = set(cards)
    if len(different) == len(cards):
        return different <= table.copies.keys()
    return not deck_faults(with_subjects(cards, Part.HAND), table)


def deck_faults(
    cards: Iterable[StatedCard], table: Table, *, copies: bool = True
) -> tuple[Fault, ...]:
    """Which of these cards this deck cannot hold.

    With `copies` also each card beyond those that the packs hold.
    """
    faults: list[Fault] = []
    seen: Counter[Card] = Counter()
    for subject, card in cards:
        seen[card] += 1
        held = table.copies.get(card, 0)
        if not held:
            faults.append(_absent(card, table, subject))
        elif copies and seen[card] > held:
            faults.append(_surplus(card, seen[card], table, subject))
    return tuple(faults)


def _absent(card: Card, table: Table, subject: Subject) -> Fault:
    if card == JOKER:
        return fault(FaultCode.CARD_NO_JOKERS, subject)
    size, rank = table.rules.deck.cards, rank_of(card)
    return fault(FaultCode.CARD_NOT_IN_PACK, subject, card=card, size=size, rank=rank)


def _surplus(card: Card, number: int, table: Table, subject: Subject) -> Fault:
    return fault(
        FaultCode.CARD_TOO_MANY,
        subject,
        card=card,
        number=number,
        packs=table.packs,
        held=table.copies[card],
        two_packs_from=table.rules.deck.two_packs_from or 0,
    )
