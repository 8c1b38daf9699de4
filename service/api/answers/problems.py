"""Problems: the errors in a request, as problem details (RFC 9457) with JSON Pointers."""

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
from service.rules.violations import Violation as RulesViolation

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
"""The HTTP status of every type of problem."""


ProblemType = Annotated[str, Meta(title="ProblemType")]
"""A type of problem: a key of `STATUSES`."""


class Error(Struct, frozen=True):
    """One error in a request. It has a `pointer` or, for a query, a `parameter`."""

    code: Annotated[str, Meta(description="A stable code for this kind of error.")]
    detail: Annotated[str, Meta(description="A sentence that explains the error.")]
    pointer: Annotated[
        str | UnsetType, Meta(description="A JSON Pointer to the error in the body.")
    ] = UNSET
    parameter: Annotated[
        str | UnsetType, Meta(description="The name of the query parameter with the error.")
    ] = UNSET


class Problem(Struct, frozen=True):
    """The errors in a request, as problem details (RFC 9457)."""

    type: ProblemType
    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: str
    errors: tuple[Error, ...]
    violations: Annotated[
        tuple[Violation, ...] | UnsetType,
        Meta(description="Everything that forbids the action; for `illegal-action` only."),
    ] = UNSET


class ProblemError(Exception):
    """The error that ends a request with a problem."""

    def __init__(self, problem: Problem) -> None:
        """Store the problem to respond with."""
        super().__init__(problem.detail)
        self.problem = problem


def problem(
    kind: str,
    detail: str | None = None,
    errors: Sequence[Error] = (),
    violations: tuple[Violation, ...] | UnsetType = UNSET,
) -> ProblemError:
    """Return the error that ends a request with a problem of this type.

    The default of `detail` is a summary of the errors or, without errors, the title.
    """
    title = sentence(f"problem.{kind}")
    if detail is None:
        detail = _summary(errors) if errors else title
    return ProblemError(
        Problem(kind, title, STATUSES[kind], detail, tuple(errors[:MOST_ERRORS]), violations)
    )


def invalid(mistakes: Iterable[tuple[Path, Mistake]], *, in_query: bool = False) -> ProblemError:
    """Return the error for a request that doesn't match the contract at these paths."""
    errors = [
        _error(path, mistake.code, sentence(mistake.code, mistake.facts), in_query=in_query)
        for path, mistake in mistakes
    ]
    return problem(INVALID_REQUEST, errors=errors)


def invalid_body(mistake: Mistake) -> ProblemError:
    """Return the error for a mistake in the body as a whole."""
    return invalid([((), mistake)])


def impossible(faults: Iterable[Fault], path_of: PathOf, *, in_query: bool = False) -> ProblemError:
    """Return the error for a request that states something impossible."""
    errors = [
        _error(path_of(fault.subject), fault.code, _fault_sentence(fault), in_query=in_query)
        for fault in faults
    ]
    return problem(IMPOSSIBLE, errors=list(dict.fromkeys(errors)))


def illegal(violations: Sequence[RulesViolation], path_of: PathOf) -> ProblemError:
    """Return the error for an action that these violations forbid."""
    answered = listed(violations, path_of)
    errors = [
        Error(
            violation.code,
            violation.message,
            "#/action" if violation.pointer is UNSET else violation.pointer,
        )
        for violation in answered
    ]
    return problem(ILLEGAL_ACTION, errors=errors, violations=answered)


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
    location = first.pointer or first.parameter
    summary = f"{location}: {first.detail}"
    more = len(errors) - 1
    return f"{summary} {sentence('problem.more', {'more': more})}" if more else summary
