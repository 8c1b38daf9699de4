"""Hands that are near a chinchón, and seeds that deal one."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from service.rules.match.dealing import first_deal
from service.rules.table.table import Table

MOST_SEEDS = 20_000
"""About one in a hundred deals somebody five such cards, with the others in the stock."""


def nearest(
    hand: Collection[str], ranks: Sequence[int], wilds: Collection[str]
) -> tuple[frozenset[str], int]:
    """The run of seven of which a hand lacks fewest cards, and how many it has, wilds included."""
    held = frozenset(hand)
    runs = [
        frozenset(f"{rank}{suit}" for rank in ranks[low : low + 7])
        for suit in "oceb"
        for low in range(len(ranks) - 6)
    ]
    best = max(runs, key=lambda run: (len(run & held), sorted(run)))
    free = sum(card in wilds and card not in best for card in hand)
    return best, min(7, len(best & held) + free)


def lucky_seed(
    seeds: Iterator[str], table: Table, names: Sequence[str], lead: str | None, near: int
) -> str:
    """The first of these seeds that deals somebody so many cards of a chinchón, none too late."""
    for seed in islice(seeds, MOST_SEEDS):
        state, _ = first_deal(table, names, seed, lead)
        for one in state.players:
            run, held = nearest(one.cards, table.ranks, table.wilds)
            if held >= near and run <= {*one.cards, *state.stock}:
                return seed
    raise AssertionError(f"none of {MOST_SEEDS} seeds deals {near} cards of a chinchón")
