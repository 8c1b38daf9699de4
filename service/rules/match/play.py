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
    Played,
    Rejoined,
    Reshuffled,
    score_events,
    showdown_events,
)
from service.rules.match.shuffle import shuffle_stock
from service.rules.match.state import Phase, Pile, State, StateCloser, StateDrawn
from service.rules.round.rejoining import rejoin
from service.rules.round.scoring import score_showdown
from service.rules.round.showdown import Showdown, showdown_without_close
from service.rules.round.showdown_player import ShowdownHand
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
    player = state.player_to_play()
    kept = list(player.cards)
    kept.remove(action.card)
    new_state = replace(
        state.with_player(replace(player, cards=tuple(kept), turns=player.turns + 1)),
        phase=Phase.DRAW,
        to_play=state.next_player_after(player.player),
        drawn=None,
        discards=(*state.discards, action.card),
    )
    discarded = Discarded(player.player, action.card)
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


def _rejoin(state: State, action: RejoinAction) -> Played:
    standings = rejoin(state.standings(), action.player, state.table.rules)
    rejoined = next(standing for standing in standings if standing.player == action.player)
    player = state.player(action.player)
    new_state = state.with_player(
        replace(player, total=rejoined.total, rejoins=rejoined.rejoins, out=rejoined.out)
    )
    return Played(new_state, (Rejoined(action.player, rejoined.total),))
