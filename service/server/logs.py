"""Logs: one line of JSON for each thing worth telling, ours and the server's alike.

What a request held (hands, states, seeds) is told nowhere, an exception's message included, since
it may quote it: of an exception its type is told and where it came from.
"""

import logging
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import structlog
from msgspec import Struct, field
from msgspec.json import encode
from msgspec.structs import asdict
from structlog.typing import EventDict, Processor, WrappedLogger

from service.server.settings import Settings

_TIME = structlog.processors.TimeStamper(fmt="iso", utc=True)


def configure(settings: Settings) -> None:
    """Let this process log as the settings say."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            _TIME,
            _without_messages,
            *_renderers(settings),
            _as_bytes,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_level(settings)),
        logger_factory=structlog.BytesLoggerFactory(sys.stdout.buffer),
        cache_logger_on_first_use=True,
    )


class Line(Struct):
    """What is told of every answer; times in milliseconds, sizes in bytes."""

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


def teller(settings: Settings) -> Callable[[Line], None]:
    """What tells of every answer.

    JSON is written past structlog, whose steps cost six times as much for a line that always has
    the same members.
    """
    if _level(settings) > logging.INFO:
        return lambda _: None
    if settings.log_format == "console":
        log = structlog.get_logger().bind()
        return lambda line: log.info(**asdict(line))
    out = sys.stdout.buffer

    def tell(line: Line) -> None:
        out.write(encode(line) + b"\n")
        out.flush()

    return tell


def for_server(settings: Settings) -> dict[str, Any]:
    """What the server logs with, in the form of `logging.config.dictConfig`."""
    before: list[Processor] = [structlog.stdlib.add_log_level, _TIME, _without_messages]
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": before,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *_renderers(settings),
        ],
    }
    handler = {"class": "logging.StreamHandler", "formatter": "ours", "stream": "ext://sys.stdout"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"ours": formatter},
        "handlers": {"ours": handler},
        "root": {"level": settings.log_level.upper(), "handlers": ["ours"]},
        "loggers": {
            "gunicorn.error": {"level": settings.log_level.upper(), "propagate": True},
            "gunicorn.access": {"level": "CRITICAL", "propagate": False},
        },
    }


def _level(settings: Settings) -> int:
    level: int = getattr(logging, settings.log_level.upper())
    return level


def _renderers(settings: Settings) -> list[Processor]:
    if settings.log_format == "console":
        return [structlog.dev.ConsoleRenderer(colors=sys.stdout.isatty())]
    return [_as_json]


def _as_json(_: WrappedLogger, __: str, event: EventDict) -> str:
    return encode(event, enc_hook=str).decode()


def _as_bytes(_: WrappedLogger, __: str, line: Any) -> bytes:
    encoded: bytes = line.encode()
    return encoded


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
