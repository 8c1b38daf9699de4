"""Slow bodies: a body must arrive within a time, and nobody waits for one that comes in crumbs.

gunicorn's `gevent` worker gives each connection a greenlet, so a body that arrives slowly holds up
nobody but itself. Without a limit it would hold its connection for ever, though; and a body in very
many chunks that has arrived already is taken apart without a pause in which others are served.
"""

from collections.abc import Iterable, Iterator
from time import monotonic
from wsgiref.types import InputStream, StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from gevent import Timeout, sleep
from werkzeug.exceptions import RequestTimeout

_AT_ONCE = 16 * 1024
"""Bytes of a body that are read before others are served."""


def register(app: Flask, seconds: float) -> None:
    """Let every body that this app reads arrive within so many seconds."""
    app.wsgi_app = _timed(app.wsgi_app, seconds)  # type: ignore[method-assign,assignment]  # as Flask says


def _timed(application: WSGIApplication, seconds: float) -> WSGIApplication:
    def timing(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if "CONTENT_LENGTH" in environ or "HTTP_TRANSFER_ENCODING" in environ:
            environ["wsgi.input"] = _Body(environ["wsgi.input"], monotonic() + seconds)
        return application(environ, start_response)

    return timing


class _Body:
    """A request's body, which raises `RequestTimeout` if it hasn't arrived by some time."""

    __slots__ = ("_body", "_until")

    def __init__(self, body: InputStream, until: float) -> None:
        self._body, self._until = body, until

    def read(self, size: int = -1, /) -> bytes:
        """So many bytes, or all that there are."""
        with Timeout(self._until - monotonic(), RequestTimeout):
            if 0 <= size <= _AT_ONCE:
                return self._body.read(size)
            pieces, left = [], size
            while left and (
                piece := self._body.read(min(left, _AT_ONCE) if left > 0 else _AT_ONCE)
            ):
                pieces.append(piece)
                left -= len(piece) if left > 0 else 0
                sleep(0)
            return b"".join(pieces)

    def readline(self, size: int = -1, /) -> bytes:
        """The next line."""
        with Timeout(self._until - monotonic(), RequestTimeout):
            return self._body.readline(size)

    def readlines(self, hint: int = -1, /) -> list[bytes]:
        """The lines that are left."""
        with Timeout(self._until - monotonic(), RequestTimeout):
            return self._body.readlines(hint)

    def __iter__(self) -> Iterator[bytes]:
        """Line by line."""
        return iter(self.readline, b"")
