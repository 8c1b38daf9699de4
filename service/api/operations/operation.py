"""Operations: one declaration gives an operation its route, validation and documentation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from service.api.operations.pauses import Pace
from service.api.operations.work_estimate import Work
from service.api.requests.fields.basic import Json
from service.api.requests.fields.objects import ObjectSchema
from service.api.requests.pointers import Request

DAY = 24 * 60 * 60

BY_STATE = frozenset({"state"})
"""The member that only a question about a whole match has."""

BY_VIEW = frozenset({"view"})
"""The member that only a question of a player with a view has."""

FormRequest = TypeVar("FormRequest", bound=Request)


@dataclass(frozen=True)
class Form(Generic[FormRequest]):
    """One form of a request: its schema, its handler, and the members that only this form has."""

    schema: ObjectSchema[FormRequest]
    handler: Callable[[FormRequest], Any]
    exclusive_names: frozenset[str] = frozenset()

    @cached_property
    def names(self) -> frozenset[str]:
        """The members that this form may have."""
        return self.schema.names()


@dataclass(frozen=True)
class CostlyForm(Generic[FormRequest]):
    """A form whose requests may cost too much to answer; `work` estimates the cost of a request.

    The handler goes through the items of the request with `Pace`, which pauses between them.
    """

    schema: ObjectSchema[FormRequest]
    handler: Callable[[FormRequest, Pace], Any]
    work: Callable[[FormRequest], Work]
    exclusive_names: frozenset[str] = frozenset()

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the members that this form may have."""
        return self.schema.names()


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: its path, the forms of its request, and the type of its answer.

    The first form is the default and needs no `exclusive_names`. `takes_state` and `takes_batch`
    allow a larger body. With `in_query` the members are query parameters. Caches may keep an answer
    for `max_age` seconds. With `when_ready` the response is 503 while the service is stopping.
    """

    name: str
    method: str
    path: str
    tag: str
    summary: str
    description: str
    answer: type
    forms: tuple[Form[Any] | CostlyForm[Any], ...]
    in_query: bool = False
    takes_state: bool = False
    takes_batch: bool = False
    max_age: int | None = None
    when_ready: bool = False
    links: Mapping[str, Json] = field(default_factory=dict)
