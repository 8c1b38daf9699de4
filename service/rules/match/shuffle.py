"""The shuffle: chance that is decided by a seed, so that anyone can check a deal afterwards.

A *stream* is HMAC-SHA-256 with the seed's UTF-8 bytes as key over `LABEL/0`, `LABEL/1`, … (ASCII),
one block of 32 bytes after the other, read as big-endian numbers of four bytes. A number below n is
the next one that is less than the greatest multiple of n within 2**32, modulo n. A list is shuffled
from its end: for i from the last index down to 1, items i and j change places, j below i + 1.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from service.rules.table.cards import Card

_WORD = 4
_WORDS = 1 << (8 * _WORD)


def _numbers(seed: str, label: str) -> Iterator[int]:
    key, block = seed.encode(), 0
    while True:
        digest = hmac.new(key, f"{label}/{block}".encode(), hashlib.sha256).digest()
        for at in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[at : at + _WORD])
        block += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    limit = _WORDS - _WORDS % bound
    return next(number for number in numbers if number < limit) % bound


def pick(bound: int, seed: str, label: str) -> int:
    """A number from 0 to below `bound`."""
    return _below(bound, _numbers(seed, label))


def shuffled(cards: Sequence[Card], seed: str, label: str) -> tuple[Card, ...]:
    """The cards in an order that the seed and the label decide."""
    numbers, found = _numbers(seed, label), list(cards)
    for last in range(len(found) - 1, 0, -1):
        other = _below(last + 1, numbers)
        found[last], found[other] = found[other], found[last]
    return tuple(found)


def draw_lead(players: int, seed: str) -> int:
    """Which of so many players leads the first round: label `lead`."""
    return pick(players, seed, "lead")


def shuffle_deck(deck: Sequence[Card], seed: str, number: int) -> tuple[Card, ...]:
    """The deck of a round, from the fixed order: label `deal/ROUND`; the last is the top."""
    return shuffled(deck, seed, f"deal/{number}")


def shuffle_stock(
    discards: Sequence[Card], seed: str, number: int, exhaustion: int
) -> tuple[Card, ...]:
    """Discards, from the bottom up, made into a new stock: label `stock/ROUND/EXHAUSTION`."""
    return shuffled(discards, seed, f"stock/{number}/{exhaustion}")
