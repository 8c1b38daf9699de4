"""Laying off, scoring and rejoining over HTTP: what the rule cases don't say of an answer."""

from typing import Any

import pytest
from support.refusals import refused
from support.showdowns import card_list as cards

CLOSER = {"player": "ana", "cards": cards("5o 5c 5e 1b 2b 3b 4e")}
BEN = {"player": "ben", "cards": cards("10b 12o 7c 6e 2o 1c 3e")}
EVA = {"player": "eva", "cards": cards("10o 10c 10e 4b 6c 12e 2c")}
ROUND = {"closer": CLOSER, "opponents": [BEN, EVA]}
STANDINGS = [{"player": name, "total": 0} for name in ("ana", "ben", "eva")]


def lay_off(card: str, owner: str, meld: int, place: str) -> dict[str, Any]:
    return {"card": card, "owner": owner, "meld": meld, "place": place}


def with_lay_offs(*lay_offs: dict[str, Any]) -> dict[str, Any]:
    return ROUND | {"opponents": [BEN, EVA | {"lay_offs": list(lay_offs)}]}


def test_a_violation_of_a_lay_off_says_which_one_of_whom(post: Any) -> None:
    question = with_lay_offs(lay_off("4b", "ana", 1, "high"), lay_off("6c", "ana", 0, "set"))
    told = post("/layoff", question).json
    assert not told["legal"]
    ben, eva = told["opponents"]
    assert (ben["legal"], ben["violations"]) == (True, [])
    (violation,) = eva["violations"]
    assert violation["code"] == "lay_off.does_not_fit"
    assert violation["pointer"] == "#/opponents/1/lay_offs/1"
    assert violation["message"] == "6c does not fit into the set 5o, 5c, 5e"
    assert (violation["card"], violation["player"]) == ("6c", "eva")


def test_points_are_left_out_where_a_lay_off_is_not_allowed(post: Any) -> None:
    told = post("/layoff", with_lay_offs(lay_off("4b", "ana", 0, "set"))).json
    assert told["opponents"][1]["points"] is None
    assert told["opponents"][0]["points"] == 41


def test_what_everybody_played_can_be_sent_back_and_changes_nothing(post: Any) -> None:
    told = post("/layoff", ROUND | {"rules": "fournier"}).json
    by_hand = [
        hand | {"melds": end["melds"], "lay_offs": end["lay_offs"]}
        for hand, end in zip([BEN, EVA], told["opponents"], strict=True)
    ]
    closer = CLOSER | {"melds": told["closer"]["closing"]["melds"]}
    again = post("/layoff", {"rules": "fournier", "closer": closer, "opponents": by_hand}).json
    assert again == told


def test_without_a_closer_the_round_ended_by_exhaustion_and_nobody_lays_off(post: Any) -> None:
    told = post("/layoff", {"closer": None, "opponents": [CLOSER, BEN, EVA]}).json
    assert told["closer"] is None
    assert [end["points"] for end in told["opponents"]] == [4, 41, 24]
    assert not any(end["lay_offs"] for end in told["opponents"])


def test_scoring_has_the_showdown_of_laying_off_within_it(post: Any) -> None:
    showdown = post("/layoff", ROUND).json
    told = post("/score", ROUND | {"players": STANDINGS}).json
    assert told["showdown"] == showdown
    assert [score["points"] for score in told["scores"]] == [4, 41, 20]


TAKEN = EVA | {"cards": ["10b", *EVA["cards"][1:]]}
EIGHT = BEN | {"cards": [*BEN["cards"], "7b"]}
IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("/layoff", ROUND | {"opponents": [BEN, TAKEN]}, "#/opponents/1/cards/0"),
    ("/layoff", ROUND | {"opponents": [EIGHT, EVA]}, "#/opponents/0/cards"),
    (
        "/layoff",
        ROUND | {"opponents": [BEN, BEN | {"cards": EVA["cards"]}]},
        "#/opponents/1/player",
    ),
    ("/layoff", ROUND | {"seats": 2}, "#/seats"),
    (
        "/layoff",
        with_lay_offs(lay_off("JK", "ana", 0, "set")),
        "#/opponents/1/lay_offs/0/card",
    ),
    ("/score", ROUND | {"players": STANDINGS[:2], "rules": "fournier"}, "#/opponents/1/player"),
    ("/score", ROUND | {"players": STANDINGS, "opponents": [EVA, BEN]}, "#/opponents/0/player"),
    ("/rejoin", {"players": STANDINGS, "player": "zoe"}, "#/player"),
]


@pytest.mark.parametrize(("path", "question", "place"), IMPOSSIBLE)
def test_hands_that_cannot_be_are_told_where(
    post: Any, path: str, question: dict[str, Any], place: str
) -> None:
    refused(post(path, question), 422, "impossible", place)


OPTIONS = {
    "table": [{"player": "ana", "melds": [["5o", "5c", "5e"], ["1b", "2b", "3b"]]}],
    "closer": {"player": "ana", "full": False},
    "player": "eva",
    "cards": ["4b", "5b", "6c"],
}


def test_each_place_for_each_card_is_listed_in_the_fixed_order(post: Any) -> None:
    told = post("/layoff/options", OPTIONS).json
    assert told["options"] == [lay_off("5b", "ana", 0, "set"), lay_off("4b", "ana", 1, "high")]


def test_every_place_that_is_listed_is_taken_by_laying_off(post: Any) -> None:
    question = OPTIONS | {"cards": EVA["cards"]}
    for option in post("/layoff/options", question).json["options"]:
        told = post("/layoff", ROUND | {"opponents": [EVA | {"lay_offs": [option]}]}).json
        assert told["opponents"][0]["legal"], option


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"table": [{"player": "ana", "melds": [["5o", "5c"]]}]}, "#/table/0/melds/0"),
        ({"cards": ["5o"]}, "#/table/0/melds/0/0"),
        ({"table": [*OPTIONS["table"], *OPTIONS["table"]]}, "#/table/1/player"),
    ],
)
def test_what_cannot_lie_on_the_table_is_told_where(
    post: Any, changed: dict[str, Any], place: str
) -> None:
    answer = post("/layoff/options", OPTIONS | changed)
    assert answer.status_code == 422
    assert place in [error["pointer"] for error in answer.json["errors"]]


def test_a_form_cannot_be_mixed_with_another(post: Any) -> None:
    points = {"closing": None, "points": {"ana": 1, "ben": 2, "eva": 3}}
    answer = post("/score", ROUND | points | {"players": STANDINGS})
    assert {error["code"] for error in answer.json["errors"]} == {"name.of_another_form"}
    refused(answer, 400, "invalid-request", "#/closer", "#/opponents")
