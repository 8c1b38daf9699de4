"""How the service says how it is: ids, times, logs, numbers, readiness, and what pages may do."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from service.server.wsgi import create_app
from service.server import readiness
from service.server.settings import Settings, SettingsError, settings

README = Path("README.md").read_text()
HAND = {"cards": ["7o", "7c", "7b", "9e", "10e", "11e", "4o"]}
TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    settings.cache_clear()
    yield monkeypatch
    settings.cache_clear()


def numbers(client: FlaskClient) -> dict[tuple[str, str], float]:
    """Each number with its labels as one text."""
    text = client.get("/metrics").get_data(as_text=True)
    return {
        (sample.name, ",".join(sorted(sample.labels.values()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


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


def test_the_rules_time_is_told_where_they_were_asked(client: FlaskClient) -> None:
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


def test_a_request_is_one_line_without_what_it_held(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    client = create_app().test_client()
    client.post("/evaluate", json=HAND, headers={"X-Request-Id": "one", "traceparent": TRACE})
    second_id, third_id = {"X-Request-Id": "two"}, {"X-Request-Id": "three"}
    client.get("/evaluate?cards=7o,7c,8o&rules=fournier", headers=second_id)
    deal = {"players": ["ana", "bea", "carlos"], "seed": "a secret seed"}
    client.post("/deal", json=deal, headers=third_id)
    written = capsysbinary.readouterr().out
    told = [json.loads(line) for line in written.splitlines()]
    first, second, third = told
    assert first["request_id"] == "one"
    assert first["trace_id"] == TRACE.split("-")[1]
    assert (first["operation"], first["status"], first["problem"]) == ("evaluateHand", 200, None)
    assert first["ms"] > first["rules_ms"] > 0
    assert (second["status"], second["problem"]) == (422, "impossible")
    assert third["operation"] == "dealCards"
    for secret in (b"7o", b"7c", b"8o", b"secret", b"ana"):
        assert secret not in written


def test_a_failure_is_logged_with_its_way_but_not_its_words(
    capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        message = "the hand 7o 7c 7b"
        raise RuntimeError(message)

    monkeypatch.setattr("service.api.operations.hands.evaluate", fail)
    answer = create_app().test_client().post("/evaluate", json=HAND)
    assert (answer.status_code, answer.json and answer.json["type"]) == (500, "internal-error")
    assert "RuntimeError" not in answer.get_data(as_text=True)
    written = capsysbinary.readouterr().out
    failure = json.loads(written.splitlines()[0])
    assert failure["exception"] == "RuntimeError"
    assert failure["came_through"][-1].endswith(" fail")
    assert b"7o 7c" not in written


def test_requests_are_counted_by_operation_and_status(client: FlaskClient) -> None:
    before = numbers(client)
    client.post("/evaluate", json=HAND)
    client.post("/evaluate", json=HAND)
    client.post("/evaluate", json={"cards": ["8o"], "rules": "fournier"})
    client.get("/nowhere")
    after = numbers(client)

    def more(name: str, labels: str) -> float:
        return after[name, labels] - before.get((name, labels), 0)

    assert more("chinchon_requests_total", "200,evaluateHand") == 2
    assert more("chinchon_requests_total", "422,evaluateHand") == 1
    assert more("chinchon_requests_total", "404,none") == 1
    assert more("chinchon_problems_total", "impossible") == 1
    assert more("chinchon_problems_total", "not-found") == 1
    assert more("chinchon_request_seconds_count", "200,evaluateHand") == 2
    assert more("chinchon_solver_seconds_count", "200,evaluateHand") == 2
    assert more("chinchon_request_bytes_sum", "200,evaluateHand") == 2 * len(json.dumps(HAND))
    assert more("chinchon_response_bytes_sum", "200,evaluateHand") > 2 * len(json.dumps(HAND))


def test_it_is_ready_until_it_stops(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/readyz").json == {"status": "ready", "version": "0.1.0"}
    monkeypatch.setattr(readiness, "_STOPPING", type(readiness._STOPPING)())  # noqa: SLF001 - one process stops once
    readiness.stop()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json and answer.json["type"]) == (503, "unavailable")
    assert client.get("/healthz").status_code == 200


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


def test_the_methods_of_an_address_are_told_in_one_order(client: FlaskClient) -> None:
    assert client.options("/evaluate").headers["Allow"] == "GET, HEAD, OPTIONS, POST"
    assert client.put("/evaluate").headers["Allow"] == "GET, HEAD, OPTIONS, POST"


def sharing(environment: pytest.MonkeyPatch, origins: str) -> FlaskClient:
    environment.setenv("CHINCHON_CORS_ORIGINS", origins)
    app: Flask = create_app()
    return app.test_client()


def test_pages_elsewhere_may_not_ask_unless_they_are_named(client: FlaskClient) -> None:
    answer = client.get("/healthz", headers={"Origin": "https://cards.example"})
    assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]
    assert "Vary" not in answer.headers


def test_a_named_page_may_ask(environment: pytest.MonkeyPatch) -> None:
    client = sharing(environment, "https://cards.example,http://localhost:5173")
    answer = client.post("/evaluate", json=HAND, headers={"Origin": "http://localhost:5173"})
    assert answer.headers["Access-Control-Allow-Origin"] == "http://localhost:5173"
    assert "X-Request-Id" in answer.headers["Access-Control-Expose-Headers"]
    assert answer.headers["Vary"] == "Origin"
    other = client.post("/evaluate", json=HAND, headers={"Origin": "https://else.example"})
    assert "Access-Control-Allow-Origin" not in other.headers
    assert other.headers["Vary"] == "Origin"


def test_a_named_page_may_ask_whether_it_may_ask(environment: pytest.MonkeyPatch) -> None:
    client = sharing(environment, "*")
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
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in answer.headers["Access-Control-Allow-Headers"]
    assert "Vary" not in answer.headers


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eight"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("CHINCHON_WORKERS", "0"),
        ("CHINCHON_THREADS", "-1"),
        ("CHINCHON_LOG_LEVEL", "loud"),
        ("CHINCHON_LOG_FORMAT", "xml"),
        ("CHINCHON_CORS_ORIGINS", "cards.example"),
        ("CHINCHON_MAX_BODY", "1"),
        ("CHINCHON_MAX_BATCH", "10001"),
        ("CHINCHON_MAX_WORK", "many"),
    ],
)
def test_a_wrong_setting_is_named_in_one_line(
    environment: pytest.MonkeyPatch, name: str, value: str
) -> None:
    environment.setenv(name, value)
    with pytest.raises(SettingsError) as refused:
        settings()
    assert f"{name}: " in str(refused.value)
    assert "\n" not in str(refused.value)


def test_every_wrong_setting_is_named(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("PORT", "eight")
    environment.setenv("CHINCHON_THREADS", "0")
    with pytest.raises(SettingsError, match=r"PORT: .*CHINCHON_THREADS: "):
        settings()


def test_limits_are_settings(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("CHINCHON_MAX_BODY", "1024")
    environment.setenv("CHINCHON_MAX_BATCH", "2")
    client = create_app().test_client()
    long = {"cards": ["7o"], "rules": {"base": "fournier", "padding": "x" * 1024}}
    assert client.post("/evaluate", json=long).status_code == 413
    assert client.post("/evaluate/batch", json={"hands": [["7o"], ["7c"]]}).status_code == 200
    answer = client.post("/evaluate/batch", json={"hands": [["7o"], ["7c"], ["7b"]]})
    assert (answer.status_code, answer.json and answer.json["type"]) == (422, "too-much-work")
    environment.setenv("CHINCHON_MAX_WORK", "1000")
    settings.cache_clear()
    hands = [["7o", "JK", "JK"]] * 2
    answer = client.post("/evaluate/batch", json={"rules": "classic", "hands": hands * 50})
    assert (answer.status_code, answer.json and answer.json["type"]) == (422, "too-much-work")


def test_the_readme_lists_each_setting_with_its_default(environment: pytest.MonkeyPatch) -> None:
    table = dict(re.findall(r"^\| `([A-Z_]+)` \| ([^|]+?) \|", README, re.MULTILINE))
    for name in table:
        environment.delenv(name, raising=False)
    defaults = settings()
    fields = Settings.__dataclass_fields__
    names = {("" if one in {"host", "port"} else "CHINCHON_") + one.upper(): one for one in fields}
    assert table.keys() == names.keys()
    for name, field in names.items():
        value = getattr(defaults, field)
        told = {"workers": "one for each core", "cors_origins": "none"}.get(field, str(value))
        assert table[name].replace(",", "").strip("`") == told, name
