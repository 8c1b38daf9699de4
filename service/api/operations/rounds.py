"""The operations about the end of a round."""

from service.api.answers.rounds import (
    LayOffAnswer,
    LayOffOptionsAnswer,
    RejoinAnswer,
    ScoreAnswer,
    score_answer,
    showdown_answer,
)
from service.api.answers.violations import listed
from service.api.operations.operation import Form, Operation
from service.api.operations.stated_matches import SentMatch, read_match
from service.api.requests.matches import MatchRequest, MatchStateSchema
from service.api.requests.rounds import (
    LayOffOptions,
    LayOffOptionsSchema,
    LayOffRound,
    LayOffRoundSchema,
)
from service.api.requests.scores import (
    RejoinPlayer,
    RejoinSchema,
    ScoreCounted,
    ScoreCountedSchema,
    ScoreHands,
    ScoreHandsSchema,
)
from service.rules.faults import refuse_if_any
from service.rules.match.impossible_actions import missing_result_faults
from service.rules.round.lay_off_rights import RoundClose, lay_off_options
from service.rules.round.rejoining import rejoin, rejoin_violations, rejoiner_faults
from service.rules.round.round_faults import board_of, hand_faults
from service.rules.round.scoring import RoundScore, score_counted, score_hands
from service.rules.round.showdown import showdown, showdown_without_close
from service.rules.round.standings_faults import standing_faults


def lay_off_round(request: LayOffRound) -> LayOffAnswer:
    """Play the end of a round from the hands."""
    table = request.table()
    closer, opponents = request.hands()
    refuse_if_any(hand_faults(closer, opponents, table))
    if closer is None:
        ended = showdown_without_close(opponents, table)
    else:
        ended = showdown(closer, opponents, table)
    return showdown_answer(ended, request.rules.sent, request.path_of)


def lay_off_match(request: MatchRequest) -> LayOffAnswer:
    """Return the end of the round in a match."""
    match = read_match(request.state)
    shown = _result(match).showdown
    assert shown is not None  # noqa: S101 - a match is never scored from counted points
    return showdown_answer(shown, match.rules.sent, request.path_of)


def list_lay_offs(request: LayOffOptions) -> LayOffOptionsAnswer:
    """List the places where the cards of a player may be laid off."""
    table = request.table_for(max(len(request.table), request.rules.rules.players.min))
    stated = [(melds.player, melds.melds) for melds in request.table]
    board = board_of(stated, request.cards, table)
    close = RoundClose(request.closer.player, full=request.closer.full)
    options = lay_off_options(request.player, request.cards, board, close, table)
    return LayOffOptionsAnswer(request.rules.sent, options)


def score_from_hands(request: ScoreHands) -> ScoreAnswer:
    """Score a round from the hands."""
    table = request.table_for(len(request.players))
    score = score_hands(request.match_before_round(), *request.hands(), table)
    return score_answer(score, request.rules.sent, request.path_of)


def score_from_points(request: ScoreCounted) -> ScoreAnswer:
    """Score a round from points that the caller has counted."""
    table = request.table_for(len(request.players))
    score = score_counted(request.match_before_round(), request.closing, request.points, table)
    return score_answer(score, request.rules.sent, request.path_of)


def score_match(request: MatchRequest) -> ScoreAnswer:
    """Return the scores of the round in a match."""
    match = read_match(request.state)
    return score_answer(_result(match), match.rules.sent, request.path_of)


def _result(match: SentMatch) -> RoundScore:
    """Return the result of the round in a match; raise `ImpossibleError` if it isn't over."""
    refuse_if_any(missing_result_faults(match.state))
    result = match.state.result
    assert result is not None  # noqa: S101 - refused above
    return result


def rejoin_match(request: RejoinPlayer) -> RejoinAnswer:
    """Bring a player back into the match."""
    players, player = request.players, request.player
    rules = request.table_for(len(players)).rules
    refuse_if_any(standing_faults(players, rules, ignore_totals=False))
    refuse_if_any(rejoiner_faults(players, player))
    violations = rejoin_violations(players, player, rules, request.seats or len(players))
    after = players if violations else rejoin(players, player, rules)
    shown = listed(violations, request.path_of)
    return RejoinAnswer(request.rules.sent, not violations, shown, after)


BY_STATE = frozenset({"state"})

OPERATIONS = (
    Operation(
        "layOffRound",
        "POST",
        "/layoff",
        tag="Rounds",
        summary="Play the showdown at the end of a round: melds, lay-offs and unmatched cards.",
        description=(
            "For a player without `melds` or `lay_offs`, the service chooses the best ones. If "
            "both are missing, it chooses them together. Melds and lay-offs in the request are "
            "judged as given. The closer's turn and total are not checked."
        ),
        answer=LayOffAnswer,
        forms=(
            Form(LayOffRoundSchema(), lay_off_round),
            Form(MatchStateSchema(), lay_off_match, BY_STATE),
        ),
        takes_state=True,
    ),
    Operation(
        "listLayOffs",
        "POST",
        "/layoff/options",
        tag="Rounds",
        summary="List every place where a card of the player may be laid off now.",
        description="",
        answer=LayOffOptionsAnswer,
        forms=(Form(LayOffOptionsSchema(), list_lay_offs),),
    ),
    Operation(
        "scoreRound",
        "POST",
        "/score",
        tag="Rounds",
        summary="Score a round: totals, who is out, who may rejoin, and whether the match is over.",
        description=(
            "Send the hands of all players who are in, or points that you have counted. The "
            "showdown is the same as in `/layoff`, but `/score` also checks that the "
            "table allows a close at the closer's total."
        ),
        answer=ScoreAnswer,
        forms=(
            Form(ScoreHandsSchema(), score_from_hands),
            Form(ScoreCountedSchema(), score_from_points, frozenset({"closing", "points"})),
            Form(MatchStateSchema(), score_match, BY_STATE),
        ),
        takes_state=True,
    ),
    Operation(
        "rejoinMatch",
        "POST",
        "/rejoin",
        tag="Rounds",
        summary="Bring a player who is out back into the match, if the table allows it.",
        description=(
            "Send the standings after the round that put the player out. The service can't check "
            "that this round was played."
        ),
        answer=RejoinAnswer,
        forms=(Form(RejoinSchema(), rejoin_match),),
    ),
)
