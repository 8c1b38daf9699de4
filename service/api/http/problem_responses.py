"""Problem responses: every error of the application as RFC 9457 problem details."""

from collections.abc import Mapping
from http import HTTPStatus

import structlog
from flask import Flask, Response, current_app, request
from msgspec.json import encode
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from service.api.answers.problems import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    MEDIA_TYPE,
    STATUSES,
    ProblemError,
    problem,
)
from service.api.http.environ_keys import PROBLEM
from service.api.requests.fields.basic import unknown
from service.api.words.sentences import sentence

_BY_STATUS = {
    status: kind
    for kind, status in STATUSES.items()
    if status != HTTPStatus.UNPROCESSABLE_ENTITY  # no exception of Flask's
}


def respond(error: ProblemError, headers: Mapping[str, str] | None = None) -> Response:
    """The response to a request that ended with a problem."""
    found = error.problem
    response = Response(encode(found), status=found.status, content_type=MEDIA_TYPE)
    request.environ[PROBLEM] = found.type
    response.headers.update(headers or {})
    response.headers["Cache-Control"] = "no-store"
    return response


def register(app: Flask) -> None:
    """Answer every error of this application as a problem."""
    app.register_error_handler(ProblemError, respond)
    app.register_error_handler(HTTPException, _http)
    log = structlog.get_logger().bind()

    def failure(error: Exception) -> Response:
        log.error("unexpected failure", exc_info=error)
        return respond(problem(INTERNAL_ERROR))

    app.register_error_handler(Exception, failure)


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    server_error = HTTPStatus.INTERNAL_SERVER_ERROR
    kind = _BY_STATUS.get(status, INVALID_REQUEST if status < server_error else INTERNAL_ERROR)
    headers = {}
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return respond(problem(kind, _detail(error)), headers)


def _detail(error: HTTPException) -> str | None:
    """What would have been right instead, where that can be said."""
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        methods = tuple(sorted({*error.valid_methods} - {"HEAD", "OPTIONS"}))
        return sentence("address.methods", [("address", request.path[:64]), ("methods", methods)])
    if isinstance(error, NotFound):
        return _nearest_address()
    return None


def _nearest_address() -> str:
    rules = {rule.rule for rule in current_app.url_map.iter_rules()}
    # The files of the pages are not for people to ask for.
    public = sorted(rule for rule in rules if not rule.startswith(("/docs/", "/static/")))
    addresses = [rule.replace("<", "{").replace(">", "}") for rule in public]
    found = unknown("address", request.path, addresses)
    return sentence(found.code, found.facts)
