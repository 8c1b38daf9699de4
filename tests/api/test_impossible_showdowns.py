"""Showdowns by hand, and views, that cannot be: each is refused with what is wrong and where."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

Json = Any
Change = Callable[[Json], None]

START = {
    "rules": {"base": "fournier", "close": {"max_unmatched_points": None}},
    "players": ["ana", "ben", "eva"],
    "lead": "ana",
    "seed": "a seed for showdowns 60",
    "showdown": "by_hand",
}
ANA_CLOSES = [{"type": "draw", "from": "stock"}, {"type": "close", "discard": "11b"}]
BEN_SHOWS_NOTHING = {"type": "show", "melds": [], "lay_offs": []}
RUN = {"kind": "run", "cards": ["1o", "2o", "3o"], "stands_for": ["1o", "2o", "3o"]}


@pytest.fixture(scope="module")
def closed(post: Any) -> Json:
    """ana has closed, and ben has shown nothing; eva is asked."""
    actions = [*ANA_CLOSES, BEN_SHOWS_NOTHING]
    state = post("/replay", START | {"actions": actions}).json["state"]
    assert (state["phase"], state["to_play"], state["pass"]) == ("showdown", "eva", 1)
    return state


@pytest.fixture(scope="module")
def drawn(post: Any) -> Json:
    """ana has drawn from the stock."""
    return post("/replay", START | {"actions": ANA_CLOSES[:1]}).json["state"]


def put(name: str, value: Json) -> Change:
    """The change that puts a value at a path such as `closer/player`."""
    *steps, last = [int(step) if step.isdecimal() else step for step in name.split("/")]

    def change(document: Json) -> None:
        for step in steps:
            document = document[step]
        document[last] = value

    return change


def refusals(post: Any, path: str, question: Json) -> set[tuple[str, str]]:
    answer = post(path, question)
    assert answer.status_code == 422, answer.text
    assert answer.json["type"] == "impossible"
    return {(error["code"], error["pointer"]) for error in answer.json["errors"]}


STATES: list[tuple[Change, str, str]] = [
    (put("closer/player", "zoe"), "state.closer_without_hand", "closer/player"),
    (put("closer", None), "state.no_closer", "closer"),
    (put("showdown", "automatic"), "state.showdown_automatic", "showdown"),
    (put("shown", None), "state.shown_missing", "shown"),
    (put("pass", None), "state.shown_missing", "pass"),
    (put("shown", []), "state.shown_players", "shown"),
    (put("shown/0/player", "eva"), "state.shown_players", "shown"),
    (put("shown/0/melds", [RUN]), "state.shown_illegal", "shown/0"),
    (
        put("shown/0/melds", [RUN | {"cards": ["1o", "2o", "4o"]}]),
        "state.no_meld",
        "shown/0/melds/0",
    ),
    (put("to_play", "ben"), "state.shown_players", "shown"),
    (put("to_play", "ana"), "state.shown_players", "shown"),
    (put("pass", 2), "state.shown_players", "shown"),
    (put("moves", 2), "state.moves_too_few", "moves"),
    (put("phase", "draw"), "state.shown_not_now", "shown"),
    (put("phase", "round_over"), "state.result_missing", "result"),
    (put("players/1/cards", []), "state.hand_size", "players/1/cards"),
]


@pytest.mark.parametrize(("change", "code", "place"), STATES)
def test_a_showdown_that_cannot_be_is_refused(
    change: Change, code: str, place: str, closed: Json, post: Any
) -> None:
    state = deepcopy(closed)
    change(state)
    assert (code, f"#/state/{place}") in refusals(post, "/actions", {"state": state})


def test_a_close_that_was_not_allowed_leads_to_no_showdown(closed: Json, post: Any) -> None:
    rules = {"base": "fournier"}
    found = refusals(post, "/actions", {"state": closed | {"rules": rules}})
    assert ("state.close_illegal", "#/state/closer/melds") in found


def lay_off(card: str, number: int) -> Json:
    return {"card": card, "owner": "ana", "meld": 0, "place": "high", "pass": number}


def test_a_lay_off_must_fit_and_belong_to_a_pass_that_has_begun(closed: Json, post: Any) -> None:
    assert closed["players"][1]["cards"].count("5c") == 1
    for number, accepted in ((1, True), (2, False)):
        state = deepcopy(closed)
        state["shown"][0]["lay_offs"] = [lay_off("5c", number)]
        answer = post("/actions", {"state": state})
        assert (answer.status_code == 200) == accepted
    state["shown"][0]["lay_offs"] = [lay_off("5o", 1)]
    found = refusals(post, "/actions", {"state": state})
    assert found == {("state.shown_illegal", "#/state/shown/0")}


VIEWS: list[tuple[str, Json, str, str]] = [
    ("stock", 3, "view.counts", ""),
    ("players/1/count", 6, "view.counts", ""),
    ("discards", [], "view.counts", ""),
    ("players/0/cards/0", "JK", "card.no_jokers", "players/0/cards/0"),
    ("players/1/cards", ["1o"] * 7, "view.counts", ""),
    ("player", "zoe", "player.unknown", "player"),
    ("player", "ben", "view.differs", "players"),
    ("player", None, "view.differs", "players"),
    ("drawn/card", None, "view.differs", "drawn"),
    ("drawn", None, "state.nothing_drawn", "drawn"),
    ("to_play", "ben", "view.counts", ""),
    ("phase", "draw", "state.drawn_not_now", "drawn"),
    ("moves", 0, "state.moves_too_few", "moves"),
    ("seed", "a seed that was not", "view.differs", "seed"),
    ("shown", [], "state.shown_not_now", "shown"),
    ("rules", "barajamos", "view.counts", ""),
]


@pytest.mark.parametrize(("name", "value", "code", "place"), VIEWS)
def test_a_view_that_cannot_be_is_refused(
    name: str, value: Json, code: str, place: str, drawn: Json, post: Any
) -> None:
    view = post("/view", {"state": drawn, "player": "ana"}).json
    put(name, value)(view)
    expected = (code, f"#/view/{place}".rstrip("/"))
    for path in ("/actions", "/evaluate"):
        assert expected in refusals(post, path, {"view": view})


def test_a_view_of_a_showdown_shows_no_more_than_its_player_may_know(
    closed: Json, post: Any
) -> None:
    view = post("/view", {"state": closed, "player": "eva"}).json
    view["players"][1]["cards"] = closed["players"][1]["cards"]
    found = refusals(post, "/layoff/options", {"view": view})
    assert found == {("view.differs", "#/view/players")}


def test_an_onlooker_has_no_hand_to_ask_about(closed: Json, post: Any) -> None:
    view = post("/view", {"state": closed}).json
    for path, more in (("/evaluate", {}), ("/close", {"discard": "7o"}), ("/layoff/options", {})):
        found = refusals(post, path, {"view": view} | more)
        assert found == {("view.of_nobody", "#/view/player")}


def test_lay_offs_are_listed_only_in_a_showdown(drawn: Json, post: Any) -> None:
    found = refusals(post, "/layoff/options", {"state": drawn})
    assert found == {("state.not_in_showdown", "#/state/phase")}
