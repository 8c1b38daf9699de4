"""Action check: the violations of an action in a state."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from service.rules.hand.close_check import CloseCheck, check_close
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
from service.rules.match.showdown_turns import ShowdownStep, play_showdown_turn
from service.rules.match.state import ENDED, RUNNING, SCORED, Phase, Pile, State
from service.rules.score.rejoining import rejoin_violations
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.violations import Violation, ViolationCode, facts

_TYPE = Subject(Part.ACTION_TYPE)
_PLAYER = Subject(Part.ACTION_PLAYER)
_FROM = Subject(Part.ACTION_FROM)
_CARD = Subject(Part.ACTION_CARD)
_CLOSING_DISCARD = Subject(Part.DISCARD)


def check_action(state: State, action: Action) -> tuple[Violation, ...]:  # noqa: PLR0911 - one return for each type of action
    """Return the violations of an action; it is legal if there are none."""
    match action:
        case DrawAction():
            return tuple(_check_draw(state, action))
        case DiscardAction():
            return tuple(_check_discard(state, action))
        case CloseAction():
            return judge_close(state, action).violations
        case ShowAction() | LayOffAction():
            return judge_showdown_turn(state, action).violations
        case RejoinAction():
            return tuple(_check_rejoin(state, action))
        case LeaveAction():
            return tuple(_check_leave(state, action))
        case DealAction():
            return tuple(_check_phase(state, {Phase.ROUND_OVER}, "deal"))
        case CancelAction():
            return tuple(_check_phase(state, {*RUNNING, Phase.ROUND_OVER}, "cancel"))


def stale_violations(state: State, moves: int | None) -> tuple[Violation, ...]:
    """Return a violation if an action was meant for the match after another number of actions.

    If `moves` is None, the action is for any state.
    """
    if moves in {None, state.moves}:
        return ()
    subject = Subject(Part.ASKED_MOVES)
    return (Violation(ViolationCode.ACTION_STALE, subject, limit=state.moves, found=moves),)


def judge_close(state: State, action: CloseAction) -> CloseCheck:
    """Check a close by the player who says so, if anybody; see `check_close_now`."""
    not_now = tuple(_match_over(state)) or tuple(_not_now(state, action, _TYPE))
    not_yours = tuple(_check_player(state, action.player))
    if not_now:
        return CloseCheck((*not_now, *not_yours), None, None, None)
    check = check_close_now(state, action)
    if not_yours:
        check = replace(check, violations=(*not_yours, *check.violations), closing=None)
    return check


def check_close_now(state: State, action: CloseAction) -> CloseCheck:
    """Check a close of the player to play. Subjects of the closer's melds have no position."""
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


class JudgedTurn(Struct, frozen=True):
    """The check of a turn in a showdown; `step` is None if there are violations."""

    violations: tuple[Violation, ...]
    step: ShowdownStep | None = None


def judge_showdown_turn(state: State, action: ShowAction | LayOffAction) -> JudgedTurn:
    """Check a turn in a showdown: pass 1 takes `show`, later passes take `lay_off`."""
    shows = isinstance(action, ShowAction)
    name = "show" if shows else "lay_off"
    violations = [*_check_turn(state, Phase.SHOWDOWN, action.player, name)]
    if state.phase is not Phase.SHOWDOWN:
        return JudgedTurn(tuple(violations))
    if shows != (state.pass_number == 1):
        wrong_pass = facts(action=name, phase="later_pass" if shows else "first_pass")
        violations.append(Violation(ViolationCode.ACTION_WRONG_PHASE, _TYPE, facts=wrong_pass))
    else:
        step = play_showdown_turn(state, action)
        violations += step.violations
        if not violations:
            return JudgedTurn((), step)
    return JudgedTurn(tuple(violations))


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
    """Yield a violation if an action names a player who is not to play."""
    if player is not None:
        yield from not_your_turn(state, player, _PLAYER)


def not_your_turn(state: State, player: str, subject: Subject) -> Iterator[Violation]:
    """Yield a violation about the subject if another player is to play."""
    if state.phase in RUNNING and player != state.to_play:
        turn_facts = facts(to_play=state.to_play or "")
        yield Violation(
            ViolationCode.ACTION_NOT_YOUR_TURN, subject, player=player, facts=turn_facts
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
    if state.phase is Phase.SHOWDOWN:
        yield Violation(ViolationCode.LEAVE_NOT_NOW, _TYPE, player=action.player)
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
