"""Questions: the objects that requests hold, with the members that they name and no others."""

from functools import cache
from typing import Any

from marshmallow import RAISE, Schema, ValidationError

from service.api.requests.fields import (
    MOST_ERRORS,
    Described,
    Json,
    kind_of,
    read_each,
    ref,
    unknown,
)


class Question(Schema):
    """An object of a request: its members and no others."""

    class Meta:
        """What is unknown is an error."""

        unknown = RAISE

    error_messages = {"unknown": "unknown"}  # noqa: RUF012 - marshmallow's own attribute

    def load(self, data: Any, **more: Any) -> Any:
        """The members as values of the rules, or `ValidationError`."""
        if not isinstance(data, dict):
            message = f"an object is expected, not {kind_of(data)}"
            raise ValidationError(message)
        return super().load(data, **more)

    def handle_error(self, error: ValidationError, data: Any, *_: Any, **__: Any) -> None:
        """Tell of each unknown member the nearest one that is known.

        In the order in which they came: marshmallow has them in that of a set, which no two
        processes share.
        """
        found, strange = error.messages_dict, [self.error_messages["unknown"]]
        known = [name for name, messages in found.items() if messages != strange]
        others = [name for name in data if found.get(name) == strange]
        told: dict[str, Any] = {name: found[name] for name in [*known, *others][:MOST_ERRORS]}
        for name, messages in told.items():
            if messages == strange:
                told[name] = [
                    unknown(
                        "member",
                        name,
                        [field.data_key or name for name, field in self.fields.items()],
                    )
                ]
        error.messages = told


class Forms(Question):
    """One of several forms of a question, told apart by members that only one of them has.

    `signs` are for each form such members; the first form needs none.
    """

    forms: tuple[Question, ...] = ()
    signs: tuple[frozenset[str], ...] = ()

    def load(self, data: Any, **more: Any) -> Any:
        """The form that the members are of."""
        names = frozenset(data) if isinstance(data, dict) else frozenset()
        form = self.forms[0]
        for other, signs in zip(self.forms, self.signs, strict=True):
            form = other if signs & names else form
        strange = names - _names(form)
        mixed = strange and {name for other in self.forms for name in strange & _names(other)}
        if mixed:
            message = "this belongs to another form of the question than the rest of it"
            raise ValidationError({name: [message] for name in sorted(mixed)})
        return form.load(data, **more)


@cache
def _names(form: Question) -> frozenset[str]:
    """The members of a form; there are few forms, each made once."""
    return frozenset(field.data_key or name for name, field in form.fields.items())


class Member(Described):
    """An object within an object, described by a schema of its own."""

    def __init__(self, schema: Question, **more: Any) -> None:
        self.schema = schema
        super().__init__(**more)

    def json_schema(self) -> Json:
        """The schema's component."""
        return ref(type(self.schema).__name__)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return self.schema.load(value)


class Members(Member):
    """A list of objects within an object."""

    def __init__(self, schema: Question, least: int, most: int, **more: Any) -> None:
        self.least, self.most = least, most
        super().__init__(schema, **more)

    def json_schema(self) -> Json:
        """A list of the schema's component, with its lengths."""
        items = super().json_schema()
        return {"type": "array", "items": items, "minItems": self.least, "maxItems": self.most}

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[Any]:
        if not isinstance(value, list):
            message = f"a list is expected, not {kind_of(value)}"
            raise ValidationError(message)
        if not self.least <= len(value) <= self.most:
            message = f"{self.least} to {self.most} are expected, not {len(value)}"
            raise ValidationError(message)
        return read_each(value, self.schema.load)
