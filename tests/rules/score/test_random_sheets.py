"""Score sheets of random tables against the oracle (rule book, "Totals" and "Leaving")."""

from collections import Counter

import pytest
from flask.testing import FlaskClient
from support.random_sheets import random_sheets
from support.random_standings import without_sentences
from support.sheet_rounds import rounds_of

QUICK = [(seed, 60) for seed in range(4)]
LONG = [pytest.param(seed, 200, marks=pytest.mark.long) for seed in range(100, 110)]


@pytest.mark.parametrize(("seed", "number"), [*QUICK, *LONG])
def test_a_sheet_is_scored_as_the_oracle_does(client: FlaskClient, seed: int, number: int) -> None:
    ends: Counter[str] = Counter()
    for sheet in random_sheets(seed, number):
        answer = client.post("/scoresheet", json=sheet.sent)
        assert answer.status_code == 200, f"{answer.text} {sheet}"
        found = without_sentences(answer.get_json())
        expected = sheet.expected
        assert {name: found[name] for name in expected} == expected, str(sheet)
        assert found["legal"] == (not found["violations"])
        ends[expected["match"]["reason"] or "on"] += 1
    assert all(ends[reason] for reason in ("on", "last_player", "rounds")), ends


@pytest.mark.parametrize(
    ("seed", "number"),
    [(0, 40), *(pytest.param(seed, 400, marks=pytest.mark.long) for seed in range(100, 105))],
)
def test_each_round_of_a_sheet_is_scored_alone_as_in_the_sheet(
    client: FlaskClient, seed: int, number: int
) -> None:
    rejoined = 0
    for sheet in random_sheets(seed, number):
        for played in rounds_of(sheet):
            answer = client.post("/score", json=played.sent)
            assert answer.status_code == 200, f"{answer.text} {played.sent} {sheet.drawn}"
            found = without_sentences(answer.get_json())
            assert found["scores"] == played.scores, f"{played.sent} {sheet.drawn}"
            asked = {"over", "winners", "tied", "draw", "prize"}
            if not played.is_play_off:
                asked.add("reason")
            assert {name: found["match"][name] for name in asked} == {
                name: played.match[name] for name in asked
            }, f"{played.sent} {sheet.drawn}"
            players = played.standings
            for name in played.rejoined:
                body = {"rules": sheet.drawn.sent, "players": players, "player": name}
                back = client.post("/rejoin", json=body).get_json()
                assert back["legal"], f"{body} {back}"
                players = back["players"]
                rejoined += 1
            totals = {one["player"]: one["rejoin_total"] for one in played.scores}
            assert all(
                one["total"] == totals[one["player"]] and not one["out"]
                for one in players
                if one["player"] in played.rejoined
            ), f"{players} {sheet.drawn}"
    assert rejoined > number / 20
