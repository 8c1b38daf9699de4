"""Action check: the violations of an action in a state."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.hand.close_check import CloseCheck, check_close
from service.rules.hand.closing import Closing
from service.rules.match.actions import (
    Action,
    CancelAction,
    CloseAction,
    DealAction,
    DiscardAction,
    DrawAction,
    LeaveAction,
    OpponentChoice,
    RejoinAction,
)
from service.rules.match.state import ENDED, RUNNING, SCORED, Phase, Pile, State
from service.rules.round.showdown import Showdown, showdown_after
from service.rules.round.showdown_player import ShowdownHand
from service.rules.score.rejoining import rejoin_violations
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.violations import Violation, ViolationCode, facts

_TYPE = Subject(Part.ACTION_TYPE)
_PLAYER = Subject(Part.ACTION_PLAYER)
_FROM = Subject(Part.ACTION_FROM)
_CARD = Subject(Part.ACTION_CARD)
_CLOSING_DISCARD = Subject(Part.DISCARD)


class LegalClose(Struct, frozen=True):
    """A legal close and the showdown that follows it."""

    closing: Closing
    showdown: Showdown


class JudgedClose(Struct, frozen=True):
    """The check of a close in a match; `legal_close` is None if there are violations."""

    violations: tuple[Violation, ...]
    legal_close: LegalClose | None = None


def check_action(state: State, action: Action) -> tuple[Violation, ...]:  # noqa: PLR0911 - one return for each type of action
    """Return the violations of an action; it is legal if there are none."""
    match action:
        case DrawAction():
            return tuple(_check_draw(state, action))
        case DiscardAction():
            return tuple(_check_discard(state, action))
        case CloseAction():
            return check_close_and_showdown(state, action).violations
        case RejoinAction():
            return tuple(_check_rejoin(state, action))
        case LeaveAction():
            return tuple(_check_leave(state, action))
        case DealAction():
            return tuple(_check_phase(state, {Phase.ROUND_OVER}, "deal"))
        case CancelAction():
            return tuple(_check_phase(state, {*RUNNING, Phase.ROUND_OVER}, "cancel"))


def check_close_and_showdown(state: State, action: CloseAction) -> JudgedClose:
    """Check a close, and the melds and lay-offs that the opponents chose.

    Subjects of the closer's melds have no position. Subjects of an opponent's melds and lay-offs
    have the opponent's index in `action.opponents` as position.
    """
    not_now = tuple(_match_over(state)) or tuple(_not_now(state, action, _TYPE))
    violations = [*not_now, *_check_player(state, action.player)]
    if not_now:
        return JudgedClose(tuple(violations))
    check = _check_close(state, action)
    violations += check.violations
    violations += _check_just_taken(state, action.discard, _CLOSING_DISCARD)
    if check.closing is None:
        return JudgedClose(tuple(violations))
    closer, opponents = _showdown_hands(state, action)
    showdown = showdown_after(closer, check.closing, opponents, state.table)
    violations += _opponents_violations(showdown, action)
    if violations:
        return JudgedClose(tuple(violations))
    return JudgedClose((), LegalClose(check.closing, showdown))


def check_close_now(state: State, action: CloseAction) -> CloseCheck:
    """Check a close of the player to play, without the choices of the opponents."""
    not_now = tuple(_not_now(state, action, Subject(Part.PHASE)))
    if not_now:
        return CloseCheck(not_now, None, None, None)
    check = _check_close(state, action)
    just_taken = tuple(_check_just_taken(state, action.discard, _CLOSING_DISCARD))
    if not just_taken:
        return check
    return replace(check, violations=(*check.violations, *just_taken), closing=None)


def _match_over(state: State) -> Iterator[Violation]:
    if state.phase in ENDED:
        yield Violation(ViolationCode.ACTION_MATCH_OVER, facts=facts(phase=state.phase.value))


def _not_now(state: State, action: CloseAction, phase: Subject) -> Iterator[Violation]:
    """Yield a violation if nobody may close now in this way: with a discard, or without one.

    `phase` is the subject of a violation about the phase.
    """
    without_drawing = state.table.rules.close.without_drawing
    why = None
    if state.phase is Phase.DISCARD:
        why = "drawn" if action.discard is None else None
    elif state.phase is Phase.DRAW and without_drawing:
        why = None if action.discard is None else "not_drawn"
    else:
        why = "phase"
    if why:
        subject = phase if why == "phase" else _CLOSING_DISCARD
        yield Violation(ViolationCode.CLOSE_NOT_NOW, subject, facts=facts(why=why))


def _check_close(state: State, action: CloseAction) -> CloseCheck:
    """Check the cards and melds, the turn and the total of a close."""
    player = state.player_to_play()
    context = state.close_context(player.player)
    return check_close(player.cards, action.discard, action.melds, state.table, context)


def _showdown_hands(
    state: State, action: CloseAction
) -> tuple[ShowdownHand, Sequence[ShowdownHand]]:
    """Return the closer's hand, and the hands of the opponents who are in, in turn order."""
    closer = state.player_to_play()
    kept = list(closer.cards)
    if action.discard is not None:
        kept.remove(action.discard)
    choices = {choice.player: choice for choice in action.opponents}
    playing = [player for player in state.turn_order_after(closer.player) if not player.out]
    opponents = []
    for position, player in enumerate(playing, start=1):
        choice = choices.get(player.player, OpponentChoice(player.player))
        hand = ShowdownHand(player.player, player.cards, position, choice.melds, choice.lay_offs)
        opponents.append(hand)
    return ShowdownHand(closer.player, tuple(kept), 0, action.melds), opponents


def _opponents_violations(showdown: Showdown, action: CloseAction) -> Iterator[Violation]:
    """Yield the violations of the opponents' choices, with subjects in the action."""
    index_of = {choice.player: index for index, choice in enumerate(action.opponents)}
    for opponent in showdown.opponents:
        for violation in opponent.violations:
            if violation.subject:
                subject = replace(violation.subject, position=index_of[opponent.player])
                yield replace(violation, subject=subject)


def _check_phase(state: State, phases: set[Phase], action: str) -> Iterator[Violation]:
    phase = state.phase.value
    yield from _match_over(state)
    if state.phase not in {*phases, *ENDED}:
        yield Violation(
            ViolationCode.ACTION_WRONG_PHASE, _TYPE, facts=facts(action=action, phase=phase)
        )


def _check_turn(state: State, phase: Phase, player: str | None, action: str) -> Iterator[Violation]:
    """Yield a violation if the phase is different, or if a named player is not to play."""
    yield from _check_phase(state, {phase}, action)
    yield from _check_player(state, player)


def _check_player(state: State, player: str | None) -> Iterator[Violation]:
    """Yield a violation if a named player is not to play."""
    if player is not None and state.phase in RUNNING and player != state.to_play:
        turn_facts = facts(to_play=state.to_play or "")
        yield Violation(
            ViolationCode.ACTION_NOT_YOUR_TURN, _PLAYER, player=player, facts=turn_facts
        )


def _check_draw(state: State, action: DrawAction) -> Iterator[Violation]:
    yield from _check_turn(state, Phase.DRAW, action.player, "draw")
    if state.phase is not Phase.DRAW or action.pile is Pile.STOCK:
        return
    if not state.discards:
        yield Violation(ViolationCode.DRAW_NO_DISCARDS, _FROM)
    elif not state.may_take_discard():
        yield Violation(ViolationCode.DRAW_FIRST_DISCARD, _FROM, state.discards[-1])


def _check_discard(state: State, action: DiscardAction) -> Iterator[Violation]:
    yield from _check_turn(state, Phase.DISCARD, action.player, "discard")
    if state.phase is Phase.DISCARD:
        player = state.player_to_play()
        if action.card not in player.cards:
            holder = facts(player=player.player)
            yield Violation(ViolationCode.DISCARD_NOT_HELD, _CARD, action.card, facts=holder)
        yield from _check_just_taken(state, action.card, _CARD)


def _check_just_taken(state: State, card: Card | None, subject: Subject) -> Iterator[Violation]:
    """Yield a violation if the card was just taken from the discard pile and must be kept.

    A player who holds an equal card may discard either of them (rule book, "Equal cards").
    """
    drawn = state.drawn
    if (
        drawn
        and drawn.pile is Pile.DISCARDS
        and drawn.card == card
        and state.player_to_play().cards.count(card) == 1
        and not state.table.rules.turn.may_discard_taken_card
    ):
        yield Violation(ViolationCode.DISCARD_JUST_TAKEN, subject, card)


def _check_leave(state: State, action: LeaveAction) -> Iterator[Violation]:
    yield from _match_over(state)
    if state.phase not in ENDED and state.player(action.player).out:
        yield Violation(ViolationCode.LEAVE_ALREADY_OUT, _PLAYER, player=action.player)


def _check_rejoin(state: State, action: RejoinAction) -> Iterator[Violation]:
    name, rules = action.player, state.table.rules
    if state.phase in ENDED:
        yield Violation(ViolationCode.REJOIN_MATCH_OVER, _PLAYER, player=name)
        return
    for violation in rejoin_violations(state.standings(), name, rules, len(state.players)):
        yield replace(violation, subject=_PLAYER)
    player, status = state.player(name), state.result and state.result.status
    out_before_round = player.out and not player.cards
    if state.phase not in SCORED or out_before_round or (status and status.tied):
        yield Violation(ViolationCode.REJOIN_TOO_LATE, _PLAYER, player=name)
