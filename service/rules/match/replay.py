"""Replay: a match played again from its seed, to the end or to the first illegal action."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from service.rules.faults import Fault, ImpossibleError
from service.rules.match.actions import Action
from service.rules.match.dealing import first_deal
from service.rules.match.match_input import action_faults
from service.rules.match.play import IllegalActionError, play
from service.rules.match.state import State
from service.rules.table.table import Table
from service.rules.violations import Violation


class Replay(Struct, frozen=True):
    """The state at the end, or before the illegal action: its index, and what forbids it.

    The violations have the subjects that they have for `play`.
    """

    state: State
    failed_at: int | None
    violations: tuple[Violation, ...]


class ImpossibleActionError(ImpossibleError):
    """An action of a replay that states what cannot be; `failed_at` is its index."""

    def __init__(self, faults: Iterable[Fault], failed_at: int) -> None:
        super().__init__(faults)
        self.failed_at = failed_at


def replay(
    table: Table, players: Sequence[str], seed: str, lead: str | None, actions: Sequence[Action]
) -> Replay:
    """Play a match again; deals and rejoins are actions too.

    Raises `ImpossibleActionError` for an action with a card or a player that can't be meant.
    """
    state = first_deal(table, players, seed, lead).state
    for number, action in enumerate(actions):
        faults = tuple(action_faults(state, action))
        if faults:
            raise ImpossibleActionError(faults, number)
        try:
            state = play(state, action).state
        except IllegalActionError as error:
            return Replay(state, number, error.violations)
    return Replay(state, None, ())
