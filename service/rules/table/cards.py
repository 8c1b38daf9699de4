"""Cards: what is printed on them and the order in which they are listed.

A card is its code, rank and suit letter: `1o` to `12b`, or `JK` for a joker. Two equal cards of two
packs are two cards with one code, so a hand is a sequence, never a set.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Annotated, NewType

from msgspec import Meta

Card = NewType("Card", Annotated[str, Meta(title="Card")])

HAND_SIZE = 7
"""Cards dealt to each player, at every table."""


class Suit(StrEnum):
    """The four Spanish suits, in the fixed order."""

    OROS = "o"
    COPAS = "c"
    ESPADAS = "e"
    BASTOS = "b"


SUITS = tuple(Suit)

RANKS = tuple(range(1, 13))
"""Every rank that some pack holds: 1 the ace, 10 sota, 11 caballo, 12 rey."""

RANKS_OF_PACK = {40: (1, 2, 3, 4, 5, 6, 7, 10, 11, 12), 48: RANKS}
"""The ranks of a pack by its number of cards, in run order (jokers not counted)."""

JOKER = Card("JK")

NATURAL_CARDS = tuple(Card(f"{rank}{suit}") for suit in SUITS for rank in RANKS)
ALL_CARDS = (*NATURAL_CARDS, JOKER)
"""The 49 different cards in the fixed order: suit, then rank, jokers last."""

ORDER = {card: index for index, card in enumerate(ALL_CARDS)}
"""The index of each card in the fixed order."""

_RANK = {card: RANKS[index % len(RANKS)] for index, card in enumerate(NATURAL_CARDS)}
_SUIT = {card: SUITS[index // len(RANKS)] for index, card in enumerate(NATURAL_CARDS)}


rank_of: Callable[[Card], int] = _RANK.__getitem__
"""The rank printed on a card; a joker has none (KeyError)."""

suit_of: Callable[[Card], Suit] = _SUIT.__getitem__
"""The suit printed on a card; a joker has none (KeyError)."""


def card_of(rank: int, suit: Suit) -> Card:
    """The card with this rank and suit."""
    return Card(f"{rank}{suit}")


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in the fixed order.

    >>> in_order([JOKER, Card("2b"), Card("12o"), Card("7o")])
    ('7o', '12o', '2b', 'JK')
    """
    return tuple(sorted(cards, key=ORDER.__getitem__))
