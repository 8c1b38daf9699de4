"""Metrics: how many requests of what kind, how long they took and how large they were.

In the Prometheus text format. Several workers add up through files in `PROMETHEUS_MULTIPROC_DIR`,
which must be set before the library is imported; without it the numbers are those of this process.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from flask import Flask, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"

_BY = ("operation", "status")
_SECONDS = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5)

_REQUESTS = Counter("chinchon_requests", "Requests answered.", _BY)
_LATENCY = Histogram(
    "chinchon_request_seconds", "From a request's first look to its answer.", _BY, buckets=_SECONDS
)
_RULES = Histogram(
    "chinchon_rules_seconds", "Of that, the time that the rules took.", _BY, buckets=_SECONDS
)
_RECEIVED = Counter("chinchon_request_bytes", "Bytes of bodies received.", _BY)
_SENT = Counter("chinchon_response_bytes", "Bytes of bodies sent.", _BY)
_PROBLEMS = Counter("chinchon_problems", "Problems answered, by type.", ("type",))


class _Counted(NamedTuple):
    requests: Counter
    latency: Histogram
    rules: Histogram
    received: Counter
    sent: Counter


@lru_cache(maxsize=512)
def _counted(operation: str, status: int) -> _Counted:
    """What counts such answers, looked up once."""
    labels = (operation, str(status))
    return _Counted(
        _REQUESTS.labels(*labels),
        _LATENCY.labels(*labels),
        _RULES.labels(*labels),
        _RECEIVED.labels(*labels),
        _SENT.labels(*labels),
    )


def count(  # noqa: PLR0913 - all that there is to count of an answer
    operation: str,
    status: int,
    *,
    took: float,
    rules: float | None,
    received: int,
    sent: int,
    problem: str | None,
) -> None:
    """Count an answer; times in seconds, sizes in bytes."""
    counted = _counted(operation, status)
    counted.requests.inc()
    counted.latency.observe(took)
    if rules is not None:
        counted.rules.observe(rules)
    if received:
        counted.received.inc(received)
    counted.sent.inc(sent)
    if problem:
        _PROBLEMS.labels(problem).inc()


def exposed() -> bytes:
    """All numbers, of every worker where there are several."""
    if DIRECTORY not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library's own
    with _locked(fcntl.LOCK_SH):
        return generate_latest(registry)


def keep_counts_of(worker: int) -> None:
    """Add what a worker that has ended counted to what all such workers counted, in one file.

    Otherwise each of them would leave its files, which stay as long as the instance runs.
    """
    if DIRECTORY not in os.environ:
        return
    with _locked(fcntl.LOCK_EX):
        for kind in ("counter", "histogram"):
            counted = Path(os.environ[DIRECTORY], f"{kind}_{worker}.db")
            if counted.exists():
                _add_up(counted, counted.with_name(f"{kind}_ended.db"))
                counted.unlink()


def _add_up(counted: Path, sums: Path) -> None:
    total = MmapedDict(str(sums))  # type: ignore[no-untyped-call]  # the library's own
    for key, value, _, _ in MmapedDict.read_all_values_from_file(str(counted)):  # type: ignore[no-untyped-call]
        so_far, _ = total.read_value(key)  # type: ignore[no-untyped-call]
        total.write_value(key, so_far + value, 0.0)  # type: ignore[no-untyped-call]
    total.close()  # type: ignore[no-untyped-call]


@contextmanager
def _locked(how: int) -> Iterator[None]:
    """Let nobody read the counts while they are moved from file to file."""
    folder = os.open(os.environ[DIRECTORY], os.O_RDONLY)
    try:
        fcntl.flock(folder, how)
        yield
    finally:
        os.close(folder)


def register(app: Flask) -> None:
    """Give the numbers an address."""

    @app.get("/metrics")
    def metrics() -> Response:
        response = Response(exposed(), content_type=CONTENT_TYPE_LATEST)
        response.headers["Cache-Control"] = "no-store"
        return response
