"""The published tables, read from `published_tables.yaml`, which explains its members."""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from msgspec import Struct, yaml
from msgspec.structs import fields

from service.api.answers.tables import PublishedTable
from service.api.requests.fields.basic import Json
from service.api.words.sentences import sentence
from service.rules.table.parameters import Rules

PARAMETERS = tuple(
    f"{group.name}.{field.name}" for group in fields(Rules) for field in fields(group.type)
)
"""The name of every parameter, in the order of the rule book."""


class _Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the file: a table, and the alternatives that its source gives."""

    name: str
    source: str
    read: str
    rules: str | Json
    assumed: tuple[str, ...] = ()
    alternatives: Mapping[str, dict[str, dict[str, Any]]] = {}


_ENTRIES = yaml.decode(
    (files(__package__) / "published_tables.yaml").read_bytes(), type=tuple[_Entry, ...]
)


def published_tables() -> Iterator[PublishedTable]:
    """Yield every published table in the order of the file, each before its alternatives."""
    for entry in _ENTRIES:
        yield _table(entry, entry.name, entry.rules)
        for name, changes in entry.alternatives.items():
            yield _table(entry, name, _changed(entry.rules, changes))


def _changed(rules: str | Json, changes: dict[str, dict[str, Any]]) -> Json:
    """Return the rules with these values of parameters, by their groups and fields."""
    sent: Json = {"base": rules} if isinstance(rules, str) else rules
    return sent | {group: sent.get(group, {}) | values for group, values in changes.items()}


def _table(entry: _Entry, name: str, rules: str | Json) -> PublishedTable:
    complete = entry.read == "whole"
    unknown = () if complete else tuple(_not_stated(rules, entry.assumed))
    description = sentence(f"published.{name}")
    return PublishedTable(name, description, entry.source, complete, unknown, rules)


def _not_stated(rules: str | Json, assumed: tuple[str, ...]) -> Iterator[str]:
    """Yield the parameters that have no value in the rules, or only an assumed one."""
    groups = {} if isinstance(rules, str) else rules
    for parameter in PARAMETERS:
        group, _, field = parameter.partition(".")
        if field not in groups.get(group, {}) or parameter in assumed:
            yield parameter
