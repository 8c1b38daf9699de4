"""Turn faults: impossible numbers of turns and of actions in a match state."""

from collections.abc import Iterator, Sequence

from service.rules.faults import Fault, FaultCode, fault
from service.rules.match.faults.showdown_faults import opponents_shown
from service.rules.match.state import TURN, State, StatePlayer
from service.rules.subjects import Part, Subject


def turn_faults(state: State) -> Iterator[Fault]:
    """Yield a fault if the numbers of turns contradict the turn order.

    From the lead on, the first players may have ended one turn more than the others.
    """
    if state.lead not in state.names():
        return
    order = [state.player(state.lead), *state.turn_order_after(state.lead)]
    playing = [player for player in order if player.cards]
    if not playing:
        return
    if not order[0].cards:
        yield fault(FaultCode.STATE_LEAD_WITHOUT_HAND, Subject(Part.LEAD), player=state.lead)
        return
    staying = [player for player in playing if not player.left or _is_closer(player, state)]
    if not _are_even([player.turns for player in staying]) or _left_too_late(playing, staying):
        listed = tuple(str(player.turns) for player in playing)
        yield fault(FaultCode.STATE_TURNS_UNEVEN, Subject(Part.PLAYERS), turns=listed)
        return
    turns = [player.turns for player in staying]
    names = [player.player for player in staying]
    ahead_count = _ahead_count(turns)
    if state.phase in TURN and state.to_play in names and names.index(state.to_play) != ahead_count:
        subject = Subject(Part.TO_PLAY)
        yield fault(FaultCode.STATE_NOT_NEXT_TO_PLAY, subject, player=names[ahead_count])
    if state.closer and state.closer.player in names:
        last_player = names[ahead_count - 1]
        if state.closer.player != last_player or not any(turns):
            subject = Subject(Part.CLOSER_PLAYER)
            yield fault(FaultCode.STATE_CLOSER_NOT_LAST, subject, player=last_player)
    for position, player in enumerate(state.players):
        if player.turns and not player.cards:
            subject = Subject(Part.PLAYER_TURNS, position)
            yield fault(FaultCode.STATE_TURNS_WITHOUT_HAND, subject, player=player.player)


def _is_closer(player: StatePlayer, state: State) -> bool:
    return state.closer is not None and state.closer.player == player.player


def _ahead_count(turns: Sequence[int]) -> int:
    """Return how many players, from the lead on, have ended one turn more than the others."""
    return turns.count(turns[0]) if turns and turns[-1] < turns[0] else 0


def _are_even(turns: Sequence[int]) -> bool:
    """Return whether the first players have ended one turn more than the others, or none has."""
    if not turns:
        return True
    ahead, most = _ahead_count(turns), turns[0]
    fewest = most - 1 if ahead else most
    return list(turns) == [most] * ahead + [fewest] * (len(turns) - ahead)


def _left_too_late(playing: Sequence[StatePlayer], staying: Sequence[StatePlayer]) -> bool:
    """Return whether a player who has left has ended more turns than the round had for them."""
    turns = [player.turns for player in staying]
    if not turns:
        return False
    ahead = _ahead_count(turns)
    next_player = playing.index(staying[ahead])
    fewest = turns[-1]
    return any(
        player.turns > fewest + (index < next_player)
        for index, player in enumerate(playing)
        if player not in staying
    )


def move_faults(state: State) -> Iterator[Fault]:
    """Yield a fault if the match has had fewer actions than its rounds and turns need.

    A turn takes two actions: a draw, then a discard or a close. The exceptions are the first turn
    of a lead who was dealt eight cards, and a close instead of a draw.
    """
    turns = sum(player.turns for player in state.players)
    least = 2 * (state.round - 1) + 2 * turns + sum(player.rejoins for player in state.players)
    least += (state.drawn is not None) + len(opponents_shown(state))
    if state.table.rules.turn.lead_gets_eight and turns:
        least -= 1
    if state.closer and state.closer.discard is None:
        least -= 1
    if state.moves < least:
        yield fault(FaultCode.STATE_MOVES_TOO_FEW, Subject(Part.MOVES), least=least)
