"""Limits: how large a request may be, and how much work it may cause."""

from dataclasses import dataclass

KIB = 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes of bodies in bytes, hands in a batch, and work in estimated microseconds."""

    max_body: int = 64 * KIB
    max_state_body: int = 256 * KIB
    max_batch_body: int = 2 * KIB * KIB
    max_batch: int = 10_000
    max_work: int = 250_000
