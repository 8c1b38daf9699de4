"""Serving: how gunicorn runs the application; `python -m service` starts it.

Threads in workers that share the loaded application.
"""

import contextlib
import fcntl
import gc
import os
import shutil
import socket
import tempfile
from pathlib import Path
from typing import Any

_MEMORY = Path("/dev/shm")  # noqa: S108 - a file system in memory, for what is written on each request
_FAST = str(_MEMORY) if os.access(_MEMORY, os.W_OK) else None
_PREFIX = "chinchon-"


def _remove_orphans(folder: Path) -> None:
    """Remove what instances that were killed counted in: nobody holds the lock of theirs."""
    for orphan in folder.glob(f"{_PREFIX}*/lock"):
        with contextlib.suppress(OSError), orphan.open() as held:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(orphan.parent, ignore_errors=True)


_metrics = tempfile.mkdtemp(prefix=_PREFIX, dir=_FAST)
_remove_orphans(Path(_metrics).parent)
_lock = (Path(_metrics) / "unlocked").open(
    "w"
)  # open as long as any process of this instance lives
fcntl.flock(_lock, fcntl.LOCK_EX)
Path(_lock.name).rename(Path(_metrics) / "lock")
os.environ["PROMETHEUS_MULTIPROC_DIR"] = _metrics  # before its library is imported

from gunicorn import util  # noqa: E402

from service.api.http.problems import INVALID_REQUEST, TITLES, ProblemError, raw  # noqa: E402
from service.server import logs, metrics  # noqa: E402
from service.server.settings import settings  # noqa: E402
from service.server.worker import ServerLogger, Worker  # noqa: E402

_settings = settings()

bind = f"{_settings.host}:{_settings.port}"
workers = _settings.workers
worker_class = Worker
threads = _settings.threads
keepalive = _settings.keep_alive
graceful_timeout = _settings.drain + _settings.grace
preload_app = True
forwarder_headers = ""  # no header says where this is mounted
sendfile = False  # the worker sends all itself
control_socket_disable = True
worker_tmp_dir = _FAST
logconfig_dict = logs.for_server(_settings)
logger_class = ServerLogger


def when_ready(_: Any) -> None:
    """Set aside what was loaded, so that no worker looks through it for garbage, or copies it.

    And look seldom: what an answer is made of has no circles and goes by itself.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def worker_exit(_: Any, __: Any) -> None:
    """Add up what a worker has answered last."""
    metrics.settle()


def on_exit(_: Any) -> None:
    """Remove what the workers counted in."""
    shutil.rmtree(_metrics, ignore_errors=True)


def _write_error(sock: socket.socket, status: int, reason: str, detail: str) -> None:
    """Answer as a problem what gunicorn refuses before it is a request."""
    kinds = {414: "uri-too-long", 431: "header-fields-too-large", 400: INVALID_REQUEST}
    kind = kinds.get(status, INVALID_REQUEST if status < 500 else "internal-error")  # noqa: PLR2004 - the server's own faults
    util.write_nonblock(sock, raw(ProblemError(kind, status, detail or reason or TITLES[kind])))


util.write_error = _write_error
