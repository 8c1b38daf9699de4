"""The pages in a browser: what they show, and that they ask no other server and break no policy."""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from service.api.openapi import document as openapi

CHROMIUM = "/usr/bin/chromium"
QUIET = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]
TELL = """addEventListener("securitypolicyviolation", (event) =>
    console.error("against the policy:", event.violatedDirective, event.blockedURI));"""
SEVEN = ["7o", "7c", "7b", "9e", "10e", "11e", "4o"]
EIGHT = ["3c", "4c", "5c", "7b", "7o", "7e", "1o", "6c"]

PATIENCE = 60_000  # milliseconds: a busy machine is no fault of the pages
expect.set_options(timeout=PATIENCE)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        shutil.which(CHROMIUM) is None and "MUST_RUN" not in os.environ,
        reason="chromium is not installed",
    ),
]


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


DOCUMENT = openapi.document()
OPERATIONS = [
    f"operations-{operation['tags'][0]}-{operation['operationId']}"
    for methods in DOCUMENT["paths"].values()
    for operation in methods.values()
]


def test_every_operation_of_the_contract_is_shown(visits: Callable[..., Visit]) -> None:
    page = visits("/docs").page
    blocks = page.locator(".opblock")
    expect(blocks).to_have_count(len(OPERATIONS))
    shown = [block.get_attribute("id") for block in blocks.all()]
    assert sorted(shown, key=str) == sorted(OPERATIONS)
    expect(page.locator(".errors-wrapper")).to_have_count(0)


@pytest.mark.parametrize("path", ["/evaluate", "/close"])
def test_an_operation_can_be_tried_out(visits: Callable[..., Visit], path: str) -> None:
    operation = DOCUMENT["paths"][path]["post"]
    examples = operation["responses"]["200"]["content"]["application/json"]["examples"]
    visit = visits("/docs")
    block = visit.page.locator(f"#operations-Hands-{operation['operationId']}")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").click()
    answer = block.locator(".live-responses-table tbody .response")
    expect(answer.locator(".response-col_status")).to_contain_text("200")
    shown = answer.locator(".response-col_description .highlight-code pre").first
    assert json.loads(shown.inner_text()) == next(iter(examples.values()))["value"]
    assert visit.asked[-1] == visit.origin + path


def test_the_contract_is_as_dark_as_its_reader_likes(visits: Callable[..., Visit]) -> None:
    page = visits("/docs", color_scheme="dark").page
    expect(page.locator("html")).to_have_class("dark-mode")
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).not_to_have_class("dark-mode")


NAMES = {
    "en-GB": "7 of coins, 7 of cups, 7 of clubs, 9 of swords, jack of swords, knight of swords, "
    "4 of coins",
    "es-AR": "7 de oros, 7 de copas, 7 de bastos, 9 de espadas, sota de espadas, "
    "caballo de espadas, 4 de oros",
}
VERDICTS = {
    "en-GB": "4 points unmatched May close and adds 4 points.",
    "es-AR": "4 puntos sin ligar Puede cerrar y suma 4 puntos.",
}


@pytest.mark.parametrize("locale", NAMES)
def test_a_hand_of_seven_is_chosen_card_by_card(visits: Callable[..., Visit], locale: str) -> None:
    visit = visits("/", locale=locale)
    names = NAMES[locale].split(", ")
    visit.at("clear").click()
    expect(visit.at("melding").locator(".card")).to_have_count(0)
    visit.press(*names)
    expect(visit.at("verdict")).to_have_text(VERDICTS[locale])
    expect(visit.at("cards")).to_have_value(" ".join(SEVEN))
    assert visit.lying() == [names[:3], names[3:6], names[6:]]
    assert visit.question() == {"rules": "barajamos", "cards": SEVEN}
    told = httpx.post(f"{visit.origin}/evaluate", json=visit.question())
    assert visit.answered(SEVEN) == told.json()
    expect(visit.at("choices")).to_be_hidden()


def test_a_card_that_is_held_is_shown_so_and_put_back_by_another_press(
    visits: Callable[..., Visit],
) -> None:
    visit = visits("/?lang=en")
    seven = visit.at("deck").get_by_role("button", name="7 of coins", exact=True)
    expect(seven).to_have_attribute("aria-pressed", "true")
    seven.click()
    expect(seven).to_have_attribute("aria-pressed", "false")
    expect(visit.at("cards")).to_have_value(" ".join(SEVEN[1:]))
    expect(visit.at("verdict")).to_contain_text("Who may close is a question of seven cards.")
    seven.press("Space")
    expect(seven).to_have_attribute("aria-pressed", "true")


def test_each_discard_of_eight_cards_is_shown_and_can_be_made(visits: Callable[..., Visit]) -> None:
    visit = visits("/?lang=en")
    visit.sit("fournier")
    visit.type(" ".join(EIGHT))
    expect(visit.at("verdict")).to_have_text(
        "1 point unmatched Discard: ace of coins. May close with all seven melded: −10 points."
    )
    rows = visit.at("choices").locator("tbody tr")
    expect(rows).to_have_count(8)
    choices = visit.answered(EIGHT)["choices"]
    for row, choice in zip(rows.all(), choices, strict=True):
        points, worth = (row.locator("td").nth(place) for place in (1, 2))
        expect(points).to_have_text(str(choice["unmatched_points"]))
        score = choice["closing"]["score"] if choice["closing"] else "—"
        expect(worth).to_have_text(str(score).replace("-", "−"))
        expect(row.locator("td").get_by_role("img")).to_have_count(7)
    rows.first.get_by_role("button", name="discard ace of coins").click()
    expect(visit.at("cards")).to_have_value("3c 4c 5c 7b 7o 7e 6c")
    expect(visit.at("verdict")).to_have_text(
        "0 points unmatched May close with all seven melded: −10 points."
    )
    expect(visit.at("answer")).to_be_focused()


@pytest.mark.parametrize("language", ["en", "es"])
def test_an_impossible_hand_gets_the_reason(visits: Callable[..., Visit], language: str) -> None:
    visit = visits(f"/?lang={language}")
    visit.sit("fournier")
    visit.type("8o, 7c 7c")
    expect(visit.at("verdict")).to_have_text("422: The request states something impossible.")
    places = visit.at("melding").locator("li")
    expect(places).to_have_count(2)
    expect(places.first).to_have_text("#/cards/0 8o: a pack of 40 has no eights")
    expect(places.last).to_contain_text("#/cards/2 7c occurs twice")
    expect(visit.at("melding").locator(".problem")).to_have_attribute("lang", "en")


def test_a_table_lays_its_own_deck_and_a_hand_may_not_fit_it(visits: Callable[..., Visit]) -> None:
    visit = visits("/?lang=en")
    cards = visit.at("deck").get_by_role("button")
    expect(cards).to_have_count(48)
    visit.sit("ludoteka")
    expect(cards).to_have_count(41)
    expect(visit.at("told")).to_contain_text("2 to 4 players, 40 cards, wild: 2 jokers.")
    expect(visit.at("melding")).to_contain_text("9e: a pack of 40 has no nines")


@pytest.mark.parametrize(
    ("language", "labels"),
    [
        ("en", ["Built-in tables", "Published tables"]),
        ("es", ["Mesas incluidas", "Mesas publicadas"]),
    ],
)
def test_every_table_is_offered_once_in_one_of_two_groups(
    visits: Callable[..., Visit], language: str, labels: list[str]
) -> None:
    visit = visits(f"/?lang={language}")
    built_in, published = (
        [table["name"] for table in httpx.get(visit.origin + path).json()[member]]
        for path, member in (("/rules", "rules"), ("/published", "tables"))
    )
    groups = visit.at("rules").locator("optgroup")
    expect(groups).to_have_count(2)
    assert [group.get_attribute("label") for group in groups.all()] == labels
    assert groups.first.locator("option").all_text_contents() == built_in
    others = [name for name in published if name not in built_in]
    assert groups.last.locator("option").all_text_contents() == others


def test_a_published_table_is_asked_about_with_its_rules(visits: Callable[..., Visit]) -> None:
    visit = visits("/?lang=en#rules=mundigames-50&seats=3&cards=7o,JK,7b")
    expect(visit.at("rules")).to_have_value("mundigames-50")
    expect(visit.at("told")).to_contain_text("2 to 4 players, 48 cards, wild: 2 jokers.")
    expect(visit.at("verdict")).to_contain_text("0 points unmatched")
    published = httpx.get(f"{visit.origin}/published").json()["tables"]
    rules = next(table["rules"] for table in published if table["name"] == "mundigames-50")
    assert visit.question() == {"rules": rules, "seats": 3, "cards": ["7o", "JK", "7b"]}
    expect(visit.at("seats").locator("option")).to_have_text(["2", "3", "4"])
    visit.sit("playjoy")
    expect(visit.at("seats").locator("option")).to_have_text(["4"])
    expect(visit.page.get_by_role("link", name="Español")).to_have_attribute(
        "href", re.compile("#rules=playjoy&cards=7o,JK,7b$")
    )


def test_with_two_packs_a_card_can_be_held_twice(visits: Callable[..., Visit]) -> None:
    visit = visits("/?lang=en")
    visit.at("clear").click()
    visit.at("seats").select_option("5")
    expect(visit.at("told")).to_contain_text("2 × 48 cards")
    visit.press("7 of coins", "7 of coins")
    expect(visit.at("cards")).to_have_value("7o 7o")
    expect(visit.at("verdict")).to_contain_text("14 points unmatched")
    assert visit.question() == {"rules": "barajamos", "seats": 5, "cards": ["7o", "7o"]}
    visit.press("7 of coins × 2")
    expect(visit.at("cards")).to_have_value("")
    expect(visit.at("verdict")).to_have_text("Pick a card.")


def test_where_closing_takes_another_melding_both_are_shown(visits: Callable[..., Visit]) -> None:
    visit = visits("/?lang=en")
    visit.page.get_by_role("button", name="worse melded, yet it closes").click()
    expect(visit.at("verdict")).to_have_text("3 points unmatched May close and adds 4 points.")
    expect(visit.at("melding")).to_contain_text("To close, melded so:")
    lying = visit.lying()
    assert lying[0][1] == "joker as 5 of cups"
    assert len(lying) == 5


def test_a_chinchon_that_wins_is_announced(visits: Callable[..., Visit]) -> None:
    visit = visits("/?lang=es#rules=classic&cards=1o,2o,3o,4o,5o,6o,7o")
    expect(visit.at("verdict")).to_have_text("0 puntos sin ligar Chinchón: gana la partida.")


def test_whatever_is_typed_stays_text_in_the_curl(visits: Callable[..., Visit]) -> None:
    visit = visits("/?lang=en")
    typed = ["7o'", "$(id)", '"x"', "\\", "<b>7o</b>", "`id`"]
    visit.type(" ".join(typed))
    expect(visit.at("verdict")).to_contain_text("400:")
    assert visit.question() == {"rules": "barajamos", "cards": typed}
    expect(visit.page.locator("b")).to_have_count(0)


def test_what_is_typed_is_asked_without_a_key_too(visits: Callable[..., Visit]) -> None:
    visit = visits("/?lang=en")
    visit.at("cards").fill("12b")
    expect(visit.at("verdict")).to_contain_text("12 points unmatched")


def test_the_other_language_shows_the_same_hand(visits: Callable[..., Visit]) -> None:
    visit = visits("/", locale="en-US")
    visit.sit("fournier")
    visit.type("3c 4c 5c")
    expect(visit.at("verdict")).to_contain_text("0 points unmatched")
    visit.page.get_by_role("link", name="Español").click()
    expect(visit.at("verdict")).to_contain_text("0 puntos sin ligar")
    expect(visit.page.locator("html")).to_have_attribute("lang", "es")
    expect(visit.at("rules")).to_have_value("fournier")
    expect(visit.at("cards")).to_have_value("3c 4c 5c")
    visit.page.get_by_role("link", name="English").click()
    expect(visit.at("verdict")).to_contain_text("0 points unmatched")


def test_both_languages_have_every_word(visits: Callable[..., Visit]) -> None:
    keys = """() => {
        const keys = (words) => Object.entries(words).flatMap(([name, word]) =>
            typeof word === "object" ? [name, ...keys(word)] : [name]);
        return Object.values(WORDS).map((words) => keys(words).sort());
    }"""
    english, spanish = visits("/").page.evaluate(keys)
    assert english == spanish


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_screen(
    visits: Callable[..., Visit], language: str, width: int
) -> None:
    hand = "#rules=ludoteka&cards=JK,JK,1o,2o,4c,6c,10c,12b"
    visit = visits(f"/?lang={language}{hand}", viewport={"width": width, "height": 800})
    expect(visit.at("choices").locator("tbody tr")).to_have_count(7)
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("language", ["en", "es"])
def test_without_scripts_there_is_text_and_where_to_go(
    visits: Callable[..., Visit], language: str
) -> None:
    visit = visits(f"/?lang={language}", java_script_enabled=False)
    for name in ("question", "answer", "deck", "choices", "copy", "whole"):
        expect(visit.at(name)).to_be_hidden()
    expect(visit.page.locator(".lead")).to_be_visible()
    expect(visit.at("curl")).to_be_visible()
    expect(visit.page.locator("noscript a").first).to_be_visible()
    visit.page.locator("noscript a").first.click()
    expect(visit.page.locator("body")).to_contain_text('"unmatched_points":4')


def test_without_scripts_the_contract_is_a_file(visits: Callable[..., Visit]) -> None:
    visit = visits("/docs", java_script_enabled=False)
    expect(visit.page.get_by_role("link", name="openapi.yaml")).to_be_visible()
