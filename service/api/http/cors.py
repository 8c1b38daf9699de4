"""CORS: which origins' pages may read answers."""

from flask import Flask, Response, request

_MAY_SEND = "Content-Type, If-None-Match, traceparent, X-Request-Id"
_MAY_READ = "Allow, ETag, Retry-After, Server-Timing, traceparent, X-Request-Id"
_DAY = "86400"


def register(app: Flask, origins: tuple[str, ...]) -> None:
    """Let pages of these origins read the answers of this application; `*` stands for all."""
    if origins:

        def share(response: Response) -> Response:
            _share(response, origins)
            return response

        app.after_request(share)


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
        headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
        headers["Access-Control-Allow-Headers"] = _MAY_SEND
        headers["Access-Control-Max-Age"] = _DAY
    else:
        headers["Access-Control-Expose-Headers"] = _MAY_READ
