"""The log has a line for each answer, and nothing of what a request held."""

import json
import logging
import os
from pathlib import Path
from typing import Any

import pytest

from service.server import logs
from service.server.settings import read_settings
from service.server.wsgi import create_app

HAND = {"cards": ["7o", "7c", "7b", "9e", "10e", "11e", "4o"]}
TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

Captured = pytest.CaptureFixture[bytes]


def test_a_request_is_one_line_without_what_it_held(capfdbinary: Captured) -> None:
    client = create_app().test_client()
    client.post("/evaluate", json=HAND, headers={"X-Request-Id": "one", "traceparent": TRACE})
    second_id, third_id = {"X-Request-Id": "two"}, {"X-Request-Id": "three"}
    client.get("/evaluate?cards=7o,7c,8o&rules=fournier", headers=second_id)
    deal = {"players": ["ana", "bea", "carlos"], "seed": "a secret seed"}
    client.post("/deal", json=deal, headers=third_id)
    written = capfdbinary.readouterr().out
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


def test_a_method_that_nobody_knows_is_not_logged(capfdbinary: Captured) -> None:
    create_app().test_client().open("/evaluate", method="7O7C7B")
    line = json.loads(capfdbinary.readouterr().out)
    assert (line["method"], line["status"]) == ("other", 405)


def test_a_failure_is_logged_with_its_way_but_not_its_words(
    capfdbinary: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        message = "the hand 7o 7c 7b"
        raise RuntimeError(message)

    monkeypatch.setattr("service.api.operations.hands.evaluate", fail)
    answer = create_app().test_client().post("/evaluate", json=HAND)
    assert (answer.status_code, answer.json and answer.json["type"]) == (500, "internal-error")
    assert "RuntimeError" not in answer.get_data(as_text=True)
    written = capfdbinary.readouterr().out
    failure = json.loads(written.splitlines()[0])
    assert failure["exception"] == "RuntimeError"
    assert failure["came_through"][-1].endswith(" fail")
    assert b"7o 7c" not in written


@pytest.mark.parametrize(
    "message",
    [
        "Invalid request from ip=10.1.2.3: Invalid HTTP request line: 'GET /evaluate?cards=7o'",
        "Error handling request POST /evaluate?cards=7o",
    ],
)
def test_what_gunicorn_says_of_a_request_is_logged_without_it(
    capfdbinary: Captured, message: str
) -> None:
    logs.configure(read_settings(), logs.Output(1))
    logging.getLogger("gunicorn.error").error(message)
    line = json.loads(capfdbinary.readouterr().out)
    assert line["level"] == "error"
    assert "request" in line["event"]
    assert "10.1.2.3" not in line["event"]
    assert "7o" not in line["event"]


@pytest.mark.parametrize("level", ["warning", "error"])
def test_above_info_there_is_no_line_for_each_request(
    capfdbinary: Captured, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    monkeypatch.setenv("CHINCHON_LOG_LEVEL", level)
    create_app().test_client().get("/healthz")
    assert capfdbinary.readouterr().out == b""


def test_people_get_lines_that_they_can_read(
    capfdbinary: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHINCHON_LOG_FORMAT", "console")
    create_app().test_client().get("/healthz")
    line = capfdbinary.readouterr().out.decode()
    assert "answered" in line
    assert "operation=getHealth" in line
    assert "{" not in line


def test_a_terminal_gets_lines_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, terminal = os.openpty()
    monkeypatch.setattr("os.isatty", lambda descriptor: descriptor == 1)
    logs.configure(read_settings(), logs.Output(terminal))
    write = logs.answer_log(read_settings(), logs.Output(terminal))
    write(a_line())
    assert b"answered" in os.read(reading, 1000).splitlines()[0]
    os.close(terminal)
    os.close(reading)


def test_a_line_that_cannot_be_written_is_dropped() -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    logs.Output(full).write("lost\n")
    os.close(full)
    logs.Output(full).write("lost\n")  # closed


def test_a_reader_that_has_gone_or_reads_nothing_is_not_waited_for() -> None:
    reading, writing = os.pipe()
    out = logs.Output(writing)
    for _ in range(3_000):
        out.write("x" * 999 + "\n")  # three times what a pipe keeps
    os.close(reading)
    out.write("lost\n")
    os.close(writing)


def test_a_reader_that_is_a_little_behind_gets_every_line() -> None:
    reading, writing = os.pipe()
    out = logs.Output(writing)
    for _ in range(900):
        out.write("x" * 999 + "\n")
    received = b""
    while len(received) < 900_000:
        received += os.read(reading, 1 << 20)
    assert received.count(b"\n") == 900
    os.close(reading)
    os.close(writing)


def test_a_file_gets_every_line(tmp_path: Path) -> None:
    file = os.open(tmp_path / "log", os.O_WRONLY | os.O_CREAT)
    out = logs.Output(file)
    out.write("one\n")
    out.write(b"two\n")
    os.close(file)
    assert (tmp_path / "log").read_text() == "one\ntwo\n"


def a_line() -> logs.Line:
    return logs.Line(
        request_id="a",
        trace_id=None,
        method="GET",
        operation="getHealth",
        status=200,
        problem=None,
        ms=1.0,
        rules_ms=None,
        received=0,
        sent=1,
    )
