"""Security headers: browsers may not run or frame a response, or guess its media type."""

from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask

_POLICY = "default-src 'none'; frame-ancestors 'none'"


def register(app: Flask) -> None:
    """Add the headers to every response of this application; a page keeps its own policy."""
    app.wsgi_app = _with_headers(app.wsgi_app)  # type: ignore[method-assign,assignment]  # as Flask's documentation does


def _with_headers(application: WSGIApplication) -> WSGIApplication:
    def wrapped(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            headers.append(("X-Content-Type-Options", "nosniff"))
            if not any(name == "Content-Security-Policy" for name, _ in headers):
                headers.append(("Content-Security-Policy", _POLICY))
            return start_response(status, headers, *more)

        return application(environ, start)

    return wrapped
