"""Slow bodies: a body must arrive within a time limit, and reading it doesn't block other requests.

gunicorn's `gevent` worker gives each connection a greenlet, so a body that arrives slowly blocks
nobody else. Without the limit, however, it could hold its connection for ever. And a body in very
many chunks that have all arrived would be parsed without a pause, while other requests wait.
"""

from collections.abc import Iterable, Iterator
from time import monotonic
from wsgiref.types import InputStream, StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from gevent import Timeout, sleep
from werkzeug.exceptions import RequestTimeout

_AT_ONCE = 16 * 1024
"""The number of bytes that are read before other requests are served."""


def register(app: Flask, seconds: float) -> None:
    """Require every request body to arrive within this number of seconds."""
    app.wsgi_app = _timed(app.wsgi_app, seconds)  # type: ignore[method-assign,assignment]  # as Flask says


def _timed(application: WSGIApplication, seconds: float) -> WSGIApplication:
    def timing(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if "CONTENT_LENGTH" in environ or "HTTP_TRANSFER_ENCODING" in environ:
            environ["wsgi.input"] = _Body(environ["wsgi.input"], monotonic() + seconds)
        return application(environ, start_response)

    return timing


class _Body:
    """The body of a request; its methods raise `RequestTimeout` after a deadline."""

    __slots__ = ("_body", "_deadline")

    def __init__(self, body: InputStream, deadline: float) -> None:
        self._body, self._deadline = body, deadline

    def read(self, size: int = -1, /) -> bytes:
        """Return at most `size` bytes or, if it is negative, all that are left."""
        with Timeout(self._deadline - monotonic(), RequestTimeout):
            if 0 <= size <= _AT_ONCE:
                return self._body.read(size)
            pieces, remaining = [], size
            while remaining and (
                piece := self._body.read(min(remaining, _AT_ONCE) if remaining > 0 else _AT_ONCE)
            ):
                pieces.append(piece)
                remaining -= len(piece) if remaining > 0 else 0
                sleep(0)
            return b"".join(pieces)

    def readline(self, size: int = -1, /) -> bytes:
        """Return the next line."""
        with Timeout(self._deadline - monotonic(), RequestTimeout):
            return self._body.readline(size)

    def readlines(self, hint: int = -1, /) -> list[bytes]:
        """Return the remaining lines."""
        with Timeout(self._deadline - monotonic(), RequestTimeout):
            return self._body.readlines(hint)

    def __iter__(self) -> Iterator[bytes]:
        """Return an iterator over the remaining lines."""
        return iter(self.readline, b"")
