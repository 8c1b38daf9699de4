"""Schemas made from the types of the rules, for values that an answer gives and a request returns.

A shape that goes out and comes back in is written once, as a `Struct`.
"""

from enum import StrEnum
from functools import cache
from typing import Any

from msgspec import NODEFAULT, inspect
from msgspec.inspect import (
    BoolType,
    EnumType,
    IntType,
    LiteralType,
    Metadata,
    NoneType,
    StrType,
    StructType,
    Type,
    UnionType,
    VarTupleType,
)

from service.api.requests.fields.basic import (
    BOUND,
    MOST_PLAYERS,
    Boolean,
    Described,
    Integer,
    Json,
    OneOf,
    Player,
    Text,
    read_each,
    read_list,
    ref,
)
from service.api.requests.fields.cards import CardCode
from service.api.requests.fields.objects import Member, ObjectSchema
from service.api.requests.fields.rules import RulesField
from service.api.requests.mistakes import MistakeCode, mistake_error

MOST_ITEMS = 200
"""The maximum length of a list: no pack has more cards."""

SUM_OF_TOTALS = BOUND * MOST_PLAYERS
"""The greatest absolute value of an integer: a prize adds up totals."""


class EchoedRules(RulesField):
    """The rules as a request sent them."""

    def _deserialize(self, value: Any, *more: Any, **named: Any) -> Any:
        return super()._deserialize(value, *more, **named).sent


class NoViolations(Described):
    """The violations of something legal: an empty list."""

    def json_schema(self) -> Json:
        """Return the schema of an empty list of violations."""
        return {"type": "array", "items": ref("Violation"), "minItems": 0, "maxItems": 0}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[Any, ...]:
        return tuple(read_list(value, "violations", 0, 0))


class ListOf(Described):
    """A list of values that one field reads."""

    def __init__(
        self, item: Described, least: int = 0, most: int = MOST_ITEMS, **more: Any
    ) -> None:
        self.item, self.least, self.most = item, least, most
        super().__init__(**more)

    def json_schema(self) -> Json:
        """Return the schema of a list with its greatest length."""
        items = self.item.json_schema()
        return {"type": "array", "items": items, "minItems": self.least, "maxItems": self.most}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[Any, ...]:
        values = read_list(value, "values", self.least, self.most)
        return tuple(read_each(values, self.item.deserialize))


class OneNumberOf(Described):
    """One of some integers."""

    def __init__(self, values: tuple[int, ...], **more: Any) -> None:
        self.values = values
        super().__init__(**more)

    def json_schema(self) -> Json:
        """Return the schema of the integers, or of the one."""
        if len(self.values) == 1:
            return {"type": "integer", "const": self.values[0]}
        return {"type": "integer", "enum": list(self.values)}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        number: int = Integer().deserialize(value)
        if number not in self.values:
            known = tuple(map(str, self.values))
            raise mistake_error(MistakeCode.NOT_ONE_OF, known=known, found=str(number))
        return number


@cache
def struct_schema(struct: type) -> ObjectSchema[Any]:
    """Return the schema that reads a struct; its name in the contract is that of the struct.

    A member is required unless it may be `UNSET`. Raise `TypeError` for a type that no field reads.
    """
    described = inspect.type_info(struct)
    if not isinstance(described, StructType):
        raise TypeError(struct)
    members: dict[str, Any] = {}
    for member in described.fields:
        optional = not member.required and member.default is NODEFAULT
        presence = {} if optional else {"required": True}
        field = _field_of(member.type, presence | {"data_key": member.encode_name})
        members[member.name] = field
    about = {"__doc__": struct.__doc__, "value": struct, "component": struct.__name__}
    made: ObjectSchema[Any] = type(struct.__name__, (ObjectSchema,), members | about)()
    return made


def _field_of(described: Type, more: dict[str, Any]) -> Described:  # noqa: C901, PLR0911 - one case for each type
    match described:
        case Metadata():
            return _field_of_metadata(described, more)
        case UnionType(types=types) if any(isinstance(one, NoneType) for one in types):
            (given,) = [one for one in types if not isinstance(one, NoneType)]
            return _field_of(given, more | {"allow_none": True})
        case StructType(cls=struct):
            return Member(struct_schema(struct), **more)
        case VarTupleType(max_length=0):
            return NoViolations(**more)
        case VarTupleType(item_type=item, min_length=least, max_length=most):
            return ListOf(_field_of(item, {}), least or 0, most or MOST_ITEMS, **more)
        case EnumType(cls=values) if issubclass(values, StrEnum):
            return OneOf(values, **more)
        case IntType(ge=least):
            return Integer(-SUM_OF_TOTALS if least is None else least, SUM_OF_TOTALS, **more)
        case LiteralType(values=numbers):
            return OneNumberOf(
                tuple(number for number in numbers if isinstance(number, int)), **more
            )
        case StrType(min_length=least, max_length=most) if most:
            return Text(r"[\s\S]*", least or 0, most, **more)
        case BoolType():
            return Boolean(**more)
        case _:
            raise TypeError(described)


def _field_of_metadata(described: Metadata, more: dict[str, Any]) -> Described:
    """Return the field of an annotated type: a card, a player's name, rules, or what it wraps."""
    schema = described.extra_json_schema or {}
    if "description" in schema:
        more = more | {"metadata": {"description": schema["description"]}}
    if schema.get("title") == "Card":
        return CardCode(**more)
    if schema.get("title") == "Player":
        return Player(**more)
    if schema.get("$ref") == ref("Rules")["$ref"]:
        return EchoedRules(**more)
    return _field_of(described.type, more)
