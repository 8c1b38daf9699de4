"""The operations about whole matches, and those about hands that can also be asked by a state."""

import secrets

from service.api.answers.hands import CloseAnswer, EvaluateAnswer, evaluated
from service.api.answers.matches import (
    ActionsAnswer,
    ReplayAnswer,
    StepAnswer,
    ViewAnswer,
    state_answer,
    view_answer,
)
from service.api.answers.violations import listed
from service.api.operations.hands import CLOSE_HAND, EVALUATE_HAND, close_answer
from service.api.operations.operation import Form, Operation
from service.api.operations.replay_work import replay_work
from service.api.operations.stated_matches import read_match
from service.api.requests.fields.basic import BOUND
from service.api.requests.fields.rules import SentRules
from service.api.requests.matches import (
    CloseMatch,
    CloseMatchRequest,
    EvaluatePlayer,
    EvaluatePlayerRequest,
    MatchRequest,
    MatchStateRequest,
    NewMatch,
    NewMatchRequest,
    PlayAction,
    PlayActionRequest,
    ReplayMatch,
    ReplayMatchRequest,
    ViewMatch,
    ViewMatchRequest,
)
from service.rules.faults import refuse
from service.rules.hand.alternatives import alternatives
from service.rules.hand.closing import ANY_CONTEXT
from service.rules.hand.evaluation import evaluate
from service.rules.match.action_check import check_close_now
from service.rules.match.actions import CloseAction
from service.rules.match.dealing import first_deal, next_deal
from service.rules.match.events import Played
from service.rules.match.legal_actions import legal_actions
from service.rules.match.match_input import (
    action_faults,
    deal_faults,
    holder_faults,
    name_faults,
    viewer_faults,
)
from service.rules.match.play import play
from service.rules.match.replay import replay
from service.rules.match.state import RUNNING
from service.rules.match.state_check import bound_faults
from service.rules.match.view import view

SEED_BYTES = 32


def evaluate_player(request: EvaluatePlayer) -> EvaluateAnswer:
    """Evaluate a player's hand in a match."""
    match, player = read_match(request.state), request.player
    state = match.state
    refuse(holder_faults(state, player))
    context = state.close_context(player) if state.phase in RUNNING else ANY_CONTEXT
    cards = state.player(player).cards
    others = alternatives(cards, state.table) if request.alternatives else None
    return evaluated(evaluate(cards, state.table, context), match.rules.sent, others)


def close_match(request: CloseMatch) -> CloseAnswer:
    """Judge a close of the player to play in a match."""
    match = read_match(request.state)
    action = CloseAction(request.discard, request.melds)
    refuse(action_faults(match.state, action))
    check = check_close_now(match.state, action)
    return close_answer(check, match.rules.sent, request.path_of)


def deal_match(request: NewMatch) -> StepAnswer:
    """Start a match."""
    table = request.rules.table(len(request.players))
    refuse(name_faults(request.players, request.lead))
    seed = request.seed or secrets.token_hex(SEED_BYTES)
    return _step(first_deal(table, request.players, seed, request.lead), request.rules)


def deal_next(request: MatchRequest) -> StepAnswer:
    """Deal the next round of a match."""
    match = read_match(request.state)
    refuse(deal_faults(match.state))
    return _step(next_deal(match.state), match.rules)


def list_actions(request: MatchRequest) -> ActionsAnswer:
    """List what `/play` takes now."""
    legal = legal_actions(read_match(request.state).state)
    return ActionsAnswer(legal.player, legal.actions, legal.closings)


def play_action(request: PlayAction) -> StepAnswer:
    """Do something in a match."""
    match = read_match(request.state)
    refuse(action_faults(match.state, request.action))
    return _step(play(match.state, request.action), match.rules)


def view_match(request: ViewMatch) -> ViewAnswer:
    """Show what a player or an onlooker may see."""
    match = read_match(request.state)
    refuse(viewer_faults(match.state, request.player))
    return view_answer(view(match.state, request.player), match.rules.sent)


def replay_match(request: ReplayMatch) -> ReplayAnswer:
    """Play a match again from its seed."""
    table = request.rules.table(len(request.players))
    refuse(name_faults(request.players, request.lead))
    replayed = replay(table, request.players, request.seed, request.lead, request.actions)
    violations = listed(replayed.violations, request.path_of)
    state = state_answer(replayed.state, request.rules.sent)
    return ReplayAnswer(not violations, state, replayed.failed_at, violations)


def _step(played: Played, rules: SentRules) -> StepAnswer:
    """The answer about a step, if its numbers are within the bounds of the contract."""
    refuse(bound_faults(played.state, BOUND))
    return StepAnswer(state_answer(played.state, rules.sent), played.events)


BY_STATE = frozenset({"state"})

STATE_AFTER = {"state": "$response.body#/state"}
FOLLOWING = {"listActions": STATE_AFTER, "viewMatch": STATE_AFTER}
FIRST_LISTED = {"state": "$request.body#/state", "action": "$response.body#/actions/0"}

OPERATIONS = (
    Operation(
        "evaluateHand",
        "POST",
        "/evaluate",
        tag="Hands",
        summary="Find the best melding of a hand, and how it may close.",
        description=(
            "One to eight cards: fewest unmatched points, exactly, at any table. Seven cards get "
            "the best `closing`, eight get the `choices` of what to discard."
        ),
        answer=EvaluateAnswer,
        forms=(EVALUATE_HAND, Form(EvaluatePlayerRequest(), evaluate_player, BY_STATE)),
        takes_state=True,
    ),
    Operation(
        "judgeClosing",
        "POST",
        "/close",
        tag="Hands",
        summary="Say whether eight cards may close with a discard, and what the close is worth.",
        description=(
            "What is shown is judged as shown, never improved; `best` is the best close of these "
            "cards whatever was shown. A table that asks for `turn` or `total` needs them here."
        ),
        answer=CloseAnswer,
        forms=(CLOSE_HAND, Form(CloseMatchRequest(), close_match, BY_STATE)),
        takes_state=True,
    ),
    Operation(
        "dealCards",
        "POST",
        "/deal",
        tag="Matches",
        summary="Start a match, or deal the next round of one.",
        description=(
            "The state is the whole match: keep it, and give players their `/view`. A seed is "
            "drawn unless it is given; give one only if it is random, since who guesses it knows "
            "every card."
        ),
        answer=StepAnswer,
        forms=(
            Form(NewMatchRequest(), deal_match),
            Form(MatchStateRequest(), deal_next, BY_STATE),
        ),
        takes_state=True,
        links=FOLLOWING,
    ),
    Operation(
        "listActions",
        "POST",
        "/actions",
        tag="Matches",
        summary="List exactly what `/play` takes now, and what each close is worth.",
        description="",
        answer=ActionsAnswer,
        forms=(Form(MatchStateRequest(), list_actions),),
        takes_state=True,
        links={"playAction": FIRST_LISTED},
    ),
    Operation(
        "playAction",
        "POST",
        "/play",
        tag="Matches",
        summary="Do something in a match: the state after it, and what happened.",
        description=(
            "An action that the rules forbid is 422 with its violations. A close runs the "
            "showdown, scores the round and ends the match, if it does."
        ),
        answer=StepAnswer,
        forms=(Form(PlayActionRequest(), play_action),),
        takes_state=True,
        links=FOLLOWING,
    ),
    Operation(
        "viewMatch",
        "POST",
        "/view",
        tag="Matches",
        summary="Show what a player, or an onlooker, may see of a match.",
        description="",
        answer=ViewAnswer,
        forms=(Form(ViewMatchRequest(), view_match),),
        takes_state=True,
    ),
    Operation(
        "replayMatch",
        "POST",
        "/replay",
        tag="Matches",
        summary="Play a match again from its seed, to the end or to the first illegal action.",
        description="3,000 actions are always taken, more as far as their work allows.",
        answer=ReplayAnswer,
        forms=(Form(ReplayMatchRequest(), replay_match, work=replay_work),),
        takes_batch=True,
    ),
)
