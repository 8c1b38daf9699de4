"""A client that asks over several connections at once and times each answer; wrk beside it."""

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from itertools import cycle, takewhile
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector, SelectorKey
from statistics import quantiles
from typing import NamedTuple, Self

HOST = "127.0.0.1"
PATIENCE = 30
_WRK = shutil.which("wrk")
LOADS_WITH = "wrk" if _WRK else "a client in Python"
_LUA = Path(__file__).with_name("load.lua")


class Request(NamedTuple):
    """A request as it goes out."""

    method: str
    path: str
    body: bytes = b""

    @property
    def raw(self) -> bytes:
        """Head and body."""
        head = f"{self.method} {self.path} HTTP/1.1\r\nHost: {HOST}\r\n"
        if self.method == "POST":
            head += f"Content-Type: application/json\r\nContent-Length: {len(self.body)}\r\n"
        return head.encode() + b"\r\n" + self.body


def post(path: str, question: object) -> Request:
    """A question as a request."""
    return Request("POST", path, json.dumps(question, separators=(",", ":")).encode())


class _Connection:
    """One connection, with at most one request under way."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HOST, port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._come = b""
        self._awaited = 0
        self.began = 0.0

    def ask(self, raw: bytes) -> None:
        self._come, self._awaited = b"", 0
        self.began = time.perf_counter()
        self.socket.sendall(raw)

    def answered(self) -> bool:
        """Take what has come; whether the answer is whole. It must be a good one."""
        come = self.socket.recv(1 << 20)
        self._come += come
        if not self._awaited and (end := self._come.find(b"\r\n\r\n")) >= 0:
            head = self._come[:end].lower()
            self._awaited = end + 4 + int(head.partition(b"content-length:")[2].split()[0])
        if not come or not self._come.startswith(b"HTTP/1.1 200"[: len(self._come)]):
            sys.exit(f"the server answered {self._come[:600]!r}")
        return bool(self._awaited) and len(self._come) >= self._awaited


class Client:
    """Connections that are kept, so that what is measured is requests alone."""

    def __init__(self, port: int, connections: int) -> None:
        self._connections = [_Connection(port) for _ in range(connections)]
        self._selector = DefaultSelector()
        for connection in self._connections:
            self._selector.register(connection.socket, EVENT_READ, connection)

    def __enter__(self) -> Self:
        """Connected already."""
        return self

    def __exit__(self, *_: object) -> None:
        """Hang up."""
        self._selector.close()
        for connection in self._connections:
            connection.socket.close()

    def ask(self, requests: Iterable[bytes]) -> list[float]:
        """Ask all of these, as fast as answers come; the seconds that each took."""
        coming = iter(requests)
        took: list[float] = []
        asking = 0
        for connection, raw in zip(self._connections, coming, strict=False):
            connection.ask(raw)
            asking += 1
        while asking:
            for key, _ in self._ready():
                if key.data.answered():
                    took.append(time.perf_counter() - key.data.began)
                    if raw := next(coming, b""):
                        key.data.ask(raw)
                    else:
                        asking -= 1
        return took

    def _ready(self) -> list[tuple[SelectorKey, int]]:
        ready = self._selector.select(PATIENCE)
        if not ready:
            sys.exit("the server doesn't answer")
        return ready


class Load(NamedTuple):
    """What a server did under load: requests a second, and how long they took in milliseconds."""

    rate: float
    median: float
    slowest: float
    """The 99th percentile."""


def load(port: int, requests: Sequence[Request], connections: int, seconds: int) -> Load:
    """Ask for so long over so many connections: with wrk, or without it with the client above."""
    if _WRK is None:
        return _load(port, requests, connections, seconds)
    with tempfile.NamedTemporaryFile() as bodies:
        bodies.write(b"\n".join(request.body for request in requests))
        bodies.flush()
        url = f"http://{HOST}:{port}{requests[0].path}"
        sizes = ["-t1", f"-c{connections}", f"-d{seconds}s", f"--timeout={PATIENCE}s"]
        run = subprocess.run(  # noqa: S603 - all of it is made here
            [_WRK, *sizes, "-s", _LUA, url, "--", bodies.name],
            capture_output=True,
            check=True,
            text=True,
            timeout=seconds + PATIENCE,
        )
    number, micros, wrong, half, most = map(int, run.stdout.split()[-5:])
    if wrong:
        sys.exit(f"{wrong} of {number} requests went wrong")
    return Load(number / micros * 1e6, half / 1e3, most / 1e3)


def _load(port: int, requests: Sequence[Request], connections: int, seconds: int) -> Load:
    until = time.perf_counter() + seconds
    endless = cycle([request.raw for request in requests])
    with Client(port, connections) as client:
        took = client.ask(takewhile(lambda _: time.perf_counter() < until, endless))
    percentiles = quantiles(took, n=100)
    return Load(len(took) / seconds, percentiles[49] * 1e3, percentiles[98] * 1e3)
