"""The operations about the end of a round."""

from service.api.answers.rounds import (
    LayOffAnswer,
    LayOffOptionsAnswer,
    RejoinAnswer,
    ScoreAnswer,
    ScoreSheetAnswer,
    score_answer,
    showdown_answer,
)
from service.api.answers.violations import listed
from service.api.operations.operation import BY_STATE, BY_VIEW, Form, Operation
from service.api.operations.stated_matches import SentMatch, read_match
from service.api.operations.stated_views import read_own_view
from service.api.requests.matches import MatchRequest, MatchStateSchema
from service.api.requests.rounds import (
    LayOffOptions,
    LayOffOptionsSchema,
    LayOffRound,
    LayOffRoundSchema,
)
from service.api.requests.score_sheets import SheetOfMatch, SheetOfMatchSchema
from service.api.requests.scores import (
    RejoinPlayer,
    RejoinSchema,
    ScoreCounted,
    ScoreHands,
    ScoreHandsSchema,
    ScorePointsSchema,
    ScoreUnmatchedSchema,
)
from service.api.requests.views import ViewRequest, ViewRequestSchema
from service.rules.faults import FaultCode, ImpossibleError, fault, refuse_if_any
from service.rules.match.faults.action_faults import missing_result_faults, showdown_phase_faults
from service.rules.match.showdown_turns import hand_to_show, open_showdown
from service.rules.match.state import State
from service.rules.round.board import LayOffOption
from service.rules.round.lay_off_rights import RoundClose, lay_off_options
from service.rules.round.round_faults import board_of, exhaustion_faults, hand_faults
from service.rules.round.showdown import showdown, showdown_without_close
from service.rules.round.showdown_by_hand import options
from service.rules.score.rejoining import rejoin, rejoin_total, rejoin_violations, rejoiner_faults
from service.rules.score.score_sheet import score_sheet
from service.rules.score.scoring import RoundScore, score_counted, score_hands
from service.rules.score.standings_faults import standing_faults
from service.rules.subjects import Part, Subject


def lay_off_round(request: LayOffRound) -> LayOffAnswer:
    """Play the end of a round from the hands."""
    table = request.table()
    closer, opponents = request.hands()
    refuse_if_any((*exhaustion_faults(closer, table), *hand_faults(closer, opponents, table)))
    if closer is None:
        ended = showdown_without_close(opponents, table)
    else:
        ended = showdown(closer, opponents, table)
    return showdown_answer(ended, request.rules.sent, request.path_of)


def lay_off_match(request: MatchRequest) -> LayOffAnswer:
    """Return the end of the round in a match."""
    match = read_match(request.state)
    shown = _result(match).showdown
    if shown is None:
        raise ImpossibleError([fault(FaultCode.STATE_NO_SHOWDOWN, Subject(Part.RESULT))])
    return showdown_answer(shown, match.rules.sent, request.path_of)


def list_lay_offs(request: LayOffOptions) -> LayOffOptionsAnswer:
    """List the places where the cards of a player may be laid off."""
    table = request.table_for(max(len(request.table), request.rules.rules.players.min))
    stated = [(melds.player, melds.melds) for melds in request.table]
    board = board_of(stated, request.cards, table)
    close = RoundClose(request.closer.player, full=request.closer.full)
    options = lay_off_options(request.player, request.cards, board, close, table)
    return LayOffOptionsAnswer(request.rules.sent, options)


def list_lay_offs_of_match(request: MatchRequest) -> LayOffOptionsAnswer:
    """List the places where the cards of the player to play may be laid off."""
    match = read_match(request.state)
    return LayOffOptionsAnswer(match.rules.sent, _options_now(match.state))


def list_lay_offs_of_view(request: ViewRequest) -> LayOffOptionsAnswer:
    """List the places where the cards of the player whose view it is may be laid off."""
    match, _ = read_own_view(request.view)
    options = _options_now(match.state)
    return LayOffOptionsAnswer(match.rules.sent, options if match.is_to_play else ())


def _options_now(state: State) -> tuple[LayOffOption, ...]:
    """Return the options of the player to play; raise `ImpossibleError` in another phase."""
    refuse_if_any(showdown_phase_faults(state))
    return options(open_showdown(state), hand_to_show(state))


def score_from_hands(request: ScoreHands) -> ScoreAnswer:
    """Score a round from the hands."""
    table = request.table_for(len(request.players))
    score = score_hands(request.match_before_round(), *request.hands(), table)
    return score_answer(score, request.rules.sent, request.path_of)


def score_counted_round(request: ScoreCounted) -> ScoreAnswer:
    """Score a round from what people wrote down."""
    table = request.table_for(len(request.players))
    score = score_counted(request.match_before_round(), request.counted(), table)
    return score_answer(score, request.rules.sent, request.path_of)


def score_whole_sheet(request: SheetOfMatch) -> ScoreSheetAnswer:
    """Score a whole match from what people wrote down."""
    players, table = request.players, request.rules.table(len(request.players))
    sheet = score_sheet(players, request.first_dealer, request.rounds, table)
    violations = listed(sheet.violations, request.path_of)
    return ScoreSheetAnswer(
        request.rules.sent,
        not violations,
        violations,
        sheet.rounds,
        sheet.players,
        sheet.next,
        sheet.match,
    )


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
    total = rejoin_total(players, rules) or 0
    after = players if violations else rejoin(players, player, total)
    shown = listed(violations, request.path_of)
    return RejoinAnswer(request.rules.sent, not violations, shown, after)


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
        description="Each option is a card, the meld it goes on, and the end of a run or the set.",
        answer=LayOffOptionsAnswer,
        forms=(
            Form(LayOffOptionsSchema(), list_lay_offs),
            Form(MatchStateSchema(), list_lay_offs_of_match, BY_STATE),
            Form(ViewRequestSchema(), list_lay_offs_of_view, BY_VIEW),
        ),
        takes_state=True,
    ),
    Operation(
        "scoreRound",
        "POST",
        "/score",
        tag="Rounds",
        summary="Score a round: totals, who is out, who may rejoin, and whether the match is over.",
        description=(
            "Send the hands of all players who are in, or what is written down at a table with "
            "real cards: counted points, or the cards that are left. The showdown is the same as "
            "in `/layoff`, but `/score` also checks that the table allows a close at the closer's "
            "total."
        ),
        answer=ScoreAnswer,
        forms=(
            Form(ScoreHandsSchema(), score_from_hands),
            Form(ScorePointsSchema(), score_counted_round, frozenset({"closing", "points"})),
            Form(ScoreUnmatchedSchema(), score_counted_round, frozenset({"unmatched"})),
            Form(MatchStateSchema(), score_match, BY_STATE),
        ),
        takes_state=True,
    ),
    Operation(
        "scoreSheet",
        "POST",
        "/scoresheet",
        tag="Rounds",
        summary="Score a whole match from what people wrote down at a table with real cards.",
        description=(
            "Send every round from the first on. To undo the last round, leave it out. The answer "
            "also tells who deals and who leads next."
        ),
        answer=ScoreSheetAnswer,
        forms=(Form(SheetOfMatchSchema(), score_whole_sheet),),
        takes_batch=True,
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
