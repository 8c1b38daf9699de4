"""The settings and hooks of gunicorn, with one `gevent` worker for each core.

`python -m service` starts gunicorn with this module. Each connection has a greenlet, so a slow
client doesn't block the others; a request that computes for a long time does.
"""

import gc
import resource
from typing import Any

from gevent import sleep

from service.server import logs, metrics
from service.server.settings import read_settings

_RESERVE = 64
"""The number of files that a worker opens besides its connections: log, counters, event loop."""

_settings = read_settings()
_max_files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)

bind = _settings.address
workers = _settings.workers
worker_class = "gevent"
# At this number of connections a worker accepts no more, so it never runs out of files.
worker_connections = max(1, min(_settings.connections, _max_files - _RESERVE))
keepalive = _settings.keep_alive
graceful_timeout = _settings.grace
preload_app = True
worker_tmp_dir = _settings.runtime_dir  # for heartbeats
forwarded_allow_ips = ""  # trust no headers of a proxy, such as `X-Forwarded-Proto`
forwarder_headers = ""
control_socket_disable = True
errorlog = None  # `logs.configure` sets up gunicorn's log
loglevel = logs.gunicorn_level(_settings)


def when_ready(_: Any) -> None:
    """Freeze the loaded objects, so that garbage collection skips them and workers share them.

    The thresholds let the collector run rarely: requests create hardly any reference cycles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def post_request(_worker: Any, _request: Any, _environ: Any, _response: Any) -> None:
    """Let other connections be served before the next request on the same connection."""
    sleep(0)


def child_exit(_: Any, worker: Any) -> None:
    """Keep the counts of a worker that has ended."""
    metrics.keep_counts_of(worker.pid)
