"""The published tables: each source's own statements are what its table answers."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from msgspec.structs import fields

from service.rules.table.parameters import Rules

PARAMETERS = [
    f"{group.name}.{field.name}" for group in fields(Rules) for field in fields(group.type)
]

NAMES = [
    *("conga", "ids-simple", "ids-5", "ids-3", "juegoacartas"),
    *("android-value-cap", "android-value-cap-two-packs", "acanomas", "acanomas-100"),
    *("maxpaulus43", "wikipedia-es", "wikipedia-es-wild-50", "wikipedia-es-lead-gets-eight"),
    *("wikipedia-es-2009", "wikipedia-en", "wikipedia-en-48"),
    *("mundigames", "mundigames-48", "mundigames-50", "mundigames-express", "mundigames-arcade"),
    *("playspace", "vip-games", "fournier-48", "fournier-8", "cccj", "cccj-courts-10"),
    *("conga-conectagames", "conga-conectagames-wild-50", "conga-uruguay", "casino-naipes"),
    *("argentina", "argentina-40", "argentina-40-two-wilds", "argentina-40-no-wilds"),
    *("argentina-100", "argentina-150", "cadev", "cadev-48", "casino-of-gold", "playjoy", "txl"),
    *("apphuts", "reglasde", "sundays-in-spain", "juegosjuegos", "vanikar"),
]
"""Every table, and every alternative that its source gives."""

COMPLETE = {
    *("conga", "ids-simple", "ids-5", "ids-3", "juegoacartas"),
    *("android-value-cap", "android-value-cap-two-packs"),
}
"""The tables whose source was read to its end."""

BASES = {
    "acanomas": "fournier",
    "acanomas-100": "fournier",
    "fournier-48": "fournier",
    "fournier-8": "fournier",
    "vanikar": "fournier",
    "apphuts": "ludoteka",
    "conga-conectagames": "conga",
    "conga-conectagames-wild-50": "conga",
}
"""The base of each table whose base is not `classic`."""

STAKE = {"match.prize": "pot", "match.stake": 1}
STAKES_ASSUMED = {
    "acanomas": {"match.stake", "rejoin.stake"},
    "acanomas-100": {"match.stake", "rejoin.stake"},
    "cccj": {"match.stake", "rejoin.stake"},
    "cccj-courts-10": {"match.stake", "rejoin.stake"},
    "playspace": {"match.stake"},
    "casino-of-gold": {"match.stake"},
}
"""Stakes that the sources mention, but whose amount they do not state."""


def players(least: int, most: int) -> dict[str, Any]:
    return {"players.min": least, "players.max": most}


def deck(cards: int, jokers: int, *wild_cards: str) -> dict[str, Any]:
    return {"deck.cards": cards, "deck.jokers": jokers, "deck.wild_cards": list(wild_cards)}


def courts(sota: int, caballo: int, rey: int) -> dict[str, Any]:
    return {"points.sota": sota, "points.caballo": caballo, "points.rey": rey}


def cap(points: int | None, cards: int | None) -> dict[str, Any]:
    return {"close.max_unmatched_points": points, "close.max_unmatched_cards": cards}


def scores(full: int, chinchon: int | str) -> dict[str, Any]:
    return {"closing_score.full": full, "closing_score.chinchon": chinchon}


def out(when: str, limit: int) -> dict[str, Any]:
    return {"match.out_when": when, "match.limit": limit}


def onto(melds: str) -> dict[str, Any]:
    return {"lay_off.allowed": True, "lay_off.onto": melds}


NONE_AFTER_FULL = {"lay_off.blocked_by_full_close": "all"}
ONE_PACK = {"deck.two_packs_from": None}
COURTS_10, FACE, BY_EIGHT = courts(10, 10, 10), courts(10, 11, 12), courts(8, 9, 10)
ROUNDS = {
    "match.ends": "rounds",
    "match.limit": None,
    "match.tie_breaks": ["closer", "seat_order"],
}

CONGA = (
    players(2, 4)
    | deck(40, 0, "1o")
    | ONE_PACK
    | FACE
    | {"points.wild": 25, "close.earliest_turn": 1}
    | cap(5, None)
    | scores(-10, "wins")
    | {"closing_score.chinchon_with_wilds": [-25, -25]}
    | out("over", 100)
    | {"rejoin.max": 0, "match.prize": "none", "match.all_out": "lowest_but_closer"}
    | NONE_AFTER_FULL
    | {"lay_off.passes": "one"}
)
IDS = (
    players(2, 4)
    | deck(40, 0)
    | ONE_PACK
    | {"close.earliest_turn": 2}
    | scores(-10, -50)
    | out("over", 100)
    | {"rejoin.max": 0, "match.prize": "none"}
)
ANDROID = (
    players(2, 4)
    | {"points.count": "cards", "close.cap_counts": "card_points"}
    | cap(4, None)
    | scores(-10, "wins")
    | out("at_or_over", 100)
    | onto("all")
)
ACANOMAS = STAKE | {"rejoin.max": None, "rejoin.total": "highest_in", "rejoin.stake": 1}
WIKIPEDIA_ES = (
    players(2, 11)
    | deck(40, 0, "1o")
    | COURTS_10
    | {"close.earliest_turn": 1, "close.without_drawing": True}
    | cap(4, None)
    | scores(-10, "wins")
    | {"closing_score.chinchon_from": "ace"}
    | out("over", 100)
    | NONE_AFTER_FULL
)
WIKIPEDIA_EN = players(2, 4) | cap(None, None) | scores(-10, "wins") | {"match.limit": 100}
MUNDIGAMES = players(2, 4) | COURTS_10 | {"points.wild": 25, "match.out_when": "over"}
FOURNIER = players(2, 8) | {"deck.two_packs_from": 5} | scores(-10, -10)
CCCJ = STAKE | {"deck.jokers": 0, "rejoin.stake": 1, "stock.ends_on_exhaustion": 2}
CONECTAGAMES = CONGA | {"close.max_wilds": 1, "close.without_drawing": True}
ARGENTINA = players(2, 8) | {
    "deck.two_packs_from": 6,
    "close.max_unmatched_points": 5,
    "closing_score.full": -10,
}
CADEV = players(2, 2) | cap(4, 1) | onto("closer") | NONE_AFTER_FULL

SAID: dict[str, dict[str, Any]] = {
    "conga": CONGA,
    "ids-simple": IDS | {"points.count": "cards"} | cap(None, 1),
    "ids-5": IDS | {"points.count": "card_points"} | BY_EIGHT | cap(5, 1),
    "ids-3": IDS | {"points.count": "card_points"} | BY_EIGHT | cap(3, 1),
    "juegoacartas": deck(40, 0)
    | COURTS_10
    | cap(4, 1)
    | {"close.earliest_turn": 2, "closing_score.full": -10, "match.prize": "none"}
    | onto("all"),
    "android-value-cap": ANDROID | ONE_PACK,
    "android-value-cap-two-packs": ANDROID | {"deck.two_packs_from": 2},
    "acanomas": ACANOMAS | out("at_or_over", 70),
    "acanomas-100": ACANOMAS | out("at_or_over", 100),
    "maxpaulus43": players(2, 4)
    | deck(48, 2)
    | COURTS_10
    | {"points.wild": 50, "closing_score.chinchon_with_wilds": [-10]}
    | cap(5, 1)
    | out("at_or_over", 100)
    | {"rejoin.max": 1, "rejoin.total": "second_highest_in"},
    "wikipedia-es": WIKIPEDIA_ES | {"points.wild": 25, "turn.lead_gets_eight": False},
    "wikipedia-es-wild-50": WIKIPEDIA_ES | {"points.wild": 50, "turn.lead_gets_eight": False},
    "wikipedia-es-lead-gets-eight": WIKIPEDIA_ES
    | {"points.wild": 25, "turn.lead_gets_eight": True},
    "wikipedia-es-2009": WIKIPEDIA_ES
    | {"points.wild": 25, "turn.lead_gets_eight": False}
    | {"melds.max_wilds": 1, "match.low_total": -100}
    | onto("closer"),
    "wikipedia-en": WIKIPEDIA_EN | {"deck.cards": 40},
    "wikipedia-en-48": WIKIPEDIA_EN | {"deck.cards": 48},
    "mundigames": MUNDIGAMES | deck(40, 0, "1c"),
    "mundigames-48": MUNDIGAMES | deck(48, 0, "1c"),
    "mundigames-50": MUNDIGAMES | deck(48, 2),
    "mundigames-express": MUNDIGAMES | deck(40, 0, "1c") | ROUNDS | {"match.rounds": 1},
    "mundigames-arcade": MUNDIGAMES | deck(40, 0, "1c") | ROUNDS | {"match.rounds": 3},
    "playspace": players(2, 4)
    | {"deck.jokers": 0, "deck.wild_cards": ["1o"], "melds.max_set_size": 5}
    | cap(3, 1)
    | {"closing_score.chinchon": -25}
    | {"match.ends": "rounds", "match.rounds": 3, "match.limit": None}
    | STAKE,
    "vip-games": deck(40, 0, "1o") | COURTS_10 | cap(3, 1),
    "fournier-48": FOURNIER | {"deck.cards": 48} | FACE,
    "fournier-8": FOURNIER | {"deck.cards": 40} | BY_EIGHT,
    "cccj": CCCJ | FACE,
    "cccj-courts-10": CCCJ | COURTS_10,
    "conga-conectagames": CONECTAGAMES,
    "conga-conectagames-wild-50": CONECTAGAMES | {"points.wild": 50},
    "conga-uruguay": players(2, 8)
    | deck(48, 2)
    | {"closing_score.chinchon": "wins"}
    | out("at_or_over", 101),
    "casino-naipes": deck(48, 0)
    | {"close.max_unmatched_points": 7, "closing_score.full": -10, "match.limit": 100},
    "argentina": ARGENTINA | deck(48, 2) | {"match.limit": 70},
    "argentina-40": ARGENTINA | deck(40, 0, "1o") | {"match.limit": 70},
    "argentina-40-two-wilds": ARGENTINA | deck(40, 0, "1o", "1c") | {"match.limit": 70},
    "argentina-40-no-wilds": ARGENTINA | deck(40, 0) | {"match.limit": 70},
    "argentina-100": ARGENTINA | deck(48, 2) | {"match.limit": 100},
    "argentina-150": ARGENTINA | deck(48, 2) | {"match.limit": 150},
    "cadev": CADEV | {"deck.cards": 40} | BY_EIGHT,
    "cadev-48": CADEV | {"deck.cards": 48} | FACE,
    "casino-of-gold": players(2, 4)
    | deck(40, 0, "1o")
    | {"close.max_unmatched_points": 3, "melds.identical_in_set": False, "match.limit": 25}
    | STAKE,
    "playjoy": players(4, 4) | deck(40, 0, "1o") | {"points.count": "cards"},
    "txl": COURTS_10 | scores(-10, -50) | {"closing_score.for_all": True},
    "apphuts": {"match.low_total": -100},
    "reglasde": players(2, 6)
    | {"deck.cards": 48, "closing_score.chinchon": "wins"}
    | out("over", 101),
    "sundays-in-spain": {"deck.cards": 40, "deck.two_packs_from": 2, "melds.min_run": 4}
    | cap(0, 0),
    "juegosjuegos": players(2, 11)
    | {"deck.cards": 40, "deck.two_packs_from": 5, "stock.ends_on_exhaustion": 1}
    | cap(0, 0),
    "vanikar": COURTS_10 | {"closing_score.chinchon": -10} | out("at_or_over", 100),
}
"""What the source of each table states: parameter by parameter, as its table must have it."""


@pytest.fixture(scope="module")
def tables(client: FlaskClient) -> dict[str, Any]:
    answer: Any = client.get("/published").json
    return {table["name"]: table for table in answer["tables"]}


def parameters(post: Any, rules: Any) -> dict[str, Any]:
    """The value of every parameter of a table, as the service has it."""
    answer = post("/rules", {"rules": rules})
    assert answer.status_code == 200, answer.json
    full = answer.json["rules"]
    return {name: full[name.partition(".")[0]][name.partition(".")[2]] for name in PARAMETERS}


def test_every_published_table_is_there_once(client: FlaskClient) -> None:
    answer: Any = client.get("/published")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "public, max-age=86400")
    assert [table["name"] for table in answer.json["tables"]] == NAMES
    assert SAID.keys() == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_has_what_its_source_states_and_else_what_its_base_has(
    post: Any, tables: dict[str, Any], name: str
) -> None:
    found = parameters(post, tables[name]["rules"])
    assert {parameter: found[parameter] for parameter in SAID[name]} == SAID[name]
    base = parameters(post, BASES.get(name, "classic"))
    assert found == base | SAID[name]


@pytest.mark.parametrize("name", NAMES)
def test_what_its_source_does_not_state_is_unknown(tables: dict[str, Any], name: str) -> None:
    table = tables[name]
    assert table["complete"] == (name in COMPLETE)
    stated = SAID[name].keys() - STAKES_ASSUMED.get(name, set())
    unknown = [parameter for parameter in PARAMETERS if parameter not in stated]
    assert table["unknown"] == ([] if table["complete"] else unknown)


def test_the_built_in_tables_among_them_are_sent_by_name(tables: dict[str, Any]) -> None:
    by_name = {name for name, table in tables.items() if isinstance(table["rules"], str)}
    assert by_name == {"conga", "ids-simple", "ids-5", "ids-3", "juegoacartas"}
    assert all(tables[name]["rules"] == name for name in by_name)


def test_no_two_tables_are_the_same(post: Any, tables: dict[str, Any]) -> None:
    found = [parameters(post, table["rules"]) for table in tables.values()]
    assert [one for place, one in enumerate(found) if one in found[:place]] == []


def test_each_table_has_a_source_and_a_sentence_of_its_own(tables: dict[str, Any]) -> None:
    assert all(table["source"] for table in tables.values())
    sentences = [table["description"] for table in tables.values()]
    assert len(set(sentences)) == len(sentences)
    assert [text for text in sentences if not re.fullmatch(r"[A-Z][^.]*\.", text)] == []
