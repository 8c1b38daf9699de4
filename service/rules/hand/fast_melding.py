"""Naturals: a hand of cards that differ and aren't wild as one integer, which tells its best melds.

The integer is the sum of the cards' numbers. From the lowest bit: a lane of twelve bits for each
suit, one for each place in run order; for each meld that has no smaller one in it a count of its
cards, begun so high that the count's top bit, its mark, is set when all of them are there; the
points. The marks tell which melds a hand holds, and therefore which are best to lay: most hands
have no mark, and the others share a few. What is left is a look-up for each lane. Wilds weigh
nothing here and equal cards carry into a neighbour's bit, so either leaves fewer bits than cards.
"""

from functools import cache
from itertools import combinations
from typing import NamedTuple

from service.rules.hand.melds import MIN_RUN, MIN_SET, Kind, Meld, meld_order, worth_of
from service.rules.table.cards import HAND_SIZE, JOKER, RANKS, SUITS, Card, card_of
from service.rules.table.table import Table, points_of

_WIDTH = len(RANKS)  # 12, which `melding` writes out

ALL_LANES = (1 << len(SUITS) * _WIDTH) - 1

_KEPT = 1 << 11
"""Bests that a table keeps: half a megabyte of them."""


class Numbers(NamedTuple):
    """The number of each card of a table, and how to read the sum over a hand.

    The sum begins with `empty`; `marks` are the bits where it tells which melds are there, and the
    points are so many bits up as `points_at` says.
    """

    of: dict[Card, int]
    empty: int
    marks: int
    points_at: int


Taken = tuple[tuple[Meld, ...], int]
"""Melds, and the sum of their cards' numbers."""


class _Possible(NamedTuple):
    """A meld that a hand can hold: of several the best has the greatest `worth`, ties by `order`.

    `worth` is that of a group, `order` the place in the fixed order, `marks` those that the meld
    sets, `number` the sum of its cards'.
    """

    order: int
    worth: int
    marks: int
    number: int
    meld: Meld


class BestMelds(dict[int, Taken]):
    """For the marks of a hand the melds that are best to lay, worked out when not known yet."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        melds = _melds(table)
        self.numbers = _numbers(table, melds)
        self._by_lowest_mark: dict[int, list[_Possible]] = {}
        for order, meld in enumerate(melds):
            number = sum([self.numbers.of[card] for card in meld.cards])
            marks = number + self.numbers.empty & self.numbers.marks
            worth = worth_of(points_of(meld.cards, table), len(meld.cards))
            possible = _Possible(order, worth, marks, number, meld)
            self._by_lowest_mark.setdefault(marks & -marks, []).append(possible)
            self[marks] = (meld,), number

    def __missing__(self, marks: int) -> Taken:
        """Work it out and keep it; from time to time all that was kept is dropped."""
        if len(self) >= _KEPT:
            self.clear()
        best = self[marks] = self._best(marks)
        return best

    def _best(self, marks: int) -> Taken:
        """Of all single melds and all pairs the worthiest, and of those the first in order."""
        held = self._held(marks)
        held.sort()
        best, most = held[:1], held[0].worth
        for at, one in enumerate(held):
            if one.worth > most:
                best, most = [one], one.worth
            for two in held[at + 1 :]:
                if one.worth + two.worth > most and not one.number & two.number & ALL_LANES:
                    best, most = [one, two], one.worth + two.worth
        return tuple([one.meld for one in best]), sum([one.number for one in best])

    def _held(self, marks: int) -> list[_Possible]:
        found: list[_Possible] = []
        left = marks
        while left:
            lowest = left & -left
            found += [one for one in self._by_lowest_mark[lowest] if one.marks & marks == one.marks]
            left -= lowest
        return found


def _melds(table: Table) -> list[Meld]:
    """Every meld that such a hand can hold, in the fixed order: none has a card that is wild."""
    melds = table.rules.melds
    smallest_set, shortest = (max(least, melds.min_naturals) for least in (MIN_SET, melds.min_run))
    return [
        meld
        for meld in _melds_of_pack(table.ranks)
        if (
            smallest_set <= len(meld.cards) <= table.set_room
            if meld.kind is Kind.SET
            else shortest <= len(meld.cards)
        )
        and table.wilds.isdisjoint(meld.cards)
    ]


@cache
def _melds_of_pack(ranks: tuple[int, ...]) -> list[Meld]:
    """Every meld that can be made of one pack's cards and is in a hand, in the fixed order."""
    found: list[Meld] = []
    for rank in ranks:
        of_rank = [card_of(rank, suit) for suit in SUITS]
        for size in range(MIN_SET, len(SUITS) + 1):
            found += [Meld(Kind.SET, cards) for cards in combinations(of_rank, size)]
    for suit in SUITS:
        of_suit = tuple(card_of(rank, suit) for rank in ranks)
        for start, end in combinations(range(len(ranks) + 1), 2):
            if MIN_RUN <= end - start <= HAND_SIZE + 1:
                found.append(Meld(Kind.RUN, of_suit[start:end], of_suit[start:end]))
    return sorted(found, key=meld_order)


def _numbers(table: Table, melds: list[Meld]) -> Numbers:
    smallest: list[Meld] = []
    for kind in Kind:
        of_kind = [meld for meld in melds if meld.kind is kind]
        fewest = min([len(meld.cards) for meld in of_kind], default=0)
        smallest += [meld for meld in of_kind if len(meld.cards) == fewest]
    top = max([len(meld.cards) - 1 for meld in smallest], default=0).bit_length()
    counts = len(SUITS) * _WIDTH
    points_at = counts + (top + 1) * len(smallest)
    of = {
        card: 1 << lane * _WIDTH + place | table.points[card] << points_at
        for lane, suit in enumerate(SUITS)
        for place, card in enumerate(table.suit_cards(suit))
    }
    empty = marks = 0
    for at, meld in enumerate(smallest):
        one = 1 << counts + (top + 1) * at
        mark = one << top
        for card in meld.cards:
            of[card] += one
        empty += mark - one * len(meld.cards)
        marks += mark
    return Numbers(of | dict.fromkeys([*table.wilds, JOKER], 0), empty, marks, points_at)


@cache
def lanes(ranks: tuple[int, ...]) -> tuple[tuple[tuple[Card, ...], ...], ...]:
    """For each suit the cards that each choice of its places is, by their bits."""
    return tuple(
        tuple(
            tuple([card_of(rank, suit) for at, rank in enumerate(ranks) if places >> at & 1])
            for places in range(1 << len(ranks))
        )
        for suit in SUITS
    )
