"""The end of a round in a match: an exhaustion, or a close and its showdown, then the scores."""

from msgspec.structs import replace

from service.rules.hand.closing import Closing
from service.rules.match.events import (
    Closed,
    ClosedSecret,
    Event,
    LaidOff,
    Played,
    Reshuffled,
    Shown,
    score_events,
    showdown_events,
)
from service.rules.match.showdown_turns import ShowdownStep, open_showdown, result_of, shown_of
from service.rules.match.shuffle import shuffle_stock
from service.rules.match.state import Phase, ShowdownMode, State, StateCloser
from service.rules.round.showdown import Showdown, showdown_after, showdown_without_close
from service.rules.round.showdown_player import ShowdownHand
from service.rules.score.scoring import score_showdown
from service.rules.table.cards import Card


def exhaust(state: State) -> Played:
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
        showdown = showdown_without_close(hands, state.table)
        return _score(state, showdown, tuple(showdown_events(showdown)))
    kept = state.discards[-1:] if rules.keeps_top_discard else ()
    shuffled = state.discards[: len(state.discards) - len(kept)]
    stock = shuffle_stock(shuffled, state.seed, state.round, exhaustion)
    new_state = replace(state, stock=stock, discards=kept)
    return Played(new_state, (Reshuffled(len(stock), len(kept)),))


def close(state: State, discard: Card | None, closing: Closing) -> Played:
    """Close, and play the showdown; in a match by hand the players play it, unless a close wins."""
    player = state.player_to_play()
    kept = list(player.cards)
    if discard is not None:
        kept.remove(discard)
    closed = replace(
        state.with_player(replace(player, cards=tuple(kept), turns=player.turns + 1)),
        closer=StateCloser(player.player, discard, closing.melds),
    )
    event = Closed(player.player, closing, ClosedSecret(discard))
    by_hand = state.showdown is ShowdownMode.BY_HAND and not closing.wins_match
    ended = _open_showdown(closed, closing) if by_hand else _end_showdown(closed, closing)
    return Played(ended.state, (event, *ended.events))


def _end_showdown(state: State, closing: Closing) -> Played:
    """Play a whole showdown, with the melds and lay-offs that the service chooses."""
    assert state.closer is not None  # noqa: S101 - somebody has just closed
    closer = state.closer.player
    opponents = [
        ShowdownHand(player.player, player.cards, position)
        for position, player in enumerate(state.turn_order_after(closer), start=1)
        if not player.out
    ]
    hand = ShowdownHand(closer, state.player(closer).cards, 0)
    showdown = showdown_after(hand, closing, opponents, state.table)
    return _score(state, showdown, tuple(showdown_events(showdown)))


def _open_showdown(state: State, closing: Closing) -> Played:
    """Begin a showdown by hand, in which each opponent is asked in turn."""
    assert state.closer is not None  # noqa: S101 - somebody has just closed
    begun = replace(
        state,
        phase=Phase.SHOWDOWN,
        to_play=state.next_player_after(state.closer.player),
        drawn=None,
        shown=(),
        pass_number=1,
    )
    begun = replace(begun, shown=shown_of(open_showdown(begun)))
    return Played(begun, (Shown(state.closer.player, closing.melds, closing.unmatched),))


def after_showdown_turn(state: State, step: ShowdownStep) -> Played:
    """Return the match after a turn in a showdown, and the end of the round after the last."""
    player, shown = step.player, shown_of(step.showdown)
    laid_before = sum(len(one.lay_offs) for one in state.shown or () if one.player == player.name)
    events: list[Event] = []
    if state.pass_number == 1:
        # Until the round is over, nobody else sees the cards that a player has left.
        events.append(Shown(player.name, player.melding.melds, None))
    events += [LaidOff(player.name, laid) for laid in player.lay_offs[laid_before:]]
    if step.next_turn is None:
        over = replace(state, shown=None, pass_number=None)
        return _score(over, result_of(step.showdown), tuple(events))
    following = step.next_turn
    asked = replace(state, to_play=following.player, shown=shown, pass_number=following.pass_number)
    return Played(asked, tuple(events))


def _score(state: State, showdown: Showdown, before: tuple[Event, ...]) -> Played:
    """End the round: score its showdown and set the new totals; `before` are its events so far."""
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
    return Played(new_state, (*before, *scoring))
