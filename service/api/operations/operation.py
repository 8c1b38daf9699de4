"""The contract: one declaration for each operation drives its route, checks and description."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from marshmallow import Schema

from service.api.requests.fields import Json

DAY = 24 * 60 * 60

Handler = Callable[[dict[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Example:
    """A question worth showing, and the status that answers it."""

    summary: str
    question: Json
    status: int = 200


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: its address, its question, its answer, and the function between them."""

    name: str
    method: str
    path: str
    tag: str
    summary: str
    answer: Schema | str
    handler: Handler
    body: Schema | None = None
    query: Schema | None = None
    address: Mapping[str, Json] = field(default_factory=dict)
    examples: Mapping[str, Example] = field(default_factory=dict)
    description: str = ""
    max_age: int | None = None
    takes_state: bool = False
    takes_batch: bool = False
    may_be_busy: bool = False
    links: Mapping[str, Json] = field(default_factory=dict)


OPERATIONS: list[Operation] = []


def operation(method: str, path: str, **declared: Any) -> Callable[[Handler], Handler]:
    """Declare the function below as an operation of the contract."""

    def declare(handler: Handler) -> Handler:
        summary, _, description = (handler.__doc__ or "").partition("\n\n")
        name, *rest = handler.__name__.split("_")
        OPERATIONS.append(
            Operation(
                name=name + "".join(word.capitalize() for word in rest),
                method=method,
                path=path,
                summary=" ".join(summary.split()),
                description=" ".join(description.split()),
                handler=handler,
                **declared,
            )
        )
        return handler

    return declare
