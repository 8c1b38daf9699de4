"""Fast melding: the best melding of a plain hand, whose cards differ and aren't wild, by look-ups.

Each card of a table has a number, and a hand is the sum of its cards' numbers. The bits of the sum,
from the lowest on, are:

- A lane of twelve bits for each suit, with one bit for each position in run order.
- For each of the smallest melds of a kind a count of its cards that are held. A count begins so
  high that its top bit, its mark, is set when all of the meld's cards are there.
- The points of the hand.

The marks say which melds the hand holds, so which melds are best is a look-up by the marks. Most
hands have no mark at all. What stays unmatched is a look-up for each lane.

For example, at the fournier table the hand 7o 7c 12c 4e 5e 6e 7b adds up to:

    oros     000001000000      bit 6 is 7o
    copas    001001000000      bits 6 and 9 are 7c and 12c
    espadas  000000111000      bits 3, 4 and 5 are 4e, 5e and 6e
    bastos   000001000000      bit 6 is 7b
    counts   7o 7c 7b  100     began as 001; the top bit is the mark: the set is held
             4e 5e 6e  100     the run is held
             5e 6e 7e  011     one card is missing
    points   46                7 + 7 + 10 + 4 + 5 + 6 + 7

The two marks lead to the set and the run. Without the numbers of their six cards, the lane of copas
has bit 9 left, which is 12c, and 10 points are left.

A wild weighs nothing, and two equal cards carry into a neighbouring bit. Either way the lanes then
have fewer bits than the hand has cards, and the hand isn't plain.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from service.rules.hand.melding import Melding
from service.rules.hand.melds import MIN_RUN, MIN_SET, Kind, Meld, meld_order, worth_of
from service.rules.table.cards import HAND_SIZE, JOKER, RANKS, SUITS, Card, card_of
from service.rules.table.table import Table, points_of

_WIDTH = len(RANKS)
"""Bits of a lane: 12, or three hexadecimal digits, which `plain_solver` writes out."""

_ALL_LANES = (1 << len(SUITS) * _WIDTH) - 1

_KEPT = 1 << 11
"""How many choices of melds a table keeps: half a megabyte of them."""


def plain_solver(
    table: Table, otherwise: Callable[[Sequence[Card]], Melding]
) -> Callable[[Sequence[Card]], Melding]:
    """What melds the hands of one table; hands that aren't plain are left to `otherwise`."""
    best = BestMelds(table)
    n, empty, marks, points_at = best.numbers
    oros, copas, espadas, bastos = _lanes(table.ranks)
    number = n.__getitem__
    last = {card: own + empty for card, own in n.items()}
    all_plain = table.packs == 1 and not table.wilds

    def solve(cards: Sequence[Card]) -> Melding:
        match cards:
            case one, two, three, four, five, six, seven:
                # Seven written out take three quarters of the time of a sum over them.
                total = n[one] + n[two] + n[three] + n[four] + n[five] + n[six] + last[seven]
            case _:
                total = sum(map(number, cards), empty)
        if not all_plain and (total & _ALL_LANES).bit_count() < len(cards):
            return otherwise(cards)
        melds: tuple[Meld, ...] = ()
        if marked := total & marks:
            melds, taken = best[marked]
            total -= taken
        # Constants are written out, since a name is looked up each time. Two lanes are split off
        # first, since small numbers are taken apart faster.
        low, high = total & 0xFFFFFF, total >> 24 & 0xFFFFFF
        return Melding(
            melds,
            oros[low & 0xFFF] + copas[low >> 12] + espadas[high & 0xFFF] + bastos[high >> 12],
            total >> points_at,
        )

    return solve


class Numbers(NamedTuple):
    """The number of each card of a table, and how to read the sum of a hand.

    The sum of a hand begins with `empty`. `marks` has the bits that are marks, and the points begin
    at bit `points_at`.
    """

    of: dict[Card, int]
    empty: int
    marks: int
    points_at: int


Taken = tuple[tuple[Meld, ...], int]
"""Melds, and the sum of the numbers of their cards."""


class _Possible(NamedTuple):
    """A meld that a plain hand can hold.

    `order` is its index in the fixed order, `worth` that of `worth_of`, `marks` the marks that its
    cards set, and `number` the sum of their numbers.
    """

    order: int
    worth: int
    marks: int
    number: int
    meld: Meld


class BestMelds(dict[int, Taken]):
    """The best melds to lay by the marks of a hand, computed when they are asked for first."""

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
        """Compute the best melds and keep them; when too many are kept, all are dropped."""
        if len(self) >= _KEPT:
            self.clear()
        best = self[marks] = self._best(marks)
        return best

    def _best(self, marks: int) -> Taken:
        """Of all single melds and all pairs the one worth most, and of those the first in order."""
        held = self._held(marks)
        held.sort()
        best, most = held[:1], held[0].worth
        for index, first in enumerate(held):
            if first.worth > most:
                best, most = [first], first.worth
            for second in held[index + 1 :]:
                worth = first.worth + second.worth
                if worth > most and not first.number & second.number & _ALL_LANES:
                    best, most = [first, second], worth
        return tuple([meld.meld for meld in best]), sum([meld.number for meld in best])

    def _held(self, marks: int) -> list[_Possible]:
        """Every meld whose marks are all among these."""
        held: list[_Possible] = []
        left = marks
        while left:
            lowest = left & -left
            held += [m for m in self._by_lowest_mark[lowest] if m.marks & marks == m.marks]
            left -= lowest
        return held


def _melds(table: Table) -> list[Meld]:
    """Every meld that a plain hand can hold, in the fixed order."""
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
    """Every meld of at most eight cards of one pack, in the fixed order."""
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
def _lanes(ranks: tuple[int, ...]) -> tuple[tuple[tuple[Card, ...], ...], ...]:
    """For each suit the cards of each value that its lane can have."""
    return tuple(
        tuple(
            tuple([card_of(rank, suit) for at, rank in enumerate(ranks) if places >> at & 1])
            for places in range(1 << len(ranks))
        )
        for suit in SUITS
    )
