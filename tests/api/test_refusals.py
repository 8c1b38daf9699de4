"""Whatever is wrong with a request, the answer is a problem that tells what and where."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from support.refusals import BATCHES, GOOD, HAND, PATHS, TIMED, changed, refused, send, short

MISSING: list[tuple[str, Any, str]] = [
    ("/evaluate", {}, "#/cards"),
    ("/evaluate/batch", {"choices": True}, "#/hands"),
    ("/melds", {"seats": 4}, "#/melds"),
    ("/close", {}, "#/cards #/discard"),
    ("/close", {"cards": [*HAND, "12b"]}, "#/discard"),
    ("/melds", {"melds": [[], {}]}, "#/melds/1/kind #/melds/1/cards"),
    ("/rules", {"rules": {"deck": {"cards": 40}}}, "#/rules/base"),
]


@pytest.mark.parametrize(("path", "body", "places"), MISSING)
def test_a_missing_member_is_named(post: Any, path: str, body: Any, places: str) -> None:
    told = refused(post(path, body), 400, "invalid-request", *places.split())
    assert told.count("required") == len(places.split())


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("name", ["card", "Seats", "", "a/b~c", "ñ", "\0", "_schema"])
def test_an_unknown_member_is_named(post: Any, path: str, name: str) -> None:
    escaped = {"ñ": "%C3%B1", "\0": "%00", "a/b~c": "a~1b~0c"}
    place = "#/" + escaped.get(name, name)
    refused(post(path, GOOD[path] | {name: 1}), 400, "invalid-request", place)


INTEGERS: list[Any] = ["5", "", True, 5.5, [], {}, 10**19, 1e300]
BOOLEANS: list[Any] = ["true", 1, 0, 5.5, [], {}, None]
NAMES: list[Any] = ["5", "", True, 5.5, [], None]
CARDS: list[Any] = ["7o", 5, True, {"0": "7o"}, None]
NINE = ["7o"] * 9
WRONG: list[tuple[str, str, list[Any]]] = [
    *((path, "#/rules", NAMES) for path in PATHS),
    *((path, "#/seats", [*INTEGERS, -5, 0, 1, 13]) for path in PATHS),
    *((path, "#/turn", [*INTEGERS, -1, 0, 100_001]) for path in TIMED),
    *((path, "#/total", [*INTEGERS, -100_001, 100_001]) for path in TIMED),
    ("/evaluate", "#/cards", [*CARDS, [], NINE]),
    ("/evaluate", "#/alternatives", BOOLEANS),
    ("/evaluate/batch", "#/choices", BOOLEANS),
    *((path, "#/hands", [*CARDS, [["7o"]] * 10_001]) for path in BATCHES),
    *((path, "#/hands/1", [*CARDS, [], NINE]) for path in BATCHES),
    ("/melds", "#/melds", [*CARDS, [[]] * 101]),
    ("/melds", "#/melds/0", ["7o", 5, True, None, ["7o"] * 13]),
    ("/melds", "#/melds/1/kind", [*NAMES, {}, "Set"]),
    ("/melds", "#/melds/1/cards", [*CARDS, ["7o"] * 13]),
    ("/melds", "#/melds/1/stands_for", ["7o", 5, True, {}, ["7o"] * 13]),
    ("/melds", "#/melds/1/extra", [None, "7o"]),
    ("/close", "#/cards", [*CARDS, [], HAND[:6], NINE]),
    ("/close", "#/discard", [*(name for name in NAMES if name is not None), {}]),
    ("/close", "#/melds", [*CARDS[:-1], [[]] * 101]),
    ("/rules", "#/rules/base", [*NAMES, {}]),
    ("/rules", "#/rules/deck", ["40", 40, True, [], None]),
    ("/rules", "#/rules/deck/cards", [*INTEGERS, None, 44]),
    ("/rules", "#/rules/deck/jokers", [*INTEGERS, None, -1, 3]),
    ("/rules", "#/rules/deck/two_packs_from", [*INTEGERS, 1, 13]),
    ("/rules", "#/rules/deck/wild_cards", [*CARDS, ["1o", "1c", "1e"]]),
    ("/rules", "#/rules/players/min", [*INTEGERS, None, 1, 13]),
    ("/rules", "#/rules/points/count", [*NAMES, {}]),
    ("/rules", "#/rules/melds/identical_in_set", BOOLEANS),
    ("/rules", "#/rules/closing_score/full", [*INTEGERS, None, 100_001]),
    ("/rules", "#/rules/closing_score/chinchon", [*INTEGERS, None, "Wins"]),
    ("/rules", "#/rules/closing_score/chinchon_with_wilds", ["wins", -25, True, {}, None]),
    ("/rules", "#/rules/closing_score/chinchon_with_wilds/0", [*INTEGERS, None, "Wins"]),
    ("/rules", "#/rules/match/limit", [*INTEGERS, 100_001]),
]
WRONG_ONE_BY_ONE = [(path, place, value) for path, place, values in WRONG for value in values]


@pytest.mark.parametrize(("path", "place", "value"), WRONG_ONE_BY_ONE, ids=short)
def test_a_value_of_the_wrong_kind_or_out_of_bounds_is_refused(
    post: Any, path: str, place: str, value: Any
) -> None:
    refused(post(path, changed(path, place, value)), 400, "invalid-request", place)


RIGHT: list[tuple[str, str, list[Any]]] = [
    *((path, "#/rules", ["classic"]) for path in PATHS if path != "/close"),
    *((path, "#/seats", [3, 6]) for path in PATHS),
    *((path, "#/turn", [1, 100_000]) for path in TIMED),
    *((path, "#/total", [-100_000, 100_000]) for path in TIMED),
    ("/evaluate", "#/cards", [["7o"], [*HAND, "12b"]]),
    ("/evaluate/batch", "#/hands", [[], [["7o"]] * 10_000]),
    ("/melds", "#/melds", [[], [[]] * 100]),
    ("/melds", "#/melds/0", [[], [f"{rank}o" for rank in range(1, 13)]]),
    ("/melds", "#/melds/1/stands_for", [None]),
    ("/close", "#/melds", [[]]),
]
RIGHT_ONE_BY_ONE = [(path, place, value) for path, place, values in RIGHT for value in values]


@pytest.mark.parametrize(("path", "place", "value"), RIGHT_ONE_BY_ONE, ids=short)
def test_what_lies_on_a_bound_is_answered(post: Any, path: str, place: str, value: Any) -> None:
    assert post(path, changed(path, place, value)).status_code == 200


NO_CARDS: list[tuple[object, str]] = [
    ("7O", "the suit letter must be lower case; did you mean 7o?"),
    ("12B", "the suit letter must be lower case; did you mean 12b?"),
    ("joker", "did you mean JK?"),
    ("jk", "did you mean JK?"),
    ("O7", "did you mean 7o?"),
    ("07o", "did you mean 7o?"),
    ("7♦", "did you mean 7o?"),
    ("13o", "a rank from 1 to 12"),
    ("0o", "a rank from 1 to 12"),
    ("7x", "a suit letter (o, c, e or b)"),
    ("7o\0", "a suit letter (o, c, e or b)"),
    ("", "a suit letter (o, c, e or b)"),
    (7, "a number"),
    (7.5, "a number"),
    (True, "a boolean"),
    ([], "a list"),
    ({}, "an object"),
]
CARD_PLACES = [
    ("/evaluate", "#/cards/3"),
    ("/evaluate/batch", "#/hands/1/0"),
    ("/melds", "#/melds/0/1"),
    ("/melds", "#/melds/1/cards/1"),
    ("/close", "#/cards/7"),
    ("/close", "#/discard"),
]
NO_CARD_AT_ALL = [
    (path, place, None, "null") for path, place in CARD_PLACES if "discard" not in place
]


WRONG_CARDS = [(*place, *value) for place in CARD_PLACES for value in NO_CARDS]


@pytest.mark.parametrize(("path", "place", "value", "words"), [*WRONG_CARDS, *NO_CARD_AT_ALL])
def test_the_error_for_an_invalid_card_says_what_a_card_is(
    post: Any, path: str, place: str, value: object, words: str
) -> None:
    told = refused(post(path, changed(path, place, value)), 400, "invalid-request", place)
    assert words in told


FORTY = {"base": "barajamos", "deck": {"cards": 40}}
ABSENT: list[tuple[str, Any, str]] = [
    ("8o", "fournier", "a pack of 40 has no eights"),
    ("9b", FORTY, "a pack of 40 has no nines"),
    ("JK", "barajamos", "no jokers"),
]


@pytest.mark.parametrize(("path", "place"), CARD_PLACES)
@pytest.mark.parametrize("absent", ABSENT, ids=short)
def test_a_card_that_this_deck_has_not_cannot_be(
    post: Any, path: str, place: str, absent: tuple[str, Any, str]
) -> None:
    card, rules, words = absent
    question = changed(path, place, card) | {"rules": rules}
    assert words in refused(post(path, question), 422, "impossible", place)


ABSENT_RUN = {"kind": "run", "cards": ["4o", "5o", "6o"], "stands_for": ["4o", "5o", "8o"]}
IMPOSSIBLE: list[tuple[str, Any, str, str]] = [
    ("/evaluate", {"cards": ["5o", "7c", "5o"]}, "#/cards/2", "one pack"),
    ("/evaluate", {"cards": ["5o"] * 3}, "#/cards/1 #/cards/2", "one pack"),
    ("/evaluate", {"cards": ["5o"] * 3, "seats": 5}, "#/cards/2", "2 packs"),
    ("/evaluate", {"cards": ["JK"] * 3, "rules": "classic"}, "#/cards/2", "one pack"),
    ("/evaluate/batch", {"hands": [["5o"], ["5o"] * 2]}, "#/hands/1/1", "one pack"),
    ("/close", {"cards": [*HAND, "5o"], "discard": "5o"}, "#/cards/7", "one pack"),
    ("/close", {"rules": "fournier", "melds": [["7o", "8o"]]}, "#/melds/0/1", "eights"),
    ("/melds", {"rules": "fournier", "melds": [ABSENT_RUN]}, "#/melds/0/stands_for/2", "eights"),
    ("/close", {"cards": HAND, "discard": "5e"}, "#/cards", "8 cards"),
    ("/close", {"discard": None}, "#/cards", "7 cards"),
    ("/close", {"rules": "classic"}, "#/turn", "turn"),
    ("/close", {"rules": "classic", "total": 0}, "#/turn", "turn"),
    ("/close", {"rules": "ludoteka"}, "#/turn #/total", "turn"),
    ("/close", {"rules": "ludoteka", "turn": 2}, "#/total", "total"),
    ("/close", {"rules": "ludoteka", "total": 0}, "#/turn", "turn"),
    *((path, {"rules": "barajamos", "seats": 2}, "#/seats", "3 to 6") for path in PATHS),
    *((path, {"rules": "barajamos", "seats": 7}, "#/seats", "3 to 6") for path in PATHS),
    *((path, {"rules": "fournier", "seats": 5}, "#/seats", "2 to 4") for path in PATHS),
]


@pytest.mark.parametrize(("path", "stated", "places", "words"), IMPOSSIBLE, ids=short)
def test_what_is_stated_and_cannot_be_is_named(
    post: Any, path: str, stated: Any, places: str, words: str
) -> None:
    answer = post(path, GOOD[path] | stated)
    assert words in refused(answer, 422, "impossible", *places.split())


STAKES = "match.stake, rejoin.stake, match.prize"
CONTRADICTIONS: list[tuple[str, Any, str]] = [
    ("barajamos", {"players": {"min": 6, "max": 3}}, "players.min, players.max"),
    (
        "barajamos",
        {"players": {"max": 7}, "deck": {"two_packs_from": None}},
        "players.max, deck.cards, deck.two_packs_from, deck.jokers",
    ),
    ("barajamos", {"deck": {"wild_cards": ["JK"]}}, "deck.wild_cards, deck.jokers"),
    ("fournier", {"deck": {"wild_cards": ["8o"]}}, "deck.wild_cards, deck.cards"),
    ("fournier", {"deck": {"wild_cards": ["1o", "1o"]}}, "deck.wild_cards"),
    (
        "classic",
        {"closing_score": {"chinchon_with_wilds": []}},
        "closing_score.chinchon_with_wilds, deck.jokers, deck.wild_cards",
    ),
    ("barajamos", {"lay_off": {"closer_may": True}}, "lay_off.closer_may, lay_off.passes"),
    ("barajamos", {"match": {"stake": 3}, "rejoin": {"stake": 1}}, STAKES),
    ("barajamos", {"match": {"tie_breaks": ["share", "closer"]}}, "match.tie_breaks"),
    ("barajamos", {"match": {"floor": -5, "low_total": -9}}, "match.low_total, match.floor"),
    ("barajamos", {"match": {"ends": "rounds"}}, "match.ends, match.rounds"),
    ("barajamos", {"match": {"limit": None}}, "match.limit, match.rounds"),
    ("barajamos", {"match": {"low_total": 0}}, "match.low_total"),
]


def sent_place(field: str, sent: Any) -> str:
    """The pointer to a field, or to the nearest above it that the request has."""
    group, name = field.split(".")
    if group not in sent:
        return "#/rules"
    return f"#/rules/{group}/{name}" if name in sent[group] else f"#/rules/{group}"


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("base", "overrides", "fields"), CONTRADICTIONS, ids=short)
def test_contradicting_rules_are_refused_and_their_parameters_named(
    post: Any, path: str, base: str, overrides: Any, fields: str
) -> None:
    answer = post(path, GOOD[path] | {"rules": {"base": base, **overrides}})
    places = {sent_place(field, overrides) for field in fields.split(", ")}
    assert refused(answer, 422, "impossible", *places).count(f"({fields})") == len(places)


NEAR: list[tuple[str, Any, str]] = [
    ("#/rules", "clasic", "classic"),
    ("#/rules", "Ludoteka-48", "ludoteka-48"),
    ("#/rules/base", "fournie", "fournier"),
    ("#/rules/dek", {"cards": 40}, "deck"),
    ("#/rules/deck/joker", 2, "jokers"),
    ("#/rules/points/count", "card", "cards"),
    ("#/rules/match/ends", "first-out", "first_out"),
]


@pytest.mark.parametrize(("place", "value", "near"), NEAR)
def test_the_error_for_an_unknown_parameter_suggests_the_nearest(
    post: Any, place: str, value: object, near: str
) -> None:
    told = refused(post("/rules", changed("/rules", place, value)), 400, "invalid-request", place)
    assert f"did you mean {near}?" in told


@pytest.mark.parametrize("path", PATHS)
def test_a_good_request_after_bad_ones_is_answered_as_ever(
    client: FlaskClient, post: Any, path: str
) -> None:
    before = post(path, GOOD[path])
    for body in (b"", b"[", b"\xff", b'{"cards": NaN}', b"[" * 3_000):
        send(client, path, body)
    for base, overrides, _ in CONTRADICTIONS:
        post(path, GOOD[path] | {"rules": {"base": base, **overrides}})
    for wrong_path, place, value in WRONG_ONE_BY_ONE:
        post(wrong_path, changed(wrong_path, place, value))
    after = post(path, GOOD[path])
    assert (after.status_code, after.data) == (200, before.data)


def test_an_answer_tells_a_hundred_errors_and_no_more(post: Any) -> None:
    answer = post("/evaluate/batch", {"hands": [["0o"] * 8] * 10_000})
    assert answer.status_code == 400
    assert len(answer.json["errors"]) == 100
    assert len(answer.data) < 50_000
