"""The two frontends of the guide work, request by request."""

import json
import re
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

GUIDE = Path(__file__).parents[2] / "docs" / "frontends.md"
SECTION = re.compile(r"^## (?P<title>.+?)\n.*?```http\n(?P<lines>.*?)```", re.MULTILINE | re.DOTALL)
FRONTENDS = {
    match["title"]: match["lines"].splitlines()
    for match in SECTION.finditer(GUIDE.read_text("utf-8"))
}


def answers(client: FlaskClient, title: str) -> list[Any]:
    """The answer to each line of a frontend, every one of them 200."""
    state: Any = None
    views: dict[str, Any] = {}
    found = []
    for line in FRONTENDS[title]:
        method, path, body = (*line.split(" ", 2), None)[:3]
        asked = json.loads(body) if body else None
        if asked and "state" in asked:
            asked["state"] = state
        if asked and "view" in asked:
            asked["view"] = views[asked["view"].removeprefix("VIEW ")]
        answer = client.open(path, method=method, json=asked)
        assert answer.status_code == 200, (line, answer.text)
        told: Any = answer.json
        found.append(told)
        if "views" in told:
            state = told["state"]
            views = {seat["player"]: seat["view"] for seat in told["views"]}
    return found


def test_a_table_for_people_takes_ten_requests_from_the_deal_to_the_next_round(
    client: FlaskClient,
) -> None:
    dealt, drawn, worth, judged, closed, where, shown, asked, ended, again = answers(
        client, "A table for people"
    )
    assert [dealt["actions"]["player"], drawn["actions"]["player"]] == ["ana", "ana"]
    assert [seat["player"] for seat in dealt["views"]] == ["ana", "bea", None]
    own, other, onlooker = (seat["view"]["drawn"]["card"] for seat in drawn["views"])
    assert (own, other, onlooker) == (drawn["state"]["drawn"]["card"], None, None)
    assert len(worth["choices"]) == 8
    assert judged["legal"]
    assert (closed["state"]["phase"], closed["state"]["to_play"]) == ("showdown", "bea")
    assert closed["views"][1]["view"]["players"][0]["cards"]
    assert where["options"] == closed["actions"]["showdown"]["options"]
    assert (shown["state"]["phase"], shown["state"]["pass"]) == ("showdown", 2)
    assert asked == shown["actions"]
    assert ended["state"]["phase"] == "round_over"
    assert all(player["cards"] for player in ended["views"][2]["view"]["players"])
    assert (again["state"]["round"], again["state"]["moves"]) == (2, 5)


def test_a_score_sheet_takes_a_request_for_each_thing_that_is_written_down(
    client: FlaskClient,
) -> None:
    tables, rules, empty, _, first, back, second, undone, gone, won = answers(
        client, "A score sheet"
    )
    assert len(tables["tables"]) > 40
    assert rules["packs"] == 1
    assert (empty["next"]["dealer"], empty["next"]["lead"]) == ("carlos", "ana")
    assert first["rounds"][0]["scores"][2]["rejoin_total"] == 12
    assert [player["total"] for player in back["players"]] == [3, 12, 12]
    assert [player["total"] for player in second["players"]] == [23, 2, 37]
    assert undone == back
    assert gone["players"][1]["left"]
    assert (won["match"]["reason"], won["match"]["winners"]) == ("chinchon", ["bea"])
    assert won["next"] is None
