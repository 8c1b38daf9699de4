"""Cards: their codes, ranks and suits, and the fixed order.

A card is a code, its rank and suit letter: `1o` to `12b`, or `JK` for a joker. Two equal cards from
two packs have the same code, so a hand is a sequence, never a Python set.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Annotated, NewType

from msgspec import Meta

Card = NewType("Card", Annotated[str, Meta(title="Card")])

HAND_SIZE = 7
"""The number of cards dealt to each player, at every table."""


class Suit(StrEnum):
    """The four Spanish suits, in the fixed order."""

    OROS = "o"
    COPAS = "c"
    ESPADAS = "e"
    BASTOS = "b"


SUITS = tuple(Suit)

RANKS = tuple(range(1, 13))
"""All ranks of the larger pack: 1 is the ace, 10 the sota, 11 the caballo, 12 the rey."""

RANKS_OF_PACK = {40: (1, 2, 3, 4, 5, 6, 7, 10, 11, 12), 48: RANKS}
"""The ranks in run order, by the number of cards in a pack without its jokers."""

JOKER = Card("JK")

NATURAL_CARDS = tuple(Card(f"{rank}{suit}") for suit in SUITS for rank in RANKS)
ALL_CARDS = (*NATURAL_CARDS, JOKER)
"""The 49 different cards in the fixed order: by suit, then by rank, with the joker last."""

ORDER = {card: index for index, card in enumerate(ALL_CARDS)}
"""The index of each card in the fixed order."""

_RANK = {card: RANKS[index % len(RANKS)] for index, card in enumerate(NATURAL_CARDS)}
_SUIT = {card: SUITS[index // len(RANKS)] for index, card in enumerate(NATURAL_CARDS)}


rank_of: Callable[[Card], int] = _RANK.__getitem__
"""Return the rank printed on a card; raise `KeyError` for a joker, which has no rank."""

suit_of: Callable[[Card], Suit] = _SUIT.__getitem__
"""Return the suit printed on a card; raise `KeyError` for a joker, which has no suit."""


def card_of(rank: int, suit: Suit) -> Card:
    """Return the card with this rank and suit."""
    return Card(f"{rank}{suit}")


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards in the fixed order.

    >>> in_order([JOKER, Card("2b"), Card("12o"), Card("7o")])
    ('7o', '12o', '2b', 'JK')
    """
    return tuple(sorted(cards, key=ORDER.__getitem__))
