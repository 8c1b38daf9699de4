"""Meldings: the ways to split a hand into melds and unmatched cards, and which of them is best.

A hand of different naturals, by far the most common, is one integer: each suit has a lane of
twelve bits, one bit for each place in run order; above the lanes stand the numbers of cards of each
rank, and the points of all. Few hands have three of a rank or three in a row, and the others are
done as soon as neither is seen. Whatever sets are taken, each suit is then a look-up: without wilds
a suit's cards lie best in its longest runs. Wilds weigh nothing and equal cards carry into a
neighbour's bit, so either leaves fewer bits than cards; such a hand goes the general way, through
`candidates`.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from msgspec import Struct

from service.rules.candidates import Group, Hand, pack
from service.rules.cards import JOKER, RANKS, SUITS, Card, card_of, rank_of
from service.rules.contradictions import HAND_SIZE
from service.rules.melds import (
    MIN_SET,
    Kind,
    Meld,
    MeldOrder,
    first_arrangement,
    meld_order,
)
from service.rules.table import Table

_WIDTH = len(RANKS)
_LANE = (1 << _WIDTH) - 1
_CARDS = (1 << len(SUITS) * _WIDTH) - 1
_SHIFTS = _, _COPAS, _ESPADAS, _BASTOS = tuple(lane * _WIDTH for lane in range(len(SUITS)))
_COUNTS = len(SUITS) * _WIDTH
_POINTS = _COUNTS + 3 * _WIDTH
_EACH_LANE = sum(1 << shift for shift in _SHIFTS)
_ONE_OF_EACH = sum(1 << _COUNTS + 3 * place for place in range(_WIDTH))
_THREE_OF_A_RANK = 4 * _ONE_OF_EACH
"""The bits that are set where a rank is counted three times or four, and one of each is added."""


class Melding(Struct, frozen=True, gc=False):
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


class _Taken(NamedTuple):
    """Sets that are taken, and the weight of their cards (see `_weights`)."""

    sets: tuple[Meld, ...]
    weight: int


class _Sets(dict[int, tuple[_Taken, ...]]):
    """For the cards of some ranks every choice of one or two sets, those of most cards first."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.sizes = range(max(MIN_SET, table.rules.melds.min_naturals), table.set_room + 1)
        self.weights = _weights(table)

    def __missing__(self, mask: int) -> tuple[_Taken, ...]:
        by_rank: dict[int, list[Card]] = {}
        for card, weight in self.weights.items():
            if mask & weight & _CARDS:
                by_rank.setdefault(rank_of(card), []).append(card)
        sets = [
            [Meld(Kind.SET, chosen) for size in self.sizes for chosen in combinations(cards, size)]
            for cards in by_rank.values()
        ]
        choices: list[tuple[Meld, ...]] = [(found,) for of_rank in sets for found in of_rank]
        for one, two in combinations(sets, 2):
            choices += (tuple(sorted(pair, key=meld_order)) for pair in product(one, two))
        choices.sort(key=_most_cards_first)
        self[mask] = tuple(map(self._taken, choices))
        return self[mask]

    def _taken(self, sets: tuple[Meld, ...]) -> _Taken:
        return _Taken(sets, sum(self.weights[card] for meld in sets for card in meld.cards))


def _most_cards_first(sets: Sequence[Meld]) -> tuple[int, list[MeldOrder]]:
    return -sum(len(meld.cards) for meld in sets), [meld_order(meld) for meld in sets]


def _weights(table: Table) -> dict[Card, int]:
    """Each card as a number, so that the sum over a hand tells all of it.

    From the lowest bit: a lane for each suit with a bit for each place in run order, three bits to
    count each rank, the points.
    """
    return {
        card: 1 << shift + place | 1 << _COUNTS + 3 * place | table.points[card] << _POINTS
        for shift, suit in zip(_SHIFTS, SUITS, strict=True)
        for place, card in enumerate(table.suit_cards(suit))
    }


class _OfRanks(dict[int, int]):
    """For some of the bits of `_THREE_OF_A_RANK` the bits of all cards of these ranks."""

    def __missing__(self, counts: int) -> int:
        places = (place for place in range(_WIDTH) if counts >> _COUNTS + 3 * place & 4)
        self[counts] = sum(_EACH_LANE << place for place in places)
        return self[counts]


@lru_cache(maxsize=256)
def solver(table: Table) -> Callable[[Sequence[Card]], Melding]:
    """`fewest_points` for hands of one table."""
    return _solvers(table)[0]


def without_each(cards: Sequence[Card], table: Table) -> list[Melding]:
    """For each card of a hand the best melding of the others."""
    return _solvers(table)[1](cards)


@lru_cache(maxsize=256)
def _solvers(
    table: Table,
) -> tuple[Callable[[Sequence[Card]], Melding], Callable[[Sequence[Card]], list[Melding]]]:
    w = _weights(table)
    w |= dict.fromkeys([*table.wilds, JOKER], 0)
    weight = w.__getitem__
    last = {card: number + _ONE_OF_EACH for card, number in w.items()}
    alike = table.packs == 1 and not table.wilds
    weighed = _weighed(table)

    def weight_of(cards: Sequence[Card]) -> int | None:
        """All told in one number, or None if some are wild or equal."""
        total = sum(map(weight, cards), _ONE_OF_EACH)
        return total if alike or (total & _CARDS).bit_count() == len(cards) else None

    def solve(cards: Sequence[Card]) -> Melding:
        if alike and len(cards) == HAND_SIZE:
            # Seven written out take two thirds of the time of a sum over them.
            one, two, three, four, five, six, seven = cards
            return weighed(w[one] + w[two] + w[three] + w[four] + w[five] + w[six] + last[seven])
        total = weight_of(cards)
        return _generally(pack(cards, table), table) if total is None else weighed(total)

    def solve_without_each(cards: Sequence[Card]) -> list[Melding]:
        total = weight_of(cards)
        if total is None:
            return [solve([*cards[:at], *cards[at + 1 :]]) for at in range(len(cards))]
        return [weighed(total - w[card]) for card in cards]

    return solve, solve_without_each


def _weighed(table: Table) -> Callable[[int], Melding]:
    """The best melding of cards that differ, from the sum of their weights and one of each rank."""
    cost, melds = table.points.__getitem__, table.rules.melds
    lanes = _lanes(table.ranks, max(melds.min_run, melds.min_naturals))
    oros, copas, espadas, bastos = lanes
    in_oros, in_copas, in_espadas, in_bastos = ([cards for _, cards in lane] for lane in lanes)
    sets_of, of_ranks = _Sets(table), _OfRanks()

    def weighed(total: int) -> Melding:
        cards = total & _CARDS
        runs = cards & cards >> 1 & cards >> 2
        sets: tuple[Meld, ...] = ()
        if ranks := total & _THREE_OF_A_RANK:
            choices = sets_of[cards & of_ranks[ranks]]
            if runs:
                return best_with_runs(total, choices)
            if choices:
                # Nothing else wants these cards, so the sets of most cards are the best.
                sets, taken = choices[0]
                total -= taken
                cards = total & _CARDS
        if runs:
            return with_runs((), total)
        return Melding(
            sets,
            in_oros[cards & _LANE]
            + in_copas[cards >> _COPAS & _LANE]
            + in_espadas[cards >> _ESPADAS & _LANE]
            + in_bastos[cards >> _BASTOS],
            total >> _POINTS,
        )

    def with_runs(sets: tuple[Meld, ...], total: int) -> Melding:
        """These sets beside the longest runs in the rest."""
        o_runs, o_loose = oros[total & _LANE]
        c_runs, c_loose = copas[total >> _COPAS & _LANE]
        e_runs, e_loose = espadas[total >> _ESPADAS & _LANE]
        b_runs, b_loose = bastos[total >> _BASTOS & _LANE]
        loose = o_loose + c_loose + e_loose + b_loose
        return Melding(sets + o_runs + c_runs + e_runs + b_runs, loose, sum(map(cost, loose)))

    def best_with_runs(total: int, choices: Sequence[_Taken]) -> Melding:
        beside = [with_runs(sets, total - weight) for sets, weight in choices]
        return _best([with_runs((), total), *beside])

    return weighed


def _best(meldings: Sequence[Melding]) -> Melding:
    points = min([melding.unmatched_points for melding in meldings])
    ties = [melding for melding in meldings if melding.unmatched_points == points]
    return ties[0] if len(ties) == 1 else min(ties, key=melding_order)


def laid(split: tuple[Group, ...], hand: Hand, table: Table) -> Melding:
    """A split of a packed hand as melds: of all ways to lay them, the first in the fixed order."""
    return melding_of([meld for _, meld in _lay(split, hand, table)], split, hand)


def _lay(split: tuple[Group, ...], hand: Hand, table: Table) -> list[tuple[MeldOrder, Meld]]:
    return sorted(first_arrangement(hand.unpack(group.packed), table) for group in split)


def _generally(hand: Hand, table: Table) -> Melding:
    """The best melding of any hand."""
    splits = hand.best()
    if len(splits) == 1:
        return laid(splits[0], hand, table)
    melds, split = min((_lay(split, hand, table), split) for split in splits)
    return melding_of([meld for _, meld in melds], split, hand)


def melding_of(melds: Iterable[Meld], split: tuple[Group, ...], hand: Hand) -> Melding:
    """These melds of a packed hand, laid from the groups of a split, and what they leave."""
    return Melding(tuple(melds), hand.unmatched(split), hand.unmatched_points(split))
