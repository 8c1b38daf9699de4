"""The named tables: published values that never change (rule book, "The built-in tables")."""

from hashlib import sha256

import pytest
from msgspec import json
from msgspec.structs import fields

from service.rules.table.profiles import PROFILES

PUBLISHED = {
    "barajamos": "6414b8134a40fb9a",
    "fournier": "5b9465bf9d860aa4",
    "classic": "ef49874a6ba9023f",
    "classic-48": "d3867970836f8368",
    "ludoteka": "3a2bb538fa97a242",
    "ludoteka-48": "3a1bd1ddeea8c57e",
}
"""The start of the hash of each table's values. A correction is a table of another name."""


@pytest.mark.parametrize("name", PROFILES)
def test_a_named_table_keeps_the_values_that_were_published(name: str) -> None:
    assert sha256(json.encode(PROFILES[name])).hexdigest()[:16] == PUBLISHED[name]


def test_each_named_table_differs_from_every_other() -> None:
    assert len({json.encode(rules) for rules in PROFILES.values()}) == len(PROFILES)


@pytest.mark.parametrize(
    ("name", "base", "parameters"),
    [
        ("classic-48", "classic", {"deck.cards", "close.max_unmatched_points"}),
        ("ludoteka-48", "ludoteka", {"deck.cards"}),
    ],
)
def test_a_table_of_48_cards_differs_from_its_base_in_so_much(
    name: str, base: str, parameters: set[str]
) -> None:
    first, second = PROFILES[name], PROFILES[base]
    assert parameters == {
        f"{group.name}.{field.name}"
        for group in fields(first)
        for field in fields(getattr(first, group.name))
        if getattr(getattr(first, group.name), field.name)
        != getattr(getattr(second, group.name), field.name)
    }


def test_no_table_can_be_added_or_replaced_while_the_service_runs() -> None:
    with pytest.raises(TypeError):
        PROFILES["another"] = PROFILES["classic"]  # type: ignore[index]
