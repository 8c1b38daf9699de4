"""A hand on the first page, in a browser: how it is chosen, and what is shown of it."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect
from support.visit import IN_A_BROWSER, Visit

pytestmark = IN_A_BROWSER

SEVEN = ["7o", "7c", "7b", "9e", "10e", "11e", "4o"]
EIGHT = ["3c", "4c", "5c", "7b", "7o", "7e", "1o", "6c"]
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
