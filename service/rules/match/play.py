"""Playing: the state after an action, what happened in it, and every action that is legal now."""

from collections.abc import Sequence

from msgspec.structs import replace

from service.rules.hand.closing import Closing, best_closing
from service.rules.match.action_check import (
    cards_kept,
    check_action,
    player_to_play,
    showdown_hands,
)
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
from service.rules.match.events import Event, EventType, of_showdown, of_summary
from service.rules.match.shuffle import stock_of
from service.rules.match.state import Phase, Pile, State, StateCloser, StateDrawn
from service.rules.round.round_score import RoundScore, score_hands
from service.rules.round.showdown_player import ShowdownHand
from service.rules.round.standings import rejoined
from service.rules.table.cards import Card, in_order
from service.rules.table.parameters import Reshuffle
from service.rules.violations import Violation

Played = tuple[State, list[Event]]


class IllegalActionError(Exception):
    """An action that the rules forbid; it has the violations."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__("; ".join(violation.message for violation in violations))


def play(state: State, action: Action) -> Played:
    """The state after an action, and what happened; `IllegalActionError` if the rules forbid it."""
    violations = check_action(state, action)
    if violations:
        raise IllegalActionError(violations)
    match action:
        case DrawAction():
            return _drawn(state, action)
        case DiscardAction():
            return _discarded(state, action)
        case CloseAction():
            return _closed(state, action)
        case RejoinAction():
            return _rejoined(state, action)
        case DealAction():
            return next_deal(state)
        case CancelAction():
            cancelled = replace(state, phase=Phase.CANCELLED, to_play=None, result=None)
            return cancelled, [Event(EventType.CANCELLED)]


def legal_actions(state: State) -> list[Action]:
    """Every action that is legal now; a close stands for all ways to show the same."""
    found: list[Action] = []
    if state.phase is Phase.DRAW:
        found += [DrawAction(pile) for pile in Pile]
    if state.phase is Phase.DISCARD and state.to_play:
        cards = dict.fromkeys(in_order(state.player(state.to_play).cards))
        found += [DiscardAction(card) for card in cards]
        found += [CloseAction(card) for card in cards]
    if state.phase is Phase.ROUND_OVER:
        found += [*(RejoinAction(name) for name in state.names()), DealAction()]
    found.append(CancelAction())
    return [action for action in found if not check_action(state, action)]


def closings(state: State) -> list[tuple[Card, Closing]]:
    """What each close that is legal_actions is worth, by its discard."""
    found = []
    for action in legal_actions(state):
        if isinstance(action, CloseAction):
            best = best_closing(
                cards_kept(state, action), state.table, state.moment(player_to_play(state))
            )
            if best:
                found.append((action.discard, best))
    return found


def _drawn(state: State, action: DrawAction) -> Played:
    events: list[Event] = []
    player = player_to_play(state)
    if action.pile is Pile.STOCK and not state.stock:
        state, events = _exhausted(state)
        if state.phase is not Phase.DRAW:
            return state, events
    pile = state.stock if action.pile is Pile.STOCK else state.discards
    card, left = pile[-1], pile[:-1]
    one = state.player(player)
    after = replace(
        state.with_player(replace(one, cards=(*one.cards, card))),
        phase=Phase.DISCARD,
        drawn=StateDrawn(action.pile, card),
        stock=left if action.pile is Pile.STOCK else state.stock,
        discards=left if action.pile is Pile.DISCARDS else state.discards,
    )
    seen = {"card": card}
    told = {"from": action.pile} | (seen if action.pile is Pile.DISCARDS else {})
    secret = seen if action.pile is Pile.STOCK else {}
    return after, [*events, Event(EventType.DREW, player, told, secret)]


def _exhausted(state: State) -> Played:
    """One exhaustion more: a new stock from the discards, or the end of the round."""
    rules, count = state.table.rules.stock, state.exhaustions + 1
    state = replace(state, exhaustions=count)
    if count == rules.ends_on_exhaustion:
        entrants = [
            ShowdownHand(one.player, one.cards, ("state", "players"))
            for one in (state.player(state.lead), *state.after(state.lead))
            if not one.out
        ]
        summary = score_hands(state.before(), None, entrants, state.table)
        return _scored(state, summary, exhausted=True)
    kept = state.discards[-1:] if rules.keeps_top_discard else ()
    shuffled = state.discards[: len(state.discards) - len(kept)]
    stock = stock_of(shuffled, state.seed, state.round, count)
    event = Event(EventType.RESHUFFLED, told={"count": len(stock), "kept": len(kept)})
    return replace(state, stock=stock, discards=kept), [event]


def _discarded(state: State, action: DiscardAction) -> Played:
    player = player_to_play(state)
    one = state.player(player)
    held = list(one.cards)
    held.remove(action.card)
    ended = replace(
        state.with_player(replace(one, cards=tuple(held), turns=one.turns + 1)),
        phase=Phase.DRAW,
        to_play=state.next_in(player),
        drawn=None,
        discards=(*state.discards, action.card),
    )
    events = [Event(EventType.DISCARDED, player, {"card": action.card})]
    if not ended.stock and ended.table.rules.stock.reshuffle is Reshuffle.AFTER_TURN:
        ended, more = _exhausted(ended)
        events += more
    return ended, events


def _closed(state: State, action: CloseAction) -> Played:
    player = player_to_play(state)
    one = state.player(player)
    closer, opponents = showdown_hands(state, action)
    summary = score_hands(state.before(), closer, opponents, state.table)
    end = summary.showdown.closer if summary.showdown else None
    closing = end.closing if end else None
    melds = closing.melds if closing else ()
    ended = replace(
        state.with_player(replace(one, cards=closer.cards, turns=one.turns + 1)),
        closer=StateCloser(player, action.discard, melds),
    )
    event = Event(EventType.CLOSED, player, {"closing": closing}, {"discard": action.discard})
    after, events = _scored(ended, summary, exhausted=False)
    return after, [event, *events]


def _scored(state: State, summary: RoundScore, *, exhausted: bool) -> Played:
    """The state when a round has been scored, with everybody's new total."""
    by_player = {score.player: score for score in summary.scores}
    status = summary.status
    players = tuple(
        replace(one, total=by_player[one.player].after, out=by_player[one.player].out)
        for one in state.players
    )
    after = replace(
        state,
        phase=Phase.MATCH_OVER if status and status.over else Phase.ROUND_OVER,
        to_play=None,
        drawn=None,
        players=players,
        result=summary,
    )
    shown = list(of_showdown(summary.showdown)) if summary.showdown else []
    return after, [*shown, *of_summary(summary, exhausted=exhausted)]


def _rejoined(state: State, action: RejoinAction) -> Played:
    standings = rejoined(state.standings(), action.player, state.table.rules)
    back = next(one for one in standings if one.player == action.player)
    one = state.player(action.player)
    after = state.with_player(replace(one, total=back.total, rejoins=back.rejoins, out=back.out))
    return after, [Event(EventType.REJOINED, action.player, {"total": back.total})]
