"""Security headers: no answer may be run, framed or taken for another type of content."""

from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask

_POLICY = "default-src 'none'; frame-ancestors 'none'"


def register(app: Flask) -> None:
    """Add the headers to every answer of this application; a page keeps a policy of its own."""
    app.wsgi_app = _guarded(app.wsgi_app)  # type: ignore[method-assign,assignment]  # as Flask's documentation does


def _guarded(application: WSGIApplication) -> WSGIApplication:
    def guarding(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            headers.append(("X-Content-Type-Options", "nosniff"))
            if not any(name == "Content-Security-Policy" for name, _ in headers):
                headers.append(("Content-Security-Policy", _POLICY))
            return start_response(status, headers, *more)

        return application(environ, start)

    return guarding
