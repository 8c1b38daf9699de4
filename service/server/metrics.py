"""Metrics in the Prometheus text format: the number, duration and size of requests.

Workers share their counts through files in `PROMETHEUS_MULTIPROC_DIR`, which must be set before
prometheus_client is imported. Without it, the metrics are those of this process.
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
    "chinchon_request_seconds", "Time from request to response.", _BY, buckets=_SECONDS
)
_RULES = Histogram(
    "chinchon_rules_seconds", "Part of that time that the rules took.", _BY, buckets=_SECONDS
)
_RECEIVED = Counter("chinchon_request_bytes", "Bytes of request bodies.", _BY)
_SENT = Counter("chinchon_response_bytes", "Bytes of response bodies.", _BY)
_PROBLEMS = Counter("chinchon_problems", "Problems answered, by type.", ("type",))


class _Metrics(NamedTuple):
    requests: Counter
    latency: Histogram
    rules: Histogram
    received: Counter
    sent: Counter


@lru_cache(maxsize=512)
def _metrics_of(operation: str, status: int) -> _Metrics:
    """Return the metrics with these labels; the cache saves a slow look-up."""
    labels = (operation, str(status))
    return _Metrics(
        _REQUESTS.labels(*labels),
        _LATENCY.labels(*labels),
        _RULES.labels(*labels),
        _RECEIVED.labels(*labels),
        _SENT.labels(*labels),
    )


def count(  # noqa: PLR0913 - each metric has its argument
    operation: str,
    status: int,
    *,
    took: float,
    rules: float | None,
    received: int,
    sent: int,
    problem: str | None,
) -> None:
    """Count a response; times in seconds, sizes in bytes."""
    metrics = _metrics_of(operation, status)
    metrics.requests.inc()
    metrics.latency.observe(took)
    if rules is not None:
        metrics.rules.observe(rules)
    if received:
        metrics.received.inc(received)
    metrics.sent.inc(sent)
    if problem:
        _PROBLEMS.labels(problem).inc()


def exposed() -> bytes:
    """Return all metrics in the text format, summed over the workers."""
    if DIRECTORY not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library's own
    with _locked(fcntl.LOCK_SH):
        return generate_latest(registry)


def keep_counts_of(worker: int) -> None:
    """Add the counts of a worker that has ended to one file for all ended workers.

    Otherwise the files of each ended worker would remain as long as the instance runs.
    """
    if DIRECTORY not in os.environ:
        return
    with _locked(fcntl.LOCK_EX):
        for kind in ("counter", "histogram"):
            counts = Path(os.environ[DIRECTORY], f"{kind}_{worker}.db")
            if counts.exists():
                _add(counts, counts.with_name(f"{kind}_ended.db"))
                counts.unlink()


def _add(counts: Path, totals: Path) -> None:
    target = MmapedDict(str(totals))  # type: ignore[no-untyped-call]  # the library's own
    for key, value, _, _ in MmapedDict.read_all_values_from_file(str(counts)):  # type: ignore[no-untyped-call]
        total, _ = target.read_value(key)  # type: ignore[no-untyped-call]
        target.write_value(key, total + value, 0.0)  # type: ignore[no-untyped-call]
    target.close()  # type: ignore[no-untyped-call]


@contextmanager
def _locked(mode: int) -> Iterator[None]:
    """Hold a lock on the counts: shared to read them, exclusive to move them between files."""
    folder = os.open(os.environ[DIRECTORY], os.O_RDONLY)
    try:
        fcntl.flock(folder, mode)
        yield
    finally:
        os.close(folder)


def register(app: Flask) -> None:
    """Add the route of the metrics."""

    @app.get("/metrics")
    def metrics() -> Response:
        response = Response(exposed(), content_type=CONTENT_TYPE_LATEST)
        response.headers["Cache-Control"] = "no-store"
        return response
