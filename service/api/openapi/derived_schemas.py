"""Schemas that msgspec derives from the types of answers, in the style of the contract."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from service.api.requests.actions import ACTIONS
from service.api.requests.fields.basic import Json, ref
from service.rules.match.events import Event, SeenEvent

TEMPLATE = "#/components/schemas/{name}"

_EVENTS: Mapping[str, tuple[Any, str]] = MappingProxyType(
    {
        "Event": (Event, "Something that happened in a match, with every secret."),
        "SeenEvent": (
            SeenEvent,
            "An event as a player may see it: with the secrets of this player.",
        ),
    }
)
"""The unions of events: the type and the description of each, by the name of its component."""


def action_component() -> Json:
    """Return the component for an action of any type."""
    names = {kind: action.component_name() for kind, action in ACTIONS.items()}
    return {
        "description": "An action of a player or of the room.",
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {
            "propertyName": "type",
            "mapping": {kind: TEMPLATE.format(name=name) for kind, name in names.items()},
        },
    }


def event_components() -> dict[str, Json]:
    """Return the component for each union of events, derived from the types."""
    types = [union for union, _ in _EVENTS.values()]
    schemas, _ = msgspec.json.schema_components(types, ref_template=TEMPLATE)
    return {
        name: {
            "description": description,
            "oneOf": schema["anyOf"],
            "discriminator": schema["discriminator"],
        }
        for schema, (name, (_, description)) in zip(schemas, _EVENTS.items(), strict=True)
    }


def derived_components(types: list[type], named: Collection[str]) -> dict[str, Json]:
    """Return the components of these types and of the types within them.

    A scalar whose title is one of the `named` components becomes a reference to it.
    """
    unions = {
        _names(component): name
        for name, component in {"Action": action_component(), **event_components()}.items()
    }
    _, components = msgspec.json.schema_components(types, ref_template=TEMPLATE)
    return {name: _tidied(component, named, unions) for name, component in components.items()}


def _names(union: Json) -> frozenset[str]:
    """Return the references in a union."""
    return frozenset(one["$ref"] for one in union.get("oneOf") or union["anyOf"])


def _tidied(schema: Any, named: Collection[str], unions: Mapping[frozenset[str], str]) -> Any:
    """Return a derived schema in the style of the contract.

    Titles, which repeat the names of objects, are removed. Defaults are removed too: an absent
    member has no value.
    """
    if isinstance(schema, list):
        return [_tidied(item, named, unions) for item in schema]
    if not isinstance(schema, dict):
        return schema
    described = {"description": schema["description"]} if "description" in schema else {}
    if "anyOf" in schema and "discriminator" in schema:
        return ref(_union_of(_names(schema), unions)) | described
    if schema.get("title") in named:
        return ref(schema["title"]) | described
    if "$ref" in schema:
        return {"$ref": schema["$ref"]} | described
    kept = {
        name: {key: _tidied(inner, named, unions) for key, inner in value.items()}
        if name == "properties"
        else _tidied(value, named, unions)
        for name, value in schema.items()
        if name not in {"title", "default"}
    }
    return _plain(kept)


def _union_of(names: frozenset[str], unions: Mapping[frozenset[str], str]) -> str:
    """Return the component of a union; a type may have fewer kinds of action than the contract."""
    return unions.get(names) or next(name for one, name in unions.items() if names <= one)


def _plain(schema: Json) -> Json:
    """Return a schema in the form from which generated clients make the plainest types.

    An enumeration of one value is a constant, and a scalar or a list that may be null has a list of
    types instead of a union.
    """
    match schema:
        case {"enum": [value]}:
            return {"type": _type_of(value), "const": value} | _without(schema, "enum")
        case {"enum": [value, *_]}:
            return {"type": _type_of(value)} | schema
        case {"anyOf": [{"type": str()}, {"type": "null"}]}:
            given: Json = schema["anyOf"][0]
            return given | {"type": [given["type"], "null"]} | _without(schema, "anyOf")
    return schema


def _without(schema: Json, keyword: str) -> Json:
    return {name: value for name, value in schema.items() if name != keyword}


def _type_of(value: object) -> str:
    return "integer" if isinstance(value, int) else "string"
