"""Meldings: the ways to split a hand into melds and unmatched cards, and which of them is best.

A hand of different naturals, by far the most common, is one integer: each suit has a lane of
sixteen bits, one bit for each place in run order. Sets are found by and-ing lanes. Whatever sets
are taken, each suit is then a look-up, filled on demand: without wilds a suit's cards lie best in
its longest runs. Wilds weigh nothing and equal cards carry into a neighbour's bit, so either leaves
fewer bits than cards; such a hand goes the general way, through `candidates`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import nsmallest
from itertools import chain, combinations, combinations_with_replacement, product
from typing import NamedTuple

from service.rules.candidates import Group, Hand, pack
from service.rules.cards import JOKER, SUITS, Card, Suit
from service.rules.melds import (
    MIN_SET,
    Kind,
    Meld,
    MeldOrder,
    arrangements,
    first_arrangement,
    meld_order,
)
from service.rules.table import Table, points_of

_WIDTH = 16
_LANE = (1 << _WIDTH) - 1
_EACH_LANE = 0x0001_0001_0001_0001


class Melding(NamedTuple):
    """One way to split a hand: melds and unmatched cards in the fixed order, and their points.

    A tuple and not a dataclass, since one is made for every hand and costs a third.
    """

    melds: tuple[Meld, ...]
    unmatched: tuple[Card, ...]
    unmatched_points: int


MeldingOrder = tuple[int, int, int, list[MeldOrder]]


def melding_order(melding: Melding) -> MeldingOrder:
    """Sorts meldings best first.

    Fewest points, then fewest unmatched cards, then fewest melds, then the fixed order of the melds
    (RULES §2 Which melding).
    """
    melds, unmatched, points = melding
    return points, len(unmatched), len(melds), [meld_order(meld) for meld in melds]


def fewest_points(cards: Sequence[Card], table: Table) -> Melding:
    """The best melding of a hand of one to eight cards, whatever their order.

    Every card must be one that the table's deck has. Exact for any number of packs and wilds.
    """
    return _solver(table)(cards)


class _SuitLane(dict[int, tuple[tuple[Meld, ...], tuple[Card, ...], int]]):
    """For each choice of a suit's cards its runs, its unmatched cards and their points."""

    def __init__(self, suit: Suit, table: Table) -> None:
        super().__init__()
        self.cards = table.suit_cards(suit)
        self.table = table
        self.shortest = max(table.rules.melds.min_run, table.rules.melds.min_naturals)

    def __missing__(self, mask: int) -> tuple[tuple[Meld, ...], tuple[Card, ...], int]:
        runs: list[Meld] = []
        unmatched: list[Card] = []
        cards: tuple[Card, ...] = ()
        for place in range(len(self.cards) + 1):
            if mask >> place & 1:
                cards = (*cards, self.cards[place])
            elif len(cards) >= self.shortest:
                runs.append(Meld(Kind.RUN, cards, cards))
                cards = ()
            else:
                unmatched += cards
                cards = ()
        best = tuple(runs), tuple(unmatched), points_of(unmatched, self.table)
        self[mask] = best
        return best


class _SetLane(dict[int, tuple["_Set", ...]]):
    """For the cards of one rank every set in them, the largest first, then in the fixed order."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.sizes = range(max(MIN_SET, table.rules.melds.min_naturals), table.set_room + 1)
        self.bits = _bits(table)

    def __missing__(self, mask: int) -> "tuple[_Set, ...]":
        cards = [card for card, bit in self.bits.items() if mask & bit]
        self[mask] = tuple(
            _Set(meld_order(meld), sum(self.bits[card] for card in chosen), meld)
            for size in reversed(self.sizes)
            for chosen in combinations(cards, size)
            for meld in [Meld(Kind.SET, chosen)]
        )
        return self[mask]


class _Set(NamedTuple):
    order: MeldOrder
    bits: int
    meld: Meld


def _bits_of(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def _bits(table: Table) -> dict[Card, int]:
    return {
        card: 1 << lane * _WIDTH + place
        for lane, suit in enumerate(SUITS)
        for place, card in enumerate(table.suit_cards(suit))
    }


@lru_cache(maxsize=256)
def _solver(table: Table) -> Callable[[Sequence[Card]], Melding]:
    """Solves hands of one table, remembering what it has worked out for a suit or a rank."""
    weigh = {card: 0 if card in table.wilds else bit for card, bit in _bits(table).items()}
    weigh[JOKER] = 0
    weight = weigh.__getitem__
    oros, copas, espadas, bastos = (_SuitLane(suit, table) for suit in SUITS)
    sets_of = _SetLane(table)
    new = tuple.__new__

    def solve(cards: Sequence[Card]) -> Melding:
        hand = sum(map(weight, cards))
        if hand.bit_count() != len(cards):
            return _generally(pack(cards, table), table)
        o_runs, o_loose, o_points = oros[o := hand & _LANE]
        c_runs, c_loose, c_points = copas[c := hand >> 16 & _LANE]
        e_runs, e_loose, e_points = espadas[e := hand >> 32 & _LANE]
        b_runs, b_loose, b_points = bastos[b := hand >> 48]
        runs = o_runs + c_runs + e_runs + b_runs
        if ranks := o & c & (e | b) | e & b & (o | c):
            choices = [sets_of[hand & rank * _EACH_LANE] for rank in _bits_of(ranks)]
            if runs:
                return with_sets(hand, choices)
            # Nothing else wants these cards, so the largest sets are the best.
            return taking(hand, [sets[0] for sets in choices if sets])
        return new(
            Melding,
            (
                runs,
                o_loose + c_loose + e_loose + b_loose,
                o_points + c_points + e_points + b_points,
            ),
        )

    def with_sets(hand: int, choices: Sequence[Sequence[_Set]]) -> Melding:
        """The best melding of a hand in which sets, of one rank or more, compete with runs."""
        best = taking(hand, ())
        for found in chain(*choices):
            best = _better(best, taking(hand, (found,)))
        for one, two in combinations(choices, 2):
            for pair in product(one, two):
                best = _better(best, taking(hand, pair))
        return best

    def taking(hand: int, sets: Sequence[_Set]) -> Melding:
        """The best melding of a hand in which these sets are taken, and the longest runs."""
        for found in sets:
            hand ^= found.bits
        melds = tuple([found.meld for found in (sorted(sets) if len(sets) > 1 else sets)])
        o_runs, o_loose, o_points = oros[hand & _LANE]
        c_runs, c_loose, c_points = copas[hand >> 16 & _LANE]
        e_runs, e_loose, e_points = espadas[hand >> 32 & _LANE]
        b_runs, b_loose, b_points = bastos[hand >> 48]
        return Melding(
            melds + o_runs + c_runs + e_runs + b_runs,
            o_loose + c_loose + e_loose + b_loose,
            o_points + c_points + e_points + b_points,
        )

    return solve


def _better(one: Melding, two: Melding) -> Melding:
    if one.unmatched_points != two.unmatched_points:
        return one if one.unmatched_points < two.unmatched_points else two
    return min(one, two, key=melding_order)


def laid(split: tuple[Group, ...], hand: Hand, table: Table) -> Melding:
    """A split of a packed hand as melds: of all ways to lay them, the first in the fixed order."""
    return _melding([meld for _, meld in _lay(split, hand, table)], split, hand)


def _lay(split: tuple[Group, ...], hand: Hand, table: Table) -> list[tuple[MeldOrder, Meld]]:
    return sorted(first_arrangement(hand.unpack(group.packed), table) for group in split)


def _generally(hand: Hand, table: Table) -> Melding:
    """The best melding of any hand."""
    best = min(hand.best(), key=lambda split: _lay(split, hand, table))
    return laid(best, hand, table)


def _melding(melds: Iterable[Meld], split: tuple[Group, ...], hand: Hand) -> Melding:
    return Melding(tuple(melds), hand.unmatched(split), hand.unmatched_points(split))


class Alternatives(NamedTuple):
    """Other meldings with as few points as the best, in its order: the first ones, and how many."""

    meldings: tuple[Melding, ...]
    total: int


def alternatives(cards: Sequence[Card], table: Table, at_most: int = 100) -> Alternatives:
    """Every melding other than `fewest_points` that leaves as few points unmatched.

    Two meldings differ where a meld has another kind, another card, or a wild another place.
    """
    hand = pack(cards, table)
    best = fewest_points(cards, table)
    found = [
        _melding(melds, split, hand)
        for split in hand.splits(at_most=best.unmatched_points)
        for melds in _ways(split, hand, table)
    ]
    others = nsmallest(at_most + 1, found, key=melding_order)[1:]
    return Alternatives(tuple(others), len(found) - 1)


def _ways(split: tuple[Group, ...], hand: Hand, table: Table) -> Iterator[list[Meld]]:
    """Every different way to lay the groups of a split, each once."""
    ways = [list(arrangements(hand.unpack(group.packed), table)) for group in split]
    if len(split) == 2 and split[0] == split[1]:
        yield from (list(pair) for pair in combinations_with_replacement(ways[0], 2))
    else:
        yield from (sorted(melds, key=meld_order) for melds in product(*ways))
