"""Places: where a card fits on a meld that lies on the table, and the meld that it makes there."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from service.rules.hand.melds import Kind, Meld, legal_run, legal_set, wilds_in
from service.rules.table.cards import Card, in_order, rank_of, suit_of
from service.rules.table.table import Table


class LayOffPlace(StrEnum):
    """Where on a meld: below a run's lowest card, above its highest, or in a set."""

    LOW = "low"
    HIGH = "high"
    SET = "set"


class TableMeld(Struct, frozen=True):
    """A meld on the table: whose, which of theirs, and how it lies now; see `table_meld`.

    `name` is which of theirs it is to those who speak of it: its index as its owner gave them.
    `takes` are the cards that fit now as naturals.
    """

    owner: str
    index: int
    name: int
    meld: Meld
    takes: frozenset[Card]

    def longer(self, meld: Meld, table: Table) -> "TableMeld":
        """The same meld with a card more."""
        return table_meld(self.owner, self.index, meld, table, name=self.name)

    def with_naturals(
        self, going: Iterable[tuple["LayOffPlace", Card]], table: Table
    ) -> "TableMeld":
        """The same meld with naturals more, each laid where it fits when it is its turn."""
        stands_for, cards = self.meld.stands_for, self.meld.cards
        if stands_for is None:
            naturals = len(cards) - (wilds_in(self.meld, table) if table.wilds else 0)
            more = in_order([*cards[:naturals], *[card for _, card in going]])
            return self.longer(Meld(Kind.SET, (*more, *cards[naturals:])), table)
        for place, card in going:
            if place is LayOffPlace.LOW:
                cards, stands_for = (card, *cards), (card, *stands_for)
            else:
                cards, stands_for = (*cards, card), (*stands_for, card)
        return self.longer(Meld(Kind.RUN, cards, stands_for), table)


def table_meld(
    owner: str, index: int, meld: Meld, table: Table, *, name: int | None = None
) -> TableMeld:
    """A meld as it lies on the table."""
    takes = _takes(meld.cards, meld.stands_for, table)
    return TableMeld(owner, index, index if name is None else name, meld, takes)


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


Board = tuple[TableMeld, ...]
"""What lies on the table, in turn order from the closer and each owner's melds in their order."""


class LayOffOption(Struct, frozen=True):
    """A card that goes on a meld."""

    card: Card
    owner: str
    meld: int
    place: LayOffPlace


def grown(meld: Meld, card: Card, place: LayOffPlace, table: Table) -> Meld | None:
    """The meld with one card more at a place, if the card fits there at this table.

    A card that would be wild there needs `lay_off.wilds_may`; a wild card in its own place is none.
    """
    if meld.stands_for is None:
        if place is not LayOffPlace.SET:
            return None
        found = legal_set((*meld.cards, card), rank_of(meld.cards[0]), table)
    else:
        found = _longer(meld, meld.stands_for, card, place, table)
    if found and card in table.wilds and not table.rules.lay_off.wilds_may:
        return found if wilds_in(found, table) == wilds_in(meld, table) else None
    return found


def _longer(
    meld: Meld, stands_for: Sequence[Card], card: Card, place: LayOffPlace, table: Table
) -> Meld | None:
    if place is LayOffPlace.SET:
        return None
    end = stands_for[0] if place is LayOffPlace.LOW else stands_for[-1]
    wanted = (table.below if place is LayOffPlace.LOW else table.above).get(end)
    if wanted is None or (card != wanted and card not in table.wilds):
        return None
    cards = (card, *meld.cards) if place is LayOffPlace.LOW else (*meld.cards, card)
    places = (wanted, *stands_for) if place is LayOffPlace.LOW else (*stands_for, wanted)
    if card == wanted:
        return Meld(Kind.RUN, cards, places)
    return legal_run(cards, suit_of(wanted), table.position[places[0]], table)


def places_of(meld: Meld) -> tuple[LayOffPlace, ...]:
    """The places that a meld has, in order."""
    return (LayOffPlace.SET,) if meld.kind is Kind.SET else (LayOffPlace.LOW, LayOffPlace.HIGH)


def options_on(
    cards: Iterable[Card], board: Board, table: Table
) -> Iterator[tuple[LayOffOption, Board]]:
    """Each place where each different card fits now, with the table as it lies after it.

    In the order of RULES §2 "Fixed order": the earlier owner, the lower meld, `low` before `high`,
    the lower card.
    """
    held = frozenset(cards)
    wilds = held & table.wilds
    for at, laid in enumerate(board):
        fitting = held & laid.takes | wilds
        for place in places_of(laid.meld) if fitting else ():
            for card in in_order(fitting):
                meld = grown(laid.meld, card, place, table)
                if meld:
                    step = LayOffOption(card, laid.owner, laid.index, place)
                    yield step, (*board[:at], laid.longer(meld, table), *board[at + 1 :])
