"""A wrong address, method, header or parameter gets a problem like any other mistake."""

import gzip
import json
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from support.refusals import BATCHES, GOOD, LIMITS, PATHS, SEVEN, refused, short

from service import __version__

NOWHERE = [
    *(f"/rules/{name}" for name in ("nobody", "Classic", "", "%00", "%ff", "a%2Fb", "classic/")),
    *(
        "/nothing",
        "/evaluate/",
        "/rules//classic",
        "/EVALUATE",
        "/healthz/",
        "/openapi.xml",
    ),
]


@pytest.mark.parametrize("path", NOWHERE)
def test_an_unknown_address_is_not_found(client: FlaskClient, path: str) -> None:
    refused(client.get(path), 404, "not-found")


NEAR = [
    ("/evalute", "/evaluate"),
    ("/score/", "/score"),
    ("/rules/clasic", "classic"),
    ("/openapi.yml", "/openapi.yaml"),
]


@pytest.mark.parametrize(("path", "near"), NEAR)
def test_the_problem_for_a_misspelt_url_suggests_the_right_one(
    client: FlaskClient, path: str, near: str
) -> None:
    assert f"did you mean {near}?" in client.get(path).text


READ, BOTH = {"GET", "HEAD", "OPTIONS"}, {"GET", "HEAD", "OPTIONS", "POST"}
ALLOWED = [
    *((path, BOTH) for path in ("/evaluate", "/rules")),
    *((path, {"OPTIONS", "POST"}) for path in (*BATCHES, "/melds", "/close")),
    *((path, READ) for path in ("/rules/classic", "/violations", "/healthz", "/openapi.json")),
]


@pytest.mark.parametrize(("path", "allowed"), ALLOWED)
def test_the_problem_for_a_wrong_method_lists_the_right_ones(
    client: FlaskClient, path: str, allowed: set[str]
) -> None:
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"} - allowed:
        answer = client.open(path, method=method)
        refused(answer, 405, "method-not-allowed")
        assert set(answer.headers["Allow"].split(", ")) == allowed
        told = ", ".join(sorted(allowed - {"HEAD", "OPTIONS"}))
        assert f'"detail":"{path} allows only {told}"' in answer.text


JSON = "application/json"
NOT_PLAIN: list[dict[str, str]] = [
    {},
    *({"Content-Type": media} for media in ("", "*/*", "text/plain", f"{JSON}x", "text/json")),
    {"Content-Type": "application/x-www-form-urlencoded"},
    *({"Content-Type": f"{JSON}; charset={charset}"} for charset in ("latin-1", "utf-16", "x")),
    *({"Content-Type": JSON, "Content-Encoding": coding} for coding in ("gzip", "br", "x, gzip")),
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("headers", NOT_PLAIN, ids=short)
def test_a_body_that_is_not_plain_json_in_utf_8_is_refused(
    client: FlaskClient, path: str, headers: dict[str, str]
) -> None:
    body = json.dumps(GOOD[path]).encode()
    if "Content-Encoding" in headers:
        body = gzip.compress(body)
    refused(client.post(path, data=body, headers=headers), 415, "unsupported-media-type")


@pytest.mark.parametrize("sent", [None, "text/plain", "application/x-www-form-urlencoded"])
def test_the_problem_for_another_content_type_names_the_right_one(
    client: FlaskClient, sent: str | None
) -> None:
    told = client.post("/evaluate", data=SEVEN, content_type=sent).text
    assert "Content-Type: application/json" in told
    assert (sent or "there is none") in told


@pytest.mark.parametrize("media", [f"{JSON}; charset=UTF-8", "Application/JSON"])
def test_json_may_be_called_so_in_any_case(client: FlaskClient, media: str) -> None:
    assert client.post("/evaluate", data=SEVEN, content_type=media).status_code == 200


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("chunked", [False, True], ids=["with a length", "chunked"])
def test_a_body_has_at_most_its_limit_of_bytes(
    client: FlaskClient, path: str, *, chunked: bool
) -> None:
    def padded(size: int) -> Any:
        body = BytesIO(json.dumps(GOOD[path]).encode().ljust(size))
        headers = {"Transfer-Encoding": "chunked"} if chunked else {}
        ended = {"wsgi.input_terminated": True} if chunked else {}
        return client.post(
            path, input_stream=body, content_type=JSON, headers=headers, environ_overrides=ended
        )

    assert padded(LIMITS[path]).status_code == 200
    refused(padded(LIMITS[path] + 1), 413, "content-too-large")
    refused(padded(LIMITS[path] * 3), 413, "content-too-large")


EVERY = "cards=&seats=x&turn=0&total=&rules=&v=%01&w="
QUERIES = [
    ("", [""], "cards"),
    ("seats=", ["4"], "cards"),
    (
        "cards=",
        ["", "7O", "7o,", "7o;7c", "%ff", "[7o]", ",".join(["7o"] * 9), "7o&cards="],
        "cards",
    ),
    ("cards=7O,", ["O7", "%ff"], "cards cards"),
    ("cards=7o&seats=", ["", "five", "5.0", "05", "%2B5", "5e0", "%205", "5%20", "1_0"], "seats"),
    ("cards=7o&seats=", ["%D9%A5", "-5", "1", "13", "5&seats=5", "9" * 5_000], "seats"),
    ("cards=7o&turn=", ["", "0", "-1", "1.0", "100001", "1&turn=1"], "turn"),
    ("cards=7o&total=", ["", "-100001", "100001", "--1", "null", "0&total=0"], "total"),
    ("cards=7o&rules=", ["", "clasic", '{"base":"classic"}', "classic&rules=classic"], "rules"),
    ("cards=7o&v=", ["0.1&v=0.1", "%01", "x" * 65], "v"),
    ("cards=7o&alternatives=", ["true"], "alternatives"),
    ("cards=7o&Seats=", ["", "5"], "Seats"),
    (EVERY, ["1"], "cards seats turn total rules v w"),
]
QUERIES_ONE_BY_ONE = [(start + value, places) for start, ends, places in QUERIES for value in ends]


@pytest.mark.parametrize(("query", "places"), QUERIES_ONE_BY_ONE, ids=short)
def test_a_wrong_parameter_is_named(client: FlaskClient, query: str, places: str) -> None:
    refused(client.get(f"/evaluate?{query}"), 400, "invalid-request", *places.split())


def test_right_parameters_are_answered(client: FlaskClient) -> None:
    query = f"cards=7o,JK&rules=classic&seats=8&turn=100000&total=-100000&v={__version__}"
    assert client.get(f"/evaluate?{query}").status_code == 200


def test_cards_may_be_in_one_parameter_or_in_several(client: FlaskClient) -> None:
    answers = [
        client.get(f"/evaluate?{query}&rules=fournier").get_data()
        for query in ("cards=7o,7c,7b", "cards=7o&cards=7c&cards=7b", "cards=7o,7c&cards=7b")
    ]
    assert answers[0] == answers[1] == answers[2]
    assert b'"melds":[{"kind":"set"' in answers[0]


IMPOSSIBLE_QUERIES = [
    ("cards=7o,8o&rules=fournier", "cards", "eights"),
    ("cards=JK", "cards", "no jokers"),
    ("cards=5o,5o", "cards", "one pack"),
    ("cards=7o&seats=2", "seats", "2 seats"),
]


@pytest.mark.parametrize(("query", "place", "words"), IMPOSSIBLE_QUERIES)
def test_a_parameter_that_cannot_be_is_named(
    client: FlaskClient, query: str, place: str, words: str
) -> None:
    assert words in refused(client.get(f"/evaluate?{query}"), 422, "impossible", place)


NO_PARAMETERS = [path for path, allowed in ALLOWED if "GET" in allowed and path != "/evaluate"]


@pytest.mark.parametrize("path", NO_PARAMETERS)
@pytest.mark.parametrize("query", ["x=1", "name=fournier", "name=nobody"])
def test_an_address_without_parameters_takes_none(
    client: FlaskClient, path: str, query: str
) -> None:
    refused(client.get(f"{path}?{query}"), 400, "invalid-request", query.partition("=")[0])


@pytest.mark.parametrize("path", PATHS)
def test_an_address_that_takes_a_body_takes_no_parameters(client: FlaskClient, path: str) -> None:
    answer = client.post(f"{path}?seats=4&x=1", json=GOOD[path])
    refused(answer, 400, "invalid-request", "seats", "x")
