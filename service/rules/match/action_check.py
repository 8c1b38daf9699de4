"""Legality: everything that forbids an action in a state."""

from collections.abc import Iterator

from msgspec.structs import replace

from service.rules.errors import Path
from service.rules.hand.closing import CloseCheck, check_close
from service.rules.match.actions import (
    Action,
    CancelAction,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
    RejoinAction,
)
from service.rules.match.state import RUNNING, SCORED, Phase, Pile, State
from service.rules.round.showdown import Showdown, showdown
from service.rules.round.showdown_player import ShowdownHand
from service.rules.round.standings import check_rejoin
from service.rules.table.cards import Card
from service.rules.violations import Code, Violation


def check_action(state: State, action: Action) -> tuple[Violation, ...]:
    """Everything that forbids an action now; none, and it is legal."""
    match action:
        case DrawAction():
            return tuple(_draw(state, action))
        case DiscardAction():
            return tuple(_discard(state, action))
        case CloseAction():
            return tuple(_close(state, action))
        case RejoinAction():
            return tuple(_rejoin(state, action))
        case DealAction():
            return tuple(_in_phase(state, frozenset({Phase.ROUND_OVER}), "dealing"))
        case CancelAction():
            return tuple(_in_phase(state, RUNNING | {Phase.ROUND_OVER}, "cancelling"))


def _in_phase(
    state: State, phases: frozenset[Phase], what: str, code: Code = Code.ACTION_WRONG_PHASE
) -> Iterator[Violation]:
    if state.phase in {Phase.MATCH_OVER, Phase.CANCELLED}:
        yield Violation(Code.ACTION_MATCH_OVER, f"the match is {state.phase.replace('_', ' ')}")
    elif state.phase not in phases:
        yield Violation(code, f"{what} is not for the phase {state.phase}", ("action", "type"))


def _in_turn(
    state: State, phase: Phase, player: str | None, what: str, code: Code = Code.ACTION_WRONG_PHASE
) -> Iterator[Violation]:
    yield from _in_phase(state, frozenset({phase}), what, code)
    if player is not None and state.phase in RUNNING and player != state.to_play:
        message = f"{state.to_play} is to play, not {player}"
        yield Violation(Code.ACTION_NOT_YOUR_TURN, message, ("action", "player"), player=player)


def _draw(state: State, action: DrawAction) -> Iterator[Violation]:
    wrong = list(_in_turn(state, Phase.DRAW, action.player, "drawing"))
    yield from wrong
    if state.phase is not Phase.DRAW or action.pile is Pile.STOCK:
        return
    place = ("action", "from")
    if not state.discards:
        yield Violation(Code.DRAW_NO_DISCARDS, "there is no discard to take", place)
    elif not state.table.rules.turn.may_take_first_discard and not any(
        one.turns for one in state.players
    ):
        message = "the card that was turned up at the deal may not be taken"
        yield Violation(Code.DRAW_FIRST_DISCARD, message, place, state.discards[-1])


def _discard(state: State, action: DiscardAction) -> Iterator[Violation]:
    yield from _in_turn(state, Phase.DISCARD, action.player, "discarding")
    if state.phase is Phase.DISCARD:
        place = ("action", "card")
        if action.card not in state.player(player_to_play(state)).cards:
            message = f"{state.to_play} doesn't hold {action.card}"
            yield Violation(Code.DISCARD_NOT_HELD, message, place, action.card)
        yield from _just_taken(state, action.card, place)


def _just_taken(state: State, card: Card, place: Path) -> Iterator[Violation]:
    """Two equal cards are interchangeable: who holds both may discard one after taking one."""
    drawn, held = state.drawn, state.player(player_to_play(state)).cards
    if (
        drawn
        and drawn.pile is Pile.DISCARDS
        and drawn.card == card
        and held.count(card) == 1
        and not state.table.rules.turn.may_discard_taken_card
    ):
        message = f"{card} was just taken from the discards"
        yield Violation(Code.DISCARD_JUST_TAKEN, message, place, card)


def _close(state: State, action: CloseAction) -> Iterator[Violation]:
    yield from _in_turn(state, Phase.DISCARD, action.player, "closing", Code.CLOSE_NOT_NOW)
    if state.phase is not Phase.DISCARD:
        return
    player = player_to_play(state)
    held, moment = state.player(player).cards, state.moment(player)
    verdict = check_close(held, action.discard, action.melds, state.table, moment)
    yield from (_of_action(violation) for violation in verdict.violations)
    yield from _just_taken(state, action.discard, ("action", "discard"))
    if not verdict.violations and action.opponents:
        shown = _shown_down(state, action)
        for end in shown.opponents:
            yield from end.violations


def check_close_now(state: State, close: CloseAction) -> CloseCheck:
    """Judge a close of the player to play; paths are those of `/close`."""
    if state.phase is not Phase.DISCARD:
        message = f"one closes when discarding, not in the phase {state.phase}"
        return CloseCheck(
            (Violation(Code.CLOSE_NOT_NOW, message, ("state", "phase")),), None, None, None
        )
    player = player_to_play(state)
    held, moment = state.player(player).cards, state.moment(player)
    verdict = check_close(held, close.discard, close.melds, state.table, moment)
    violations = (
        *(_at_state(violation) for violation in verdict.violations),
        *_just_taken(state, close.discard, ("discard",)),
    )
    closing = None if violations else verdict.closing
    return replace(verdict, violations=violations, closing=closing)


def _at_state(violation: Violation) -> Violation:
    """A violation at the state where it has to do with turn or total, which come from there."""
    if violation.path and violation.path[0] in {"turn", "total"}:
        return replace(violation, path=("state",))
    return violation


def _of_action(violation: Violation) -> Violation:
    """A violation of a close with its place in the action: turn and total come from the state."""
    if violation.path == ("discard",):
        return replace(violation, path=("action", "discard"))
    return _at_state(violation)


def _rejoin(state: State, action: RejoinAction) -> Iterator[Violation]:
    place = ("action", "player")
    if state.phase in {Phase.MATCH_OVER, Phase.CANCELLED}:
        yield Violation(Code.REJOIN_MATCH_OVER, "the match is over", place, player=action.player)
        return
    seats, rules = len(state.players), state.table.rules
    yield from (
        replace(violation, path=place)
        for violation in check_rejoin(state.standings(), action.player, rules, seats)
    )
    one, status = state.player(action.player), state.result and state.result.status
    if state.phase not in SCORED or (one.out and not one.cards) or (status and status.tied):
        message = f"{action.player} may rejoin in the summary of the round that put {action.player}"
        yield Violation(Code.REJOIN_TOO_LATE, f"{message} out", place, player=action.player)


def player_to_play(state: State) -> str:
    """Who is to play, in a phase in which somebody is."""
    assert state.to_play is not None  # noqa: S101 - so in every phase that asks
    return state.to_play


def cards_kept(state: State, action: CloseAction) -> tuple[Card, ...]:
    """The seven cards of who closes; the discard must be held."""
    kept = list(state.player(player_to_play(state)).cards)
    kept.remove(action.discard)
    return tuple(kept)


def showdown_hands(state: State, action: CloseAction) -> tuple[ShowdownHand, list[ShowdownHand]]:
    """Who comes to the showdown: the closer, and in turn order the opponents who are in."""
    player = player_to_play(state)
    chosen = {one.player: one for one in action.opponents}
    closer = ShowdownHand(player, cards_kept(state, action), ("action",), action.melds)
    opponents = []
    for one in state.after(player):
        if not one.out:
            by_hand = chosen.get(one.player)
            path: Path = by_hand.path if by_hand else ("state", "players")
            melds = by_hand.melds if by_hand else None
            lay_offs = by_hand.lay_offs if by_hand else None
            opponents.append(ShowdownHand(one.player, one.cards, path, melds, lay_offs))
    return closer, opponents


def _shown_down(state: State, action: CloseAction) -> Showdown:
    closer, opponents = showdown_hands(state, action)
    return showdown(closer, opponents, state.table, state.moment(closer.player))
