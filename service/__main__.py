"""`python -m service` serves until it is told to stop; docs/running.md lists its settings."""

import http.client
import os
import resource
import sys
import time
from argparse import ArgumentParser

from service import __version__
from service.server import runtime_folder
from service.server.settings import Settings, SettingsError, read_settings

_HEALTH_TIMEOUT = 2.0
_STANDARD_ERROR = 2
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - addresses that are no destination


def main() -> None:
    """Serve, or do what is asked to an instance that serves, as the environment says."""
    parser = ArgumentParser(
        prog="python -m service",
        description="Serve the rules of Chinchón over HTTP, as the environment says.",
        epilog="HOST, PORT and the CHINCHON_… variables are listed in docs/running.md.",
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", metavar="[command]")
    draining = commands.add_parser(
        "drain", help="make the instance at this address answer 503 at /readyz, then wait"
    )
    draining.add_argument("--wait", type=float, default=0, metavar="SECONDS", help="how long")
    commands.add_parser("health", help="ask the instance at this address whether it is alive")
    asked = parser.parse_args()
    try:
        settings = read_settings()
        if asked.command == "drain":
            _drain(settings, asked.wait)
        elif asked.command == "health":
            _ask_for_health(settings)
        else:
            _serve(settings)
    except SettingsError as error:
        sys.exit(str(error))


def _serve(settings: Settings) -> None:
    """Start gunicorn, which answers until it is told to stop."""
    _open_standard_streams()
    most_files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    folder = runtime_folder.claim(settings)
    # Before prometheus_client is imported, which looks for it only then.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(runtime_folder.metrics_folder(folder))
    from gunicorn.app.wsgiapp import run  # noqa: PLC0415 - see above

    from service.server import logs  # noqa: PLC0415

    logs.configure(settings, logs.Output(1))
    sys.argv = [
        "service",
        "--config",
        "python:service.server.gunicorn_config",
        "service.server.wsgi:create_app()",
    ]
    server = os.getpid()
    try:
        run(prog="service")
    finally:
        if os.getpid() == server:  # the workers come through here too
            runtime_folder.remove(folder)


def _open_standard_streams() -> None:
    """Let no connection get the number of a closed standard stream: it would be sent the log."""
    while (null := os.open(os.devnull, os.O_RDWR)) <= _STANDARD_ERROR:
        pass
    os.close(null)


def _drain(settings: Settings, seconds: float) -> None:
    if not runtime_folder.drain(settings):
        sys.exit(f"no instance runs at {settings.address}")
    time.sleep(seconds)


def _ask_for_health(settings: Settings) -> None:
    host = _EVERYWHERE.get(settings.host, settings.host)
    connection = http.client.HTTPConnection(host, settings.port, timeout=_HEALTH_TIMEOUT)
    try:
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
    except OSError as error:
        sys.exit(f"no answer from {settings.address}: {error}")
    if status != http.HTTPStatus.OK:
        sys.exit(f"{settings.address} answers {status}")


if __name__ == "__main__":
    main()
