"""The settings: environment variables, read and checked when the service starts."""

import ipaddress
import os
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from environs import Env, EnvValidationError
from marshmallow import ValidationError
from marshmallow.validate import OneOf, Range

from service.api.operations.limits import Limits

KIB = 1024
MOST_BODY = 64 * KIB * KIB

LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("auto", "json", "console")

PREFIX = "CHINCHON_"
_ORIGIN = re.compile(r"\*|https?://[^\s/?#,]+")
_LABEL = r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)"
_HOST_NAME = re.compile(rf"(?=.{{1,253}}\Z){_LABEL}(?:\.{_LABEL})*\.?")
_SERVICE_LINK = re.compile(
    r"CHINCHON_(?:[A-Z0-9_]+_)?(?:SERVICE_(?:HOST|PORT(?:_[A-Z0-9_]+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)"
)
"""Variables that Kubernetes sets for a Service named `chinchon`, by its service links."""

_MEMORY = "/dev/shm"  # noqa: S108 - a file system in memory


class SettingsError(ValueError):
    """The environment has invalid settings; the message names each of them."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings: sizes in bytes, times in seconds, work in estimated microseconds."""

    host: str
    port: int
    workers: int
    connections: int
    keep_alive: int
    body_timeout: int
    grace: int
    log_level: str
    log_format: str
    runtime_dir: str
    cors_origins: tuple[str, ...]
    max_body: int
    max_state_body: int
    max_batch_body: int
    max_batch: int
    max_work: int

    @property
    def limits(self) -> Limits:
        """The limits on requests."""
        return Limits(
            max_body=self.max_body,
            max_state_body=self.max_state_body,
            max_batch_body=self.max_batch_body,
            max_batch=self.max_batch,
            max_work=self.max_work,
        )

    @property
    def address(self) -> str:
        """The host and port that the server listens on, with brackets around an IPv6 address."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def variable_of(field: str) -> str:
    """Return the environment variable of a setting.

    >>> variable_of("port"), variable_of("max_body")
    ('PORT', 'CHINCHON_MAX_BODY')
    """
    return field.upper() if field in {"host", "port"} else PREFIX + field.upper()


VARIABLES = tuple(variable_of(field) for field in Settings.__dataclass_fields__)


def read_settings() -> Settings:
    """Return the settings in the environment, or raise `SettingsError`."""
    env = Env(eager=False)

    def whole(name: str, default: int, least: int, most: int) -> Any:
        return env.int(name, default, validate=Range(least, most))

    values: dict[str, Any] = {
        "host": env.str("HOST", "0.0.0.0", validate=_is_host),  # noqa: S104 - the service listens to the network
        "port": whole("PORT", 8000, 1, 65_535),
        "workers": whole("CHINCHON_WORKERS", _cores(), 1, 256),
        "connections": whole("CHINCHON_CONNECTIONS", 1000, 1, 100_000),
        "keep_alive": whole("CHINCHON_KEEP_ALIVE", 20, 1, 3600),
        "body_timeout": whole("CHINCHON_BODY_TIMEOUT", 10, 1, 600),
        "grace": whole("CHINCHON_GRACE", 30, 1, 600),
        "log_level": env.str("CHINCHON_LOG_LEVEL", "info", validate=OneOf(LOG_LEVELS)),
        "log_format": env.str("CHINCHON_LOG_FORMAT", "auto", validate=OneOf(LOG_FORMATS)),
        "runtime_dir": env.str("CHINCHON_RUNTIME_DIR", _fast_folder(), validate=_is_folder),
        "cors_origins": env.list("CHINCHON_CORS_ORIGINS", ["*"], validate=_are_origins),
        "max_body": whole("CHINCHON_MAX_BODY", 64 * KIB, KIB, MOST_BODY),
        "max_state_body": whole("CHINCHON_MAX_STATE_BODY", 256 * KIB, KIB, MOST_BODY),
        "max_batch_body": whole("CHINCHON_MAX_BATCH_BODY", 2 * KIB * KIB, KIB, MOST_BODY),
        "max_batch": whole("CHINCHON_MAX_BATCH", 10_000, 1, 10_000),
        "max_work": whole("CHINCHON_MAX_WORK", 250_000, 1_000, 1_000_000_000),
    }
    errors = [*_unknown_settings(os.environ)]
    try:
        env.seal()
    except EnvValidationError as error:
        messages = error.error_messages if isinstance(error.error_messages, Mapping) else {}
        errors += [f"{name}: {' '.join(texts)}" for name, texts in messages.items()]
    if errors:
        raise SettingsError(f"the environment has invalid settings: {'; '.join(errors)}")
    return Settings(**values | {"cors_origins": tuple(values["cors_origins"])})


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _fast_folder() -> str:
    return _MEMORY if os.access(_MEMORY, os.W_OK) else tempfile.gettempdir()


def _unknown_settings(names: Iterable[str]) -> Iterable[str]:
    """Yield an error for each variable that looks like a setting, such as a misspelt one."""
    for name in sorted(names):
        if name == "GUNICORN_CMD_ARGS":
            yield f"{name}: gunicorn's options are not accepted; use the CHINCHON_… variables."
        elif name.startswith(PREFIX) and name not in VARIABLES and not _is_service_link(name):
            bare = name.removeprefix(PREFIX)
            near = bare if bare in VARIABLES else get_close_matches(name, VARIABLES, 1, 0)[0]
            yield f"{name}: there is no such setting; the nearest one is {near}."


def _is_service_link(name: str) -> bool:
    if name == "CHINCHON_PORT":  # Kubernetes sets it to a URL; other values are a mistake for PORT
        return "://" in os.environ[name]
    return bool(_SERVICE_LINK.fullmatch(name))


def _is_host(value: str) -> None:
    try:
        ipaddress.ip_address(value)
    except ValueError:
        # A name whose last label is a number is a malformed address: "127.0.0.1.5", "1.2.3".
        last_label = value.rstrip(".").rpartition(".")[2]
        if not _HOST_NAME.fullmatch(value) or last_label.isdigit():
            message = (
                f"{value!r} is neither an IP address, such as 0.0.0.0 or ::1, nor a host name."
            )
            raise ValidationError(message) from None


def _is_folder(value: str) -> None:
    if not (Path(value).is_dir() and os.access(value, os.W_OK)):
        message = f"{value!r} is not a writable folder; the folder must exist."
        raise ValidationError(message)


def _are_origins(values: Sequence[str]) -> None:
    for value in values:
        if not _ORIGIN.fullmatch(value):
            message = f"{value!r} is neither an origin, such as https://cards.example, nor *."
            raise ValidationError(message)
