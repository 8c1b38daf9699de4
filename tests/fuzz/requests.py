"""HTTP that is well formed and odd: methods, addresses, headers, codings, chunks."""

from dataclasses import replace

from hypothesis import strategies as st

from fuzz.corpus import Corpus
from fuzz.odd_http import HEADERS, LINES_TOO_LONG, MANY_HEADERS, MEDIA, PATH_ENDS, QUERIES
from fuzz.wire import Request

Draw = st.DrawFn
TOKENS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW", "QUERY"]
OTHER_PATHS = [b"/openapi.json", b"/openapi.yaml", b"/", b"/docs", b"/readyz", b"/metrics", b"/x"]
SIZES = [2**16, 2**16 + 1, 2**18, 2**18 + 1, 2**21, 2**21 + 1]
"""Bytes at which one or another operation stops to read."""


def http_requests(corpus: Corpus) -> st.SearchStrategy[Request]:
    """A good question, sent oddly."""

    @st.composite
    def request(draw: Draw) -> Request:
        asked = draw(st.sampled_from(corpus.questions))
        path = asked.target
        if draw(st.integers(0, 9)) == 9:
            path = draw(st.sampled_from(OTHER_PATHS))
        method = draw(st.sampled_from(TOKENS)) if draw(st.integers(0, 3)) == 3 else asked.method
        headers = list(draw(st.lists(st.sampled_from(HEADERS), max_size=3)))
        body = asked.body if method == "POST" or draw(st.integers(0, 9)) == 9 else b""
        if body:
            if draw(st.integers(0, 15)) == 15:
                body = body.ljust(draw(st.sampled_from(SIZES)))
            media = MEDIA[0] if draw(st.integers(0, 2)) else draw(st.sampled_from(MEDIA))
            headers.append((b"Content-Type", media))
        if draw(st.integers(0, 40)) == 40:
            many = draw(st.sampled_from(MANY_HEADERS))
            headers += [(b"X-%d" % number, b"x") for number in range(many)]
        odd = Request(method, target(draw, path), tuple(headers), body)
        if body and draw(st.booleans()):
            odd = replace(odd, chunks=tuple(draw(st.lists(st.integers(1, 400), max_size=6))))
        return odd

    return request()


def target(draw: Draw, path: bytes) -> bytes:
    """An address at or near this path."""
    way = draw(st.integers(0, 9))
    if way == 9:
        path += draw(st.sampled_from(PATH_ENDS))
    elif way == 8:
        at = draw(st.integers(0, len(path) - 1))
        path = path[:at] + b"%%%02X" % path[at] + path[at + 1 :] if at else b"/" + path
    elif way == 7:
        path = draw(st.sampled_from([path.upper(), path.replace(b"/", b"//"), path + path]))
    if draw(st.integers(0, 3)) == 3:
        path += draw(st.sampled_from(QUERIES))
    if draw(st.integers(0, 60)) == 60:
        path += draw(st.sampled_from(LINES_TOO_LONG))
    return path
