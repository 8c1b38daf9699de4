"""The log: one line on standard output for each event of the service and of gunicorn.

The contents of a request (hands, names, seeds, paths) are never logged, nor is the address of the
client. The message of an exception may quote a request, so only its type and its traceback's
locations are logged.
"""

import fcntl
import logging
import os
import stat
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from logging.config import dictConfig

import structlog
from msgspec import Struct, field
from msgspec.json import encode
from msgspec.structs import asdict
from structlog.typing import EventDict, Processor, WrappedLogger

from service.server.settings import Settings

_TIME = structlog.processors.TimeStamper(fmt="iso", utc=True)

_PIPE_SIZE = 1024 * 1024
"""The buffer of a pipe in bytes, for a slow reader: some thousand lines."""

_MESSAGES = {
    "Invalid request from ip=": "a request was refused before it was read",
    "Error handling request": "a request failed outside of the application",
}
"""Messages that are logged in place of gunicorn's, by the beginning of a message with a quote."""


class Line(Struct):
    """The line that is logged for a response; times in milliseconds, sizes in bytes."""

    request_id: str
    trace_id: str | None
    method: str
    operation: str
    status: int
    problem: str | None
    ms: float
    rules_ms: float | None
    received: int
    sent: int
    event: str = "answered"
    level: str = "info"
    timestamp: datetime = field(default_factory=lambda: datetime.now(UTC))


class Output:
    """Standard output. A line that can't be written is dropped, so that the request still succeeds.

    Writing to a full pipe doesn't block either. The pipe is opened again for that, because the
    non-blocking flag of the original would apply to every process that writes to it.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        with suppress(OSError):
            if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
                pipe = f"/proc/self/fd/{descriptor}"
                self._descriptor = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
                fcntl.fcntl(self._descriptor, fcntl.F_SETPIPE_SZ, _PIPE_SIZE)

    def write(self, text: str | bytes) -> None:
        """Write a line, or drop it."""
        with suppress(OSError):
            os.write(self._descriptor, text if isinstance(text, bytes) else text.encode())

    def flush(self) -> None:
        """Do nothing: there is no buffer."""


def configure(settings: Settings, out: Output) -> None:
    """Set up the logs of this process, structlog's and gunicorn's, as in the settings."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            _TIME,
            _without_messages,
            _renderer(settings),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_level(settings)),
        logger_factory=lambda *_: _Lines(out),
        cache_logger_on_first_use=True,
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [structlog.stdlib.add_log_level, _TIME, _without_requests],
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            _without_messages,
            _renderer(settings),
        ],
    }
    dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"line": formatter},
            "handlers": {
                "out": {"class": "logging.StreamHandler", "formatter": "line", "stream": out}
            },
            "root": {"level": gunicorn_level(settings).upper(), "handlers": ["out"]},
            "loggers": {"gunicorn.error": {"handlers": ["out"], "propagate": False}},
        }
    )


def answer_log(settings: Settings, out: Output) -> Callable[[Line], None]:
    """Return the function that logs a response.

    JSON lines bypass structlog, whose processors cost six times as much.
    """
    if _level(settings) > logging.INFO:
        return lambda _: None
    if _is_console(settings):
        log = structlog.get_logger().bind()
        return lambda line: log.info(**asdict(line))
    return lambda line: out.write(encode(line) + b"\n")


class _Lines:
    """The logger that structlog calls with each rendered event."""

    def __init__(self, out: Output) -> None:
        self._out = out

    def msg(self, line: str) -> None:
        """Write an event."""
        self._out.write(line + "\n")

    debug = info = warning = error = critical = msg


def gunicorn_level(settings: Settings) -> str:
    """Return the level of gunicorn's log, which is never `debug`: those messages quote requests."""
    return "info" if settings.log_level == "debug" else settings.log_level


def _level(settings: Settings) -> int:
    return logging.getLevelNamesMapping()[settings.log_level.upper()]


def _is_console(settings: Settings) -> bool:
    if settings.log_format == "auto":
        return os.isatty(1)
    return settings.log_format == "console"


def _renderer(settings: Settings) -> Processor:
    if _is_console(settings):
        return structlog.dev.ConsoleRenderer(colors=os.isatty(1))
    return _as_json


def _as_json(_: WrappedLogger, __: str, event: EventDict) -> str:
    return encode(event, enc_hook=str).decode()


def _without_requests(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Replace a message of gunicorn's that quotes the request."""
    for beginning, message in _MESSAGES.items():
        if event["event"].startswith(beginning):
            event["event"] = message
    return event


def _without_messages(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Replace an exception by its type and the locations in its traceback."""
    raised = event.pop("exc_info", None)
    if raised is True:
        raised = sys.exc_info()
    error = raised[1] if isinstance(raised, tuple) else raised
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)
        event["exception"] = type(error).__qualname__
        event["came_through"] = [
            f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames
        ]
    return event
