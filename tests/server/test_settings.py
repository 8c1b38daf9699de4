"""Settings are checked when the service starts, and each that is wrong is named."""

import re
from pathlib import Path

import pytest

from service.server.settings import (
    VARIABLES,
    Settings,
    SettingsError,
    read_settings,
    variable_of,
)

RUNNING = (Path(__file__).parents[2] / "docs/running.md").read_text()


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment that sets nothing."""
    for name in (*VARIABLES, "GUNICORN_CMD_ARGS"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HOST", ""),
        ("HOST", "not a host"),
        ("HOST", "127.0.0.1.5"),
        ("HOST", "300.0.0.1"),
        ("HOST", "1.2.3"),
        ("HOST", "-a.example"),
        ("HOST", "a..example"),
        ("HOST", "http://a.example"),
        ("HOST", "[::1]"),
        ("HOST", "::1::"),
        ("HOST", "a.example:80"),
        ("HOST", "a" * 64),
        ("PORT", "eight"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("CHINCHON_WORKERS", "0"),
        ("CHINCHON_CONNECTIONS", "-1"),
        ("CHINCHON_KEEP_ALIVE", "0"),
        ("CHINCHON_LOG_LEVEL", "loud"),
        ("CHINCHON_LOG_FORMAT", "xml"),
        ("CHINCHON_RUNTIME_DIR", "/no/such/folder"),
        ("CHINCHON_CORS_ORIGINS", "cards.example"),
        ("CHINCHON_MAX_BODY", "1"),
        ("CHINCHON_MAX_BATCH", "10001"),
        ("CHINCHON_MAX_WORK", "many"),
    ],
)
def test_a_wrong_setting_is_named_in_one_line(
    plain: pytest.MonkeyPatch, name: str, value: str
) -> None:
    plain.setenv(name, value)
    with pytest.raises(SettingsError) as refused:
        read_settings()
    assert f"{name}: " in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("0.0.0.0", "0.0.0.0:8000"),  # noqa: S104 - nothing listens
        ("::", "[::]:8000"),
        ("localhost", "localhost:8000"),
        ("cards-1.example.", "cards-1.example.:8000"),
    ],
)
def test_a_host_is_an_address_or_a_name(plain: pytest.MonkeyPatch, host: str, address: str) -> None:
    plain.setenv("HOST", host)
    assert read_settings().address == address


def test_every_wrong_setting_is_named(plain: pytest.MonkeyPatch) -> None:
    plain.setenv("PORT", "eight")
    plain.setenv("CHINCHON_WORKERS", "0")
    plain.setenv("CHINCHON_WORKER", "2")
    with pytest.raises(SettingsError, match=r"CHINCHON_WORKER: .*PORT: .*CHINCHON_WORKERS: "):
        read_settings()


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("CHINCHON_WORKER", "CHINCHON_WORKERS"),
        ("CHINCHON_LOGLEVEL", "CHINCHON_LOG_LEVEL"),
        ("CHINCHON_CORS_ORIGIN", "CHINCHON_CORS_ORIGINS"),
        ("CHINCHON_KEEPALIVE", "CHINCHON_KEEP_ALIVE"),
        ("CHINCHON_PORT", "PORT"),
    ],
)
def test_a_misspelt_setting_is_refused_with_the_nearest_one(
    plain: pytest.MonkeyPatch, name: str, nearest: str
) -> None:
    plain.setenv(name, "1")
    with pytest.raises(SettingsError, match=rf"{name}: .* the nearest one is {nearest}\."):
        read_settings()


def test_what_kubernetes_says_of_a_service_of_that_name_is_no_setting(
    plain: pytest.MonkeyPatch,
) -> None:
    plain.setenv("CHINCHON_SERVICE_HOST", "10.0.0.1")
    plain.setenv("CHINCHON_SERVICE_PORT", "80")
    plain.setenv("CHINCHON_SERVICE_PORT_HTTP", "80")
    plain.setenv("CHINCHON_PORT", "tcp://10.0.0.1:80")
    plain.setenv("CHINCHON_PORT_80_TCP", "tcp://10.0.0.1:80")
    plain.setenv("CHINCHON_PORT_80_TCP_ADDR", "10.0.0.1")
    assert read_settings().port == 8000


def test_options_of_gunicorn_are_refused(plain: pytest.MonkeyPatch) -> None:
    plain.setenv("GUNICORN_CMD_ARGS", "--workers 9")
    with pytest.raises(SettingsError, match="GUNICORN_CMD_ARGS: "):
        read_settings()


def test_limits_are_settings(plain: pytest.MonkeyPatch) -> None:
    plain.setenv("CHINCHON_MAX_BODY", "1024")
    plain.setenv("CHINCHON_MAX_BATCH", "2")
    limits = read_settings().limits
    assert (limits.max_body, limits.max_batch, limits.max_work) == (1024, 2, 250_000)


def test_the_documentation_lists_each_setting_with_its_default() -> None:
    table = dict(re.findall(r"^\| `([A-Z_]+)` \| ([^|]+?) \|", RUNNING, re.MULTILINE))
    defaults = read_settings()
    assert table.keys() == set(VARIABLES)
    special = {
        "workers": "one for each core",
        "cors_origins": "*",
        "runtime_dir": "/dev/shm",  # noqa: S108 - what the documentation says
    }
    for field in Settings.__dataclass_fields__:
        told = special.get(field, str(getattr(defaults, field)))
        assert table[variable_of(field)].replace(",", "").strip("`") == told, field
