"""Arriving: whether what has come in of a request is all of it.

Nothing is decided here but when a thread may begin: gunicorn's own parser reads the request again,
so a wrong guess costs a wait and changes no answer.
"""

import re
from enum import Enum

_HEAD_END = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length[ \t]*:[ \t]*([0-9]{1,12})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding[ \t]*:[^\r\n]*chunked", re.IGNORECASE)
_WAITS = re.compile(rb"\r\nexpect[ \t]*:[ \t]*100-continue", re.IGNORECASE)
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,8})[^\r\n]{0,256}\r\n")

_MOST_SIZE_LINE = 300
MOST_HEAD = 64 * 1024
"""Bytes after which a head without an end is left for the parser to refuse."""


class Progress(Enum):
    """How much of a request has come in."""

    PART = 0
    WHOLE = 1
    TOO_MUCH = 2


def progress(received: bytes | bytearray, most: int) -> Progress:
    """Whether a request has arrived, or enough of it to refuse it.

    `most` is how large a body may be: a larger one is refused by its head alone.
    """
    head = received.find(_HEAD_END)
    if head < 0:
        return Progress.TOO_MUCH if len(received) > MOST_HEAD else Progress.PART
    body = head + len(_HEAD_END)
    size = len(received) - body
    length = _LENGTH.search(received, 0, head + 2)
    announced = int(length[1]) if length else 0
    if length is None and _CHUNKED.search(received, 0, head + 2):
        announced = size if _last_chunk_is_in(received, body) else size + 1
    if announced > most:
        return Progress.TOO_MUCH
    return Progress.WHOLE if size >= announced else Progress.PART


def waits(received: bytes | bytearray) -> bool:
    """Whether the client sends its body only once it is told to go on."""
    head = received.find(_HEAD_END)
    return head >= 0 and _WAITS.search(received, 0, head + 2) is not None


def _last_chunk_is_in(received: bytes | bytearray, at: int) -> bool:
    """Whether a chunked body ends within what has come in; one that is broken counts as ended."""
    while chunk := _CHUNK.match(received, at):
        size = int(chunk[1], 16)
        if not size:
            trailer = received.find(b"\r\n", chunk.end()) == chunk.end()
            return trailer or received.find(_HEAD_END, chunk.end()) >= 0
        at = chunk.end() + size + 2
    return received.find(b"\r\n", at) >= 0 or len(received) - at > _MOST_SIZE_LINE
