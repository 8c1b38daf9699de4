"""Telling: values of the rules as members of answers.

Most values of the rules are written as they are, since their names are the contract's; these are
the ones that are not.
"""

from collections.abc import Iterable

from msgspec.structs import asdict

from service.api.http.problems import pointer
from service.api.requests.fields import Json
from service.rules.hand.closing import CloseCheck
from service.rules.hand.evaluation import Choice, Evaluation
from service.rules.violations import Violation


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


def judged(verdict: CloseCheck) -> Json:
    """What was judged of a close, as members."""
    return {
        "legal": not verdict.violations,
        "violations": told(verdict.violations),
        "melding": verdict.melding,
        "closing": verdict.closing,
        "best": verdict.best,
    }


def evaluated(evaluation: Evaluation) -> Json:
    """An evaluation as members."""
    melding, choices = evaluation.melding, evaluation.choices
    return {
        "cards": melding.cards if melding.melds else melding.unmatched,
        **asdict(melding),
        "closing": evaluation.closing,
        "choices": None if choices is None else [_chosen(choice) for choice in choices],
    }


def _chosen(choice: Choice) -> Json:
    return {"discard": choice.discard, **asdict(choice.melding), "closing": choice.closing}
