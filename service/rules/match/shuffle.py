"""The shuffle: a seed decides every random choice, so that anyone can check a deal later.

A *stream* is the concatenation of HMAC-SHA-256 over the ASCII messages `LABEL/0`, `LABEL/1`, and so
on, with the UTF-8 bytes of the seed as key. It is read as big-endian numbers of four bytes. To draw
a number below n, skip each number that is not less than the greatest multiple of n within 2**32,
and take the next one modulo n. A list is shuffled from its end: for i from the last index down to
1, items i and j are swapped, where j is drawn below i + 1.
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
        for offset in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[offset : offset + _WORD])
        block += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    limit = _WORDS - _WORDS % bound
    return next(number for number in numbers if number < limit) % bound


def pick(bound: int, seed: str, label: str) -> int:
    """Return a number from 0 to `bound` - 1."""
    return _below(bound, _numbers(seed, label))


def shuffled(cards: Sequence[Card], seed: str, label: str) -> tuple[Card, ...]:
    """Return the cards in an order that the seed and the label decide."""
    numbers, order = _numbers(seed, label), list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, numbers)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def draw_lead(players: int, seed: str) -> int:
    """Return the index of the player who leads the first round; the label is `lead`."""
    return pick(players, seed, "lead")


def shuffle_deck(deck: Sequence[Card], seed: str, round_number: int) -> tuple[Card, ...]:
    """Return the shuffled deck of a round, the top card last; the label is `deal/ROUND`."""
    return shuffled(deck, seed, f"deal/{round_number}")


def shuffle_stock(
    discards: Sequence[Card], seed: str, round_number: int, exhaustion: int
) -> tuple[Card, ...]:
    """Return a new stock from the discards; the label is `stock/ROUND/EXHAUSTION`.

    `discards` are in order from the bottom of the pile to the top.
    """
    return shuffled(discards, seed, f"stock/{round_number}/{exhaustion}")
