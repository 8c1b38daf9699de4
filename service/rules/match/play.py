"""Play: the state after an action, and the events."""

from collections.abc import Sequence

from msgspec.structs import replace

from service.rules.match.action_check import check_action, check_close_and_showdown
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
from service.rules.match.dealing import next_deal
from service.rules.match.events import (
    Cancelled,
    Closed,
    ClosedSecret,
    Discarded,
    Drew,
    DrewSecret,
    Event,
    Left,
    MatchOver,
    Played,
    Rejoined,
    Reshuffled,
    score_events,
    showdown_events,
)
from service.rules.match.shuffle import shuffle_stock
from service.rules.match.state import (
    ENDED,
    RUNNING,
    Phase,
    Pile,
    State,
    StateCloser,
    StateDrawn,
)
from service.rules.round.showdown import Showdown, showdown_without_close
from service.rules.round.showdown_player import ShowdownHand
from service.rules.score.rejoining import rejoin
from service.rules.score.scoring import score_showdown, unplayed_round
from service.rules.score.standings import status_with_one_left
from service.rules.table.cards import HAND_SIZE, Card
from service.rules.table.parameters import Reshuffle
from service.rules.violations import Violation


class IllegalActionError(Exception):
    """The rules forbid an action; `violations` holds the reasons."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__(", ".join(violation.code for violation in violations))


def play(state: State, action: Action) -> Played:  # noqa: PLR0911 - one return for each type of action
    """Return the state after an action, and the events.

    Raise `IllegalActionError` if the action has violations.
    """
    if isinstance(action, CloseAction):
        return _close(state, action)
    violations = check_action(state, action)
    if violations:
        raise IllegalActionError(violations)
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
            cancelled = replace(state, phase=Phase.CANCELLED, to_play=None, result=None)
            return Played(cancelled, (Cancelled(),))


def _draw(state: State, action: DrawAction) -> Played:
    before_draw = Played(state, ())
    if action.pile is Pile.STOCK and not state.stock:
        before_draw = _exhaust(state)
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


def _exhaust(state: State) -> Played:
    """Count an exhaustion, then renew the stock or end the round (rule book, "Exhaustion")."""
    rules, exhaustion = state.table.rules.stock, state.exhaustions + 1
    state = replace(state, exhaustions=exhaustion)
    if exhaustion == rules.ends_on_exhaustion:
        order = [state.player(state.lead), *state.turn_order_after(state.lead)]
        hands = [
            ShowdownHand(player.player, player.cards, position)
            for position, player in enumerate(order)
            if not player.out
        ]
        return _score(state, showdown_without_close(hands, state.table))
    kept = state.discards[-1:] if rules.keeps_top_discard else ()
    shuffled = state.discards[: len(state.discards) - len(kept)]
    stock = shuffle_stock(shuffled, state.seed, state.round, exhaustion)
    new_state = replace(state, stock=stock, discards=kept)
    return Played(new_state, (Reshuffled(len(stock), len(kept)),))


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
    exhausted = _exhaust(new_state)
    return Played(exhausted.state, (discarded, *exhausted.events))


def _close(state: State, action: CloseAction) -> Played:
    judged = check_close_and_showdown(state, action)
    if judged.legal_close is None:
        raise IllegalActionError(judged.violations)
    player, closing = state.player_to_play(), judged.legal_close.closing
    kept = list(player.cards)
    if action.discard is not None:
        kept.remove(action.discard)
    closed = replace(
        state.with_player(replace(player, cards=tuple(kept), turns=player.turns + 1)),
        closer=StateCloser(player.player, action.discard, closing.melds),
    )
    scored = _score(closed, judged.legal_close.showdown)
    event = Closed(player.player, closing, ClosedSecret(action.discard))
    return Played(scored.state, (event, *scored.events))


def _score(state: State, showdown: Showdown) -> Played:
    """End the round: score its showdown and set the new totals."""
    result = score_showdown(state.match_before_round(), showdown, state.table)
    scores = {score.player: score for score in result.scores}
    new_state = replace(
        state,
        phase=Phase.MATCH_OVER if result.status and result.status.over else Phase.ROUND_OVER,
        to_play=None,
        drawn=None,
        players=tuple(
            replace(player, total=scores[player.player].after, out=scores[player.player].out)
            for player in state.players
        ),
        result=result,
    )
    scoring = score_events(result, exhausted=showdown.closer is None)
    return Played(new_state, (*showdown_events(showdown), *scoring))


def _leave(state: State, action: LeaveAction) -> Played:
    """Put a player out for good; the match is over if one player is left (rule book, "Leaving").

    A player who leaves in the middle of a turn ends it with the card drawn, or with the last of the
    eight cards dealt. A player who has not drawn yet ends no turn.
    """
    leaver, to_play = state.player(action.player), state.to_play
    has_eight = len(leaver.cards) > HAND_SIZE
    left = state.with_player(replace(leaver, out=True, left=True))
    events: tuple[Event, ...] = (Left(action.player),)
    if state.phase in RUNNING and to_play == action.player:
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
