"""What every answer must be, whatever was asked."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from support.processes import ROOT

from fuzz import model, plain, semantics
from fuzz.contract import Contract
from fuzz.wire import Answer, Request

PROBLEM = "application/problem+json"
LEAKS = ["Traceback (most", 'File "', "site-packages", ".py", "<html", "<!doctype", "0x7f"]
LEAKS += [str(ROOT), "Werkzeug", "marshmallow", "werkzeug", "gunicorn"]
SECRET = re.compile(r".* .*|.{32,}", re.DOTALL)
"""Seeds that are no word of the contract and so not in an answer by chance."""
IN_A_ROW = 4
"""Cards of the stock in their order that are not in a sentence by chance."""
CODE = re.compile(r"\b(?:JK|(?:1[0-2]|[1-9])[oceb])\b")
BEFORE = {417, 431}
"""Answers of the server itself, before any operation is asked."""
GUNICORNS_OWN = {400, 403, 414, 417, 431, 501}
"""What gunicorn answers by itself, in HTML, to what is no request or not one that it takes."""
MAY_DIFFER = {"date", "x-request-id", "server-timing", "connection", "keep-alive"}


@dataclass(frozen=True)
class Fault:
    """Something that must not be; two of one check and place count as one."""

    check: str
    place: str
    message: str

    @property
    def key(self) -> tuple[str, str]:
        """What makes it the same as another."""
        return self.check, self.place


def place_of(request: Request, contract: Contract) -> str:
    """The operation that is asked, or where else."""
    operation = model.operation_of(request, contract)
    if operation:
        return operation.name
    if not contract.at(model.path_of(request)):
        return "elsewhere"
    return "OPTIONS" if request.method == "OPTIONS" else "another method"


def faults(
    request: Request, answer: Answer | None, contract: Contract, allowed: set[int] | None = None
) -> Iterator[Fault]:
    """Everything wrong with an answer to a well-formed request."""
    place = place_of(request, contract)
    if answer is None:
        yield Fault("dropped", place, "the connection was closed without an answer")
        return
    if answer.status >= 500 and request.method in model.METHODS:
        yield Fault("failed", place, f"the service failed with {answer.status}")
        return
    allowed = model.allowed(request, contract) if allowed is None else allowed
    if answer.status not in allowed:
        right = "/".join(map(str, sorted(allowed)))
        yield Fault(f"{answer.status} for {right}", place, f"{answer.status} where {right} may be")
    yield from (Fault(check, place, why) for check, why in shape(answer, request.raw))
    if answer.status == 405:
        yield from _allow(request, answer, contract, place)
    if request.method != "HEAD":
        yield from _published(request, answer, contract, place)
        yield from (Fault("secret", place, why) for why in _secrets(request, answer))
        yield from _meaning(request, answer, contract, place)


def shape(answer: Answer, raw: bytes) -> Iterator[tuple[str, str]]:
    """What is wrong with an answer by itself, also one to bytes that are no request."""
    unknown_coding = answer.status == 501 and b"transfer-encoding" in raw.lower()
    if answer.status >= 500 and not unknown_coding:
        yield "failed", f"the service failed with {answer.status}"
    text = answer.body.decode("utf-8", "backslashreplace")
    if answer.status < 400:
        return
    asked = raw.decode("utf-8", "backslashreplace")
    of_gunicorn = answer.status in GUNICORNS_OWN and answer.header("X-Request-Id") is None
    for leak in LEAKS:
        if of_gunicorn and leak == "<html":
            continue
        if leak.lower() in text.lower() and leak.lower() not in asked.lower():
            yield "leak", f"{leak!r} is in the answer"
    if of_gunicorn:
        if answer.header("Content-Type") != "text/html" or answer.header("Connection") != "close":
            yield "no refusal", "neither a problem nor a refusal of gunicorn's"
    elif answer.header("Content-Type") != PROBLEM:
        yield "no problem", f"a {answer.status} is {answer.header('Content-Type')}"
    elif answer.body:
        yield from _problem(answer)


def _problem(answer: Answer) -> Iterator[tuple[str, str]]:
    try:
        problem = plain.read(answer.body)
    except plain.NotPlainError as error:
        yield "no JSON", f"a problem that is not plain JSON: {error}"
        return
    if not isinstance(problem, dict) or not {"type", "title", "status", "errors"} <= set(problem):
        yield "no problem", "a problem without type, title, status or errors"
        return
    if problem["status"] != answer.status:
        yield "no problem", f"the problem says {problem['status']}"
    for told in problem["errors"]:
        named = [name for name in ("pointer", "parameter") if name in told]
        if len(named) != 1 or not told.get("detail"):
            yield "no place", f"an error that tells no one place: {told}"
        elif named == ["pointer"] and not re.fullmatch(r"#(/[!-~]*)*", told["pointer"]):
            yield "no place", f"this is no pointer: {told['pointer']}"
    if (
        answer.status in {400, 422}
        and problem["type"] != "invalid-request"
        and not problem["errors"]
    ):
        yield "no place", "a no that names no place"
    if "no-store" not in (answer.header("Cache-Control") or "no-store"):
        yield "kept", "a problem that caches may keep"


def _allow(request: Request, answer: Answer, contract: Contract, place: str) -> Iterator[Fault]:
    told = {one.strip() for one in (answer.header("Allow") or "").split(",") if one.strip()}
    right = {one.method for one in contract.at(model.path_of(request))}
    if not told or not right <= told or request.method in told:
        yield Fault("allow", place, f"Allow is {sorted(told)}; published are {sorted(right)}")


def _published(request: Request, answer: Answer, contract: Contract, place: str) -> Iterator[Fault]:
    operation = model.operation_of(request, contract)
    if operation is None or answer.status in {304, *BEFORE}:
        return
    if answer.status not in operation.statuses:
        yield Fault("not published", place, f"{answer.status} is not published for it")
        return
    validator = operation.answer(answer.status, answer.media)
    if validator is None:
        what = f"{answer.status} as {answer.media} is not published for it"
        yield Fault("not published", place, what)
        return
    try:
        value = json.loads(answer.body)
    except ValueError as no_json:
        yield Fault("no JSON", place, f"the answer is not JSON: {no_json}")
        return
    for error in list(validator.iter_errors(value))[:1]:
        where = "/".join(map(str, error.instance_path))
        yield Fault("not as published", place, f"at /{where}: {error.message[:500]}")


def _secrets(request: Request, answer: Answer) -> Iterator[str]:
    """What of a match's secrets is in a problem, or in a view before the match is over."""
    try:
        asked = plain.read(request.body)
        told = json.loads(answer.body)
    except ValueError:
        return
    viewed = isinstance(told, dict) and "seed_hash" in told and told.get("seed") is None
    if answer.status < 400 and not viewed:
        return
    state = asked.get("state") if isinstance(asked, dict) else None
    state = state if isinstance(state, dict) else {}
    seeds = [one.get("seed") for one in (asked, state) if isinstance(one, dict)]
    for seed in seeds:
        text = json.dumps(seed, ensure_ascii=False)[1:-1]
        once = request.body.decode().count(text) == 1
        secret = isinstance(seed, str) and SECRET.fullmatch(seed)
        if secret and once and text in answer.body.decode():
            yield "the seed is in the answer"
    hidden = _rows(state.get("stock")) - _rows({**state, "stock": None})
    for text in _texts(told):
        if hidden & _rows(CODE.findall(text)):
            yield f"the hidden stock is in the answer: {text}"


def _rows(value: Any) -> set[tuple[str, ...]]:
    """So many cards as no chance puts in a row, wherever a list has them."""
    found: set[tuple[str, ...]] = set()
    if isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            found |= _rows(member)
    if isinstance(value, list):
        codes = [one if isinstance(one, str) else "" for one in value]
        found |= {tuple(codes[i : i + IN_A_ROW]) for i in range(len(codes) - IN_A_ROW + 1)}
    return found


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            yield from _texts(member)


def _meaning(request: Request, answer: Answer, contract: Contract, place: str) -> Iterator[Fault]:
    operation = model.operation_of(request, contract)
    if operation is None or answer.status != 200 or operation.question is None:
        return
    try:
        question = plain.read(request.body)
    except plain.NotPlainError:  # that it was answered at all is a fault of its own
        return
    try:
        told = json.loads(answer.body)
        for why in semantics.wrong(operation.name, question, told):
            yield Fault("meaning", place, why)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        yield Fault("meaning", place, f"the answer makes no sense: {error!r}")


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
