"""Metrics: how many requests of what kind, how long, how large, in the Prometheus text format.

Several workers add up through files in `PROMETHEUS_MULTIPROC_DIR`, which must be set before the
library is imported; without it the numbers are those of this process.
"""

import os
from functools import lru_cache
from typing import NamedTuple

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE = CONTENT_TYPE_LATEST

_BY = ("operation", "status")
_SECONDS = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5)
_BYTES = (256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576)

_REQUESTS = Counter("chinchon_requests", "Requests answered.", _BY)
_LATENCY = Histogram(
    "chinchon_request_seconds", "From a request's first look to its answer.", _BY, buckets=_SECONDS
)
_SOLVING = Histogram(
    "chinchon_solver_seconds", "Of that, the time that the rules took.", _BY, buckets=_SECONDS
)
_RECEIVED = Histogram("chinchon_request_bytes", "Sizes of bodies received.", _BY, buckets=_BYTES)
_SENT = Histogram("chinchon_response_bytes", "Sizes of bodies sent.", _BY, buckets=_BYTES)
_PROBLEMS = Counter("chinchon_problems", "Problems told, by type.", ("type",))


class Answered(NamedTuple):
    """What there is to count of an answer; times in seconds, sizes in bytes."""

    operation: str
    status: int
    took: float
    solving: float | None
    received: int
    sent: int
    problem: str | None


class _Counted(NamedTuple):
    requests: Counter
    latency: Histogram
    solving: Histogram
    received: Histogram
    sent: Histogram


@lru_cache(maxsize=512)
def _counted(operation: str, status: int) -> _Counted:
    """What counts such answers, looked up once."""
    labels = (operation, str(status))
    return _Counted(
        _REQUESTS.labels(*labels),
        _LATENCY.labels(*labels),
        _SOLVING.labels(*labels),
        _RECEIVED.labels(*labels),
        _SENT.labels(*labels),
    )


def count(answer: Answered) -> None:
    """Count an answer."""
    counted = _counted(answer.operation, answer.status)
    counted.requests.inc()
    counted.latency.observe(answer.took)
    counted.received.observe(answer.received)
    counted.sent.observe(answer.sent)
    if answer.solving is not None:
        counted.solving.observe(answer.solving)
    if answer.problem is not None:
        _PROBLEMS.labels(answer.problem).inc()


def exposed() -> bytes:
    """All numbers, of every worker where there are several."""
    if DIRECTORY not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library's own
    return generate_latest(registry)
