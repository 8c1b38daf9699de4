"""Showdown faults: impossible showdowns by hand in a match state."""

from collections.abc import Iterator, Sequence

from service.rules.faults import Fault, FaultCode, fault
from service.rules.hand.close_conditions import CloseContext, close_violations
from service.rules.match.showdown_turns import closing_of, hand_to_show, open_showdown
from service.rules.match.state import Phase, ShowdownMode, State, StateCloser
from service.rules.round.showdown_by_hand import ShowdownInProgress, options, passes_used
from service.rules.subjects import Part, Subject

_FIRST_LATER_PASS = 2


def showdown_presence_faults(state: State) -> Iterator[Fault]:
    """Yield a fault for each part of a showdown that is missing, or present in another phase."""
    phase = state.phase.value
    parts = ((Part.SHOWN, state.shown), (Part.PASS, state.pass_number))
    if state.phase is not Phase.SHOWDOWN:
        for part, value in parts:
            if value is not None:
                yield fault(FaultCode.STATE_SHOWN_NOT_NOW, Subject(part), phase=phase)
        return
    for part, value in parts:
        if value is None:
            yield fault(FaultCode.STATE_SHOWN_MISSING, Subject(part))
    if state.closer is None:
        yield fault(FaultCode.STATE_NO_CLOSER, Subject(Part.CLOSER))
    if state.showdown is not ShowdownMode.BY_HAND:
        yield fault(FaultCode.STATE_SHOWDOWN_AUTOMATIC, Subject(Part.SHOWDOWN))


def opponents_shown(state: State) -> list[str]:
    """Return the names of the opponents who have shown in an open showdown."""
    closer = state.closer.player if state.closer else None
    return [one.player for one in state.shown or () if one.player != closer]


def showdown_faults(state: State, hidden: frozenset[str] = frozenset()) -> Iterator[Fault]:
    """Yield every fault of an open showdown; the rest of the state must have no fault.

    The options of the players in `hidden` are not known, because their cards are not.
    """
    if state.phase is not Phase.SHOWDOWN or state.closer is None:
        return
    expected = _players_shown(state, state.closer)
    if [one.player for one in state.shown or ()] != expected:
        players = tuple(expected) or ("none",)
        yield fault(FaultCode.STATE_SHOWN_PLAYERS, Subject(Part.SHOWN), players=players)
        return
    showdown = open_showdown(state)
    yield from _close_faults(state, state.closer, showdown)
    yield from _shown_faults(state, showdown)
    yield from _pass_faults(state, showdown, hidden)


def _players_shown(state: State, closer: StateCloser) -> list[str]:
    """Return who must have shown: in pass 1 everybody before the player to play."""
    opponents = [one.player for one in state.turn_order_after(closer.player) if not one.out]
    if state.pass_number == 1 and state.to_play in opponents:
        opponents = opponents[: opponents.index(state.to_play)]
    may = state.table.rules.lay_off.closer_may
    return [*([closer.player] if may else []), *opponents]


def _close_faults(
    state: State, closer: StateCloser, showdown: ShowdownInProgress
) -> Iterator[Fault]:
    player = state.player(closer.player)
    context = CloseContext(player.turns, player.total, state.play_off)
    showing = showdown.players[0]
    violations = showing.violations or close_violations(showing.melding, state.table, context)
    melds = Subject(Part.CLOSER_MELD)
    if violations:
        yield Fault(FaultCode.STATE_CLOSE_ILLEGAL, melds, because=tuple(violations))
    elif closing_of(showdown).wins_match:
        yield fault(FaultCode.STATE_CLOSE_WINS, melds)


def _shown_faults(state: State, showdown: ShowdownInProgress) -> Iterator[Fault]:
    """Yield a fault for each player who has shown or laid off what the rules don't allow."""
    names = [one.player for one in state.shown or ()]
    for player in showdown.players:
        if player.violations and player.name in names:
            subject = Subject(Part.SHOWN, names.index(player.name))
            facts = (("player", player.name),)
            yield Fault(FaultCode.STATE_SHOWN_ILLEGAL, subject, facts, player.violations)


def _pass_faults(
    state: State, showdown: ShowdownInProgress, hidden: frozenset[str]
) -> Iterator[Fault]:
    """Yield a fault if the pass contradicts the lay-offs, or the player to play has no option."""
    number, subject = showdown.pass_number, Subject(Part.PASS)
    if number == 1:
        if state.to_play == showdown.players[0].name:
            yield from _not_next(showdown.turns.order[1:])
        return
    if showdown.turns.has_one_pass:
        yield fault(FaultCode.STATE_PASSES, subject, why="one_pass")
        return
    used = passes_used(showdown)
    for earlier in range(_FIRST_LATER_PASS, number):
        if earlier not in used:
            yield fault(FaultCode.STATE_PASSES, subject, why="nobody_laid", number=earlier)
            return
    to_play = state.to_play or ""
    order = showdown.turns.order
    for player in showdown.players[order.index(to_play) :]:
        if any(lay_off.pass_number == number for lay_off in player.lay_offs):
            yield fault(FaultCode.STATE_PASSES, subject, why="too_late", player=player.name)
    if to_play not in hidden and not options(showdown, hand_to_show(state)):
        yield fault(FaultCode.STATE_PASSES, Subject(Part.TO_PLAY), why="no_option", player=to_play)


def _not_next(opponents: Sequence[str]) -> Iterator[Fault]:
    yield fault(FaultCode.STATE_NOT_NEXT_TO_PLAY, Subject(Part.TO_PLAY), player=opponents[0])
