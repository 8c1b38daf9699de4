"""What a request may ask for; the server's settings say how much."""

from dataclasses import dataclass

from flask import current_app, has_app_context


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, work in rough microseconds."""

    max_body: int = 64 * 1024
    max_state_body: int = 256 * 1024
    max_batch_body: int = 2 * 1024 * 1024
    max_batch: int = 10_000
    max_work: int = 2_000_000


def current_limits() -> Limits:
    """The limits of the application that answers; the usual ones for the document's examples."""
    if not has_app_context():
        return Limits()
    limits: Limits = current_app.extensions["limits"]
    return limits
