"""Play: the state after an action, and the events."""

from collections.abc import Sequence

from msgspec.structs import replace

from service.rules.match.action_check import check_action, judge_close, judge_showdown_turn
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
    SimpleAction,
)
from service.rules.match.dealing import next_deal
from service.rules.match.events import (
    Cancelled,
    Discarded,
    Drew,
    DrewSecret,
    Event,
    Left,
    MatchOver,
    Played,
    Rejoined,
)
from service.rules.match.round_end import after_showdown_turn, close, exhaust
from service.rules.match.state import (
    ENDED,
    TURN,
    Phase,
    Pile,
    State,
    StateDrawn,
)
from service.rules.score.rejoining import rejoin
from service.rules.score.scoring import unplayed_round
from service.rules.score.standings import status_with_one_left
from service.rules.table.cards import HAND_SIZE, Card
from service.rules.table.parameters import Reshuffle
from service.rules.violations import Violation


class IllegalActionError(Exception):
    """The rules forbid an action; `violations` holds the reasons."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__(", ".join(violation.code for violation in violations))


def play(state: State, action: Action) -> Played:
    """Return the state after an action, and the events.

    Raise `IllegalActionError` if the action has violations.
    """
    played = _apply(state, action)
    return Played(replace(played.state, moves=state.moves + 1), played.events)


def _apply(state: State, action: Action) -> Played:
    match action:
        case CloseAction():
            check = judge_close(state, action)
            if check.closing is None:
                raise IllegalActionError(check.violations)
            return close(state, action.discard, check.closing)
        case ShowAction() | LayOffAction():
            judged = judge_showdown_turn(state, action)
            if judged.step is None:
                raise IllegalActionError(judged.violations)
            return after_showdown_turn(state, judged.step)
        case _:
            violations = check_action(state, action)
            if violations:
                raise IllegalActionError(violations)
            return _apply_legal(state, action)


def _apply_legal(state: State, action: SimpleAction) -> Played:
    """Apply an action whose check gives nothing but its violations."""
    match action:
        case DrawAction():
            return _draw(state, action)
        case DiscardAction():
            return _discard(state, action)
        case RejoinAction():
            return _rejoin(state, action)
        case LeaveAction():
            return _leave(state, action)
        case DealAction():
            return next_deal(state)
        case CancelAction():
            cancelled = replace(
                state,
                phase=Phase.CANCELLED,
                to_play=None,
                shown=None,
                pass_number=None,
                result=None,
            )
            return Played(cancelled, (Cancelled(),))


def _draw(state: State, action: DrawAction) -> Played:
    before_draw = Played(state, ())
    if action.pile is Pile.STOCK and not state.stock:
        before_draw = exhaust(state)
        state = before_draw.state
        if state.phase is not Phase.DRAW:
            return before_draw
    pile = state.stock if action.pile is Pile.STOCK else state.discards
    card, rest = pile[-1], pile[:-1]
    player = state.player_to_play()
    new_state = replace(
        state.with_player(replace(player, cards=(*player.cards, card))),
        phase=Phase.DISCARD,
        drawn=StateDrawn(action.pile, card),
    )
    if action.pile is Pile.STOCK:
        drew = Drew(player.player, action.pile, secret=DrewSecret(card))
        return Played(replace(new_state, stock=rest), (*before_draw.events, drew))
    return Played(replace(new_state, discards=rest), (Drew(player.player, action.pile, card),))


def _discard(state: State, action: DiscardAction) -> Played:
    return _end_turn(state, action.card)


def _end_turn(state: State, card: Card) -> Played:
    """End the turn of the player to play with a card on the discard pile."""
    player = state.player_to_play()
    kept = list(player.cards)
    kept.remove(card)
    new_state = replace(
        state.with_player(replace(player, cards=tuple(kept), turns=player.turns + 1)),
        phase=Phase.DRAW,
        to_play=state.next_player_after(player.player),
        drawn=None,
        discards=(*state.discards, card),
    )
    discarded = Discarded(player.player, card)
    if new_state.stock or new_state.table.rules.stock.reshuffle is not Reshuffle.AFTER_TURN:
        return Played(new_state, (discarded,))
    exhausted = exhaust(new_state)
    return Played(exhausted.state, (discarded, *exhausted.events))


def _leave(state: State, action: LeaveAction) -> Played:
    """Put a player out for good; the match is over if one player is left (rule book, "Leaving").

    A player who leaves in the middle of a turn ends it with the card drawn, or with the last of the
    eight cards dealt. A player who has not drawn yet ends no turn.
    """
    leaver, to_play = state.player(action.player), state.to_play
    has_eight = len(leaver.cards) > HAND_SIZE
    left = state.with_player(replace(leaver, out=True, left=True))
    events: tuple[Event, ...] = (Left(action.player),)
    if state.phase in TURN and to_play == action.player:
        if has_eight:
            card = state.drawn.card if state.drawn else leaver.cards[-1]
            left, ended = _end_turn(left, card)
            events += ended
        else:
            left = replace(left, to_play=left.next_player_after(action.player))
    if left.phase not in ENDED and len(left.players_in()) == 1:
        status = status_with_one_left(left.standings(), left.table.rules)
        # A round that is not over is not scored: nobody adds points for it.
        result = replace(left.result or unplayed_round(left.standings()), status=status)
        left = replace(left, phase=Phase.MATCH_OVER, to_play=None, drawn=None, result=result)
        events += (MatchOver(status),)
    return Played(left, events)


def _rejoin(state: State, action: RejoinAction) -> Played:
    scores = state.result.scores if state.result else ()
    total = next(score.rejoin_total for score in scores if score.player == action.player)
    standings = rejoin(state.standings(), action.player, total or 0)
    rejoined = next(standing for standing in standings if standing.player == action.player)
    player = state.player(action.player)
    new_state = state.with_player(
        replace(player, total=rejoined.total, rejoins=rejoined.rejoins, out=rejoined.out)
    )
    return Played(new_state, (Rejoined(action.player, rejoined.total),))
