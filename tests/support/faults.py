"""The codes and subjects of faults, to compare them."""

from collections.abc import Iterable

from service.rules.faults import Fault
from service.rules.subjects import Subject

Found = list[tuple[str, Subject]]


def found(faults: Iterable[Fault]) -> Found:
    return [(str(fault.code), fault.subject) for fault in faults]
