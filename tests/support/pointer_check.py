"""Every pointer of an answer leads to something in the request, or to where it is missing."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

MISSING = {
    *("value.required", "turn.missing", "total.missing", "round.missing"),
    "result.differs",
}
"""Codes of what a request lacks, or a result may lack: the last step may lead nowhere."""


def check_pointers(body: Any, answer: Any) -> None:
    """Fail where an answer to this body has a pointer that leads nowhere, or half a sentence."""
    assert "{ $" not in answer.text
    if '"pointer"' not in answer.text:
        return
    for told in _with_pointers(json.loads(answer.text)):
        steps = steps_of(told["pointer"])
        if told["code"] in MISSING:
            steps = steps[:-1]
        assert leads(body, steps), f"{told} leads nowhere in {str(body)[:2_000]}"


def _with_pointers(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        for member in value:
            yield from _with_pointers(member)
    elif isinstance(value, dict):
        if "pointer" in value:
            yield value
        for member in value.values():
            yield from _with_pointers(member)


def steps_of(pointer: str) -> list[str]:
    """The steps of a pointer as names or numbers."""
    assert pointer.startswith("#")
    return [unquote(step).replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def leads(value: Any, steps: list[str]) -> bool:
    """Whether there is something at these steps of a pointer."""
    for step in steps:
        if isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict) and step in value:
            value = value[step]
        else:
            return False
    return True
