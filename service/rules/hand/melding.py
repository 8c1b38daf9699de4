"""Melding: one way to split a hand into melds and unmatched cards, and which way is better."""

from msgspec import Struct

from service.rules.hand.melds import Meld, MeldOrder, meld_order
from service.rules.table.cards import Card


class Melding(Struct, frozen=True, gc=False):
    """One way to split a hand: melds and unmatched cards in the fixed order, and their points."""

    melds: tuple[Meld, ...]
    unmatched: tuple[Card, ...]
    unmatched_points: int

    @property
    def sorted_cards(self) -> tuple[Card, ...]:
        """The hand sorted for showing: melds first."""
        return (*(card for meld in self.melds for card in meld.cards), *self.unmatched)


MeldingOrder = tuple[int, int, int, list[MeldOrder]]


def melding_order(melding: Melding) -> MeldingOrder:
    """Sorts meldings best first.

    Fewest points, then fewest unmatched cards, then fewest melds, then the fixed order of the melds
    (RULES §2 Which melding).
    """
    order = [meld_order(meld) for meld in melding.melds]
    return melding.unmatched_points, len(melding.unmatched), len(order), order
