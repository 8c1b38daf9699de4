"""Plain melding: the best melding of a plain hand, found fast, by look-ups.

A hand is plain if its cards differ and none is wild. Each card of a table has an integer weight,
and a hand is encoded as the sum of the weights of its cards. The bits of the sum, from the lowest
on, are:

- A lane of twelve bits for each suit, with one bit for each position in run order.
- For each set and each run of the smallest size, a count of its cards in the hand. The count
  starts not at 0, but at the value that makes its top bit, the mark, become set when the hand holds
  all cards of the meld.
- The points of the hand.

The marks identify the melds that the hand holds, so a look-up by the marks gives the best melds.
Most hands have no mark. A look-up for each lane gives the unmatched cards.

For example, at the fournier table the sum of the hand 7o 7c 12c 4e 5e 6e 7b is:

    oros     000001000000      bit 6 is 7o
    copas    001001000000      bits 6 and 9 are 7c and 12c
    espadas  000000111000      bits 3, 4 and 5 are 4e, 5e and 6e
    bastos   000001000000      bit 6 is 7b
    counts   7o 7c 7b  100     begins at 001; the mark is set, so the set is held
             4e 5e 6e  100     the run is held
             5e 6e 7e  011     one card is missing
    points   46                7 + 7 + 10 + 4 + 5 + 6 + 7

The two marks give the set and the run. When the weights of their six cards are subtracted, the lane
of copas keeps bit 9, which is 12c, and 10 points remain.

A wild has the weight 0, and two equal cards carry into a neighbouring bit. In both cases the lanes
have fewer bits set than the hand has cards, so the hand is not plain.
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
"""The bits of a lane: 12, or three hexadecimal digits, as in the constants of `plain_solver`."""

_ALL_LANES = (1 << len(SUITS) * _WIDTH) - 1

_MAX_CACHED = 1 << 11
"""The maximum number of cached choices of melds for a table, which take about half a megabyte."""


def plain_solver(
    table: Table, otherwise: Callable[[Sequence[Card]], Melding]
) -> Callable[[Sequence[Card]], Melding]:
    """Return the solver for the hands of one table; it calls `otherwise` if a hand is not plain."""
    best = BestMelds(table)
    w, empty, marks, points_shift = best.weights
    oros, copas, espadas, bastos = _cards_by_lane(table.ranks)
    weight = w.__getitem__
    w_plus_empty = {card: card_weight + empty for card, card_weight in w.items()}
    all_plain = table.packs == 1 and not table.wilds

    def solve(cards: Sequence[Card]) -> Melding:
        match cards:
            case c1, c2, c3, c4, c5, c6, c7:
                # An explicit sum of seven takes three quarters of the time of `sum`.
                total = w[c1] + w[c2] + w[c3] + w[c4] + w[c5] + w[c6] + w_plus_empty[c7]
            case _:
                total = sum(map(weight, cards), empty)
        if not all_plain and (total & _ALL_LANES).bit_count() < len(cards):
            return otherwise(cards)
        melds: tuple[Meld, ...] = ()
        if marked := total & marks:
            melds, melds_weight = best[marked]
            total -= melds_weight
        # The constants are literals, since a name costs a look-up. The lanes are first split into
        # two pairs, since operations on small integers are faster.
        low, high = total & 0xFFFFFF, total >> 24 & 0xFFFFFF
        return Melding(
            melds,
            oros[low & 0xFFF] + copas[low >> 12] + espadas[high & 0xFFF] + bastos[high >> 12],
            total >> points_shift,
        )

    return solve


class Weights(NamedTuple):
    """The weight of each card of a table, and the layout of the sum for a hand.

    `empty` is the sum for a hand without cards. `marks` has the bits that are marks, and the points
    begin at bit `points_shift`.
    """

    of: dict[Card, int]
    empty: int
    marks: int
    points_shift: int


WeighedMelds = tuple[tuple[Meld, ...], int]
"""Melds, and the sum of the weights of their cards."""


class _MeldEntry(NamedTuple):
    """A meld that a plain hand can hold.

    `order` is the index of the meld in the fixed order, `worth` the result of `worth_of`, `marks`
    the marks that its cards set, and `weight` the sum of their weights.
    """

    order: int
    worth: int
    marks: int
    weight: int
    meld: Meld


class BestMelds(dict[int, WeighedMelds]):
    """The best melds by the marks of a hand, computed at their first look-up."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        melds = _melds(table)
        self.weights = _weights(table, melds)
        self._by_lowest_mark: dict[int, list[_MeldEntry]] = {}
        for order, meld in enumerate(melds):
            weight = sum([self.weights.of[card] for card in meld.cards])
            marks = weight + self.weights.empty & self.weights.marks
            worth = worth_of(points_of(meld.cards, table), len(meld.cards))
            entry = _MeldEntry(order, worth, marks, weight, meld)
            self._by_lowest_mark.setdefault(marks & -marks, []).append(entry)
            self[marks] = (meld,), weight

    def __missing__(self, marks: int) -> WeighedMelds:
        """Compute and cache the best melds; a full cache is cleared first."""
        if len(self) >= _MAX_CACHED:
            self.clear()
        best = self[marks] = self._best(marks)
        return best

    def _best(self, marks: int) -> WeighedMelds:
        """Return the meld or pair of melds worth most; if equal, the first in the fixed order."""
        held = self._held(marks)
        held.sort()
        best, best_worth = held[:1], held[0].worth
        for index, first in enumerate(held):
            if first.worth > best_worth:
                best, best_worth = [first], first.worth
            for second in held[index + 1 :]:
                worth = first.worth + second.worth
                if worth > best_worth and not first.weight & second.weight & _ALL_LANES:
                    best, best_worth = [first, second], worth
        return tuple([entry.meld for entry in best]), sum([entry.weight for entry in best])

    def _held(self, marks: int) -> list[_MeldEntry]:
        """Return every meld whose marks are all among these marks."""
        held: list[_MeldEntry] = []
        remaining = marks
        while remaining:
            lowest = remaining & -remaining
            held += [m for m in self._by_lowest_mark[lowest] if m.marks & marks == m.marks]
            remaining -= lowest
        return held


def _melds(table: Table) -> list[Meld]:
    """Return every meld that a plain hand can hold, in the fixed order."""
    melds = table.rules.melds
    smallest_set, shortest_run = (max(n, melds.min_naturals) for n in (MIN_SET, melds.min_run))
    return [
        meld
        for meld in _melds_of_pack(table.ranks)
        if (
            smallest_set <= len(meld.cards) <= table.largest_set
            if meld.kind is Kind.SET
            else shortest_run <= len(meld.cards)
        )
        and table.wilds.isdisjoint(meld.cards)
    ]


@cache
def _melds_of_pack(ranks: tuple[int, ...]) -> list[Meld]:
    """Return every meld of at most eight cards of one pack, in the fixed order."""
    melds: list[Meld] = []
    for rank in ranks:
        of_rank = [card_of(rank, suit) for suit in SUITS]
        for size in range(MIN_SET, len(SUITS) + 1):
            melds += [Meld(Kind.SET, cards) for cards in combinations(of_rank, size)]
    for suit in SUITS:
        of_suit = tuple(card_of(rank, suit) for rank in ranks)
        for start, end in combinations(range(len(ranks) + 1), 2):
            if MIN_RUN <= end - start <= HAND_SIZE + 1:
                melds.append(Meld(Kind.RUN, of_suit[start:end], of_suit[start:end]))
    return sorted(melds, key=meld_order)


def _weights(table: Table, melds: list[Meld]) -> Weights:
    smallest: list[Meld] = []
    for kind in Kind:
        of_kind = [meld for meld in melds if meld.kind is kind]
        fewest = min([len(meld.cards) for meld in of_kind], default=0)
        smallest += [meld for meld in of_kind if len(meld.cards) == fewest]
    mark_bit = max([len(meld.cards) - 1 for meld in smallest], default=0).bit_length()
    counts_shift = len(SUITS) * _WIDTH
    points_shift = counts_shift + (mark_bit + 1) * len(smallest)
    weights = {
        card: 1 << lane * _WIDTH + position | table.points[card] << points_shift
        for lane, suit in enumerate(SUITS)
        for position, card in enumerate(table.suit_cards(suit))
    }
    empty = marks = 0
    for index, meld in enumerate(smallest):
        unit = 1 << counts_shift + (mark_bit + 1) * index
        mark = unit << mark_bit
        for card in meld.cards:
            weights[card] += unit
        empty += mark - unit * len(meld.cards)
        marks += mark
    weights |= dict.fromkeys([*table.wilds, JOKER], 0)
    return Weights(weights, empty, marks, points_shift)


@cache
def _cards_by_lane(ranks: tuple[int, ...]) -> tuple[tuple[tuple[Card, ...], ...], ...]:
    """Return for each suit the cards for each value of its lane."""
    return tuple(
        tuple(
            tuple([card_of(rank, suit) for index, rank in enumerate(ranks) if lane >> index & 1])
            for lane in range(1 << len(ranks))
        )
        for suit in SUITS
    )
