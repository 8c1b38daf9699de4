"""Replay: a match is played again from its seed, up to the first illegal action."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.faults import refuse_if_any
from service.rules.match.actions import Action
from service.rules.match.events import Event, Played
from service.rules.match.faults.action_faults import action_faults
from service.rules.match.play import IllegalActionError, play
from service.rules.match.state import State
from service.rules.subjects import Part, Subject
from service.rules.violations import Violation


class Replay(Struct, frozen=True):
    """The state after all actions, or before the first illegal action, and the events up to it.

    `failed_at` is the index of the illegal action, and `violations` are its violations. Their
    subjects name the action.
    """

    state: State
    events: tuple[Event, ...]
    failed_at: int | None
    violations: tuple[Violation, ...]


def replay(begun: Played, actions: Iterable[Action]) -> Replay:
    """Play actions one after another, also deals and rejoins.

    `begun` is the match before them, with the events of its first deal or none.

    Raise `ImpossibleError` if an action has an impossible card or player.
    """
    state, events = begun.state, [*begun.events]
    for index, action in enumerate(actions):
        refuse_if_any(
            replace(fault, subject=replace(fault.subject, action=index))
            for fault in action_faults(state, action)
        )
        try:
            played = play(state, action)
        except IllegalActionError as error:
            violations = tuple(_in_action(index, error.violations))
            return Replay(state, tuple(events), index, violations)
        state = played.state
        events += played.events
    return Replay(state, tuple(events), None, ())


def _in_action(index: int, violations: Sequence[Violation]) -> Iterator[Violation]:
    """Yield the violations with the action's index; without a subject they name the action."""
    for violation in violations:
        subject = violation.subject or Subject(Part.ACTION)
        yield replace(violation, subject=replace(subject, action=index))
