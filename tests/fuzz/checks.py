"""What every answer must be, whatever was asked."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote_to_bytes

from support.processes import ROOT

from fuzz import semantics
from fuzz.contract import Contract, Operation
from fuzz.wire import Answer, Request

Json = Any
PROBLEM = "application/problem+json"
LEAKS = ["Traceback (most", 'File "', "site-packages", ".py", "<html", "<!doctype", "0x7f"]
LEAKS += [str(ROOT), "Werkzeug", "marshmallow", "werkzeug", "gunicorn"]
SECRET = re.compile(r".* .*|.{32,}", re.DOTALL)
"""Seeds that are no word of the contract and so not in an answer by chance."""
IN_A_ROW = 4
"""Cards of the stock in their order that are not in a sentence by chance."""
CODE = re.compile(r"\b(?:JK|(?:1[0-2]|[1-9])[oceb])\b")
GUNICORNS_OWN = {400, 403, 414, 417, 431, 501}
"""What gunicorn answers by itself, in HTML, to what is no request or not one that it takes."""
MAY_DIFFER = {"date", "x-request-id", "server-timing", "connection", "keep-alive"}


def path_of(request: Request) -> str:
    """The address without its query, percent-decoded; slashes that begin it are one to WSGI."""
    path = unquote_to_bytes(request.target.partition(b"?")[0]).decode("utf-8", "replace")
    return "/" + path.lstrip("/")


def asked_of(request: Request, contract: Contract) -> Operation | None:
    """The operation that a request asks, if any."""
    return contract.operation(request.method, path_of(request))


def faults(request: Request, answer: Answer | None, contract: Contract) -> Iterator[str]:
    """Everything wrong with an answer to a well-formed request."""
    if answer is None:
        yield "the connection was closed without an answer"
        return
    yield from shape(answer, request.raw)
    operation = asked_of(request, contract)
    if operation is None or request.method == "HEAD" or answer.status in {304, *GUNICORNS_OWN}:
        return
    yield from _published(operation, answer)
    yield from _secrets(request, answer)
    if answer.status == 200 and request.method == "POST":
        yield from _meaning(operation, request, answer)


def shape(answer: Answer, raw: bytes) -> Iterator[str]:
    """What is wrong with an answer by itself, also one to bytes that are no request."""
    unknown = answer.status == 501 and not raw.startswith((b"GET ", b"POST "))
    unknown |= answer.status == 501 and b"transfer-encoding" in raw.lower()
    if answer.status >= 500 and not unknown:
        yield f"the service failed with {answer.status}"
    if answer.status < 400:
        return
    text = answer.body.decode("utf-8", "backslashreplace")
    asked = raw.decode("utf-8", "backslashreplace").lower()
    of_gunicorn = answer.status in GUNICORNS_OWN and answer.header("X-Request-Id") is None
    for leak in LEAKS:
        allowed = of_gunicorn and leak == "<html"
        if leak.lower() in text.lower() and leak.lower() not in asked and not allowed:
            yield f"{leak!r} is in the answer"
    if of_gunicorn:
        if answer.header("Content-Type") != "text/html" or answer.header("Connection") != "close":
            yield "neither a problem nor a refusal of gunicorn's"
    elif answer.header("Content-Type") != PROBLEM:
        yield f"a {answer.status} is {answer.header('Content-Type')}"
    elif answer.body:
        yield from _problem(answer)


def _problem(answer: Answer) -> Iterator[str]:
    problem = _value(answer.body)
    if not isinstance(problem, dict) or not {"type", "title", "status", "errors"} <= set(problem):
        yield "a problem without type, title, status or errors"
        return
    if problem["status"] != answer.status:
        yield f"the problem says {problem['status']}"
    for error in problem["errors"]:
        if len({"pointer", "parameter"} & set(error)) != 1 or not error.get("detail"):
            yield f"an error without one place and a sentence: {error}"
        if not re.fullmatch(r"#(/[!-~]*)*", error.get("pointer", "#")):
            yield f"this is no pointer: {error['pointer']}"
    if "no-store" not in (answer.header("Cache-Control") or "no-store"):
        yield "a problem that caches may keep"


def _published(operation: Operation, answer: Answer) -> Iterator[str]:
    validator = operation.answer(answer.status, answer.media)
    if validator is None:
        yield f"{answer.status} as {answer.media} is not published for {operation.name}"
        return
    for error in list(validator.iter_errors(_value(answer.body)))[:1]:
        where = "/".join(map(str, error.instance_path))
        yield f"{operation.name} is not as published at /{where}: {error.message[:500]}"


def _secrets(request: Request, answer: Answer) -> Iterator[str]:
    """What of a match's secrets is in a problem, or in a view before the match is over."""
    asked, told = _value(request.body), _value(answer.body)
    viewed = isinstance(told, dict) and "seed_hash" in told and told.get("seed") is None
    if not isinstance(asked, dict) or (answer.status < 400 and not viewed):
        return
    state = asked.get("state")
    state = state if isinstance(state, dict) else {}
    for seed in (asked.get("seed"), state.get("seed")):
        text = json.dumps(seed, ensure_ascii=False)[1:-1]
        once = request.body.decode(errors="replace").count(text) == 1
        secret = isinstance(seed, str) and SECRET.fullmatch(seed)
        if secret and once and text in answer.body.decode():
            yield "the seed is in the answer"
    hidden = _rows(state.get("stock")) - _rows({**state, "stock": None})
    for text in _texts(told):
        if hidden & _rows(CODE.findall(text)):
            yield f"the hidden stock is in the answer: {text}"


def _rows(value: Json) -> set[tuple[str, ...]]:
    """So many cards as no chance puts in a row, wherever a list has them."""
    found: set[tuple[str, ...]] = set()
    if isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            found |= _rows(member)
    if isinstance(value, list):
        codes = [one if isinstance(one, str) else "" for one in value]
        found |= {tuple(codes[i : i + IN_A_ROW]) for i in range(len(codes) - IN_A_ROW + 1)}
    return found


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            yield from _texts(member)


def _meaning(operation: Operation, request: Request, answer: Answer) -> Iterator[str]:
    try:
        yield from semantics.wrong(operation.name, json.loads(request.body), _value(answer.body))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        yield f"the answer of {operation.name} makes no sense: {error!r}"


def _value(body: bytes) -> Json:
    """The value of a JSON text, or None."""
    try:
        return json.loads(body)
    except ValueError:
        return None


def differences(first: Answer | None, second: Answer | None) -> str | None:
    """How an answer differs from the one to the same question, if it does."""
    if first is None or second is None:
        return None if first is second else "one was answered and the other dropped"
    if (first.status, first.body) != (second.status, second.body):
        return f"the same question got another answer:\n{second.told()}"
    kept = [
        sorted((n.lower(), v) for n, v in one.headers if n.lower() not in MAY_DIFFER)
        for one in (first, second)
    ]
    return None if kept[0] == kept[1] else f"the headers differ: {kept[0]} and {kept[1]}"
