"""Requests about tables."""

from typing import Any

from service.api.requests.fields.basic import Described, Json, ref
from service.api.requests.fields.objects import ObjectSchema
from service.api.requests.hands import HandRequest, rules_field, seats_field
from service.api.requests.pointers import Path, Request
from service.rules.subjects import Subject


class CheckRules(HandRequest, frozen=True):
    """A table, to be checked and returned with every parameter."""


class NoMembers(Request, frozen=True):
    """A request without members."""

    def path_of(self, subject: Subject) -> Path:  # noqa: ARG002 - all subjects have one path
        """Return the path of the whole request."""
        return ()


class NamedTable(NoMembers, frozen=True):
    """The name of a built-in table in the URL."""

    name: str


class NoMembersSchema(ObjectSchema[NoMembers]):
    """A request without members."""

    value = NoMembers


class TableName(Described):
    """The name of a table; the response to an unknown name is 404, so it is not checked here."""

    def json_schema(self) -> Json:
        """Return a reference to the component that lists the names."""
        return ref("ProfileName")

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        return str(value)


class NamedTableSchema(ObjectSchema[NamedTable]):
    """The name of a built-in table."""

    value = NamedTable
    name = TableName(required=True, metadata={"description": "The name of a built-in table."})


class CheckRulesSchema(ObjectSchema[CheckRules]):
    """A table, to be checked and returned with every parameter."""

    value = CheckRules
    rules = rules_field()
    seats = seats_field()
