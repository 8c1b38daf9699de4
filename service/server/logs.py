"""The log: one line for each event, of ours and of gunicorn's, on standard output.

Nothing that a request held (hands, names, seeds, paths) is logged, nor the client's address. The
message of an exception may quote a request, so only its type is logged and where it came from.
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
"""Bytes that a pipe keeps for a reader that is behind: some thousand lines."""

_WORDS = {
    "Invalid request from ip=": "a request was refused before it was read",
    "Error handling request": "a request failed outside of the application",
}
"""What gunicorn's messages begin with that quote a request, and what is logged instead."""


class Line(Struct):
    """What is logged of every answer; times in milliseconds, sizes in bytes."""

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
    """Standard output, which costs no answer if it can't be written: the line is dropped.

    A pipe isn't waited for either. It is opened again for that, because the flag that says so would
    hold for everybody else who writes to it.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        with suppress(OSError):
            if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
                again = f"/proc/self/fd/{descriptor}"
                self._descriptor = os.open(again, os.O_WRONLY | os.O_NONBLOCK)
                fcntl.fcntl(self._descriptor, fcntl.F_SETPIPE_SZ, _PIPE_SIZE)

    def write(self, text: str | bytes) -> None:
        """Write a line, or drop it."""
        with suppress(OSError):
            os.write(self._descriptor, text if isinstance(text, bytes) else text.encode())

    def flush(self) -> None:
        """Nothing is kept."""


def configure(settings: Settings, out: Output) -> None:
    """Let this process log as the settings say: through structlog, and what gunicorn logs."""
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
    """What logs an answer.

    JSON goes past structlog, whose steps cost six times as much for a line that always has the same
    members.
    """
    if _level(settings) > logging.INFO:
        return lambda _: None
    if _is_console(settings):
        log = structlog.get_logger().bind()
        return lambda line: log.info(**asdict(line))
    return lambda line: out.write(encode(line) + b"\n")


class _Lines:
    """What structlog calls with each rendered event."""

    def __init__(self, out: Output) -> None:
        self._out = out

    def msg(self, line: str) -> None:
        """Write an event."""
        self._out.write(line + "\n")

    debug = info = warning = error = critical = msg


def gunicorn_level(settings: Settings) -> str:
    """The level of gunicorn's own log: what it says for debugging quotes requests."""
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
    """A message of gunicorn's, in words of ours if its own quote the request."""
    for beginning, words in _WORDS.items():
        if event["event"].startswith(beginning):
            event["event"] = words
    return event


def _without_messages(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """An exception as its type and the places that it came through."""
    raised = event.pop("exc_info", None)
    if raised is True:
        raised = sys.exc_info()
    error = raised[1] if isinstance(raised, tuple) else raised
    if isinstance(error, BaseException):
        frames = traceback.extract_tb(error.__traceback__)
        event["exception"] = type(error).__qualname__
        event["came_through"] = [f"{at.filename}:{at.lineno} {at.name}" for at in frames]
    return event
