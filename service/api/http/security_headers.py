"""What answers say to browsers: nothing here may be run or framed, and which pages may ask."""

from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, request

_POLICY = "default-src 'none'; frame-ancestors 'none'"
_MAY_SEND = "Content-Type, If-None-Match, traceparent, X-Request-Id"
_MAY_READ = "Allow, ETag, Retry-After, Server-Timing, traceparent, X-Request-Id"
_REMEMBER = "86400"


def register(app: Flask, origins: tuple[str, ...]) -> None:
    """Guard every answer of this app, and let pages of these origins (`*` for all) read them."""
    app.wsgi_app = _guarded(app.wsgi_app)  # type: ignore[method-assign,assignment]  # as Flask says
    if origins:

        def share(response: Response) -> Response:
            _share(response, origins)
            return response

        app.after_request(share)


def _guarded(application: WSGIApplication) -> WSGIApplication:
    def guarding(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            headers.append(("X-Content-Type-Options", "nosniff"))
            if not any(name == "Content-Security-Policy" for name, _ in headers):
                headers.append(("Content-Security-Policy", _POLICY))
            if environ["REQUEST_METHOD"] == "OPTIONS" and status == "200 OK":
                status, headers = "204 NO CONTENT", _methods(headers)
            return start_response(status, headers, *more)

        return application(environ, start)

    return guarding


def _methods(headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The headers of an answer to OPTIONS: the methods in one order, and nothing of a body."""
    kept = [
        (name, value)
        for name, value in headers
        if not name.startswith(("Allow", "Content-T", "Content-L"))
    ]
    methods = dict(headers).get("Allow", "").split(", ")
    return [*kept, ("Allow", ", ".join(sorted(methods)))]


def _share(response: Response, origins: tuple[str, ...]) -> None:
    headers = response.headers
    origin = request.headers.get("Origin")
    if "*" in origins:
        headers["Access-Control-Allow-Origin"] = "*"
    else:
        headers.add("Vary", "Origin")
        if origin not in origins:
            return
        headers["Access-Control-Allow-Origin"] = origin
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        headers["Access-Control-Allow-Methods"] = ", ".join(sorted(response.allow))
        headers["Access-Control-Allow-Headers"] = _MAY_SEND
        headers["Access-Control-Max-Age"] = _REMEMBER
    else:
        headers["Access-Control-Expose-Headers"] = _MAY_READ
