"""The shuffle, written from its description alone (docs/shuffle.md)."""

import hashlib
import random
from collections.abc import Iterator, Sequence

import pytest

from service.rules.table.cards import Card

NAMES = ("ana", "bea", "carlos", "diego", "eva", "fran")
SEEDS = ["0", "chinchón", "ñandú y más", "🂡🂱", "x" * 64, "x" * 65, "é" * 128, "f" * 64]


def authentic(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 as RFC 2104 has it."""
    if len(key) > 64:
        key = hashlib.sha256(key).digest()
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def words(seed: str, label: str) -> Iterator[int]:
    block = 0
    while True:
        found = authentic(seed.encode("utf-8"), b"%s/%d" % (label.encode("ascii"), block))
        for a, b, c, d in zip(*[iter(found)] * 4, strict=True):
            yield a << 24 | b << 16 | c << 8 | d
        block += 1


def below(bound: int, stream: Iterator[int]) -> int:
    most = 2**32 // bound * bound
    while (number := next(stream)) >= most:
        pass
    return number % bound


def mixed(cards: Sequence[Card], seed: str, label: str) -> list[Card]:
    found, stream = list(cards), words(seed, label)
    at = len(found) - 1
    while at >= 1:
        other = below(at + 1, stream)
        one, two = found[at], found[other]
        found[at], found[other] = two, one
        at -= 1
    return found


def random_seeds(number: int) -> list[str]:
    chance = random.Random(number)
    return [
        "".join(chr(chance.randrange(1, 0xD800)) for _ in range(chance.randint(1, 128)))
        for _ in range(number)
    ]


ANY_SEEDS = [
    pytest.param(seed, id=f"seed {at}") for at, seed in enumerate([*SEEDS, *random_seeds(40)])
]
