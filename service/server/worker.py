"""The worker: threads that answer requests and never wait for a client.

gunicorn's own threaded worker gives a connection a thread as soon as a byte of it is there, and
keeps the thread until the client has taken the answer, so that a handful of clients that send or
take a byte a second would hold every thread. Here the worker's event loop gathers what comes and
sends what is left, as nginx does, and closes what takes too long. And on SIGTERM it says first that
it isn't ready, goes on for as long as it is told to, then takes all that the kernel has accepted
before it closes the door: a connection that waits there would be lost.
"""

import contextlib
import selectors
import socket
import time
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from gunicorn.glogging import Logger
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, TConn, ThreadWorker

from service.api.http.problems import REQUEST_TIMEOUT, TITLES, UNAVAILABLE, ProblemError, raw
from service.server import metrics, readiness
from service.server.arriving import Progress, progress, waits
from service.server.settings import settings
from service.server.sockets import Outgoing, last_clients

_READ = 64 * 1024
_MOST_GATHERED = 64 * 1024 * 1024
"""Bytes of unfinished requests that a worker keeps."""

_SENDING = 30.0
"""Seconds in which a client must take its answer."""

_MOST_UNSENT = 64 * 1024 * 1024
"""Bytes of answers that a worker keeps for clients that haven't taken them yet."""

_SEEING_OUT = 2.0
"""Seconds in which a client must close a connection that is at its end."""


@dataclass(slots=True)
class _Arriving:
    """A request that has begun to arrive on a connection."""

    until: float
    received: bytearray = field(default_factory=bytearray)
    told_to_go_on: bool = False


class ServerLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's log, without its line for each request, which it would put together to drop it."""

    def access(self, *_: Any) -> None:
        """Tell nothing: the application logs every answer itself."""


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's threaded worker, with whole requests, and a stop that loses none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Begin with nothing gathered."""
        super().__init__(*args, **kwargs)
        limits = settings()
        self._most = max(limits.max_body, limits.max_batch_body, limits.max_state_body)
        self._arrival, self._drain = limits.arrival, limits.drain
        self._arriving: dict[TConn, _Arriving] = {}
        self._gathered = 0
        self._taking: dict[TConn, Any] = {}
        self._unsent = 0
        self._leaves_at: float | None = None
        self._swept_at = 0.0

    def enqueue_req(self, conn: TConn) -> None:
        """Gather what has come in on a connection, and give it a thread once a request is whole."""
        try:
            ended = self._gather(conn)
        except OSError:
            self._drop(conn)
            return
        received = self._arriving[conn].received
        if ended and not received:
            self._drop(conn)
            return
        come = progress(received, self._most)
        if ended or come is not Progress.PART:
            self._hand_over(conn, whole=come is Progress.WHOLE)
        elif self._gathered > _MOST_GATHERED:
            self._refuse(conn, UNAVAILABLE, 503)
        else:
            self._wait(conn)

    def _gather(self, conn: TConn) -> bool:
        """Take what is there; whether the client has said that nothing more will come."""
        arriving = self._arriving.get(conn)
        if arriving is None:
            arriving = self._arriving[conn] = _Arriving(time.monotonic() + self._arrival)
            self._add(arriving, conn.parser.unreader.take_buffered() if conn.parser else b"")
        conn.sock.settimeout(0)
        while True:
            try:
                data = conn.sock.recv(_READ)
            except BlockingIOError:
                return False
            self._add(arriving, data)
            if len(data) < _READ:
                return not data

    def _add(self, arriving: _Arriving, data: bytes) -> None:
        arriving.received += data
        self._gathered += len(data)

    def _take(self, conn: TConn) -> bytes:
        arriving = self._arriving.pop(conn, None)
        received = bytes(arriving.received) if arriving else b""
        self._gathered -= len(received)
        return received

    def _hand_over(self, conn: TConn, *, whole: bool) -> None:
        """Let a thread parse what was gathered, and answer it."""
        received = self._take(conn)
        conn.whole, conn.unsent = whole, b""
        conn.data_ready = True
        conn.init()
        conn.parser.unreader.unread(received)
        super().enqueue_req(conn)

    def _wait(self, conn: TConn) -> None:
        """Look again when more has come."""
        arriving = self._arriving[conn]
        conn.timeout = arriving.until
        if not arriving.told_to_go_on and waits(arriving.received):
            arriving.told_to_go_on = True
            conn.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        self.pending_conns.append(conn)
        readable = partial(self.on_pending_socket_readable, conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, readable)

    def _refuse(self, conn: TConn, kind: str, status: int) -> None:
        """Tell a problem on a connection, as far as it takes it at once, and close it."""
        with contextlib.suppress(OSError):
            conn.sock.send(raw(ProblemError(kind, status, TITLES[kind])))
            conn.sock.shutdown(socket.SHUT_WR)
        self._drop(conn)

    def _drop(self, conn: TConn) -> None:
        self._take(conn)
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """Once a second, end what has not arrived in time, and add up what was answered."""
        now = time.monotonic()
        if now < self._swept_at + 1:
            return
        self._swept_at = now
        metrics.settle()
        for conn in [conn for conn in self._taking if conn.timeout <= now]:
            self._give_up(conn)
        for conn in [conn for conn in self.pending_conns if conn.timeout <= now]:
            self.pending_conns.remove(conn)
            self.poller.unregister(conn.sock)
            arriving = self._arriving.get(conn)
            if arriving and arriving.received:
                self._refuse(conn, REQUEST_TIMEOUT, 408)
            else:
                self._drop(conn)

    def handle_request(self, req: Any, conn: TConn) -> Any:
        """Answer a request; what the client doesn't take of it at once is kept."""
        if not conn.whole:
            req.must_close = True  # what is still to come is no next request
        client = conn.sock
        conn.sock = outgoing = Outgoing(client)
        try:
            keeps = super().handle_request(req, conn)
        finally:
            conn.sock = client
        client.settimeout(0)
        conn.unsent = outgoing.kept
        _send(conn)
        return keeps

    def finish_request(self, conn: TConn, fs: Any) -> None:
        """Keep a connection whose request was answered, or see it out."""
        if fs.cancelled() or fs.exception():
            super().finish_request(conn, fs)
        elif conn.unsent:
            self._send_on(conn, fs)
        elif fs.result():
            super().finish_request(conn, fs)
        else:
            self._see_out(conn)

    def _send_on(self, conn: TConn, fs: Any) -> None:
        """Send the rest of an answer as its client takes it: no thread waits for that."""
        self._unsent += len(conn.unsent)
        while self._unsent > _MOST_UNSENT and self._taking:
            self._give_up(next(iter(self._taking)))  # the one that has had the longest
        conn.timeout = time.monotonic() + _SENDING
        self._taking[conn] = fs
        self.poller.register(conn.sock, selectors.EVENT_WRITE, partial(self._on_taking, conn))

    def _on_taking(self, conn: TConn, client: socket.socket) -> None:
        before = len(conn.unsent)
        try:
            _send(conn)
        except OSError:
            self._give_up(conn)
            return
        finally:
            self._unsent -= before - len(conn.unsent)
        if not conn.unsent:
            self.poller.unregister(client)
            self.finish_request(conn, self._taking.pop(conn))

    def _give_up(self, conn: TConn) -> None:
        del self._taking[conn]
        self._unsent -= len(conn.unsent)
        self.poller.unregister(conn.sock)
        self._drop(conn)

    def _see_out(self, conn: TConn) -> None:
        """Say that no more comes, and wait a little for the client to have read all of it.

        gunicorn waits here too, and lets the whole worker wait with it.
        """
        try:
            conn.sock.settimeout(0)
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._drop(conn)
            return
        conn.timeout = time.monotonic() + _SEEING_OUT
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._on_last_words, conn))

    def _on_last_words(self, conn: TConn, client: socket.socket) -> None:
        try:
            said = client.recv(_READ)
        except OSError:
            said = b""
        if not said:
            self.poller.unregister(client)
            self.pending_conns.remove(conn)
            self._drop(conn)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """SIGTERM: be unready, and leave once the drain is over; at once if told again."""
        del sig, frame
        readiness.stop()
        drain = self._drain if self._leaves_at is None else 0
        self._leaves_at = time.monotonic() + drain
        self.method_queue.defer(lambda: None)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for what comes next, no longer than until it is time to leave."""
        if self.alive and self._leaves_at is not None:
            left = self._leaves_at - time.monotonic()
            if left <= 0:
                self._leave()
                return
            timeout = min(timeout, left)
        super().wait_for_and_dispatch_events(timeout)

    def _leave(self) -> None:
        """Take what waits at the door, close the door, and let what is inside finish."""
        self.set_accept_enabled(enabled=False)
        for listener in self.sockets:
            server = listener.getsockname()
            for client in last_clients(listener):
                with contextlib.suppress(OSError):  # it may have gone again
                    self._let_in(client, client.getpeername(), server)
        soon = time.monotonic() + STOP_KEEPALIVE_LINGER
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout, soon)
        self.alive = False

    def _let_in(self, client: socket.socket, address: Any, server: Any) -> None:
        self.nr_conns += 1
        self.enqueue_req(TConn(self.cfg, client, address, server))


def _send(conn: TConn) -> None:
    """Send as much as the client takes at once."""
    with contextlib.suppress(BlockingIOError):
        while conn.unsent:
            del conn.unsent[: conn.sock.send(conn.unsent)]
