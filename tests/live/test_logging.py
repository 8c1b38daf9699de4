"""The log of the real server quotes no request, and costs no answer if it can't be written."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

import pytest
from support.processes import HOST, ROOT, free_port, started

from live.load import PATIENCE, Connection, Question, ask
from live.questions import EVALUATE, HAND
from live.serving import Instance, await_answer

pytestmark = pytest.mark.live

Start = Callable[..., Instance]

SECRET = b"7o,7c,7b"
REFUSED = [
    b"GET /evaluate?cards=" + SECRET + b" HTTP/9.9\r\n\r\n",
    b"GET /evaluate?cards=" + SECRET + b"\r\n\r\n",
    SECRET + b" / HTTP/1.1\r\n\r\n",
    b"GET /" + SECRET * 1000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\n" + SECRET + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nX: " + SECRET * 2000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: " + SECRET + b"\r\n\r\n",
    b"POST /evaluate HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: " + SECRET + b"\r\n\r\n",
    b"POST /evaluate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n" + SECRET + b"\r\n",
    b"POST /evaluate HTTP/1.1\r\nHost: a\r\nContent-Length: " + SECRET + b"\r\n\r\n",
    b"POST /evaluate HTTP/1.1\r\nHost: a\r\nExpect: " + SECRET + b"\r\n\r\n",
    b"GET /" + SECRET + b" HTTP/1.1\r\nHost: a\r\nX-Request-Id: " + SECRET + b"\r\n\r\n",
    b"GET /" + SECRET,
]


@pytest.mark.parametrize("level", ["debug", "info"])
def test_nothing_of_a_request_is_in_the_log(instance: Start, level: str) -> None:
    one = instance(CHINCHON_WORKERS=1, CHINCHON_LOG_LEVEL=level, CHINCHON_LOG_FORMAT="json")
    for request in REFUSED:
        with socket.create_connection((HOST, one.port), PATIENCE, ("127.0.0.77", 0)) as client:
            client.sendall(request)
            client.shutdown(socket.SHUT_WR)
            with suppress(ConnectionError):
                while client.recv(1 << 16):
                    pass
    for path in (f"/evaluate?cards={HAND}", f"/{HAND}", f"/rules/{HAND}"):
        ask(one.port, Question("GET", path))
    ask(one.port, EVALUATE)
    one.terminate()
    assert one.wait(40) == 0
    text = one.log.read_text()
    assert "a request was refused before it was read" in text
    for secret in ("7o", ",7", "127.0.0.77"):
        assert secret not in text, [line for line in text.splitlines() if secret in line]


@contextmanager
def writing_to(out: int) -> Iterator[int]:
    """The port of an instance whose standard output and error are this."""
    port = free_port()
    environment = {"CHINCHON_WORKERS": "1"}
    with started(port, out, environment) as process:
        try:
            await_answer(port, "/healthz", process)
            yield port
        finally:
            process.terminate()
        assert process.wait(40) == 0


def answers_go_on(port: int) -> None:
    with closing(Connection(port)) as connection:
        for _ in range(6_000):  # more than a pipe keeps of their lines
            assert connection.ask(EVALUATE.bytes()).status == 200


def test_a_full_disk_costs_no_answer() -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    with writing_to(full) as port:
        answers_go_on(port)
    os.close(full)


def test_a_reader_of_the_log_that_has_gone_costs_no_answer() -> None:
    reading, writing = os.pipe()
    with writing_to(writing) as port:
        os.close(writing)
        answers_go_on(port)  # nobody reads
        os.close(reading)
        answers_go_on(port)  # nobody can


def test_a_standard_output_that_is_closed_costs_no_answer() -> None:
    port = free_port()
    command = ["sh", "-c", 'exec "$0" -m service >&- 2>&- <&-', sys.executable]
    environment = os.environ | {"HOST": HOST, "PORT": str(port), "CHINCHON_WORKERS": "1"}
    with subprocess.Popen(command, cwd=ROOT, env=environment) as process:  # noqa: S603 - as written here
        try:
            await_answer(port, "/healthz", process)
            answers_go_on(port)
        finally:
            process.terminate()
        assert process.wait(40) == 0
