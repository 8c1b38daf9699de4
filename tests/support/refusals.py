"""Questions that are good, to be made bad, and what must hold of every refusal."""

from copy import deepcopy
from typing import Any

from flask.testing import FlaskClient

from service.api.requests.mistakes import MistakeCode
from service.rules.faults import FaultCode

CODES = {*MistakeCode, *FaultCode, "work.too_many", "work.too_much"}
"""Every code that an error may have."""

HAND = ["4o", "5o", "6o", "2c", "2e", "2b", "5e"]
GOOD: dict[str, Any] = {
    "/evaluate": {"cards": HAND},
    "/evaluate/batch": {"hands": [HAND, ["7o"]]},
    "/evaluate/points": {"hands": [HAND, ["7o"]]},
    "/melds": {"melds": [HAND[:3], {"kind": "set", "cards": ["2c", "2e", "2b"]}]},
    "/close": {"cards": [*HAND, "12b"], "discard": "12b"},
    "/rules": {"rules": {"base": "classic", "closing_score": {"chinchon_with_wilds": [-50, -25]}}},
}
PATHS = list(GOOD)
TIMED = ["/evaluate", "/close"]
BATCHES = ["/evaluate/batch", "/evaluate/points"]
LIMITS = {path: 2**21 if path in BATCHES else 2**16 for path in PATHS}


def refused(answer: Any, status: int, kind: str, *places: str) -> str:
    """What the errors say, once they are of these pointers or parameters and of no others."""
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    assert "Traceback" not in answer.text
    problem = answer.json
    assert set(problem) == {"type", "title", "status", "detail", "errors"}
    assert (problem["type"], problem["status"]) == (kind, status)
    assert problem["title"]
    assert problem["detail"]
    details = [error.pop("detail") for error in problem["errors"]]
    assert all(details)
    codes = {error.pop("code") for error in problem["errors"]}
    assert codes <= CODES
    expected = [{"pointer" if place[:1] == "#" else "parameter": place} for place in places]
    assert sorted(problem["errors"], key=str) == sorted(expected, key=str), answer.text
    return " ".join(details)


def send(client: FlaskClient, path: str, body: bytes) -> Any:
    return client.post(path, data=body, content_type="application/json")


def changed(path: str, place: str, value: Any) -> Any:
    """The good body of a path with another value at a pointer."""
    body = deepcopy(GOOD[path])
    steps: list[Any] = [int(step) if step.isdigit() else step for step in place.split("/")[1:]]
    inner = body
    for step in steps[:-1]:
        inner = inner[step] if isinstance(inner, list) else inner.setdefault(step, {})
    inner[steps[-1]] = value
    return body


def short(value: object) -> str:
    return str(value)[:50]


SEVEN = b'{"cards": ["7o"]}'
