"""Fields that accept exactly what the contract says, and say it in the description too.

marshmallow's own take `"5"` for an integer and `"yes"` for a boolean. Each field here knows its
JSON Schema (`json_schema`), so that what is checked and what is published cannot part.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, TypeVar

from marshmallow import ValidationError, fields

BOUND = 100_000
"""Every integer of the contract lies within plus and minus this."""

MOST_ERRORS = 100
"""Errors that one answer tells; what is wrong in a hundred places needs no hundred and first."""

Json = dict[str, Any]


class Described(fields.Field[Any]):
    """A field that tells its own JSON Schema."""

    default_error_messages = {  # noqa: RUF012 - marshmallow's own attribute
        "required": "this member is required",
        "null": "null is not allowed here",
    }

    def json_schema(self) -> Json:
        """What the contract says of a value, None aside."""
        raise NotImplementedError


def ref(name: str) -> Json:
    """Where a component stands."""
    return {"$ref": f"#/components/schemas/{name}"}


_Read = TypeVar("_Read")


def read_each(values: Iterable[Any], read: Callable[[Any], _Read]) -> list[_Read]:
    """Each value as it is read, or `ValidationError` with what is wrong with some, by index."""
    found: list[_Read] = []
    wrong: dict[Any, Any] = {}
    for index, value in enumerate(values):
        try:
            found.append(read(value))
        except ValidationError as error:
            wrong[index] = error.messages
            if len(wrong) == MOST_ERRORS:
                break
    if wrong:
        raise ValidationError(wrong)
    return found


def kind_of(value: object) -> str:
    """What kind of JSON value this is, for a message."""
    kinds: dict[type, str] = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        str: "a string",
        list: "a list",
        dict: "an object",
        type(None): "null",
    }
    return kinds[type(value)]


def unknown(what: str, value: object, known: Sequence[str]) -> str:
    """Why a name isn't known, with the nearest one that is."""
    if not isinstance(value, str):
        return f"one of {', '.join(known)} is expected, not {kind_of(value)}"
    near = get_close_matches(value[:64], known, n=1)
    hint = f"; did you mean {near[0]}?" if near else f"; known are {', '.join(known)}"
    return f"{value[:64]!r} is no {what} known here{hint}"


class Integer(Described):
    """A JSON integer (5.0 is one, "5" and true are not) within bounds."""

    def __init__(self, least: int = -BOUND, most: int = BOUND, **more: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**more)

    def json_schema(self) -> Json:
        """An integer with its bounds."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is not int:
            found = value if isinstance(value, float) else kind_of(value)
            message = f"an integer is expected, not {found}"
            raise ValidationError(message)
        if not self.least <= value <= self.most:
            message = f"{value:.7g} is not within {self.least} and {self.most}"
            raise ValidationError(message)
        return value


class Boolean(Described):
    """`true` or `false` and nothing that only looks like it."""

    def json_schema(self) -> Json:
        """A boolean."""
        return {"type": "boolean"}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if type(value) is not bool:
            message = f"true or false is expected, not {kind_of(value)}"
            raise ValidationError(message)
        return value


class OneOf(Described):
    """One of the values of an enumeration."""

    def __init__(self, values: type[StrEnum], **more: Any) -> None:
        self.values = values
        super().__init__(**more)

    def json_schema(self) -> Json:
        """The values by name."""
        return {"type": "string", "enum": [str(value) for value in self.values]}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> StrEnum:
        if isinstance(value, str) and value in list(self.values):
            return self.values(value)
        raise ValidationError(unknown("value", value, [str(known) for known in self.values]))


class Text(Described):
    """A string that matches a pattern from end to end; `without` says what that keeps out."""

    def __init__(self, pattern: str, most: int, without: str = "", **more: Any) -> None:
        self.pattern, self.most, self.without = re.compile(pattern), most, without
        super().__init__(**more)

    def json_schema(self) -> Json:
        """The pattern, anchored, and the longest length in characters."""
        pattern = f"^{self.pattern.pattern}$"
        return {"type": "string", "minLength": 1, "maxLength": self.most, "pattern": pattern}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if not isinstance(value, str):
            message = f"a string is expected, not {kind_of(value)}"
            raise ValidationError(message)
        if not 1 <= len(value) <= self.most:
            message = f"1 to {self.most} characters are expected, not {len(value)}"
            raise ValidationError(message)
        if not self.pattern.fullmatch(value):
            message = f"{self.without} are not allowed here"
            raise ValidationError(message)
        return value


class Player(Text):
    """A player's name: the caller's own, without control characters."""

    def __init__(self, **more: Any) -> None:
        super().__init__(r"[^\x00-\x1f\x7f-\x9f]+", 64, "control characters", **more)

    def json_schema(self) -> Json:
        """The component that describes names."""
        return ref("Player")


def described(field: Described) -> Json:
    """What the contract says of a field's value, None included where it may be."""
    schema = field.json_schema()
    if not field.allow_none:
        return schema
    if isinstance(schema.get("type"), str) and "enum" not in schema:
        return schema | {"type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}
