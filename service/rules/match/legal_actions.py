"""Legal actions: the actions that are legal in a state, and the score of each close."""

from collections.abc import Iterator

from msgspec import Struct

from service.rules.hand.closing import Closing, best_closing
from service.rules.hand.evaluation import choices, closing_order
from service.rules.match.action_check import check_action
from service.rules.match.actions import (
    Action,
    CancelAction,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
    LayOffAction,
    LeaveAction,
    RejoinAction,
    ShowAction,
)
from service.rules.match.showdown_turns import hand_to_show, open_showdown
from service.rules.match.state import TURN, Phase, Pile, State
from service.rules.player_name import PlayerName
from service.rules.round.board import LayOffOption
from service.rules.round.showdown_by_hand import BestChoice, best_choice, options
from service.rules.table.cards import Card, in_order


class CloseOption(Struct, frozen=True):
    """A legal close with this discard, when the service chooses the melds.

    `discard` is None for a close instead of a draw.
    """

    discard: Card | None
    closing: Closing


class ShowdownOptions(Struct, frozen=True):
    """Where the player to play may lay off, and what the service would choose for the player."""

    options: tuple[LayOffOption, ...]
    best: BestChoice


class LegalActions(Struct, frozen=True):
    """Every legal action, and each legal close with its score; `player` is the player to play.

    `closings` are listed best first: one that wins, then the lower score, then as the choices of a
    discard are. `showdown` is None except in that phase. `room` has the actions that do not belong
    to a turn: to leave the match, and to cancel it.
    """

    player: PlayerName | None
    actions: tuple[Action, ...]
    closings: tuple[CloseOption, ...]
    showdown: ShowdownOptions | None
    room: tuple[Action, ...]


def legal_actions(state: State) -> LegalActions:
    """Return the legal actions; a close is listed once, whatever melds its cards can form."""
    discards = tuple(_legal_discards(state))
    closings = tuple(sorted(_legal_closes(state, discards), key=_close_order))
    others = [action for action in _other_actions(state) if not check_action(state, action)]
    closable = {option.discard for option in closings}
    in_fixed_order = (None, *[discard.card for discard in discards])
    closes = [CloseAction(discard) for discard in in_fixed_order if discard in closable]
    room = [action for action in _room_actions(state) if not check_action(state, action)]
    actions = (*discards, *closes, *others)
    return LegalActions(state.to_play, actions, closings, _showdown_options(state), tuple(room))


def _legal_discards(state: State) -> Iterator[DiscardAction]:
    if state.phase is Phase.DISCARD:
        for card in dict.fromkeys(in_order(state.player_to_play().cards)):
            action = DiscardAction(card)
            if not check_action(state, action):
                yield action


def _legal_closes(state: State, discards: tuple[DiscardAction, ...]) -> Iterator[CloseOption]:
    """Yield the legal closes; a card that may not be discarded may not be used to close either."""
    if state.phase not in TURN:
        return
    player = state.player_to_play()
    context = state.close_context(player.player)
    if state.phase is Phase.DRAW and state.table.rules.close.without_drawing:
        closing = best_closing(player.cards, state.table, context)
        if closing:
            yield CloseOption(None, closing)
    if discards:
        evaluated = choices(player.cards, state.table, context)
        allowed = {discard.card for discard in discards}
        for choice in evaluated:
            if choice.closing and choice.discard in allowed:
                yield CloseOption(choice.discard, choice.closing)


def _close_order(option: CloseOption) -> tuple[int, int]:
    return closing_order(option.closing)


def _showdown_options(state: State) -> ShowdownOptions | None:
    if state.phase is not Phase.SHOWDOWN:
        return None
    showdown, hand = open_showdown(state), hand_to_show(state)
    return ShowdownOptions(options(showdown, hand), best_choice(showdown, hand))


def _other_actions(state: State) -> Iterator[Action]:
    if state.phase is Phase.DRAW:
        yield from (DrawAction(pile) for pile in Pile)
    if state.phase is Phase.SHOWDOWN:
        if state.pass_number == 1:
            yield ShowAction()
        else:
            yield from (LayOffAction(), LayOffAction(lay_offs=()))
    if state.phase is Phase.ROUND_OVER:
        yield from (RejoinAction(name) for name in state.names())
        yield DealAction()


def _room_actions(state: State) -> Iterator[Action]:
    yield from (LeaveAction(name) for name in state.names())
    yield CancelAction()
