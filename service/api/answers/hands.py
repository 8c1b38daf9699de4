"""Answers about hands."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from service.api.answers.violations import Violation
from service.api.requests.fields.basic import Json
from service.rules.hand.alternatives import Alternatives
from service.rules.hand.closing import Closing
from service.rules.hand.evaluation import Evaluation
from service.rules.hand.melding import Melding
from service.rules.hand.melds import Kind
from service.rules.table.cards import Card

SentRulesAnswer = Annotated[
    str | Json,
    Meta(
        description="The rules as they were sent.",
        extra_json_schema={"$ref": "#/components/schemas/Rules"},
    ),
]
"""The rules of a request, echoed as they were sent."""


class EvaluateAnswer(Evaluation, frozen=True, kw_only=True):
    """The evaluation of one hand; the alternatives are there where they were asked for."""

    rules: SentRulesAnswer
    alternatives: Annotated[
        tuple[Melding, ...] | UnsetType,
        Meta(description="Other meldings with as few points, at most 100."),
    ] = UNSET
    alternatives_total: Annotated[
        int | UnsetType, Meta(description="How many others there are.")
    ] = UNSET


def evaluated(
    evaluation: Evaluation, rules: str | Json, others: Alternatives | None = None
) -> EvaluateAnswer:
    """The answer for one hand."""
    return EvaluateAnswer(
        evaluation.melds,
        evaluation.unmatched,
        evaluation.unmatched_points,
        evaluation.cards,
        evaluation.closing,
        evaluation.choices,
        rules=rules,
        alternatives=UNSET if others is None else others.meldings,
        alternatives_total=UNSET if others is None else others.total,
    )


class EvaluateBatchAnswer(Struct, frozen=True):
    """The evaluations of many hands, in their order."""

    rules: SentRulesAnswer
    results: tuple[Evaluation, ...]


class EvaluatePointsAnswer(Struct, frozen=True):
    """The fewest unmatched points of many hands, in their order."""

    rules: SentRulesAnswer
    unmatched_points: tuple[int, ...]


class CheckedMeld(Struct, frozen=True):
    """Whether cards are a meld, and which, or why not."""

    legal: Annotated[bool, Meta(description="Whether the cards are a meld.")]
    kind: Kind | None
    cards: tuple[Card, ...]
    stands_for: tuple[Card, ...] | None
    violations: tuple[Violation, ...]


class MeldsAnswer(Struct, frozen=True):
    """Each group of cards judged alone, in their order."""

    rules: SentRulesAnswer
    melds: tuple[CheckedMeld, ...]


class CloseAnswer(Struct, frozen=True):
    """Whether one may close so, with what was shown, and the best close whatever was shown."""

    rules: SentRulesAnswer
    legal: Annotated[bool, Meta(description="Whether one may close so.")]
    violations: tuple[Violation, ...]
    melding: Melding | None
    closing: Closing | None
    best: Closing | None
