"""Dispatch: from the members of a request to the answer, or to the problem with it."""

from typing import Any

from marshmallow import ValidationError

from service.api.answers.problems import TOO_MUCH_WORK, Error, illegal, impossible, invalid, problem
from service.api.operations.limits import Limits
from service.api.operations.operation import Form, Operation, Work
from service.api.requests.fields.objects import mistakes_in
from service.api.requests.mistakes import Mistake, MistakeCode
from service.api.words.sentences import sentence
from service.rules.faults import ImpossibleError
from service.rules.match.play import IllegalActionError


def answer(operation: Operation, members: object, limits: Limits) -> Any:
    """The answer to a request, or `ProblemError`."""
    in_query = operation.in_query
    try:
        form = _form_of(operation, members)
        request = form.schema.read(members)
    except ValidationError as error:
        raise invalid(mistakes_in(error), in_query=in_query) from None
    try:
        if form.work is not None:
            _refuse_work(form.work(request), limits)
        return form.handler(request)
    except IllegalActionError as error:
        raise illegal(error.violations, request.path_of) from None
    except ImpossibleError as error:
        raise impossible(error.faults, request.path_of, in_query=in_query) from None


def _form_of(operation: Operation, members: object) -> Form[Any]:
    """The form that a request has, by its members; `ValidationError` if it mixes two."""
    form = operation.forms[0]
    if len(operation.forms) == 1:
        return form
    given = frozenset(members) if isinstance(members, dict) else frozenset()
    for other in operation.forms:
        form = other if other.signs & given else form
    strange = given - form.names
    mixed = {name for other in operation.forms for name in strange & other.names}
    if mixed:
        wrong = [Mistake(MistakeCode.WRONG_FORM)]
        raise ValidationError(dict.fromkeys(sorted(mixed), wrong))
    return form


def _refuse_work(work: Work, limits: Limits) -> None:
    """Refuse a request that asks for more than this service does at once."""
    most = limits.max_batch if work.most is None else min(work.most, limits.max_batch)
    if work.number > most:
        code, facts = "work.too_many", {"found": work.number, "limit": most}
    elif work.microseconds > limits.max_work:
        code, facts = "work.too_much", {"found": work.microseconds, "limit": limits.max_work}
    else:
        return
    detail = sentence(code, facts)
    raise problem(TOO_MUCH_WORK, detail, [Error(code, detail, f"#/{work.member}")])
