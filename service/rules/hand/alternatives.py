"""Alternatives: the other meldings of a hand with as few unmatched points as the best one."""

from collections.abc import Iterator, Sequence
from heapq import nsmallest
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from service.rules.hand.best_melding import best_melding
from service.rules.hand.general_melding import Group, decode, encode_hand, melding_of
from service.rules.hand.melding import Melding, melding_order
from service.rules.hand.melds import Meld, arrangements, meld_order
from service.rules.table.cards import Card
from service.rules.table.table import Table


class Alternatives(NamedTuple):
    """The first of the other meldings, best first, and the number of all other meldings."""

    meldings: tuple[Melding, ...]
    total: int


def alternatives(cards: Sequence[Card], table: Table, at_most: int = 100) -> Alternatives:
    """Return the meldings with as few unmatched points as `best_melding`, without that one.

    Two meldings differ if a meld differs in its kind or its cards, or a wild represents another
    card. At most `at_most` meldings are returned.
    """
    hand = encode_hand(cards, table)
    best = best_melding(cards, table)
    meldings = [
        melding_of(melds, split, hand)
        for split in hand.splits(max_points=best.unmatched_points)
        for melds in _melds_of_split(split, table)
    ]
    others = nsmallest(at_most + 1, meldings, key=melding_order)[1:]
    return Alternatives(tuple(others), len(meldings) - 1)


def _melds_of_split(split: tuple[Group, ...], table: Table) -> Iterator[list[Meld]]:
    """Yield every different way to arrange the groups of a split as melds."""
    choices = [list(arrangements(decode(group.encoded), table)) for group in split]
    if len(set(split)) < len(split):
        # The two groups have the same cards, so exchanging their melds makes no difference.
        yield from (list(pair) for pair in combinations_with_replacement(choices[0], len(split)))
    else:
        yield from (sorted(melds, key=meld_order) for melds in product(*choices))
