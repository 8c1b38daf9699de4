"""Meldings: the ways to split a hand into melds and unmatched cards, and which of them is best.

A hand of different naturals, by far the most common, is one integer: each suit has a lane of
twelve bits, one bit for each place in run order, and above the lanes stand the points of all its
cards. Sets are found by and-ing lanes. Whatever sets are taken, each suit is then a look-up:
without wilds a suit's cards lie best in its longest runs. Wilds weigh nothing and equal cards carry
into a neighbour's bit, so either leaves fewer bits than cards; such a hand goes the general way,
through `candidates`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import nsmallest
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from msgspec import Struct

from service.rules.candidates import Group, Hand, pack
from service.rules.cards import JOKER, RANKS, SUITS, Card, card_of, rank_of
from service.rules.melds import (
    MIN_SET,
    Kind,
    Meld,
    MeldOrder,
    arrangements,
    first_arrangement,
    meld_order,
)
from service.rules.table import Table

_WIDTH = len(RANKS)
_LANE = (1 << _WIDTH) - 1
_CARDS = (1 << len(SUITS) * _WIDTH) - 1
_POINTS = len(SUITS) * _WIDTH
_EACH_LANE = sum(1 << lane * _WIDTH for lane in range(len(SUITS)))


class Melding(Struct, frozen=True):
    """One way to split a hand: melds and unmatched cards in the fixed order, and their points."""

    melds: tuple[Meld, ...]
    unmatched: tuple[Card, ...]
    unmatched_points: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand sorted for showing: melds first."""
        return (*(card for meld in self.melds for card in meld.cards), *self.unmatched)


MeldingOrder = tuple[int, int, int, list[MeldOrder]]


def melding_order(melding: Melding) -> MeldingOrder:
    """Sorts meldings best first.

    Fewest points, then fewest unmatched cards, then fewest melds, then the fixed order of the melds
    (RULES §2 Which melding).
    """
    order = [meld_order(meld) for meld in melding.melds]
    return melding.unmatched_points, len(melding.unmatched), len(order), order


def fewest_points(cards: Sequence[Card], table: Table) -> Melding:
    """The best melding of a hand of one to eight cards, whatever their order.

    Every card must be one that the table's deck has. Exact for any number of packs and wilds.
    """
    return solver(table)(cards)


_Runs = tuple[tuple[Meld, ...], tuple[Card, ...]]
"""The longest runs of some cards of one suit, and the cards that they leave."""


@lru_cache(maxsize=16)
def _lanes(ranks: tuple[int, ...], shortest: int) -> list[list[_Runs]]:
    """For each suit what each choice of its cards makes, by the bits of their places."""
    return [
        [
            _longest_runs([card_of(rank, suit) for rank in ranks], mask, shortest)
            for mask in range(1 << len(ranks))
        ]
        for suit in SUITS
    ]


def _longest_runs(suit: Sequence[Card], mask: int, shortest: int) -> _Runs:
    runs: list[Meld] = []
    unmatched: list[Card] = []
    cards: tuple[Card, ...] = ()
    for place in range(len(suit) + 1):
        if mask >> place & 1:
            cards = (*cards, suit[place])
        elif len(cards) >= shortest:
            runs.append(Meld(Kind.RUN, cards, cards))
            cards = ()
        else:
            unmatched += cards
            cards = ()
    return tuple(runs), tuple(unmatched)


class _Sets(dict[int, tuple["_Taken", ...]]):
    """For the cards of some ranks every choice of one or two sets, those of most cards first."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.sizes = range(max(MIN_SET, table.rules.melds.min_naturals), table.set_room + 1)
        self.bits = _bits(table)

    def __missing__(self, mask: int) -> "tuple[_Taken, ...]":
        by_rank: dict[int, list[Card]] = {}
        for card, bit in self.bits.items():
            if mask & bit:
                by_rank.setdefault(rank_of(card), []).append(card)
        sets = [
            [Meld(Kind.SET, chosen) for size in self.sizes for chosen in combinations(cards, size)]
            for cards in by_rank.values()
        ]
        choices: list[tuple[Meld, ...]] = [(found,) for of_rank in sets for found in of_rank]
        choices += (pair for one, two in combinations(sets, 2) for pair in product(one, two))
        self[mask] = tuple(sorted(self._taken(choice) for choice in choices))
        return self[mask]

    def _taken(self, sets: tuple[Meld, ...]) -> "_Taken":
        melds = tuple(sorted(sets, key=meld_order))
        cards = [card for meld in melds for card in meld.cards]
        bits = sum(self.bits[card] for card in cards)
        return _Taken(-len(cards), [meld_order(meld) for meld in melds], bits, melds)


class _Taken(NamedTuple):
    """Sets that are taken, and the bits of their cards; they sort by what comes before."""

    fewer_cards: int
    order: list[MeldOrder]
    bits: int
    sets: tuple[Meld, ...]


def _bits(table: Table) -> dict[Card, int]:
    return {
        card: 1 << lane * _WIDTH + place
        for lane, suit in enumerate(SUITS)
        for place, card in enumerate(table.suit_cards(suit))
    }


@lru_cache(maxsize=256)
def solver(table: Table) -> Callable[[Sequence[Card]], Melding]:
    """`fewest_points` for hands of one table."""
    return _solvers(table)[0]


def without_each(cards: Sequence[Card], table: Table) -> list[Melding]:
    """For each card of a hand the best melding of the others."""
    return _solvers(table)[1](cards)


@lru_cache(maxsize=256)
def _solvers(  # noqa: C901 - four short functions that share what a table is made of
    table: Table,
) -> tuple[Callable[[Sequence[Card]], Melding], Callable[[Sequence[Card]], list[Melding]]]:
    bits, cost = _bits(table), table.points.__getitem__
    weigh = {card: bits[card] | cost(card) << _POINTS for card in bits}
    weigh |= dict.fromkeys([*table.wilds, JOKER], 0)
    weight = weigh.__getitem__
    melds = table.rules.melds
    oros, copas, espadas, bastos = lanes = _lanes(
        table.ranks, max(melds.min_run, melds.min_naturals)
    )
    sets_of = _Sets(table)

    def solve(cards: Sequence[Card]) -> Melding:
        total = sum(map(weight, cards))
        if (total & _CARDS).bit_count() != len(cards):
            return _generally(pack(cards, table), table)
        return weighed(total)

    def solve_without_each(cards: Sequence[Card]) -> list[Melding]:
        total = sum(map(weight, cards))
        if (total & _CARDS).bit_count() != len(cards):
            return [solve([*cards[:at], *cards[at + 1 :]]) for at in range(len(cards))]
        return [weighed(total - weight(card)) for card in cards]

    def weighed(total: int) -> Melding:
        """The best melding of cards that differ, all told in one number."""
        o_runs, o_loose = oros[o := total & _LANE]
        rest = total >> _WIDTH
        c_runs, c_loose = copas[c := rest & _LANE]
        rest >>= _WIDTH
        e_runs, e_loose = espadas[e := rest & _LANE]
        rest >>= _WIDTH
        b_runs, b_loose = bastos[b := rest & _LANE]
        runs = o_runs + c_runs + e_runs + b_runs
        if ranks := o & c & (e | b) | e & b & (o | c):
            return with_sets(total & _CARDS, sets_of[total & ranks * _EACH_LANE], runs)
        loose = o_loose + c_loose + e_loose + b_loose
        points = sum(map(cost, loose)) if runs else total >> _POINTS
        return Melding(runs, loose, points)

    def with_sets(hand: int, choices: Sequence[_Taken], runs: tuple[Meld, ...]) -> Melding:
        """The best melding of a hand in which there may be sets beside these runs."""
        if choices and not runs:
            # Nothing else wants these cards, so the sets of most cards are the best.
            return beside(choices[0].sets, hand ^ choices[0].bits)
        meldings = [beside(taken.sets, hand ^ taken.bits) for taken in choices]
        return _best([beside((), hand), *meldings])

    def beside(sets: tuple[Meld, ...], hand: int) -> Melding:
        """The best melding in which these sets are taken and this is left for runs."""
        loose: tuple[Card, ...] = ()
        for lane in lanes:
            runs, left = lane[hand & _LANE]
            sets, loose = sets + runs, loose + left
            hand >>= _WIDTH
        return Melding(sets, loose, sum(map(cost, loose)))

    return solve, solve_without_each


def _best(meldings: Sequence[Melding]) -> Melding:
    points = min([melding.unmatched_points for melding in meldings])
    ties = [melding for melding in meldings if melding.unmatched_points == points]
    return ties[0] if len(ties) == 1 else min(ties, key=melding_order)


def laid(split: tuple[Group, ...], hand: Hand, table: Table) -> Melding:
    """A split of a packed hand as melds: of all ways to lay them, the first in the fixed order."""
    return _melding([meld for _, meld in _lay(split, hand, table)], split, hand)


def _lay(split: tuple[Group, ...], hand: Hand, table: Table) -> list[tuple[MeldOrder, Meld]]:
    return sorted(first_arrangement(hand.unpack(group.packed), table) for group in split)


def _generally(hand: Hand, table: Table) -> Melding:
    """The best melding of any hand."""
    splits = hand.best()
    if len(splits) == 1:
        return laid(splits[0], hand, table)
    melds, split = min((_lay(split, hand, table), split) for split in splits)
    return _melding([meld for _, meld in melds], split, hand)


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
    if len(set(split)) < len(split):
        # Twice the same cards, so which is which makes no difference.
        yield from (list(pair) for pair in combinations_with_replacement(ways[0], len(split)))
    else:
        yield from (sorted(melds, key=meld_order) for melds in product(*ways))
