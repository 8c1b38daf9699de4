"""The board: the melds on the table, and the places where a card fits (rule book, "Laying off").

A set has one place. A run has two: its low end and its high end.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from service.rules.hand.melds import Kind, Meld, count_wilds, legal_run, legal_set
from service.rules.player_name import PlayerName
from service.rules.table.cards import Card, in_order, rank_of, suit_of
from service.rules.table.table import Table


class LayOffPlace(StrEnum):
    """A place on a meld: below a run's lowest card, above its highest card, or in a set."""

    LOW = "low"
    HIGH = "high"
    SET = "set"


class LayOffOption(Struct, frozen=True):
    """A card that fits a meld, and the place where it fits.

    `meld` is the index of the meld among the owner's melds, in the fixed order.
    """

    card: Card
    owner: PlayerName
    meld: int
    place: LayOffPlace


class BoardMeld(Struct, frozen=True):
    """A meld on the table with all the cards laid off on it so far; created by `board_meld_of`.

    `index` is its index among the owner's melds in the fixed order. `shown_index` is its index in
    the list that the owner showed. `fitting_naturals` are the cards that fit now as naturals.
    """

    owner: PlayerName
    index: int
    shown_index: int
    meld: Meld
    fitting_naturals: frozenset[Card]

    def extended(self, meld: Meld, table: Table) -> "BoardMeld":
        """Return this table meld with `meld`, its form after cards were laid off on it."""
        fitting_naturals = _fitting_naturals(meld.cards, meld.stands_for, table)
        return BoardMeld(self.owner, self.index, self.shown_index, meld, fitting_naturals)


Board = tuple[BoardMeld, ...]
"""The melds on the table, in turn order from the closer; each owner's in the fixed order."""


def board_meld_of(
    owner: str, index: int, meld: Meld, table: Table, *, shown_index: int | None = None
) -> BoardMeld:
    """Return a meld on the table; without `shown_index` its owner showed it at `index`."""
    fitting_naturals = _fitting_naturals(meld.cards, meld.stands_for, table)
    return BoardMeld(
        owner, index, index if shown_index is None else shown_index, meld, fitting_naturals
    )


@lru_cache(maxsize=1 << 12)
def _fitting_naturals(
    cards: tuple[Card, ...], stands_for: tuple[Card, ...] | None, table: Table
) -> frozenset[Card]:
    """Return the cards that fit a meld as naturals."""
    if stands_for is None:
        same_rank = table.of_rank[rank_of(cards[0])] if len(cards) < table.largest_set else ()
        identical = table.rules.melds.identical_in_set
        return frozenset(same_rank if identical else set(same_rank).difference(cards))
    ends = table.below.get(stands_for[0]), table.above.get(stands_for[-1])
    return frozenset(card for card in ends if card)


def melds_accepting(cards: Iterable[Card], board: Board, table: Table) -> Board:
    """Return the melds that at least one of these cards fits now.

    If the cards include a wild, return the whole board. Otherwise no other meld accepts one of
    them, even after some are laid off: a natural extends a run only by the next card.
    """
    if not table.wilds.isdisjoint(cards):
        return board
    return tuple(
        [board_meld for board_meld in board if not board_meld.fitting_naturals.isdisjoint(cards)]
    )


def with_card(meld: Meld, card: Card, place: LayOffPlace, table: Table) -> Meld | None:
    """Return the meld with the card added, or None if the card may not be laid off there.

    A card that would be wild there requires `lay_off.wilds_may`. A wild card in its own place is
    natural.
    """
    extended = with_card_or_wild(meld, card, place, table)
    if extended and card in table.wilds and not table.rules.lay_off.wilds_may:
        return extended if count_wilds(extended, table) == count_wilds(meld, table) else None
    return extended


def with_card_or_wild(meld: Meld, card: Card, place: LayOffPlace, table: Table) -> Meld | None:
    """Return the meld with the card added, or None if it does not fit; ignore `wilds_may`."""
    if meld.stands_for is None:
        if place is not LayOffPlace.SET:
            return None
        return legal_set((*meld.cards, card), rank_of(meld.cards[0]), table)
    if place is LayOffPlace.SET:
        return None
    return _longer_run(meld.cards, meld.stands_for, card, place, table)


def _longer_run(
    cards: tuple[Card, ...],
    stands_for: tuple[Card, ...],
    card: Card,
    place: LayOffPlace,
    table: Table,
) -> Meld | None:
    at_low_end = place is LayOffPlace.LOW
    next_card = table.below.get(stands_for[0]) if at_low_end else table.above.get(stands_for[-1])
    if next_card is None or (card != next_card and card not in table.wilds):
        return None
    longer = (card, *cards) if at_low_end else (*cards, card)
    represented = (next_card, *stands_for) if at_low_end else (*stands_for, next_card)
    if card == next_card:
        return Meld(Kind.RUN, longer, represented)
    return legal_run(longer, suit_of(next_card), table.position[represented[0]], table)


def with_naturals(meld: Meld, naturals: Iterable[tuple[LayOffPlace, Card]], table: Table) -> Meld:
    """Return the meld with several naturals added, each of which fits after the previous ones."""
    cards, stands_for = meld.cards, meld.stands_for
    if stands_for is None:
        natural_count = len(cards) - (count_wilds(meld, table) if table.wilds else 0)
        in_set = in_order([*cards[:natural_count], *[card for _, card in naturals]])
        return Meld(Kind.SET, (*in_set, *cards[natural_count:]))
    for place, card in naturals:
        if place is LayOffPlace.LOW:
            cards, stands_for = (card, *cards), (card, *stands_for)
        else:
            cards, stands_for = (*cards, card), (*stands_for, card)
    return Meld(Kind.RUN, cards, stands_for)


def places_of(meld: Meld) -> tuple[LayOffPlace, ...]:
    """Return the places of a meld, in the fixed order."""
    return (LayOffPlace.SET,) if meld.kind is Kind.SET else (LayOffPlace.LOW, LayOffPlace.HIGH)


def options_on(
    cards: Iterable[Card], board: Board, table: Table
) -> Iterator[tuple[LayOffOption, Board]]:
    """Yield each option to lay off one of these cards now, with the board after it.

    Equal cards give one option. The order is the earlier owner, the earlier meld, `low` before
    `high`, then the lower card (rule book, "Fixed order").
    """
    held = frozenset(cards)
    wilds = held & table.wilds
    for index, board_meld in enumerate(board):
        fitting = held & board_meld.fitting_naturals | wilds
        for place in places_of(board_meld.meld) if fitting else ():
            for card in in_order(fitting):
                extended = with_card(board_meld.meld, card, place, table)
                if extended:
                    option = LayOffOption(card, board_meld.owner, board_meld.index, place)
                    yield (
                        option,
                        (*board[:index], board_meld.extended(extended, table), *board[index + 1 :]),
                    )
