"""Requests of each kind: JSON that is nearly right, odd addresses, odd but well-formed HTTP."""

from dataclasses import replace
from typing import Any
from urllib.parse import quote_from_bytes

from hypothesis import strategies as st

from fuzz.corpus import JSON_HEADERS, Corpus
from fuzz.mutations import Known, mutated, written
from fuzz.odd_http import HEADERS, LINES_TOO_LONG, MANY_HEADERS, MEDIA, PATH_ENDS, QUERIES
from fuzz.odd_json import SIZES, TEXTS
from fuzz.wire import Request

Json = Any
Draw = st.DrawFn

TOKENS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE"]
TOKENS += ["BREW", "PROPFIND", "QUERY", "M-SEARCH"]
OTHER_PATHS = [b"/openapi.json", b"/openapi.yaml", b"/", b"/docs", b"/readyz", b"/metrics", b"/x"]
VALUES = ["7o,7c", "7o,,", ",7o", "5", "1_0", "٥", "5.0", "0x5", "1e1", "fournier", "classic"]
DRESSES = [" {}", "{} ", "{}\n", "+{}", "0{}", "{}.0", "{},"]
COUNTS = ["seats", "turn", "total"]
PARAMETERS = ["cards", "rules", "seats", "turn", "total", "v", "Cards", "x", "", "state"]

values = st.sampled_from([*TEXTS, *VALUES]) | st.text(max_size=12) | st.integers().map(str)


def json_requests(corpus: Corpus) -> st.SearchStrategy[Request]:
    """A question of any operation, mutated, as a client of the service would send it."""
    contract = corpus.contract
    known = Known(contract.names, contract.words, corpus.parts)
    asked = [(contract.operations[name].path, one) for name, one in _in_turn(corpus)]

    @st.composite
    def request(draw: Draw) -> Request:
        path, question = asked[draw(st.integers(0, len(asked) - 1))]
        body = written(draw, mutated(draw, question, known))
        return Request("POST", path.encode(), JSON_HEADERS, body)

    return request()


def _in_turn(corpus: Corpus) -> list[tuple[str, Json]]:
    """Every question, as many of each operation: matches would drown the others."""
    most = max(len(questions) for questions in corpus.questions.values())
    return [
        (name, questions[number % len(questions)])
        for number in range(most)
        for name, questions in corpus.questions.items()
    ]


def query_requests(corpus: Corpus) -> st.SearchStrategy[Request]:
    """A hand in the address, with parameters mutated and percent-encoded in odd ways."""
    parameter = st.tuples(st.sampled_from(PARAMETERS), values)

    @st.composite
    def request(draw: Draw) -> Request:
        query = list(draw(st.sampled_from(corpus.queries)))
        if draw(st.booleans()):
            query.append((draw(st.sampled_from(COUNTS)), draw(st.sampled_from("54321"))))
        for _ in range(draw(st.sampled_from([0, 1, 1, 1, 2]))):
            at = draw(st.integers(0, len(query)))
            name, value = query[at] if at < len(query) else draw(parameter)
            dressed = draw(st.sampled_from(DRESSES)).format(value)
            ways = [[], [(name, dressed)], [(name, draw(values))], [(name, value)] * 2]
            ways.append([(name, value), draw(parameter)])
            query[at : at + 1] = draw(st.sampled_from(ways))
        pairs = [escaped(draw, name) + b"=" + escaped(draw, value) for name, value in query]
        return Request("GET", b"/evaluate?" + b"&".join(pairs))

    return request()


def escaped(draw: Draw, text: str) -> bytes:
    """Percent-encoded, where it must be or everywhere."""
    encoded = text.encode("utf-8", "surrogatepass")
    if draw(st.integers(0, 5)) == 5:
        return b"".join(b"%%%02x" % byte for byte in encoded)
    return quote_from_bytes(encoded, safe=",-._~").encode()


def http_requests(corpus: Corpus) -> st.SearchStrategy[Request]:
    """HTTP that is well formed and odd: methods, addresses, headers, codings, chunks."""
    operations = list(corpus.contract.operations.values())
    own = [(one.path.replace("{name}", "classic").encode(), one) for one in operations]

    @st.composite
    def request(draw: Draw) -> Request:
        path, operation = draw(st.sampled_from(own))
        if draw(st.integers(0, 9)) == 9:
            path = draw(st.sampled_from(OTHER_PATHS))
        method = operation.method
        if draw(st.integers(0, 3)) == 3:
            method = draw(st.sampled_from(TOKENS))
        headers = list(draw(st.lists(st.sampled_from(HEADERS), max_size=3)))
        body = b""
        if method == "POST" or draw(st.integers(0, 9)) == 9:
            body = written(draw, draw(st.sampled_from(corpus.questions.get(operation.name, [{}]))))
            if draw(st.integers(0, 15)) == 15:
                body = body.ljust(draw(st.sampled_from(SIZES)))
            media = MEDIA[0] if draw(st.integers(0, 2)) else draw(st.sampled_from(MEDIA))
            headers.append((b"Content-Type", media))
        if draw(st.integers(0, 40)) == 40:
            many = draw(st.sampled_from(MANY_HEADERS))
            headers += [(b"X-%d" % number, b"x") for number in range(many)]
        asked = Request(method, target(draw, path), tuple(headers), body)
        if body and draw(st.booleans()):
            asked = replace(asked, chunks=tuple(draw(st.lists(st.integers(1, 400), max_size=6))))
        return asked

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
