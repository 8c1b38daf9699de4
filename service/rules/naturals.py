"""Naturals: a hand of cards that differ and aren't wild as one integer, which tells its best melds.

The integer is the sum of the cards' numbers. From the lowest bit: a lane of twelve bits for each
suit, one for each place in run order; for each meld that has no smaller one in it a count of its
cards, begun so high that the count's top bit, its mark, is set when all of them are there; the
points. The marks tell which melds a hand holds, and therefore which are best to lay: most hands
have no mark, and the others share a few. What is left is a look-up for each lane. Wilds weigh
nothing here and equal cards carry into a neighbour's bit, so either leaves fewer bits than cards.
"""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from service.rules.candidates import worth_of
from service.rules.cards import JOKER, RANKS, RANKS_OF_PACK, SUITS, Card, card_of
from service.rules.contradictions import HAND_SIZE
from service.rules.melds import MIN_SET, Kind, Meld, meld_order
from service.rules.table import Table, points_of

_WIDTH = len(RANKS)  # 12, which `melding` writes out

CARDS = (1 << len(SUITS) * _WIDTH) - 1
"""The bits of all lanes."""

_KEPT = 1 << 12


class Numbers(NamedTuple):
    """The number of each card of a table, and how to read the sum over a hand.

    The sum begins with `empty`; `marks` are the bits where it tells which melds are there, and
    above `points` bits stand the points.
    """

    of: dict[Card, int]
    empty: int
    marks: int
    points: int


Taken = tuple[tuple[Meld, ...], int]
"""Melds, and the sum of their cards' numbers."""


class _Possible(NamedTuple):
    """A meld that a hand can hold, and what chooses among such: least `worth` last, then `order`.

    `worth` is that of a group, `order` the place in the fixed order, `marks` those that the meld
    sets, `number` the sum of its cards'.
    """

    order: int
    worth: int
    marks: int
    number: int
    meld: Meld


class BestMelds(dict[int, Taken]):
    """For the marks of a hand the melds that are best to lay.

    Those of one meld are there from the start, the others are worked out when first asked for.
    """

    def __init__(self, table: Table) -> None:
        super().__init__()
        melds = _melds(table)
        self.numbers = _numbers(table, melds)
        self.beginning: dict[int, list[_Possible]] = {}
        for order, meld in enumerate(melds):
            number = sum(self.numbers.of[card] for card in meld.cards)
            marks = number + self.numbers.empty & self.numbers.marks
            worth = worth_of(points_of(meld.cards, table), len(meld.cards))
            possible = _Possible(order, worth, marks, number, meld)
            self.beginning.setdefault(marks & -marks, []).append(possible)
            self[marks] = (meld,), number

    def __missing__(self, marks: int) -> Taken:
        """Work it out and keep it; from time to time all that was kept is dropped."""
        if len(self) >= _KEPT:
            self.clear()
        self[marks] = self._best(marks)
        return self[marks]

    def _best(self, marks: int) -> Taken:
        """Of all single melds and all pairs the worthiest, and of those the first in order."""
        held = self._held(marks)
        held.sort()
        best, most = held[:1], held[0].worth
        for at, one in enumerate(held):
            if one.worth > most:
                best, most = [one], one.worth
            for two in held[at + 1 :]:
                if one.worth + two.worth > most and not one.number & two.number & CARDS:
                    best, most = [one, two], one.worth + two.worth
        return tuple([one.meld for one in best]), sum([one.number for one in best])

    def _held(self, marks: int) -> list[_Possible]:
        found: list[_Possible] = []
        left = marks
        while left:
            lowest = left & -left
            found += [one for one in self.beginning[lowest] if one.marks & marks == one.marks]
            left -= lowest
        return found


def _melds(table: Table) -> list[Meld]:
    """Every meld that such a hand can hold, in the fixed order: none has a card that is wild."""
    melds, longest = table.rules.melds, HAND_SIZE + 1
    smallest_set, shortest = (max(least, melds.min_naturals) for least in (MIN_SET, melds.min_run))
    found = [
        Meld(Kind.SET, cards)
        for of_rank in table.of_rank.values()
        for size in range(smallest_set, table.set_room + 1)
        for cards in combinations(of_rank, size)
    ]
    for suit in map(table.suit_cards, SUITS):
        for start, end in combinations(range(len(suit) + 1), 2):
            if shortest <= end - start <= longest:
                found.append(Meld(Kind.RUN, suit[start:end], suit[start:end]))
    plain = (meld for meld in found if table.wilds.isdisjoint(meld.cards))
    return sorted(plain, key=meld_order)


def _numbers(table: Table, melds: list[Meld]) -> Numbers:
    smallest: list[Meld] = []
    for kind in Kind:
        of_kind = [meld for meld in melds if meld.kind == kind]
        fewest = min((len(meld.cards) for meld in of_kind), default=0)
        smallest += [meld for meld in of_kind if len(meld.cards) == fewest]
    top = max((len(meld.cards) - 1 for meld in smallest), default=0).bit_length()
    counts = len(SUITS) * _WIDTH
    points = counts + (top + 1) * len(smallest)
    of = {
        card: 1 << lane * _WIDTH + place | table.points[card] << points
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
    return Numbers(of | dict.fromkeys([*table.wilds, JOKER], 0), empty, marks, points)


@lru_cache(maxsize=len(RANKS_OF_PACK))
def lanes(ranks: tuple[int, ...]) -> list[list[tuple[Card, ...]]]:
    """For each suit the cards that each choice of its places is, by their bits."""
    return [
        [
            tuple([card_of(rank, suit) for at, rank in enumerate(ranks) if places >> at & 1])
            for places in range(1 << len(ranks))
        ]
        for suit in SUITS
    ]
