"""Metrics: how many requests of what kind, how long, how large, in the Prometheus text format.

Several workers add up through files in `PROMETHEUS_MULTIPROC_DIR`, which must be set before the
library is imported; without it the numbers are those of this process. Answers are noted as they are
given and added up together, since each number in those files costs as much as noting ten answers.
"""

import os
from bisect import bisect_left
from collections import Counter as Tally
from collections import deque
from collections.abc import Sequence
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

_AT_ONCE = 500
"""How many answers are noted at most."""


class _Histogram(Histogram):
    """A histogram that takes many observations at once."""

    def add(self, amounts: Sequence[float]) -> None:
        """Observe each of these."""
        self._sum.inc(sum(amounts))
        places = Tally(bisect_left(self._upper_bounds, amount) for amount in amounts)
        for place, number in places.items():
            self._buckets[place].inc(number)


_REQUESTS = Counter("chinchon_requests", "Requests answered.", _BY)
_LATENCY = _Histogram(
    "chinchon_request_seconds", "From a request's first look to its answer.", _BY, buckets=_SECONDS
)
_SOLVING = _Histogram(
    "chinchon_solver_seconds", "Of that, the time that the rules took.", _BY, buckets=_SECONDS
)
_RECEIVED = _Histogram("chinchon_request_bytes", "Sizes of bodies received.", _BY, buckets=_BYTES)
_SENT = _Histogram("chinchon_response_bytes", "Sizes of bodies sent.", _BY, buckets=_BYTES)
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
    latency: _Histogram
    solving: _Histogram
    received: _Histogram
    sent: _Histogram


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


_NOTED: deque[Answered] = deque()
"""Answers that are not added up yet."""


def count(answer: Answered) -> None:
    """Count an answer."""
    _NOTED.append(answer)
    if len(_NOTED) >= _AT_ONCE:
        settle()


def settle() -> None:
    """Add up what is noted; a worker does so once a second."""
    groups: dict[tuple[str, int], list[Answered]] = {}
    for _ in range(len(_NOTED)):
        try:
            answer = _NOTED.popleft()
        except IndexError:  # another thread took it
            break
        groups.setdefault((answer.operation, answer.status), []).append(answer)
    for of, answers in groups.items():
        _add(_counted(*of), answers)


def _add(counted: _Counted, answers: Sequence[Answered]) -> None:
    counted.requests.inc(len(answers))
    counted.latency.add([answer.took for answer in answers])
    counted.received.add([answer.received for answer in answers])
    counted.sent.add([answer.sent for answer in answers])
    if solving := [answer.solving for answer in answers if answer.solving is not None]:
        counted.solving.add(solving)
    for kind, number in Tally(answer.problem for answer in answers if answer.problem).items():
        _PROBLEMS.labels(kind).inc(number)


def exposed() -> bytes:
    """All numbers, of every worker where there are several."""
    settle()
    if DIRECTORY not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library's own
    return generate_latest(registry)
