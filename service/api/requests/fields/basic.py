"""Fields that accept exactly what the contract says, and describe it in the contract too.

marshmallow's own fields take `"5"` for an integer and `"yes"` for a boolean. Each field here knows
its JSON Schema (`json_schema`), so that what is checked and what is published cannot differ.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, TypeVar

from marshmallow import ValidationError, fields

from service.api.requests.mistakes import Mistake, MistakeCode, mistake

BOUND = 100_000
"""Every integer of the contract lies within plus and minus this."""

MOST_ERRORS = 100
"""How many errors an answer lists at most."""

MOST_PLAYERS = 12
"""How many players a request names at most."""

Json = dict[str, Any]


class Described(fields.Field[Any]):
    """A field that knows its own JSON Schema."""

    default_error_messages = {  # noqa: RUF012 - marshmallow's own attribute
        "required": MistakeCode.REQUIRED,
        "null": MistakeCode.NULL,
    }

    def json_schema(self) -> Json:
        """What the contract says of a value, None aside."""
        raise NotImplementedError


def ref(name: str) -> Json:
    """A reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


_Read = TypeVar("_Read")


def read_each(values: Iterable[Any], read: Callable[[Any], _Read]) -> list[_Read]:
    """Each value as it is read, or `ValidationError` with the mistakes in some, by index."""
    good: list[_Read] = []
    wrong: dict[Any, Any] = {}
    for index, value in enumerate(values):
        try:
            good.append(read(value))
        except ValidationError as error:
            wrong[index] = error.messages
            if len(wrong) == MOST_ERRORS:
                break
    if wrong:
        raise ValidationError(wrong)
    return good


def kind_of(value: object) -> str:
    """What kind of JSON value this is: `boolean`, `number`, `string`, `list`, `object`, `null`."""
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
    """The error for a value of another type than the one expected."""
    return mistake(MistakeCode.WRONG_TYPE, expected=expected, found=kind_of(value))


def unknown(what: str, value: object, known: Sequence[str]) -> Mistake:
    """The mistake of a name that isn't known, with the nearest one that is.

    `what` is what was to be named: `table`, `member`, `group`, `value`, `action` or `address`.
    """
    if not isinstance(value, str):
        facts = (("known", tuple(known)), ("found", kind_of(value)))
        return Mistake(MistakeCode.NOT_ONE_OF, facts)
    near = get_close_matches(value[:64], known, n=1)
    hint = (("near", near[0]),) if near else (("near", "none"), ("known", tuple(known)))
    return Mistake(MistakeCode.UNKNOWN_NAME, (("what", what), ("name", repr(value[:64])), *hint))


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
            if isinstance(value, float):
                raise mistake(MistakeCode.WRONG_TYPE, expected="integer", found=f"{value}")
            raise wrong_type("integer", value)
        if not self.least <= value <= self.most:
            facts = {"least": self.least, "most": self.most}
            raise mistake(MistakeCode.OUT_OF_RANGE, value=f"{value:.7g}", **facts)
        return value


class Boolean(Described):
    """`true` or `false` and nothing that only looks like it."""

    def json_schema(self) -> Json:
        """A boolean."""
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
        """The values by name."""
        return {"type": "string", "enum": [str(value) for value in self.values]}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> StrEnum:
        if isinstance(value, str) and value in list(self.values):
            return self.values(value)
        raise ValidationError([unknown("value", value, [str(known) for known in self.values])])


class Text(Described):
    """A string that matches a pattern from end to end."""

    def __init__(self, pattern: str, least: int, most: int, **more: Any) -> None:
        self.pattern, self.least, self.most = re.compile(pattern), least, most
        super().__init__(**more)

    def json_schema(self) -> Json:
        """The pattern, anchored, and the lengths in characters."""
        pattern = f"^{self.pattern.pattern}$"
        lengths = {"minLength": self.least, "maxLength": self.most}
        return {"type": "string"} | lengths | {"pattern": pattern}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if not isinstance(value, str):
            raise wrong_type("string", value)
        if not self.least <= len(value) <= self.most:
            raise wrong_length("characters", len(value), self.least, self.most)
        if not self.pattern.fullmatch(value):
            raise mistake(MistakeCode.CONTROL_CHARACTERS)
        return value


def wrong_length(unit: str, found: int, least: int, most: int) -> ValidationError:
    """The error for a list or a string that is too short or too long."""
    return mistake(MistakeCode.WRONG_LENGTH, unit=unit, found=found, least=least, most=most)


def read_list(value: object, unit: str, least: int, most: int) -> list[Any]:
    """The value, if it is a list of such a length."""
    if not isinstance(value, list):
        raise wrong_type(unit, value)
    if not least <= len(value) <= most:
        raise wrong_length(unit, len(value), least, most)
    return value


class Player(Text):
    """A player's name: the caller's own, without control characters."""

    def __init__(self, **more: Any) -> None:
        super().__init__(r"[^\x00-\x1f\x7f-\x9f]+", 1, 64, **more)

    def json_schema(self) -> Json:
        """The component that describes names."""
        return ref("Player")


class Players(Described):
    """Names in play order."""

    def json_schema(self) -> Json:
        """A list of names."""
        items = Player().json_schema()
        return {"type": "array", "items": items, "minItems": 2, "maxItems": MOST_PLAYERS}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[str, ...]:
        names = read_list(value, "players", 2, MOST_PLAYERS)
        return tuple(read_each(names, Player().deserialize))


def described(field: Described) -> Json:
    """What the contract says of a field's value, None included where it may be."""
    schema = field.json_schema()
    if not field.allow_none:
        return schema
    if isinstance(schema.get("type"), str) and "enum" not in schema:
        return schema | {"type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}
