"""Observing: every answer carries its request's id and its times, is logged, and is counted.

All of it happens around the application, where a request is a dict and headers are a list.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from secrets import token_hex
from time import perf_counter
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Request, request

from service.api.operations.operation import Operation
from service.server import metrics
from service.server.logs import Line
from service.server.metrics import Answered

_ID = re.compile(r"[A-Za-z0-9._:+/=-]{1,128}")
_TRACE = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")

WATCH = "chinchon.watch"


@dataclass(slots=True)
class Watch:
    """What is known of a request while it is being answered; times in seconds."""

    request_id: str
    trace: str | None
    started: float
    solving: float | None = None
    operation: str = "none"
    problem: str | None = None
    status: int = 500
    took: float = 0.0
    sent: int = 0


def register(app: Flask, log: Callable[[Line], None]) -> None:
    """Observe every request of this app, and log its answer."""
    app.wsgi_app = _observed(app.wsgi_app, log)  # type: ignore[method-assign,assignment]  # as Flask says


def _observed(application: WSGIApplication, log: Callable[[Line], None]) -> WSGIApplication:
    def observing(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        watch = environ[WATCH] = _begin(environ)

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            watch.status = int(status[:3])
            watch.took = perf_counter() - watch.started
            sizes = [value for name, value in headers if name == "Content-Length"]
            watch.sent = int(sizes[0]) if sizes else 0
            headers += _marks(watch)
            return start_response(status, headers, *more)

        answer = application(environ, start)
        _tell(environ, watch, log)
        return answer

    return observing


def timed(operation: Operation) -> Operation:
    """The operation, with the time noted that its rules take."""

    def handler(question: dict[str, Any]) -> Any:
        started = perf_counter()
        try:
            return operation.handler(question)
        finally:
            request.environ[WATCH].solving = perf_counter() - started

    return replace(operation, handler=handler)


def asked_for() -> Request:
    """The request itself: the proxy looks for it again each time that it is touched."""
    asked: Request = request._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - documented
    return asked


def _begin(environ: WSGIEnvironment) -> Watch:
    sent, trace = environ.get("HTTP_X_REQUEST_ID", ""), environ.get("HTTP_TRACEPARENT", "")
    return Watch(
        request_id=sent if _ID.fullmatch(sent) else token_hex(16),
        trace=trace if _TRACE.fullmatch(trace) else None,
        started=perf_counter(),
    )


def _marks(watch: Watch) -> list[tuple[str, str]]:
    """What says on an answer which request's it is, and how long it took."""
    times = f"total;dur={watch.took * 1e3:.3f}"
    if watch.solving is not None:
        times += f", rules;dur={watch.solving * 1e3:.3f}"
    marks = [("X-Request-Id", watch.request_id), ("Server-Timing", times)]
    if watch.trace:
        marks.append(("traceparent", watch.trace))
    return marks


def _tell(environ: WSGIEnvironment, watch: Watch, log: Callable[[Line], None]) -> None:
    """Log and count an answer: never what was asked, nor an address, since either may be a hand."""
    length = environ.get("CONTENT_LENGTH", "")
    received = int(length) if length.isascii() and length.isdigit() else 0
    metrics.count(
        Answered(
            operation=watch.operation,
            status=watch.status,
            took=watch.took,
            solving=watch.solving,
            received=received,
            sent=watch.sent,
            problem=watch.problem,
        )
    )
    log(
        Line(
            request_id=watch.request_id,
            trace_id=watch.trace and watch.trace.split("-")[1],
            method=environ["REQUEST_METHOD"],
            operation=watch.operation,
            status=watch.status,
            problem=watch.problem,
            ms=round(watch.took * 1e3, 3),
            rules_ms=None if watch.solving is None else round(watch.solving * 1e3, 3),
            received=received,
            sent=watch.sent,
        )
    )
