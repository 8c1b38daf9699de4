"""What a caller states and cannot be."""

from collections.abc import Iterable

from msgspec import Struct

Path = tuple[str | int, ...]
"""Where in the question: member names and list indices, outermost first."""


class Fault(Struct, frozen=True):
    """One thing that cannot be, and where it was stated."""

    path: Path
    detail: str


class ImpossibleError(Exception):
    """The question contradicts the rules or itself; every fault found is listed, never none."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep the faults in the order in which they were found."""
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.detail for fault in self.faults))


def refuse(faults: Iterable[Fault]) -> None:
    """Raise `ImpossibleError` if there is any fault."""
    found = tuple(faults)
    if found:
        raise ImpossibleError(found)
