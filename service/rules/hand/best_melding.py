"""The best melding of a hand: by look-ups for plain hands, by a search for all others."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import combinations

from service.rules.hand.general_melding import best_split_melding
from service.rules.hand.melding import Melding
from service.rules.hand.plain_melding import plain_solver
from service.rules.table.cards import Card
from service.rules.table.table import Table


def best_melding(cards: Sequence[Card], table: Table) -> Melding:
    """Return the best melding of a hand of one to eight cards in any order.

    The deck of the table must have every card. The result is exact for any number of packs and
    wilds (rule book, "Which melding").
    """
    return solver(table)(cards)


@lru_cache(maxsize=64)
def solver(table: Table) -> Callable[[Sequence[Card]], Melding]:
    """Return the function that finds the best melding of the hands of one table."""
    return plain_solver(table, otherwise=partial(best_split_melding, table=table))


def best_without_each(cards: Sequence[Card], whole: Melding, table: Table) -> dict[Card, Melding]:
    """Return for each different card of a hand the best melding of the other cards.

    `whole` is the best melding of all cards. Its melds are also the best ones without a card that
    it leaves unmatched.
    """
    melds, unmatched, points = whole.melds, whole.unmatched, whole.unmatched_points
    all_but_one = combinations(unmatched, max(len(unmatched) - 1, 0))  # first without the last
    meldings = {
        card: Melding(melds, others, points - table.points[card])
        for card, others in zip(reversed(unmatched), all_but_one, strict=False)
    }
    solve = solver(table)
    for meld in melds:
        for card in meld.cards:
            if card not in meldings:
                others = list(cards)
                others.remove(card)
                meldings[card] = solve(others)
    return meldings
