"""Known counts over every hand of a deck.

Suits are alike for melding and for points, so one hand stands for all that differ from it only by
which suit is which: a hand is four sets of ranks, largest first, and counts as often as there are
different ways to give them suits.
"""

from collections import Counter
from collections.abc import Iterator
from math import comb, factorial, prod

import pytest
from msgspec.structs import replace

from service.rules.hand.best_melding import best_melding
from service.rules.hand.closing import best_closing
from service.rules.hand.melds import Kind
from service.rules.table.cards import SUITS, Card
from service.rules.table.profiles import PROFILES
from service.rules.table.table import Table, table_of


def every_hand(table: Table, size: int) -> Iterator[tuple[list[Card], int]]:
    """Each hand up to the names of its suits, and for how many it stands."""
    ranks = len(table.ranks)
    cards = [
        [
            [table.suit_cards(suit)[place] for place in range(ranks) if mask >> place & 1]
            for mask in range(1 << ranks)
        ]
        for suit in SUITS
    ]
    by_size = [
        [mask for mask in range(1 << ranks) if mask.bit_count() == n] for n in range(size + 1)
    ]
    for masks in _masks(size, len(SUITS), 1 << ranks, by_size):
        hand = [card for suit, mask in zip(cards, masks, strict=True) for card in suit[mask]]
        ways = factorial(len(SUITS)) // prod(factorial(n) for n in Counter(masks).values())
        yield hand, ways


def _masks(size: int, suits: int, top: int, by_size: list[list[int]]) -> Iterator[tuple[int, ...]]:
    if suits == 1:
        yield from ((mask,) for mask in by_size[size] if mask <= top)
        return
    for first in range(size + 1):
        for mask in by_size[first]:
            if mask > top:
                break
            for rest in _masks(size - first, suits - 1, mask, by_size):
                yield (mask, *rest)


def count(table: Table) -> tuple[Counter[int], int, int]:
    """How many hands of seven leave so many points; have no meld at all; are one run."""
    points: Counter[int] = Counter()
    without_meld = one_run = 0
    for hand, ways in every_hand(table, 7):
        best = best_melding(hand, table)
        melds = best.melds
        points[best.unmatched_points] += ways
        if not melds:
            without_meld += ways
        elif len(melds[0].cards) == 7 and melds[0].kind is Kind.RUN:
            one_run += ways
    return points, without_meld, one_run


@pytest.mark.parametrize("courts", [(8, 9, 10), (10, 11, 12)])
def test_every_hand_of_seven_from_forty_cards(courts: tuple[int, int, int]) -> None:
    rules = PROFILES["fournier"]
    sota, caballo, rey = courts
    costs = replace(rules.points, sota=sota, caballo=caballo, rey=rey)
    points, without_meld, one_run = count(table_of(replace(rules, points=costs)))
    assert points.total() == comb(40, 7) == 18_643_560
    assert [points[n] for n in range(6)] == [2_048, 7_128, 7_056, 7_084, 7_616, 8_432]
    assert without_meld == 14_520_640
    assert one_run == 16


@pytest.mark.long
def test_every_hand_of_seven_from_forty_eight_cards() -> None:
    points, _, one_run = count(table_of(PROFILES["barajamos"]))
    assert points.total() == comb(48, 7) == 73_629_072
    assert [points[n] for n in range(6)] == [3_336, 11_432, 11_344, 11_388, 12_144, 13_280]
    assert one_run == 24


@pytest.mark.long
def test_every_hand_of_eight_from_forty_cards_that_may_close() -> None:
    table = table_of(PROFILES["fournier"])
    hands = closable = 0
    for hand, ways in every_hand(table, 8):
        hands += ways
        kept = ([*hand[:index], *hand[index + 1 :]] for index in range(8))
        if any(best_closing(seven, table) for seven in kept):
            closable += ways
    assert hands == comb(40, 8) == 76_904_685
    assert closable == 921_999
