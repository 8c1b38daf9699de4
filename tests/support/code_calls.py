"""Where the service names a code, and which facts it gives there: read from its source."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from service.api.requests.mistakes import MistakeCode
from service.rules.faults import FaultCode
from service.rules.violations import ViolationCode

SERVICE = Path(__file__).parents[2] / "service"
ENUMS: dict[str, type[StrEnum]] = {
    "FaultCode": FaultCode,
    "ViolationCode": ViolationCode,
    "MistakeCode": MistakeCode,
}
MAKERS = {"fault", "mistake", "NotJsonError"}
"""Functions that take a code and then its facts by name."""

OF_VIOLATIONS = ("card", "player", "limit", "found")
"""Members of a violation that are facts too; the first is its third argument."""


@dataclass(frozen=True)
class CodeCall:
    """A call that makes something with a code, and the facts that it is given."""

    place: str
    facts: frozenset[str]


@cache
def code_calls() -> dict[str, list[CodeCall]]:
    """By code the calls that spell out every fact; others are left out."""
    found: dict[str, list[CodeCall]] = defaultdict(list)
    for node, place in _nodes():
        if isinstance(node, ast.Call) and node.args and (code := _code(node.args[0])):
            facts = _facts(node)
            if facts is not None:
                found[code].append(CodeCall(place, facts))
    return found


def codes_named() -> set[str]:
    """Every code that the service names outside the list of its codes."""
    return {code for node, _ in _nodes() if (code := _code(node))}


def sentences_named() -> set[str]:
    """Every code of a sentence that is written as a string, without those of problem types."""
    return {
        str(argument.value)
        for node, _ in _nodes()
        if isinstance(node, ast.Call) and _name(node.func) == "sentence"
        for argument in node.args[:1]
        if isinstance(argument, ast.Constant)
    }


@cache
def _nodes() -> tuple[tuple[ast.AST, str], ...]:
    return tuple(_parsed())


def _parsed() -> Iterator[tuple[ast.AST, str]]:
    for path in sorted(SERVICE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield node, f"{path.relative_to(SERVICE.parent)}:{getattr(node, 'lineno', 0)}"


def _code(node: ast.AST) -> str | None:
    if isinstance(node, ast.Attribute) and _name(node.value) in ENUMS and node.attr.isupper():
        return str(getattr(ENUMS[_name(node.value)], node.attr))
    return None


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _facts(call: ast.Call) -> frozenset[str] | None:
    """The names of the facts in a call, or None where they are not spelled out in it."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    if None in named:
        return None
    if _name(call.func) in MAKERS:
        return frozenset(str(name) for name in named)
    if _name(call.func) != "Violation":
        return None
    facts = {name for name in OF_VIOLATIONS if name in named}
    facts |= set(OF_VIOLATIONS[: max(0, len(call.args) - 2)])
    given = named.get("facts")
    if given is None:
        return frozenset(facts)
    if not isinstance(given, ast.Call) or _name(given.func) != "facts":
        return None
    inner = [keyword.arg for keyword in given.keywords]
    return None if None in inner else frozenset(facts | {str(name) for name in inner})
