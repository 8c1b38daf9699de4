"""The catalogue: every operation of the contract."""

from service.api.operations import hands, matches, probes, rounds, tables
from service.api.operations.operation import Operation

OPERATIONS: tuple[Operation, ...] = (
    *hands.OPERATIONS,
    *matches.OPERATIONS,
    *rounds.OPERATIONS,
    *tables.OPERATIONS,
    *probes.OPERATIONS,
)
