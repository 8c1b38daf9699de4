"""Replay: a match played again from its seed, to the end or to the first illegal action."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.faults import refuse
from service.rules.match.actions import Action
from service.rules.match.dealing import first_deal
from service.rules.match.match_faults import action_faults
from service.rules.match.play import IllegalActionError, play
from service.rules.match.state import State
from service.rules.subjects import Part, Subject
from service.rules.table.table import Table
from service.rules.violations import Violation


class Replay(Struct, frozen=True):
    """The state at the end, or before the illegal action: its index, and what forbids it.

    The subjects of the violations say which action they belong to.
    """

    state: State
    failed_at: int | None
    violations: tuple[Violation, ...]


def replay(
    table: Table, players: Sequence[str], seed: str, lead: str | None, actions: Iterable[Action]
) -> Replay:
    """Play a match again; deals and rejoins are actions too.

    Raises `ImpossibleError` for an action with a card or a player that can't be meant.
    """
    state = first_deal(table, players, seed, lead).state
    for number, action in enumerate(actions):
        refuse(
            replace(fault, subject=replace(fault.subject, action=number))
            for fault in action_faults(state, action)
        )
        try:
            state = play(state, action).state
        except IllegalActionError as error:
            return Replay(state, number, tuple(_in_action(number, error.violations)))
    return Replay(state, None, ())


def _in_action(number: int, violations: Sequence[Violation]) -> Iterator[Violation]:
    """The violations of an action among several; what has no subject is about the whole action."""
    for violation in violations:
        subject = violation.subject or Subject(Part.ACTION)
        yield replace(violation, subject=replace(subject, action=number))
