"""Replay: a match is played again from its seed, up to the first illegal action."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.faults import refuse_if_any
from service.rules.match.actions import Action
from service.rules.match.faults.action_faults import action_faults
from service.rules.match.play import IllegalActionError, play
from service.rules.match.state import State
from service.rules.subjects import Part, Subject
from service.rules.violations import Violation


class Replay(Struct, frozen=True):
    """The state after all actions, or before the first illegal action.

    `failed_at` is the index of the illegal action, and `violations` are its violations. Their
    subjects name the action.
    """

    state: State
    failed_at: int | None
    violations: tuple[Violation, ...]


def replay(state: State, actions: Iterable[Action]) -> Replay:
    """Play a match again from its first state; the actions include deals and rejoins.

    Raise `ImpossibleError` if an action has an impossible card or player.
    """
    for index, action in enumerate(actions):
        refuse_if_any(
            replace(fault, subject=replace(fault.subject, action=index))
            for fault in action_faults(state, action)
        )
        try:
            state = play(state, action).state
        except IllegalActionError as error:
            return Replay(state, index, tuple(_in_action(index, error.violations)))
    return Replay(state, None, ())


def _in_action(index: int, violations: Sequence[Violation]) -> Iterator[Violation]:
    """Yield the violations with the action's index; without a subject they name the action."""
    for violation in violations:
        subject = violation.subject or Subject(Part.ACTION)
        yield replace(violation, subject=replace(subject, action=index))
