"""Whether a body is one plain JSON value in UTF-8: judged here again, apart from the service."""

import json
import re
from typing import Any, NoReturn

DEEP = 200
"""Nesting from which on a service may refuse a value for its depth alone."""

LONG_NUMBER = re.compile(rb"[-+.0-9eE]{65,}")
STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)


class NotPlainError(ValueError):
    """The body is not one plain JSON value."""


def read(body: bytes) -> Any:
    """The value of a body, or `NotPlainError`."""
    try:
        text = body.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_members, parse_constant=_refuse)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise NotPlainError(str(error)) from None
    return value


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise NotPlainError("a name twice")
    return members


def _refuse(name: str) -> NoReturn:
    raise NotPlainError(name)


def is_extreme(body: bytes) -> bool:
    """Whether it is so deep, or has such long numbers, that refusing it unread is right too."""
    if LONG_NUMBER.search(body) or re.search(rb"[0-9][eE]\+?[0-9]{3,}", body):
        return True
    depth = deepest = 0
    for bracket in re.findall(rb"[\[{]|[\]}]", STRING.sub(b'""', body)):
        depth += 1 if bracket in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest > DEEP
