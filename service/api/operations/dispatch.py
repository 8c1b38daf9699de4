"""Dispatch: from the members of a request to its answer, or to the problem with it."""

from typing import Any

from marshmallow import ValidationError

from service.api.answers.problems import illegal, impossible, invalid
from service.api.operations.limits import Limits
from service.api.operations.operation import CostlyForm, Form, Operation
from service.api.operations.pauses import Pace
from service.api.operations.work_estimate import refuse_work
from service.api.requests.fields.objects import mistakes_in
from service.api.requests.mistakes import Mistake, MistakeCode
from service.rules.faults import ImpossibleError
from service.rules.match.play import IllegalActionError


def answer(operation: Operation, members: object, limits: Limits, pace: Pace) -> Any:
    """Return the answer to a request, or raise `ProblemError`."""
    in_query = operation.in_query
    try:
        form = _form_of(operation, members)
        request = form.schema.read(members)
    except ValidationError as error:
        raise invalid(mistakes_in(error), in_query=in_query) from None
    try:
        if isinstance(form, CostlyForm):
            refuse_work(form.work(request), limits)
            return form.handler(request, pace)
        return form.handler(request)
    except IllegalActionError as error:
        raise illegal(error.violations, request.path_of) from None
    except ImpossibleError as error:
        raise impossible(error.faults, request.path_of, in_query=in_query) from None


def _form_of(operation: Operation, members: object) -> Form[Any] | CostlyForm[Any]:
    """Return the form of a request, by its members; raise `ValidationError` if it mixes two."""
    form = operation.forms[0]
    if len(operation.forms) == 1:
        return form
    names = members if isinstance(members, dict) else {}
    candidates = [one for one in operation.forms if not one.exclusive_names.isdisjoint(names)]
    for candidate in candidates:
        # The last one counts, unless an earlier one has all the names.
        if candidate.names.issuperset(names) or not form.names.issuperset(names):
            form = candidate
    if form.names.issuperset(names):
        return form
    extra = names.keys() - form.names
    mixed = {name for other in operation.forms for name in extra & other.names}
    if mixed:
        mistakes = [Mistake(MistakeCode.WRONG_FORM)]
        raise ValidationError(dict.fromkeys(sorted(mixed), mistakes))
    return form
