"""Settings: what may differ from one place where the service runs to another."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from environs import Env, EnvValidationError
from marshmallow import ValidationError
from marshmallow.validate import OneOf, Range

KIB = 1024
MOST_BODY = 64 * KIB * KIB

LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("json", "console")


class SettingsError(ValueError):
    """The environment sets something that cannot be; the message names every such setting."""


_ORIGIN = re.compile(r"\*|https?://[^\s/?#,]+")


def _are_origins(values: Sequence[str]) -> None:
    for value in values:
        if not _ORIGIN.fullmatch(value):
            message = f"{value!r} is no origin, such as https://cards.example, nor *."
            raise ValidationError(message)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment says: sizes in bytes, times in seconds, work in rough microseconds."""

    host: str
    port: int
    workers: int
    threads: int
    keep_alive: int
    arrival: int
    drain: int
    grace: int
    log_level: str
    log_format: str
    cors_origins: tuple[str, ...]
    max_body: int
    max_state_body: int
    max_batch_body: int
    max_batch: int
    max_work: int


@lru_cache(maxsize=1)
def settings() -> Settings:
    """The settings of this process, read once; raises `SettingsError`."""
    env = Env(eager=False)

    def whole(name: str, default: int, least: int, most: int) -> Any:
        return env.int(name, default, validate=Range(least, most))

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    found: dict[str, Any] = {
        "host": env.str("HOST", "0.0.0.0"),  # noqa: S104 - a service is there to be reached
        "port": whole("PORT", 8000, 1, 65_535),
        "workers": whole("CHINCHON_WORKERS", cores or 1, 1, 256),
        "threads": whole("CHINCHON_THREADS", 4, 1, 256),
        "keep_alive": whole("CHINCHON_KEEP_ALIVE", 75, 0, 3600),
        "arrival": whole("CHINCHON_ARRIVAL", 10, 1, 600),
        "drain": whole("CHINCHON_DRAIN", 0, 0, 600),
        "grace": whole("CHINCHON_GRACE", 30, 1, 600),
        "log_level": env.str("CHINCHON_LOG_LEVEL", "info", validate=OneOf(LOG_LEVELS)),
        "log_format": env.str("CHINCHON_LOG_FORMAT", "json", validate=OneOf(LOG_FORMATS)),
        "cors_origins": env.list("CHINCHON_CORS_ORIGINS", [], validate=_are_origins),
        "max_body": whole("CHINCHON_MAX_BODY", 64 * KIB, KIB, MOST_BODY),
        "max_state_body": whole("CHINCHON_MAX_STATE_BODY", 256 * KIB, KIB, MOST_BODY),
        "max_batch_body": whole("CHINCHON_MAX_BATCH_BODY", 2 * KIB * KIB, KIB, MOST_BODY),
        "max_batch": whole("CHINCHON_MAX_BATCH", 10_000, 1, 10_000),
        "max_work": whole("CHINCHON_MAX_WORK", 2_000_000, 1_000, 1_000_000_000),
    }
    try:
        env.seal()
    except EnvValidationError as error:
        raise SettingsError(_told(error)) from None
    return Settings(**found | {"cors_origins": tuple(found["cors_origins"])})


def _told(error: EnvValidationError) -> str:
    messages = error.error_messages if isinstance(error.error_messages, Mapping) else {}
    wrong = (f"{name}: {' '.join(said)}" for name, said in messages.items())
    return f"the environment can't be used: {'; '.join(wrong)}"
