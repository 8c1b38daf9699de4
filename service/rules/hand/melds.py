"""Melds: sets and runs, and the arrangements of cards as melds (rule book, "Melds")."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from service.rules.table.cards import ORDER, SUITS, Card, Suit, card_of, in_order, rank_of, suit_of
from service.rules.table.table import Table

MIN_SET = 3
"""The number of cards in the smallest set, at every table."""

MIN_RUN = 3
"""The smallest value of `melds.min_run`: the cards in the shortest run of any table."""


class Kind(StrEnum):
    """The two kinds of meld."""

    SET = "set"
    RUN = "run"


class Meld(Struct, frozen=True):
    """The cards of a set or a run.

    A set lists its naturals and then its wilds, both in the fixed order; its `stands_for` is None.
    A run lists its cards in ascending order, and `stands_for` has the card that each represents.
    """

    kind: Kind
    cards: tuple[Card, ...]
    stands_for: tuple[Card, ...] | None = None


MeldOrder = tuple[int, tuple[int, ...], tuple[int, ...]]


def meld_order(meld: Meld) -> MeldOrder:
    """Return the sort key of a meld in the fixed order (rule book, "Fixed order")."""
    cards = tuple(ORDER[card] for card in meld.cards)
    if meld.stands_for is None:
        return (0, cards, ())
    return (1, tuple(ORDER[card] for card in meld.stands_for), cards)


def worth_of(points: int, size: int) -> int:
    """Return the worth of a meld of `size` cards that would cost `points` if unmatched.

    The worths of several melds can be added. A larger sum means fewer unmatched points, then fewer
    unmatched cards, then fewer melds.
    """
    return (points << 8) + (size << 2) - 1


def count_wilds(meld: Meld, table: Table) -> int:
    """Return the number of wilds in a meld; a wild card in its own place is natural."""
    if meld.stands_for is not None:
        represented = zip(meld.cards, meld.stands_for, strict=True)
        return sum(card != other for card, other in represented)
    return len(meld.cards) - _natural_count_of_set(meld.cards, table)


def _natural_count_of_set(cards: Sequence[Card], table: Table) -> int:
    # The first card of a set is natural, so its rank is the rank of the set.
    return len(split_set(cards, rank_of(cards[0]), table)[0])


def split_set(
    cards: Sequence[Card], rank: int, table: Table
) -> tuple[list[Card], list[Card], list[Card]]:
    """Return the naturals, the wilds and the unsuitable cards of a set of this rank, all sorted."""
    naturals: list[Card] = []
    wilds: list[Card] = []
    unsuitable: list[Card] = []
    for card in in_order(cards):
        in_place = card in table.position and rank_of(card) == rank
        if in_place and (table.rules.melds.identical_in_set or card not in naturals):
            naturals.append(card)
        elif card in table.wilds:
            wilds.append(card)
        else:
            unsuitable.append(card)
    return naturals, wilds, unsuitable


def legal_set(cards: Sequence[Card], rank: int, table: Table) -> Meld | None:
    """Return these cards as a set of a rank, or None if they are not one."""
    naturals, wilds, unsuitable = split_set(cards, rank, table)
    if unsuitable or not MIN_SET <= len(cards) <= table.largest_set:
        return None
    if not enough_naturals(len(naturals), len(wilds), table):
        return None
    return Meld(Kind.SET, (*naturals, *wilds))


def legal_run(cards: Sequence[Card], suit: Suit, start: int, table: Table) -> Meld | None:
    """Return these cards, in this order, as a run of a suit, or None if they are not one.

    `start` is the position in run order of the first card.
    """
    length = len(cards)
    if length < table.rules.melds.min_run or start < 0 or start + length > len(table.ranks):
        return None
    stands_for = tuple(card_of(rank, suit) for rank in table.ranks[start : start + length])
    wilds = 0
    for card, represented in zip(cards, stands_for, strict=True):
        if card != represented:
            if card not in table.wilds:
                return None
            wilds += 1
    if not enough_naturals(length - wilds, wilds, table):
        return None
    return Meld(Kind.RUN, tuple(cards), stands_for)


def enough_naturals(naturals: int, wilds: int, table: Table) -> bool:
    """Return whether a meld may have these numbers of naturals and wilds."""
    melds = table.rules.melds
    return naturals >= melds.min_naturals and (melds.max_wilds is None or wilds <= melds.max_wilds)


def arrangements(cards: Sequence[Card], table: Table) -> Iterator[Meld]:
    """Yield every arrangement of all these cards as one meld, in the fixed order.

    Two arrangements differ in their kind, in the cards represented, or in the order of the wilds.
    """
    never_wild = [card for card in cards if card not in table.wilds]
    if len({rank_of(card) for card in never_wild}) <= 1:
        yield from _sets(cards, never_wild, table)
    if len({suit_of(card) for card in never_wild}) <= 1:
        yield from _runs(cards, never_wild, table)


@lru_cache(maxsize=1 << 12)
def first_arrangement(cards: tuple[Card, ...], table: Table) -> tuple[MeldOrder, Meld]:
    """Return the sort key and the meld of the first arrangement of these cards; one must exist."""
    meld = next(arrangements(cards, table))
    return meld_order(meld), meld


@lru_cache(maxsize=1 << 12)
def first_arrangements(cards: tuple[Card, ...], table: Table) -> tuple[Meld, ...]:
    """Return the first arrangement of these cards of each kind and with each number of wilds."""
    first: dict[tuple[Kind, int], Meld] = {}
    for meld in arrangements(cards, table):
        first.setdefault((meld.kind, count_wilds(meld, table)), meld)
    return tuple(first.values())


def _sets(cards: Sequence[Card], never_wild: Sequence[Card], table: Table) -> Iterator[Meld]:
    ranks = {rank_of(card) for card in never_wild or cards if card in table.position}
    sets = (legal_set(cards, rank, table) for rank in ranks)
    yield from sorted((meld for meld in sets if meld), key=meld_order)


def _runs(cards: Sequence[Card], never_wild: Sequence[Card], table: Table) -> Iterator[Meld]:
    positions = [table.position[card] for card in never_wild]
    if len(set(positions)) < len(positions):
        return
    suits = {suit_of(card) for card in never_wild or cards if card in table.position}
    length, ranks = len(cards), len(table.ranks)
    wilds = Counter(in_order(card for card in cards if card in table.wilds))
    first_start = max(0, max(positions, default=0) - length + 1)
    last_start = min(min(positions, default=ranks), ranks - length)
    for suit in (suit for suit in SUITS if suit in suits):
        by_position = dict(zip(positions, never_wild, strict=True))
        for start in range(first_start, last_start + 1):
            row = [by_position.get(start + index) for index in range(length)]
            for filled in _fillings(row, wilds):
                meld = legal_run(filled, suit, start, table)
                if meld:
                    yield meld


def _fillings(row: list[Card | None], wilds: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield every way to fill the gaps of a row with these wilds, in the order of the wilds."""
    if None not in row:
        yield tuple(card for card in row if card is not None)
        return
    gap = row.index(None)
    for card in [card for card, count in wilds.items() if count]:
        wilds[card] -= 1
        yield from _fillings([*row[:gap], card, *row[gap + 1 :]], wilds)
        wilds[card] += 1
