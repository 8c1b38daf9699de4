"""Result check: score a round again from its cards, and compare the result with the state."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from service.rules.faults import Fault, FaultCode, ImpossibleError, fault, refuse_if_any
from service.rules.match.state import SCORED, Phase, State
from service.rules.round.showdown_player import ShowdownHand
from service.rules.score.scoring import RoundScore, Score, score_hands, unplayed_round
from service.rules.score.standings import MatchBeforeRound, Standing, status_with_one_left
from service.rules.score.standings_faults import FEWEST_PLAYERS
from service.rules.subjects import Part, Subject

_RESULT = Subject(Part.RESULT)


class ChosenInRound(Struct, frozen=True):
    """The parts of a result that its cards do not determine.

    `before` maps each player to the total before the round. `hands` maps each player of the round
    to the hand, with the melds and lay-offs that they chose; it is None if the match ended before
    the round did. `rejoined` are the players who have rejoined since the round.
    """

    before: Mapping[str, int]
    hands: Mapping[str, ShowdownHand] | None
    rejoined: frozenset[str]


def presence_faults(state: State, *, has_result: bool) -> Iterator[Fault]:
    """Yield a fault if a result is missing after a scored round or present in another phase."""
    if has_result != (state.phase in SCORED):
        code = FaultCode.STATE_RESULT_NOT_NOW if has_result else FaultCode.STATE_RESULT_MISSING
        yield fault(code, _RESULT, phase=state.phase.value)


def check_result(state: State, stated: ChosenInRound) -> RoundScore:
    """Return the result of the round, scored again from the state and the choices of the players.

    Raise `ImpossibleError` if the round is impossible.
    """
    if stated.hands is None:
        return _unplayed(state)
    hands_of = stated.hands
    holding = {player.player for player in state.players if player.cards}
    playing = holding & hands_of.keys()
    if not _names_the_players(state, stated, playing):
        raise ImpossibleError([fault(FaultCode.RESULT_PLAYERS, _RESULT)])
    standings = tuple(
        Standing(
            player.player,
            stated.before[player.player],
            max(0, player.rejoins - (player.player in stated.rejoined)),
            out=player.player not in playing,
            left=player.left and player.player not in playing,
        )
        for player in state.players
    )
    if state.round == 1:
        refuse_if_any(_first_round_faults(standings))
    first_player = state.closer.player if state.closer else state.lead
    order = [first_player, *(player.player for player in state.turn_order_after(first_player))]
    hands = [hands_of[name] for name in order if name in playing]
    closer = hands.pop(0) if state.closer else None
    # The turn of a player who leaves can exhaust the stock; then one player may be left.
    fewest_players = 1 if holding > playing and closer is None else FEWEST_PLAYERS
    before = MatchBeforeRound(standings, len(state.players), state.round, state.play_off)
    try:
        result = score_hands(before, closer, hands, state.table, fewest_players=fewest_players)
    except ImpossibleError as error:
        raise ImpossibleError(
            replace(round_fault, subject=_RESULT) for round_fault in error.faults
        ) from None
    if not result.legal:
        raise ImpossibleError([fault(FaultCode.RESULT_ILLEGAL, _RESULT)])
    over = result.status is not None and result.status.over
    if state.phase is Phase.MATCH_OVER and not over and _has_one_left(state):
        return replace(result, status=status_with_one_left(state.standings(), state.table.rules))
    return result


def _unplayed(state: State) -> RoundScore:
    """Return the result of a match that ended during a round; raise if it cannot have ended so."""
    if state.phase is not Phase.MATCH_OVER or state.closer or not _has_one_left(state):
        subject = Subject(Part.RESULT, name="showdown")
        raise ImpossibleError([fault(FaultCode.RESULT_NO_SHOWDOWN, subject)])
    standings = state.standings()
    status = status_with_one_left(standings, state.table.rules)
    return replace(unplayed_round(standings), status=status)


def _has_one_left(state: State) -> bool:
    """Return whether one player is in, and another has left since the last deal."""
    leavers = [player for player in state.players if player.left and player.cards]
    return len(state.players_in()) == 1 and bool(leavers)


def _names_the_players(state: State, stated: ChosenInRound, playing: set[str]) -> bool:
    """Return True if each player has a total, and each player of the round a hand."""
    required = {player.player for player in state.players if player.cards and not player.left}
    required |= {state.closer.player} if state.closer else set()
    has_all_totals = set(stated.before) == set(state.names())
    lead = next((player for player in state.players if player.player == state.lead), None)
    lead_played = lead is not None and bool(lead.cards)
    return has_all_totals and bool(playing) and lead_played and required <= playing


def _first_round_faults(standings: Sequence[Standing]) -> Iterator[Fault]:
    """Yield a fault for each player whose standing before round 1 is not 0 and in."""
    for position, standing in enumerate(standings):
        if standing.total:
            subject = Subject(Part.RESULT_BEFORE, position)
            yield fault(FaultCode.RESULT_BEFORE_ROUND_1, subject, player=standing.player)
        if standing.rejoins or (standing.out and not standing.left):
            subject = Subject(Part.PLAYER_STATE, position)
            yield fault(FaultCode.STATE_OUT_BEFORE_ROUND_1, subject, player=standing.player)


def after_faults(state: State, result: RoundScore, rejoined: frozenset[str]) -> Iterator[Fault]:
    """Yield a fault for each difference between the state and the result of the round."""
    if state.closer and result.showdown and result.showdown.closer:
        closing = result.showdown.closer.closing
        if closing and closing.melds != state.closer.melds:
            yield fault(FaultCode.STATE_CLOSER_MELDS, Subject(Part.CLOSER_MELD))
    for position, player in enumerate(state.players):
        standing, score = player.standing(), result.scores[position]
        if player.player in rejoined:
            yield from _rejoined_faults(standing, score, position)
        else:
            yield from _standing_faults(standing, score, position)
    over = (result.status is not None and result.status.over) or len(state.players_in()) == 1
    if over != (state.phase is Phase.MATCH_OVER):
        code = FaultCode.STATE_MATCH_IS_OVER if over else FaultCode.STATE_MATCH_GOES_ON
        yield fault(code, Subject(Part.PHASE))


def _rejoined_faults(standing: Standing, score: Score, position: int) -> Iterator[Fault]:
    name = standing.player
    if not standing.rejoins:
        subject = Subject(Part.PLAYER_REJOINS, position)
        yield fault(FaultCode.STATE_REJOIN_NOT_COUNTED, subject, player=name)
    if score.rejoin_total is None:
        yield fault(FaultCode.STATE_MAY_NOT_REJOIN, Subject(Part.PLAYER_OUT, position), player=name)
    elif standing.total != score.rejoin_total:
        subject, total = Subject(Part.PLAYER_TOTAL, position), score.rejoin_total
        yield fault(FaultCode.STATE_REJOIN_TOTAL, subject, player=name, total=total)


def _standing_faults(standing: Standing, score: Score, position: int) -> Iterator[Fault]:
    name = standing.player
    if standing.total != score.after:
        subject = Subject(Part.PLAYER_TOTAL, position)
        yield fault(FaultCode.STATE_TOTAL, subject, player=name, total=score.after)
    if standing.out != score.out and not standing.left:
        code = FaultCode.STATE_PLAYER_IS_OUT if score.out else FaultCode.STATE_PLAYER_IS_IN
        yield fault(code, Subject(Part.PLAYER_OUT, position), player=name)
