"""`python -m service` serves until it is told to stop; the README lists its settings."""

import sys
from argparse import ArgumentParser

from gunicorn.app.wsgiapp import WSGIApplication

from service import __version__
from service.server.settings import SettingsError, settings


def main() -> None:
    """Serve as the environment says, or tell in one line what of it can't be used."""
    parser = ArgumentParser(
        prog="python -m service",
        description="Serve the rules of Chinchón over HTTP, as the environment says.",
        epilog="HOST, PORT and the CHINCHON_… variables are listed in the README.",
    )
    parser.add_argument("--version", action="version", version=__version__)
    parser.parse_args()
    try:
        settings()
    except SettingsError as error:
        sys.exit(str(error))
    sys.argv = [
        "service",
        "--config",
        "python:service.server.gunicorn_config",
        "service.api.http.app:create_app()",
    ]
    WSGIApplication("%(prog)s", prog="service").run()


if __name__ == "__main__":
    main()
