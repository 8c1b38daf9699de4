"""Load: clients that ask on and on over plain sockets, and what became of each request.

Plain sockets, because what matters here is how a connection ends: a library would retry, or call
a reset and a refusal by one name. Every load ends by itself, by count or by time.
"""

import itertools
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from math import ceil
from typing import NamedTuple

from prometheus_client.parser import text_string_to_metric_families
from support.processes import HOST

PATIENCE = 20.0
"""Seconds after which an answer counts as lost."""

_LENGTH = re.compile(rb"\r\ncontent-length: *([0-9]+)", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.IGNORECASE)
_CLOSES = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)


class Question(NamedTuple):
    """A request as it goes over the wire, and the status that answers it."""

    method: str
    path: str
    body: bytes = b""
    status: int = 200
    headers: tuple[str, ...] = ()

    def bytes(self, *, last: bool = False) -> bytes:
        """The whole request; the last one on its connection says so."""
        lines = [f"{self.method} {self.path} HTTP/1.1", f"Host: {HOST}", *self.headers]
        if self.body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(self.body)}"]
        if last:
            lines.append("Connection: close")
        return "\r\n".join([*lines, "", ""]).encode() + self.body


class Answer(NamedTuple):
    """An answer that came whole."""

    status: int
    head: bytes
    body: bytes

    def header(self, name: str) -> str | None:
        """The value of a header that is there once."""
        values = re.findall(rf"\r\n{name}: *([^\r\n]*)", self.head.decode("latin-1"), re.IGNORECASE)
        assert len(values) < 2, f"{name} is there {len(values)} times"
        return values[0] if values else None


class BrokenError(Exception):
    """An answer that ended before its end, or never came."""


class Connection:
    """A connection that asks one thing after another."""

    def __init__(self, port: int, patience: float = PATIENCE, source: str = "") -> None:
        address = (source, 0) if source else None
        self.socket = socket.create_connection((HOST, port), patience, address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.port: int = self.socket.getsockname()[1]
        self.open = True

    def ask(self, request: bytes, *, has_body: bool = True) -> Answer:
        """Send a request, and read its answer; raises `BrokenError`."""
        try:
            self.socket.sendall(request)
            return self.answer(has_body=has_body)
        except OSError as error:
            self.close()
            raise BrokenError(type(error).__name__) from None

    def answer(self, *, has_body: bool = True) -> Answer:
        """Read an answer; HEAD and 304 have no body."""
        received = b""
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self._more(received)
        head, body = received[: end + 2], received[end + 4 :]
        status = int(head[9:12])
        length = _LENGTH.search(head)
        if not has_body or status in {204, 304}:
            pass
        elif length:
            while len(body) < int(length[1]):
                body += self._more(head)
        elif _CHUNKED.search(head):
            while not body.endswith(b"0\r\n\r\n"):
                body += self._more(head)
        if _CLOSES.search(head):
            self.close()
        return Answer(status, head, body)

    def _more(self, so_far: bytes) -> bytes:
        data = self.socket.recv(1 << 18)
        if not data:
            self.close()
            raise BrokenError("cut short" if so_far else "empty")
        return data

    def close(self) -> None:
        self.open = False
        self.socket.close()


def ask(port: int, question: Question, patience: float = PATIENCE) -> Answer:
    """The answer to one question on a connection of its own."""
    connection = Connection(port, patience)
    try:
        return connection.ask(question.bytes(last=True), has_body=question.method != "HEAD")
    finally:
        connection.close()


class End(Enum):
    """What became of a request."""

    ANSWERED = "answered"
    REFUSED = "refused"
    """The connection was: nothing listens, so nothing was sent."""
    LOST = "lost"
    """Sent, and its answer never came whole: a reset, an end of the connection, or silence."""


class Asked(NamedTuple):
    """A request that was made, by which port, when, and what became of it; times in seconds."""

    end: End
    port: int
    sent: float
    took: float
    status: int = 0
    why: str = ""
    expected: int = 200


@dataclass
class Load:
    """Clients that ask, each one thing at a time."""

    port: int
    questions: Iterable[Question]
    keep_alive: int = 0
    one_shot: int = 0
    """Clients that open a connection for each request."""
    seconds: float = 60
    count: int | None = None
    until_refused: bool = False
    patience: float = PATIENCE
    asked: list[Asked] = field(default_factory=list)
    _over: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        questions = itertools.cycle(self.questions)
        self._questions: Iterator[Question] = (
            questions if self.count is None else itertools.islice(questions, self.count)
        )

    def start(self) -> None:
        """Let the clients begin."""
        until = time.monotonic() + self.seconds
        for keeps, clients in ((True, self.keep_alive), (False, self.one_shot)):
            for _ in range(clients):
                thread = threading.Thread(target=self._go_on, args=(until, keeps), daemon=True)
                self._threads.append(thread)
                thread.start()

    def stop(self) -> list[Asked]:
        """Let each client finish what it asks, and tell everything."""
        self._over.set()
        return self.wait()

    def wait(self) -> list[Asked]:
        """All that was asked, once every client has come to its end."""
        for thread in self._threads:
            thread.join(self.seconds + self.patience)
            assert not thread.is_alive()
        return self.asked

    @contextmanager
    def running(self) -> Iterator["Load"]:
        """The load, on for as long as the block lasts."""
        self.start()
        try:
            yield self
        finally:
            self.stop()

    def _go_on(self, until: float, keeps: bool) -> None:
        connection: Connection | None = None
        while not self._over.is_set() and time.monotonic() < until:
            with self._lock:  # a generator answers one thread at a time
                question = next(self._questions, None)
            if question is None:
                break
            sent = time.monotonic()
            try:
                if connection is None or not connection.open:
                    connection = Connection(self.port, self.patience)
            except ConnectionRefusedError:
                self.asked.append(Asked(End.REFUSED, 0, sent, time.monotonic() - sent))
                if self.until_refused:
                    break
                time.sleep(0.01)
                continue
            except OSError as error:
                self.asked.append(Asked(End.LOST, 0, sent, 0, why=f"connect: {error!r}"))
                continue
            self.asked.append(_asked(connection, question, last=not keeps))
            if not keeps:
                connection.close()
        if connection is not None:
            connection.close()


def _asked(connection: Connection, question: Question, *, last: bool) -> Asked:
    sent = time.monotonic()
    try:
        answer = connection.ask(question.bytes(last=last))
    except BrokenError as error:
        took = time.monotonic() - sent
        return Asked(End.LOST, connection.port, sent, took, why=str(error))
    took = time.monotonic() - sent
    return Asked(End.ANSWERED, connection.port, sent, took, answer.status, expected=question.status)


def ends(asked: Iterable[Asked]) -> Counter[str]:
    """How many requests came to which end."""
    return Counter(one.why or one.end.value for one in asked)


def wrong(asked: Iterable[Asked]) -> Counter[tuple[int, int]]:
    """The answers with another status than expected: (status, expected)."""
    return Counter(
        (one.status, one.expected)
        for one in asked
        if one.end is End.ANSWERED and one.status != one.expected
    )


def lost(asked: Iterable[Asked]) -> list[Asked]:
    """The requests whose answers never came."""
    return [one for one in asked if one.end is End.LOST]


def quantile(times: Sequence[float], share: float) -> float:
    """The time within which that share of requests was answered."""
    ordered = sorted(times)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def until(holds: Callable[[], object], seconds: float, *, every: float = 0.01) -> float:
    """The seconds that pass until something holds; fails if that takes too long."""
    started = time.monotonic()
    while not holds():
        assert time.monotonic() < started + seconds, f"not within {seconds} s"
        time.sleep(every)
    return time.monotonic() - started


def counted(port: int, operation: str) -> float:
    """How many answers of an operation the metrics tell of."""
    told = ask(port, Question("GET", "/metrics")).body.decode()
    return sum(
        sample.value
        for family in text_string_to_metric_families(told)
        for sample in family.samples
        if sample.name == "chinchon_requests_total" and sample.labels["operation"] == operation
    )
