"""Serving: how gunicorn runs the application.

Threads in workers that share the loaded application: a stalled body holds one thread, not a worker.
"""

import os
from typing import Any

from gunicorn import util
from msgspec.json import encode

from service.api.problems import INVALID_REQUEST, MEDIA_TYPE, ProblemError

bind = f"{os.environ.get('HOST', '0.0.0.0')}:{os.environ.get('PORT', '8000')}"  # noqa: S104 - a service is to be reached
workers = os.cpu_count() or 1
worker_class = "gthread"
threads = 4
keepalive = 75
preload_app = True
no_control_socket = True
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112, S108 - gunicorn's own


def _write_error(sock: Any, status: int, reason: str, detail: str) -> None:
    """Answer as a problem what gunicorn refuses before it is a request."""
    kinds = {414: "uri-too-long", 431: "header-fields-too-large", 400: INVALID_REQUEST}
    problem = ProblemError(kinds.get(status, INVALID_REQUEST), status, detail or reason)
    body = encode(problem.body)
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\nContent-Type: {MEDIA_TYPE}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    util.write_nonblock(sock, head.encode("latin-1") + body)


util.write_error = _write_error
