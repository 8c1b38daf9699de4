"""A client that sends requests over several connections and times each response; and wrk."""

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
    """An HTTP request."""

    method: str
    path: str
    body: bytes = b""

    @property
    def raw(self) -> bytes:
        """The bytes of the request, head and body."""
        head = f"{self.method} {self.path} HTTP/1.1\r\nHost: {HOST}\r\n"
        if self.method == "POST":
            head += f"Content-Type: application/json\r\nContent-Length: {len(self.body)}\r\n"
        return head.encode() + b"\r\n" + self.body


def post(path: str, value: object) -> Request:
    """Return a POST request with this value as JSON."""
    return Request("POST", path, json.dumps(value, separators=(",", ":")).encode())


class _Connection:
    """One connection, with at most one request at a time."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HOST, port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = b""
        self._length = 0
        self.began = 0.0

    def send(self, raw: bytes) -> None:
        self._received, self._length = b"", 0
        self.began = time.perf_counter()
        self.socket.sendall(raw)

    def receive(self) -> bool:
        """Receive bytes and return whether the response is complete. Exit unless it is 200."""
        data = self.socket.recv(1 << 20)
        self._received += data
        if not self._length and (end := self._received.find(b"\r\n\r\n")) >= 0:
            head = self._received[:end].lower()
            self._length = end + 4 + int(head.partition(b"content-length:")[2].split()[0])
        if not data or not self._received.startswith(b"HTTP/1.1 200"[: len(self._received)]):
            sys.exit(f"the server answered {self._received[:600]!r}")
        return bool(self._length) and len(self._received) >= self._length


class Client:
    """A client with persistent connections, so that only requests are measured."""

    def __init__(self, port: int, connections: int) -> None:
        self._connections = [_Connection(port) for _ in range(connections)]
        self._selector = DefaultSelector()
        for connection in self._connections:
            self._selector.register(connection.socket, EVENT_READ, connection)

    def __enter__(self) -> Self:
        """Return the client, which is connected already."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connections."""
        self._selector.close()
        for connection in self._connections:
            connection.socket.close()

    def send_all(self, requests: Iterable[bytes]) -> list[float]:
        """Send all requests as fast as responses arrive, and return the seconds that each took."""
        remaining = iter(requests)
        seconds: list[float] = []
        pending = 0
        for connection, raw in zip(self._connections, remaining, strict=False):
            connection.send(raw)
            pending += 1
        while pending:
            for key, _ in self._ready():
                if key.data.receive():
                    seconds.append(time.perf_counter() - key.data.began)
                    if raw := next(remaining, b""):
                        key.data.send(raw)
                    else:
                        pending -= 1
        return seconds

    def _ready(self) -> list[tuple[SelectorKey, int]]:
        ready = self._selector.select(PATIENCE)
        if not ready:
            sys.exit("the server doesn't answer")
        return ready


class Load(NamedTuple):
    """A measurement under load: requests a second, and their latency in milliseconds."""

    rate: float
    median: float
    slowest: float
    """The 99th percentile."""


def load(port: int, requests: Sequence[Request], connections: int, seconds: int) -> Load:
    """Send requests for these seconds over these connections, with wrk or else with `Client`."""
    if _WRK is None:
        return _load(port, requests, connections, seconds)
    with tempfile.NamedTemporaryFile() as bodies:
        bodies.write(b"\n".join(request.body for request in requests))
        bodies.flush()
        url = f"http://{HOST}:{port}{requests[0].path}"
        sizes = ["-t1", f"-c{connections}", f"-d{seconds}s", f"--timeout={PATIENCE}s"]
        run = subprocess.run(  # noqa: S603 - the command is made here
            [_WRK, *sizes, "-s", _LUA, url, "--", bodies.name],
            capture_output=True,
            check=True,
            text=True,
            timeout=seconds + PATIENCE,
        )
    total, micros, failed, median, slowest = map(int, run.stdout.split()[-5:])
    if failed:
        sys.exit(f"{failed} of {total} requests failed")
    return Load(total / micros * 1e6, median / 1e3, slowest / 1e3)


def _load(port: int, requests: Sequence[Request], connections: int, seconds: int) -> Load:
    end = time.perf_counter() + seconds
    endless = cycle([request.raw for request in requests])
    with Client(port, connections) as client:
        took = client.send_all(takewhile(lambda _: time.perf_counter() < end, endless))
    percentiles = quantiles(took, n=100)
    return Load(len(took) / seconds, percentiles[49] * 1e3, percentiles[98] * 1e3)
