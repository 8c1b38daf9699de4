"""The operations that say how the service itself is."""

from service import __version__
from service.api.answers.tables import Health, Readiness
from service.api.operations.operation import Form, Operation
from service.api.requests.tables import NoMembers, NoMembersSchema


def get_health(_: NoMembers) -> Health:
    """Say that the service is alive."""
    return Health("ok", __version__)


def get_readiness(_: NoMembers) -> Readiness:
    """Say that more requests are welcome."""
    return Readiness("ready", __version__)


OPERATIONS = (
    Operation(
        "getHealth",
        "GET",
        "/healthz",
        tag="Service",
        summary="Say that the service is alive, and its version.",
        description="",
        answer=Health,
        forms=(Form(NoMembersSchema(), get_health),),
    ),
    Operation(
        "getReadiness",
        "GET",
        "/readyz",
        tag="Service",
        summary="Say whether more requests are welcome.",
        description=(
            "A service that has begun to stop answers requests that still come, and 503 here, so "
            "that others are asked instead."
        ),
        answer=Readiness,
        forms=(Form(NoMembersSchema(), get_readiness),),
        when_ready=True,
    ),
)
