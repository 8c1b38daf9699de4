"""Components: the named schemas of the contract, from which generated clients make their types.

The marshmallow schemas that load a request describe it; an answer is described by the types that
are encoded. An object in both requests and answers is described by its marshmallow schema.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from service.api.answers.problems import STATUSES, Problem
from service.api.openapi.derived_schemas import (
    action_component,
    derived_components,
    event_components,
)
from service.api.openapi.table_components import rules_schemas
from service.api.operations.all_operations import OPERATIONS
from service.api.operations.operation import CostlyForm, Form, Operation
from service.api.requests.actions import ACTIONS
from service.api.requests.fields.basic import Json, Player, Text, ref
from service.api.requests.fields.cards import Cards
from service.api.requests.fields.objects import Member, ObjectSchema
from service.api.requests.fields.parameter_groups import ClosingScore, PackSize
from service.api.requests.fields.structs import ListOf
from service.api.requests.hands import LONGEST_MELD, ShownMeldSchema
from service.api.requests.matches import Included
from service.api.requests.scores import CardsByPlayer, PointsByPlayer
from service.rules.table.cards import ALL_CARDS, JOKER, rank_of, suit_of
from service.rules.table.parameters import WINS


def request_name(operation: Operation) -> str:
    """Return the component of an operation's request body: with several forms, their union."""
    if len(operation.forms) == 1:
        return operation.forms[0].schema.component_name()
    return operation.name[0].upper() + operation.name[1:] + "Request"


@cache
def written_components() -> dict[str, Json]:
    """Return the components that no marshmallow schema and no type describes."""
    return {
        "Card": {
            "type": "string",
            "description": (
                "A card: its rank, then its suit (o oros, c copas, e espadas, b bastos). "
                "JK is a joker."
            ),
            "enum": list(ALL_CARDS),
            "x-enum-varnames": [
                "JOKER" if card == JOKER else f"{suit_of(card).upper()}{rank_of(card)}"
                for card in ALL_CARDS
            ],
        },
        "Player": {
            "type": "string",
            "description": "The name of a player, chosen by the caller.",
            "minLength": 1,
            "maxLength": 64,
            "pattern": Text.json_schema(Player())["pattern"],
        },
        "Action": action_component(),
        **event_components(),
        # An enumeration: within a union, a generated Python client accepts nothing but a constant.
        "Wins": {
            "type": "string",
            "description": "A close that wins the match scores no points.",
            "enum": [WINS],
        },
        "ProblemType": {
            "type": "string",
            "description": "The types of problems. Each has one status.",
            "enum": list(STATUSES),
        },
        "ShownMeld": {
            "description": "A meld: a list of its cards in order, or an object with its kind too.",
            "oneOf": [Cards(0, LONGEST_MELD).json_schema(), ref("ShownMeldObject")],
        },
        **rules_schemas(),
        **{
            field.component: field.component_schema()
            for field in (PackSize(), ClosingScore(), PointsByPlayer(), CardsByPlayer())
        },
        **{
            request_name(operation): {
                "description": f"A request of {operation.name}, in one of its forms.",
                "oneOf": [ref(form.schema.component_name()) for form in operation.forms],
            }
            for operation in OPERATIONS
            if len(operation.forms) > 1
        },
    }


def request_schemas() -> dict[str, ObjectSchema[Any]]:
    """Return the schema of every object in the requests, by the name of its component."""
    schemas: dict[str, ObjectSchema[Any]] = {}
    for form in _body_forms():
        _collect(form.schema, schemas)
    # Fields that accept several types don't refer to these schemas.
    alternatives: list[ObjectSchema[Any]] = [*ACTIONS.values(), ShownMeldSchema()]
    for schema in alternatives:
        _collect(schema, schemas)
    return schemas


def _body_forms() -> Iterator[Form[Any] | CostlyForm[Any]]:
    for operation in OPERATIONS:
        if operation.method == "POST":
            yield from operation.forms


def _collect(schema: ObjectSchema[Any], schemas: dict[str, ObjectSchema[Any]]) -> None:
    """Add a schema, and the schemas of the objects within it."""
    name = schema.component_name()
    if name in schemas:
        if type(schemas[name]) is not type(schema):
            raise TypeError(f"two schemas are named {name}")
        return
    schemas[name] = schema
    for field in schema.fields.values():
        inner = field.item if isinstance(field, ListOf) else field
        if isinstance(inner, Member):
            _collect(inner.schema, schemas)


def answer_components() -> dict[str, Json]:
    """Return the components of every type in the answers, derived from the types."""
    types: list[type] = [operation.answer for operation in OPERATIONS]
    # No answer has this enumeration, and a request only refers to it.
    types += [Problem, Included]
    return derived_components(types, written_components())
