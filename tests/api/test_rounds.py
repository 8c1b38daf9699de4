"""Laying off, scoring and rejoining over HTTP: what the rule cases don't cover of the responses."""

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


def test_a_violation_names_the_lay_off_and_its_player(post: Any) -> None:
    body = with_lay_offs(lay_off("4b", "ana", 1, "high"), lay_off("6c", "ana", 0, "set"))
    answer = post("/layoff", body).json
    assert not answer["legal"]
    ben, eva = answer["opponents"]
    assert (ben["legal"], ben["violations"]) == (True, [])
    (violation,) = eva["violations"]
    assert violation["code"] == "lay_off.does_not_fit"
    assert violation["pointer"] == "#/opponents/1/lay_offs/1"
    assert violation["message"] == "6c does not fit into the set 5o, 5c, 5e"
    assert (violation["card"], violation["player"]) == ("6c", "eva")


def test_points_are_null_after_a_forbidden_lay_off(post: Any) -> None:
    answer = post("/layoff", with_lay_offs(lay_off("4b", "ana", 0, "set"))).json
    assert answer["opponents"][1]["points"] is None
    assert answer["opponents"][0]["points"] == 41


def test_the_chosen_melds_and_lay_offs_give_the_same_answer_when_they_are_sent(post: Any) -> None:
    answer = post("/layoff", ROUND | {"rules": "fournier"}).json
    by_hand = [
        hand | {"melds": end["melds"], "lay_offs": end["lay_offs"]}
        for hand, end in zip([BEN, EVA], answer["opponents"], strict=True)
    ]
    closer = CLOSER | {"melds": answer["closer"]["closing"]["melds"]}
    again = post("/layoff", {"rules": "fournier", "closer": closer, "opponents": by_hand}).json
    assert again == answer


EXHAUSTIBLE = {"base": "barajamos", "stock": {"ends_on_exhaustion": 2}}


def test_no_round_ends_without_a_closer_where_no_exhaustion_ends_one(post: Any) -> None:
    answer = post("/layoff", {"closer": None, "opponents": [CLOSER, BEN, EVA]})
    assert answer.status_code == 422
    (error,) = answer.json["errors"]
    assert (error["code"], error["pointer"]) == ("closing.no_exhaustion", "#/closer")


def test_without_a_closer_the_round_ended_by_exhaustion_and_nobody_lays_off(post: Any) -> None:
    answer = post(
        "/layoff", {"rules": EXHAUSTIBLE, "closer": None, "opponents": [CLOSER, BEN, EVA]}
    ).json
    assert answer["closer"] is None
    assert [end["points"] for end in answer["opponents"]] == [4, 41, 24]
    assert not any(end["lay_offs"] for end in answer["opponents"])


def test_score_returns_the_same_showdown_as_layoff(post: Any) -> None:
    showdown = post("/layoff", ROUND).json
    answer = post("/score", ROUND | {"players": STANDINGS}).json
    assert answer["showdown"] == showdown
    assert [score["points"] for score in answer["scores"]] == [4, 41, 20]


EVA_WITH_CARD_OF_BEN = EVA | {"cards": ["10b", *EVA["cards"][1:]]}
EIGHT = BEN | {"cards": [*BEN["cards"], "7b"]}
IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("/layoff", ROUND | {"opponents": [BEN, EVA_WITH_CARD_OF_BEN]}, "#/opponents/1/cards/0"),
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


@pytest.mark.parametrize(("path", "body", "pointer"), IMPOSSIBLE)
def test_the_error_points_at_what_is_impossible(
    post: Any, path: str, body: dict[str, Any], pointer: str
) -> None:
    refused(post(path, body), 422, "impossible", pointer)


OPTIONS = {
    "table": [{"player": "ana", "melds": [["5o", "5c", "5e"], ["1b", "2b", "3b"]]}],
    "closer": {"player": "ana", "full": False},
    "player": "eva",
    "cards": ["4b", "5b", "6c"],
}


def test_each_place_for_each_card_is_listed_in_the_fixed_order(post: Any) -> None:
    answer = post("/layoff/options", OPTIONS).json
    assert answer["options"] == [lay_off("5b", "ana", 0, "set"), lay_off("4b", "ana", 1, "high")]


def test_every_listed_option_is_accepted_by_layoff(post: Any) -> None:
    body = OPTIONS | {"cards": EVA["cards"]}
    for option in post("/layoff/options", body).json["options"]:
        answer = post("/layoff", ROUND | {"opponents": [EVA | {"lay_offs": [option]}]}).json
        assert answer["opponents"][0]["legal"], option


@pytest.mark.parametrize(
    ("changed", "pointer"),
    [
        ({"table": [{"player": "ana", "melds": [["5o", "5c"]]}]}, "#/table/0/melds/0"),
        ({"cards": ["5o"]}, "#/table/0/melds/0/0"),
        ({"table": [*OPTIONS["table"], *OPTIONS["table"]]}, "#/table/1/player"),
    ],
)
def test_the_error_points_at_impossible_melds_on_the_table(
    post: Any, changed: dict[str, Any], pointer: str
) -> None:
    answer = post("/layoff/options", OPTIONS | changed)
    assert answer.status_code == 422
    assert pointer in [error["pointer"] for error in answer.json["errors"]]


def test_a_form_cannot_be_mixed_with_another(post: Any) -> None:
    points = {"closing": None, "points": {"ana": 1, "ben": 2, "eva": 3}}
    answer = post("/score", ROUND | points | {"players": STANDINGS})
    assert {error["code"] for error in answer.json["errors"]} == {"name.of_another_form"}
    refused(answer, 400, "invalid-request", "#/closer", "#/opponents")


def test_a_total_below_the_floor_is_refused_wherever_it_is_stated(post: Any) -> None:
    rules = {"base": "fournier", "match": {"floor": -5}}
    hand = ["3c", "4c", "5c", "7b", "7o", "7e", "1o"]
    for path, body in (
        ("/evaluate", {"cards": hand}),
        ("/close", {"cards": [*hand, "6c"], "discard": "1o"}),
    ):
        assert post(path, body | {"rules": rules, "total": -5}).status_code == 200
        answer = post(path, body | {"rules": rules, "total": -6})
        assert answer.status_code == 422
        assert answer.json["errors"][0]["pointer"] == "#/total"


def test_where_nobody_noted_the_closes_a_play_off_may_have_any_totals(post: Any) -> None:
    players = [{"player": "ana", "total": 91}, {"player": "bea", "total": 91}]
    asked = {"rules": "fournier", "play_off": True, "players": players}
    answer = post("/score", asked | {"points": {"ana": 1, "bea": 2}}).json
    assert (answer["match"]["reason"], answer["match"]["winners"]) == ("all_out", ["ana"])
