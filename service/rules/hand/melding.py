"""Melding: one way to split a hand into melds and unmatched cards, and the order of meldings."""

from msgspec import Struct

from service.rules.hand.melds import Meld, MeldOrder, meld_order
from service.rules.table.cards import Card


class Melding(Struct, frozen=True, gc=False):
    """Melds and unmatched cards of a hand, both in the fixed order, and the unmatched points."""

    melds: tuple[Meld, ...]
    unmatched: tuple[Card, ...]
    unmatched_points: int

    @property
    def sorted_cards(self) -> tuple[Card, ...]:
        """The cards of the hand sorted for display, melds first."""
        return (*(card for meld in self.melds for card in meld.cards), *self.unmatched)


MeldingOrder = tuple[int, int, int, list[MeldOrder]]


def melding_order(melding: Melding) -> MeldingOrder:
    """Return the sort key of a melding; the best melding comes first.

    The key has the unmatched points, then the number of unmatched cards, then the number of melds,
    then the fixed order of the melds (rule book, "Which melding").
    """
    order = [meld_order(meld) for meld in melding.melds]
    return melding.unmatched_points, len(melding.unmatched), len(order), order
