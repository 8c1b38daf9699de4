"""What nginx does in front of one instance, as deploy/nginx.conf says."""

import gzip
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest

from live.load import (
    Answer,
    BrokenError,
    Connection,
    Load,
    Question,
    ask,
    counted,
    ends,
)
from live.problems import check_problem
from live.questions import EVALUATE, KEPT
from live.serving import Instance, Proxy, slowed

pytestmark = pytest.mark.live

Start = Callable[..., Instance]
Before = Callable[..., Proxy]
Tell = Callable[[str], None]

FAST = 100_000
"""A rate that no load here comes to."""


def test_answers_to_get_are_kept(instance: Start, proxy: Before, tell: Tell) -> None:
    one = instance()
    front = proxy(one, rate=FAST)
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    first = ask(front.port, KEPT._replace(headers=("X-Request-Id: first", f"traceparent: {trace}")))
    assert (first.status, first.header("X-Cache")) == (200, "MISS")
    assert (first.header("X-Request-Id"), first.header("traceparent")) == ("first", trace)
    assert (first.header("Server-Timing") or "").startswith("total;dur=")

    second = ask(front.port, KEPT._replace(headers=("X-Request-Id: second",)))
    assert (second.status, second.header("X-Cache")) == (200, "HIT")
    assert (second.header("X-Request-Id"), second.header("traceparent")) == ("second", None)
    assert second.header("Server-Timing") == "cache;desc=HIT"
    assert second.body == first.body
    for name in ("ETag", "Cache-Control", "Content-Type"):
        assert second.header(name) == first.header(name)
        assert first.header(name)

    tag = first.header("ETag")
    same = ask(front.port, KEPT._replace(headers=(f"If-None-Match: {tag}",)))
    assert (same.status, same.header("X-Cache"), same.body) == (304, "HIT", b"")
    assert same.header("ETag") == tag
    other = ask(front.port, KEPT._replace(headers=('If-None-Match: "other"',)))
    assert (other.status, other.header("X-Cache")) == (200, "HIT")
    head = ask(front.port, KEPT._replace(method="HEAD"))
    assert (head.status, head.header("X-Cache")) == (200, "HIT")

    load = Load(front.port, [KEPT], keep_alive=2, count=2_000)
    load.start()
    load.wait()
    assert set(ends(load.asked)) == {"answered"}
    direct = Load(one.port, [KEPT], keep_alive=2, count=500)
    direct.start()
    direct.wait()
    assert set(ends(direct.asked)) == {"answered"}
    tell(f"{_rate(load):.0f} a second from nginx's cache, {_rate(direct):.0f} from the service")
    # All that came through nginx is the first one.
    assert counted(one.port, "getEvaluation") == 501

    assert ask(front.port, EVALUATE).header("X-Cache") is None
    assert ask(front.port, Question("GET", "/healthz")).header("X-Cache") == "MISS"
    assert ask(front.port, Question("GET", "/healthz")).header("X-Cache") == "MISS"

    # A condition for changes is passed over, by an answer that is kept too.
    for condition in ('If-Match: "other"', "If-Match: 0", "If-Match: *"):
        for question in (KEPT, Question("GET", "/rules")):
            guarded = ask(front.port, question._replace(headers=(condition,)))
            assert (guarded.status, guarded.body) == (200, ask(one.port, question).body)

    one.terminate()
    assert one.wait(40) == 0
    assert ask(front.port, KEPT).header("X-Cache") == "HIT"
    gone = ask(front.port, EVALUATE)
    check_problem(gone, 503, "unavailable")
    assert gone.header("Retry-After") == "1"


def test_what_is_large_is_sent_small(instance: Start, proxy: Before) -> None:
    front = proxy(instance(), rate=FAST)
    for path in ("/docs/swagger-ui-bundle.js", "/openapi.json", "/rules"):
        question = Question("GET", path)
        whole = ask(front.port, question)
        packed = ask(front.port, question._replace(headers=("Accept-Encoding: gzip",)))
        assert packed.header("Content-Encoding") == "gzip"
        assert packed.header("Vary") == "Accept-Encoding"
        body = _unchunked(packed)
        assert gzip.decompress(body) == whole.body
        assert len(body) < len(whole.body) / 2
        tag = packed.header("ETag")
        again = question._replace(headers=("Accept-Encoding: gzip", f"If-None-Match: {tag}"))
        assert ask(front.port, again).status == 304


REFUSED = {
    "no HTTP": (b"nonsense\r\n\r\n", 400, "invalid-request"),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400, "invalid-request"),
    "a strange encoding": (
        b"POST /melds HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
        400,
        "invalid-request",
    ),
    "HTTP/3 in plain text": (b"GET / HTTP/3.0\r\nHost: a\r\n\r\n", 400, "invalid-request"),
    "TRACE": (b"TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", 405, "method-not-allowed"),
    "metrics": (b"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not-found"),
    "metrics by another name": (
        b"GET /x/../%6detrics HTTP/1.1\r\nHost: a\r\n\r\n",
        404,
        "not-found",
    ),
    "metrics with OPTIONS": (b"OPTIONS /metrics?x HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not-found"),
    "metrics with two slashes": (b"GET //metrics HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not-found"),
    "metrics with three slashes": (
        b"GET /%2F%2fmetrics HTTP/1.1\r\nHost: a\r\n\r\n",
        404,
        "not-found",
    ),
    "metrics with a server": (
        b"GET http://a/metrics HTTP/1.1\r\nHost: a\r\n\r\n",
        404,
        "not-found",
    ),
    "readiness": (b"GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not-found"),
    "nginx's own": (b"GET /problems/429 HTTP/1.1\r\nHost: a\r\n\r\n", 404, "not-found"),
    "a long address": (
        b"GET /" + b"a" * 10_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        414,
        "uri-too-long",
    ),
    "a long field": (
        b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 10_000 + b"\r\n\r\n",
        431,
        "header-fields-too-large",
    ),
    "a large body": (
        b"POST /evaluate/batch HTTP/1.1\r\nHost: a\r\nContent-Length: 2097153\r\n\r\n",
        413,
        "content-too-large",
    ),
    "a large body in chunks": (
        b"POST /evaluate/batch HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"200001\r\n" + b" " * 0x200001 + b"\r\n0\r\n\r\n",
        413,
        "content-too-large",
    ),
}


def test_what_nginx_refuses_by_itself_is_a_problem_too(instance: Start, proxy: Before) -> None:
    front = proxy(instance(), rate=FAST)
    for why, (request, status, kind) in REFUSED.items():
        with closing(Connection(front.port)) as connection:
            answer = connection.ask(request)
        assert answer.status == status, why
        check_problem(answer, status, kind)
        assert answer.header("X-Request-Id")
        assert answer.header("X-Content-Type-Options") == "nosniff"


def test_the_largest_body_that_the_service_takes_passes(instance: Start, proxy: Before) -> None:
    front = proxy(instance(), rate=FAST)
    hands = b'{"hands": [["7o", "7c", "7b"]]}'
    body = hands + b" " * (2 * 1024 * 1024 - len(hands))
    assert ask(front.port, Question("POST", "/evaluate/batch", body)).status == 200


def test_the_log_of_nginx_holds_no_hand(instance: Start, proxy: Before) -> None:
    one = instance()
    front = proxy(one, rate=FAST)
    named = ("X-Request-Id: mine",)
    for question in (
        KEPT,
        EVALUATE,
        Question("GET", "/rules/classic-48"),
        Question("GET", "/7o,7c"),
    ):
        ask(front.port, question._replace(headers=named))
    one.terminate()
    assert one.wait(40) == 0
    other = Question("GET", "/evaluate?rules=barajamos&cards=7o,7c")
    assert ask(front.port, other).status == 503
    front.end()
    lines = front.access_log.read_text()
    assert "7o" not in lines
    assert "7o" not in (front.access_log.parent / "error.log").read_text()
    told: list[dict[str, Any]] = [json.loads(line) for line in lines.splitlines()]
    mine = [line for line in told if line["request_id"] == "mine"]
    # In any order: nginx has workers too.
    addresses = ["", "/evaluate", "/evaluate", "/rules/classic-48"]
    assert sorted(line["address"] for line in mine) == addresses
    assert [line["address"] for line in told if line["status"] == 503] == ["/evaluate"]


def test_a_slow_body_waits_in_nginx_and_is_dropped(instance: Start, proxy: Before) -> None:
    one = instance()
    front = proxy(one, rate=FAST)
    connection = Connection(front.port)
    with pytest.raises(BrokenError):
        connection.ask(b"POST /melds HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{")
    time.sleep(1)
    assert counted(one.port, "judgeMelds") == 0


def test_what_only_nginx_holds_off_is_held_off(instance: Start, proxy: Before, tell: Tell) -> None:
    one = instance(CHINCHON_WORKERS=1, CHINCHON_CONNECTIONS=50)
    front = proxy(one, rate=FAST, connections=2_000)
    body = b"1\r\n \r\n" * 400_000 + b"0\r\n\r\n"
    head = b"POST /evaluate/batch HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    bystander = threading.Thread(target=lambda: times.extend(_answers(front, 40)))
    times: list[float] = []
    with ExitStack() as stack:
        idle = [stack.enter_context(closing(Connection(front.port))) for _ in range(1_200)]
        bystander.start()
        chunked = [stack.enter_context(closing(Connection(front.port))) for _ in range(4)]
        for connection in chunked:
            connection.socket.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n" + body)
        bystander.join()
        for connection in chunked:
            answer = connection.answer()
            check_problem(answer, 400, "invalid-request")
        assert len(idle) == 1_200
    tell(f"longest of {len(times)} answers {max(times) * 1e3:.0f} ms")
    assert len(times) == 40
    assert max(times) < slowed()


def _answers(front: Proxy, number: int) -> Iterator[float]:
    """How long each of some answers takes."""
    for _ in range(number):
        asked = time.monotonic()
        assert ask(front.port, EVALUATE).status == 200
        yield time.monotonic() - asked
        time.sleep(0.05)


def _rate(load: Load) -> float:
    """Answers a second."""
    times = [one.sent for one in load.asked]
    return len(times) / (max(times) - min(times))


def _unchunked(answer: Answer) -> bytes:
    """The body of an answer, out of its chunks if it came in some."""
    if answer.header("Transfer-Encoding") is None:
        return answer.body
    body, rest = b"", answer.body
    while (size := int(rest.partition(b"\r\n")[0], 16)) > 0:
        start = rest.index(b"\r\n") + 2
        body, rest = body + rest[start : start + size], rest[start + size + 2 :]
    return body
