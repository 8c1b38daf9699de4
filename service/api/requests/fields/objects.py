"""Request objects: JSON objects with declared members only.

An `ObjectSchema` loads the members and passes them to its `value`, usually a class.
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
    """An object of a request, loaded into a typed value."""

    class Meta:
        """Reject unknown members."""

        unknown = RAISE

    error_messages = {"unknown": _UNKNOWN}  # noqa: RUF012 - marshmallow's own attribute

    value: ClassVar[Callable[..., Any]]
    """The class or function that makes the value from the members."""

    component: ClassVar[str] = ""
    """The name in the contract, if it doesn't follow from the name of the class."""

    @classmethod
    def component_name(cls) -> str:
        """Return the name in the contract."""
        return cls.component or cls.__name__.removesuffix("Schema") + "Request"

    def read(self, data: object) -> Value:
        """Return the value of a JSON object, or raise `ValidationError`."""
        if not isinstance(data, dict):
            raise wrong_type("object", data)
        return self.make(self.load(data))

    def make(self, members: dict[str, Any]) -> Value:
        """Return the members as one value."""
        value: Value = type(self).value(**members)
        return value

    def handle_error(self, error: ValidationError, data: Any, *_: Any, **__: Any) -> None:
        """Replace the message of each unknown member by a mistake with the nearest name.

        The unknown members keep the order of the request. marshmallow lists them in the order of a
        set, which differs from process to process.
        """
        messages, unknown_member = error.messages_dict, [_UNKNOWN]
        known = [name for name in messages if messages[name] != unknown_member]
        others = [name for name in data if messages.get(name) == unknown_member]
        names = [field.data_key or name for name, field in self.fields.items()]
        mistakes: dict[str, Any] = {}
        for name in [*known, *others][:MOST_ERRORS]:
            is_unknown = messages[name] == unknown_member
            mistakes[name] = [unknown("member", name, names)] if is_unknown else messages[name]
        error.messages = mistakes

    def names(self) -> frozenset[str]:
        """Return the names of the members that the object may have."""
        return frozenset(field.data_key or name for name, field in self.fields.items())


class Member(Described):
    """An object within an object, described by a schema of its own."""

    def __init__(self, schema: ObjectSchema[Any], **more: Any) -> None:
        self.schema = schema
        super().__init__(**more)

    def json_schema(self) -> Json:
        """Return a reference to the component of the schema."""
        return ref(self.schema.component_name())

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return self.schema.read(value)


class Members(Member):
    """A list of objects within an object."""

    def __init__(self, schema: ObjectSchema[Any], least: int, most: int, **more: Any) -> None:
        self.least, self.most = least, most
        super().__init__(schema, **more)

    def json_schema(self) -> Json:
        """Return the schema of a list of objects, with its lengths."""
        items = super().json_schema()
        return {"type": "array", "items": items, "minItems": self.least, "maxItems": self.most}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> tuple[Any, ...]:
        objects = read_list(value, "objects", self.least, self.most)
        return tuple(read_each(objects, self.schema.read))


def mistakes_in(error: ValidationError) -> list[tuple[tuple[str | int, ...], Mistake]]:
    """Return the mistakes in a schema's error, each with its path."""
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
