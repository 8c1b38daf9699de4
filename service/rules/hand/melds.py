"""Melds: what lies on the table, what is a meld, and why something isn't one (RULES §2 Melds)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from service.rules.table.cards import ORDER, SUITS, Card, Suit, card_of, in_order, rank_of, suit_of
from service.rules.table.table import Table

MIN_SET = 3
"""Cards in the smallest set, at every table."""

MIN_RUN = 3
"""Cards in the shortest run, at the tables with the shortest."""


class Kind(StrEnum):
    """The two kinds of meld."""

    SET = "set"
    RUN = "run"


class Meld(Struct, frozen=True):
    """Cards that lie together.

    A set lists naturals, then wilds, each in the fixed order. A run lists its cards in ascending
    order and in `stands_for`, card by card, whose place each takes; a set has none.
    """

    kind: Kind
    cards: tuple[Card, ...]
    stands_for: tuple[Card, ...] | None = None


MeldOrder = tuple[int, tuple[int, ...], tuple[int, ...]]


def meld_order(meld: Meld) -> MeldOrder:
    """Sorts melds in the fixed order of RULES §2: sets first, runs by what they stand for."""
    cards = tuple(ORDER[card] for card in meld.cards)
    if meld.stands_for is None:
        return (0, cards, ())
    return (1, tuple(ORDER[card] for card in meld.stands_for), cards)


def worth_of(points: int, size: int) -> int:
    """What is won by melding so many cards that would cost so many points loose, to add up.

    First the points, then how many cards they are, then that each meld is one more.
    """
    return (points << 8) + (size << 2) - 1


def wilds_in(meld: Meld, table: Table) -> int:
    """How many cards of a meld are wild there: a wild card lying in its own place is not."""
    if meld.stands_for is not None:
        return sum(card != place for card, place in zip(meld.cards, meld.stands_for, strict=True))
    return len(meld.cards) - _naturals_of_set(meld.cards, table)


def _naturals_of_set(cards: Sequence[Card], table: Table) -> int:
    # The first card of a set is natural, so it tells the rank.
    return len(split_set(cards, rank_of(cards[0]), table)[0])


def split_set(
    cards: Sequence[Card], rank: int, table: Table
) -> tuple[list[Card], list[Card], list[Card]]:
    """Naturals, wilds and strangers among cards that would be a set of this rank, in order."""
    naturals: list[Card] = []
    wilds: list[Card] = []
    strangers: list[Card] = []
    for card in in_order(cards):
        in_place = card in table.position and rank_of(card) == rank
        if in_place and (table.rules.melds.identical_in_set or card not in naturals):
            naturals.append(card)
        elif card in table.wilds:
            wilds.append(card)
        else:
            strangers.append(card)
    return naturals, wilds, strangers


def legal_set(cards: Sequence[Card], rank: int, table: Table) -> Meld | None:
    """These cards as a set of a rank, if they are one."""
    naturals, wilds, strangers = split_set(cards, rank, table)
    if strangers or not MIN_SET <= len(cards) <= table.set_room:
        return None
    if not enough_naturals(len(naturals), len(wilds), table):
        return None
    return Meld(Kind.SET, (*naturals, *wilds))


def legal_run(cards: Sequence[Card], suit: Suit, start: int, table: Table) -> Meld | None:
    """These cards, in this order, as a run of a suit from the place `start` on, if they are one."""
    length = len(cards)
    if length < table.rules.melds.min_run or start < 0 or start + length > len(table.ranks):
        return None
    stands_for = tuple(card_of(rank, suit) for rank in table.ranks[start : start + length])
    wilds = 0
    for card, place in zip(cards, stands_for, strict=True):
        if card != place:
            if card not in table.wilds:
                return None
            wilds += 1
    if not enough_naturals(length - wilds, wilds, table):
        return None
    return Meld(Kind.RUN, tuple(cards), stands_for)


def enough_naturals(naturals: int, wilds: int, table: Table) -> bool:
    """Whether a meld may be made of so many naturals and wilds."""
    melds = table.rules.melds
    return naturals >= melds.min_naturals and (melds.max_wilds is None or wilds <= melds.max_wilds)


def arrangements(cards: Sequence[Card], table: Table) -> Iterator[Meld]:
    """Every way to lay exactly these cards as one meld, in the fixed order; maybe none.

    Two ways differ in their kind, in what their cards stand for, or in which wild stands where.
    """
    fixed = [card for card in cards if card not in table.wilds]
    if len({rank_of(card) for card in fixed}) <= 1:
        yield from _sets(cards, fixed, table)
    if len({suit_of(card) for card in fixed}) <= 1:
        yield from _runs(cards, fixed, table)


@lru_cache(maxsize=1 << 12)
def first_arrangement(cards: tuple[Card, ...], table: Table) -> tuple[MeldOrder, Meld]:
    """The first way to lay exactly these cards as one meld, behind its order; there must be one."""
    meld = next(arrangements(cards, table))
    return meld_order(meld), meld


def _sets(cards: Sequence[Card], fixed: Sequence[Card], table: Table) -> Iterator[Meld]:
    ranks = {rank_of(card) for card in fixed or cards if card in table.position}
    found = (legal_set(cards, rank, table) for rank in ranks)
    yield from sorted((meld for meld in found if meld), key=meld_order)


def _runs(cards: Sequence[Card], fixed: Sequence[Card], table: Table) -> Iterator[Meld]:
    places = [table.position[card] for card in fixed]
    if len(set(places)) < len(places):
        return
    suits = {suit_of(card) for card in fixed or cards if card in table.position}
    length, ranks = len(cards), len(table.ranks)
    wilds = Counter(in_order(card for card in cards if card in table.wilds))
    first = max(0, max(places, default=0) - length + 1)
    last = min(min(places, default=ranks), ranks - length)
    for suit in (suit for suit in SUITS if suit in suits):
        by_place = dict(zip(places, fixed, strict=True))
        for start in range(first, last + 1):
            for laid in _fillings([by_place.get(start + i) for i in range(length)], wilds):
                meld = legal_run(laid, suit, start, table)
                if meld:
                    yield meld


def _fillings(row: list[Card | None], wilds: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    """Every different way to fill the gaps of a row with these wilds, lowest card first."""
    if None not in row:
        yield tuple(card for card in row if card is not None)
        return
    gap = row.index(None)
    for card in [card for card, left in wilds.items() if left]:
        wilds[card] -= 1
        yield from _fillings([*row[:gap], card, *row[gap + 1 :]], wilds)
        wilds[card] += 1
