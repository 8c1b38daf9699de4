"""The catalogue of examples, by the operation that they are for."""

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
        "rejoinMatch": rounds.REJOIN,
        "checkRules": tables.RULES,
        **matches.examples(),
    }


def examples_of(operation: str) -> Mapping[str, Example]:
    """The examples for an operation; none for one that isn't asked with a body."""
    return _catalogue().get(operation, {})
