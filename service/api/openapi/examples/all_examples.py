"""The catalogue of examples, by operation."""

from collections.abc import Mapping
from functools import cache

from service.api.openapi.examples import hands, matches, rounds, tables
from service.api.openapi.examples.example import Example


@cache
def _catalogue() -> Mapping[str, Mapping[str, Example]]:
    return {
        "evaluateHand": hands.EVALUATE,
        "evaluateHands": hands.BATCH,
        "evaluatePoints": hands.POINTS,
        "judgeMelds": hands.MELDS,
        "judgeClosing": hands.CLOSE,
        "layOffRound": rounds.LAYOFF,
        "listLayOffs": rounds.OPTIONS,
        "scoreRound": rounds.SCORE,
        "scoreSheet": rounds.SHEET,
        "rejoinMatch": rounds.REJOIN,
        "checkRules": tables.RULES,
        **matches.examples(),
    }


def examples_of(operation: str) -> Mapping[str, Example]:
    """Return the examples for an operation by name; empty if its request has no body."""
    return _catalogue().get(operation, {})
