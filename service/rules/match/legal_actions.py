"""Legal actions: the actions that are legal in a state, and the score of each close."""

from collections.abc import Iterator

from msgspec import Struct

from service.rules.hand.closing import Closing, best_closing
from service.rules.hand.evaluation import choices
from service.rules.match.action_check import check_action
from service.rules.match.actions import (
    Action,
    CancelAction,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
    LeaveAction,
    RejoinAction,
)
from service.rules.match.state import RUNNING, Phase, Pile, State
from service.rules.player_name import PlayerName
from service.rules.table.cards import Card, in_order


class CloseOption(Struct, frozen=True):
    """A legal close with this discard, when the service chooses the melds.

    `discard` is None for a close instead of a draw.
    """

    discard: Card | None
    closing: Closing


class LegalActions(Struct, frozen=True):
    """Every legal action, and each legal close with its score; `player` is the player to play.

    `room` has the actions that do not belong to a turn: to leave the match, and to cancel it.
    """

    player: PlayerName | None
    actions: tuple[Action, ...]
    closings: tuple[CloseOption, ...]
    room: tuple[Action, ...]


def legal_actions(state: State) -> LegalActions:
    """Return the legal actions; a close is listed once, whatever melds its cards can form."""
    discards = tuple(_legal_discards(state))
    closings = tuple(_legal_closes(state, discards))
    others = [action for action in _other_actions(state) if not check_action(state, action)]
    closes = [CloseAction(option.discard) for option in closings]
    room = [action for action in _room_actions(state) if not check_action(state, action)]
    return LegalActions(state.to_play, (*discards, *closes, *others), closings, tuple(room))


def _legal_discards(state: State) -> Iterator[DiscardAction]:
    if state.phase is Phase.DISCARD:
        for card in dict.fromkeys(in_order(state.player_to_play().cards)):
            action = DiscardAction(card)
            if not check_action(state, action):
                yield action


def _legal_closes(state: State, discards: tuple[DiscardAction, ...]) -> Iterator[CloseOption]:
    """Yield the legal closes; a card that may not be discarded may not be used to close either."""
    if state.phase not in RUNNING:
        return
    player = state.player_to_play()
    context = state.close_context(player.player)
    if state.phase is Phase.DRAW and state.table.rules.close.without_drawing:
        closing = best_closing(player.cards, state.table, context)
        if closing:
            yield CloseOption(None, closing)
    if discards:
        evaluated = choices(player.cards, state.table, context)
        closings = {choice.discard: choice.closing for choice in evaluated}
        for discard in discards:
            closing = closings[discard.card]
            if closing:
                yield CloseOption(discard.card, closing)


def _other_actions(state: State) -> Iterator[Action]:
    if state.phase is Phase.DRAW:
        yield from (DrawAction(pile) for pile in Pile)
    if state.phase is Phase.ROUND_OVER:
        yield from (RejoinAction(name) for name in state.names())
        yield DealAction()


def _room_actions(state: State) -> Iterator[Action]:
    yield from (LeaveAction(name) for name in state.names())
    yield CancelAction()
