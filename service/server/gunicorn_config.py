"""gunicorn's settings and hooks: its own `gevent` worker, a worker for each core.

`python -m service` starts gunicorn with them. Each connection has a greenlet, so a client that
sends or reads slowly holds up nobody else; a request that computes for long does.
"""

import gc
import resource
from typing import Any

from gevent import sleep

from service.server import logs, metrics
from service.server.settings import read_settings

_RESERVE = 64
"""Files that a worker opens beside its connections: its log, its counters, its event loop."""

_settings = read_settings()
_most_files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)

bind = _settings.address
workers = _settings.workers
worker_class = "gevent"
# A worker that has as many connections accepts no more, and so never runs out of files.
worker_connections = max(1, min(_settings.connections, _most_files - _RESERVE))
keepalive = _settings.keep_alive
graceful_timeout = _settings.grace
preload_app = True
worker_tmp_dir = _settings.runtime_dir  # for heartbeats
forwarded_allow_ips = ""  # nobody's headers say where this is mounted, or for whom a request is
forwarder_headers = ""
control_socket_disable = True
errorlog = None  # `logs.configure` says how gunicorn's own log is written
loglevel = logs.gunicorn_level(_settings)


def when_ready(_: Any) -> None:
    """Set aside what was loaded, so that no worker looks through it for garbage, or copies it.

    And look seldom: what an answer is made of has no circles and goes by itself.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def post_request(_worker: Any, _request: Any, _environ: Any, _response: Any) -> None:
    """Let others be served before the next request that has come in on the same connection."""
    sleep(0)


def child_exit(_: Any, worker: Any) -> None:
    """Keep what a worker that has ended counted."""
    metrics.keep_counts_of(worker.pid)
