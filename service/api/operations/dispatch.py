"""Dispatch: from the members of a request to the answer, or to the problem with it."""

from typing import Any

from marshmallow import ValidationError

from service.api.answers.problems import illegal, impossible, invalid
from service.api.operations.limits import Limits
from service.api.operations.operation import Form, LongForm, Operation
from service.api.operations.pace import Pace
from service.api.operations.work import refuse_work
from service.api.requests.fields.objects import mistakes_in
from service.api.requests.mistakes import Mistake, MistakeCode
from service.rules.faults import ImpossibleError
from service.rules.match.play import IllegalActionError


def answer(operation: Operation, members: object, limits: Limits, pace: Pace) -> Any:
    """The answer to a request, or `ProblemError`."""
    in_query = operation.in_query
    try:
        form = _form_of(operation, members)
        request = form.schema.read(members)
    except ValidationError as error:
        raise invalid(mistakes_in(error), in_query=in_query) from None
    try:
        if isinstance(form, LongForm):
            refuse_work(form.work(request), limits)
            return form.handler(request, pace)
        return form.handler(request)
    except IllegalActionError as error:
        raise illegal(error.violations, request.path_of) from None
    except ImpossibleError as error:
        raise impossible(error.faults, request.path_of, in_query=in_query) from None


def _form_of(operation: Operation, members: object) -> Form[Any] | LongForm[Any]:
    """The form that a request has, by its members; `ValidationError` if it mixes two."""
    form = operation.forms[0]
    if len(operation.forms) == 1:
        return form
    given = members if isinstance(members, dict) else {}
    for other in operation.forms:
        form = form if other.signs.isdisjoint(given) else other
    if form.names.issuperset(given):
        return form
    strange = given.keys() - form.names
    mixed = {name for other in operation.forms for name in strange & other.names}
    if mixed:
        wrong = [Mistake(MistakeCode.WRONG_FORM)]
        raise ValidationError(dict.fromkeys(sorted(mixed), wrong))
    return form
