"""The choice of a table on the first page, in a browser: its deck, its seats and its rules."""

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect
from support.visit import IN_A_BROWSER, Visit

pytestmark = IN_A_BROWSER


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
