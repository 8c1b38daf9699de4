"""The Flask application of the contract: a route for each operation, JSON in, JSON out."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from flask import Flask, Response, request
from msgspec.json import encode

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
from service.api.operations.pace import Pace
from service.api.requests.fields.basic import unknown
from service.api.requests.mistakes import Mistake, MistakeCode
from service.api.words.sentences import sentence
from service.rules.table.profiles import PROFILES


@dataclass(frozen=True, slots=True)
class _Serving:
    """What an application needs to know of the server that runs it."""

    limits: Limits
    pace: Pace
    is_ready: Callable[[], bool]


def create_app(
    limits: Limits | None = None,
    *,
    cors_origins: tuple[str, ...] = (),
    is_ready: Callable[[], bool] = lambda: True,
    pause: Callable[[], object] = lambda: None,
) -> Flask:
    """The WSGI application of the contract alone.

    `is_ready` says whether more requests are welcome, and `cors_origins` which origins' pages may
    read answers, `*` for all. `pause` is called now and then within a long request.
    """
    app = Flask("service", static_folder=None)
    app.url_map.merge_slashes = False
    problem_responses.register(app)
    security_headers.register(app)
    cors.register(app, cors_origins)
    serving = _Serving(limits or Limits(), Pace(pause), is_ready)
    views: dict[str, dict[str, tuple[str, View]]] = {}
    for operation in OPERATIONS:
        path = operation.path.replace("{", "<").replace("}", ">")
        if operation.method == "POST":
            view: View = _posting(operation, serving)
        else:
            view = _getting(operation, serving)
        views.setdefault(path, {})[operation.method] = operation.name, view
    for suffix in ("json", "yaml"):
        views[f"/openapi.{suffix}"] = {"GET": (f"openapi_{suffix}", _document(suffix))}
    for path, methods in views.items():
        add_routes(app, path, methods)
    return app


def _posting(operation: Operation, serving: _Serving) -> Callable[[], Response]:
    def view() -> Response:
        environ = request.environ
        if environ["QUERY_STRING"]:
            _refuse_parameters()
        members = read_body(environ, operation, serving.limits)
        return _answered(operation, members, serving)

    return view


def _getting(operation: Operation, serving: _Serving) -> Callable[..., Response]:
    def view(**address: str) -> Response:
        if "name" in address and address["name"] not in PROFILES:
            found = unknown("table", address["name"], list(PROFILES))
            raise problem("not-found", sentence(found.code, found.facts))
        if operation.in_query:
            members = _parameters()
        else:
            _refuse_parameters()
            members = address
        if operation.when_ready and not serving.is_ready():
            raise problem(UNAVAILABLE, sentence("service.stopping"))
        response = _answered(operation, members, serving)
        return cacheable(response, request, operation.max_age, immutable="v" in request.args)

    return view


def _answered(operation: Operation, members: object, serving: _Serving) -> Response:
    """The response of an operation, with a note of how long the answer took."""
    started = perf_counter()
    try:
        body = encode(answer(operation, members, serving.limits, serving.pace))
    finally:
        request.environ[RULES_SECONDS] = perf_counter() - started
    return Response(body, content_type="application/json")


def _refuse_parameters() -> None:
    """Refuse parameters in an address that takes none."""
    wrong = [((name,), Mistake(MistakeCode.PARAMETER_UNKNOWN)) for name in request.args]
    if wrong:
        raise invalid(wrong, in_query=True)


def _parameters() -> dict[str, str]:
    """The parameters in the address, each given once."""
    twice = [name for name in request.args if len(request.args.getlist(name)) > 1]
    if twice:
        wrong = [((name,), Mistake(MistakeCode.PARAMETER_TWICE)) for name in twice]
        raise invalid(wrong, in_query=True)
    return request.args.to_dict()


def _document(suffix: str) -> Callable[[], Response]:
    def view() -> Response:
        _refuse_parameters()
        body = document.as_yaml() if suffix == "yaml" else document.as_json()
        return cacheable(Response(body, content_type=f"application/{suffix}"), request, DAY)

    return view
