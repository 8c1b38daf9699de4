"""Answers about tables, and about the service itself."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from service.api.requests.fields.basic import Json
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


class PublishedTable(Struct, frozen=True):
    """A table that a public page, an app or a rule sheet describes."""

    name: str
    description: Annotated[str, Meta(description="What this table is, in one sentence.")]
    source: Annotated[str, Meta(description="The page, the app or the text that describes it.")]
    complete: Annotated[bool, Meta(description="Whether the source was read to its end.")]
    unknown: Annotated[
        tuple[str, ...],
        Meta(
            description=(
                "The parameters that the source is not known to state, such as `deck.jokers`. "
                "Each has the value of the base, or the smallest stake."
            )
        ),
    ]
    rules: Annotated[
        str | Json,
        Meta(
            description="The table, which can be sent as `rules`.",
            extra_json_schema={"$ref": "#/components/schemas/Rules"},
        ),
    ]


class PublishedTablesAnswer(Struct, frozen=True):
    """Every published table that the service knows."""

    tables: tuple[PublishedTable, ...]


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
