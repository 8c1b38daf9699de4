"""`python -m service` serves until it receives a signal; docs/running.md lists its settings."""

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
_LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - no address to connect to


def main() -> None:
    """Start the service, or drain or probe a running instance."""
    parser = ArgumentParser(
        prog="python -m service",
        description="Serve the rules of Chinchón over HTTP.",
        epilog="The settings are environment variables; docs/running.md lists them.",
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", metavar="[command]")
    draining = commands.add_parser(
        "drain", help="make /readyz of the instance at this address answer 503, then wait"
    )
    draining.add_argument("--wait", type=float, default=0, metavar="SECONDS", help="time to wait")
    commands.add_parser("health", help="check that the instance at this address is alive")
    arguments = parser.parse_args()
    try:
        settings = read_settings()
        if arguments.command == "drain":
            _drain(settings, arguments.wait)
        elif arguments.command == "health":
            _check_health(settings)
        else:
            _serve(settings)
    except SettingsError as error:
        sys.exit(str(error))


def _serve(settings: Settings) -> None:
    """Start gunicorn, which runs until it receives a signal."""
    _open_standard_streams()
    max_files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (max_files, max_files))
    folder = runtime_folder.claim(settings)
    # prometheus_client reads this variable only when it is imported.
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
    main_process = os.getpid()
    try:
        run(prog="service")
    finally:
        if os.getpid() == main_process:  # the workers run this too
            runtime_folder.remove(folder)


def _open_standard_streams() -> None:
    """Open closed standard streams, or a connection would get their number, and then the log."""
    while (null := os.open(os.devnull, os.O_RDWR)) <= _STANDARD_ERROR:
        pass
    os.close(null)


def _drain(settings: Settings, seconds: float) -> None:
    if not runtime_folder.drain(settings):
        sys.exit(f"no instance runs at {settings.address}")
    time.sleep(seconds)


def _check_health(settings: Settings) -> None:
    host = _LOOPBACK.get(settings.host, settings.host)
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
