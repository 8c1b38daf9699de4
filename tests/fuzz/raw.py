"""Bytes that are no request, or hardly one."""

import re
from collections.abc import Callable

from hypothesis import strategies as st

from fuzz.corpus import Corpus
from fuzz.odd_http import CHUNKS, CODINGS, GREETINGS, HEADS, LENGTHS, LINES
from fuzz.requests import http_requests

Draw = st.DrawFn
Raw = tuple[bytes, int]
"""Bytes, and how many answers must come back at the least."""
END = b"\r\n\r\n"
LENGTH = re.compile(rb"(?i)content-length:[^\r]*")


def broken_requests(corpus: Corpus) -> st.SearchStrategy[Raw]:
    """A good request broken somewhere, or two in a row, or what never was one."""
    good = http_requests(corpus) | st.sampled_from(corpus.questions)

    @st.composite
    def raw(draw: Draw) -> Raw:
        if draw(st.integers(0, 13)) == 13:
            return draw(st.sampled_from(GREETINGS) | st.binary(max_size=300)), 0
        whole = draw(good).raw
        if draw(st.integers(0, 9)) == 9:
            return whole + draw(good).raw, 1
        return draw(st.sampled_from(BREAKS))(draw, whole), 0

    return raw()


def _line(draw: Draw, whole: bytes) -> bytes:
    """Another request line."""
    return draw(st.sampled_from(LINES)) + b"\r\n" + whole.partition(b"\r\n")[2]


def _head(draw: Draw, whole: bytes) -> bytes:
    """A header more, first or last."""
    head, _, body = whole.partition(END)
    line, _, headers = head.partition(b"\r\n")
    both = [draw(st.sampled_from(HEADS)), headers]
    return b"\r\n".join([line, *(both if draw(st.booleans()) else both[::-1])]) + END + body


def _framed(draw: Draw, whole: bytes, header: bytes, body: bytes) -> bytes:
    """A header that says where the body ends, beside the one there is or instead of it."""
    head = whole.partition(END)[0]
    if draw(st.booleans()):
        head = LENGTH.sub(b"X: y", head)
    return head + b"\r\n" + header + END + body


def _length(draw: Draw, whole: bytes) -> bytes:
    length = b"Content-Length: " + draw(st.sampled_from(LENGTHS))
    return _framed(draw, whole, length, whole.partition(END)[2])


def _coding(draw: Draw, whole: bytes) -> bytes:
    coding = b"Transfer-Encoding: " + draw(st.sampled_from(CODINGS))
    return _framed(draw, whole, coding, draw(st.sampled_from(CHUNKS)))


def _lines(draw: Draw, whole: bytes) -> bytes:
    """Other ends of lines."""
    return whole.replace(b"\r\n", draw(st.sampled_from([b"\n", b"\r", b"\n\r", b"\r\r\n"])))


def _cut(draw: Draw, whole: bytes) -> bytes:
    return whole[: draw(st.integers(0, len(whole)))]


def _changed(draw: Draw, whole: bytes) -> bytes:
    """A few bytes put in, left out or repeated."""
    at = draw(st.integers(0, min(len(whole), 400)))
    to = at + draw(st.integers(-80, 8))
    return whole[:at] + draw(st.binary(max_size=8)) + whole[max(0, to) :]


BREAKS: list[Callable[[Draw, bytes], bytes]] = [
    *(_cut, _changed, _changed, _line, _head, _head, _length, _length, _coding, _coding, _lines),
]
