"""Problems: what is wrong with a request, as RFC 9457 problem details, with the places."""

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from service.api.answers.violations import PathOf, Violation, listed, message
from service.api.requests.fields.basic import MOST_ERRORS
from service.api.requests.mistakes import Mistake
from service.api.requests.pointers import Path, pointer
from service.api.words.sentences import sentence
from service.rules.faults import Fault
from service.rules.subjects import Fact
from service.rules.violations import Violation as FoundViolation

MEDIA_TYPE = "application/problem+json"

INVALID_REQUEST = "invalid-request"
IMPOSSIBLE = "impossible"
ILLEGAL_ACTION = "illegal-action"
TOO_MUCH_WORK = "too-much-work"
UNAVAILABLE = "unavailable"
INTERNAL_ERROR = "internal-error"

STATUSES = {
    INVALID_REQUEST: 400,
    IMPOSSIBLE: 422,
    ILLEGAL_ACTION: 422,
    TOO_MUCH_WORK: 422,
    "not-found": 404,
    "method-not-allowed": 405,
    "content-too-large": 413,
    "uri-too-long": 414,
    "header-fields-too-large": 431,
    "unsupported-media-type": 415,
    "request-timeout": 408,
    "too-many-requests": 429,
    INTERNAL_ERROR: 500,
    UNAVAILABLE: 503,
}
"""Every type of problem, with its status."""


class Error(Struct, frozen=True):
    """One thing that is wrong, in the body or among the query parameters."""

    code: Annotated[str, Meta(description="What is wrong.")]
    detail: Annotated[str, Meta(description="What is wrong, in a sentence.")]
    pointer: Annotated[
        str | UnsetType, Meta(description="A JSON Pointer to the place in the body.")
    ] = UNSET
    parameter: Annotated[str | UnsetType, Meta(description="The name of a query parameter.")] = (
        UNSET
    )


class Problem(Struct, frozen=True):
    """What is wrong with a request, and where, as problem details (RFC 9457)."""

    type: str
    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: str
    errors: tuple[Error, ...]
    violations: Annotated[
        tuple[Violation, ...] | UnsetType,
        Meta(description="Of an `illegal-action`: everything that forbids it."),
    ] = UNSET


class ProblemError(Exception):
    """Ends a request with a problem."""

    def __init__(self, problem: Problem) -> None:
        """Keep the problem."""
        super().__init__(problem.detail)
        self.problem = problem


def problem(
    kind: str,
    detail: str | None = None,
    errors: Sequence[Error] = (),
    violations: tuple[Violation, ...] | UnsetType = UNSET,
) -> ProblemError:
    """The error that ends a request with a problem of a kind; without errors the title says it."""
    title = sentence(f"problem.{kind}")
    if detail is None:
        detail = _summary(errors) if errors else title
    return ProblemError(
        Problem(kind, title, STATUSES[kind], detail, tuple(errors[:MOST_ERRORS]), violations)
    )


def invalid(mistakes: Iterable[tuple[Path, Mistake]], *, in_query: bool = False) -> ProblemError:
    """The request doesn't match the contract at these places."""
    errors = [
        _error(path, m.code, sentence(m.code, m.facts), in_query=in_query) for path, m in mistakes
    ]
    return problem(INVALID_REQUEST, errors=errors)


def invalid_body(found: Mistake) -> ProblemError:
    """The body as a whole doesn't match the contract."""
    return invalid([((), found)])


def impossible(faults: Iterable[Fault], path_of: PathOf, *, in_query: bool = False) -> ProblemError:
    """What the request states cannot be."""
    errors = [
        _error(path_of(one.subject), one.code, _fault_sentence(one), in_query=in_query)
        for one in faults
    ]
    return problem(IMPOSSIBLE, errors=list(dict.fromkeys(errors)))


def illegal(violations: Sequence[FoundViolation], path_of: PathOf) -> ProblemError:
    """These violations forbid the action."""
    shown = listed(violations, path_of)
    errors = [
        Error(one.code, one.message, "#/action" if one.pointer is UNSET else one.pointer)
        for one in shown
    ]
    return problem(ILLEGAL_ACTION, errors=errors, violations=shown)


def _error(path: Path, code: str, detail: str, *, in_query: bool) -> Error:
    if in_query:
        return Error(code, detail, parameter=str(path[0]))
    return Error(code, detail, pointer(path))


def _fault_sentence(fault: Fault) -> str:
    facts: dict[str, Fact] = dict(fault.facts)
    if fault.because:
        facts["because"] = "; ".join(message(violation) for violation in fault.because)
    return sentence(fault.code, facts)


def _summary(errors: Sequence[Error]) -> str:
    first = errors[0]
    place = first.pointer or first.parameter
    summary = f"{place}: {first.detail}"
    more = len(errors) - 1
    return f"{summary} {sentence('problem.more', {'more': more})}" if more else summary
