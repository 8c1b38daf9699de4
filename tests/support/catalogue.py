"""The entries of a catalogue of sentences, and the facts that each mentions."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from fluent.syntax import ast, parse

CATALOGUE = files("service.api.words")


@dataclass(frozen=True)
class Entry:
    """One entry: facts that its sentence always mentions, and those that it may mention."""

    always: frozenset[str]
    sometimes: frozenset[str]
    has_meaning: bool


@cache
def entries(language: str) -> dict[str, Entry]:
    """Each entry of a language by its code, with `-` for `.`."""
    resource = parse((CATALOGUE / f"{language}.ftl").read_text(encoding="utf-8"))
    junk = [part for part in resource.body if isinstance(part, ast.Junk)]
    assert not junk, junk
    return {
        message.id.name: Entry(
            frozenset(_facts(message.value, inside=False)),
            frozenset(_facts(message.value, inside=True)),
            any(attribute.id.name == "meaning" for attribute in message.attributes),
        )
        for message in resource.body
        if isinstance(message, ast.Message)
    }


def languages() -> list[str]:
    """Every language with a catalogue."""
    return sorted(
        file.name.removesuffix(".ftl") for file in CATALOGUE.iterdir() if file.name.endswith(".ftl")
    )


def _facts(node: object, *, inside: bool) -> set[str]:
    """The facts in a part of an entry; with `inside` also those of single variants."""
    if isinstance(node, ast.VariableReference):
        return {node.id.name}
    if isinstance(node, ast.Pattern):
        return {name for element in node.elements for name in _facts(element, inside=inside)}
    if isinstance(node, ast.Placeable):
        return _facts(node.expression, inside=inside)
    if isinstance(node, ast.SelectExpression):
        found = _facts(node.selector, inside=inside)
        variants = [_facts(variant.value, inside=inside) for variant in node.variants]
        return found | (set.union(*variants) if inside else set.intersection(*variants))
    return set()
