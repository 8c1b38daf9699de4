"""Request objects: JSON objects with the members that they name and no others.

A `ObjectSchema` loads the members into the value that its `value` names.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from marshmallow import RAISE, Schema, ValidationError

from service.api.requests.fields.basic import (
    MOST_ERRORS,
    Described,
    Json,
    read_each,
    read_list,
    ref,
    unknown,
    wrong_type,
)
from service.api.requests.mistakes import Mistake

Value = TypeVar("Value")

_UNKNOWN = "unknown"


class ObjectSchema(Schema, Generic[Value]):
    """An object of a request: exactly its members, loaded into a value of their own."""

    class Meta:
        """A member that isn't known is an error."""

        unknown = RAISE

    error_messages = {"unknown": _UNKNOWN}  # noqa: RUF012 - marshmallow's own attribute

    value: ClassVar[Callable[..., Any]]
    """What makes the value from the members."""

    component: ClassVar[str] = ""
    """The name in the contract, where it doesn't follow from the class's."""

    @classmethod
    def component_name(cls) -> str:
        """The name in the contract."""
        return cls.component or cls.__name__.removesuffix("Schema") + "Request"

    def read(self, data: object) -> Value:
        """The value of a JSON object, or `ValidationError`."""
        if not isinstance(data, dict):
            raise wrong_type("object", data)
        return self.make(self.load(data))

    def make(self, members: dict[str, Any]) -> Value:
        """The members as one value."""
        made: Value = type(self).value(**members)
        return made

    def handle_error(self, error: ValidationError, data: Any, *_: Any, **__: Any) -> None:
        """Say for each member that isn't known which known one is nearest.

        In the order of the request: marshmallow lists them in the order of a set, which differs
        from process to process.
        """
        messages, strange = error.messages_dict, [_UNKNOWN]
        known = [name for name in messages if messages[name] != strange]
        others = [name for name in data if messages.get(name) == strange]
        names = [field.data_key or name for name, field in self.fields.items()]
        mistakes: dict[str, Any] = {}
        for name in [*known, *others][:MOST_ERRORS]:
            strange_here = messages[name] == strange
            mistakes[name] = [unknown("member", name, names)] if strange_here else messages[name]
        error.messages = mistakes

    def names(self) -> frozenset[str]:
        """The members that the object may have."""
        return frozenset(field.data_key or name for name, field in self.fields.items())


class Member(Described):
    """An object within an object, described by a schema of its own."""

    def __init__(self, schema: ObjectSchema[Any], **more: Any) -> None:
        self.schema = schema
        super().__init__(**more)

    def json_schema(self) -> Json:
        """The schema's component."""
        return ref(self.schema.component_name())

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return self.schema.read(value)


class Members(Member):
    """A list of objects within an object."""

    def __init__(self, schema: ObjectSchema[Any], least: int, most: int, **more: Any) -> None:
        self.least, self.most = least, most
        super().__init__(schema, **more)

    def json_schema(self) -> Json:
        """A list of the schema's component, with its lengths."""
        items = super().json_schema()
        return {"type": "array", "items": items, "minItems": self.least, "maxItems": self.most}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[Any, ...]:
        objects = read_list(value, "objects", self.least, self.most)
        return tuple(read_each(objects, self.schema.read))


def mistakes_in(error: ValidationError) -> list[tuple[tuple[str | int, ...], Mistake]]:
    """What a schema refused: the path of each mistake, and the mistake."""
    return list(_mistakes(error.messages, ()))


def _mistakes(messages: Any, path: tuple[str | int, ...]) -> Any:
    if isinstance(messages, dict):
        for step, inner in messages.items():
            yield from _mistakes(inner, (*path, step))
    elif isinstance(messages, list):
        for message in messages:
            yield from _mistakes(message, path)
    else:
        yield path, messages if isinstance(messages, Mistake) else Mistake(messages)
