"""Answers about hands."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from service.api.answers.violations import Violation
from service.api.requests.fields.basic import Json
from service.api.requests.results import SentRulesAnswer
from service.rules.hand.alternatives import Alternatives
from service.rules.hand.closing import Closing
from service.rules.hand.evaluation import Evaluation
from service.rules.hand.melding import Melding
from service.rules.hand.melds import Kind
from service.rules.table.cards import Card


class EvaluateAnswer(Evaluation, frozen=True, kw_only=True):
    """The evaluation of one hand. The alternatives are present if the request asks for them."""

    rules: SentRulesAnswer
    alternatives: Annotated[
        tuple[Melding, ...] | UnsetType,
        Meta(description="Other meldings with the same unmatched points, at most 100."),
    ] = UNSET
    alternatives_total: Annotated[
        int | UnsetType, Meta(description="The number of these meldings, listed or not.")
    ] = UNSET


def evaluation_answer(
    evaluation: Evaluation, rules: str | Json, others: Alternatives | None = None
) -> EvaluateAnswer:
    """Return the answer for one hand."""
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
    """The evaluations of many hands, in the order of the request."""

    rules: SentRulesAnswer
    results: tuple[Evaluation, ...]


class EvaluatePointsAnswer(Struct, frozen=True):
    """The fewest unmatched points of many hands, in the order of the request."""

    rules: SentRulesAnswer
    unmatched_points: tuple[int, ...]


class CheckedMeld(Struct, frozen=True):
    """A group of cards, judged: its kind if it is a meld, otherwise its violations."""

    legal: Annotated[bool, Meta(description="Whether the cards are a meld.")]
    kind: Kind | None
    cards: tuple[Card, ...]
    stands_for: tuple[Card, ...] | None
    violations: tuple[Violation, ...]


class MeldsAnswer(Struct, frozen=True):
    """Each group of cards, judged by itself, in the order of the request."""

    rules: SentRulesAnswer
    melds: tuple[CheckedMeld, ...]


class CloseAnswer(Struct, frozen=True):
    """A close, judged with the melds shown, and the best close with the same discard."""

    rules: SentRulesAnswer
    legal: Annotated[bool, Meta(description="Whether the player may close with these melds.")]
    violations: tuple[Violation, ...]
    melding: Melding | None
    closing: Closing | None
    best: Closing | None
