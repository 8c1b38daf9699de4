"""Which statuses a well-formed request may get, judged again from outside."""

import re
from collections.abc import Iterator
from email.message import Message
from typing import Any
from urllib.parse import parse_qsl, unquote_to_bytes

from fuzz import plain
from fuzz.contract import STATE_LIMIT, Contract, Operation
from fuzz.wire import Request

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}
GOOD = {200, 204, 304}
ANY_NO = {400, 404, 405, 413, 414, 415, 417, 422, 431}
MOST_HEADERS = 90
LONGEST_HEADER = 8_000
LONGEST_LINE = 4_000
BEYOND = re.compile(r"/|/docs.*|/metrics|/openapi\.(yaml|json)|/static.*")
"""Addresses that answer though the contract doesn't describe them."""


def path_of(request: Request) -> str:
    """The address without its query, percent-decoded; slashes that begin it are one to WSGI."""
    path = unquote_to_bytes(request.target.partition(b"?")[0]).decode("utf-8", "replace")
    return "/" + path.lstrip("/")


def query_of(request: Request) -> list[tuple[str, str]]:
    """The parameters in the address."""
    query = request.target.partition(b"?")[2].decode("latin-1")
    return parse_qsl(query, keep_blank_values=True)


def operation_of(request: Request, contract: Contract) -> Operation | None:
    """The operation that is asked, if any; HEAD asks what GET asks."""
    method = "GET" if request.method == "HEAD" else request.method
    return next((one for one in contract.at(path_of(request)) if one.method == method), None)


def allowed(request: Request, contract: Contract) -> set[int]:
    """The statuses that a request may get."""
    path = path_of(request)
    at_path = contract.at(path)
    if _is_left_to_the_server(request):
        right = ANY_NO | GOOD
    elif request.method not in METHODS:
        right = {400, 404, 405, 501}
    elif BEYOND.fullmatch(path):
        right = ANY_NO | GOOD
    elif not at_path:
        right = {404}
    elif request.method == "OPTIONS":
        right = {200, 204}
    else:
        right = _asked(request, contract, path) or {405}
    return right


def _is_left_to_the_server(request: Request) -> bool:
    """Whether it is near a server's own limits, expects too much, or contradicts itself."""
    long_header = any(len(n) + len(v) > LONGEST_HEADER for n, v in request.headers)
    many_headers = len(request.headers) > MOST_HEADERS
    expected = set((request.header("Expect") or "100-continue").split(", "))
    schemes = set((request.header("X-Forwarded-Proto") or "").split(", "))
    return (
        len(request.target) > LONGEST_LINE
        or long_header
        or many_headers
        or expected != {"100-continue"}
        or len(schemes) > 1
    )


def _asked(request: Request, contract: Contract, path: str) -> set[int]:
    """What an operation may answer; nothing where none is asked."""
    operation = operation_of(request, contract)
    if operation is None:
        return set()
    if operation.question is None:
        return _asked_in_address(request, operation, path)
    return _asked_in_body(request, operation)


def _asked_in_address(request: Request, operation: Operation, path: str) -> set[int]:
    good = {200, 304} if request.header("If-None-Match") else {200}
    if "{" in operation.path:
        name = path.rpartition("/")[2]
        known = operation.contract.components["schemas"]["ProfileName"]["enum"]
        if name not in known:
            return {404}
    if list(_wrong_parameters(request, operation)):
        return {400}
    return good | {422} if "422" in operation.described["responses"] else good


def _wrong_parameters(request: Request, operation: Operation) -> Iterator[str]:
    described = {
        one["name"]: one
        for one in operation.described.get("parameters", [])
        if one["in"] == "query"
    }
    given = query_of(request)
    names = [name for name, _ in given]
    yield from (name for name in names if name not in described or names.count(name) > 1)
    yield from (name for name, one in described.items() if one["required"] and name not in names)
    for name, text in given:
        if name in described:
            schema = described[name]["schema"]
            try:
                value: Any = _parsed(text, schema)
            except ValueError:
                yield name
            else:
                if not operation.contract.validator(schema).is_valid(value):
                    yield name


def _parsed(text: str, schema: Any) -> Any:
    if schema.get("type") == "integer":
        if not re.fullmatch(r"-?(0|[1-9][0-9]*)", text, re.ASCII):
            raise ValueError(text)
        return int(text[:20])
    return text.split(",") if schema.get("type") == "array" else text


def _asked_in_body(request: Request, operation: Operation) -> set[int]:
    noes = set()
    if query_of(request):
        noes |= {400}
    if not _is_json(request):
        noes |= {400, 415}
    most = STATE_LIMIT if operation.takes_state and b'"state"' in request.body else 0
    if len(request.body) > max(most, operation.limit):
        noes |= {400, 413}
    return noes or _read_in_body(request, operation)


def _read_in_body(request: Request, operation: Operation) -> set[int]:
    try:
        value = plain.read(request.body)
    except plain.NotPlainError:
        return {400}
    assert operation.question
    if not operation.question.is_valid(value):
        return {400}
    return {200, 422} | ({400} if plain.is_extreme(request.body) else set())


def _is_json(request: Request) -> bool:
    media = Message()
    media["Content-Type"] = request.header("Content-Type") or "none/none"
    charset = media.get_param("charset", "utf-8")
    coding = (request.header("Content-Encoding") or "identity").lower()
    return (
        media.get_content_type() == "application/json"
        and str(charset).lower() in {"utf-8", "utf8"}
        and coding == "identity"
    )
