"""CORS: which origins' pages may read responses."""

from flask import Flask, Response, request

_REQUEST_HEADERS = "Content-Type, If-None-Match, traceparent, X-Request-Id"
_RESPONSE_HEADERS = "Allow, ETag, Retry-After, Server-Timing, traceparent, X-Request-Id"
_MAX_AGE = "86400"


def register(app: Flask, origins: tuple[str, ...]) -> None:
    """Let pages of these origins read the responses of this application; `*` is any origin."""
    if origins:

        def add_headers(response: Response) -> Response:
            _add_headers(response, origins)
            return response

        app.after_request(add_headers)


def _add_headers(response: Response, origins: tuple[str, ...]) -> None:
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
        headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
        headers["Access-Control-Allow-Headers"] = _REQUEST_HEADERS
        headers["Access-Control-Max-Age"] = _MAX_AGE
    else:
        headers["Access-Control-Expose-Headers"] = _RESPONSE_HEADERS
