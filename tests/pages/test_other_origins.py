"""A page of another origin asks the service, in a real browser."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from support.visit import IN_A_BROWSER, PATIENCE

pytestmark = IN_A_BROWSER

ASK = """async ([address, options]) => {
    const response = await fetch(address, options);
    const type = response.headers.get("Content-Type");
    return {
        status: response.status, type, id: response.headers.get("X-Request-Id"),
        body: await response.json(),
    };
}"""
HAND = '{"cards": ["7o", "7c", "7b", "9e", "10e", "11e", "4o"]}'


class EmptyPage(BaseHTTPRequestHandler):
    """Answers every request with a page without content."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>another origin</title>")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's own name
        """Write nothing."""


@pytest.fixture
def elsewhere(browser: Browser) -> Iterator[Page]:
    """A page of another origin than that of the service."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), EmptyPage)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    yield page
    page.close()
    server.shutdown()
    server.server_close()


def ask(page: Page, address: str, body: str | None) -> Any:
    headers = {"Content-Type": "application/json", "X-Request-Id": "asked-from-a-page"}
    posted = {"method": "POST", "body": body, "headers": headers}
    return page.evaluate(ASK, [address, posted if body else {}])


def test_a_page_of_another_origin_evaluates_a_hand(elsewhere: Page, origin: str) -> None:
    posted = ask(elsewhere, f"{origin}/evaluate", HAND)
    assert (posted["status"], posted["id"]) == (200, "asked-from-a-page")
    assert posted["body"]["unmatched"] == ["4o"]
    got = ask(elsewhere, f"{origin}/evaluate?cards=7o&cards=7c&cards=7b", None)
    assert (got["status"], got["body"]["unmatched_points"]) == (200, 0)


def test_a_page_of_another_origin_can_read_what_is_wrong_with_its_request(
    elsewhere: Page, origin: str
) -> None:
    refused = ask(elsewhere, f"{origin}/evaluate", '{"cards": ["13o"]}')
    assert (refused["status"], refused["type"]) == (400, "application/problem+json")
    assert refused["body"]["errors"][0]["pointer"] == "#/cards/0"
