"""The application: a route for each operation, strict bodies in, JSON out."""

import hashlib
from collections.abc import Callable
from typing import Any

from flask import Flask, Request, Response, request
from msgspec.json import encode
from werkzeug.exceptions import HTTPException, NotFound

import service.api.endpoints
import service.api.matches
import service.api.rounds  # noqa: F401 - they declare the operations
from service.api import browsers, logs, metrics, observing, openapi, pages, problems
from service.api.asking import ask
from service.api.contract import DAY, OPERATIONS, Operation
from service.api.observing import timed
from service.api.problems import ProblemError, invalid
from service.api.reading import NotJsonError, read_json
from service.api.settings import settings
from service.rules.profiles import PROFILES

FOR_EVER = 365 * DAY


class _Application(Flask):
    def make_default_options_response(self) -> Response:
        """Answer OPTIONS with the methods that an address takes, and nothing else."""
        response: Response = super().make_default_options_response()
        response.status_code = 204
        del response.headers["Content-Type"]
        return response


def create_app() -> Flask:
    """The WSGI application."""
    logs.configure(settings())
    app = _Application("service", static_folder=None)
    app.url_map.merge_slashes = False
    problems.register(app)
    observing.register(app)
    browsers.register(app, settings().cors_origins)
    for operation in map(timed, OPERATIONS):
        path = operation.path.replace("{", "<").replace("}", ">")
        app.add_url_rule(path, operation.name, _view(operation), methods=[operation.method])
    app.add_url_rule("/openapi.json", "openapi_json", _document("json"))
    app.add_url_rule("/openapi.yaml", "openapi_yaml", _document("yaml"))
    app.add_url_rule("/metrics", "metrics", _metrics)
    pages.register(app)
    return app


def _view(operation: Operation) -> Callable[..., Response]:
    if operation.body is not None:
        return _posting(operation)
    return _getting(operation)


def _posting(operation: Operation) -> Callable[[], Response]:
    def view() -> Response:
        return _json(ask(operation, _read(request, operation)))

    return view


def _read(asked: Request, operation: Operation) -> Any:
    """The request's body as a JSON value."""
    _refuse_query()
    charset = asked.mimetype_params.get("charset", "utf-8")
    encoding = asked.headers.get("Content-Encoding", "identity")
    if asked.mimetype != "application/json" or charset.lower() not in {"utf-8", "utf8"}:
        detail = "send the body as application/json in UTF-8"
        raise ProblemError("unsupported-media-type", 415, detail)
    if encoding.lower() != "identity":
        raise ProblemError("unsupported-media-type", 415, "send the body uncompressed")
    # One byte more than allowed may be read: a chunked body is cut there without a word.
    limits = settings()
    limit = most = limits.max_batch_body if operation.takes_batch else limits.max_body
    if operation.takes_state:
        most = max(limit, limits.max_state_body)
    asked.max_content_length = most + 1
    body = _received(asked)
    if len(body) > limit and b'"state"' in body[:most]:
        limit = most
    if len(body) > limit:
        raise ProblemError("content-too-large", 413, f"a body here has at most {limit} bytes")
    try:
        return read_json(body)
    except NotJsonError as error:
        raise invalid([{"pointer": "#", "detail": str(error)}]) from None


def _received(asked: Request) -> bytes:
    """The body as it came in, whole."""
    try:
        body = asked.get_data(cache=False)
    except HTTPException:
        raise
    except Exception:  # noqa: BLE001 - whatever a server raises for a body that it can't take apart
        raise invalid([{"pointer": "#", "detail": "the body is badly chunked"}]) from None
    if asked.content_length is not None and len(body) < asked.content_length:
        detail = f"the body has {len(body)} bytes where {asked.content_length} were announced"
        raise invalid([{"pointer": "#", "detail": detail}])
    return body


def _getting(operation: Operation) -> Callable[..., Response]:
    def view(**address: str) -> Response:
        if "name" in address and address["name"] not in PROFILES:
            raise NotFound
        if operation.query is None:
            _refuse_query()
        answer = ask(operation, _query() if operation.query else address)
        return _cacheable(_json(answer), operation.max_age, immutable="v" in request.args)

    return view


def _json(answer: object) -> Response:
    return Response(encode(answer), content_type="application/json")


def _refuse_query() -> None:
    """Refuse parameters in an address that takes none."""
    if request.args:
        raise invalid([{"parameter": name, "detail": "not known here"} for name in request.args])


def _query() -> dict[str, str]:
    """The parameters in the address, each given once."""
    twice = [name for name in request.args if len(request.args.getlist(name)) > 1]
    if twice:
        raise invalid([{"parameter": name, "detail": "given more than once"} for name in twice])
    return request.args.to_dict()


def _cacheable(response: Response, max_age: int | None, *, immutable: bool) -> Response:
    """Let caches keep an answer, for so many seconds; it is named by what it says."""
    if max_age is None:
        response.headers["Cache-Control"] = "no-store"
        return response
    response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
    lifetime = f"{FOR_EVER}, immutable" if immutable else f"{max_age}"
    response.headers["Cache-Control"] = f"public, max-age={lifetime}"
    response.make_conditional(request)
    return response


def _document(suffix: str) -> Callable[[], Response]:
    def view() -> Response:
        _refuse_query()
        body = openapi.as_yaml() if suffix == "yaml" else openapi.as_json()
        return _cacheable(
            Response(body, content_type=f"application/{suffix}"), DAY, immutable=False
        )

    return view


def _metrics() -> Response:
    _refuse_query()
    response = Response(metrics.exposed(), content_type=metrics.CONTENT_TYPE)
    return _cacheable(response, None, immutable=False)
