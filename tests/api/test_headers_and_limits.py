"""What answers say to browsers and caches, and how much one may ask for at once."""

import pytest
from flask.testing import FlaskClient

from service import __version__
from service.api.http.app import create_app
from service.api.operations.limits import Limits

HAND = {"cards": ["7o", "7c", "7b", "9e", "10e", "11e", "4o"]}


def test_no_answer_may_be_sniffed_framed_or_run(client: FlaskClient) -> None:
    for answer in (client.get("/healthz"), client.get("/nowhere"), client.post("/evaluate")):
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


@pytest.mark.parametrize("address", ["/rules", "/docs", "/openapi.json", "/evaluate?cards=7o"])
@pytest.mark.parametrize("tag", ["*", '"another"'])
def test_a_condition_for_changes_is_passed_over(
    client: FlaskClient, address: str, tag: str
) -> None:
    answer = client.get(address, headers={"If-Match": tag})
    assert (answer.status_code, answer.data) == (200, client.get(address).data)
    again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(
    ("address", "lifetime"),
    [
        ("/evaluate?cards=7o", "public, max-age=86400"),
        (f"/evaluate?cards=7o&v={__version__}", "public, max-age=31536000, immutable"),
        ("/evaluate?cards=7o&v=another", "public, max-age=86400"),
        ("/evaluate?cards=7o&v=", "public, max-age=86400"),
        ("/rules", "public, max-age=86400"),
        ("/healthz", "no-store"),
    ],
)
def test_an_answer_that_names_the_version_may_be_kept_for_ever(
    client: FlaskClient, address: str, lifetime: str
) -> None:
    assert client.get(address).headers["Cache-Control"] == lifetime


def test_the_methods_of_a_url_are_listed_in_a_fixed_order(client: FlaskClient) -> None:
    assert client.options("/evaluate").headers["Allow"] == "GET, HEAD, OPTIONS, POST"
    assert client.put("/evaluate").headers["Allow"] == "GET, HEAD, OPTIONS, POST"


def sharing(*origins: str) -> FlaskClient:
    return create_app(cors_origins=origins).test_client()


def test_a_page_of_any_origin_may_ask_unless_origins_are_named(client: FlaskClient) -> None:
    for path, status in (("/healthz", 200), ("/nowhere", 404)):
        answer = client.get(path, headers={"Origin": "https://cards.example"})
        assert answer.status_code == status
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers
        assert "Vary" not in answer.headers


def test_a_named_page_may_ask() -> None:
    client = sharing("https://cards.example", "http://localhost:5173")
    answer = client.post("/evaluate", json=HAND, headers={"Origin": "http://localhost:5173"})
    assert answer.headers["Access-Control-Allow-Origin"] == "http://localhost:5173"
    assert "X-Request-Id" in answer.headers["Access-Control-Expose-Headers"]
    assert answer.headers["Vary"] == "Origin"
    other = client.post("/evaluate", json=HAND, headers={"Origin": "https://else.example"})
    assert "Access-Control-Allow-Origin" not in other.headers
    assert other.headers["Vary"] == "Origin"


def test_a_named_page_may_ask_whether_it_may_ask() -> None:
    client = sharing("*")
    answer = client.options(
        "/evaluate",
        headers={
            "Origin": "https://cards.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        },
    )
    assert answer.status_code == 204
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS, POST"
    assert "Content-Type" in answer.headers["Access-Control-Allow-Headers"]
    assert answer.headers["Access-Control-Max-Age"] == "86400"
    assert "Vary" not in answer.headers


def test_an_application_takes_no_more_than_its_limits() -> None:
    client = create_app(Limits(max_body=1024, max_batch=2)).test_client()
    long = {"cards": ["7o"], "rules": {"base": "fournier", "padding": "x" * 1024}}
    assert client.post("/evaluate", json=long).status_code == 413
    assert client.post("/evaluate/batch", json={"hands": [["7o"], ["7c"]]}).status_code == 200
    answer = client.post("/evaluate/batch", json={"hands": [["7o"], ["7c"], ["7b"]]})
    assert (answer.status_code, answer.json and answer.json["type"]) == (422, "too-much-work")


def test_a_batch_takes_no_more_work_than_its_limit() -> None:
    client = create_app(Limits(max_work=1000)).test_client()
    hands = [["7o", "JK", "JK"]] * 100
    answer = client.post("/evaluate/batch", json={"rules": "classic", "hands": hands})
    assert (answer.status_code, answer.json and answer.json["type"]) == (422, "too-much-work")


def test_an_application_that_is_not_ready_says_so() -> None:
    ready = True
    client = create_app(is_ready=lambda: ready).test_client()
    assert client.get("/readyz").json == {"status": "ready", "version": "0.1.0"}
    ready = False
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json and answer.json["type"]) == (503, "unavailable")
    assert client.get("/healthz").status_code == 200


def test_hooks_of_flask_run() -> None:
    app = create_app()
    ran: list[str] = []
    app.before_request(lambda: ran.append("before"))
    app.teardown_request(lambda _: ran.append("after"))
    app.test_client().get("/healthz")
    assert ran == ["before", "after"]
