"""Board: the melds that lie on the table, and where a card fits on them (rule book, "Laying off").

A card fits a meld at one of its places: a set has one, a run has its low and its high end.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from service.rules.hand.melds import Kind, Meld, legal_run, legal_set, wilds_in
from service.rules.names import PlayerName
from service.rules.table.cards import Card, in_order, rank_of, suit_of
from service.rules.table.table import Table


class LayOffPlace(StrEnum):
    """Where on a meld: below a run's lowest card, above its highest, or in a set."""

    LOW = "low"
    HIGH = "high"
    SET = "set"


class LayOffOption(Struct, frozen=True):
    """A card that fits on a meld: `meld` is its index among the owner's, in the fixed order."""

    card: Card
    owner: PlayerName
    meld: int
    place: LayOffPlace


class TableMeld(Struct, frozen=True):
    """A meld on the table as it lies now; made by `table_meld`.

    `index` is its index among the owner's melds in the fixed order, `shown_as` its index in the
    list that the owner showed. `takes` are the cards that fit now and are natural there.
    """

    owner: PlayerName
    index: int
    shown_as: int
    meld: Meld
    takes: frozenset[Card]

    def grown(self, meld: Meld, table: Table) -> "TableMeld":
        """The same meld after cards were laid off on it."""
        takes = _takes(meld.cards, meld.stands_for, table)
        return TableMeld(self.owner, self.index, self.shown_as, meld, takes)


Board = tuple[TableMeld, ...]
"""The melds on the table, in turn order from the closer; each owner's melds in the fixed order."""


def table_meld(
    owner: str, index: int, meld: Meld, table: Table, *, shown_as: int | None = None
) -> TableMeld:
    """A meld as it lies on the table."""
    takes = _takes(meld.cards, meld.stands_for, table)
    return TableMeld(owner, index, index if shown_as is None else shown_as, meld, takes)


@lru_cache(maxsize=1 << 12)
def _takes(
    cards: tuple[Card, ...], stands_for: tuple[Card, ...] | None, table: Table
) -> frozenset[Card]:
    """The cards that fit on a meld as naturals."""
    if stands_for is None:
        of_rank = table.of_rank[rank_of(cards[0])] if len(cards) < table.set_room else ()
        identical = table.rules.melds.identical_in_set
        return frozenset(of_rank if identical else set(of_rank).difference(cards))
    ends = table.below.get(stands_for[0]), table.above.get(stands_for[-1])
    return frozenset(card for card in ends if card)


def melds_that_take(cards: Iterable[Card], board: Board, table: Table) -> Board:
    """The melds that at least one of these cards fits now.

    Without wilds, no other meld will ever take one of them.
    """
    if not table.wilds.isdisjoint(cards):
        return board
    return tuple([on for on in board if not on.takes.isdisjoint(cards)])


def with_card(meld: Meld, card: Card, place: LayOffPlace, table: Table) -> Meld | None:
    """The meld with one card more, or None if the card does not fit there at this table.

    A card that would be wild there needs `lay_off.wilds_may`. A wild card that goes to its own
    place is natural.
    """
    longer = fitted(meld, card, place, table)
    if longer and card in table.wilds and not table.rules.lay_off.wilds_may:
        return longer if wilds_in(longer, table) == wilds_in(meld, table) else None
    return longer


def fitted(meld: Meld, card: Card, place: LayOffPlace, table: Table) -> Meld | None:
    """The meld with one card more, whether or not wilds may be laid off."""
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
    low = place is LayOffPlace.LOW
    wanted = table.below.get(stands_for[0]) if low else table.above.get(stands_for[-1])
    if wanted is None or (card != wanted and card not in table.wilds):
        return None
    longer = (card, *cards) if low else (*cards, card)
    places = (wanted, *stands_for) if low else (*stands_for, wanted)
    if card == wanted:
        return Meld(Kind.RUN, longer, places)
    return legal_run(longer, suit_of(wanted), table.position[places[0]], table)


def with_naturals(meld: Meld, naturals: Iterable[tuple[LayOffPlace, Card]], table: Table) -> Meld:
    """The meld with several naturals more, each of which fits when the ones before it lie."""
    cards, stands_for = meld.cards, meld.stands_for
    if stands_for is None:
        own = len(cards) - (wilds_in(meld, table) if table.wilds else 0)
        in_set = in_order([*cards[:own], *[card for _, card in naturals]])
        return Meld(Kind.SET, (*in_set, *cards[own:]))
    for place, card in naturals:
        if place is LayOffPlace.LOW:
            cards, stands_for = (card, *cards), (card, *stands_for)
        else:
            cards, stands_for = (*cards, card), (*stands_for, card)
    return Meld(Kind.RUN, cards, stands_for)


def places_of(meld: Meld) -> tuple[LayOffPlace, ...]:
    """The places that a meld has, in the fixed order."""
    return (LayOffPlace.SET,) if meld.kind is Kind.SET else (LayOffPlace.LOW, LayOffPlace.HIGH)


def options_on(
    cards: Iterable[Card], board: Board, table: Table
) -> Iterator[tuple[LayOffOption, Board]]:
    """Each place where each different card fits now, with the board after the card is laid there.

    In the fixed order: the earlier owner, the earlier meld, `low` before `high`, the lower card
    (rule book, "Fixed order").
    """
    held = frozenset(cards)
    wilds = held & table.wilds
    for at, on in enumerate(board):
        fitting = held & on.takes | wilds
        for place in places_of(on.meld) if fitting else ():
            for card in in_order(fitting):
                longer = with_card(on.meld, card, place, table)
                if longer:
                    option = LayOffOption(card, on.owner, on.index, place)
                    yield option, (*board[:at], on.grown(longer, table), *board[at + 1 :])
