"""Meldings: the ways to split a hand into melds and unmatched cards, and which of them is best.

A hand of different naturals, by far the most common, is melded by looking up (see `naturals`);
every other goes the general way, through `candidates`.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from msgspec import Struct

from service.rules.hand.fast_melding import ALL_LANES, BestMelds, lanes
from service.rules.hand.melds import Meld, MeldOrder, first_arrangement, meld_order
from service.rules.hand.splits import Group, Hand, pack, unpack
from service.rules.table.cards import Card
from service.rules.table.table import Table


class Melding(Struct, frozen=True, gc=False):
    """One way to split a hand: melds and unmatched cards in the fixed order, and their points."""

    melds: tuple[Meld, ...]
    unmatched: tuple[Card, ...]
    unmatched_points: int

    @property
    def sorted_cards(self) -> tuple[Card, ...]:
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


def best_melding(cards: Sequence[Card], table: Table) -> Melding:
    """The best melding of a hand of one to eight cards, whatever their order.

    Every card must be one that the table's deck has. Exact for any number of packs and wilds.
    """
    return solver(table)(cards)


def without_each(cards: Sequence[Card], whole: Melding, table: Table) -> dict[Card, Melding]:
    """For each different card of a hand the best melding of the others; `whole` is that of all.

    Where the best melding leaves a card unmatched, the same melds are best without it.
    """
    melds, loose, points, cost = whole.melds, whole.unmatched, whole.unmatched_points, table.points
    all_but_one = combinations(loose, max(len(loose) - 1, 0))  # first all but the last
    found = {
        card: Melding(melds, left, points - cost[card])
        for card, left in zip(reversed(loose), all_but_one, strict=False)
    }
    solve = solver(table)
    for meld in melds:
        for card in meld.cards:
            if card not in found:
                others = list(cards)
                others.remove(card)
                found[card] = solve(others)
    return found


@lru_cache(maxsize=64)
def solver(table: Table) -> Callable[[Sequence[Card]], Melding]:
    """`best_melding` for hands of one table."""
    best = BestMelds(table)
    n, empty, marks, points_at = best.numbers
    oros, copas, espadas, bastos = lanes(table.ranks)
    number = n.__getitem__
    last = {card: own + empty for card, own in n.items()}
    alike = table.packs == 1 and not table.wilds

    def solve(cards: Sequence[Card]) -> Melding:
        match cards:
            case one, two, three, four, five, six, seven:
                # Seven written out take three quarters of the time of a sum over them.
                total = n[one] + n[two] + n[three] + n[four] + n[five] + n[six] + last[seven]
            case _:
                total = sum(map(number, cards), empty)
        if not alike and (total & ALL_LANES).bit_count() < len(cards):
            return _generally(pack(cards, table), table)
        melds: tuple[Meld, ...] = ()
        if marked := total & marks:
            melds, taken = best[marked]
            total -= taken
        # Three hexadecimal digits are a lane, written out since a constant's name is looked up each
        # time. Two lanes first, since numbers so small are quickly taken apart.
        low, high = total & 0xFFFFFF, total >> 24 & 0xFFFFFF
        return Melding(
            melds,
            oros[low & 0xFFF] + copas[low >> 12] + espadas[high & 0xFFF] + bastos[high >> 12],
            total >> points_at,
        )

    return solve


def arrange_split(split: tuple[Group, ...], hand: Hand, table: Table) -> Melding:
    """A split of a packed hand as melds: of all ways to lay them, the first in the fixed order."""
    return melding_of([meld for _, meld in _lay(split, table)], split, hand)


def _lay(split: tuple[Group, ...], table: Table) -> list[tuple[MeldOrder, Meld]]:
    return sorted(first_arrangement(unpack(group.packed), table) for group in split)


def _generally(hand: Hand, table: Table) -> Melding:
    """The best melding of any hand."""
    splits = hand.best()
    if len(splits) == 1:
        return arrange_split(splits[0], hand, table)
    melds, split = min((_lay(split, table), split) for split in splits)
    return melding_of([meld for _, meld in melds], split, hand)


def melding_of(melds: Iterable[Meld], split: tuple[Group, ...], hand: Hand) -> Melding:
    """These melds of a packed hand, laid from the groups of a split, and what they leave."""
    return Melding(tuple(melds), hand.unmatched(split), hand.unmatched_points(split))
