"""Requests about tables."""

from typing import Any

from service.api.requests.fields.basic import Described, Json, ref
from service.api.requests.fields.objects import ObjectSchema
from service.api.requests.hands import HandRequest, rules_field, seats_field
from service.api.requests.pointers import Path, Request
from service.rules.subjects import Subject


class CheckRules(HandRequest, frozen=True):
    """Rules, to be checked and spelled out."""


class NoMembers(Request, frozen=True):
    """A request that says nothing."""

    def path_of(self, subject: Subject) -> Path:  # noqa: ARG002 - it has no places
        """Where the request says what the subject names: nowhere."""
        return ()


class NamedTable(NoMembers, frozen=True):
    """The name of a table, from the address."""

    name: str


class NoMembersSchema(ObjectSchema[NoMembers]):
    """Nothing."""

    value = NoMembers


class TableName(Described):
    """A table by its name; another name is answered by 404, not by 400."""

    def json_schema(self) -> Json:
        """The component that lists the names."""
        return ref("ProfileName")

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        return str(value)


class NamedTableSchema(ObjectSchema[NamedTable]):
    """The name of a table."""

    value = NamedTable
    name = TableName(required=True)


class CheckRulesSchema(ObjectSchema[CheckRules]):
    """A table to be checked and spelled out."""

    value = CheckRules
    rules = rules_field()
    seats = seats_field()
