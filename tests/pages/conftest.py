"""A server and a browser for the tests of the pages.

A page asks no other server, breaks no policy and has nothing to complain of; `visits` checks that
at the end of each test.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, sync_playwright
from support.visit import CHROMIUM, PATIENCE, Visit

QUIET = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    """A server of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {"HOST": "127.0.0.1", "PORT": str(port), "CHINCHON_WORKERS": "1"}
    server = subprocess.Popen(
        [sys.executable, "-m", "service"],
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    origin = f"http://127.0.0.1:{port}"
    try:
        _await(origin)
        yield origin
    finally:
        server.terminate()
        server.wait(60)


def _await(origin: str) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            httpx.get(f"{origin}/healthz").raise_for_status()
        except httpx.TransportError:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.1)
        else:
            return


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def visits(browser: Browser, origin: str) -> Iterator[Callable[..., Visit]]:
    """Opens pages, each for a visitor of its own, and in the end looks at what they did."""
    made: list[Visit] = []

    def visit(path: str, **visitor: Any) -> Visit:
        context = browser.new_context(**visitor)
        context.set_default_timeout(PATIENCE)
        made.append(Visit(context.new_page(), origin))
        made[-1].open(path)
        return made[-1]

    yield visit
    for one in made:
        one.page.context.close()
        assert one.complaints == []
        assert one.asked
        elsewhere = [url for url in one.asked if not url.startswith((f"{origin}/", "data:"))]
        assert elsewhere == []
