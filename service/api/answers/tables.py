"""Answers about tables, and about the service itself."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from service.rules.table.cards import Card
from service.rules.table.parameters import Rules
from service.rules.violations import ViolationCode

ProfileName = Annotated[str, Meta(extra_json_schema={"$ref": "#/components/schemas/ProfileName"})]


class NamedRules(Rules, frozen=True, kw_only=True):
    """A named table with every parameter."""

    name: ProfileName


class FullRules(Rules, frozen=True, kw_only=True):
    """Every parameter of a table; can be sent as `rules`."""

    base: ProfileName


class RulesListAnswer(Struct, frozen=True):
    """Every named table with every parameter."""

    rules: tuple[NamedRules, ...]


class CheckRulesAnswer(Struct, frozen=True):
    """A table spelled out, and the deck that so many seats play with."""

    rules: FullRules
    seats: int
    packs: int
    deck: tuple[Card, ...]


class ViolationMeaning(Struct, frozen=True):
    """A code, what it means, and the section of the rule book that it comes from."""

    code: ViolationCode
    meaning: str
    rule: Annotated[str, Meta(description="An anchor of the rule book.")]


class ViolationsAnswer(Struct, frozen=True):
    """Every code of a violation."""

    violations: tuple[ViolationMeaning, ...]


class Health(Struct, frozen=True):
    """That the service is alive."""

    status: Literal["ok"]
    version: str


class Readiness(Struct, frozen=True):
    """That more requests are welcome."""

    status: Literal["ready"]
    version: str
