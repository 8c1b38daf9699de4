"""An example: a request worth showing, and the status of its answer."""

from dataclasses import dataclass

from service.api.requests.fields.basic import Json


@dataclass(frozen=True, slots=True)
class Example:
    """A request, with a sentence about what it shows."""

    summary: str
    request: Json
    status: int = 200
