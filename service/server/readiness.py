"""Readiness: whether this process wants more requests; not once it has begun to stop."""

from threading import Event

_STOPPING = Event()


def stop() -> None:
    """From now on, ask for no more requests."""
    _STOPPING.set()


def is_ready() -> bool:
    """Whether more requests are welcome."""
    return not _STOPPING.is_set()
