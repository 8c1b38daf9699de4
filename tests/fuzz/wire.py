"""HTTP over a bare socket: all that is sent is ours, and what comes back is read strictly."""

import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import IO

from support.processes import HOST

PATIENCE = 30.0
LONGEST_LINE = 65_536

STATUS_LINE = re.compile(rb"HTTP/1\.[0-9] ([1-5][0-9]{2}) ([^\r\n\0]*)\r\n")
HEADER_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*?)[ \t]*\r\n")


class BadAnswerError(Exception):
    """What came back is no HTTP answer, or not a whole one."""


@dataclass(frozen=True)
class Request:
    """A request that is well formed unless its headers or chunks say otherwise."""

    method: str
    target: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    chunks: tuple[int, ...] | None = None

    @cached_property
    def raw(self) -> bytes:
        """The bytes that are sent; the body in chunks of these sizes, or with its length."""
        framing: list[tuple[bytes, bytes]] = []
        if self.chunks is not None:
            framing = [(b"Transfer-Encoding", b"chunked")]
        elif self.body or self.method in {"POST", "PUT", "PATCH"}:
            framing = [(b"Content-Length", b"%d" % len(self.body))]
        lines = [b"%s %s HTTP/1.1" % (self.method.encode(), self.target), b"Host: fuzz"]
        lines += [b"%s: %s" % header for header in (*self.headers, *framing)]
        return b"\r\n".join([*lines, b"", b"".join(self._pieces())])

    def _pieces(self) -> Iterator[bytes]:
        if self.chunks is None:
            yield self.body
            return
        rest = self.body
        for size in self.chunks:
            piece, rest = rest[:size], rest[size:]
            if piece:
                yield b"%x\r\n%s\r\n" % (len(piece), piece)
        yield (b"%x\r\n%s\r\n" % (len(rest), rest) if rest else b"") + b"0\r\n\r\n"

    def header(self, name: str) -> str | None:
        """The headers of this name as one, with commas between them."""
        same = [v.decode("latin-1") for n, v in self.headers if n.lower() == name.lower().encode()]
        return ", ".join(same) if same else None


@dataclass(frozen=True)
class Answer:
    """An answer as it came in."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str | None:
        """The first header of this name."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    @property
    def media(self) -> str:
        """The media type, without its parameters."""
        return (self.header("Content-Type") or "").partition(";")[0].strip().lower()

    def told(self) -> str:
        """The answer as text, for people."""
        head = "\n".join(f"{name}: {value}" for name, value in self.headers)
        return f"{self.status}\n{head}\n\n{self.body[:4_000].decode(errors='backslashreplace')}"


class Wire:
    """A connection to the service that is opened again whenever it was closed."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.socket: socket.socket | None = None
        self.reader: IO[bytes] | None = None

    def close(self) -> None:
        """Hang up."""
        if self.reader:
            self.reader.close()
        if self.socket:
            self.socket.close()
        self.socket = self.reader = None

    def ask(self, request: Request) -> Answer | None:
        """The answer to a request, or None where the connection was dropped instead."""
        used = self.socket is not None
        answer = self._ask(request)
        if answer is None and used:  # it may have been closed since the answer before
            answer = self._ask(request)
        return answer

    def _ask(self, request: Request) -> Answer | None:
        if self.socket is None:
            self._open()
        assert self.socket
        assert self.reader
        with suppress(BrokenPipeError, ConnectionResetError):  # it may have answered already
            self.socket.sendall(request.raw)
        try:
            answer = read_answer(self.reader, head=request.method == "HEAD")
        except BadAnswerError:
            self.close()
            raise
        if answer is None or "close" in (answer.header("Connection") or "").lower():
            self.close()
        return answer

    def shout(self, raw: bytes) -> list[Answer]:
        """Everything that comes back for these bytes, which are all there will ever be."""
        self.close()
        self._open()
        assert self.socket
        assert self.reader
        answers = []
        try:
            with suppress(OSError):
                self.socket.sendall(raw)
                self.socket.shutdown(socket.SHUT_WR)
            head = raw.startswith(b"HEAD ")
            while answer := read_answer(self.reader, head=head):
                answers.append(answer)
                if b"HEAD" in raw:  # whether the next one has a body depends on what it is to
                    break
        finally:
            self.close()
        return answers

    def leave(self, raw: bytes) -> list[Answer]:
        """Send these bytes and hang up without waiting for an answer."""
        self.close()
        self._open()
        assert self.socket
        with suppress(OSError):
            self.socket.sendall(raw)
        self.close()
        return []

    def _open(self) -> None:
        try:
            self.socket = socket.create_connection((HOST, self.port), timeout=PATIENCE)
        except OSError as error:
            raise BadAnswerError(f"no connection: {error}") from None
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.reader = self.socket.makefile("rb")


def read_answer(reader: IO[bytes], *, head: bool) -> Answer | None:
    """The next answer, past those that only say to go on; None where nothing comes any more."""
    try:
        answer = _read_answer(reader, head=head)
        while answer and answer.status < 200:
            answer = _read_answer(reader, head=head)
    except ConnectionResetError:
        return None
    except TimeoutError:
        raise BadAnswerError(f"no answer within {PATIENCE:.0f} seconds") from None
    return answer


def _read_answer(reader: IO[bytes], *, head: bool) -> Answer | None:
    line = reader.readline(LONGEST_LINE)
    if not line:
        return None
    started = STATUS_LINE.fullmatch(line)
    if not started:
        raise BadAnswerError(f"this is no status line: {line[:200]!r}")
    status = int(started[1])
    headers: list[tuple[str, str]] = []
    while (line := reader.readline(LONGEST_LINE)) != b"\r\n":
        header = HEADER_LINE.fullmatch(line)
        if not header:
            raise BadAnswerError(f"this is no header: {line[:200]!r}")
        headers.append((header[1].decode("latin-1"), header[2].decode("latin-1")))
    answer = Answer(status, tuple(headers), b"")
    if head or status < 200 or status in {204, 304}:
        return answer
    return Answer(status, tuple(headers), _read_body(reader, answer))


def _read_body(reader: IO[bytes], answer: Answer) -> bytes:
    length = answer.header("Content-Length")
    if "chunked" in (answer.header("Transfer-Encoding") or "").lower():
        return b"".join(_read_chunks(reader))
    if length is None:
        return reader.read()
    body = reader.read(int(length))
    if len(body) < int(length):
        raise BadAnswerError(f"{length} bytes were announced and {len(body)} came")
    return body


def _read_chunks(reader: IO[bytes]) -> Iterator[bytes]:
    while size := int(reader.readline(LONGEST_LINE).partition(b";")[0], 16):
        yield reader.read(size)
        reader.readline(LONGEST_LINE)
    while reader.readline(LONGEST_LINE) not in {b"\r\n", b""}:
        pass
