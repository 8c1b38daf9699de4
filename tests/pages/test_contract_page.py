"""The page of the contract in a browser: every operation is shown and can be tried out."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from support.visit import IN_A_BROWSER, Visit

from service.api.openapi import document as openapi

pytestmark = IN_A_BROWSER

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


def test_without_scripts_the_contract_is_a_file(visits: Callable[..., Visit]) -> None:
    visit = visits("/docs", java_script_enabled=False)
    expect(visit.page.get_by_role("link", name="openapi.yaml")).to_be_visible()
