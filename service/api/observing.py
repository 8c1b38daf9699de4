"""Observing: every answer carries its request's id and its times, is logged, and is counted."""

import re
from dataclasses import dataclass, replace
from secrets import token_hex
from time import perf_counter
from typing import Any

import structlog
from flask import Flask, Request, Response, request
from structlog.typing import FilteringBoundLogger

from service.api import metrics
from service.api.contract import Operation
from service.api.metrics import Answered
from service.api.problems import ProblemResponse

_ID = re.compile(r"[A-Za-z0-9._:+/=-]{1,128}")
_TRACE = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")

_WATCH = "chinchon.watch"


@dataclass(slots=True)
class _Watch:
    """What is known of a request while it is being answered; times in seconds."""

    request_id: str
    trace: str | None
    started: float
    solving: float | None = None


def register(app: Flask) -> None:
    """Observe every request of this app."""
    log = structlog.get_logger().bind()

    def end(response: Response) -> Response:
        asked = _asked()
        watch: _Watch = asked.environ[_WATCH]
        took = perf_counter() - watch.started
        _mark(watch, response, took)
        _tell(asked, watch, response, took, log)
        return response

    app.before_request(_begin)
    app.after_request(end)


def timed(operation: Operation) -> Operation:
    """The operation, with the time noted that its rules take."""

    def handler(question: dict[str, Any]) -> Any:
        started = perf_counter()
        try:
            return operation.handler(question)
        finally:
            request.environ[_WATCH].solving = perf_counter() - started

    return replace(operation, handler=handler)


def _asked() -> Request:
    """The request itself: the proxy looks for it again each time that it is touched."""
    asked: Request = request._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - documented
    return asked


def _begin() -> None:
    environ = _asked().environ
    sent, trace = environ.get("HTTP_X_REQUEST_ID", ""), environ.get("HTTP_TRACEPARENT", "")
    environ[_WATCH] = _Watch(
        request_id=sent if _ID.fullmatch(sent) else token_hex(16),
        trace=trace if _TRACE.fullmatch(trace) else None,
        started=perf_counter(),
    )


def _mark(watch: _Watch, response: Response, took: float) -> None:
    """Say on an answer which request's it is, and how long it took."""
    headers = response.headers
    headers.add("X-Request-Id", watch.request_id)
    if watch.trace:
        headers.add("traceparent", watch.trace)
    times = f"total;dur={took * 1e3:.3f}"
    if watch.solving is not None:
        times += f", rules;dur={watch.solving * 1e3:.3f}"
    headers.add("Server-Timing", times)


def _tell(
    asked: Request, watch: _Watch, response: Response, took: float, log: FilteringBoundLogger
) -> None:
    """Log and count an answer: never what was asked, nor an address, since either may be a hand."""
    answer = Answered(
        operation=asked.endpoint or "none",
        status=response.status_code,
        took=took,
        solving=watch.solving,
        received=asked.content_length or 0,
        sent=response.calculate_content_length() or 0,
        problem=response.kind if isinstance(response, ProblemResponse) else None,
    )
    metrics.count(answer)
    log.info(
        "answered",
        request_id=watch.request_id,
        trace_id=watch.trace and watch.trace.split("-")[1],
        method=asked.method,
        operation=answer.operation,
        status=answer.status,
        problem=answer.problem,
        ms=round(took * 1e3, 3),
        rules_ms=None if watch.solving is None else round(watch.solving * 1e3, 3),
        received=answer.received,
        sent=answer.sent,
    )
