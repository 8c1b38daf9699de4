"""Shapes: how members of answers are described, where nothing is read."""

from typing import Any

from marshmallow import Schema

from service.api.requests.card_fields import Cards
from service.api.requests.fields import Described, Json, ref


class Anything(Described):
    """A part of an answer that is described by hand; nothing is read with it."""

    def __init__(self, schema: Json, **more: Any) -> None:
        self.schema = schema
        super().__init__(**more)

    def json_schema(self) -> Json:
        """What was given."""
        return self.schema


def list_of(items: Json) -> Json:
    """A list of such items."""
    return {"type": "array", "items": items}


def some_cards(**more: Any) -> Cards:
    """A list of cards."""
    return Cards(0, 1000, required=True, **more)


class Answer(Schema):
    """An answer: every member is there, always."""


def many(name: str, **more: Any) -> Anything:
    """A list of a component."""
    return Anything(list_of(ref(name)), required=True, **more)


def one(name: str, **more: Any) -> Anything:
    """A component."""
    return Anything(ref(name), required=True, **more)


def flag(description: str) -> Anything:
    """A boolean."""
    return Anything({"type": "boolean"}, required=True, metadata={"description": description})


def text(description: str, **more: Any) -> Anything:
    """A string."""
    return Anything(
        {"type": "string"}, **({"required": True} | more), metadata={"description": description}
    )


def a_player() -> Anything:
    """A player's name."""
    return one("Player")


def some_points(**more: Any) -> Anything:
    """Points, or a total."""
    return Anything({"type": "integer"}, required=True, **more)
