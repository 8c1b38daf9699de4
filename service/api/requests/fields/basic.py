"""Fields that accept exactly the values that the contract allows, and give their JSON Schema.

marshmallow's own fields accept `"5"` as an integer and `"yes"` as a boolean. Each field here has
its JSON Schema beside its check, so that the published contract and the checks agree.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, TypeVar

from marshmallow import ValidationError, fields

from service.api.requests.mistakes import Mistake, MistakeCode, mistake_error

BOUND = 100_000
"""The greatest absolute value of an integer in the contract."""

MOST_ERRORS = 100
"""The maximum number of errors in a problem."""

MOST_PLAYERS = 12
"""The maximum number of players in a request."""

Json = dict[str, Any]


class Described(fields.Field[Any]):
    """A field with its own JSON Schema."""

    default_error_messages = {  # noqa: RUF012 - marshmallow's own attribute
        "required": MistakeCode.REQUIRED,
        "null": MistakeCode.NULL,
    }

    def json_schema(self) -> Json:
        """Return the JSON Schema of a value that isn't None."""
        raise NotImplementedError


def ref(name: str) -> Json:
    """Return a reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


_Read = TypeVar("_Read")


def read_each(values: Iterable[Any], read: Callable[[Any], _Read]) -> list[_Read]:
    """Read each value, or raise `ValidationError` with the mistakes by index."""
    results: list[_Read] = []
    mistakes: dict[Any, Any] = {}
    for index, value in enumerate(values):
        try:
            results.append(read(value))
        except ValidationError as error:
            mistakes[index] = error.messages
            if len(mistakes) == MOST_ERRORS:
                break
    if mistakes:
        raise ValidationError(mistakes)
    return results


def kind_of(value: object) -> str:
    """Return the JSON type: `boolean`, `number`, `string`, `list`, `object` or `null`."""
    kinds: dict[type, str] = {
        bool: "boolean",
        int: "number",
        float: "number",
        str: "string",
        list: "list",
        dict: "object",
        type(None): "null",
    }
    return kinds[type(value)]


def wrong_type(expected: str, value: object) -> ValidationError:
    """Return the error for a value that isn't of the expected type."""
    return mistake_error(MistakeCode.WRONG_TYPE, expected=expected, found=kind_of(value))


def unknown(what: str, value: object, known: Sequence[str]) -> Mistake:
    """Return the mistake of an unknown name, with the nearest known name.

    `what` is the kind of name: `table`, `member`, `group`, `value`, `action` or `address`.
    """
    if not isinstance(value, str):
        facts = (("known", tuple(known)), ("found", kind_of(value)))
        return Mistake(MistakeCode.NOT_ONE_OF, facts)
    near = get_close_matches(value[:64], known, n=1)
    hint = (("near", near[0]),) if near else (("near", "none"), ("known", tuple(known)))
    return Mistake(MistakeCode.UNKNOWN_NAME, (("what", what), ("name", repr(value[:64])), *hint))


class Integer(Described):
    """A JSON integer within bounds; 5.0 is an integer, "5" and true are not."""

    def __init__(self, least: int = -BOUND, most: int = BOUND, **more: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**more)

    def json_schema(self) -> Json:
        """Return the schema of an integer with its bounds."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is not int:
            if isinstance(value, float):
                raise mistake_error(MistakeCode.WRONG_TYPE, expected="integer", found=f"{value}")
            raise wrong_type("integer", value)
        if not self.least <= value <= self.most:
            facts = {"least": self.least, "most": self.most}
            raise mistake_error(MistakeCode.OUT_OF_RANGE, value=f"{value:.7g}", **facts)
        return value


class Boolean(Described):
    """`true` or `false`; numbers and strings are mistakes."""

    def json_schema(self) -> Json:
        """Return the schema of a boolean."""
        return {"type": "boolean"}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if type(value) is not bool:
            raise wrong_type("boolean", value)
        return value


class OneOf(Described):
    """One of the values of an enumeration."""

    def __init__(self, values: type[StrEnum], **more: Any) -> None:
        self.values = values
        super().__init__(**more)

    def json_schema(self) -> Json:
        """Return a reference to the component of the enumeration."""
        return ref(self.values.__name__)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> StrEnum:
        if isinstance(value, str) and value in list(self.values):
            return self.values(value)
        raise ValidationError([unknown("value", value, [str(known) for known in self.values])])


class Text(Described):
    """A string that matches a pattern as a whole."""

    def __init__(self, pattern: str, least: int, most: int, **more: Any) -> None:
        self.pattern, self.least, self.most = re.compile(pattern), least, most
        super().__init__(**more)

    def json_schema(self) -> Json:
        """Return the schema of a string with the anchored pattern and lengths in characters."""
        pattern = f"^{self.pattern.pattern}$"
        lengths = {"minLength": self.least, "maxLength": self.most}
        return {"type": "string"} | lengths | {"pattern": pattern}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if not isinstance(value, str):
            raise wrong_type("string", value)
        if not self.least <= len(value) <= self.most:
            raise wrong_length("characters", len(value), self.least, self.most)
        if not self.pattern.fullmatch(value):
            raise mistake_error(MistakeCode.CONTROL_CHARACTERS)
        return value


def wrong_length(unit: str, found: int, least: int, most: int) -> ValidationError:
    """Return the error for a list or a string that is too short or too long."""
    return mistake_error(MistakeCode.WRONG_LENGTH, unit=unit, found=found, least=least, most=most)


def read_list(value: object, unit: str, least: int, most: int) -> list[Any]:
    """Return the value if it is a list within these lengths, or raise `ValidationError`."""
    if not isinstance(value, list):
        raise wrong_type(unit, value)
    if not least <= len(value) <= most:
        raise wrong_length(unit, len(value), least, most)
    return value


class Player(Text):
    """A player's name, chosen by the caller, without control characters."""

    def __init__(self, **more: Any) -> None:
        super().__init__(r"[^\x00-\x1f\x7f-\x9f]+", 1, 64, **more)

    def json_schema(self) -> Json:
        """Return a reference to the component for names."""
        return ref("Player")


class Players(Described):
    """The names of players in play order."""

    def json_schema(self) -> Json:
        """Return the schema of a list of names."""
        items = Player().json_schema()
        return {"type": "array", "items": items, "minItems": 2, "maxItems": MOST_PLAYERS}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[str, ...]:
        names = read_list(value, "players", 2, MOST_PLAYERS)
        return tuple(read_each(names, Player().deserialize))


def schema_of(field: Described) -> Json:
    """Return the JSON Schema of a field's values, including None if it is allowed."""
    schema = field.json_schema()
    if not field.allow_none:
        return schema
    if isinstance(schema.get("type"), str) and "enum" not in schema:
        return schema | {"type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}
