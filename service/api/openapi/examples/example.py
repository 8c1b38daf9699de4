"""An example: a request to show, and the status of its response."""

from dataclasses import dataclass

from service.api.requests.fields.basic import Json


@dataclass(frozen=True, slots=True)
class Example:
    """A request with a summary, and the status of its response."""

    summary: str
    request: Json
    status: int = 200
