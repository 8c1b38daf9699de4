"""The operations that probe the service itself."""

from service import __version__
from service.api.answers.tables import Health, Readiness
from service.api.operations.operation import Form, Operation
from service.api.requests.tables import NoMembers, NoMembersSchema


def get_health(_: NoMembers) -> Health:
    """Report that the service is alive."""
    return Health("ok", __version__)


def get_readiness(_: NoMembers) -> Readiness:
    """Report that the service accepts more requests."""
    return Readiness("ready", __version__)


OPERATIONS = (
    Operation(
        "getHealth",
        "GET",
        "/healthz",
        tag="Service",
        summary="Report that the service is alive, and its version.",
        description="An instance that does not answer is to be started again.",
        answer=Health,
        forms=(Form(NoMembersSchema(), get_health),),
    ),
    Operation(
        "getReadiness",
        "GET",
        "/readyz",
        tag="Service",
        summary="Report whether the service accepts more requests.",
        description=(
            "Before an instance of the service stops, the response is 503, so that a load balancer "
            "chooses another instance. Other requests are still answered."
        ),
        answer=Readiness,
        forms=(Form(NoMembersSchema(), get_readiness),),
        when_ready=True,
    ),
)
