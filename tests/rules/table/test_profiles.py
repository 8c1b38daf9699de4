"""The named tables: published values that never change (rule book, "The built-in tables")."""

from hashlib import sha256

import pytest
from msgspec import json
from msgspec.structs import fields

from service.rules.table.profiles import PROFILES

PUBLISHED = {
    "barajamos": "119e16fc871cc363",
    "fournier": "93a517f44cae486b",
    "classic": "f598bad03452c1f8",
    "classic-48": "17af81d75b10ed42",
    "ludoteka": "d1ef11541c2b5617",
    "ludoteka-48": "b5e61024ec905969",
    "conga": "c2586f979f04c2b5",
    "ids-simple": "416c25c0d067f835",
    "ids-3": "676cc897cd4c575f",
    "ids-5": "c2434ca38e830608",
    "juegoacartas": "5341efa43485737d",
}
"""The start of the hash of each table's values. A correction is a table of another name."""


@pytest.mark.parametrize("name", PROFILES)
def test_a_named_table_keeps_the_values_that_were_published(name: str) -> None:
    assert sha256(json.encode(PROFILES[name])).hexdigest()[:16] == PUBLISHED[name]


def test_each_named_table_differs_from_every_other() -> None:
    assert len({json.encode(rules) for rules in PROFILES.values()}) == len(PROFILES)


CONGA = {
    *("players.max", "deck.two_packs_from", "deck.jokers", "close.earliest_turn"),
    *("close.max_unmatched_points", "close.max_unmatched_cards", "lay_off.blocked_by_full_close"),
    *("match.all_out", "match.prize", "rejoin.max"),
}
IDS_SIMPLE = {
    *("players.max", "deck.two_packs_from", "deck.jokers", "deck.wild_cards", "points.count"),
    *("close.max_unmatched_points", "closing_score.chinchon", "match.prize", "rejoin.max"),
}
IDS_3 = {"points.count", "points.sota", "points.caballo", "points.rey"}
JUEGOACARTAS = {
    *("deck.jokers", "deck.wild_cards", "points.caballo", "points.rey"),
    *("close.max_unmatched_points", "match.prize"),
}


@pytest.mark.parametrize(
    ("name", "base", "parameters"),
    [
        ("classic-48", "classic", {"deck.cards", "close.max_unmatched_points"}),
        ("ludoteka-48", "ludoteka", {"deck.cards"}),
        ("conga", "classic", CONGA),
        ("ids-simple", "classic", IDS_SIMPLE),
        ("ids-3", "ids-simple", IDS_3 | {"close.max_unmatched_points"}),
        ("ids-5", "ids-3", {"close.max_unmatched_points"}),
        ("juegoacartas", "classic", JUEGOACARTAS),
    ],
)
def test_a_table_that_is_a_variant_of_another_differs_from_it_in_so_much(
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
