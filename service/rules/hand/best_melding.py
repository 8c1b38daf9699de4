"""The best melding of a hand: fast for plain hands, by a search over splits for all others."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import combinations

from service.rules.hand.fast_melding import plain_solver
from service.rules.hand.melding import Melding
from service.rules.hand.splits import best_split_melding
from service.rules.table.cards import Card
from service.rules.table.table import Table


def best_melding(cards: Sequence[Card], table: Table) -> Melding:
    """The best melding of a hand of one to eight cards, whatever their order.

    Every card must be one that the table's deck has. The answer is exact for any number of packs
    and wilds (rule book, "Which melding").
    """
    return solver(table)(cards)


@lru_cache(maxsize=64)
def solver(table: Table) -> Callable[[Sequence[Card]], Melding]:
    """`best_melding` for the hands of one table."""
    return plain_solver(table, otherwise=partial(best_split_melding, table=table))


def best_without_each(cards: Sequence[Card], whole: Melding, table: Table) -> dict[Card, Melding]:
    """For each different card of a hand the best melding of the others.

    `whole` is the best melding of all the cards. If it leaves a card unmatched, its melds are also
    the best ones without that card.
    """
    melds, unmatched, points = whole.melds, whole.unmatched, whole.unmatched_points
    all_but_one = combinations(unmatched, max(len(unmatched) - 1, 0))  # first all but the last
    meldings = {
        card: Melding(melds, left, points - table.points[card])
        for card, left in zip(reversed(unmatched), all_but_one, strict=False)
    }
    solve = solver(table)
    for meld in melds:
        for card in meld.cards:
            if card not in meldings:
                others = list(cards)
                others.remove(card)
                meldings[card] = solve(others)
    return meldings
