"""Alternatives: every melding of a hand that leaves as few points as the best one."""

from collections.abc import Iterator, Sequence
from heapq import nsmallest
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from service.rules.hand.best_melding import best_melding
from service.rules.hand.melding import Melding, melding_order
from service.rules.hand.melds import Meld, arrangements, meld_order
from service.rules.hand.splits import Group, melding_of, pack, unpack
from service.rules.table.cards import Card
from service.rules.table.table import Table


class Alternatives(NamedTuple):
    """Other meldings with as few points as the best, in its order: the first ones, and how many."""

    meldings: tuple[Melding, ...]
    total: int


def alternatives(cards: Sequence[Card], table: Table, at_most: int = 100) -> Alternatives:
    """Every melding other than `best_melding` that leaves as few points unmatched.

    Two meldings differ where a meld has another kind, another card, or a wild another place.
    """
    hand = pack(cards, table)
    best = best_melding(cards, table)
    found = [
        melding_of(melds, split, hand)
        for split in hand.splits(at_most=best.unmatched_points)
        for melds in _ways(split, table)
    ]
    others = nsmallest(at_most + 1, found, key=melding_order)[1:]
    return Alternatives(tuple(others), len(found) - 1)


def _ways(split: tuple[Group, ...], table: Table) -> Iterator[list[Meld]]:
    """Every different way to lay the groups of a split, each once."""
    ways = [list(arrangements(unpack(group.packed), table)) for group in split]
    if len(set(split)) < len(split):
        # Twice the same cards, so which is which makes no difference.
        yield from (list(pair) for pair in combinations_with_replacement(ways[0], len(split)))
    else:
        yield from (sorted(melds, key=meld_order) for melds in product(*ways))
