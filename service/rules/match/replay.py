"""Replay: a match played again from its seed, to the end or to the first illegal action."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.errors import refuse
from service.rules.match.action_check import check_action
from service.rules.match.actions import Action
from service.rules.match.dealing import first_deal
from service.rules.match.match_input import action_faults
from service.rules.match.play import play
from service.rules.match.state import State
from service.rules.table.table import Table
from service.rules.violations import Violation


class Replay(Struct, frozen=True):
    """The state at the end, or before the action that failed: its index, and why."""

    state: State
    failed_at: int | None
    violations: tuple[Violation, ...]


def replay(
    table: Table, players: Sequence[str], seed: str, lead: str | None, actions: Sequence[Action]
) -> Replay:
    """Play a match again; deals and rejoins are actions too.

    Raises `ImpossibleError` for a card or a player that isn't there.
    """
    state, _ = first_deal(table, players, seed, lead)
    for index, action in enumerate(actions):
        refuse(action_faults(state, action, ("actions", index)))
        violations = check_action(state, action)
        if violations:
            return Replay(state, index, tuple(_of_action(one, index) for one in violations))
        state, _ = play(state, action)
    return Replay(state, None, ())


def _of_action(violation: Violation, index: int) -> Violation:
    """A violation at the action that it is of; what comes from the state is nowhere stated here."""
    root, *steps = violation.path or ("state",)
    if root == "actions":
        return violation
    inner = steps if root == "action" else ()
    return replace(violation, path=("actions", index, *inner))
