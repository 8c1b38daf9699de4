"""Action check: everything that forbids an action in a state."""

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
    OpponentChoice,
    RejoinAction,
)
from service.rules.match.state import ENDED, RUNNING, SCORED, Phase, Pile, State
from service.rules.round.rejoining import rejoin_violations
from service.rules.round.showdown import Showdown, showdown_after
from service.rules.round.showdown_player import ShowdownHand
from service.rules.subjects import Part, Subject
from service.rules.table.cards import Card
from service.rules.violations import Violation, ViolationCode, facts

_TYPE = Subject(Part.ACTION_TYPE)
_PLAYER = Subject(Part.ACTION_PLAYER)
_FROM = Subject(Part.ACTION_FROM)
_CARD = Subject(Part.ACTION_CARD)
_CLOSING_DISCARD = Subject(Part.DISCARD)


class LegalClose(Struct, frozen=True):
    """What a legal close is, and the showdown that follows."""

    closing: Closing
    showdown: Showdown


class JudgedClose(Struct, frozen=True):
    """A close in a match: everything that forbids it, and what follows if nothing does."""

    violations: tuple[Violation, ...]
    legal: LegalClose | None = None


def check_action(state: State, action: Action) -> tuple[Violation, ...]:
    """Everything that forbids an action now; the action is legal if there is nothing."""
    match action:
        case DrawAction():
            return tuple(_check_draw(state, action))
        case DiscardAction():
            return tuple(_check_discard(state, action))
        case CloseAction():
            return check_close_and_showdown(state, action).violations
        case RejoinAction():
            return tuple(_check_rejoin(state, action))
        case DealAction():
            return tuple(_check_phase(state, {Phase.ROUND_OVER}, "deal"))
        case CancelAction():
            return tuple(_check_phase(state, {*RUNNING, Phase.ROUND_OVER}, "cancel"))


def check_close_and_showdown(state: State, action: CloseAction) -> JudgedClose:
    """Judge a close and what the opponents chose to show and lay off by hand.

    Violations of the closer's melds have subjects without a position; those of an opponent's melds
    and lay-offs have the opponent's index in `action.opponents`.
    """
    violations = list(_check_turn(state, Phase.DISCARD, action.player, "close"))
    if state.phase is not Phase.DISCARD:
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
    """Check a close of the player to play alone, whatever the opponents choose."""
    if state.phase is not Phase.DISCARD:
        not_now = Violation(
            ViolationCode.CLOSE_NOT_NOW, Subject(Part.PHASE), facts=facts(phase=state.phase.value)
        )
        return CloseCheck((not_now,), None, None, None)
    check = _check_close(state, action)
    just_taken = tuple(_check_just_taken(state, action.discard, _CLOSING_DISCARD))
    if not just_taken:
        return check
    return replace(check, violations=(*check.violations, *just_taken), closing=None)


def _check_close(state: State, action: CloseAction) -> CloseCheck:
    """Check a close by the cards and the melds shown, the turn and the total."""
    player = state.player_to_play()
    context = state.close_context(player.player)
    return check_close(player.cards, action.discard, action.melds, state.table, context)


def _showdown_hands(
    state: State, action: CloseAction
) -> tuple[ShowdownHand, Sequence[ShowdownHand]]:
    """The closer's seven cards, and in turn order the hands of the opponents who are in."""
    closer = state.player_to_play()
    kept = list(closer.cards)
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
    """What forbids the opponents' choices, with subjects in the action."""
    index_of = {choice.player: index for index, choice in enumerate(action.opponents)}
    for opponent in showdown.opponents:
        for violation in opponent.violations:
            if violation.subject:
                subject = replace(violation.subject, position=index_of[opponent.player])
                yield replace(violation, subject=subject)


def _check_phase(
    state: State,
    phases: set[Phase],
    action: str,
    code: ViolationCode = ViolationCode.ACTION_WRONG_PHASE,
) -> Iterator[Violation]:
    phase = state.phase.value
    if state.phase in ENDED:
        yield Violation(ViolationCode.ACTION_MATCH_OVER, facts=facts(phase=phase))
    elif state.phase not in phases:
        yield Violation(code, _TYPE, facts=facts(action=action, phase=phase))


def _check_turn(state: State, phase: Phase, player: str | None, action: str) -> Iterator[Violation]:
    """The phase must be this one; the player who acts, if named, must be the one to play."""
    code = ViolationCode.CLOSE_NOT_NOW if action == "close" else ViolationCode.ACTION_WRONG_PHASE
    yield from _check_phase(state, {phase}, action, code)
    if player is not None and state.phase in RUNNING and player != state.to_play:
        to_play = facts(to_play=state.to_play or "")
        yield Violation(ViolationCode.ACTION_NOT_YOUR_TURN, _PLAYER, player=player, facts=to_play)


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
            who = facts(player=player.player)
            yield Violation(ViolationCode.DISCARD_NOT_HELD, _CARD, action.card, facts=who)
        yield from _check_just_taken(state, action.card, _CARD)


def _check_just_taken(state: State, card: Card, subject: Subject) -> Iterator[Violation]:
    """A card that was taken may have to be kept (rule book, "Equal cards").

    A player who holds an equal card as well may discard either.
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


def _check_rejoin(state: State, action: RejoinAction) -> Iterator[Violation]:
    name, rules = action.player, state.table.rules
    if state.phase in ENDED:
        yield Violation(ViolationCode.REJOIN_MATCH_OVER, _PLAYER, player=name)
        return
    for violation in rejoin_violations(state.standings(), name, rules, len(state.players)):
        yield replace(violation, subject=_PLAYER)
    player, status = state.player(name), state.result and state.result.status
    gone_before = player.out and not player.cards
    if state.phase not in SCORED or gone_before or (status and status.tied):
        yield Violation(ViolationCode.REJOIN_TOO_LATE, _PLAYER, player=name)
