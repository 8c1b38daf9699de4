"""Meldings: the ways to split a hand into melds and unmatched cards, and which of them is best.

A hand of different naturals, by far the most common, is melded by looking up (see `naturals`);
every other goes the general way, through `candidates`.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from service.rules.candidates import Group, Hand, pack
from service.rules.cards import Card
from service.rules.melds import Meld, MeldOrder, first_arrangement, meld_order
from service.rules.naturals import CARDS, LANE, TWO_LANES, WIDTH, BestMelds, lanes
from service.rules.table import Table


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
    best = BestMelds(table)
    n, empty, marks, points = best.numbers
    oros, copas, espadas, bastos = lanes(table.ranks)
    number = n.__getitem__
    last = {card: own + empty for card, own in n.items()}
    alike = table.packs == 1 and not table.wilds

    def number_of(cards: Sequence[Card]) -> int | None:
        """All told in one number, or None if some are wild or equal."""
        total = sum(map(number, cards), empty)
        return total if alike or (total & CARDS).bit_count() == len(cards) else None

    def melding(total: int) -> Melding:
        melds: tuple[Meld, ...] = ()
        if marked := total & marks:
            melds, taken = best[marked]
            total -= taken
        # Two suits at a time, since numbers of thirty bits are quickly taken apart.
        low, high = total & TWO_LANES, total >> 2 * WIDTH & TWO_LANES
        return Melding(
            melds,
            oros[low & LANE] + copas[low >> WIDTH] + espadas[high & LANE] + bastos[high >> WIDTH],
            total >> points,
        )

    def solve(cards: Sequence[Card]) -> Melding:
        match cards:
            case one, two, three, four, five, six, seven if alike:
                # Seven written out take two thirds of the time of a sum over them.
                return melding(
                    n[one] + n[two] + n[three] + n[four] + n[five] + n[six] + last[seven]
                )
        total = number_of(cards)
        return _generally(pack(cards, table), table) if total is None else melding(total)

    def solve_without_each(cards: Sequence[Card]) -> list[Melding]:
        total = number_of(cards)
        if total is None:
            return [solve([*cards[:at], *cards[at + 1 :]]) for at in range(len(cards))]
        return [melding(total - n[card]) for card in cards]

    return solve, solve_without_each


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
