"""The Flask application, less what Flask does for each request that no answer here needs."""

from collections.abc import Callable
from typing import Any

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter

from service.api.http.problems import ProblemResponse
from service.server.observing import WATCH, asked_for


class _NoSession(SessionInterface):
    """No session: nothing is remembered of anybody."""

    session = NullSession()

    def open_session(self, *_: object) -> NullSession:
        """Nobody's session, the same for all."""
        return self.session


class Application(Flask):
    """No session, no host, no coroutines; those who watch are told what is asked and answered."""

    session_interface = _NoSession()

    def create_url_adapter(self, asked: Request | None) -> MapAdapter | None:
        """Match by path and method alone: no answer here names its own host."""
        if asked is None:
            return None
        path = asked.environ.get("PATH_INFO", "").encode("latin-1").decode(errors="replace")
        return MapAdapter(self.url_map, "localhost", "/", "", "http", path, asked.method)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Take every function as it is: none of ours is a coroutine, and asking each takes time."""
        return func

    def preprocess_request(self) -> None:
        """Tell those who watch which operation is asked; nothing else comes before an answer."""
        asked = asked_for()
        asked.environ[WATCH].operation = asked.endpoint or "none"

    def process_response(self, response: Response) -> Response:
        """Tell those who watch which problem is told."""
        if isinstance(response, ProblemResponse):
            asked_for().environ[WATCH].problem = response.kind
        return super().process_response(response)

    def make_default_options_response(self) -> Response:
        """Answer OPTIONS with the methods that an address takes, and nothing else."""
        response: Response = super().make_default_options_response()
        response.status_code = 204
        response.headers["Allow"] = ", ".join(sorted(response.allow))
        del response.headers["Content-Type"]
        return response
