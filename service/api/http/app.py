"""The Flask application of the contract: one route for each operation, with JSON bodies."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from flask import Flask, Response, request
from msgspec.json import encode

from service import __version__
from service.api.answers.problems import UNAVAILABLE, invalid, problem
from service.api.http import cors, problem_responses, security_headers
from service.api.http.caching import cacheable
from service.api.http.environ_keys import RULES_SECONDS
from service.api.http.request_body import read_body
from service.api.http.routes import View, add_routes
from service.api.openapi import document
from service.api.operations.all_operations import OPERATIONS
from service.api.operations.dispatch import answer
from service.api.operations.limits import Limits
from service.api.operations.operation import DAY, Operation
from service.api.operations.pauses import Pace
from service.api.requests.fields.basic import unknown
from service.api.requests.fields.cards import Cards
from service.api.requests.mistakes import Mistake, MistakeCode
from service.api.words.sentences import sentence
from service.rules.table.profiles import PROFILES


@dataclass(frozen=True, slots=True)
class _ServerContext:
    """What an application needs to know of the server that runs it."""

    limits: Limits
    pace: Pace
    is_ready: Callable[[], bool]


def create_app(
    limits: Limits | None = None,
    *,
    cors_origins: tuple[str, ...] = ("*",),
    is_ready: Callable[[], bool] = lambda: True,
    pause: Callable[[], object] = lambda: None,
) -> Flask:
    """Return the WSGI application of the contract alone, without the pages and the metrics.

    `is_ready` returns whether the service accepts more requests. Pages of `cors_origins` may read
    responses; by default of all origins, because there are no cookies and no credentials. `pause`
    is called now and then within a long request.
    """
    app = Flask("service", static_folder=None)
    app.url_map.merge_slashes = False
    problem_responses.register(app)
    security_headers.register(app)
    cors.register(app, cors_origins)
    server = _ServerContext(limits or Limits(), Pace(pause), is_ready)
    views: dict[str, dict[str, tuple[str, View]]] = {}
    for operation in OPERATIONS:
        path = operation.path.replace("{", "<").replace("}", ">")
        if operation.method == "POST":
            view: View = _post_view(operation, server)
        else:
            view = _get_view(operation, server)
        views.setdefault(path, {})[operation.method] = operation.name, view
    for suffix in ("json", "yaml"):
        views[f"/openapi.{suffix}"] = {"GET": (f"openapi_{suffix}", _document_view(suffix))}
    for path, methods in views.items():
        add_routes(app, path, methods)
    return app


def _post_view(operation: Operation, server: _ServerContext) -> Callable[[], Response]:
    def view() -> Response:
        environ = request.environ
        if environ["QUERY_STRING"]:
            _refuse_parameters()
        members = read_body(environ, operation, server.limits)
        return _response(operation, members, server)

    return view


def _get_view(operation: Operation, server: _ServerContext) -> Callable[..., Response]:
    def view(**variables: str) -> Response:
        if "name" in variables and variables["name"] not in PROFILES:
            mistake = unknown("table", variables["name"], list(PROFILES))
            raise problem("not-found", sentence(mistake.code, mistake.facts))
        if operation.in_query:
            members = _parameters(operation)
        else:
            _refuse_parameters()
            members = variables
        if operation.when_ready and not server.is_ready():
            raise problem(UNAVAILABLE, sentence("service.stopping"))
        response = _response(operation, members, server)
        return cacheable(
            response, request, operation.max_age, immutable=request.args.get("v") == __version__
        )

    return view


def _response(operation: Operation, members: object, server: _ServerContext) -> Response:
    """Return the response of an operation; put the time that the rules took into the environ."""
    started = perf_counter()
    try:
        body = encode(answer(operation, members, server.limits, server.pace))
    finally:
        request.environ[RULES_SECONDS] = perf_counter() - started
    return Response(body, content_type="application/json")


def _refuse_parameters() -> None:
    """Raise `ProblemError` if the URL has query parameters."""
    mistakes = [((name,), Mistake(MistakeCode.PARAMETER_UNKNOWN)) for name in request.args]
    if mistakes:
        raise invalid(mistakes, in_query=True)


def _parameters(operation: Operation) -> dict[str, str]:
    """Return the query parameters; the values of a list may be in one parameter or in several.

    Raise `ProblemError` if another parameter is given twice.
    """
    fields = operation.forms[0].schema.fields
    lists = {name for name, field in fields.items() if isinstance(field, Cards)}
    given = {name: request.args.getlist(name) for name in request.args}
    repeated = [name for name, values in given.items() if len(values) > 1 and name not in lists]
    if repeated:
        mistakes = [((name,), Mistake(MistakeCode.PARAMETER_TWICE)) for name in repeated]
        raise invalid(mistakes, in_query=True)
    return {name: ",".join(values) for name, values in given.items()}


def _document_view(suffix: str) -> Callable[[], Response]:
    def view() -> Response:
        _refuse_parameters()
        body = document.as_yaml() if suffix == "yaml" else document.as_json()
        return cacheable(Response(body, content_type=f"application/{suffix}"), request, DAY)

    return view
