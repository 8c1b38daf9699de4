"""Damages at each of their tables, and the errors that the service tells of them."""

from typing import Any

import pytest

from support.impossible_states import USUAL, Cases


def spread(cases: Cases, *kinds: int) -> list[Any]:
    """Each damage at each of its tables."""
    return [
        pytest.param(f"{table} {moment}", damage, places, kinds, id=f"{name}, {table} {moment}")
        for where, damages in cases.items()
        for tables, _, moment in [where.rpartition(" ")]
        for table in (tables or USUAL.replace(" ", ",")).split(",")
        for name, damage, places in damages
    ]


TYPES = {400: "invalid-request", 422: "impossible"}


def told(post: Any, state: Any, places: str, kinds: tuple[int, ...] = (422,)) -> int:
    """How many errors there are, once they are of a right kind and say all of these places."""
    least = 1_000
    for path in ("/view", "/actions", "/play"):
        action = {"action": {"type": "cancel"}} if path == "/play" else {}
        answer = post(path, {"state": state} | action)
        assert answer.status_code in kinds, (path, answer.text[:2_000])
        assert answer.json["type"] == TYPES[answer.status_code]
        pointers = [error["pointer"] for error in answer.json["errors"]]
        assert all(pointer.startswith("#/state") for pointer in pointers), (path, pointers)
        for place in places.split(" "):
            starts = tuple(f"#/state{each}" for each in place.split("|"))
            assert any(one.startswith(starts) for one in pointers), (path, starts, answer.text)
        least = min(least, len(pointers))
    return least
