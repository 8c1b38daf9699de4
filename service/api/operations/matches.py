"""The operations about whole matches."""

import secrets
from collections.abc import Set as AbstractSet

from msgspec import UNSET
from msgspec.structs import replace

from service.api.answers.matches import (
    ActionsAnswer,
    ReplayAnswer,
    SeatView,
    StepAnswer,
    actions_answer,
    state_answer,
    view_answer,
)
from service.api.answers.violations import PathOf, listed
from service.api.operations.operation import BY_STATE, BY_VIEW, CostlyForm, Form, Operation
from service.api.operations.pauses import Pace
from service.api.operations.stated_matches import read_match
from service.api.operations.stated_views import read_view
from service.api.operations.work_estimate import replay_work
from service.api.requests.fields.basic import BOUND, Json
from service.api.requests.fields.rules import SentRules
from service.api.requests.matches import (
    ContinueMatch,
    ContinueMatchSchema,
    DealNext,
    DealNextSchema,
    Included,
    MatchRequest,
    MatchStateSchema,
    NewMatch,
    NewMatchSchema,
    PlayAction,
    PlayActionSchema,
    ReplayMatch,
    ReplayMatchSchema,
    ViewMatch,
    ViewMatchSchema,
)
from service.api.requests.views import View, ViewRequest, ViewRequestSchema
from service.rules.faults import refuse_if_any
from service.rules.match.action_check import stale_violations
from service.rules.match.actions import DealAction
from service.rules.match.dealing import first_deal
from service.rules.match.events import Played, seen_by
from service.rules.match.faults.action_faults import (
    action_faults,
    deal_faults,
    name_faults,
    viewer_faults,
)
from service.rules.match.faults.state_faults import bound_faults
from service.rules.match.legal_actions import legal_actions
from service.rules.match.play import IllegalActionError, play
from service.rules.match.replay import Replay, replay
from service.rules.match.state import RUNNING
from service.rules.match.view import view

SEED_BYTES = 32


def deal_match(request: NewMatch) -> StepAnswer:
    """Start a match."""
    seed = request.seed or secrets.token_hex(SEED_BYTES)
    return _step(_first_deal(request, seed), request.rules, request.include)


def _first_deal(request: NewMatch | ReplayMatch, seed: str) -> Played:
    table = request.rules.table(len(request.players))
    refuse_if_any(name_faults(request.players, request.lead))
    return first_deal(table, request.players, seed, request.lead, request.showdown)


def deal_next(request: DealNext) -> StepAnswer:
    """Deal the next round of a match."""
    match = read_match(request.state)
    refuse_if_any(deal_faults(match.state))
    return _step(play(match.state, DealAction()), match.rules, request.include)


def list_actions(request: MatchRequest) -> ActionsAnswer:
    """List the actions that `/play` accepts now."""
    return actions_answer(legal_actions(read_match(request.state).state))


def list_actions_of_view(request: ViewRequest) -> ActionsAnswer:
    """List the actions of the player whose view it is."""
    match = read_view(request.view)
    legal = legal_actions(match.state)
    if match.state.phase in RUNNING and not match.is_to_play:
        legal = replace(legal, actions=(), closings=(), showdown=None)
    return actions_answer(legal)


def play_action(request: PlayAction) -> StepAnswer:
    """Apply an action to a match."""
    match = read_match(request.state)
    stale = stale_violations(match.state, request.moves)
    if stale:
        raise IllegalActionError(stale)
    refuse_if_any(action_faults(match.state, request.action))
    return _step(play(match.state, request.action), match.rules, request.include)


def view_match(request: ViewMatch) -> View:
    """Show a match as a player or an onlooker may see it."""
    match = read_match(request.state)
    refuse_if_any(viewer_faults(match.state, request.player))
    return view_answer(view(match.state, request.player), match.rules.sent)


def replay_match(request: ReplayMatch, pace: Pace) -> ReplayAnswer:
    """Play a match again from its seed."""
    begun = _first_deal(request, request.seed)
    return _replay_answer(replay(begun, pace(request.actions)), request.rules, request.path_of)


def continue_match(request: ContinueMatch, pace: Pace) -> ReplayAnswer:
    """Play several actions one after another from a state on."""
    match = read_match(request.state)
    begun = Played(match.state, ())
    return _replay_answer(replay(begun, pace(request.actions)), match.rules, request.path_of)


def _replay_answer(replayed: Replay, rules: SentRules, path_of: PathOf) -> ReplayAnswer:
    """Return the answer for a replay; its numbers must be within the bounds of the contract."""
    refuse_if_any(bound_faults(replayed.state, BOUND))
    violations = listed(replayed.violations, path_of)
    state = state_answer(replayed.state, rules.sent)
    return ReplayAnswer(not violations, state, replayed.events, replayed.failed_at, violations)


def _step(played: Played, rules: SentRules, include: AbstractSet[Included]) -> StepAnswer:
    """Return the answer for a step; its numbers must be within the bounds of the contract."""
    state, sent = played.state, rules.sent
    refuse_if_any(bound_faults(state, BOUND))
    actions = Included.ACTIONS in include
    return StepAnswer(
        state_answer(state, sent),
        played.events,
        actions_answer(legal_actions(state)) if actions else UNSET,
        _seat_views(played, sent) if Included.VIEWS in include else UNSET,
    )


def _seat_views(played: Played, rules: str | Json) -> tuple[SeatView, ...]:
    """Return what each player may see of a step, and last what an onlooker may see."""
    viewers: list[str | None] = [*played.state.names(), None]
    return tuple(
        [
            SeatView(
                viewer,
                view_answer(view(played.state, viewer), rules),
                seen_by(viewer, played.events),
            )
            for viewer in viewers
        ]
    )


STATE_AFTER = {"state": "$response.body#/state"}
FOLLOWING = {"listActions": STATE_AFTER, "viewMatch": STATE_AFTER}
FIRST_LISTED = {"state": "$request.body#/state", "action": "$response.body#/actions/0"}

OPERATIONS = (
    Operation(
        "dealCards",
        "POST",
        "/deal",
        tag="Matches",
        summary="Start a match, or deal the next round of one.",
        description=(
            "The state is the whole match: keep it, and give each player only the answers of "
            "`/view`. Without a seed, the service draws one. A seed that you send must be random, "
            "because anybody who guesses it knows every card."
        ),
        answer=StepAnswer,
        forms=(
            Form(NewMatchSchema(), deal_match),
            Form(DealNextSchema(), deal_next, BY_STATE),
        ),
        takes_state=True,
        links=FOLLOWING,
    ),
    Operation(
        "listActions",
        "POST",
        "/actions",
        tag="Matches",
        summary="List every action that `/play` accepts now, and the score of each close.",
        description=(
            "Each action can be sent to `/play` as it is. What ends a match or takes a player out "
            "of it is in `room`, so that a program may choose any of `actions`."
        ),
        answer=ActionsAnswer,
        forms=(
            Form(MatchStateSchema(), list_actions),
            Form(ViewRequestSchema(), list_actions_of_view, BY_VIEW),
        ),
        takes_state=True,
        links={"playAction": FIRST_LISTED},
    ),
    Operation(
        "playAction",
        "POST",
        "/play",
        tag="Matches",
        summary="Apply an action to a match, and get the new state and the events.",
        description=(
            "The response to an action that the rules forbid is 422, with its violations. A close "
            "includes the showdown, the scoring of the round and, if it is over, the end of the "
            "match."
        ),
        answer=StepAnswer,
        forms=(Form(PlayActionSchema(), play_action),),
        takes_state=True,
        links=FOLLOWING,
    ),
    Operation(
        "viewMatch",
        "POST",
        "/view",
        tag="Matches",
        summary="Show a match as one player, or an onlooker, may see it.",
        description=(
            "Without `player` it is what an onlooker may see. Send players their views, never the "
            "state, which holds every card."
        ),
        answer=View,
        forms=(Form(ViewMatchSchema(), view_match),),
        takes_state=True,
    ),
    Operation(
        "replayMatch",
        "POST",
        "/replay",
        tag="Matches",
        summary="Play a match again from its seed, up to its last or its first illegal action.",
        description=(
            "3,000 actions are always accepted; for more, their work is limited. With a state in "
            "place of a seed, the match goes on from there."
        ),
        answer=ReplayAnswer,
        forms=(
            CostlyForm(ReplayMatchSchema(), replay_match, replay_work),
            CostlyForm(ContinueMatchSchema(), continue_match, replay_work, BY_STATE),
        ),
        takes_batch=True,
    ),
)
