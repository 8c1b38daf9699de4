"""Pace: pauses within a long request, in which a worker goes on with other requests."""

from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import TypeVar

Item = TypeVar("Item")

SECONDS = 0.02
"""How long a request is answered between two pauses."""


class Pace:
    """Goes through the items of a long request and calls `pause` now and then between them."""

    def __init__(self, pause: Callable[[], object] = lambda: None) -> None:
        self._pause = pause

    def __call__(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items, with pauses."""
        until = perf_counter() + SECONDS
        for item in items:
            yield item
            if perf_counter() >= until:
                self._pause()
                until = perf_counter() + SECONDS
