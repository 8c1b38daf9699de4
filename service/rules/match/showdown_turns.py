"""Showdown turns: the showdown in progress of a state, and the check of a turn in it."""

from msgspec import Struct
from msgspec.structs import replace

from service.rules.hand.closing import Closing, unchecked_closing
from service.rules.hand.meld_check import as_shown
from service.rules.hand.shown_melding import check_shown
from service.rules.match.actions import LayOffAction, ShowAction
from service.rules.match.state import State, StateShown
from service.rules.round.lay_off_passes import turns_after
from service.rules.round.showdown import Showdown, showdown_result
from service.rules.round.showdown_by_hand import (
    NextTurn,
    ShowdownInProgress,
    lay_off_by_hand,
    next_turn,
    show_hand,
    showdown_in_progress,
)
from service.rules.round.showdown_player import (
    ShowdownHand,
    ShowdownPlayer,
    as_chosen,
    player_showing,
)
from service.rules.violations import Violation


class ShowdownStep(Struct, frozen=True):
    """The showdown after a turn, the player whose turn it was, and who is asked next."""

    showdown: ShowdownInProgress
    player: ShowdownPlayer
    next_turn: NextTurn | None

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Everything that forbids the turn."""
        return self.player.violations


def open_showdown(state: State) -> ShowdownInProgress:
    """Return the showdown of a state in phase `showdown`."""
    assert state.closer is not None  # noqa: S101 - true in this phase
    closer, shown = state.closer.player, {one.player: one for one in state.shown or ()}
    opponents = [player.player for player in state.turn_order_after(closer) if not player.out]
    melds = tuple(map(as_shown, state.closer.melds))
    laid = shown[closer].lay_offs if closer in shown else ()
    hand = ShowdownHand(closer, state.player(closer).cards, 0, melds, as_chosen(laid))
    check = check_shown(melds, hand.cards, state.table, 0)
    showing = player_showing(hand, check.melding, check.shown_indexes, check.violations)
    hands = [
        ShowdownHand(
            name,
            state.player(name).cards,
            position,
            tuple(map(as_shown, shown[name].melds)),
            as_chosen(shown[name].lay_offs),
        )
        for position, name in enumerate(opponents, start=1)
        if name in shown
    ]
    turns = turns_after(showing, opponents, state.table)
    return showdown_in_progress(turns, showing, hands, state.pass_number or 1)


def closing_of(showdown: ShowdownInProgress) -> Closing:
    """Return the close that led to the showdown."""
    return unchecked_closing(showdown.players[0].melding, showdown.turns.table)


def result_of(showdown: ShowdownInProgress) -> Showdown:
    """Return the end of the round after the last turn of a showdown."""
    closing, table = closing_of(showdown), showdown.turns.table
    return showdown_result(showdown.players, showdown.board, closing, table)


def shown_of(showdown: ShowdownInProgress) -> tuple[StateShown, ...]:
    """Return what each player has shown, the closer first if the closer may lay off."""
    players = showdown.players
    if not showdown.turns.table.rules.lay_off.closer_may:
        players = players[1:]
    return tuple(
        StateShown(player.name, player.melding.melds, player.lay_offs) for player in players
    )


def hand_to_show(state: State) -> ShowdownHand:
    """Return the hand of the player to play, who has chosen nothing yet."""
    player = state.player_to_play()
    return ShowdownHand(player.player, player.cards, 0)


def play_showdown_turn(state: State, action: ShowAction | LayOffAction) -> ShowdownStep:
    """Play a turn of the player to play in phase `showdown`, also if it has violations."""
    before, hand = open_showdown(state), hand_to_show(state)
    if isinstance(action, ShowAction):
        chosen = replace(hand, melds=action.melds, lay_offs=action.lay_offs)
        after = show_hand(before, chosen)
    else:
        after = lay_off_by_hand(before, hand.player, action.lay_offs)
    return ShowdownStep(after, after.player(hand.player), next_turn(after, hand.player))
