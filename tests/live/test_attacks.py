"""What broke servers before must not stop one worker that stands alone: others are answered.

Each attack is bounded, and stays on the loopback.
"""

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress

import pytest
from fuzz.contract import Contract
from support.processes import HOST

from live.load import PATIENCE, Connection, Question, ask, until
from live.questions import EVALUATE
from live.serving import Instance, clients_of, memory, slowed
from service.api.openapi.document import document

pytestmark = pytest.mark.live

Start = Callable[..., Instance]
Tell = Callable[[str], None]

MANY = 64
HEALTH = Question("GET", "/healthz")
POST = b"POST /evaluate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
HAND = EVALUATE.body


class Bystander:
    """Somebody who asks now and then, on a new connection each time, while others attack."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.times: list[float] = []
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._ask_on)

    def _ask_on(self) -> None:
        while not self.over.wait(0.05):
            for question in (HEALTH, EVALUATE):
                asked = time.monotonic()
                assert ask(self.port, question).status == 200
                self.times.append(time.monotonic() - asked)


@contextmanager
def answered_throughout(one: Instance, tell: Tell) -> Iterator[Bystander]:
    """Others are answered within a second as long as the block lasts, by the worker that began."""
    workers = one.workers()
    bystander = Bystander(one.port)
    bystander.thread.start()
    try:
        yield bystander
    finally:
        bystander.over.set()
        bystander.thread.join(2 * PATIENCE)
    tell(f"{len(bystander.times)} answers, longest {max(bystander.times) * 1e3:.0f} ms")
    assert len(bystander.times) > 4
    assert max(bystander.times) < slowed()
    assert one.workers() == workers


def in_chunks(body: bytes, size: int = 1) -> bytes:
    """A body in chunks of so many bytes, without the last chunk."""
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)


@pytest.fixture
def alone(instance: Start) -> Instance:
    """An instance of one worker, with nothing in front."""
    return instance(CHINCHON_WORKERS=1)


def test_resets_after_expect_continue_end_nothing(alone: Instance, tell: Tell) -> None:
    head = POST + b"Content-Length: 100\r\nExpect: 100-continue\r\n\r\n"
    with answered_throughout(alone, tell):
        for _ in range(100):
            with socket.create_connection((HOST, alone.port), PATIENCE) as client:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                client.sendall(head)
        time.sleep(1)


SLOW = {
    "a slow head": (POST, b"X"),
    "a slow body": (POST + b"Content-Length: 1000\r\n\r\n{", b" "),
    "a head of 70 KB without end": (
        POST + b"".join(b"X-%02d: %b\r\n" % (at, b"a" * 1000) for at in range(70)),
        b"X",
    ),
    "a chunk size with leading zeros": (CHUNKED + b"0" * 2000 + b"1\r\n{", b""),
    "a chunk size of zeros that goes on": (CHUNKED + b"0" * 100, b"0"),
    "a length with leading zeros": (POST + b"Content-Length: %0200d\r\n\r\n{" % 1000, b" "),
    "a long chunk extension": (CHUNKED + b"1;" + b"x" * 300 + b"\r\n{\r\n", b""),
    "a chunk size without end": (CHUNKED + b"1" * 100, b""),
    "a long chunk size without end": (CHUNKED + b"1" * 100_000, b"1"),
}


@pytest.mark.parametrize(("begin", "drip"), SLOW.values(), ids=list(SLOW))
def test_requests_that_come_slowly_stop_nobody(
    alone: Instance, tell: Tell, begin: bytes, drip: bytes
) -> None:
    with answered_throughout(alone, tell), ExitStack() as stack:
        clients = []
        for _ in range(MANY):
            client = stack.enter_context(socket.create_connection((HOST, alone.port), PATIENCE))
            clients.append(client)
            with suppress(ConnectionError):  # refused already, which is as good
                client.sendall(begin)
        for _ in range(3):
            time.sleep(1)
            for client in clients:
                with suppress(ConnectionError):
                    client.sendall(drip)


def test_a_body_in_chunks_of_one_byte_is_read_at_once(alone: Instance, tell: Tell) -> None:
    body = HAND + b" " * (60_000 - len(HAND))
    with answered_throughout(alone, tell), closing(Connection(alone.port)) as connection:
        asked = time.monotonic()
        answer = connection.ask(CHUNKED + in_chunks(body) + b"0\r\n\r\n")
        took = time.monotonic() - asked
        tell(f"60,000 chunks of one byte were answered after {took * 1e3:.0f} ms")
        assert answer.status == 200
        assert took < slowed()
        time.sleep(0.5)


def test_bodies_of_many_chunks_that_then_drip_stop_nobody(alone: Instance, tell: Tell) -> None:
    many = CHUNKED + in_chunks(b" " * 20_000)
    with answered_throughout(alone, tell), ExitStack() as stack:
        clients = [
            stack.enter_context(socket.create_connection((HOST, alone.port), PATIENCE))
            for _ in range(10)
        ]
        for client in clients:
            client.sendall(many)
        for _ in range(30):
            time.sleep(0.1)
            for client in clients:
                client.sendall(in_chunks(b" "))


def test_a_flood_of_pipelined_requests_takes_no_memory_and_stops_nobody(
    alone: Instance, tell: Tell
) -> None:
    (worker,) = alone.workers()
    requests = EVALUATE.bytes() * 200
    most = 0
    with answered_throughout(alone, tell), ExitStack() as stack:
        clients = []
        for _ in range(8):  # they never read
            client = stack.enter_context(socket.create_connection((HOST, alone.port), PATIENCE))
            client.setblocking(False)
            clients.append(client)
        ends = time.monotonic() + 4
        while time.monotonic() < ends:
            for client in clients:
                with suppress(BlockingIOError, ConnectionError):
                    client.send(requests)
            most = max(most, memory(worker))
            time.sleep(0.001)
    tell(f"at most {most / 1024:.0f} MiB")
    assert most < 350 * 1024
    assert ask(alone.port, EVALUATE).status == 200


def test_pipelined_requests_that_are_read_leave_others_their_turn(
    alone: Instance, tell: Tell
) -> None:
    question = EVALUATE.bytes()
    with answered_throughout(alone, tell), closing(Connection(alone.port)) as connection:
        reader = threading.Thread(target=_read_until_closed, args=(connection.socket,))
        reader.start()
        ends = time.monotonic() + 4
        while time.monotonic() < ends:
            connection.socket.sendall(question * 100)
        connection.socket.shutdown(socket.SHUT_WR)
        reader.join(2 * PATIENCE)
        assert not reader.is_alive()


def _read_until_closed(client: socket.socket) -> None:
    with suppress(OSError):
        while client.recv(1 << 18):
            pass


def test_more_connections_than_there_are_files_are_not_fatal(instance: Start, tell: Tell) -> None:
    one = instance(most_files=160, CHINCHON_WORKERS=1)
    workers = one.workers()
    with ExitStack() as stack:
        for _ in range(400):
            with suppress(OSError):
                stack.enter_context(socket.create_connection((HOST, one.port), 1))
        time.sleep(2)
        held = sum(len(clients_of(worker)) for worker in one.workers())
        tell(f"{held} of 400 connections were taken")
        assert 0 < held < 160
        assert one.workers() == workers
    assert ask(one.port, EVALUATE).status == 200
    assert one.workers() == workers
    assert "Too many open files" not in one.log.read_text()


def test_a_body_that_does_not_arrive_in_time_is_refused(instance: Start) -> None:
    one = instance(CHINCHON_WORKERS=1, CHINCHON_BODY_TIMEOUT=1)
    for begin in (POST + b"Content-Length: 1000\r\n\r\n{", CHUNKED + b"1\r\n{\r\n1"):
        with closing(Connection(one.port)) as connection:
            asked = time.monotonic()
            answer = connection.ask(begin)
            assert (answer.status, json.loads(answer.body)["type"]) == (408, "request-timeout")
            assert 0.9 < time.monotonic() - asked < 4 * slowed()
            assert connection.socket.recv(1) == b""  # what may still come is no next request


def test_a_head_that_does_not_arrive_in_time_is_dropped(instance: Start) -> None:
    one = instance(CHINCHON_WORKERS=1, CHINCHON_KEEP_ALIVE=1)
    with socket.create_connection((HOST, one.port), PATIENCE) as client:
        client.sendall(POST)
        assert client.recv(1) == b""
    until(lambda: not any(map(clients_of, one.workers())), 5)


def test_an_address_that_is_too_long_is_refused_before_the_service_as_published(
    alone: Instance,
) -> None:
    contract = Contract()
    assert "414 if the URL is too long" in document()["info"]["description"]
    for name in ("getEvaluation", "getRules"):
        operation = contract.operations[name]
        query = b"?cards=" + b"7o," * 2000
        target = operation.path.replace("{name}", "barajamos").encode() + query
        with closing(Connection(alone.port)) as connection:
            answer = connection.ask(b"GET " + target + b" HTTP/1.1\r\nHost: a\r\n\r\n")
        assert answer.status == 414
        assert answer.header("Content-Type") == "text/html"
        assert operation.answer(414, "text/html") is None
