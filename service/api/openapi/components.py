"""Components: the named parts of the contract, which generated clients make types of.

What requests hold is described by the schemas that load it; what answers hold is derived from the
types of the values that are encoded. A shape that goes both ways is described by its request's
schema.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from service.api.answers.problems import Problem
from service.api.openapi.rules_components import rules_schemas
from service.api.operations.all_operations import OPERATIONS
from service.api.operations.operation import Form, LongForm, Operation
from service.api.requests.actions import ACTIONS
from service.api.requests.fields.basic import Json, Player, Text, ref
from service.api.requests.fields.cards import Cards
from service.api.requests.fields.objects import Member, ObjectSchema
from service.api.requests.hands import LONGEST_MELD, ShownMeldSchema
from service.rules.table.cards import ALL_CARDS, JOKER, rank_of, suit_of

TEMPLATE = "#/components/schemas/{name}"


def request_name(operation: Operation) -> str:
    """The component of an operation's request body: of several forms their union."""
    if len(operation.forms) == 1:
        return operation.forms[0].schema.component_name()
    return operation.name[0].upper() + operation.name[1:] + "Request"


@cache
def written_components() -> dict[str, Json]:
    """Components that no schema and no type describes."""
    return {
        "Card": {
            "type": "string",
            "description": "Rank and suit: o oros, c copas, e espadas, b bastos; JK a joker.",
            "enum": list(ALL_CARDS),
            "x-enum-varnames": [
                "JOKER" if card == JOKER else f"{suit_of(card).upper()}{rank_of(card)}"
                for card in ALL_CARDS
            ],
        },
        "Player": {
            "type": "string",
            "description": "A player's name, the caller's own.",
            "minLength": 1,
            "maxLength": 64,
            "pattern": Text.json_schema(Player())["pattern"],
        },
        "Action": {
            "description": "Something that a player or the room does.",
            "oneOf": [ref(action.component_name()) for action in ACTIONS.values()],
            "discriminator": {
                "propertyName": "type",
                "mapping": {
                    name: TEMPLATE.format(name=action.component_name())
                    for name, action in ACTIONS.items()
                },
            },
        },
        "ShownMeld": {
            "description": "A meld as it lies: its cards, or an object that says its kind too.",
            "oneOf": [Cards(0, LONGEST_MELD).json_schema(), ref("ShownMeldObject")],
        },
        **rules_schemas(),
        **{
            request_name(operation): {
                "description": f"The request of {operation.name}, in one of its forms.",
                "oneOf": [ref(form.schema.component_name()) for form in operation.forms],
            }
            for operation in OPERATIONS
            if len(operation.forms) > 1
        },
    }


def request_schemas() -> dict[str, ObjectSchema[Any]]:
    """The schema of every object that a request can hold, by its name."""
    schemas: dict[str, ObjectSchema[Any]] = {}
    for form in _body_forms():
        _collect(form.schema, schemas)
    others: list[ObjectSchema[Any]] = [*ACTIONS.values(), ShownMeldSchema()]
    for schema in others:
        _collect(schema, schemas)
    return schemas


def _body_forms() -> Iterator[Form[Any] | LongForm[Any]]:
    for operation in OPERATIONS:
        if operation.method == "POST":
            yield from operation.forms


def _collect(schema: ObjectSchema[Any], schemas: dict[str, ObjectSchema[Any]]) -> None:
    """Add a schema and those of the objects within it."""
    name = schema.component_name()
    if name in schemas:
        return
    schemas[name] = schema
    for field in schema.fields.values():
        if isinstance(field, Member):
            _collect(field.schema, schemas)


def answer_components() -> dict[str, Json]:
    """The components of every type that an answer holds, derived from the types."""
    types = [operation.answer for operation in OPERATIONS]
    _, components = msgspec.json.schema_components([*types, Problem], ref_template=TEMPLATE)
    return {name: _tidied(component) for name, component in components.items()}


def _tidied(schema: Any) -> Any:
    """A derived schema in the words of the contract.

    A scalar whose title is a component's name becomes a reference; the titles of objects, which
    repeat their names, go; so do defaults, since what is absent is absent.
    """
    if isinstance(schema, list):
        return [_tidied(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("title") in written_components():
        described = {"description": schema["description"]} if "description" in schema else {}
        return ref(schema["title"]) | described
    if "$ref" in schema:
        described = {"description": schema["description"]} if "description" in schema else {}
        return {"$ref": schema["$ref"]} | described
    return {
        name: {key: _tidied(inner) for key, inner in value.items()}
        if name == "properties"
        else _tidied(value)
        for name, value in schema.items()
        if name not in {"title", "default"}
    }
