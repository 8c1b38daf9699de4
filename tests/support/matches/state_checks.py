"""What can be seen of a state of a match that is played with the rules alone."""

import hashlib
import random

from service.rules.faults import Fault
from service.rules.match.actions import Action, DiscardAction, LeaveAction
from service.rules.match.faults.state_faults import state_faults
from service.rules.match.state import ENDED, RUNNING, Phase, State
from service.rules.match.view import view
from service.rules.table.cards import Card
from support.matches.values import seen_otherwise


def faults_of(state: State) -> tuple[Fault, ...]:
    """The faults of a state, perhaps one whose match ended before its round did."""
    unplayed = state.result is not None and state.result.showdown is None
    return state_faults(state, unplayed=unplayed)


def thrown_away(before: State, action: Action) -> tuple[Card, ...]:
    """The card with which a turn ends, also that of a player who leaves."""
    if isinstance(action, DiscardAction):
        return (action.card,)
    if isinstance(action, LeaveAction) and before.phase is Phase.DISCARD:
        cards = before.player(action.player).cards
        if before.to_play == action.player:
            return (before.drawn.card if before.drawn else cards[-1],)
    return ()


def check_view(state: State, viewer: str | None, chance: random.Random) -> None:
    """A view shows what its viewer may see, and is the same whatever is hidden."""
    found = view(state, viewer)
    assert (found.player, found.stock) == (viewer, len(state.stock))
    assert found.discards == state.discards
    assert found.seed == (state.seed if state.phase in ENDED else None)
    assert found.seed_hash == hashlib.sha256(state.seed.encode()).hexdigest()
    for one, whole in zip(found.players, state.players, strict=True):
        shown = state.round_has_ended or whole.player == viewer
        assert one.cards == (whole.cards if shown else None)
        assert one.count == len(whole.cards)
    if state.phase in RUNNING:
        assert view(seen_otherwise(state, viewer, chance), viewer) == found
    if state.closer:
        assert found.closer
        mine = viewer == state.closer.player
        assert found.closer.discard == (state.closer.discard if mine else None)
