"""Observation: every answer has its request's id and its times, is logged, and is counted.

It happens around the application, where a request is a dict and headers are a list. Which operation
it was is known from werkzeug's request; what else only the application knows it notes in the dict.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from secrets import token_hex
from time import perf_counter
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Request

from service.api.http.environ_keys import PROBLEM, RULES_SECONDS
from service.server import metrics
from service.server.logs import Line

_ID = re.compile(r"[A-Za-z0-9._:+/=-]{1,128}")
_TRACE = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")
_METHODS = {"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"}


@dataclass(slots=True)
class Observed:
    """What is known of a request while it is being answered; times in seconds."""

    request_id: str
    trace: str | None
    started: float
    operation: str = "none"
    rules: float | None = None
    status: int = 500
    took: float = 0.0
    sent: int = 0


def register(app: Flask, log: Callable[[Line], None]) -> None:
    """Observe every request of this app, and log its answer."""
    app.wsgi_app = _observed(app.wsgi_app, log)  # type: ignore[method-assign,assignment]  # as Flask says


def _observed(application: WSGIApplication, log: Callable[[Line], None]) -> WSGIApplication:
    def observing(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        observed = _begin(environ)

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            observed.status = int(status[:3])
            observed.took = perf_counter() - observed.started
            observed.operation = _operation(environ)
            observed.rules = environ.get(RULES_SECONDS)
            for name, value in headers:
                if name == "Content-Length":
                    observed.sent = int(value)
            headers += _marks(observed)
            return start_response(status, headers, *more)

        answer = application(environ, start)
        _end(environ, observed, log)
        return answer

    return observing


def _begin(environ: WSGIEnvironment) -> Observed:
    sent, trace = environ.get("HTTP_X_REQUEST_ID"), environ.get("HTTP_TRACEPARENT")
    return Observed(
        request_id=sent if sent and _ID.fullmatch(sent) else token_hex(16),
        trace=trace if trace and _TRACE.fullmatch(trace) else None,
        started=perf_counter(),
    )


def _marks(observed: Observed) -> list[tuple[str, str]]:
    """The headers that say which request's answer this is, and how long it took."""
    times = f"total;dur={observed.took * 1e3:.3f}"
    if observed.rules is not None:
        times += f", rules;dur={observed.rules * 1e3:.3f}"
    marks = [("X-Request-Id", observed.request_id), ("Server-Timing", times)]
    if observed.trace:
        marks.append(("traceparent", observed.trace))
    return marks


def _end(environ: WSGIEnvironment, observed: Observed, log: Callable[[Line], None]) -> None:
    """Count and log an answer: never what was asked, nor an address, since either may be a hand."""
    length, method = environ.get("CONTENT_LENGTH", ""), environ["REQUEST_METHOD"]
    received = int(length) if length.isascii() and length.isdigit() else 0
    problem = environ.get(PROBLEM)
    metrics.count(
        observed.operation,
        observed.status,
        took=observed.took,
        rules=observed.rules,
        received=received,
        sent=observed.sent,
        problem=problem,
    )
    log(
        Line(
            request_id=observed.request_id,
            trace_id=observed.trace and observed.trace.split("-")[1],
            method=method if method in _METHODS else "other",
            operation=observed.operation,
            status=observed.status,
            problem=problem,
            ms=round(observed.took * 1e3, 3),
            rules_ms=None if observed.rules is None else round(observed.rules * 1e3, 3),
            received=received,
            sent=observed.sent,
        )
    )


def _operation(environ: WSGIEnvironment) -> str:
    """The endpoint that answers, or "none": known until Flask has let go of the request."""
    asked: Request | None = environ.get("werkzeug.request")
    return (asked and asked.endpoint) or "none"
