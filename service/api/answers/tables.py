"""Answers about tables, and about the service itself."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from service.rules.table.cards import Card
from service.rules.table.parameters import Rules
from service.rules.violations import ViolationCode

ProfileName = Annotated[str, Meta(extra_json_schema={"$ref": "#/components/schemas/ProfileName"})]


class NamedRules(Rules, frozen=True, kw_only=True):
    """A built-in table with every parameter."""

    name: ProfileName


class FullRules(Rules, frozen=True, kw_only=True):
    """Every parameter of a table. It can be sent as `rules`."""

    base: ProfileName


class RulesListAnswer(Struct, frozen=True):
    """Every built-in table with every parameter."""

    rules: tuple[NamedRules, ...]


class CheckRulesAnswer(Struct, frozen=True):
    """A table with every parameter, and the deck for this number of seats."""

    rules: FullRules
    seats: int
    packs: int
    deck: tuple[Card, ...]


class ViolationMeaning(Struct, frozen=True):
    """A code of a violation, its meaning, and its section in the rule book."""

    code: ViolationCode
    meaning: str
    rule: Annotated[str, Meta(description="The anchor of the section in the rule book.")]


class ViolationsAnswer(Struct, frozen=True):
    """Every code that a violation can have."""

    violations: tuple[ViolationMeaning, ...]


class Health(Struct, frozen=True):
    """The service is alive."""

    status: Literal["ok"]
    version: str


class Readiness(Struct, frozen=True):
    """The service accepts more requests."""

    status: Literal["ready"]
    version: str
