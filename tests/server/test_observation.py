"""Every answer says which request's it is, and how long it took."""

import re

import pytest
from flask.testing import FlaskClient

HAND = {"cards": ["7o", "7c", "7b", "9e", "10e", "11e", "4o"]}
TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


def test_a_request_id_comes_back_as_it_was_sent(client: FlaskClient) -> None:
    answer = client.get("/healthz", headers={"X-Request-Id": "game-7:turn-3"})
    assert answer.headers["X-Request-Id"] == "game-7:turn-3"


@pytest.mark.parametrize("sent", ["", "two words", "x" * 129, "ñ", 'a"b'])
def test_a_request_id_that_is_none_is_replaced(client: FlaskClient, sent: str) -> None:
    answer = client.get("/healthz", headers={"X-Request-Id": sent.encode().decode("latin-1")})
    assert re.fullmatch("[0-9a-f]{32}", answer.headers["X-Request-Id"])


def test_every_answer_has_an_id_and_times_also_a_problem(client: FlaskClient) -> None:
    for answer in (
        client.get("/nowhere"),
        client.put("/evaluate"),
        client.post("/evaluate", data="{"),
        client.post("/evaluate", json=HAND),
        client.options("/evaluate"),
    ):
        assert answer.headers["X-Request-Id"]
        assert answer.headers["Server-Timing"].startswith("total;dur=")


def test_the_time_of_the_rules_is_given_if_they_were_asked(client: FlaskClient) -> None:
    timing = client.post("/evaluate", json=HAND).headers["Server-Timing"]
    total, rules = map(float, re.findall(r"dur=([0-9.]+)", timing))
    assert 0 < rules < total


@pytest.mark.parametrize(
    ("sent", "passed"),
    [(TRACE, TRACE), ("00-0-0-01", None), ("ff" + TRACE[2:], None), (TRACE.upper(), None)],
)
def test_a_trace_is_passed_on_if_it_is_one(
    client: FlaskClient, sent: str, passed: str | None
) -> None:
    answer = client.get("/healthz", headers={"traceparent": sent})
    assert answer.headers.get("traceparent") == passed
