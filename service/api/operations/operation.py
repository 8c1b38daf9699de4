"""Operations: one declaration drives an operation's route, its validation and its description."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from service.api.operations.pace import Pace
from service.api.operations.work import Work
from service.api.requests.fields.basic import Json
from service.api.requests.fields.objects import ObjectSchema
from service.api.requests.pointers import Request

DAY = 24 * 60 * 60

Asked = TypeVar("Asked", bound=Request)


@dataclass(frozen=True)
class Form(Generic[Asked]):
    """One form of a request: its schema, what answers it, and the members that only it has."""

    schema: ObjectSchema[Asked]
    handler: Callable[[Asked], Any]
    signs: frozenset[str] = frozenset()

    @cached_property
    def names(self) -> frozenset[str]:
        """The members that this form may have."""
        return self.schema.names()


@dataclass(frozen=True)
class LongForm(Generic[Asked]):
    """A form that can ask for a lot: `work` says what a request costs before it is answered.

    Its handler goes through the items of the request at the pace that it is given.
    """

    schema: ObjectSchema[Asked]
    handler: Callable[[Asked, Pace], Any]
    work: Callable[[Asked], Work]
    signs: frozenset[str] = frozenset()

    @cached_property
    def names(self) -> frozenset[str]:
        """The members that this form may have."""
        return self.schema.names()


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: its address, the forms of its request, and the type of its answer.

    The first form needs no signs. `takes_state` and `takes_batch` allow a larger body; `in_query`
    says that the members are query parameters. An answer is kept by caches for `max_age` seconds.
    `when_ready` says that the answer is 503 while the service is stopping.
    """

    name: str
    method: str
    path: str
    tag: str
    summary: str
    description: str
    answer: type
    forms: tuple[Form[Any] | LongForm[Any], ...]
    in_query: bool = False
    takes_state: bool = False
    takes_batch: bool = False
    max_age: int | None = None
    when_ready: bool = False
    links: Mapping[str, Json] = field(default_factory=dict)
