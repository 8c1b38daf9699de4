"""Problems: every error as RFC 9457 problem details, with the place that is meant."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import structlog
from flask import Flask, Response, current_app, request
from marshmallow import ValidationError
from msgspec.json import encode
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from service.api.http.notes import PROBLEM
from service.api.requests.fields import MOST_ERRORS, Json, ref, unknown
from service.rules.errors import Fault, Path

MEDIA_TYPE = "application/problem+json"

INVALID_REQUEST = "invalid-request"
IMPOSSIBLE = "impossible"
ILLEGAL_ACTION = "illegal-action"
TOO_MUCH_WORK = "too-much-work"
REQUEST_TIMEOUT = "request-timeout"
UNAVAILABLE = "unavailable"

TITLES = {
    INVALID_REQUEST: "The request does not match the contract",
    IMPOSSIBLE: "What the request states cannot be",
    ILLEGAL_ACTION: "The action is not allowed",
    TOO_MUCH_WORK: "The request asks for too much work at once",
    "not-found": "There is nothing at this address",
    "method-not-allowed": "This address does not take that method",
    "content-too-large": "The body is too large",
    "uri-too-long": "The address is too long",
    "header-fields-too-large": "The header fields are too large",
    "unsupported-media-type": "The body is not JSON in UTF-8",
    REQUEST_TIMEOUT: "The request did not arrive whole in time",
    "too-many-requests": "Too many requests come from this address",
    "internal-error": "The service failed",
    UNAVAILABLE: "The service can't take more requests now",
}

_BY_STATUS = {
    HTTPStatus.BAD_REQUEST: INVALID_REQUEST,
    HTTPStatus.NOT_FOUND: "not-found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method-not-allowed",
    HTTPStatus.REQUEST_TIMEOUT: REQUEST_TIMEOUT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "content-too-large",
    HTTPStatus.REQUEST_URI_TOO_LONG: "uri-too-long",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "unsupported-media-type",
    HTTPStatus.INTERNAL_SERVER_ERROR: "internal-error",
}


class ProblemError(Exception):
    """Ends a request with a problem."""

    def __init__(
        self, kind: str, status: int, detail: str, errors: Sequence[Mapping[str, str]] = ()
    ) -> None:
        """Say which kind, the status, and what is wrong where."""
        super().__init__(detail)
        self.body: Json = {
            "type": kind,
            "title": TITLES[kind],
            "status": int(status),
            "detail": detail,
            "errors": list(errors[:MOST_ERRORS]),
        }


def invalid(errors: Sequence[Mapping[str, str]]) -> ProblemError:
    """The request does not match the contract at these places."""
    return ProblemError(INVALID_REQUEST, 400, _summary(errors), errors)


def impossible(errors: Sequence[Mapping[str, str]]) -> ProblemError:
    """What the request states at these places cannot be."""
    return ProblemError(IMPOSSIBLE, 422, _summary(errors), errors)


def illegal(violations: Sequence[Json]) -> ProblemError:
    """The action is forbidden by these violations."""
    errors = [
        {"pointer": one.get("pointer", "#/action"), "detail": one["message"]} for one in violations
    ]
    problem = ProblemError(ILLEGAL_ACTION, 422, _summary(errors), errors)
    problem.body["violations"] = list(violations)
    return problem


def _summary(errors: Sequence[Mapping[str, str]]) -> str:
    first = errors[0]
    place = first.get("pointer") or first.get("parameter")
    others = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"{place}: {first['detail']}{others}"


_PLAIN = "~!$&'()*+,;=:@"
"""Characters that a fragment may hold as they are (RFC 6901 §6)."""


def pointer(path: Path) -> str:
    """A path as a JSON Pointer fragment.

    >>> pointer(("cards", 3))
    '#/cards/3'
    """
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "".join(["#", *(f"/{quote(step, safe=_PLAIN)}" for step in steps)])


def in_body(faults: Iterable[Fault]) -> list[dict[str, str]]:
    """Faults as errors of a body, each told once."""
    told = {(pointer(fault.path), fault.detail): None for fault in faults}
    return [{"pointer": place, "detail": detail} for place, detail in told]


def in_query(faults: Iterable[Fault]) -> list[dict[str, str]]:
    """Faults as errors of query parameters."""
    told = {(str(fault.path[0]), fault.detail): None for fault in faults}
    return [{"parameter": name, "detail": detail} for name, detail in told]


def faults_of(error: ValidationError) -> Iterator[Fault]:
    """What a schema refused, as faults."""
    return _faults(error.messages, ())


def _faults(messages: object, path: Path) -> Iterator[Fault]:
    if isinstance(messages, dict):
        for step, inner in messages.items():
            yield from _faults(inner, (*path, step))
    elif isinstance(messages, list):
        for message in messages:
            yield from _faults(message, path)
    else:
        yield Fault(path, str(messages))


def respond(problem: ProblemError, headers: Mapping[str, str] | None = None) -> Response:
    """The response that tells a problem."""
    response = Response(
        encode(problem.body), status=problem.body["status"], content_type=MEDIA_TYPE
    )
    request.environ[PROBLEM] = problem.body["type"]
    response.headers.update(headers or {})
    response.headers["Cache-Control"] = "no-store"
    return response


def register(app: Flask) -> None:
    """Answer every error of this app as a problem."""
    app.register_error_handler(ProblemError, respond)
    app.register_error_handler(HTTPException, _http)
    log = structlog.get_logger().bind()

    def failure(error: Exception) -> Response:
        log.error("unexpected failure", exc_info=error)
        return respond(ProblemError("internal-error", 500, TITLES["internal-error"]))

    app.register_error_handler(Exception, failure)


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    kind = _BY_STATUS.get(HTTPStatus(status))
    if kind is None:
        kind, status = (INVALID_REQUEST, 400) if status < 500 else ("internal-error", 500)  # noqa: PLR2004 - the classes of statuses
    headers = {}
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return respond(ProblemError(kind, status, _detail(error, kind)), headers)


def _detail(error: HTTPException, kind: str) -> str:
    """What would have been right instead, where that can be said."""
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        methods = sorted({*error.valid_methods} - {"HEAD", "OPTIONS"})
        return f"{request.path[:64]} takes {' and '.join(methods)}"
    if isinstance(error, NotFound):
        rules = {rule.rule for rule in current_app.url_map.iter_rules()}
        # What the pages are made of is nobody's to ask for by hand.
        asked_for = [rule for rule in rules if not rule.startswith(("/docs/", "/static/"))]
        addresses = [rule.replace("<", "{").replace(">", "}") for rule in sorted(asked_for)]
        return unknown("address", request.path, addresses)
    return TITLES[kind]


def problem_schema() -> dict[str, Any]:
    """What the contract says of a problem."""
    return {
        "type": "object",
        "description": "What went wrong and where, as problem details (RFC 9457).",
        "properties": {
            "type": {"type": "string", "enum": list(TITLES)},
            "title": {"type": "string"},
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": {"type": "string"},
            "errors": {
                "type": "array",
                "items": ref("ProblemPlace"),
            },
            "violations": {
                "type": "array",
                "description": "Of an `illegal-action`: everything that forbids it.",
                "items": ref("Violation"),
            },
        },
        "required": ["type", "title", "status", "detail", "errors"],
    }
