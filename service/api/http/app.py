"""The application: a route for each operation, strict bodies in, JSON out."""

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import Any

from flask import Flask, Response, request
from msgspec.json import encode

import service.api.operations.hands
import service.api.operations.matches
import service.api.operations.rounds  # noqa: F401 - they declare the operations
from service.api.http import problems
from service.api.http import security_headers as browsers
from service.api.http.caching import cacheable
from service.api.http.dispatch import ask
from service.api.http.limits import Limits
from service.api.http.notes import RULES_SECONDS
from service.api.http.problems import ProblemError, invalid
from service.api.http.request_body import read_body
from service.api.openapi import document as openapi
from service.api.operations.operation import DAY, OPERATIONS, Operation
from service.api.requests.fields import unknown
from service.rules.table.profiles import PROFILES


def create_app(
    limits: Limits | None = None,
    *,
    cors_origins: tuple[str, ...] = (),
    is_ready: Callable[[], bool] = lambda: True,
) -> Flask:
    """The WSGI application of the contract alone."""
    app = Flask("service", static_folder=None)
    app.url_map.merge_slashes = False
    app.extensions["limits"] = limits or Limits()
    app.extensions["is_ready"] = is_ready
    problems.register(app)
    browsers.register(app, cors_origins)
    for operation in map(_timed, OPERATIONS):
        path = operation.path.replace("{", "<").replace("}", ">")
        app.add_url_rule(
            path,
            operation.name,
            _view(operation, app.extensions["limits"]),
            methods=[operation.method],
        )
    app.add_url_rule("/openapi.json", "openapi_json", _document("json"))
    app.add_url_rule("/openapi.yaml", "openapi_yaml", _document("yaml"))
    return app


def _view(operation: Operation, limits: Limits) -> Callable[..., Response]:
    if operation.body is not None:
        return _posting(operation, limits)
    return _getting(operation)


def _posting(operation: Operation, limits: Limits) -> Callable[[], Response]:
    def view() -> Response:
        _refuse_query()
        question = read_body(request.environ, operation, limits)
        return _json(ask(operation, question))

    return view


def _getting(operation: Operation) -> Callable[..., Response]:
    def view(**address: str) -> Response:
        if "name" in address and address["name"] not in PROFILES:
            detail = unknown("table", address["name"], list(PROFILES))
            raise ProblemError("not-found", 404, detail)
        if operation.query is None:
            _refuse_query()
        answer = ask(operation, _query() if operation.query else address)
        return cacheable(_json(answer), request, operation.max_age, immutable="v" in request.args)

    return view


def _timed(operation: Operation) -> Operation:
    """The operation, with a note of how long its rules took."""

    def handler(question: dict[str, Any]) -> Any:
        started = perf_counter()
        try:
            return operation.handler(question)
        finally:
            request.environ[RULES_SECONDS] = perf_counter() - started

    return replace(operation, handler=handler)


def _json(answer: object) -> Response:
    return Response(encode(answer), content_type="application/json")


def _refuse_query() -> None:
    """Refuse parameters in an address that takes none."""
    if request.environ["QUERY_STRING"] and request.args:
        raise invalid([{"parameter": name, "detail": "not known here"} for name in request.args])


def _query() -> dict[str, str]:
    """The parameters in the address, each given once."""
    twice = [name for name in request.args if len(request.args.getlist(name)) > 1]
    if twice:
        raise invalid([{"parameter": name, "detail": "given more than once"} for name in twice])
    return request.args.to_dict()


def _document(suffix: str) -> Callable[[], Response]:
    def view() -> Response:
        _refuse_query()
        body = openapi.as_yaml() if suffix == "yaml" else openapi.as_json()
        return cacheable(Response(body, content_type=f"application/{suffix}"), request, DAY)

    return view
