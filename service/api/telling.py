"""Telling: values of the rules as members of answers.

Most values of the rules are written as they are, since their names are the contract's; these are
the ones that are not.
"""

from collections.abc import Iterable

from service.api.fields import Json
from service.api.problems import pointer
from service.rules.evaluation import Evaluation
from service.rules.verdict import Violation


def told(violations: Iterable[Violation]) -> list[Json]:
    """Violations as members; what one doesn't have is left out."""
    return [_told(violation) for violation in violations]


def _told(violation: Violation) -> Json:
    members = {
        "code": violation.code.value,
        "message": violation.message,
        "pointer": None if violation.path is None else pointer(violation.path),
        "card": violation.card,
        "player": violation.player,
        "limit": violation.limit,
        "found": violation.found,
    }
    return {name: value for name, value in members.items() if value is not None}


def evaluated(evaluation: Evaluation) -> Json:
    """An evaluation as members."""
    return {
        "cards": evaluation.cards,
        "melds": evaluation.melds,
        "unmatched": evaluation.unmatched,
        "unmatched_points": evaluation.unmatched_points,
        "closing": evaluation.closing,
        "choices": evaluation.choices,
    }
