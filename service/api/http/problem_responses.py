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
    if status != HTTPStatus.UNPROCESSABLE_ENTITY  # several types have it, and Flask never raises it
}


def respond(error: ProblemError, headers: Mapping[str, str] | None = None) -> Response:
    """Return the response to a request that ended with a problem."""
    details = error.problem
    response = Response(encode(details), status=details.status, content_type=MEDIA_TYPE)
    request.environ[PROBLEM] = details.type
    response.headers.update(headers or {})
    response.headers["Cache-Control"] = "no-store"
    return response


def register(app: Flask) -> None:
    """Respond to every error of this application with a problem."""
    app.register_error_handler(ProblemError, respond)
    app.register_error_handler(HTTPException, _respond_http)
    log = structlog.get_logger().bind()

    def respond_unexpected(error: Exception) -> Response:
        log.error("unexpected failure", exc_info=error)
        return respond(problem(INTERNAL_ERROR))

    app.register_error_handler(Exception, respond_unexpected)


def _respond_http(error: HTTPException) -> Response:
    status = error.code or 500
    server_error = HTTPStatus.INTERNAL_SERVER_ERROR
    kind = _BY_STATUS.get(status, INVALID_REQUEST if status < server_error else INTERNAL_ERROR)
    headers = {}
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return respond(problem(kind, _detail(error)), headers)


def _detail(error: HTTPException) -> str | None:
    """Return a sentence about a correct request, or None if none can be suggested."""
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        methods = tuple(sorted({*error.valid_methods} - {"HEAD", "OPTIONS"}))
        return sentence("address.methods", [("address", request.path[:64]), ("methods", methods)])
    if isinstance(error, NotFound):
        return _nearest_path()
    return None


def _nearest_path() -> str:
    """Return a sentence that suggests the path nearest to the request's."""
    routes = {rule.rule for rule in current_app.url_map.iter_rules()}
    # The files of the pages are no suggestion.
    public = sorted(route for route in routes if not route.startswith(("/docs/", "/static/")))
    paths = [route.replace("<", "{").replace(">", "}") for route in public]
    mistake = unknown("address", request.path, paths)
    return sentence(mistake.code, mistake.facts)
