"""A page that is open in a browser, and what a visitor can do with it."""

import json
import os
import shlex
import shutil
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

CHROMIUM = "/usr/bin/chromium"
TELL = """addEventListener("securitypolicyviolation", (event) =>
    console.error("against the policy:", event.violatedDirective, event.blockedURI));"""

PATIENCE = 60_000  # milliseconds: a busy machine is no fault of the pages
expect.set_options(timeout=PATIENCE)

IN_A_BROWSER = [
    pytest.mark.browser,
    pytest.mark.skipif(
        shutil.which(CHROMIUM) is None and "MUST_RUN" not in os.environ,
        reason="chromium is not installed",
    ),
]
"""The marks of a module whose tests take a browser."""


@dataclass
class Visit:
    """A page that is open, and what it has asked and complained of."""

    page: Page
    origin: str
    asked: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.add_init_script(TELL)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda line: self._complain(line.type, line.text))

    def _complain(self, kind: str, text: str) -> None:
        # The browser says so itself of a refusal that a page has asked for.
        refused = "Failed to load resource: the server responded with a status of 4"
        if kind in {"error", "warning"} and not text.startswith(refused):
            self.complaints.append(text)

    def open(self, path: str) -> None:
        self.page.goto(self.origin + path)

    def at(self, name: str) -> Locator:
        return self.page.locator(f"#{name}")

    def press(self, *names: str) -> None:
        """Press these buttons of the deck."""
        for name in names:
            self.at("deck").get_by_role("button", name=name, exact=True).click()

    def type(self, cards: str) -> None:
        self.at("cards").fill(cards)
        self.at("cards").press("Enter")

    def sit(self, rules: str) -> None:
        self.at("rules").select_option(rules)

    def answered(self, cards: list[str]) -> Any:
        """The whole answer that the page tells of these cards, once it is there."""
        whole = self.at("whole").locator("pre")
        for card in set(cards):
            expect(whole).to_contain_text(f'"{card}"')
        return json.loads(whole.text_content() or "")

    def question(self) -> Any:
        """The body that the page's curl sends."""
        words = shlex.split((self.at("curl").text_content() or "").replace("\\\n", " "))
        assert f"{self.origin}/evaluate" in words
        assert "Content-Type: application/json" in words
        return json.loads(words[words.index("-d") + 1])

    def lying(self) -> list[list[str]]:
        """The names of the cards on the felt, group by group."""
        return [
            [str(card.get_attribute("aria-label")) for card in figure.get_by_role("img").all()]
            for figure in self.at("melding").locator("figure").all()
        ]
