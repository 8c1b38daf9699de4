"""A close and its showdown by hand, from a state of an automatic match."""

from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from service.rules.match.actions import CloseAction, LayOffAction, ShowAction
from service.rules.match.play import play
from service.rules.match.state import Phase, ShowdownMode, State


def played_by_hand(state: State, close: CloseAction, idle: AbstractSet[str]) -> State:
    """The state after the showdown, in which the idle show and lay off nothing, others the best."""
    state, _ = play(replace(state, showdown=ShowdownMode.BY_HAND), close)
    while state.phase is Phase.SHOWDOWN:
        rests = state.to_play in idle
        if state.pass_number == 1:
            state, _ = play(state, ShowAction((), ()) if rests else ShowAction())
        else:
            state, _ = play(state, LayOffAction(()) if rests else LayOffAction())
    return state


def as_automatic(state: State, other: State) -> State:
    """The state with the number of moves and the kind of showdown of the other."""
    return replace(state, showdown=other.showdown, moves=other.moves)
