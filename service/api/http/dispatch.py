"""Asking: from an operation's question as JSON to its answer, or the problem with it."""

from typing import Any

from marshmallow import ValidationError

from service.api.answers.hands import told
from service.api.http.problems import faults_of, illegal, impossible, in_body, in_query, invalid
from service.api.operations.operation import Operation
from service.rules.errors import ImpossibleError
from service.rules.match.play import IllegalActionError


def ask(operation: Operation, value: Any) -> Any:
    """The answer to a question as JSON, or `ProblemError`."""
    schema = operation.body or operation.query
    in_place = in_body if operation.body else in_query
    try:
        if schema is not None:
            value = schema.load(value)
        return operation.handler(value)
    except ValidationError as error:
        raise invalid(in_place(faults_of(error))) from None
    except IllegalActionError as error:
        raise illegal(told(error.violations)) from None
    except ImpossibleError as error:
        raise impossible(in_place(error.faults)) from None
